import type { Reply } from '../../../api/client.ts'

type Plan = Reply<'GET /performer/plans'>['data'][number]
/** A plan in the form: the price is the typed text. */
export interface Draft {
  key: string
  id?: string
  type: Plan['type']
  months: number
  price: string
}
export const draftOf = (plan: Plan): Draft => ({
  key: plan._id,
  id: plan._id,
  type: plan.type,
  months: plan.months,
  price: plan.price === null ? '' : String(plan.price),
})

const rank = { free: 0, monthly: 1, bundle: 2, yearly: 3 }
/** In the order of the profile: free, a month, several, a year. */
export const inOrder = (drafts: readonly Draft[]): Draft[] =>
  drafts.toSorted((a, b) => rank[a.type] - rank[b.type] || a.months - b.months)

export const bundleMonths = [2, 3, 6, 9, 12, 18, 24]
