import { Eye } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { call, type Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import type { GateKind } from './draft.ts'
import { Segments } from './segments.tsx'

type Access = Reply<'GET /performer/access-preview'>['data'][number]
/** What whom it is shown as gets of it: decided by the server, as for everybody. */
export type PreviewAccess = Pick<Access, 'view' | 'locked'>
const open: PreviewAccess = { view: true, locked: null }

/** As whom an audience is worth looking at. */
const viewersOf = (gate: GateKind): Access['viewer'][] => [
  'visitor',
  'follower',
  'subscriber',
  ...(gate === 'paid' ? (['buyer'] as const) : gate === 'list' ? (['listed'] as const) : []),
]

interface PreviewPaneProps {
  /** Its audience; absent where it has none, because everybody sees it. */
  gate?: { type: GateKind; freeForSubscribers: boolean }
  /** The item as somebody with this access would get it. */
  children: (access: PreviewAccess) => ReactNode
}

/** The item as visitors, followers, subscribers and buyers would get it. */
export function PreviewPane({ gate, children }: PreviewPaneProps) {
  const t = useT()
  const type = gate?.type ?? 'public'
  const isFree = gate?.freeForSubscribers ?? false
  const [viewer, setViewer] = useState<Access['viewer']>('visitor')
  const [found, setFound] = useState<{ of: string; data: readonly Access[] } | null>(null)
  const asked = `${type} ${isFree}`
  const isGated = gate !== undefined
  useEffect(() => {
    if (!isGated) return
    let isLate = false
    call('GET /performer/access-preview', { query: { type, freeForSubscribers: isFree ? 'true' : 'false' } }).then(
      ({ data }) => isLate || setFound({ of: asked, data }),
      // Without an answer nothing is claimed: the pane stays empty until the next.
      () => isLate || setFound(null),
    )
    return () => {
      isLate = true
    }
  }, [isGated, type, isFree, asked])
  const viewers = viewersOf(type)
  const shown = viewers.includes(viewer) ? viewer : 'visitor'
  const access = isGated ? found?.data.find((entry) => entry.viewer === shown) : open
  return (
    <aside id="preview" tabIndex={-1} aria-label={t('studio.editor.preview')} className="min-w-0 outline-none">
      <h2 className="mb-2 font-sans text-sm font-semibold tracking-normal text-ink-2">
        {t(isGated ? 'studio.composer.previewAs' : 'studio.composer.preview')}
      </h2>
      {isGated ? (
        <Segments
          choices={viewers.map((value) => ({ value, label: t(`studio.composer.as.${value}`) }))}
          value={shown}
          onChange={setViewer}
        />
      ) : null}
      {access ? (
        <>
          <div className="mt-3.5">{children(access)}</div>
          {isGated && found?.of === asked ? (
            <p role="status" className="mt-3 flex gap-2 text-sm text-ink-2">
              <Eye className="icon size-5! shrink-0 text-ink-3" aria-hidden="true" />
              {t(access.view ? 'studio.composer.seesAll' : 'studio.composer.seesLocked')}
            </p>
          ) : null}
        </>
      ) : null}
    </aside>
  )
}
