import { Lock, RotateCcw } from 'lucide-react'
import { useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { Video } from '../player/video.tsx'
import { clock } from '../posts/duration.ts'
import { coverOf, fileOf, filesOf, isOpen, lockedPreview, videoOf } from '../posts/files.ts'
import { type RenewFile, renewVideo } from '../posts/post-media.tsx'
import { type VideoOnPage, WayIn } from './buy-card.tsx'

interface LockedPlayerProps {
  video: VideoOnPage
  title: string
  renewFile: RenewFile
  onUnlock: () => void
  onChanged: () => Promise<void>
}

/** The preview of a locked video, and after its end the ways in; where there is none, its picture. */
export function LockedPlayer({ video, title, renewFile, onUnlock, onChanged }: LockedPlayerProps) {
  const t = useT()
  const teaser = fileOf(video.teaser ?? null)
  const source = isOpen(teaser) ? videoOf(teaser, coverOf(video)) : null
  const whole = filesOf(video)[0]?.durationMs
  if (!source || !isOpen(teaser)) return <Closed video={video} />
  return (
    <Video
      video={source}
      title={title}
      renew={renewVideo(renewFile, teaser)}
      eager
      label={
        <span className="num pointer-events-none absolute start-2.5 top-2.5 inline-flex h-[30px] items-center gap-2 rounded-full bg-white px-3 text-sm font-strong text-[#241d16] md:start-4 md:top-4 md:h-[34px] md:px-3.5">
          {t('post.preview.label')}{' '}
          {source.durationMs && whole ? (
            <span className="font-medium text-[#554d46]">
              {t('post.preview.of', { length: clock(source.durationMs), whole: clock(whole) })}
            </span>
          ) : null}
        </span>
      }
      after={(again) => (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-black/75 px-5 text-center">
          <p className="font-display text-xl leading-tight md:text-2xl">{t('post.preview.ended')}</p>
          {whole ? (
            <p className="num text-sm text-white/85">{t('post.preview.whole', { length: clock(whole) })}</p>
          ) : null}
          <div className="mt-2 flex flex-wrap justify-center gap-2 sm:gap-3">
            <WayIn video={video} onUnlock={onUnlock} onChanged={onChanged} on="player" />
            <button type="button" onClick={again} className={buttonClass('media')}>
              <RotateCcw aria-hidden="true" />
              {t('post.preview.again')}
            </button>
          </div>
        </div>
      )}
    />
  )
}

function Closed({ video }: { video: VideoOnPage }) {
  const t = useT()
  const cover = coverOf(video)
  const preview = lockedPreview(video)
  const length = filesOf(video)[0]?.durationMs
  return (
    <div className="relative aspect-video overflow-hidden bg-[#241d16] max-md:-mx-4 md:rounded-md">
      {cover ? (
        <ResponsiveImage
          source={cover}
          alt=""
          sizes="(min-width: 768px) 900px, 100vw"
          eager
          className="absolute inset-0"
        />
      ) : preview ? (
        <img src={preview} alt="" className="absolute inset-0 size-full scale-110 object-cover blur-xl" />
      ) : null}
      <span className="num absolute inset-0 m-auto flex size-fit items-center gap-2 rounded-full bg-[rgb(24_19_16/.72)] px-4 py-2.5 text-sm font-semibold text-white">
        <Lock className="icon" aria-hidden="true" />
        {t.maybe(`post.lock.${video.gate.type}`)}
        {length ? <span className="font-medium text-white/80">{clock(length)}</span> : null}
      </span>
    </div>
  )
}
