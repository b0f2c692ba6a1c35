import { Pause, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { clock } from './duration.ts'

/** A sound with the shape of it. `peaks` are 0 to 1; without any the line is flat. */
export function Sound({
  src,
  peaks,
  durationMs,
  title,
  onStart,
}: {
  src: string
  peaks: readonly number[]
  durationMs: number | null
  title: string
  onStart?: () => void
}) {
  const t = useT()
  const audio = useRef<HTMLAudioElement>(null)
  const [paused, setPaused] = useState(true)
  const [now, setNow] = useState(0)
  const [failed, setFailed] = useState(false)
  const length = (durationMs ?? 0) / 1000
  const bars = thin(peaks, 64)
  const played = length ? now / length : 0
  const toggle = () => {
    const element = audio.current
    if (!element) return
    setFailed(false)
    if (element.paused) void element.play().catch(() => setFailed(true))
    else element.pause()
  }
  return (
    <div className="flex items-center gap-3.5 rounded-md bg-surface-2 p-3.5">
      {/* biome-ignore lint/a11y/useMediaCaption: a sound has its words in the post. */}
      <audio
        ref={audio}
        src={src}
        preload="none"
        onPlay={() => (setPaused(false), onStart?.())}
        onPause={() => setPaused(true)}
        onTimeUpdate={(event) => setNow(event.currentTarget.currentTime)}
        onError={() => paused || setFailed(true)}
      />
      <button
        type="button"
        onClick={toggle}
        aria-label={paused ? t('post.play', { title }) : t('post.pause')}
        className="grid size-12 shrink-0 place-items-center rounded-full bg-primary text-on-primary hover:bg-primary-hover focus-visible:rounded-full"
      >
        {paused ? (
          <Play className="ms-0.5 size-5 fill-current" aria-hidden="true" />
        ) : (
          <Pause className="size-5 fill-current" aria-hidden="true" />
        )}
      </button>
      <div className="min-w-0 flex-1">
        <div dir="ltr" className="relative h-11">
          <svg
            viewBox={`0 0 ${bars.length * 4} 44`}
            preserveAspectRatio="none"
            className="size-full"
            aria-hidden="true"
          >
            {bars.map((peak, at) => {
              const height = Math.max(3, peak * 42)
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
              return (
                <rect
                  key={at}
                  x={at * 4}
                  y={22 - height / 2}
                  width="2.6"
                  height={height}
                  rx="1.3"
                  className={at / bars.length < played ? 'fill-primary-text' : 'fill-line-control'}
                />
              )
            })}
          </svg>
          <input
            type="range"
            min={0}
            max={Math.max(1, length)}
            step={0.1}
            value={now}
            onChange={(event) => audio.current && (audio.current.currentTime = event.currentTarget.valueAsNumber)}
            aria-label={t('post.seek')}
            aria-valuetext={clock(now * 1000)}
            className="absolute inset-0 w-full cursor-pointer opacity-0"
          />
        </div>
        <p className="num mt-1 flex justify-between text-xs text-ink-3">
          <span>{failed ? t('post.soundFailed') : clock(now * 1000)}</span>
          <span>{clock(durationMs ?? 0)}</span>
        </p>
      </div>
    </div>
  )
}

/** As many bars as fit, each the loudest of its stretch. */
export function thin(peaks: readonly number[], most: number): number[] {
  if (peaks.length === 0) return Array.from({ length: most }, () => 0.08)
  const size = Math.max(1, peaks.length / most)
  return Array.from({ length: Math.min(most, peaks.length) }, (_, at) =>
    Math.max(...peaks.slice(Math.floor(at * size), Math.max(Math.floor(at * size) + 1, Math.floor((at + 1) * size)))),
  )
}
