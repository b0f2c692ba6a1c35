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
  return (
    <svg viewBox={`0 0 ${bars.length * 4} 48`} preserveAspectRatio="none" className="size-full" aria-hidden="true">
      {bars.map((peak, at) => {
        const height = Math.max(3, peak * 46)
        const place = (at + 0.5) / bars.length
        const fill =
          place < played
            ? 'fill-primary-text'
            : position !== null && place < position
              ? 'fill-primary-text opacity-45'
              : 'fill-line-control opacity-60'
        return (
          // Bars have no ID: their index is the key.
          <rect key={at} x={at * 4 + 0.6} y={24 - height / 2} width="2.6" height={height} rx="1.3" className={fill} />
        )
      })}
    </svg>
  )
})

/** As many bars as fit, each the loudest of its stretch. */
export function thin(peaks: readonly number[], most: number): number[] {
  if (peaks.length === 0) return Array.from({ length: most }, () => 0.08)
  const size = Math.max(1, peaks.length / most)
  return Array.from({ length: Math.min(most, peaks.length) }, (_, at) =>
    Math.max(...peaks.slice(Math.floor(at * size), Math.max(Math.floor(at * size) + 1, Math.floor((at + 1) * size)))),
  )
}
