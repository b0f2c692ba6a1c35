import { useFormats, useT } from '../../../i18n/context.tsx'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/table.tsx'
import { CouponActions } from './coupon-actions.tsx'
import { CouponCode } from '../../../parts/money/coupon/coupon-code.tsx'
import { type Coupon, type Plan, tones, useCouponWords } from '../../../parts/money/coupon/coupon-list.ts'

const quiet = 'mt-0.5 block text-xs text-ink-3'

export function useCouponColumns(plans: readonly Plan[]): Column<Coupon>[] {
  const t = useT()
  const { money } = useFormats()
  const words = useCouponWords(plans)
  return [
    { name: 'code', title: t('studio.coupons.code'), cell: (coupon) => <CouponCode coupon={coupon} /> },
    {
      name: 'discount',
      title: t('studio.coupons.discount'),
      cell: (coupon) => (
        <>
          <b className="font-strong">{words.discount(coupon)}</b>
          <span className={quiet}>{words.what(coupon)}</span>
        </>
      ),
    },
    {
      name: 'state',
      title: t('studio.column.status'),
      cell: (coupon) => (
        <>
          <Badge tone={tones[coupon.state]}>{t(`studio.coupons.state.${coupon.state}`)}</Badge>
          <span className={quiet}>{words.when(coupon)}</span>
        </>
      ),
    },
    {
      name: 'used',
      title: t('studio.coupons.used'),
      cell: (coupon) => (
        <span className="num whitespace-nowrap">
          {words.used(coupon)}
          {coupon.maxUses === null ? (
            <span className={quiet}>{t('studio.coupons.noLimit')}</span>
          ) : (
            // The numbers above say the same.
            <span
              aria-hidden="true"
              className="gauge mt-1.5 block h-1.5 w-24 overflow-hidden rounded-full bg-surface-3 max-lg:hidden"
            >
              <span
                className="block h-full rounded-full bg-chart-1"
                style={{ width: `${Math.min(100, (coupon.used / coupon.maxUses) * 100)}%` }}
              />
            </span>
          )}
        </span>
      ),
    },
    {
      name: 'sales',
      title: t('studio.coupons.sales'),
      number: true,
      cell: ({ sales, currency }) => <b className="font-strong">{money(sales, currency)}</b>,
    },
    {
      name: 'given',
      title: t('studio.coupons.given'),
      number: true,
      wideOnly: 'lg',
      cell: ({ given, currency }) => money(given, currency),
    },
    {
      name: 'actions',
      title: <span className="sr-only">{t('studio.column.more')}</span>,
      number: true,
      cell: (coupon) => <CouponActions coupon={coupon} />,
    },
  ]
}
