import { Link } from 'react-router'
import { useT } from '../i18n/context.tsx'
import { Logo } from '../parts/site/logo.tsx'
import { MenuLinks, useMenu } from '../parts/site/site-menu.tsx'
import { standardMenus } from '../parts/site/standard-menus.ts'
import { useAnalytics, useSettings } from '../parts/site/site.ts'
import { sanitised } from '../trusted.ts'
import { LocaleMenu, ThemeMenu } from './preferences.tsx'

// spec: ui.site

export function SiteFooter() {
  return (
    <footer className="mx-auto mt-16 flex w-full max-w-wide flex-wrap items-center gap-x-6 gap-y-3 border-t border-line px-5 pt-6 pb-10 text-sm text-ink-3 md:px-8">
      <Logo />
      <span className="flex-1" />
      <span className="flex md:hidden">
        <LocaleMenu side="up" />
        <ThemeMenu side="up" />
      </span>
      <HeadLinks />
      <FootLinks />
      <FooterContent />
    </footer>
  )
}

/** On phones the top bar has no room for the links that staff wrote for it. */
function HeadLinks() {
  const t = useT()
  const links = useMenu('header')
  if (!links) return null
  return (
    <nav aria-label={t('ui.nav.site')} className={`basis-full md:hidden ${linksClass}`}>
      <MenuLinks links={links} />
    </nav>
  )
}

const linksClass = 'flex flex-wrap gap-x-6 gap-y-1 *:py-1 *:hover:text-ink pointer-coarse:*:py-3'

export function FootLinks() {
  const t = useT()
  const links = useMenu('footer')
  return (
    <nav aria-label={t('ui.footer.label')} className={linksClass}>
      {links ? <MenuLinks links={links} /> : <StandardLinks />}
      {useAnalytics() ? <Link to="/cookies">{t('ui.footer.cookies')}</Link> : null}
    </nav>
  )
}

function StandardLinks() {
  const t = useT()
  return standardMenus.footer.map(({ label, path }) => (
    <Link key={path} to={path}>
      {t(label)}
    </Link>
  ))
}

/** What the operator says at the foot of every public page. */
function FooterContent() {
  const content = useSettings()?.footerContent
  if (!content) return null
  return (
    <div
      dir="auto"
      className="basis-full text-xs [&_a]:underline [&_p+p]:mt-2"
      // oxlint-disable-next-line react/no-danger -- The server has sanitised it by its allow list, on the way in and on the way out.
      dangerouslySetInnerHTML={sanitised(content)}
    />
  )
}
