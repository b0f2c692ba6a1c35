import clsx from 'clsx'
import { Ellipsis, LogOut, Plus, Settings, Shield, SunMoon, Tags, UserRoundCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, Link, NavLink } from 'react-router'
import type { Me } from '../api/request-context.ts'
import { useFormats, useT } from '../i18n/context.tsx'
import { useBalance } from '../parts/money/balance.ts'
import { Logo } from '../parts/site/logo.tsx'
import { useMe } from '../parts/site/site.ts'
import { TokenIcon } from '../parts/money/token-icon.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { DetailsMenu, menuRowClass } from '../ui/details-menu.tsx'
import { ThemeRows } from './preferences.tsx'
import { useHere } from './current-location.ts'
import type { NavItem } from './nav.ts'
import { UnreadBadge } from './unread-badge.tsx'

/** The navigation at the start of the page on wide screens: 248 px with labels from 1200 px, 76 px with icons below and beside a live video. */
export function Rail({ items, title, foot }: { items: readonly NavItem[]; title?: ReactNode; foot?: ReactNode }) {
  const t = useT()
  return (
    <nav
      aria-label={t('ui.nav.main')}
      className="sticky top-0 z-40 flex h-dvh flex-col short:static short:h-auto border-e border-line bg-canvas px-3 py-5 max-md:hidden max-rail:items-center rail:px-4 rail:pt-[22px] rail:pb-4"
    >
      <div className="pb-5 rail:px-3">
        <Logo to="/home" className="[&>span]:max-rail:hidden" />
      </div>
      {title ? <p className="px-3 pb-1.5 text-xs font-semibold text-ink-3 max-rail:hidden">{title}</p> : null}
      {/* Where texts are enlarged, the entries scroll instead of lying under what follows them. */}
      <ul className="flex flex-col gap-0.5 rail:-m-1 rail:min-h-0 rail:overflow-y-auto rail:p-1">
        {items.map((item) => (
          <li key={item.to}>
            <RailLink item={item} />
          </li>
        ))}
      </ul>
      <div className="mt-auto flex shrink-0 flex-col gap-2.5 pt-4">
        {foot}
        <AccountMenu />
      </div>
    </nav>
  )
}

function RailLink({ item: { to, also, key, icon: Icon, unread } }: { item: NavItem }) {
  const t = useT()
  const isHere = useHere()(to, to === '/creator', also)
  return (
    <NavLink
      to={to}
      end={to === '/creator'}
      prefetch="intent"
      data-tip={t(key)}
      data-tip-side="end"
      className={clsx(
        'relative flex min-h-11 shrink-0 items-center gap-3.5 rounded-sm py-1 transition-colors duration-(--fast) max-rail:w-12 max-rail:justify-center rail:px-3 rail:after:hidden focus-visible:rounded-sm',
        isHere ? 'bg-primary-soft font-bold text-primary-soft-ink' : 'font-medium text-ink-2 hover:bg-surface-2',
      )}
    >
      <Icon className="icon" aria-hidden="true" />
      <span className="min-w-0 flex-1 leading-tight wrap-anywhere max-rail:sr-only">{t(key)}</span>
      {unread ? <UnreadBadge of={unread} className="max-rail:absolute max-rail:end-0.5 max-rail:top-0.5" /> : null}
    </NavLink>
  )
}

/** What is in the wallet, and the way to add to it. */
export function RailBalance() {
  const t = useT()
  const me = useMe()
  const balance = useBalance()
  const { tokens } = useFormats()
  if (!me) return null
  return (
    <Link
      to="/user/wallet"
      className="flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md bg-token-soft p-2 text-token-soft-ink focus-visible:rounded-md rail:px-3 rail:py-[11px]"
    >
      <span className="flex-1 text-xs max-rail:sr-only">{t('ui.balance.short')}</span>
      <span className="num inline-flex items-center gap-1.5 font-bold max-rail:sr-only">
        <TokenIcon />
        {tokens(balance)}
      </span>
      <span className="sr-only">
        {t('ui.tokens')}, {t('ui.balance.add')}
      </span>
      <span className="grid size-[26px] place-items-center rounded-full bg-token text-on-token">
        <Plus className="size-4" strokeWidth={2.3} aria-hidden="true" />
      </span>
    </Link>
  )
}

interface AccountMenuProps {
  side?: 'up' | 'down'
  /** Whether the name is shown beside the image. */
  linked?: 'always' | 'never' | 'from rail'
}
/** Who is signed in, and where their own things are. */
export function AccountMenu({ side = 'up', linked = 'from rail' }: AccountMenuProps) {
  const t = useT()
  const me = useMe()
  if (!me) return null
  return (
    <DetailsMenu
      side={side}
      className={side === 'up' ? '[&>div]:start-0 [&>div]:end-auto' : undefined}
      summaryClass={clsx(
        'flex items-center gap-2.5 rounded-md p-1 hover:bg-surface-2 focus-visible:rounded-md',
        linked === 'from rail' && 'rail:py-1.5 rail:ps-1.5 rail:pe-2.5',
        linked === 'always' && 'py-1.5 ps-1.5 pe-2.5',
      )}
      summary={
        <>
          <Avatar src={me.avatar} size={36} />
          <span
            className={clsx(
              'min-w-0 flex-1 text-sm leading-tight',
              linked === 'from rail' && 'max-rail:sr-only',
              linked === 'never' && 'sr-only',
            )}
          >
            <b className="flex">
              <bdi className="truncate">{me.name}</bdi>
            </b>
            <span className="flex text-xs text-ink-3">
              <bdi className="truncate">@{me.username}</bdi>
            </span>
          </span>
          <Ellipsis
            className={clsx(
              'icon text-ink-3',
              linked === 'from rail' && 'max-rail:hidden',
              linked === 'never' && 'hidden',
            )}
            aria-hidden="true"
          />
          <span className="sr-only">{t('ui.account.menu')}</span>
        </>
      }
    >
      <AccountLinks role={me.role} />
      <ThemeRows />
      <LogOutRow />
    </DetailsMenu>
  )
}

function AccountLinks({ role }: Pick<Me, 'role'>) {
  const t = useT()
  return (
    <>
      <Link to={role === 'performer' ? '/creator/account' : '/user/account'} className={menuRowClass}>
        <Settings aria-hidden="true" />
        {t('ui.account.settings')}
      </Link>
      <Link to="/user/security" className={menuRowClass}>
        <Shield aria-hidden="true" />
        {t('ui.account.security')}
      </Link>
      {role === 'admin' ? null : (
        <>
          <Link to="/user/subscriptions" className={menuRowClass}>
            <Tags aria-hidden="true" />
            {t('ui.account.subscriptions')}
          </Link>
          <Link to="/user/following" className={menuRowClass}>
            <UserRoundCheck aria-hidden="true" />
            {t('ui.account.following')}
          </Link>
        </>
      )}
      <p className="flex items-center gap-3 px-3 pt-2 pb-1 text-xs font-semibold text-ink-3">
        <SunMoon className="icon size-4!" aria-hidden="true" />
        {t('ui.theme.label')}
      </p>
    </>
  )
}

function LogOutRow() {
  const t = useT()
  return (
    <>
      <hr className="mx-2 my-1.5 border-line" />
      <Form method="post" action="/auth/logout" reloadDocument>
        <button type="submit" className={menuRowClass}>
          <LogOut className="rtl:-scale-x-100" aria-hidden="true" />
          {t('ui.account.logOut')}
        </button>
      </Form>
    </>
  )
}
