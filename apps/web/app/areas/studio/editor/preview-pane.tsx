import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import type { MessageKey } from '../../../i18n/keys.ts'
import { PostCard } from '../../../parts/posts/post-card.tsx'
import { useMe } from '../../../parts/site/site.ts'
import type { StudioPost } from '../pieces/post-states.ts'
import type { Draft } from './draft.ts'
import { previewOf } from './preview.ts'
import type { UploadItem } from './uploads.ts'

const sides: readonly [boolean, MessageKey][] = [
  [false, 'studio.editor.asInside'],
  [true, 'studio.editor.asOthers'],
]

/** The post as a fan would get it: for those who may see it, and for the others. */
export function PreviewPane({
  draft,
  items,
  saved,
  isVerified,
}: {
  draft: Draft
  items: readonly UploadItem[]
  saved: StudioPost | null
  isVerified: boolean
}) {
  const t = useT()
  const me = useMe()
  const [asOthers, setAsOthers] = useState(false)
  if (!me) return null
  return (
    <aside
      id="preview"
      tabIndex={-1}
      aria-label={t('studio.editor.preview')}
      className="min-w-0 scroll-mt-20 self-start outline-none xl:sticky xl:top-6"
    >
      <div className="mb-3 flex min-h-10 flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 className="text-lg">{t('studio.editor.preview')}</h2>
        {draft.gate === 'public' ? null : (
          <div
            role="group"
            aria-label={t('studio.editor.preview')}
            className="inline-flex rounded-full bg-surface-2 p-[3px]"
          >
            {sides.map(([closed, label]) => (
              <button
                key={label}
                type="button"
                aria-pressed={asOthers === closed}
                onClick={() => setAsOthers(closed)}
                className={
                  asOthers === closed
                    ? 'h-8 rounded-full bg-surface px-3 text-xs font-semibold shadow-1 focus-visible:rounded-full dark:bg-surface-3 pointer-coarse:h-10'
                    : 'h-8 rounded-full px-3 text-xs font-semibold text-ink-2 focus-visible:rounded-full pointer-coarse:h-10'
                }
              >
                {t(label)}
              </button>
            ))}
          </div>
        )}
      </div>
      <div className="max-md:px-4">
        <PostCard
          // A poll keeps what it began with; a changed one is rendered anew.
          key={JSON.stringify(draft.poll)}
          preview
          alone
          post={previewOf(draft, items, { ...me, isVerified }, asOthers && draft.gate !== 'public', saved, {
            question: t('studio.editor.question'),
            option: (at) => t('studio.editor.option', { at }),
          })}
        />
      </div>
    </aside>
  )
}
