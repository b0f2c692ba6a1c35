import { type FormEvent, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { clockIn, instantOf } from '../../time/zone.ts'
import { useOwnZone } from '../../time/own-zone.ts'
import type { Coupon } from './coupon-list.ts'

interface EditCouponProps {
  coupon: Coupon
  /** Its creator, or staff for the site. */
  by: 'performer' | 'admin'
  onClose: () => void
}

/** How often a code can be used, and until when: what may change once people have it. */
export function EditCoupon({ coupon, by, onClose }: EditCouponProps) {
  const t = useT()
  const id = useId()
  const zone = useOwnZone()
  const { revalidate } = useRevalidator()
  const { send, working, problem } = useMutation()
  const before = coupon.endsAt ? clockIn(zone, coupon.endsAt) : ''
  const [endsAt, setEndsAt] = useState(before)
  const [maxUses, setMaxUses] = useState(String(coupon.maxUses ?? ''))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = {
      maxUses: maxUses === '' ? null : Number(maxUses),
      // The field has no seconds: an end that was left alone stays as it is.
      endsAt: endsAt === '' ? null : endsAt === before ? coupon.endsAt : (instantOf(zone, endsAt) ?? endsAt),
    }
    const change = { params: { id: coupon._id }, body }
    const changed = await (by === 'admin'
      ? send('PUT /admin/coupons/:id', change)
      : send('PUT /performer/coupons/:id', change))
    if (!changed) return
    toast.success('ui.saved')
    onClose()
    await revalidate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('studio.coupons.editTitle', { code: coupon.code })}
      description={t('studio.coupons.editHint')}
      locked={working}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('studio.coupons.cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={working ? t('ui.saving') : undefined}>
            {t('studio.coupons.save')}
          </Button>
        </div>
      }
    >
      <form id={id} onSubmit={(event) => void save(event)} className="grid gap-4">
        <FormProblem problem={problem}>
          <Field name="maxUses" label={t('studio.coupons.maxUses')} hint={t('studio.coupons.maxUsesHint')}>
            <Input
              name="maxUses"
              type="number"
              min={1}
              max={1_000_000}
              value={maxUses}
              onChange={(event) => setMaxUses(event.currentTarget.value)}
            />
          </Field>
          <Field name="endsAt" label={t('studio.coupons.endsAt')} hint={t('studio.coupons.endsHint')}>
            <Input
              name="endsAt"
              type="datetime-local"
              value={endsAt}
              onChange={(event) => setEndsAt(event.currentTarget.value)}
            />
          </Field>
        </FormProblem>
      </form>
    </Dialog>
  )
}
