import { Compass, LogIn, Menu, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { useT } from '../i18n/context.tsx'
import { Logo } from '../parts/site/logo.tsx'
import { MenuLinks, useMenu } from '../parts/site/site-menu.tsx'
import { standardMenus } from '../parts/site/standard-menus.ts'
import { useMe } from '../parts/site/site.ts'
import { buttonClass, iconButtonClass } from '../ui/button.tsx'
import { DetailsMenu, menuRowClass } from '../ui/details-menu.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { DemoBanner } from './demo-banner.tsx'
import { LocaleMenu, LocaleRows, ThemeMenu, ThemeRows } from './preferences.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SkipLink } from './skip-link.tsx'

const navClass =
  'rounded-full px-3.5 py-2.5 font-medium text-ink-2 hover:bg-surface-2 hover:text-ink focus-visible:rounded-full'

/** What the bar has no room for on a phone. */
function PhoneMenu({ signedIn }: { signedIn: boolean }) {
  const t = useT()
  return (
    <DetailsMenu
      className="-me-2 md:hidden [&>div]:max-h-[80dvh] [&>div]:overflow-y-auto"
      label={t('ui.nav.menu')}
      summaryClass={iconButtonClass('ghost')}
      summary={<Menu aria-hidden="true" />}
    >
      {signedIn ? null : (
        <Link to="/auth/login" className={`${menuRowClass} min-[22rem]:hidden`}>
          <LogIn className="rtl:-scale-x-100" aria-hidden="true" />
          {t('ui.nav.logIn')}
        </Link>
      )}
      <Link to="/explore" className={menuRowClass}>
        <Compass aria-hidden="true" />
        {t('ui.nav.explore')}
      </Link>
      <Link to="/search" className={menuRowClass}>
        <Search aria-hidden="true" />
        {t('ui.nav.search')}
      </Link>
      <p className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-3">{t('ui.language.label')}</p>
      <LocaleRows />
      <p className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-3">{t('ui.theme.label')}</p>
      <ThemeRows />
    </DetailsMenu>
  )
}

/** The slim top bar, the page, the foot. For everybody, and for pages seen before signing in. */
export function PublicLayout({ children, bare = false }: { children: ReactNode; bare?: boolean }) {
  const t = useT()
  const me = useMe()
  const links = useMenu('header')
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <DemoBanner />
      <header className="top-bar sticky top-0 z-40 short:static bg-linear-to-b from-canvas from-40% to-canvas/0">
        <div className="mx-auto flex h-15 max-w-wide items-center gap-1.5 px-4 md:h-18 md:gap-2 md:px-8">
          <Logo to={me ? '/home' : '/'} />
          {/* As many links as staff wrote: what has no room is scrolled to. */}
          <nav aria-label={t('ui.nav.site')} className="ms-6 min-w-0 max-md:hidden">
            <div className="strip gap-1">
              {links ? (
                <MenuLinks links={links} className={`${navClass} whitespace-nowrap`} />
              ) : (
                standardMenus.header.map(({ label, path }, n) => (
                  <NavLink key={path} to={path} className={`${navClass} ${n > 0 ? 'max-lg:hidden' : ''}`}>
                    {t(label)}
                  </NavLink>
                ))
              )}
            </div>
          </nav>
          <span className="flex-1" />
          {bare ? null : (
            <form role="search" action="/search" className="relative max-lg:hidden">
              <Search
                className="icon pointer-events-none absolute inset-y-0 start-3.5 my-auto size-4! text-ink-3"
                aria-hidden="true"
              />
              <input
                type="search"
                name="q"
                aria-label={t('ui.nav.search')}
                placeholder={t('ui.nav.searchHint')}
                className="h-10 w-62 rounded-full bg-surface-2 ps-10 pe-4 text-sm placeholder:text-ink-3 focus-visible:rounded-full"
              />
            </form>
          )}
          <span className="flex max-md:hidden">
            <LocaleMenu />
            <ThemeMenu />
          </span>
          {me ? (
            <Link to="/home" aria-label={me.name} className="rounded-full">
              <Avatar src={me.avatar} size={36} />
            </Link>
          ) : (
            <>
              <Link to="/auth/login" className={`${buttonClass('ghost')} max-sm:px-3! max-[22rem]:hidden`}>
                {t('ui.nav.logIn')}
              </Link>
              <Link to="/auth/register" className={buttonClass('primary')}>
                {t('ui.nav.signUp')}
              </Link>
            </>
          )}
          <PhoneMenu signedIn={me !== null} />
        </div>
      </header>
      <main id="main" className="flex-1 overflow-x-clip">
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
