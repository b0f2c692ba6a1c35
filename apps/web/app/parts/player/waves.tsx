import { memo } from 'react'

const barsMax = 96

/** The outline of an audio file: what was played in colour, what the pointer would jump over half lit. */
export const Waves = memo(function Waves({
  peaks,
  played,
  position,
}: {
  peaks: readonly number[]
  played: number
  position: number | null
}) {
  const bars = thin(peaks, barsMax)
  const playedBars = barsBefore(played, bars.length)
  const jumpBars = position === null ? playedBars : Math.max(playedBars, barsBefore(position, bars.length))
  const line = (from: number, to: number, className: string) =>
    from < to && (
      <path d={barsPath(bars, from, to)} strokeWidth={barWidth} strokeLinecap="round" className={className} />
    )
  return (
    <svg
      viewBox={`0 0 ${bars.length * 4} 48`}
      preserveAspectRatio="none"
      className="size-full"
      aria-hidden="true"
      data-waves={bars.length}
    >
      {line(0, playedBars, 'stroke-primary-text')}
      {line(playedBars, jumpBars, 'stroke-primary-text opacity-45')}
      {line(jumpBars, bars.length, 'stroke-line-control opacity-60')}
    </svg>
  )
})

const barWidth = 2.6
/** How many bars have their middle before this part of the whole, from 0 to 1. */
const barsBefore = (part: number, count: number): number => Math.min(count, Math.max(0, Math.ceil(part * count - 0.5)))
/** One path for many bars: a page with an audio file would have 96 elements more. */
const barsPath = (bars: readonly number[], from: number, to: number): string =>
  bars
    .slice(from, to)
    .map((peak, at) => {
      const length = Math.max(3, peak * 46) - barWidth
      return `M${round((from + at) * 4 + 1.9)} ${round(24 - length / 2)}v${round(length)}`
    })
    .join('')
const round = (value: number): number => Math.round(value * 10) / 10

/** As many bars as fit, each the loudest of its stretch. */
export function thin(peaks: readonly number[], most: number): number[] {
  if (peaks.length === 0) return Array.from({ length: most }, () => 0.08)
  const size = Math.max(1, peaks.length / most)
  return Array.from({ length: Math.min(most, peaks.length) }, (_, at) =>
    Math.max(...peaks.slice(Math.floor(at * size), Math.max(Math.floor(at * size) + 1, Math.floor((at + 1) * size)))),
  )
}
