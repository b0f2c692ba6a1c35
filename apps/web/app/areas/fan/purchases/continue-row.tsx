import type { WatchedVideo } from '@fanlight/contract/home'
import { Play } from 'lucide-react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { clock } from '../../../parts/posts/duration.ts'
import { imageOf, isOpen, posterOf } from '../../../parts/posts/files.ts'
import { ResponsiveImage } from '../../../ui/image.tsx'
import { watchedShare } from '../../../parts/videos/watched-share.ts'

/** Videos in which one stopped, the last watched first: each leads to its page, where it goes on at its place. */
export function ContinueRow({ watching }: { watching: readonly WatchedVideo[] }) {
  const t = useT()
  const { percent } = useFormats()
  if (watching.length === 0) return null
  return (
    <section aria-labelledby="continue-watching" className="mt-6">
      <h2 id="continue-watching" className="text-lg md:text-xl">
        {t('shop.library.continue')}
      </h2>
      <ul className="strip -mx-4 mt-3 gap-3 px-4 py-px md:-mx-px md:scroll-px-0 md:gap-4 md:px-px">
        {watching.map((video) => {
          const { _id, title, performer, image, position, length } = video
          const source = isOpen(image) ? (imageOf(image) ?? posterOf(image)) : null
          const share = watchedShare(video)
          return (
            <li
              key={_id}
              className="w-[78vw] max-w-80 md:w-[calc((100%-1rem)/2)] md:max-w-none xl:w-[calc((100%-2rem)/3)]"
            >
              <Link
                to={`/video/${_id}`}
                className="flex h-full gap-3.5 rounded-lg bg-surface p-3 ring-1 ring-line hover:bg-surface-2 focus-visible:rounded-lg"
              >
                <span className="relative block h-21 w-28 shrink-0 overflow-hidden rounded-md bg-surface-3 md:w-33">
                  {source ? <ResponsiveImage source={source} alt="" sizes="132px" className="size-full" /> : null}
                  <span className="absolute inset-0 grid place-items-center">
                    <span className="grid size-9 place-items-center rounded-full bg-[rgb(24_19_16/.66)] text-white">
                      <Play className="size-4 fill-current" aria-hidden="true" />
                    </span>
                  </span>
                </span>
                <span className="flex min-w-0 flex-1 flex-col justify-center">
                  <bdi className="line-clamp-2 text-md leading-5 font-semibold wrap-anywhere">{title}</bdi>
                  <bdi className="mt-0.5 truncate text-xs text-ink-3">{performer.name}</bdi>
                  {length === null ? null : (
                    <>
                      <span
                        className="mt-2 block h-1 overflow-hidden rounded-full bg-surface-3"
                        role="img"
                        aria-label={t('shop.library.watched', { percent: percent(share / 100) })}
                      >
                        <span className="block h-full bg-primary" style={{ width: `${share}%` }} />
                      </span>
                      <span className="num mt-1.5 text-xs text-ink-3">
                        {t('shop.library.left', { time: clock(Math.max(0, length - position) * 1000) })}
                      </span>
                    </>
                  )}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
