import { Play, RotateCcw } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { useMe, useSettings } from '../site/site.ts'
import { Controls, type PlayerActions } from './controls.tsx'
import { keysOf } from './keys.ts'
import { savedPosition, savedVolume, savePosition, saveVolume } from './saved.ts'
import { Scrubber } from './scrubber.tsx'
import { PlayerSettings, speeds } from './settings.tsx'
import { chapterAt } from './chapters.ts'
import { CaptionLines, useCaptions } from './use-captions.tsx'
import { useKeep } from './use-keep.ts'
import { useVideo } from './use-video.ts'
import { useWatched } from './use-watched.ts'
import type { VideoSource, Watching } from './video.tsx'

interface StageProps extends Watching {
  video: VideoSource
  title: string
}
const idleMs = 2600
/** The end of a video that still grows is left to the player. */
const progressiveEndSeconds = 0.5

/**
 * The playing video. The controls are our own markup: ready-made players put style sheets and markup into shadow roots,
 * which the page's policy refuses.
 */
export function VideoStage({
  video: videoSource,
  title,
  onStart,
  onWatched,
  renew,
  onTime,
  jump = null,
  along,
  label,
  chapters = [],
  position: known,
  onKeep,
  after,
}: StageProps) {
  const t = useT()
  const settings = useSettings()
  const box = useRef<HTMLDivElement>(null)
  const started = useRef(false)
  const viewer = useMe()?._id ?? 'visitor'
  const [startAt] = useState(() => jump?.to ?? known ?? savedPosition(viewer, videoSource.id))
  const { video: videoRef, qualities, failure, retry, base } = useVideo(videoSource, renew, startAt)
  const captions = useCaptions(videoSource.captions, base)
  const watched = useWatched(onWatched)
  const [paused, setPaused] = useState(true)
  const [ended, setEnded] = useState(false)
  const [waiting, setWaiting] = useState(true)
  const [now, setNow] = useState(0)
  const [buffered, setBuffered] = useState(0)
  const [length, setLength] = useState((videoSource.durationMs ?? 0) / 1000)
  const [audio, setAudio] = useState({ volume: 1, muted: false })
  const [speed, setSpeed] = useState(1)
  const [full, setFull] = useState(false)
  const [menu, setMenu] = useState(false)
  const position = useRef(startAt)
  const [idle, setIdle] = useState(false)

  useEffect(() => {
    const element = videoRef.current
    if (element) element.volume = savedVolume(settings?.volume ?? 1)
    // After a click on play, the user can continue with the keyboard.
    box.current?.focus({ preventScroll: true })
  }, [videoRef, settings?.volume])
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement === box.current)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  useEffect(() => {
    if (paused || menu) setIdle(false)
    if (paused || menu || idle) return
    const timer = setTimeout(() => setIdle(true), idleMs)
    return () => clearTimeout(timer)
  }, [paused, menu, idle])

  const lengthRef = useRef(length)
  lengthRef.current = length
  const keep = useKeep(onKeep)
  // A video that plays while its page is closed or left has no pause that would store its position.
  useEffect(() => {
    const store = () => {
      savePosition(viewer, videoSource.id, position.current, lengthRef.current)
      keep(position.current, lengthRef.current, true)
    }
    addEventListener('pagehide', store)
    return () => {
      removeEventListener('pagehide', store)
      store()
    }
  }, [viewer, videoSource.id, keep])

  const toggle = useCallback(() => {
    const element = videoRef.current
    if (element?.paused) void element.play().catch(() => undefined)
    else element?.pause()
  }, [videoRef])
  const seek = (to: number) => {
    const element = videoRef.current
    if (!element) return
    const { seekable } = element
    const end = seekable.length ? seekable.end(seekable.length - 1) : length
    element.currentTime = Math.max(
      0,
      Math.min(end < length - progressiveEndSeconds ? end - progressiveEndSeconds : length, to),
    )
    setNow(element.currentTime)
  }
  const taken = useRef(jump)
  useEffect(() => {
    const element = videoRef.current
    if (!jump || !element || taken.current === jump) return
    taken.current = jump
    element.currentTime = jump.to
    setNow(jump.to)
    void element.play().catch(() => undefined)
  }, [jump, videoRef])
  const changeSpeed = (to: number) => {
    setSpeed(to)
    if (videoRef.current) videoRef.current.playbackRate = to
  }
  const setVolume = (volume: number) => {
    if (!videoRef.current) return
    const heard = Math.max(0, Math.min(1, volume))
    videoRef.current.muted = false
    videoRef.current.volume = heard
    // Only a user's choice is saved: without one, the player uses the site's setting, even if it changes later.
    saveVolume(heard)
  }
  const actions: PlayerActions = {
    toggle,
    setVolume,
    mute: () => videoRef.current && (videoRef.current.muted = !videoRef.current.muted),
    fullscreen() {
      const element = videoRef.current as (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null
      // A browser may refuse, for example within a frame.
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
      else if (box.current?.requestFullscreen) void box.current.requestFullscreen().catch(() => undefined)
      else element?.webkitEnterFullscreen?.()
    },
    pictureInPicture() {
      if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => undefined)
      else void videoRef.current?.requestPictureInPicture?.().catch(() => undefined)
    },
    captions: captions.tracks.length > 0 ? captions.toggle : undefined,
  }
  const keys = (event: KeyboardEvent<HTMLDivElement>) => {
    const run = keysOf(event, {
      ...actions,
      seek,
      now: () => videoRef.current?.currentTime ?? 0,
      length,
      volume: audio.volume,
      changeSpeed: (by) => changeSpeed(speeds[speeds.indexOf(speed) + by] ?? speed),
    })
    if (!run) return
    event.preventDefault()
    setIdle(false)
    run()
  }
  // A touch shows the controls first; a mouse click plays and pauses.
  const press = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') toggle()
    else setIdle(!idle && !paused)
  }
  const measure = (element: HTMLVideoElement) => {
    const { buffered: parts, currentTime } = element
    const here = Array.from({ length: parts.length }, (_, at) => at).find(
      (at) => parts.start(at) <= currentTime + 0.5 && parts.end(at) >= currentTime,
    )
    setBuffered(here === undefined ? currentTime : parts.end(here))
  }

  return (
    // Receives the key events of the controls; for screen readers the player itself is the group.
    <div
      role="presentation"
      className="contents"
      onKeyDown={keys}
      onPointerMove={() => setIdle(false)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && !paused && !menu && setIdle(true)}
    >
      <div
        ref={box}
        role="group"
        aria-label={title}
        tabIndex={-1}
        className={`@container-size absolute inset-0 bg-[#14100d] text-white outline-none ${idle ? 'cursor-none' : ''}`}
      >
        <video
          ref={videoRef}
          playsInline
          preload="metadata"
          poster={videoSource.poster?.src}
          aria-label={title}
          className="size-full object-contain"
          onPointerUp={press}
          onDoubleClick={actions.fullscreen}
          onPlay={() => (setPaused(false), setEnded(false))}
          onPause={(event) => {
            setPaused(true)
            savePosition(viewer, videoSource.id, event.currentTarget.currentTime, length)
            keep(event.currentTarget.currentTime, length, true)
          }}
          onEnded={() => {
            setEnded(true)
            setIdle(false)
            watched.end()
            savePosition(viewer, videoSource.id, length, length)
            keep(length, length, true)
          }}
          onPlaying={() => {
            setWaiting(false)
            if (!started.current) onStart?.()
            started.current = true
          }}
          onCanPlay={() => setWaiting(false)}
          onWaiting={() => setWaiting(true)}
          onSeeking={() => setEnded(false)}
          onTimeUpdate={(event) => {
            const { currentTime } = event.currentTarget
            setNow(currentTime)
            measure(event.currentTarget)
            watched.advance(currentTime)
            position.current = currentTime
            keep(currentTime, length, false)
            onTime?.(currentTime)
          }}
          onDurationChange={(event) => {
            const { duration } = event.currentTarget
            // While a video still grows, what the file said of its length is nearer the truth.
            if (Number.isFinite(duration)) setLength(Math.max(duration, (videoSource.durationMs ?? 0) / 1000 - 1))
          }}
          onProgress={(event) => measure(event.currentTarget)}
          onVolumeChange={(event) => {
            const { volume, muted } = event.currentTarget
            setAudio({ volume, muted: muted || volume === 0 })
          }}
        >
          {captions.track}
        </video>
        {waiting && !failure ? (
          <span
            role="status"
            aria-label={t('ui.loading')}
            className="pointer-events-none absolute inset-0 m-auto size-12 animate-spin rounded-full border-3 border-white/25 border-t-white"
          />
        ) : null}
        {paused && !waiting && !failure && !(ended && after) ? (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            onClick={toggle}
            className="absolute inset-0 m-auto hidden size-16 place-items-center rounded-full bg-[rgb(24_19_16/.66)] backdrop-blur-md pointer-coarse:grid"
          >
            {ended ? <RotateCcw className="size-7" /> : <Play className="ms-1 size-7 fill-current" />}
          </button>
        ) : null}
        {label && !idle && !(ended && after) ? label : null}
        <CaptionLines lines={ended ? [] : captions.lines} locale={captions.chosen} raised={!idle} />
        {ended && after && !failure ? after(toggle) : null}
        {failure ? (
          <div
            role="alert"
            className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-black/75 px-6 text-center"
          >
            <p>{failure === 'gone' ? t('post.videoGone') : t('post.videoFailed')}</p>
            <button
              type="button"
              onClick={() => (setWaiting(true), retry())}
              className="inline-flex h-10 items-center gap-2 rounded-full bg-white px-4 font-strong text-[#241d16] pointer-coarse:h-11"
            >
              <RotateCcw className="icon" aria-hidden="true" />
              {t('ui.retry')}
            </button>
          </div>
        ) : ended && after ? null : (
          <div
            data-player-bar
            className={`absolute inset-x-0 bottom-0 bg-linear-to-t from-black/80 via-black/45 to-transparent px-1 pt-14 pb-1 transition-opacity duration-(--base) focus-within:opacity-100 ${idle ? 'pointer-events-none opacity-0 focus-within:pointer-events-auto' : ''}`}
          >
            {along}
            <Scrubber
              now={now}
              buffered={buffered}
              length={length}
              sprite={videoSource.sprite}
              base={base}
              chapters={chapters}
              onSeek={seek}
            />
            <Controls
              playing={{
                paused,
                ended,
                now,
                length,
                full,
                captioned: captions.chosen !== '',
                chapter: chapterAt(chapters, now)?.title,
                ...audio,
              }}
              actions={actions}
              settings={
                <PlayerSettings
                  qualities={qualities}
                  captions={captions}
                  speed={speed}
                  onSpeed={changeSpeed}
                  open={menu}
                  onOpenChange={setMenu}
                />
              }
            />
          </div>
        )}
      </div>
    </div>
  )
}
