import {
  Banknote,
  Bell,
  ChartColumn,
  CircleUserRound,
  Compass,
  FolderOpen,
  House,
  Images,
  LayoutDashboard,
  Library,
  Megaphone,
  MessageCircle,
  type LucideIcon,
  Radio,
  Settings,
  Store,
  Tags,
  TicketPercent,
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
  /** On phones another page leads there. */
  isWideOnly?: boolean
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
      '/creator/participants',
      '/creator/comments',
      '/creator/trash',
    ],
  },
  { to: '/creator/live', key: 'ui.nav.live', icon: Radio, also: ['/creator/shows'] },
  { to: '/messages', key: 'ui.nav.messages', icon: MessageCircle, tab: true, unread: 'messages' },
  { to: '/creator/messages/broadcast', key: 'ui.nav.broadcasts', icon: Megaphone, isWideOnly: true },
  { to: '/creator/vault', key: 'ui.nav.vault', icon: FolderOpen },
  { to: '/creator/products', key: 'ui.nav.shop', icon: Store, also: ['/creator/orders'] },
  { to: '/creator/earnings', key: 'ui.nav.earnings', icon: ChartColumn, tab: true },
  { to: '/creator/coupons', key: 'ui.nav.coupons', icon: TicketPercent, isWideOnly: true },
  { to: '/creator/payouts', key: 'ui.nav.payouts', icon: Banknote, isWideOnly: true },
  {
    to: '/creator/pricing',
    key: 'ui.nav.plans',
    icon: Tags,
    also: ['/creator/subscribers', '/creator/followers', '/creator/lists'],
  },
  {
    to: '/creator/account',
    key: 'ui.nav.settings',
    icon: Settings,
    tab: true,
    also: [
      '/creator/verification',
      '/creator/messages/settings',
      '/creator/banking',
      '/creator/payment-gateways',
      '/creator/blocking',
    ],
  },
]
