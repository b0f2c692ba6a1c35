import clsx from 'clsx'
import type { Coupon } from './coupon-list.ts'

export const CouponCode = ({ coupon: { code, state } }: { coupon: Coupon }) => (
  <bdi
    className={clsx(
      'inline-flex h-[30px] items-center rounded-[8px] px-[11px] font-mono text-sm font-semibold whitespace-nowrap',
      state === 'ended' ? 'bg-surface-2 text-ink-2' : 'bg-token-soft text-token-soft-ink',
    )}
  >
    {code}
  </bdi>
)
