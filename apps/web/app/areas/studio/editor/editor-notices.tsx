import clsx from 'clsx'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { NotVerified } from '../pieces/not-verified.tsx'
import type { StudioKindName } from '../pieces/studio-items.ts'

interface EditorNoticesProps {
  kind: StudioKindName
  isApproved: boolean
  /** When the draft was kept on this device that is shown now. */
  restoredAt: number | null
  isNew: boolean
  zone: string
  /** What the server said about no field of the form. */
  problems: readonly string[]
  /** It was saved elsewhere since: which of the two is kept. */
  conflict: { onTheirs: () => void; onMine: () => void } | null
  onDiscard: () => void
  /** It is published, and new files of it are processed or were in vain. */
  awaited: 'awaited' | 'awaitedFailed' | 'awaitedSold' | null
}

/** What one must know before writing on. */
export function EditorNotices({
  kind,
  isApproved,
  restoredAt,
  isNew,
  zone,
  conflict,
  problems,
  onDiscard,
  awaited,
}: EditorNoticesProps) {
  const t = useT()
  const { dateTime } = useFormats()
  return (
    <>
      {isApproved ? null : (
        <NotVerified className="md:rounded-lg">
          {t(kind === 'feed' ? 'studio.editor.draftsOnly' : 'studio.editor.notApproved')}
        </NotVerified>
      )}
      {restoredAt === null ? null : (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 bg-primary-soft px-5 py-2.5 text-sm text-primary-soft-ink md:rounded-lg"
        >
          <p>{t('studio.savedDraft.from', { at: dateTime(new Date(restoredAt), zone) })}</p>
          <Button size="sm" variant="ghost" className="-me-3 text-primary-soft-ink!" onClick={onDiscard}>
            {t(isNew ? 'studio.savedDraft.afresh' : 'studio.savedDraft.discard')}
          </Button>
        </div>
      )}
      {awaited === null ? null : (
        <p
          role="status"
          className={clsx(
            'px-5 py-2.5 text-sm md:rounded-lg',
            awaited === 'awaited' ? 'bg-primary-soft text-primary-soft-ink' : 'bg-token-soft text-token-soft-ink',
          )}
        >
          {t(`studio.editor.${awaited}`)}
        </p>
      )}
      {conflict ? (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 bg-token-soft px-5 py-3 text-sm text-token-soft-ink md:rounded-lg"
        >
          <p className="min-w-60 flex-1">{t('studio.composer.conflict')}</p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="ink" onClick={conflict.onMine}>
              {t('studio.composer.keepMine')}
            </Button>
            <Button size="sm" variant="ghost" className="text-token-soft-ink!" onClick={conflict.onTheirs}>
              {t('studio.composer.openTheirs')}
            </Button>
          </div>
        </div>
      ) : null}
      {problems.length ? (
        <p role="alert" className="bg-danger-soft px-4 py-3 text-sm text-danger-soft-ink md:rounded-md">
          {problems.join(' ')}
        </p>
      ) : null}
    </>
  )
}
