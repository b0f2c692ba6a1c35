import { CalendarClock } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Wish } from './use-saving.ts'

interface SaveBarProps {
  /** What is under way or in the way, in words. */
  standing: string
  published: boolean
  later: boolean
  saving: Wish | null
  canSave: boolean
  canPublish: boolean
  onSave: (wish: Wish) => void
}

/** Stays at the bottom: what is still missing, and the two ways to save. */
export function SaveBar({ standing, published, later, saving, canSave, canPublish, onSave }: SaveBarProps) {
  const t = useT()
  return (
    <div className="glass sticky bottom-[calc(56px+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-2.5 md:bottom-0 md:mx-0 md:rounded-t-lg md:py-3">
      <p role="status" className="me-auto min-w-0 text-xs text-ink-3 max-sm:w-full max-sm:empty:hidden">
        {standing}
      </p>
      {published ? null : (
        <Button
          look="quiet"
          className="max-sm:flex-1"
          busy={saving === 'draft' ? t('ui.saving') : undefined}
          disabled={!canSave || saving === 'published'}
          onClick={() => onSave('draft')}
        >
          {t('studio.editor.saveDraft')}
        </Button>
      )}
      <Button
        look="primary"
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
