import { type FormEvent, useId } from 'react'
import { useT, useViewerZone } from '../../../i18n/context.tsx'
import type { Coupon } from '../../../parts/money/coupon/coupon-list.ts'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { clockOf, instantOf } from '../pieces/device-clock.ts'
import { LimitFields, numberOf } from './limit-fields.tsx'

export function EditCoupon({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const zone = useViewerZone()
  const { send, working, problem } = useMutation()
  const before = coupon.endsAt ? clockOf(coupon.endsAt) : ''
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const endsAt = String(form.get('endsAt') ?? '')
    const body = {
      maxUses: numberOf(form, 'maxUses'),
      // The field has no seconds: an end that was left alone stays as it is.
      endsAt: endsAt === before ? coupon.endsAt : instantOf(endsAt),
    }
    if (!(await send('PUT /admin/coupons/:id', { params: { id: coupon._id }, body, once: true }))) return
    toast.success('ui.saved')
    onClose()
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={t('studio.coupons.editTitle', { code: coupon.code })}
      description={t('studio.coupons.editHint')}
      locked={working}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={working ? t('ui.saving') : undefined}>
            {t('studio.coupons.save')}
          </Button>
        </div>
      }
    >
      <form id={id} onSubmit={(event) => void save(event)} className="grid gap-4">
        <FormProblem problem={problem}>
          <LimitFields maxUses={coupon.maxUses} endsAt={before} zone={zone.replaceAll('_', ' ')} />
        </FormProblem>
      </form>
    </Sheet>
  )
}
