import {
  AtSign,
  BadgeCheck,
  Banknote,
  CreditCard,
  Flag,
  Gift,
  HandCoins,
  Heart,
  Image,
  type LucideIcon,
  MessageSquare,
  Package,
  PenLine,
  Radio,
  Repeat2,
  Tags,
  Ticket,
  UserRoundPlus,
} from 'lucide-react'
import type { notificationFilters, NotificationKindName } from '@fanlight/contract/notification-kinds'

export const filterIcons: Partial<Record<(typeof notificationFilters)[number], LucideIcon>> = {
  posts: Image,
  comments: MessageSquare,
  tips: HandCoins,
  subscriptions: Repeat2,
  orders: Package,
}

interface KindLook {
  icon: LucideIcon
  tone: string
}
const tones = {
  sky: 'bg-primary-soft text-primary-soft-ink',
  grey: 'bg-surface-3 text-ink-2',
  token: 'bg-token-soft text-token-soft-ink',
  plan: 'bg-plan-soft text-plan-soft-ink',
  ember: 'bg-danger-soft text-danger-soft-ink',
} as const

const exact: Partial<Record<NotificationKindName, KindLook>> = {
  mentioned: { icon: AtSign, tone: tones.grey },
  item_liked: { icon: Heart, tone: tones.ember },
  comment_liked: { icon: Heart, tone: tones.ember },
  profile_liked: { icon: Heart, tone: tones.ember },
  followed: { icon: UserRoundPlus, tone: tones.sky },
  tip_received: { icon: HandCoins, tone: tones.token },
  item_sold: { icon: Tags, tone: tones.token },
  message_sold: { icon: Tags, tone: tones.token },
  subscription_given: { icon: Gift, tone: tones.plan },
  subscription_past_due: { icon: CreditCard, tone: tones.ember },
  earnings_owed: { icon: Banknote, tone: tones.ember },
  payout_paid: { icon: Banknote, tone: tones.token },
}
const byStart: [start: string, look: KindLook][] = [
  ['stream', { icon: Radio, tone: tones.sky }],
  ['show', { icon: Ticket, tone: tones.sky }],
  ['own_show', { icon: Ticket, tone: tones.token }],
  ['post', { icon: Image, tone: tones.sky }],
  ['comment', { icon: MessageSquare, tone: tones.grey }],
  ['subscri', { icon: Repeat2, tone: tones.plan }],
  ['order', { icon: Package, tone: tones.grey }],
  ['verification', { icon: BadgeCheck, tone: tones.sky }],
  ['consent', { icon: PenLine, tone: tones.sky }],
  ['payout', { icon: Banknote, tone: tones.grey }],
]
export const lookOf = (kind: NotificationKindName): KindLook =>
  exact[kind] ?? byStart.find(([start]) => kind.startsWith(start))?.[1] ?? { icon: Flag, tone: tones.grey }
