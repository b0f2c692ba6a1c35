import { LoaderCircle, Pause, Play, RotateCcw } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { clock } from '../posts/duration.ts'
import { Waves } from './waves.tsx'

/** Half a minute less than an address lives at least. */
const freshMs = 210_000
const speeds = [1, 1.25, 1.5, 2, 0.75]

/** An audio file with the shape of it. `peaks` are 0 to 1; without any the line is flat. */
export function Audio({
  src: given,
  peaks,
  durationMs,
  title,
  renew,
  onStart,
}: {
  src: string
  peaks: readonly number[]
  durationMs: number | null
  title: string
  /** An address that works now; null where this person may no longer hear it. */
  renew?: () => Promise<string | null>
  onStart?: () => void
}) {
  const t = useT()
  const audio = useRef<HTMLAudioElement>(null)
  const address = useRef({ src: given, at: Date.now(), at0: 0 })
  const [paused, setPaused] = useState(true)
  const [waiting, setWaiting] = useState(false)
  const [now, setNow] = useState(0)
  const [failed, setFailed] = useState(false)
  const [speed, setSpeed] = useState(1)
  const [position, setPosition] = useState<number | null>(null)
  const length = (durationMs ?? 0) / 1000
  useEffect(() => {
    // A card that was rendered again has young addresses; one that plays keeps what it has.
    if (audio.current?.paused !== false) address.current = { ...address.current, src: given, at: Date.now() }
  }, [given])

  /** Plays from a moment on; an address that may have run out, or was refused, is renewed first. */
  const playFrom = async (moment: number, isRefused = false) => {
    const element = audio.current
    if (!element) return
    setFailed(false)
    setWaiting(true)
    try {
      if (renew && (isRefused || Date.now() - address.current.at > freshMs)) {
        const src = await renew()
        if (!src) throw new Error('gone')
        address.current = { src, at: Date.now(), at0: isRefused ? Date.now() : 0 }
      }
      const src = new URL(address.current.src, location.href).href
      if (element.src !== src) {
        element.src = src
        element.currentTime = moment
      }
      element.playbackRate = speed
      await element.play()
    } catch (error) {
      // Pressing pause while it loads is no failure.
      if ((error as Error).name === 'AbortError') return
      if (renew && !isRefused && (error as Error).message !== 'gone') return playFrom(moment, true)
      setFailed(true)
      setWaiting(false)
    }
  }
  const toggle = () => {
    if (audio.current?.paused === false) audio.current.pause()
    else void playFrom(audio.current?.ended ? 0 : now)
  }
  const seek = (to: number) => {
    setNow(to)
    if (audio.current?.src) audio.current.currentTime = to
  }
  const point = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'touch') return
    const box = event.currentTarget.getBoundingClientRect()
    setPosition(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)))
  }
  return (
    // A player is no set of form fields.
    <div
      role="group"
      aria-label={title}
      className="flex items-center gap-3.5 rounded-md bg-surface-2 p-3.5 sm:gap-4 sm:p-4"
    >
      {/* An audio file needs no captions: its text is in the post. */}
      <audio
        ref={audio}
        preload="none"
        onPlay={() => (setPaused(false), onStart?.())}
        onPause={() => setPaused(true)}
        onPlaying={() => setWaiting(false)}
        onWaiting={() => setWaiting(true)}
        onTimeUpdate={(event) => setNow(event.currentTarget.currentTime)}
        onEnded={() => (setPaused(true), setNow(0))}
        onError={() => {
          // An address that ran out under way; one that was just renewed has failed for another reason.
          const { at0 } = address.current
          if (paused && !waiting) return
          if (renew && Date.now() - at0 > 20_000) return void playFrom(now, true)
          setFailed(true)
          setWaiting(false)
          setPaused(true)
        }}
      />
      <button
        type="button"
        onClick={toggle}
        aria-busy={waiting || undefined}
        aria-label={failed ? t('ui.retry') : paused ? t('post.play', { title }) : t('post.pause')}
        className="grid size-12 shrink-0 place-items-center rounded-full bg-primary text-on-primary hover:bg-primary-hover focus-visible:rounded-full sm:size-14"
      >
        {failed ? (
          <RotateCcw className="size-5" aria-hidden="true" />
        ) : waiting && !paused ? (
          <LoaderCircle className="size-5 animate-spin" aria-hidden="true" />
        ) : paused ? (
          <Play className="ms-0.5 size-5 fill-current" aria-hidden="true" />
        ) : (
          <Pause className="size-5 fill-current" aria-hidden="true" />
        )}
      </button>
      <div className="min-w-0 flex-1">
        <div dir="ltr" className="relative h-12" onPointerMove={point} onPointerLeave={() => setPosition(null)}>
          <Waves peaks={peaks} played={length ? now / length : 0} position={position} />
          {position !== null && length > 0 ? (
            <span
              aria-hidden="true"
              className="num pointer-events-none absolute -top-5 -translate-x-1/2 rounded-full bg-ink px-1.5 py-px text-2xs text-surface"
              style={{ left: `${position * 100}%` }}
            >
              {clock(position * length * 1000)}
            </span>
          ) : null}
          <input
            type="range"
            min={0}
            max={Math.max(1, length)}
            step={0.1}
            value={Math.min(now, Math.max(1, length))}
            onChange={(event) => seek(event.currentTarget.valueAsNumber)}
            aria-label={t('post.seek')}
            aria-valuetext={`${clock(now * 1000)} / ${clock(length * 1000)}`}
            className="peer absolute inset-0 w-full cursor-pointer opacity-0"
          />
          <span className="pointer-events-none absolute -inset-1 rounded-sm peer-focus-visible:outline-2 peer-focus-visible:outline-primary-edge" />
        </div>
        <p
          className="num mt-1.5 flex items-center justify-between gap-2 text-xs text-ink-3"
          role={failed ? 'alert' : undefined}
        >
          <span>{failed ? t('post.audioFailed') : clock(now * 1000)}</span>
          <span className="flex items-center gap-2">
            <button
              type="button"
              onClick={() => {
                const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length]!
                setSpeed(next)
                if (audio.current) audio.current.playbackRate = next
              }}
              aria-label={t('post.speedNow', { speed: `${speed}×` })}
              className="-my-1.5 h-8 min-w-10 rounded-full px-1.5 font-semibold text-ink-2 hover:bg-surface-3 focus-visible:rounded-full pointer-coarse:h-11"
            >
              {speed}×
            </button>
            {clock(durationMs ?? 0)}
          </span>
        </p>
      </div>
    </div>
  )
}
