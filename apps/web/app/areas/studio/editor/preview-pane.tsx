import { type ReactNode, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Segments } from './segments.tsx'

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
    <aside id="preview" tabIndex={-1} aria-label={t('studio.editor.preview')} className="min-w-0 outline-none">
      <div className="mb-3.5 grid gap-2">
        <h2 className="font-sans text-sm font-semibold tracking-normal text-ink-2">{t('studio.editor.preview')}</h2>
        {gated ? (
          <Segments
            choices={[
              { value: false, label: t('studio.editor.asInside') },
              { value: true, label: t('studio.editor.asOthers') },
            ]}
            value={asOthers}
            onChange={setAsOthers}
          />
        ) : null}
      </div>
      {children(gated && asOthers)}
    </aside>
  )
}
