import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'

interface UnsavedProps {
  count: number
  working: boolean
  onSave: (reason: string) => void
  onDiscard: () => void
  /** Something that has to be meant before it is saved. */
  confirm?: { label: string; checked: boolean; onChange: (checked: boolean) => void } | null
}

/** Rises from the bottom while something is changed and not saved: why it changes, and the two ways on. */
export function Unsaved({ count, working, onSave, onDiscard, confirm = null }: UnsavedProps) {
  const t = useT()
  const dirty = count > 0
  return (
    <>
      <LeavingUnsaved dirty={dirty} />
      {dirty ? (
        <form
          action={(form) => onSave(String(form.get('reason') ?? '').trim())}
          aria-label={t('site.unsaved.label')}
          className="glass sticky bottom-0 z-20 -mx-4 mt-6 grid gap-3 border-t border-line px-4 py-3 md:mx-0 md:rounded-t-lg"
        >
          {confirm ? (
            <Checkbox
              label={confirm.label}
              checked={confirm.checked}
              onChange={(event) => confirm.onChange(event.currentTarget.checked)}
            />
          ) : null}
          <div className="flex flex-wrap items-end gap-3">
            <p role="status" className="py-2.5 text-sm font-[600]">
              {t('site.unsaved.count', { count })}
            </p>
            <Field label={t('site.unsaved.why')} name="reason" hideLabel className="min-w-52 flex-1" required>
              <Input small minLength={3} maxLength={300} placeholder={t('site.unsaved.why')} />
            </Field>
            <Button look="ghost" onClick={onDiscard}>
              {t('site.unsaved.discard')}
            </Button>
            <Button type="submit" look="primary" busy={working ? t('ui.saving') : undefined}>
              {t('site.unsaved.save')}
            </Button>
          </div>
        </form>
      ) : null}
    </>
  )
}

/** What is not saved is not left without a question. */
export function LeavingUnsaved({ dirty }: { dirty: boolean }) {
  const t = useT()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => dirty && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog
      open
      onOpenChange={(open) => open || blocker.reset()}
      title={t('site.leave.title')}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="ghost" onClick={() => blocker.proceed()}>
            {t('site.leave.go')}
          </Button>
          <Button look="primary" onClick={() => blocker.reset()}>
            {t('site.leave.stay')}
          </Button>
        </div>
      }
    >
      <p className="text-ink-2">{t('site.leave.text')}</p>
    </Dialog>
  )
}
