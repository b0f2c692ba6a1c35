import { useFormats, useT } from '../../../i18n/context.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CouponActions } from './coupon-actions.tsx'
import { CouponCode } from '../../../parts/money/coupon/coupon-code.tsx'
import { type Coupon, type Plan, tones, useCouponWords } from '../../../parts/money/coupon/coupon-list.ts'

/** A row of the list on a phone. */
export function CouponCard({ coupon, plans }: { coupon: Coupon; plans: readonly Plan[] }) {
  const t = useT()
  const { money } = useFormats()
  const words = useCouponWords(plans)
  return (
    <li className="rounded-lg bg-surface px-4 py-3.5 ring-1 ring-line">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <CouponCode coupon={coupon} />
        <span className="ms-auto flex items-center gap-1">
          <Badge tone={tones[coupon.state]}>{t(`studio.coupons.state.${coupon.state}`)}</Badge>
          <CouponActions coupon={coupon} />
        </span>
      </div>
      <div className="mt-1.5 flex justify-between gap-3 text-sm">
        <p className="min-w-0">
          <b className="font-strong">{words.discount(coupon)}</b>
          <span className="mt-0.5 block text-xs text-ink-3">{words.what(coupon)}</span>
          <span className="block text-xs text-ink-3">{words.when(coupon)}</span>
        </p>
        <p className="num shrink-0 text-end">
          <b className="font-strong">{money(coupon.sales, coupon.currency)}</b>
          <span className="mt-0.5 block text-xs text-ink-3">
            {t('studio.coupons.usedShort', { used: words.used(coupon) })}
          </span>
        </p>
      </div>
    </li>
  )
}
