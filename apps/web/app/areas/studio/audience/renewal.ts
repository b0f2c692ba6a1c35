import { useFormats, useT } from '../../../i18n/context.tsx'
import type { Person } from './audience-query.ts'

export interface Renewal {
  text: string
  /** Beneath it. */
  detail?: string
  /** The same where no heading says that it is a renewal. */
  sentence?: string
  /** Something the creator may want to look at. */
  isWarning: boolean
}

/** What becomes of a subscription next; null where nothing does. */
export function useRenewal(): (subscription: Person['subscription']) => Renewal | null {
  const t = useT()
  const { date, money } = useFormats()
  return (subscription) => {
    if (!subscription) return null
    const { accessUntil, cancelAtPeriodEnd, currentPeriodEnd, isRunning, nextRetryAt, status } = subscription
    const until = date(accessUntil ?? currentPeriodEnd)
    if (status === 'paused' && subscription.pausedUntil)
      return { text: t('audience.paused', { date: date(subscription.pausedUntil) }), isWarning: false }
    if (!isRunning) return { text: t('audience.ended', { date: until }), isWarning: false }
    if (status === 'past_due')
      return {
        text: t('audience.group.failed'),
        ...(nextRetryAt && { detail: t('audience.nextTry', { date: date(nextRetryAt) }) }),
        isWarning: true,
      }
    if (cancelAtPeriodEnd)
      return { text: t('audience.ends', { date: until }), detail: t('audience.canceled'), isWarning: true }
    if (subscription.type === 'gift') return { text: t('audience.ends', { date: until }), isWarning: true }
    if (subscription.willPause)
      return { text: t('audience.pauses', { date: date(currentPeriodEnd) }), isWarning: false }
    if (subscription.type === 'free') return null
    const { price, currency } = subscription
    const renewsOn = date(currentPeriodEnd)
    return {
      text: renewsOn,
      ...(price > 0 && { detail: money(price, currency) }),
      sentence: t('audience.renewsOn', { date: renewsOn }),
      isWarning: false,
    }
  }
}

/** 'Yearly', '3 months': how a plan is paid. */
export function usePlanLabel(): (subscription: Pick<NonNullable<Person['subscription']>, 'type' | 'months'>) => string {
  const t = useT()
  return ({ type, months }) =>
    type === 'bundle' ? t('audience.months', { count: months }) : t(`audience.type.${type}`)
}
