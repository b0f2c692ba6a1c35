import { useFormats, useT } from '../../../i18n/context.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import type { MoneyLine } from '../confirm-sheet.tsx'
import type { AppliedCoupon, CouponProblem } from './use-coupon.ts'

type Discount = Pick<AppliedCoupon, 'percent' | 'amount' | 'currency'>

/** '20% off', '$5.00 off'. */
export function useDiscountText(): (coupon: Discount) => string {
  const t = useT()
  const { money, percent } = useFormats()
  return ({ percent: share, amount, currency }) =>
    t('wallet.coupon.off', { discount: share === null ? money(amount ?? 0, currency) : percent(share / 100) })
}

/** 'Coupon WINTERKILN, 20% off'; without the share where less than that is taken off. */
export function useCouponLine(): (coupon: AppliedCoupon) => MoneyLine {
  const t = useT()
  const { money } = useFormats()
  const discountText = useDiscountText()
  return (coupon) => {
    const { code, percent, amount, price, discount, currency } = coupon
    const isWhole = percent === null ? amount === discount : Math.abs((discount / price) * 100 - percent) < 1
    return {
      label: isWhole
        ? t('wallet.coupon.line', { code, discount: discountText(coupon) })
        : t('wallet.coupon.linePlain', { code }),
      amount: money(-discount, currency),
      saving: true,
    }
  }
}

/** Why a code isn’t applied, with what the refusal says of it. `price`: without the code; null where nothing is chosen yet. */
export function useCouponProblemText(): (
  problem: CouponProblem,
  paid: { kind: 'subscription' | 'tokens'; price: string | null; currency: string },
) => string {
  const t = useT()
  const { date, dateTime, money } = useFormats()
  const problemText = useProblemText()
  return (problem, { kind, price, currency }) => {
    if (problem === 'shape') return t('wallet.coupon.shape')
    if (problem === 'over') return t('wallet.coupon.over', { price: price ?? '' })
    const { endsAt, startsAt, maxUses, price: present, appliesTo } = problem.details
    if (problem.errors.some(({ code }) => code === 'COUPON_CODE_SHAPE')) return t('wallet.coupon.shape')
    if (problem.code === 'COUPON_ENDED' && typeof endsAt === 'string')
      return t('wallet.coupon.endedOn', { date: date(endsAt) })
    if (problem.code === 'COUPON_NOT_STARTED' && typeof startsAt === 'string')
      return t('wallet.coupon.startsOn', { date: dateTime(startsAt) })
    if (problem.code === 'COUPON_USED_UP' && typeof maxUses === 'number' && price !== null)
      return t('wallet.coupon.usedUp', {
        count: maxUses,
        price: typeof present === 'number' ? money(present, currency) : price,
      })
    if (problem.code === 'COUPON_NOT_FOR_THIS') {
      if (kind === 'tokens' && appliesTo === 'subscriptions') return t('wallet.coupon.forSubscriptions')
      if (kind === 'subscription')
        return t(appliesTo === 'tokens' ? 'wallet.coupon.forTokens' : 'wallet.coupon.forOther')
    }
    return problemText(problem)
  }
}

export const isCouponRefusal = (code: string): boolean => code.startsWith('COUPON_')
