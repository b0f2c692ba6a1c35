import clsx from 'clsx'
import { Bell, CircleUserRound, LayoutGrid, Search } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Link, NavLink } from 'react-router'
import { needMessages } from '../i18n/area-messages.ts'
import { useFormats, useT } from '../i18n/context.tsx'
import { useBalance } from '../parts/money/balance.ts'
import { Logo } from '../parts/site/logo.tsx'
import { useMe } from '../parts/site/site.ts'
import { useUnreadEvents, useUnreadNotifications } from '../parts/site/unread.ts'
import { TokenIcon } from '../parts/money/token-icon.tsx'
import { IconLink, buttonClass } from '../ui/button.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { DemoBanner } from './demo-banner.tsx'
import { useHere } from './current-location.ts'
import { fanNav, type NavItem } from './nav.ts'
import { usePageHandle } from './page-handle.ts'
import { Rail, RailBalance } from './rail.tsx'
import { FootLinks } from './site-footer.tsx'
import { SkipLink } from './skip-link.tsx'
import { onButtonClass, onIconClass, UnreadBadge } from './unread-badge.tsx'

/** Only for those who have not confirmed their address yet. */
const ConfirmEmail = lazy(async () => {
  if (!import.meta.env.SSR) await needMessages('confirmEmail')
  return import('../parts/account/confirm-email.tsx')
})

/** The frame of signed-in pages: navigation at the side, the page, and a tab bar on phones. */
export function PrimaryLayout({ children }: { children: ReactNode }) {
  const t = useT()
  const me = useMe()
  const you = me?.isPerformer ? `/${me.username}` : '/user/account'
  const items = fanNav(you, me?.isPerformer === true)
  return (
    <AppFrame
      items={items}
      rail={
        <Rail
          items={items}
          foot={
            <>
              {me?.isPerformer ? (
                <Link
                  to="/creator"
                  data-tip={t('ui.nav.studio')}
                  data-tip-side="end"
                  className={clsx(buttonClass('quiet'), 'max-rail:size-11 max-rail:p-0! rail:after:hidden')}
                >
                  <LayoutGrid aria-hidden="true" />
                  <span className="max-rail:sr-only">{t('ui.nav.studio')}</span>
                </Link>
              ) : null}
              <RailBalance />
            </>
          }
        />
      }
      you={you}
    >
      {children}
    </AppFrame>
  )
}

interface FrameProps {
  items: readonly NavItem[]
  rail: ReactNode
  /** Where the last tab of the phone's bar leads; absent where the items fill it. */
  you?: string
  children: ReactNode
}
/** The frame that fan pages and the studio share. */
export function AppFrame({ items, rail, you, children }: FrameProps) {
  const { bar = 'page', isFull = false, hasTabBar = true, hasSlimRail = false } = usePageHandle()
  const me = useMe()
  useUnreadEvents()
  useUnreadNotifications()
  return (
    <>
      <SkipLink />
      <div
        data-slim-rail={hasSlimRail || undefined}
        className="md:grid md:grid-cols-[76px_minmax(0,1fr)] rail:grid-cols-[248px_minmax(0,1fr)]"
      >
        {rail}
        <div
          className={clsx(
            'flex min-w-0 flex-col',
            hasTabBar
              ? 'pb-[calc(56px+env(safe-area-inset-bottom))] short:pb-0 md:pb-0'
              : 'pb-[env(safe-area-inset-bottom)]',
            isFull ? 'h-[calc(100dvh-var(--keyboard,0px))] low:h-auto low:min-h-dvh' : 'min-h-dvh',
          )}
        >
          <DemoBanner />
          {bar === 'home' ? <HomeBar /> : null}
          <ConnectionBar />
          {bar === 'home' && me?.email && !me.emailVerified ? (
            <Suspense>
              <ConfirmEmail email={me.email} />
            </Suspense>
          ) : null}
          <main
            id="main"
            className={clsx('min-w-0 flex-1 has-[[data-pending]]:relative', isFull && 'flex min-h-0 flex-col')}
          >
            {children}
          </main>
        </div>
      </div>
      {hasTabBar ? <TabBar items={items} you={you} /> : null}
    </>
  )
}

