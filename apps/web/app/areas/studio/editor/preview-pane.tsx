import { type ReactNode, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import type { MessageKey } from '../../../i18n/keys.ts'

const sides: readonly [boolean, MessageKey][] = [
  [false, 'studio.editor.asInside'],
  [true, 'studio.editor.asOthers'],
]

interface PreviewPaneProps {
  /** Whether some viewers have no access: only then there are two sides. */
  gated: boolean
  /** The item for those who may see it, or closed for the others. */
  children: (closed: boolean) => ReactNode
}

/** The item as fans would get it. */
export function PreviewPane({ gated, children }: PreviewPaneProps) {
  const t = useT()
  const [asOthers, setAsOthers] = useState(false)
  return (
    <aside
      id="preview"
      tabIndex={-1}
      aria-label={t('studio.editor.preview')}
      className="min-w-0 scroll-mt-20 self-start outline-none xl:sticky xl:top-6"
    >
      <div className="mb-3 flex min-h-10 flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 className="text-lg">{t('studio.editor.preview')}</h2>
        {gated ? (
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
        ) : null}
      </div>
      <div className="max-md:px-4">{children(gated && asOthers)}</div>
    </aside>
  )
}
