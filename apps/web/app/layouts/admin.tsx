import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useT } from '../i18n/context.tsx'
import { Logo } from '../parts/site/logo.tsx'
import { useStripPosition } from '../ui/strip.ts'
import { DemoBanner } from './demo-banner.tsx'
import { useHere } from './current-location.ts'
import { AccountMenu } from './rail.tsx'
import { SkipLink } from './skip-link.tsx'

export interface AdminGroup {
  title: string
  links: readonly { to: string; icon: LucideIcon; label: string; count?: number }[]
}

/** The layout of the staff pages: dense, full width, a plain navigation at the start; on phones a strip with the current page. */
export function AdminLayout({ groups, children }: { groups: readonly AdminGroup[]; children: ReactNode }) {
  const t = useT()
  const isHere = useHere()
  const strip = useStripPosition<HTMLDivElement>(useLocation().pathname)
  return (
    <div className="bg-surface text-sm">
      <SkipLink />
      <div className="min-h-dvh lg:grid lg:grid-cols-[216px_minmax(0,1fr)]">
        <nav
          aria-label={t('ui.nav.main')}
          className="flex flex-col border-line bg-canvas p-3 max-lg:border-b max-lg:pb-1 lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-e short:static short:h-auto"
        >
          <div className="flex items-center justify-between">
            <Logo to="/admin" className="px-2 py-2" />
            <div className="lg:hidden">
              <AccountMenu side="down" linked="never" />
            </div>
          </div>
          <div ref={strip} className="max-lg:strip relative max-lg:-mx-3 max-lg:gap-1 max-lg:px-3 max-lg:py-1">
            {groups.map(({ title, links }) => (
              <div key={title} className="max-lg:flex max-lg:shrink-0 max-lg:items-center lg:pt-3">
                <p
                  className={clsx(
                    'px-2 pb-1 text-xs font-semibold text-ink-3 max-lg:sr-only',
                    // Said once where the first page is called as its group.
                    title === links[0]?.label && 'sr-only',
                  )}
                >
                  {title}
                </p>
                <ul className="max-lg:flex max-lg:gap-1">
                  {links.map(({ to, icon: Icon, label, count }) => (
                    <li key={to}>
                      <NavLink
                        to={to}
                        end={to === '/admin'}
                        className={clsx(
                          'flex h-8 items-center gap-2 rounded-sm px-2 text-xs whitespace-nowrap focus-visible:rounded-sm pointer-coarse:h-11 pointer-coarse:px-3',
                          isHere(to, to === '/admin')
                            ? 'bg-primary-soft font-bold text-primary-soft-ink'
                            : 'font-medium text-ink-2 hover:bg-surface-2',
                        )}
                      >
                        <Icon className="icon size-4!" aria-hidden="true" />
                        <span className="flex-1">{label}</span>
                        {count ? <span className="num text-2xs">{count}</span> : null}
                      </NavLink>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
          <div className="mt-auto pt-4 max-lg:hidden">
            <AccountMenu linked="always" />
          </div>
        </nav>
        <div className="min-w-0">
          <DemoBanner />
          <main id="main" className="px-4 py-4 wrap-break-word md:px-6">
            {children}
          </main>
        </div>
      </div>
    </div>
  )
}
