import { Play } from 'lucide-react'
import type { CaptionTrack, Sprite } from '@fanlight/contract/media'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { ResponsiveImage, type ImageSource } from '../../ui/image.tsx'
import { clock } from '../posts/duration.ts'
import type { Chapters } from './chapters.ts'

const VideoStage = lazy(async () => ({ default: (await import('./stage.tsx')).VideoStage }))

export interface VideoSource {
  /** Of the file: its base changes, it does not. */
  id: string
  /** The base URL of all its parts; valid for some minutes. */
  base: string
  /** The HLS playlist, below the base. */
  hls: string
  poster: ImageSource | null
  /** What it shows, as its owner describes it. */
  alt: string
  durationMs: number | null
  width: number
  height: number
  sprite: Sprite | null
  /** Each below the base. */
  captions: readonly CaptionTrack[]
}
/** A press that leads to a second of a video; another press is another object. */
export interface Jump {
  to: number
}
/** The same video with a base that works now; null where this person may no longer see it. */
export type Renew = () => Promise<VideoSource | null>

/** What a player tells, and what is drawn on it. */
export interface Watching {
  /** Once, when it begins to move. */
  onStart?: (() => void) | undefined
  /** Once, after ten seconds of it, or at the end of one that is shorter. */
  onWatched?: (() => void) | undefined
  renew?: Renew | undefined
  /** Where it is, in seconds, several times a second. */
  onTime?: ((seconds: number) => void) | undefined
  /** Plays from there, each time that another one is given. */
  jump?: Jump | null
  /** Drawn along the line of time. */
  along?: ReactNode
  /** In its upper corner, beside its controls. */
  label?: ReactNode
  chapters?: Chapters | undefined
  /** Where this viewer stopped, on whatever device; else what this browser knows of it. */
  position?: number | undefined
  /** Called with the second to keep now and then, and when it stops. Zero is to be forgotten. */
  onKeep?: ((seconds: number) => void) | undefined
  /** Drawn over it when it has ended; `again` plays it from its beginning. */
  after?: ((again: () => void) => ReactNode) | undefined
}

/** A poster with its length. The player and its code come with the first press, or at once with `starts`. */
export function Video({
  video,
  title,
  eager = false,
  starts = false,
  ...watching
}: Watching & {
  video: VideoSource
  title: string
  eager?: boolean
  starts?: boolean
}) {
  const t = useT()
  const [playing, setPlaying] = useState(starts)
  const { jump = null, label } = watching
  useEffect(() => {
    if (jump) setPlaying(true)
  }, [jump])
  const poster = (
    <>
      {video.poster ? (
        <ResponsiveImage
          source={video.poster}
          alt={video.alt}
          sizes="(min-width: 768px) 620px, 100vw"
          eager={eager}
          className="absolute inset-0"
        />
      ) : (
        <span className="absolute inset-0 bg-[#241d16]" />
      )}
      {video.durationMs ? (
        <span className="num absolute end-3 bottom-3 rounded-full bg-[rgb(24_19_16/.66)] px-2.5 py-1 text-xs font-semibold text-white">
          {clock(video.durationMs)}
        </span>
      ) : null}
    </>
  )
  // Its own shape between 4:5 and 16:9, so that nothing moves when it comes and nothing is boxed in black without need.
  const shape = Math.min(16 / 9, Math.max(4 / 5, video.width / video.height || 16 / 9))
  return (
    <div
      className="relative max-h-[80vh] overflow-hidden bg-[#14100d] max-md:-mx-4 md:rounded-md"
      style={{ aspectRatio: shape }}
    >
      {playing ? (
        <Suspense fallback={poster}>
          <VideoStage video={video} title={title} {...watching} />
        </Suspense>
      ) : (
        <button
          type="button"
          onClick={() => setPlaying(true)}
          className="group absolute inset-0 focus-visible:-outline-offset-2"
        >
          <span className="sr-only">{t('post.play', { title })}</span>
          {poster}
          {label}
          <span className="absolute inset-0 m-auto grid size-16 place-items-center rounded-full bg-[rgb(24_19_16/.66)] text-white backdrop-blur-md transition-[scale] duration-(--fast) ease-fan group-hover:scale-105">
            <Play className="ms-1 size-7 fill-current" aria-hidden="true" />
          </span>
        </button>
      )}
    </div>
  )
}
