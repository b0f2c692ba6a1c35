import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { type Draft, discountOf, sampleTokensPrice, shownPlan } from './coupon-draft.ts'
import type { Plan } from '../../../parts/money/coupon/coupon-list.ts'

interface PerUseProps {
  draft: Draft
  plans: readonly Plan[]
  commissionPct: number
  tokensPctMax: number
}

/** What one use brings, or costs. */
export function PerUse({ draft, plans, commissionPct, tokensPctMax }: PerUseProps) {
  const t = useT()
  const { money, percent } = useFormats()
  const { currency } = useSite()
  const plan = shownPlan(draft, plans)
  const isTokens = draft.appliesTo === 'tokens'
  const price = isTokens ? sampleTokensPrice : (plan?.price ?? 0)
  if (!isTokens && !plan) return null
  const off = discountOf(draft, price, isTokens, tokensPctMax)
  const paid = (Math.round(price * 100) - Math.round(off * 100)) / 100
  const fee = Math.round(paid * commissionPct) / 100
  const rows = isTokens
    ? [
        [t('studio.coupons.per.price'), money(price, currency)],
        [t('studio.coupons.per.paid'), money(paid, currency)],
        [t('studio.coupons.per.given'), money(0 - off, currency)],
      ]
    : [
        [t('studio.coupons.per.paid'), money(paid, currency)],
        [t('studio.coupons.per.fee', { share: percent(commissionPct / 100) }), money(0 - fee, currency)],
        [t('studio.coupons.per.earned'), money((Math.round(paid * 100) - Math.round(fee * 100)) / 100, currency)],
      ]
  return (
    <section className="rounded-lg bg-surface px-5 py-4 ring-1 ring-line">
      <h2 className="text-md font-strong">{t('studio.coupons.per.title')}</h2>
      <dl className="num mt-1 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-3 py-1.5 text-ink-2 last:text-ink">
            <dt>{name}</dt>
            <dd className="font-strong text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-xs text-ink-3">
        {t(isTokens ? 'studio.coupons.per.tokensHint' : 'studio.coupons.per.hint')}
      </p>
    </section>
  )
}
