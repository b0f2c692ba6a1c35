import clsx from 'clsx'
import { Coins, Maximize, Minimize, Pause, PictureInPicture2, Play, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Muntins } from '../../ui/fanlight.tsx'
import { control } from '../player/controls.tsx'
import { savedVolume, saveVolume } from '../player/saved.ts'
import { clock } from '../posts/duration.ts'
import { useSettings } from '../site/site.ts'
import { StreamBadges } from './stream-row.tsx'
import type { Stream } from './stream.ts'
import { TipShow } from './tip-show.tsx'
import type { Watching } from './watch.ts'

interface StageProps {
  /** None where its creator isn't live. */
  stream: Stream | null
  poster: string | null
  /** Whose tips are shown. */
  chatId: string
  video: RefObject<HTMLVideoElement | null>
  watching: Watching
  /** The picture is some seconds old. */
  isDelayed: boolean
  /** Plays it at a press, where the browser doesn’t by itself. */
  onPlay: () => void
  isSignedIn: boolean
  /** In place of the video where there is none: why, and what can be done. */
  instead: ReactNode
  /** At the upper end, such as Share. */
  corner: ReactNode
  /** At the upper start, where there is no stream to tell of. */
  badges?: ReactNode
  /** Over the video, whatever it shows. */
  over?: ReactNode
}

/** The video of a live room, with what lies at its edges. On phones it fills the screen, and the rest of the room lies over it. */
export function LiveStage({
  stream,
  poster,
  chatId,
  video,
  watching,
  isDelayed,
  onPlay,
  isSignedIn,
  instead,
  corner,
  badges,
  over,
}: StageProps) {
  const box = useRef<HTMLDivElement>(null)
  const [hasTips, setTips] = useState(true)
  const isPlaying = watching === 'playing'
  const isAway = stream?.status === 'away'
  return (
    <div
      ref={box}
      className="group/stage relative overflow-hidden bg-[#120d0a] text-white max-md:absolute max-md:inset-0 md:aspect-video md:rounded-lg"
    >
      <video
        ref={video}
        playsInline
        muted
        className={clsx(
          'size-full transition-opacity duration-(--slow) md:object-contain max-md:object-cover',
          isPlaying ? 'opacity-100' : 'opacity-0',
        )}
      />
      {isPlaying && !isAway && instead === null ? null : (
        <div className="absolute inset-0 grid place-items-center">
          {poster ? (
            <img
              src={poster}
              alt=""
              className="absolute inset-0 size-full scale-110 object-cover blur-lg brightness-50"
            />
          ) : (
            <span className="absolute inset-0 bg-linear-120 from-[#4a3216] to-[#123f62]">
              <Muntins />
            </span>
          )}
          <div className="on-stage relative max-w-md px-6 text-center text-balance">
            {instead ?? <StageState watching={watching} stream={stream} onPlay={onPlay} />}
          </div>
        </div>
      )}
      {isSignedIn && hasTips ? <TipShow chatId={chatId} /> : null}
      <div className="pointer-events-none absolute inset-x-0 top-0 flex items-center gap-2 bg-linear-to-b from-black/45 to-transparent p-4 pb-10 max-md:pt-17">
        {badges ? <span className="flex gap-2 max-md:hidden">{badges}</span> : null}
        {stream && stream.status !== 'ended' ? <StreamBadges stream={stream} /> : null}
        {stream?.status === 'live' ? <OnAir stream={stream} /> : null}
        {isPlaying && isDelayed ? <Delayed /> : null}
        <span className="flex-1" />
        <span className="pointer-events-auto max-md:hidden">{corner}</span>
      </div>
      {isPlaying && instead === null ? (
        <StageControls box={box} video={video} hasTips={hasTips} onTips={isSignedIn ? setTips : undefined} />
      ) : null}
      {over}
    </div>
  )
}

interface StageStateProps {
  watching: Watching
  stream: Stream | null
  onPlay: () => void
}
function StageState({ watching, stream, onPlay }: StageStateProps) {
  const t = useT()
  const isAway = stream?.status === 'away'
  if (isAway && stream.isInShow)
    return (
      <div role="status">
        <p className="font-display text-xl font-bold">
          {t(stream.groupShow ? 'live.group.elsewhere' : 'live.show.elsewhere', { name: stream.performer.name })}
        </p>
        <p className="mt-1.5 text-white/85">
          {t(stream.groupShow ? 'live.group.elsewhereText' : 'live.show.elsewhereText')}
        </p>
      </div>
    )
  if (watching === 'blocked')
    return (
      <button type="button" className={buttonClass('media', 'lg')} onClick={onPlay}>
        <Play className="fill-current" aria-hidden="true" />
        {t('live.tapToPlay')}
      </button>
    )
  const text = isAway
    ? t('live.state.away')
    : watching === 'lost'
      ? t('live.state.lost')
      : watching === 'offline'
        ? t('live.state.offline')
        : watching === 'unplayable'
          ? t('live.state.unplayable')
          : watching === 'refused'
            ? t('live.state.refused')
            : t('live.state.connecting')
  return (
    <p role="status" className="font-display text-xl font-bold">
      {text}
    </p>
  )
}

