import { Archive, ArrowLeft, ExternalLink, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { buttonClass, iconButtonClass } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { pageOf, type StudioItem, type StudioKindName } from '../pieces/studio-items.ts'

interface EditorHeadProps {
  kind: StudioKindName
  item: StudioItem | null
  title: string
  back: string
  /** Where it stands: a draft, saved when, published. */
  state: ReactNode
  working: boolean
  onArchive: () => void
  onDelete: () => void
}

/** The editor's bar: the way back, what is written, how it is saved, and what else can be done with it. */
export function EditorHead({ kind, item, title, back, state, working, onArchive, onDelete }: EditorHeadProps) {
  const t = useT()
  return (
    <header className="flex min-h-14 min-w-0 items-center gap-2 border-b border-line px-2 md:col-start-1 md:row-start-1 md:min-h-16 md:ps-5">
      <Link to={back} aria-label={t('ui.back')} className={iconButtonClass('ghost')}>
        <ArrowLeft className="rtl:-scale-x-100" aria-hidden="true" />
      </Link>
      <h1 className="max-w-1/2 shrink-0 truncate text-lg md:text-xl">{title}</h1>
      <div className="min-w-0 shrink text-xs text-ink-3 max-md:ms-auto max-md:last:pe-2 md:text-sm">{state}</div>
      {item ? (
        <div className="flex shrink-0 items-center md:ms-auto">
          {item.status === 'published' ? (
            <>
              <Link to={pageOf(kind, item._id)} className={`${buttonClass('ghost')} max-lg:hidden`}>
                <ExternalLink aria-hidden="true" />
                {t(`studio.composer.view.${kind}`)}
              </Link>
              <IconButton label={t('studio.archive')} disabled={working} onClick={onArchive}>
                <Archive aria-hidden="true" />
              </IconButton>
            </>
          ) : null}
          <IconButton label={t('studio.delete')} onClick={onDelete}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      ) : null}
    </header>
  )
}
