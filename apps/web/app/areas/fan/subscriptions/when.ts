import { useFormats, useT } from '../../../i18n/context.tsx'
import { isLive, isPaid, type Subscription } from './own-subscription.ts'

/** What happens next with a subscription, and when, in one sentence. */
export function useWhen(subscription: Subscription): string {
  const t = useT()
  const { money, date } = useFormats()
  const { status, cancelAtPeriodEnd, currentPeriodEnd, nextRetryAt, pauseMonths, pausedUntil, nextPlan } = subscription
  const until = subscription.accessUntil ?? currentPeriodEnd
  const price = money(subscription.price, subscription.currency)
  if (status === 'paused') return pausedUntil ? t('wallet.subs.pausedUntil', { price, date: date(pausedUntil) }) : ''
  if (!until) return ''
  const hasAccess = new Date(until).getTime() > Date.now()
  if (status === 'past_due' && nextRetryAt)
    return hasAccess
      ? t('wallet.subs.retry', { date: date(nextRetryAt), until: date(until) })
      : t('wallet.subs.retryShut', { date: date(nextRetryAt) })
  if (!isLive(subscription)) return t('wallet.subs.endedOn', { date: date(until) })
  if (pauseMonths) return t('wallet.subs.pausesOn', { count: pauseMonths, date: date(until) })
  if (cancelAtPeriodEnd || !isPaid(subscription)) return t('wallet.subs.until', { date: date(until) })
  return currentPeriodEnd && !nextPlan ? t('wallet.subs.renews', { price, date: date(currentPeriodEnd) }) : ''
}
