import type { T } from '../../../i18n/context.tsx'
import type { Reply } from '../../../api/client.ts'

export type Profile = Reply<'GET /performers/:id'>['data']
export type Plan = Profile['plans'][number]

export const planName = (t: T, plan: Pick<Plan, 'type' | 'months'>): string =>
  plan.type === 'bundle'
    ? t('profile.plan.bundle', { count: plan.months })
    : plan.type === 'yearly'
      ? t('profile.plan.yearly')
      : plan.type === 'free'
        ? t('profile.plan.free')
        : t('profile.plan.monthly')
export const planLength = (t: T, plan: Pick<Plan, 'type' | 'months'>): string =>
  plan.type === 'yearly' ? t('profile.length.year', { count: 1 }) : t('profile.length.month', { count: plan.months })

/** When a plan that begins now is paid again, as far as a calendar can say. */
export function nextPayment(plan: Pick<Plan, 'months'>, now = new Date()): Date {
  const next = new Date(now)
  next.setUTCDate(1)
  next.setUTCMonth(next.getUTCMonth() + plan.months)
  const days = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(now.getUTCDate(), days))
  return next
}

/** By what a subscription that was begun is found again after the pages of the card and the bank. */
export const subscribingTo = ({ _id }: Pick<Profile, '_id'>): string => `subscribe:${_id}`
