import { useNavigate } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Field, Input, Switch } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useOwnZone } from '../../../parts/time/own-zone.ts'
import { CodeField } from './code-field.tsx'
import { bodyOf, type Draft, type Target } from './coupon-draft.ts'
import type { Plan } from '../../../parts/money/coupon/coupon-list.ts'
import { DiscountField } from './discount-field.tsx'
import { PlanChoice } from './plan-choice.tsx'

export interface DraftProps {
  draft: Draft
  plans: readonly Plan[]
  /** The most that a creator can take off tokens, in per cent. */
  tokensPctMax: number
  onChange: (change: Partial<Draft>) => void
}

export function CouponForm({ draft, plans, tokensPctMax, onChange }: DraftProps) {
  const t = useT()
  const zone = useOwnZone()
  const navigate = useNavigate()
  const { send, working, problem, setProblem } = useMutation()
  const isForTokens = draft.appliesTo === 'tokens'
  const save = async () => {
    const reply = await send('POST /performer/coupons', { body: bodyOf(draft, zone) })
    if (!reply) return
    toast.say(t('studio.coupons.made', { code: reply.data.code }))
    await navigate('/creator/coupons')
  }
  const number = (name: 'maxUses' | 'perUser', max: number) => (
    <Field name={name} label={t(`studio.coupons.${name}`)} hint={t(`studio.coupons.${name}Hint`)}>
      <Input
        name={name}
        type="number"
        min={1}
        max={max}
        value={draft[name]}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      />
    </Field>
  )
  const time = (name: 'startsAt' | 'endsAt', hint: string) => (
    <Field name={name} label={t(`studio.coupons.${name}`)} hint={hint}>
      <Input
        name={name}
        type="datetime-local"
        value={draft[name]}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      />
    </Field>
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-4.5 rounded-lg bg-surface p-4 ring-1 ring-line md:grid-cols-2 md:p-6 [&>*]:min-w-0"
    >
      <FormProblem problem={problem}>
        <CodeField
          code={draft.code}
          onChange={(code) => {
            // Whether it is taken is looked up while it is typed.
            if (problem?.code === 'COUPON_CODE_TAKEN') setProblem(null)
            onChange({ code })
          }}
        />
        <DiscountField draft={draft} plans={plans} tokensPctMax={tokensPctMax} onChange={onChange} />
        <div className="md:col-span-2 [&_fieldset>div]:md:grid-cols-3">
          <RadioCards
            name="appliesTo"
            legend={t('studio.coupons.appliesTo')}
            value={draft.appliesTo}
            onChange={(value) => onChange({ appliesTo: value as Target })}
            choices={(['subscriptions', 'tokens', 'everything'] as const).map((value) => ({
              value,
              title: t(`studio.coupons.for.${value}`),
              detail: t(`studio.coupons.for.${value}Hint`),
            }))}
          />
          {draft.appliesTo === 'subscriptions' ? null : (
            <p className="mt-2 rounded-md bg-surface-2 px-4 py-3 text-sm text-ink-2">
              {t('studio.coupons.tokensHint', { most: tokensPctMax })}
            </p>
          )}
        </div>
        {isForTokens ? null : (
          <div className="md:col-span-2">
            <PlanChoice plans={plans} chosen={draft.planIds} onChange={(planIds) => onChange({ planIds })} />
          </div>
        )}
        {number('maxUses', 1_000_000)}
        {number('perUser', 1_000)}
        {time('startsAt', t('studio.coupons.startsHint', { zone: zone.replaceAll('_', ' ') }))}
        {time('endsAt', t('studio.coupons.endsHint'))}
        {isForTokens ? null : (
          <Switch
            className="border-t border-line pt-3.5 md:col-span-2"
            label={t('studio.coupons.newOnly')}
            hint={t('studio.coupons.newOnlyHint')}
            checked={draft.newSubscribersOnly}
            onChange={(event) => onChange({ newSubscribersOnly: event.currentTarget.checked })}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2 md:col-span-2">
          <ButtonLink variant="ghost" to="/creator/coupons">
            {t('studio.coupons.cancel')}
          </ButtonLink>
          <Button type="submit" variant="primary" busy={working ? t('ui.saving') : undefined}>
            {t('studio.coupons.create')}
          </Button>
        </div>
      </FormProblem>
    </form>
  )
}
