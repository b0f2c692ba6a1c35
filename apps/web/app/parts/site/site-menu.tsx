import { Link } from 'react-router'
import { usePageInfo } from '../../i18n/context.tsx'
import { useSettings } from './site.ts'

interface MenuLink {
  title: string
  path: string
  newTab: boolean
}

// spec: ui.site

/** The links that staff configured for this menu, in the reader's language; null if they did not change the links of the product. */
export function useMenu(menuPlacement: 'header' | 'footer'): readonly MenuLink[] | null {
  const { locale } = usePageInfo()
  const menu = useSettings()?.menus[menuPlacement] ?? null
  return menu && menu.map(({ title, titles, path, newTab }) => ({ title: titles[locale] ?? title, path, newTab }))
}

export function MenuLinks({ links, className }: { links: readonly MenuLink[]; className?: string }) {
  return links.map(({ title, path, newTab }) =>
    path.startsWith('/') && !newTab ? (
      <Link key={path + title} to={path} className={className} dir="auto">
        {title}
      </Link>
    ) : (
      <a
        key={path + title}
        href={path}
        className={className}
        dir="auto"
        rel="noopener"
        {...(newTab ? { target: '_blank' } : {})}
      >
        {title}
      </a>
    ),
  )
}
