import type { RequestInput } from '../../../api/contract.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { instantOf } from '../../../parts/time/zone.ts'
import type { Plan } from '../../../parts/money/coupon/coupon-list.ts'

type Body = RequestInput<'POST /performer/coupons'>['body']
export type Target = Body['appliesTo']

/** A code as it is typed. */
export interface Draft {
  code: string
  kind: 'percent' | 'amount'
  value: string
  appliesTo: Target
  /** Empty for all. */
  planIds: readonly string[]
  maxUses: string
  perUser: string
  startsAt: string
  endsAt: string
  newSubscribersOnly: boolean
}
export const emptyDraft: Draft = {
  code: '',
  kind: 'percent',
  value: '',
  appliesTo: 'subscriptions',
  planIds: [],
  maxUses: '',
  perUser: '1',
  startsAt: '',
  endsAt: '',
  newSubscribersOnly: false,
}
export const codeLengthMin = 4
export const codeLengthMax = 20
/** What the site shows a discount of tokens on, in its own currency. */
export const sampleTokensPrice = 20

export const asCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9-]/g, '')
    .slice(0, codeLengthMax)

const whole = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null)

/** In per cent, or in the site’s currency; null where it is none. */
export function valueOf({ kind, value }: Draft): number | null {
  if (kind === 'amount') return readTokens(value)
  const percent = whole(value)
  return percent !== null && percent >= 1 && percent <= 100 ? percent : null
}

export const pricedPlans = (plans: readonly Plan[]): Plan[] => plans.filter(({ price }) => price !== null)
/** The plan that the preview shows: the first of those chosen. */
export const shownPlan = ({ planIds }: Draft, plans: readonly Plan[]): Plan | undefined => {
  const priced = pricedPlans(plans)
  return (
    priced.find(({ planId }) => planIds.includes(planId)) ?? priced.find(({ type }) => type === 'monthly') ?? priced[0]
  )
}

/** What a draft takes off a price, as the server will: in whole cents, rounded down; of tokens at most half. */
export function discountOf(draft: Draft, price: number, isTokens: boolean, tokensPctMax: number): number {
  const value = valueOf(draft)
  if (value === null) return 0
  const cents = Math.round(price * 100)
  const wanted = draft.kind === 'percent' ? Math.floor((cents * value) / 100) : Math.round(value * 100)
  const most = isTokens ? Math.floor((cents * tokensPctMax) / 100) : cents
  return Math.min(wanted, most) / 100
}

export function bodyOf(draft: Draft, zone: string): Body {
  const value = valueOf(draft)
  const isForTokens = draft.appliesTo === 'tokens'
  return {
    code: draft.code,
    percent: draft.kind === 'percent' ? value : null,
    amount: draft.kind === 'amount' ? value : null,
    appliesTo: draft.appliesTo,
    planIds: isForTokens ? [] : [...draft.planIds],
    newSubscribersOnly: !isForTokens && draft.newSubscribersOnly,
    maxUses: whole(draft.maxUses),
    perUser: whole(draft.perUser),
    ...(draft.startsAt && { startsAt: instantOf(zone, draft.startsAt) ?? draft.startsAt }),
    endsAt: draft.endsAt === '' ? null : (instantOf(zone, draft.endsAt) ?? draft.endsAt),
  }
}
