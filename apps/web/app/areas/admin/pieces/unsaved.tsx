import { useCallback } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'
import { Leaving } from '../../../ui/leaving.tsx'

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
          onSubmit={(event) => {
            event.preventDefault()
            onSave(String(new FormData(event.currentTarget).get('reason') ?? '').trim())
          }}
          aria-label={t('site.unsaved.label')}
          className="save-bar glass sticky bottom-0 short:static z-20 -mx-4 mt-6 grid gap-3 border-t border-line px-4 py-3 md:mx-0 md:rounded-t-lg"
        >
          {confirm ? (
            <Checkbox
              label={confirm.label}
              checked={confirm.checked}
              onChange={(event) => confirm.onChange(event.currentTarget.checked)}
            />
          ) : null}
          <div className="flex flex-wrap items-end gap-3">
            <p role="status" className="text-sm font-semibold sm:py-2.5">
              {t('site.unsaved.count', { count })}
            </p>
            <Field
              label={t('site.unsaved.why')}
              name="reason"
              hideLabel
              className="min-w-52 flex-1 max-sm:basis-full"
              required
            >
              <Input small minLength={3} maxLength={300} placeholder={t('site.unsaved.why')} />
            </Field>
            <Button variant="ghost" className="max-sm:ms-auto" onClick={onDiscard}>
              {t('site.unsaved.discard')}
            </Button>
            <Button type="submit" variant="primary" busy={working ? t('ui.saving') : undefined}>
              {t('site.unsaved.save')}
            </Button>
          </div>
        </form>
      ) : null}
    </>
  )
}

/** Asks for confirmation before the user leaves with unsaved changes. */
export function LeavingUnsaved({ dirty }: { dirty: boolean }) {
  const t = useT()
  const isDirty = useCallback(() => dirty, [dirty])
  return (
    <Leaving
      isDirty={isDirty}
      title={t('site.leave.title')}
      text={t('site.leave.text')}
      go={t('site.leave.go')}
      stay={t('site.leave.stay')}
    />
  )
}
