import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Select, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Dispute } from './disputes.tsx'

/** Whether the account and its card may pay again, and why. */
export function ReviewDialog({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { send, working, problem } = useMutation()
  const choice = useRef<HTMLSelectElement>(null)
  const save = async (form: FormData) => {
    const body = { allowPaying: form.get('paying') === 'allow', note: String(form.get('note') ?? '').trim() }
    if (!(await send('POST /admin/disputes/:id/review', { params: { id: dispute._id }, body, once: true }))) return
    toast.success('ui.saved')
    onClose()
    await revalidate()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => (next || working ? undefined : onClose())}
      title={t('staff.disputes.reviewOf', { name: dispute.user?.name ?? dispute._id })}
      description={
        dispute.owed > 0 ? t('staff.disputes.owes', { tokens: t.tokens(dispute.owed) }) : t('staff.disputes.about')
      }
      locked={working}
      initialFocus={choice}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save(new FormData(event.currentTarget))
        }}
        className="grid gap-4 pb-3"
      >
        <FormProblem problem={problem}>
          <Field label={t('staff.disputes.paying')}>
            <Select ref={choice} name="paying" defaultValue={dispute.payingBlocked ? 'block' : 'allow'}>
              <option value="block">{t('staff.disputes.keepBlocked')}</option>
              <option value="allow">{t('staff.disputes.allow')}</option>
            </Select>
          </Field>
          <Field label={t('staff.disputes.note')} name="note" hint={t('staff.disputes.noteHint')} required>
            <Textarea minLength={3} maxLength={1000} rows={3} dir="auto" defaultValue={dispute.note} />
          </Field>
          <div className="flex justify-end gap-2">
            <Button variant="ghost" onClick={onClose} disabled={working}>
              {t('ui.back')}
            </Button>
            <Button type="submit" variant="primary" busy={working ? t('ui.saving') : undefined}>
              {t('staff.disputes.save')}
            </Button>
          </div>
        </FormProblem>
      </form>
    </Dialog>
  )
}
