import { type FormEvent, useId } from 'react'
import { useT } from '../../../i18n/context.tsx'
import type { Coupon } from '../../../parts/money/coupon/coupon-list.ts'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Ends a code, with a reason for the audit log. */
export function EndCoupon({ coupon: { _id: id, code }, onClose }: { coupon: Coupon; onClose: () => void }) {
  const t = useT()
  const form = useId()
  const { send, working, problem } = useMutation()
  const end = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (!(await send('POST /admin/coupons/:id/end', { params: { id }, body: { reason }, once: true }))) return
    toast.say(t('studio.coupons.endDone', { code }))
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('studio.coupons.endTitle', { code })}
      description={t('studio.coupons.endText')}
      locked={working}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button type="submit" form={form} variant="danger" busy={working ? t('studio.coupons.ending') : undefined}>
            {t('studio.coupons.end')}
          </Button>
        </div>
      }
    >
      <form id={form} onSubmit={(event) => void end(event)}>
        <FormProblem problem={problem}>
          <Field name="reason" label={t('site.coupons.reason')} hint={t('site.coupons.reasonHint')} required>
            <Textarea minLength={3} maxLength={500} rows={3} dir="auto" />
          </Field>
        </FormProblem>
      </form>
    </Dialog>
  )
}
