import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import type { SaveStatus } from './draft.ts'

interface SaveBarProps {
  /** What is in progress or prevents saving, as text. */
  uploadStatus: string
  /** Whether it was published before: then it is saved as it is, and published again if it is archived. */
  published: boolean
  archived: boolean
  later: boolean
  saving: SaveStatus | null
  canSave: boolean
  canPublish: boolean
  onSave: (status: SaveStatus) => void
}

/** Stays at the bottom: what is still missing, and the ways to save. */
export function SaveBar({ uploadStatus, published, archived, later, saving, ...props }: SaveBarProps) {
  const { canSave, canPublish, onSave } = props
  const t = useT()
  return (
    <div className="save-bar glass sticky short:static bottom-[calc(56px+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-2.5 md:bottom-0 md:mx-0 md:rounded-t-lg md:py-3">
      <p role="status" className="me-auto min-w-0 text-xs text-ink-3 max-sm:w-full max-sm:empty:hidden">
        {uploadStatus}
      </p>
      {published && !archived ? null : (
        <Save
          variant="quiet"
          saving={saving}
          status={published ? 'unchanged' : 'draft'}
          disabled={published ? !canPublish : !canSave}
          onSave={onSave}
        >
          {published ? t('studio.editor.saveChanges') : t('studio.editor.saveDraft')}
        </Save>
      )}
      <Save
        variant="primary"
        saving={saving}
        status={published && !archived ? 'unchanged' : 'published'}
        disabled={!canPublish}
        onSave={onSave}
      >
        {later && !published ? <CalendarClock aria-hidden="true" /> : null}
        {archived
          ? t('studio.publishAgain')
          : published
            ? t('studio.editor.saveChanges')
            : later
              ? t('studio.editor.schedule')
              : t('studio.editor.publish')}
      </Save>
    </div>
  )
}

interface SaveProps extends Pick<SaveBarProps, 'saving' | 'onSave'> {
  variant: 'quiet' | 'primary'
  status: SaveStatus
  disabled: boolean
  children: ReactNode
}
function Save({ variant, status, saving, disabled, onSave, children }: SaveProps) {
  const t = useT()
  return (
    <Button
      variant={variant}
      className="max-sm:flex-1"
      busy={saving === status ? t('ui.saving') : undefined}
      disabled={disabled || (saving !== null && saving !== status)}
      onClick={() => onSave(status)}
    >
      {children}
    </Button>
  )
}
