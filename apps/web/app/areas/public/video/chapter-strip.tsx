import clsx from 'clsx'
import { useT } from '../../../i18n/context.tsx'
import { chapterAt, type Chapters, tileShare } from '../../../parts/player/chapters.ts'
import type { VideoSource } from '../../../parts/player/video.tsx'
import { clock } from '../../../parts/posts/duration.ts'

interface ChapterStripProps {
  chapters: Chapters
  video: VideoSource
  now: number
  onChoose: (second: number) => void
}

/** The parts of a video with a frame of each. A press plays from there. */
export function ChapterStrip({ chapters, video, now, onChoose }: ChapterStripProps) {
  const t = useT()
  const shown = chapterAt(chapters, now)
  return (
    <section aria-labelledby="chapters" className="mt-6">
      <div className="mb-2.5 flex items-baseline justify-between gap-4">
        <h2 id="chapters" className="text-lg">
          {t('post.chapters.title')}
        </h2>
        <p className="num text-sm text-ink-3">{t('post.buy.chapters', { count: chapters.length })}</p>
      </div>
      <ol className="-mx-4 flex snap-x scroll-px-4 gap-2.5 overflow-x-auto px-4 py-1 md:-mx-1 md:scroll-px-1 md:px-1">
        {chapters.map((chapter) => (
          <li key={chapter.at} className="w-38 shrink-0 snap-start">
            <button
              type="button"
              aria-current={chapter === shown ? 'true' : undefined}
              onClick={() => onChoose(chapter.at)}
              className="group block w-full rounded-md text-start focus-visible:rounded-md"
            >
              <span
                className={clsx(
                  'relative block aspect-video overflow-hidden rounded-md bg-[#241d16] bg-cover bg-center',
                  chapter === shown && 'ring-2 ring-primary-text ring-offset-2 ring-offset-canvas',
                )}
                style={
                  video.sprite
                    ? // A frame a moment later: at its first the cut may still be seen.
                      tileShare(video.sprite, video.base, chapter.at + 1)
                    : video.poster
                      ? { backgroundImage: `url(${video.poster.src})` }
                      : {}
                }
              >
                <span className="num absolute end-1.5 bottom-1.5 rounded-sm bg-[rgb(24_19_16/.8)] px-1.5 text-2xs font-semibold text-white">
                  {clock(chapter.at * 1000)}
                </span>
              </span>
              <span
                dir="auto"
                className={clsx(
                  'mt-1.5 line-clamp-2 text-sm font-semibold wrap-anywhere group-hover:underline',
                  chapter === shown && 'text-primary-text',
                )}
              >
                {chapter.title}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
