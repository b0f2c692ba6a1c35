import clsx from 'clsx'
import { NavLink } from 'react-router'
import { useT } from '../../i18n/context.tsx'

/** What one owns, ordered and bookmarked: three pages beside each other. */
export function LibraryTabs() {
  const t = useT()
  const tabs = [
    { to: '/user/purchases', label: t('shop.library.purchases') },
    { to: '/user/orders', label: t('shop.library.orders') },
    { to: '/user/bookmarks', label: t('shop.library.bookmarks') },
  ]
  return (
    <nav aria-label={t('shop.library.title')} className="flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            clsx(
              '-mb-px flex h-11 items-center border-b-2 px-3.5 text-sm font-semibold whitespace-nowrap',
              isActive ? 'border-primary-edge text-ink' : 'border-transparent text-ink-3 hover:text-ink',
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
