import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { discountOf, shownPlan } from './coupon-draft.ts'
import type { DraftProps } from './coupon-form.tsx'
import { Segments } from './segments.tsx'

/** How much: a share or an amount. */
export function DiscountField({ draft, plans, tokensPctMax, onChange }: DraftProps) {
  const t = useT()
  const { money } = useFormats()
  const { currency } = useSite()
  const plan = draft.appliesTo === 'tokens' ? undefined : shownPlan(draft, plans)
  const off = plan?.price ? discountOf(draft, plan.price, false, tokensPctMax) : 0
  // The sign of the currency, as the language writes it.
  const sign = money(0, currency).replaceAll(/[\p{Nd}\p{P}\s]/gu, '') || currency
  const isPercent = draft.kind === 'percent'
  return (
    <div className="flex items-start gap-2">
      <Field
        name={draft.kind}
        label={t('studio.coupons.discount')}
        className="flex-1"
        hint={
          plan?.price && off > 0
            ? t('studio.coupons.offPlan', {
                amount: money(off, currency),
                plan: plan.name,
                price: money(plan.price, currency),
              })
            : draft.appliesTo === 'subscriptions'
              ? undefined
              : t('studio.coupons.discountTokens', { most: tokensPctMax })
        }
      >
        <Input
          name={draft.kind}
          required
          inputMode={isPercent ? 'numeric' : 'decimal'}
          {...(isPercent
            ? { type: 'number', min: 1, max: draft.appliesTo === 'subscriptions' ? 100 : tokensPctMax }
            : {})}
          autoComplete="off"
          value={draft.value}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
        />
      </Field>
      <Segments
        className="mt-[27px]"
        label={t('studio.coupons.kind')}
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
        choices={[
          { value: 'percent', text: '%', label: t('studio.coupons.percent') },
          { value: 'amount', text: sign, label: t('studio.coupons.amount') },
        ]}
      />
    </div>
  )
}
