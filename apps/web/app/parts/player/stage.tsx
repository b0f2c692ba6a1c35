import {
  Check,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  Settings,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import type Hls from 'hls.js'
import { useT } from '../../i18n/context.tsx'
import { useSettings } from '../site.ts'
import { clock } from './duration.ts'
import type { FilmSource } from './video.tsx'

interface StageProps {
  film: FilmSource
  title: string
  /** Once, when it begins to move. */
  onStart?: (() => void) | undefined
  /** The address has run out: the owner fetches a new one. */
  onExpired?: (() => void) | undefined
}
const speeds = [0.75, 1, 1.25, 1.5, 2]
const control =
  'grid size-10 shrink-0 place-items-center rounded-full text-white hover:bg-white/16 focus-visible:rounded-full focus-visible:outline-white pointer-coarse:size-11 [&>svg]:size-5'

/**
 * The playing video. The controls are our own markup: ready-made players write style sheets and markup into their shadows,
 * which the page's policy refuses.
 */
export function VideoStage({ film, title, onStart, onExpired }: StageProps) {
  const t = useT()
  const settings = useSettings()
  const box = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const hls = useRef<Hls | null>(null)
  const resumeAt = useRef(0)
  const started = useRef(false)
  const [paused, setPaused] = useState(true)
  const [waiting, setWaiting] = useState(true)
  const [now, setNow] = useState(0)
  const [buffered, setBuffered] = useState(0)
  const [length, setLength] = useState((film.durationMs ?? 0) / 1000)
  const [muted, setMuted] = useState(false)
  const [levels, setLevels] = useState<readonly number[]>([])
  const [level, setLevel] = useState(-1)
  const [speed, setSpeed] = useState(1)
  const [full, setFull] = useState(false)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const [menu, setMenu] = useState(false)
  const [idle, setIdle] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` starts it again.
  useEffect(() => {
    const element = video.current
    if (!element) return
    let gone = false
    element.volume = savedVolume(settings?.volume ?? 1)
    setFailed(false)
    const begin = () => {
      if (resumeAt.current > 0) element.currentTime = resumeAt.current
      void element.play().catch(() => setWaiting(false))
    }
    const start = async () => {
      const { default: Player } = await import('hls.js/light')
      if (gone) return
      if (!Player.isSupported()) {
        element.src = film.src
        begin()
        return
      }
      const player = new Player({
        startPosition: resumeAt.current || -1,
        capLevelToPlayerSize: true,
        maxBufferLength: 30,
      })
      hls.current = player
      player.on(Player.Events.MANIFEST_PARSED, () => {
        setLevels(player.levels.map(({ height }) => height))
        begin()
      })
      player.on(Player.Events.ERROR, (_event, data) => {
        if (!data.fatal) return
        const status = data.response?.code
        if ((status === 401 || status === 403 || status === 404 || status === 410) && onExpired) {
          resumeAt.current = element.currentTime
          onExpired()
          return
        }
        if (data.type === Player.ErrorTypes.MEDIA_ERROR) player.recoverMediaError()
        else setFailed(true)
      })
      player.loadSource(film.src)
      player.attachMedia(element)
    }
    void start().catch(() => setFailed(true))
    return () => {
      gone = true
      resumeAt.current = element.currentTime
      hls.current?.destroy()
      hls.current = null
    }
  }, [film.src, tries])

  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement === box.current)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  useEffect(() => {
    if (paused || menu) {
      setIdle(false)
      return
    }
    if (idle) return
    const timer = setTimeout(() => setIdle(true), 2600)
    return () => clearTimeout(timer)
  }, [paused, menu, idle])

  const toggle = useCallback(() => {
    const element = video.current
    if (element?.paused) void element.play().catch(() => undefined)
    else element?.pause()
  }, [])
  const seek = (to: number) => {
    const element = video.current
    if (element) element.currentTime = Math.max(0, Math.min(length || 0, to))
  }
  const loud = (change: number) => {
    const element = video.current
    if (!element) return
    element.muted = false
    element.volume = Math.max(0, Math.min(1, element.volume + change))
  }
  const fullscreen = () => {
    const element = video.current as (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (box.current?.requestFullscreen) void box.current.requestFullscreen()
    else element?.webkitEnterFullscreen?.()
  }
  const keys = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const onRange = (event.target as HTMLElement).matches('input[type=range]')
    const onButton = (event.target as HTMLElement).matches('button')
    const act: Record<string, () => void> = {
      ...(onButton ? {} : { ' ': toggle }),
      k: toggle,
      ...(onRange
        ? {}
        : {
            ArrowLeft: () => seek(now - 5),
            ArrowRight: () => seek(now + 5),
            ArrowUp: () => loud(0.1),
            ArrowDown: () => loud(-0.1),
          }),
      j: () => seek(now - 10),
      l: () => seek(now + 10),
      m: () => video.current && (video.current.muted = !video.current.muted),
      f: fullscreen,
      Home: () => seek(0),
    }
    const run = act[event.key]
    if (!run) return
    event.preventDefault()
    setIdle(false)
    run()
  }
  const quality = level === -1 ? t('post.qualityAuto') : `${levels[level] ?? ''}p`

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of a player work wherever the focus is inside it.
    <div
      ref={box}
      onKeyDown={keys}
      onPointerMove={() => setIdle(false)}
      className="absolute inset-0 bg-[#14100d] text-white"
      data-idle={idle || undefined}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: captions are tracks of the playlist where a creator gave any. */}
      <video
        ref={video}
        playsInline
        preload="metadata"
        poster={film.poster?.src}
        aria-label={title}
        className="size-full object-contain"
        onClick={toggle}
        onPlay={() => setPaused(false)}
        onPause={() => setPaused(true)}
        onPlaying={() => {
          setWaiting(false)
          if (!started.current) onStart?.()
          started.current = true
        }}
        onWaiting={() => setWaiting(true)}
        onTimeUpdate={(event) => setNow(event.currentTarget.currentTime)}
        onDurationChange={(event) =>
          Number.isFinite(event.currentTarget.duration) && setLength(event.currentTarget.duration)
        }
        onProgress={(event) => {
          const { buffered: parts } = event.currentTarget
          setBuffered(parts.length ? parts.end(parts.length - 1) : 0)
        }}
        onVolumeChange={(event) => {
          setMuted(event.currentTarget.muted || event.currentTarget.volume === 0)
          saveVolume(event.currentTarget.volume)
        }}
      />
      {waiting && !failed ? (
        <span
          role="status"
          aria-label={t('ui.loading')}
          className="pointer-events-none absolute inset-0 m-auto size-12 animate-spin rounded-full border-3 border-white/25 border-t-white"
        />
      ) : null}
      {failed ? (
        <div
          role="alert"
          className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-black/70 px-6 text-center"
        >
          <p>{t('post.videoFailed')}</p>
          <button
            type="button"
            onClick={() => setTries(tries + 1)}
            className="inline-flex h-10 items-center gap-2 rounded-full bg-white px-4 font-[620] text-[#241d16]"
          >
            <RotateCcw className="icon" aria-hidden="true" />
            {t('ui.retry')}
          </button>
        </div>
      ) : null}
      <div
        className={`absolute inset-x-0 bottom-0 bg-linear-to-t from-black/75 to-transparent px-2 pt-12 pb-1.5 transition-opacity duration-(--base) focus-within:opacity-100 ${idle ? 'opacity-0' : ''}`}
      >
        <input
          type="range"
          min={0}
          max={Math.max(1, length)}
          step={0.1}
          value={now}
          aria-label={t('post.seek')}
          aria-valuetext={`${clock(now * 1000)} / ${clock(length * 1000)}`}
          onChange={(event) => seek(event.currentTarget.valueAsNumber)}
          className="block h-4 w-full cursor-pointer appearance-none bg-transparent [&::-moz-range-thumb]:size-3.5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-white [&::-moz-range-track]:h-1 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-(image:--bar) [&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-full [&::-webkit-slider-runnable-track]:bg-(image:--bar) [&::-webkit-slider-thumb]:-mt-[5px] [&::-webkit-slider-thumb]:size-3.5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-white"
          style={
            {
              '--bar': `linear-gradient(to right, #fff ${share(now, length)}, rgb(255 255 255 / .5) ${share(now, length)} ${share(buffered, length)}, rgb(255 255 255 / .25) ${share(buffered, length)})`,
              direction: 'ltr',
            } as React.CSSProperties
          }
        />
        <div dir="ltr" className="flex items-center">
          <button
            type="button"
            className={control}
            aria-label={paused ? t('post.playNow') : t('post.pause')}
            onClick={toggle}
          >
            {paused ? (
              <Play className="fill-current" aria-hidden="true" />
            ) : (
              <Pause className="fill-current" aria-hidden="true" />
            )}
          </button>
          <button
            type="button"
            className={control}
            aria-label={muted ? t('post.unmute') : t('post.mute')}
            onClick={() => video.current && (video.current.muted = !video.current.muted)}
          >
            {muted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
          </button>
          <span className="num ms-1 text-xs whitespace-nowrap">
            {clock(now * 1000)} / {clock(length * 1000)}
          </span>
          <span className="flex-1" />
          <div className="relative">
            <button
              type="button"
              className={control}
              aria-expanded={menu}
              aria-label={t('post.playerSettings')}
              onClick={() => setMenu(!menu)}
            >
              <Settings aria-hidden="true" />
            </button>
            {menu ? (
              <div className="absolute end-0 bottom-12 z-1 max-h-52 w-48 overflow-y-auto rounded-md bg-[rgb(24_19_16/.94)] p-1.5 text-sm shadow-2">
                {levels.length > 1 ? (
                  <Options
                    name={t('post.quality')}
                    now={level}
                    values={[-1, ...levels.map((_, at) => at).reverse()]}
                    label={(value) => (value === -1 ? t('post.qualityAuto') : `${levels[value]}p`)}
                    choose={(value) => (setLevel(value), hls.current && (hls.current.nextLevel = value))}
                  />
                ) : null}
                <Options
                  name={t('post.speed')}
                  now={speed}
                  values={speeds}
                  label={(value) => `${value}×`}
                  choose={(value) => (setSpeed(value), video.current && (video.current.playbackRate = value))}
                />
              </div>
            ) : null}
          </div>
          <span className="sr-only" aria-live="polite">
            {quality}
          </span>
          {'pictureInPictureEnabled' in document && document.pictureInPictureEnabled ? (
            <button
              type="button"
              className={`${control} max-sm:hidden`}
              aria-label={t('post.pictureInPicture')}
              onClick={() => void video.current?.requestPictureInPicture().catch(() => undefined)}
            >
              <PictureInPicture2 aria-hidden="true" />
            </button>
          ) : null}
          <button
            type="button"
            className={control}
            aria-label={full ? t('post.leaveFullscreen') : t('post.fullscreen')}
            onClick={fullscreen}
          >
            {full ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
          </button>
        </div>
      </div>
    </div>
  )
}

function Options({
  name,
  now,
  values,
  label,
  choose,
}: {
  name: string
  now: number
  values: readonly number[]
  label: (value: number) => string
  choose: (value: number) => void
}) {
  return (
    <fieldset>
      <legend className="px-2.5 py-1.5 text-xs text-white/70">{name}</legend>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === now}
          onClick={() => choose(value)}
          className="num flex h-9 w-full items-center justify-between rounded-sm px-2.5 hover:bg-white/12"
        >
          {label(value)}
          {value === now ? <Check className="icon size-4!" aria-hidden="true" /> : null}
        </button>
      ))}
    </fieldset>
  )
}

const share = (part: number, whole: number) => `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`
const savedVolume = (fallback: number): number => {
  const kept = Number(localStorage.getItem('volume') ?? Number.NaN)
  return Number.isFinite(kept) && kept >= 0 && kept <= 1 ? kept : fallback
}
const saveVolume = (volume: number) => localStorage.setItem('volume', String(volume))
