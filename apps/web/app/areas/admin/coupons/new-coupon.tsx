import { type FormEvent, useId, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import type { Coupon } from '../../../parts/money/coupon/coupon-list.ts'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { useSite } from '../../../parts/site/site.ts'
import { useOwnZone } from '../../../parts/time/own-zone.ts'
import { instantOf } from '../../../parts/time/zone.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { Field, Input, Select, Switch } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'

const targets = ['subscriptions', 'tokens', 'everything'] as const satisfies readonly Coupon['appliesTo'][]

/** A code of the site, whose discount it bears. */
export function NewCoupon({ onClose }: { onClose: () => void }) {
  const t = useT()
  const id = useId()
  const zone = useOwnZone()
  const { currency } = useSite()
  const { send, working, problem } = useMutation()
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  const [appliesTo, setAppliesTo] = useState<(typeof targets)[number]>('subscriptions')
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const at = (name: string) => {
      const clock = String(form.get(name) ?? '')
      return clock === '' ? null : (instantOf(zone, clock) ?? clock)
    }
    const startsAt = at('startsAt')
    const reply = await send('POST /admin/coupons', {
      body: {
        code: String(form.get('code') ?? '').trim(),
        percent: kind === 'percent' ? numberOf(form, 'percent') : null,
        amount: kind === 'amount' ? numberOf(form, 'amount') : null,
        appliesTo,
        newSubscribersOnly: appliesTo !== 'tokens' && form.has('newSubscribersOnly'),
        maxUses: numberOf(form, 'maxUses'),
        perUser: numberOf(form, 'perUser'),
        endsAt: at('endsAt'),
        ...(startsAt && { startsAt }),
      },
      once: true,
    })
    if (!reply) return
    toast.say(t('site.coupons.made', { code: reply.data.code }))
    onClose()
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={t('studio.coupons.new')}
      description={t('site.coupons.bears')}
      locked={working}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={working ? t('ui.saving') : undefined}>
            {t('studio.coupons.create')}
          </Button>
        </div>
      }
    >
      <form id={id} onSubmit={(event) => void save(event)} className="grid gap-4">
        <FormProblem problem={problem}>
          <Field name="code" label={t('studio.coupons.code')} hint={t('studio.coupons.codeHint')} required>
            <Input
              small
              minLength={4}
              maxLength={20}
              pattern="[A-Za-z0-9\-]{4,20}"
              autoComplete="off"
              autoCapitalize="characters"
              dir="ltr"
              className="font-mono uppercase"
            />
          </Field>
          <div className="grid grid-cols-2 gap-3">
            <Field label={t('studio.coupons.kind')}>
              <Select small value={kind} onChange={(event) => setKind(event.currentTarget.value as typeof kind)}>
                <option value="percent">{t('studio.coupons.percent')}</option>
                <option value="amount">{t('site.coupons.amountIn', { currency })}</option>
              </Select>
            </Field>
            {kind === 'percent' ? (
              <Field key="percent" name="percent" label={t('studio.coupons.discount')} required>
                <Input small type="number" min={1} max={100} className="num" />
              </Field>
            ) : (
              <Field key="amount" name="amount" label={t('studio.coupons.discount')} required>
                <Input small type="number" min={0.01} step={0.01} className="num" />
              </Field>
            )}
          </div>
          <Field label={t('studio.coupons.appliesTo')} name="appliesTo">
            <Select
              small
              value={appliesTo}
              onChange={(event) => setAppliesTo(event.currentTarget.value as typeof appliesTo)}
            >
              {targets.map((target) => (
                <option key={target} value={target}>
                  {t(`studio.coupons.what.${target}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field name="perUser" label={t('studio.coupons.perUser')} hint={t('studio.coupons.perUserHint')}>
            <Input small type="number" min={1} max={1000} className="num" defaultValue={1} />
          </Field>
          <Field
            name="startsAt"
            label={t('studio.coupons.startsAt')}
            hint={t('studio.coupons.startsHint', { zone: zone.replaceAll('_', ' ') })}
          >
            <Input small type="datetime-local" />
          </Field>
          <Field name="endsAt" label={t('studio.coupons.endsAt')} hint={t('studio.coupons.endsHint')}>
            <Input small type="datetime-local" />
          </Field>
          <Field name="maxUses" label={t('studio.coupons.maxUses')} hint={t('studio.coupons.maxUsesHint')}>
            <Input small type="number" min={1} max={1_000_000} className="num" />
          </Field>
          {appliesTo === 'tokens' ? null : (
            <Switch
              name="newSubscribersOnly"
              label={t('studio.coupons.newOnly')}
              hint={t('studio.coupons.newOnlyHint')}
            />
          )}
        </FormProblem>
      </form>
    </Sheet>
  )
}

/** A number of a field; null where it is empty. */
const numberOf = (form: FormData, name: string): number | null => {
  const text = String(form.get(name) ?? '').trim()
  return text === '' ? null : Number(text)
}
