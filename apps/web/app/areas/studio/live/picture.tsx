import clsx from 'clsx'
import { EyeOff, VideoOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import type { Capture } from '../../../parts/live/capture.ts'
import { useStore } from '../../../parts/live/store.ts'
import { Badge } from '../../../ui/badge.tsx'

interface PictureProps {
  capture: Capture
  isPreview: boolean
  /** At the lower edge, over the picture. */
  controls?: ReactNode
  /** Instead of the picture, or over it. */
  children?: ReactNode
  className?: string
}

/** What the creator sends, as they see themselves: the camera mirrored, a screen as it is. */
export function Picture({ capture, isPreview, controls, children, className }: PictureProps) {
  const t = useT()
  const { video, isScreen, isCameraOff } = useStore(capture)
  const isDark = video !== null && isCameraOff && !isScreen
  const quality = useQuality(video)
  return (
    <div
      className={clsx(
        'relative isolate overflow-hidden bg-[#140d10] text-white ring-1 ring-line [&:has([data-over])>[data-chips]]:hidden',
        className,
      )}
    >
      {video ? <Video track={video} isMirrored={!isScreen} /> : null}
      {isDark ? (
        <p className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-[#140d10] px-6 text-center text-sm">
          <VideoOff className="icon size-7!" aria-hidden="true" />
          {t('liveStudio.picture.off')}
        </p>
      ) : null}
      <div
        data-chips
        className="pointer-events-none absolute inset-x-0 top-0 flex flex-wrap items-center justify-between gap-2 bg-linear-to-b from-[rgb(20_13_16/.55)] to-transparent p-3 md:p-4"
      >
        {video ? (
          <>
            <Badge tone="media" className="h-7!">
              {isPreview ? <EyeOff aria-hidden="true" /> : null}
              {t(
                isPreview
                  ? 'liveStudio.picture.preview'
                  : isScreen
                    ? 'liveStudio.picture.screen'
                    : 'liveStudio.picture.mirrored',
              )}
            </Badge>
            {quality && !isDark ? (
              <Badge tone="media" className="num h-7!">
                {t('liveStudio.picture.quality', quality)}
              </Badge>
            ) : null}
          </>
        ) : null}
      </div>
      {children}
      {controls && video ? (
        <div className="absolute inset-x-0 bottom-0 flex items-center gap-1 bg-linear-to-t from-[rgb(20_13_16/.72)] to-transparent p-2 pt-12 md:p-3 md:pt-14">
          {controls}
        </div>
      ) : null}
    </div>
  )
}

function Video({ track, isMirrored }: { track: MediaStreamTrack; isMirrored: boolean }) {
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = new MediaStream([track])
  }, [track])
  return (
    <video
      ref={video}
      muted
      playsInline
      autoPlay
      aria-label={t('liveStudio.picture.label')}
      className={clsx('size-full object-contain', isMirrored && '-scale-x-100')}
    />
  )
}

/** What the camera gives; a phone says it after the first picture. */
function useQuality(track: MediaStreamTrack | null): { lines: number; frames: number } | null {
  const [quality, setQuality] = useState<{ lines: number; frames: number } | null>(null)
  useEffect(() => {
    if (!track) return setQuality(null)
    const read = () => {
      const { width = 0, height = 0, frameRate = 0 } = track.getSettings()
      setQuality(height > 0 ? { lines: Math.min(width, height), frames: Math.round(frameRate) } : null)
    }
    read()
    const timer = setInterval(read, 2_000)
    return () => clearInterval(timer)
  }, [track])
  return quality
}
