import type { Reply } from '../../../api/contract.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useDiscountText } from './coupon-texts.ts'
import type { Tone } from '../../../ui/badge.tsx'
import { tableQuery } from '../../../ui/table-state.ts'

export type Coupon = Reply<'GET /performer/coupons'>['data'][number]
export type Plan = Reply<'GET /performer/plans'>['data'][number]

/** The states in the order of the chips. */
export const couponStates = ['active', 'scheduled', 'used_up', 'ended'] as const satisfies readonly Coupon['state'][]
export const tones: Record<Coupon['state'], Tone> = {
  active: 'leaf',
  scheduled: 'sky',
  used_up: 'lamp',
  ended: 'quiet',
}

/** What the list asks for, from the address of its page. */
export function couponsQuery(search: URLSearchParams) {
  const { current, pageSize, sort } = tableQuery(search)
  const state = couponStates.find((value) => value === search.get('state'))
  const q = search.get('q')?.trim().slice(0, 20)
  return { current, pageSize, sort, sortBy: 'createdAt' as const, ...(state && { state }), ...(q && { q }) }
}

/** Where a code is used: one for tokens in the wallet, another on its creator’s page. */
export const couponPath = ({ code, appliesTo }: Coupon, username: string): string =>
  `/${appliesTo === 'tokens' ? 'user/wallet' : username}?coupon=${code}`

/** 'Front Row, 1 month': the plans of one creator often have one name. */
export function usePlanTitle(): (plan: Plan) => string {
  const t = useT()
  const { list } = useFormats()
  return ({ name, months }) => list([name, t('profile.length.month', { count: months })])
}

/** The words of one row. */
export function useCouponWords(plans: readonly Plan[]) {
  const t = useT()
  const { date, list, number } = useFormats()
  const discount = useDiscountText()
  const titleOf = usePlanTitle()
  const what = ({ appliesTo, planIds, newSubscribersOnly }: Coupon): string => {
    if (appliesTo !== 'subscriptions') return t(`studio.coupons.what.${appliesTo}`)
    const names = plans.filter(({ planId }) => planIds.includes(planId)).map(titleOf)
    if (names.length > 0) return list(names)
    return t(newSubscribersOnly ? 'studio.coupons.what.newSubscribers' : 'studio.coupons.what.subscriptions')
  }
  const when = ({ state, startsAt, endsAt }: Coupon): string => {
    if (state === 'scheduled') return t('studio.coupons.starts', { date: date(startsAt) })
    if (!endsAt) return t('studio.coupons.noEnd')
    return t(state === 'ended' ? 'studio.coupons.ended' : 'studio.coupons.ends', { date: date(endsAt) })
  }
  const used = ({ used: count, maxUses }: Coupon): string =>
    maxUses === null ? number(count) : t('studio.coupons.usedOf', { used: number(count), most: number(maxUses) })
  return { discount, what, when, used }
}
