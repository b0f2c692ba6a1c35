import {
  Banknote,
  Bell,
  ChartColumn,
  CircleUserRound,
  Compass,
  House,
  Images,
  LayoutDashboard,
  Library,
  Menu,
  MessageCircle,
  type LucideIcon,
  Radio,
  Settings,
  Store,
  TicketPercent,
  Users,
  Wallet,
} from 'lucide-react'
import type { MessageKey } from '../i18n/keys.ts'
import type { Unread } from '../parts/site/unread.ts'

export interface NavItem {
  to: string
  key: MessageKey
  icon: LucideIcon
  /** Its badge in the navigation. */
  unread?: keyof Unread
  /** Also in the tab bar of a phone. */
  tab?: boolean
  /** Leads to a page of their own, whose address names them. */
  isOwn?: boolean
  /** Addresses elsewhere that belong to it. */
  also?: readonly string[] | undefined
}

export const fanNav = (you: string, isPerformer: boolean): readonly NavItem[] => [
  { to: '/home', key: 'ui.nav.home', icon: House, tab: true },
  { to: '/explore', key: 'ui.nav.explore', icon: Compass, tab: true },
  { to: '/live', key: 'ui.nav.live', icon: Radio, tab: true },
  { to: '/messages', key: 'ui.nav.messages', icon: MessageCircle, tab: true, unread: 'messages' },
  { to: '/notifications', key: 'ui.nav.notifications', icon: Bell, unread: 'notifications' },
  // On phones: the balance in the bar of the home page leads there.
  { to: '/user/wallet', key: 'ui.nav.wallet', icon: Wallet },
  { to: '/user/purchases', key: 'ui.nav.library', icon: Library, also: ['/user/orders', '/user/bookmarks'] },
  { to: you, key: isPerformer ? 'ui.nav.profile' : 'ui.account.settings', icon: CircleUserRound, isOwn: isPerformer },
]

export const studioNav: readonly NavItem[] = [
  { to: '/creator', key: 'ui.nav.dashboard', icon: LayoutDashboard, tab: true },
  { to: '/notifications', key: 'ui.nav.notifications', icon: Bell, unread: 'notifications' },
  {
    to: '/creator/posts',
    key: 'ui.nav.content',
    icon: Images,
    tab: true,
    also: [
      '/creator/videos',
      '/creator/galleries',
      '/creator/photos',
      '/creator/vault',
      '/creator/participants',
      '/creator/comments',
      '/creator/trash',
    ],
  },
  { to: '/creator/live', key: 'ui.nav.live', icon: Radio, tab: true, also: ['/creator/shows'] },
  {
    to: '/messages',
    key: 'ui.nav.messages',
    icon: MessageCircle,
    tab: true,
    unread: 'messages',
    also: ['/creator/messages/broadcast'],
  },
  { to: '/creator/products', key: 'ui.nav.shop', icon: Store, also: ['/creator/orders'] },
  {
    to: '/creator/audience',
    key: 'ui.nav.audience',
    icon: Users,
    also: ['/creator/subscribers', '/creator/followers', '/creator/lists', '/creator/pricing'],
  },
  { to: '/creator/earnings', key: 'ui.nav.earnings', icon: ChartColumn },
  { to: '/creator/coupons', key: 'ui.nav.coupons', icon: TicketPercent },
  { to: '/creator/payouts', key: 'ui.nav.payouts', icon: Banknote },
  {
    to: '/creator/account',
    key: 'ui.nav.settings',
    icon: Settings,
    also: [
      '/creator/verification',
      '/creator/messages/settings',
      '/creator/banking',
      '/creator/payment-gateways',
      '/creator/blocking',
    ],
  },
]

/** The last tab of the studio's bar on phones: what the bar has no room for. */
export const studioMore: NavItem = {
  to: '/creator/more',
  key: 'ui.nav.more',
  icon: Menu,
  tab: true,
  also: studioNav.filter(({ tab }) => !tab).flatMap(({ to, also = [] }) => [to, ...also]),
}
