import {
  Captions,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { clock } from '../posts/duration.ts'

export const control =
  'grid size-10 shrink-0 place-items-center rounded-full text-white hover:bg-white/16 focus-visible:rounded-full focus-visible:outline-white pointer-coarse:size-11 [&>svg]:size-5'

export interface Playing {
  paused: boolean
  ended: boolean
  now: number
  length: number
  volume: number
  muted: boolean
  full: boolean
  captioned: boolean
  /** The chapter that is shown. */
  chapter: string | undefined
}
export interface PlayerActions {
  toggle(): void
  mute(): void
  setVolume(volume: number): void
  fullscreen(): void
  pictureInPicture(): void
  /** Turns captions on or off; absent where there are none. */
  captions: (() => void) | undefined
}

/** The row below the scrubber. `settings` is the menu's button. */
export function Controls({
  playing,
  actions,
  settings,
}: {
  playing: Playing
  actions: PlayerActions
  settings: ReactNode
}) {
  const t = useT()
  const { paused, ended, now, length, full } = playing
  return (
    <div dir="ltr" className="flex items-center">
      <button
        type="button"
        className={control}
        aria-label={paused ? t('post.playNow') : t('post.pause')}
        onClick={actions.toggle}
      >
        {ended ? (
          <RotateCcw aria-hidden="true" />
        ) : paused ? (
          <Play className="fill-current" aria-hidden="true" />
        ) : (
          <Pause className="fill-current" aria-hidden="true" />
        )}
      </button>
      <Volume playing={playing} actions={actions} />
      <span className="num ms-1 text-xs whitespace-nowrap">
        {clock(now * 1000)} <span className="text-white/70">/ {clock(length * 1000)}</span>
      </span>
      {playing.chapter ? (
        <span className="ms-2.5 truncate border-s border-white/35 ps-2.5 text-xs max-sm:hidden">
          <bdi>{playing.chapter}</bdi>
        </span>
      ) : null}
      <span className="flex-1" />
      {actions.captions ? (
        <button
          type="button"
          aria-pressed={playing.captioned}
          aria-label={t(playing.captioned ? 'post.captionsOff' : 'post.captionsOn')}
          className={`${control} ${playing.captioned ? 'bg-white/16' : ''}`}
          onClick={actions.captions}
        >
          <Captions aria-hidden="true" />
        </button>
      ) : null}
      {settings}
      {'pictureInPictureEnabled' in document && document.pictureInPictureEnabled ? (
        <button
          type="button"
          className={`${control} max-sm:hidden`}
          aria-label={t('post.pictureInPicture')}
          onClick={actions.pictureInPicture}
        >
          <PictureInPicture2 aria-hidden="true" />
        </button>
      ) : null}
      <button
        type="button"
        className={control}
        aria-label={full ? t('post.leaveFullscreen') : t('post.fullscreen')}
        onClick={actions.fullscreen}
      >
        {full ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
      </button>
    </div>
  )
}

function Volume({ playing: { muted, volume }, actions }: { playing: Playing; actions: PlayerActions }) {
  const t = useT()
  const heard = muted ? 0 : volume
  const Icon = heard === 0 ? VolumeX : heard < 0.5 ? Volume1 : Volume2
  return (
    <span className="group flex items-center">
      <button
        type="button"
        className={control}
        aria-label={muted ? t('post.unmute') : t('post.mute')}
        onClick={actions.mute}
      >
        <Icon aria-hidden="true" />
      </button>
      {/* Phones have keys for it. */}
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={heard}
        aria-label={t('post.volume')}
        aria-valuetext={`${Math.round(heard * 100)} %`}
        onChange={(event) => actions.setVolume(event.currentTarget.valueAsNumber)}
        className="h-5 w-0 cursor-pointer appearance-none rounded-full bg-transparent opacity-0 transition-[width,opacity] duration-(--base) group-focus-within:w-16 group-focus-within:opacity-100 group-hover:w-16 group-hover:opacity-100 max-sm:hidden pointer-coarse:hidden [&::-moz-range-thumb]:size-3 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-white [&::-moz-range-track]:h-1 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-(image:--bar) [&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-full [&::-webkit-slider-runnable-track]:bg-(image:--bar) [&::-webkit-slider-thumb]:-mt-1 [&::-webkit-slider-thumb]:size-3 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-white"
        style={
          {
            '--bar': `linear-gradient(to right, #fff ${heard * 100}%, rgb(255 255 255 / .3) ${heard * 100}%)`,
          } as CSSProperties
        }
      />
    </span>
  )
}
