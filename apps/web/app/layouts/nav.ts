import { Bell, ChartColumn, CircleUserRound, Compass, House, Images, Landmark, LayoutDashboard, Library, type LucideIcon, MessageCircle, Radio, Settings, ShoppingBag, Users, Wallet } from 'lucide-react'
import type { MessageKey } from '../i18n/keys.ts'

export interface NavItem {
  to: string
  key: MessageKey
  icon: LucideIcon
  badge?: 'messages' | 'notifications'
  /** Also in the tab bar of a phone. */
  tab?: boolean
}

export const fanNav = (profile: string): readonly NavItem[] => [
  { to: '/home', key: 'ui.nav.home', icon: House, tab: true },
  { to: '/explore', key: 'ui.nav.explore', icon: Compass, tab: true },
  { to: '/live', key: 'ui.nav.live', icon: Radio, tab: true },
  { to: '/messages', key: 'ui.nav.messages', icon: MessageCircle, badge: 'messages', tab: true },
  { to: '/notifications', key: 'ui.nav.notifications', icon: Bell, badge: 'notifications' },
  { to: '/user/wallet', key: 'ui.nav.wallet', icon: Wallet },
  { to: '/user/purchases', key: 'ui.nav.library', icon: Library },
  { to: profile, key: 'ui.nav.profile', icon: CircleUserRound },
]

export const studioNav: readonly NavItem[] = [
  { to: '/creator', key: 'ui.nav.dashboard', icon: LayoutDashboard, tab: true },
  { to: '/creator/posts', key: 'ui.nav.content', icon: Images, tab: true },
  { to: '/creator/live', key: 'ui.nav.live', icon: Radio, tab: true },
  { to: '/messages', key: 'ui.nav.messages', icon: MessageCircle, badge: 'messages', tab: true },
  { to: '/creator/products', key: 'ui.nav.shop', icon: ShoppingBag },
  { to: '/creator/subscribers', key: 'ui.nav.audience', icon: Users },
  { to: '/creator/earnings', key: 'ui.nav.earnings', icon: ChartColumn, tab: true },
  { to: '/creator/payouts', key: 'ui.nav.payouts', icon: Landmark },
  { to: '/creator/account', key: 'ui.nav.settings', icon: Settings },
]