function Delayed() {
  const t = useT()
  return (
    <Badge tone="media">
      <span role="status">{t('live.delayed')}</span>
    </Badge>
  )
}

/** How long the stream has run, by the server's clock at the moment of the last answer. */
function OnAir({ stream: { duration, startedAt } }: { stream: Stream }) {
  const t = useT()
  const [now, setNow] = useState(duration)
  useEffect(() => {
    const began = performance.now()
    const tick = () => setNow(duration + Math.floor((performance.now() - began) / 1000))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [duration, startedAt])
  return (
    <Badge tone="media" className="num max-md:hidden">
      <span className="sr-only">{t('live.onAir')}</span>
      <bdi>{clock(now * 1000)}</bdi>
    </Badge>
  )
}

const setSound = (
  element: HTMLVideoElement,
  { volume, isOn = false }: { volume: number; isOn?: boolean | undefined },
) => Object.assign(element, { volume, muted: !isOn })

interface ControlsProps {
  box: RefObject<HTMLDivElement | null>
  video: RefObject<HTMLVideoElement | null>
  hasTips: boolean
  onTips: ((hasTips: boolean) => void) | undefined
}
function StageControls({ box, video, hasTips, onTips }: ControlsProps) {
  const t = useT()
  const settings = useSettings()
  const [paused, setPaused] = useState(false)
  const [muted, setMuted] = useState(true)
  const [full, setFull] = useState(false)
  useEffect(() => {
    const element = video.current
    if (!element) return
    // Who came here by a click of theirs hears it at once; others are asked, as browsers demand.
    setSound(element, { volume: savedVolume(settings?.volume ?? 1), isOn: navigator.userActivation?.hasBeenActive })
    const read = () => {
      setPaused(element.paused)
      setMuted(element.muted || element.volume === 0)
    }
    read()
    const names = ['play', 'pause', 'volumechange'] as const
    for (const name of names) element.addEventListener(name, read)
    return () => {
      for (const name of names) element.removeEventListener(name, read)
    }
  }, [video, settings?.volume])
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement === box.current)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [box])
  const toggle = () => {
    if (video.current?.paused) void video.current.play().catch(() => {})
    else video.current?.pause()
  }
  const sound = () => {
    const element = video.current
    if (!element) return
    if (muted && element.volume === 0) saveVolume(1)
    setSound(element, { volume: muted ? element.volume || 1 : element.volume, isOn: muted })
    if (element.paused) void element.play().catch(() => {})
  }
  const fullscreen = () => {
    const element = video.current as (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null
    // Some browsers and embedded views refuse it: the page stays as it is.
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    else if (box.current?.requestFullscreen) void box.current.requestFullscreen().catch(() => undefined)
    else element?.webkitEnterFullscreen?.()
  }
  return (
    <>
      {muted || paused ? (
        <span className="absolute inset-0 grid place-items-center max-md:bottom-1/4">
          <button type="button" className={buttonClass('media', 'lg')} onClick={paused ? toggle : sound}>
            {paused ? <Play className="fill-current" aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
            {paused ? t('live.play') : t('live.tapToUnmute')}
          </button>
        </span>
      ) : null}
      <div
        dir="ltr"
        className={clsx(
          'absolute inset-x-0 bottom-0 flex items-center gap-1 bg-linear-to-t from-black/60 to-transparent px-4 pt-12 pb-3 transition-opacity duration-(--base) max-md:hidden',
          paused ||
            'opacity-0 group-focus-within/stage:opacity-100 group-hover/stage:opacity-100 pointer-coarse:opacity-100',
        )}
      >
        <button
          type="button"
          className={control}
          aria-label={paused ? t('live.play') : t('live.pause')}
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
          aria-label={muted ? t('live.unmute') : t('live.mute')}
          onClick={sound}
        >
          {muted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
        </button>
        <span className="flex-1" />
        {onTips ? (
          <button
            type="button"
            aria-pressed={hasTips}
            className={clsx(control, hasTips && 'bg-white/16')}
            aria-label={t('live.showTips')}
            data-tip={t('live.showTips')}
            data-tip-side="top"
            onClick={() => onTips(!hasTips)}
          >
            <Coins aria-hidden="true" />
          </button>
        ) : null}
        {'pictureInPictureEnabled' in document && document.pictureInPictureEnabled ? (
          <button
            type="button"
            className={control}
            aria-label={t('live.pictureInPicture')}
            onClick={() => void video.current?.requestPictureInPicture?.().catch(() => {})}
          >
            <PictureInPicture2 aria-hidden="true" />
          </button>
        ) : null}
        <button
          type="button"
          className={control}
          aria-label={full ? t('live.leaveFullscreen') : t('live.fullscreen')}
          onClick={fullscreen}
        >
          {full ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
        </button>
      </div>
    </>
  )
}
