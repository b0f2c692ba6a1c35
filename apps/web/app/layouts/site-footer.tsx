import { Link } from 'react-router'
import { useT } from '../i18n/context.tsx'
import { Kept } from '../kept.tsx'
import { Logo } from '../parts/logo.tsx'
import { LocaleMenu, ThemeMenu } from './preferences.tsx'

// spec: ui.site

export function SiteFooter() {
  return (
    <footer className="mx-auto mt-16 flex w-full max-w-[1312px] flex-wrap items-center gap-x-6 gap-y-3 border-t border-line px-5 pt-6 pb-10 text-sm text-ink-3 md:px-8">
      <Logo />
      <span className="flex-1" />
      <span className="flex md:hidden">
        <LocaleMenu side="up" />
        <ThemeMenu side="up" />
      </span>
      <FootLinks />
    </footer>
  )
}

export function FootLinks() {
  return <Kept by={['foot']}>{() => <FootLinksDrawn />}</Kept>
}

function FootLinksDrawn() {
  const t = useT()
  return (
    <nav
      aria-label={t('ui.footer.label')}
      className="flex flex-wrap gap-x-6 gap-y-1 *:py-1 *:hover:text-ink pointer-coarse:*:py-3"
    >
      <Link to="/page/help">{t('ui.footer.help')}</Link>
      <Link to="/page/terms">{t('ui.footer.terms')}</Link>
      <Link to="/page/privacy">{t('ui.footer.privacy')}</Link>
      <Link to="/contact">{t('ui.footer.contact')}</Link>
    </nav>
  )
}
