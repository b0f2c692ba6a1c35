import type { Reply } from '../../../api/client.ts'
import { type T, useFormats, useT } from '../../../i18n/context.tsx'

export type Subscription = Reply<'GET /subscriptions/user/search'>['data'][number]

/** How long a plan lasts: "3 months". */
export const kindOf = (t: T, { type, months }: Pick<Subscription, 'type' | 'months'>): string =>
  t.maybe(`wallet.subs.type.${type}`, { count: months }) ?? type

/** 'Front Row, Yearly': all plans of one creator have one name. */
export function usePlanTitle(): (plan: Pick<Subscription, 'type' | 'months'> & { name: string }) => string {
  const t = useT()
  const { list } = useFormats()
  return (plan) => list([plan.name, kindOf(t, plan)])
}

export const isLive = ({ status }: Subscription): boolean =>
  status === 'active' || status === 'trialing' || status === 'paused' || status === 'past_due'

/** Paid for, and goes on by itself: its plan, payment and pauses can be changed. */
export const isPaid = ({ type }: Subscription): boolean => type !== 'free' && type !== 'gift'

export type Asked = 'plan' | 'payment' | 'pause' | 'cancel'

export interface SheetProps {
  subscription: Subscription
  /** The card that was added a moment ago. */
  preferred: string | null
  onClose: () => void
}

/** The page with one of these sheets open, for the way back from the form of a new card. */
export const pathWithSheet = (asked: 'plan' | 'payment', { _id }: Subscription): string =>
  `/user/subscriptions?open=${asked}-${_id}`
