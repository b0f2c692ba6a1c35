import { CalendarClock } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import type { SaveStatus } from './use-saving.ts'

interface SaveBarProps {
  /** What is in progress or prevents saving, as text. */
  uploadStatus: string
  published: boolean
  later: boolean
  saving: SaveStatus | null
  canSave: boolean
  canPublish: boolean
  onSave: (status: SaveStatus) => void
}

/** Stays at the bottom: what is still missing, and the two ways to save. */
export function SaveBar({ uploadStatus, published, later, saving, canSave, canPublish, onSave }: SaveBarProps) {
  const t = useT()
  return (
    <div className="save-bar glass sticky short:static bottom-[calc(56px+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-2.5 md:bottom-0 md:mx-0 md:rounded-t-lg md:py-3">
      <p role="status" className="me-auto min-w-0 text-xs text-ink-3 max-sm:w-full max-sm:empty:hidden">
        {uploadStatus}
      </p>
      {published ? null : (
        <Button
          variant="quiet"
          className="max-sm:flex-1"
          busy={saving === 'draft' ? t('ui.saving') : undefined}
          disabled={!canSave || saving === 'published'}
          onClick={() => onSave('draft')}
        >
          {t('studio.editor.saveDraft')}
        </Button>
      )}
      <Button
        variant="primary"
        className="max-sm:flex-1"
        busy={saving === 'published' ? t('ui.saving') : undefined}
        disabled={!canPublish || saving === 'draft'}
        onClick={() => onSave('published')}
      >
        {later && !published ? <CalendarClock aria-hidden="true" /> : null}
        {published ? t('studio.editor.saveChanges') : later ? t('studio.editor.schedule') : t('studio.editor.publish')}
      </Button>
    </div>
  )
}