/** The phone's bar on the home page: logo, search, news, balance. */
function HomeBar() {
  const t = useT()
  const me = useMe()
  const balance = useBalance()
  const { tokens } = useFormats()
  return (
    <header className="top-bar glass sticky top-0 z-30 short:static flex h-14 items-center gap-1 ps-4 pe-2 md:hidden [&:has(~main>[data-pending])]:hidden">
      <Logo to="/home" />
      <span className="flex-1" />
      <IconLink to="/search" label={t('ui.nav.search')} tip="none" className="max-[22rem]:hidden">
        <Search aria-hidden="true" />
      </IconLink>
      <IconLink
        to="/notifications"
        label={t('ui.nav.notifications')}
        tip="none"
        className="relative"
        badge={<UnreadBadge of="notifications" className={onButtonClass} />}
      >
        <Bell aria-hidden="true" />
      </IconLink>
      {me ? (
        <Link
          to="/user/wallet"
          className="num relative mx-1 inline-flex h-8 items-center after:absolute after:-inset-y-1.5 after:inset-x-0 gap-1.5 rounded-full bg-token-soft px-3 text-xs font-bold text-token-soft-ink"
        >
          <TokenIcon />
          {tokens(balance)}
          <span className="sr-only">
            {t('ui.tokens')}, {t('ui.balance.add')}
          </span>
        </Link>
      ) : null}
    </header>
  )
}

function TabBar({ items, you }: { items: readonly NavItem[]; you?: string | undefined }) {
  const t = useT()
  const tabs = items.filter(({ tab }) => tab)
  const isHere = useHere()
  const tabClass = (to: string, also?: readonly string[]) =>
    clsx(
      'relative flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-center text-2xs leading-tight font-semibold focus-visible:-outline-offset-4',
      isHere(to, to === '/creator', also) ? 'text-primary-text' : 'text-ink-3',
    )
  return (
    <nav
      aria-label={t('ui.nav.tabs')}
      className="tab-bar glass fixed inset-x-0 bottom-0 z-40 short:static flex h-[calc(56px+env(safe-area-inset-bottom))] border-t border-line pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {tabs.map(({ to, also, key, icon: Icon, unread }) => (
        <NavLink key={to} to={to} end={to === '/creator'} className={tabClass(to, also)}>
          <span className="relative">
            <Icon className="icon size-[22px]!" aria-hidden="true" />
            {unread ? <UnreadBadge of={unread} className={onIconClass} /> : null}
          </span>
          {t(key)}
        </NavLink>
      ))}
      {you ? (
        <NavLink to={you} className={tabClass(you)}>
          <CircleUserRound className="icon size-[22px]!" aria-hidden="true" />
          {t('ui.nav.you')}
        </NavLink>
      ) : null}
    </nav>
  )
}

const columnTop = 24
/** A column that is higher than the window scrolls with the page up to its end, and stays there. */
function useStickyColumn() {
  const column = useRef<HTMLElement>(null)
  useEffect(() => {
    const box = column.current
    if (!box) return
    const place = () => {
      box.style.top = `${Math.min(columnTop, innerHeight - box.offsetHeight - columnTop)}px`
    }
    const watcher = new ResizeObserver(place)
    watcher.observe(box)
    addEventListener('resize', place)
    return () => {
      watcher.disconnect()
      removeEventListener('resize', place)
    }
  })
  return column
}

interface ColumnsProps {
  children: ReactNode
  /** The right rail, from 1280 px. */
  aside?: ReactNode
}
/** 620 px of what one came for and, where it helps, 340 px beside it. */
export function Columns({ children, aside }: ColumnsProps) {
  const column = useStickyColumn()
  return (
    <div className="mx-auto grid w-full max-w-columns grid-cols-[minmax(0,var(--width-column))] justify-center gap-11 px-4 pb-16 md:px-8 md:pt-6 has-[>aside]:xl:grid-cols-[minmax(0,var(--width-column))_340px]">
      <div className="w-full max-w-column min-w-0 max-xl:mx-auto">{children}</div>
      {aside ? (
        <aside ref={column} className="sticky top-6 flex flex-col gap-4 self-start max-xl:hidden">
          {aside}
          <div className="px-1 text-xs text-ink-3">
            <FootLinks />
          </div>
        </aside>
      ) : null}
    </div>
  )
}
