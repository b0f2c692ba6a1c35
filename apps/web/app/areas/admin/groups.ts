import {
  Banknote,
  BookA,
  FileCheck,
  FileText,
  Flag,
  Globe,
  IdCard,
  Languages,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  Menu,
  Package,
  Radio,
  Scale,
  ScrollText,
  Settings,
  TicketPercent,
  Users,
} from 'lucide-react'
import type { T } from '../../i18n/context.tsx'
import type { Permission } from '@fanlight/contract/endpoint'
import type { AdminGroup } from '../../layouts/admin.tsx'

interface NavigationItem {
  to: string
  icon: LucideIcon
  label: string
  /** The permission required to open it; without one, all staff may open it. */
  permission?: Permission
}

const navigation = (t: T): readonly { title: string; links: readonly NavigationItem[] }[] => [
  {
    title: t('staff.nav.overview'),
    links: [
      { to: '/admin', icon: LayoutDashboard, label: t('staff.home.title') },
      { to: '/admin/audit', icon: ScrollText, label: t('people.audit.title'), permission: 'compliance' },
    ],
  },
  {
    title: t('staff.nav.people'),
    links: [
      { to: '/admin/users', icon: Users, label: t('people.title'), permission: 'support' },
      { to: '/admin/live', icon: Radio, label: t('staff.nav.live'), permission: 'moderation' },
      { to: '/admin/reports', icon: Flag, label: t('staff.nav.reports'), permission: 'moderation' },
      { to: '/admin/creators', icon: IdCard, label: t('review.title'), permission: 'compliance' },
      { to: '/admin/consents', icon: FileCheck, label: t('staff.nav.consents'), permission: 'compliance' },
      { to: '/admin/disputes', icon: Scale, label: t('staff.disputes.title'), permission: 'finance' },
      { to: '/admin/order-cases', icon: Package, label: t('staff.home.orderCases'), permission: 'finance' },
      { to: '/admin/payouts', icon: Banknote, label: t('staff.nav.payouts'), permission: 'finance' },
      { to: '/admin/coupons', icon: TicketPercent, label: t('staff.nav.coupons'), permission: 'finance' },
    ],
  },
  {
    title: t('site.nav.site'),
    links: [
      { to: '/admin/posts', icon: FileText, label: t('staff.nav.posts'), permission: 'content' },
      { to: '/admin/translations', icon: Languages, label: t('staff.nav.translations'), permission: 'content' },
      { to: '/admin/menus', icon: Menu, label: t('site.menus.title'), permission: 'content' },
      { to: '/admin/promos', icon: Megaphone, label: t('site.promos.title'), permission: 'content' },
      { to: '/admin/countries', icon: Globe, label: t('staff.nav.countries'), permission: 'settings' },
      { to: '/admin/languages', icon: BookA, label: t('staff.nav.languages'), permission: 'settings' },
      { to: '/admin/settings', icon: Settings, label: t('site.nav.settings'), permission: 'settings' },
    ],
  },
]

/** The staff pages that a user with these permissions may open, in the order of the navigation. */
export const adminGroups = (t: T, permissions: readonly string[]): readonly AdminGroup[] =>
  navigation(t)
    .map(({ title, links }) => ({
      title,
      links: links.filter(
        ({ permission }) => !permission || permissions.includes(permission) || permissions.includes('owner'),
      ),
    }))
    .filter(({ links }) => links.length > 0)
