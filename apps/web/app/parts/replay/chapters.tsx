import clsx from 'clsx'
import type { Reply } from '../../api/client.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { TokenIcon } from '../money/token-icon.tsx'
import { clock } from '../posts/duration.ts'

type Chapter = NonNullable<Reply<'GET /streaming/replays/:id'>['data']['chapters']>[number]

/** Where something happened in a replay. The one that is shown is marked. */
export function Chapters({
  chapters,
  now,
  onChoose,
}: {
  chapters: readonly Chapter[]
  now: number
  onChoose: (at: number) => void
}) {
  const t = useT()
  const { tokens: number } = useFormats()
  const shown = chapters.findLast(({ at }) => at <= now)
  return (
    <section aria-labelledby="chapters" className="mt-6">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="chapters" className="text-lg">
          {t('replay.chapters')}
        </h2>
        <p className="text-sm text-ink-3">{t('replay.chaptersFrom')}</p>
      </div>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-2">
        {chapters.map((chapter) => (
          <li key={chapter.at} className="min-w-0">
            <button
              type="button"
              aria-current={chapter === shown ? 'true' : undefined}
              onClick={() => onChoose(chapter.at)}
              className={clsx(
                'flex min-h-14 w-full items-start gap-3 rounded-md px-3 py-2.5 text-start',
                chapter === shown
                  ? 'bg-primary-soft text-primary-soft-ink shadow-[inset_0_0_0_2px_var(--primary-text)]'
                  : 'shadow-[inset_0_0_0_1px_var(--line)] hover:shadow-[inset_0_0_0_1px_var(--line-strong)]',
              )}
            >
              <bdi dir="ltr" className="num text-sm leading-5.5">
                {clock(chapter.at * 1000)}
              </bdi>
              <span className="min-w-0 flex-1">
                <span dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
                  {chapter.title || t(`replay.chapter.${chapter.kind}`)}
                </span>
                <span className="num flex items-center gap-1 text-sm text-ink-2">
                  {chapter.title ? t(`replay.chapter.${chapter.kind}`) : null}
                  {chapter.tokens === null ? null : (
                    <>
                      <TokenIcon className="size-4" />
                      {number(chapter.tokens)}
                      <span className="sr-only">{t('ui.tokens')}</span>
                    </>
                  )}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
