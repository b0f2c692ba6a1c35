import { Link } from 'react-router'
import { usePageFacts } from '../i18n/context.tsx'
import { useSettings } from './site.ts'

interface MenuLink {
  title: string
  path: string
  newTab: boolean
}

// spec: ui.site

/** The links that staff wrote for this place, in the reader's language; null where they left those that ship with the product. */
export function useMenu(place: 'header' | 'footer'): readonly MenuLink[] | null {
  const { locale } = usePageFacts()
  const menu = useSettings()?.menus[place] ?? null
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
