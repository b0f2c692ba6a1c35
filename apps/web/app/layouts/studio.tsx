import { ArrowLeftRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import clsx from 'clsx'
import { useT } from '../i18n/context.tsx'
import { buttonClass, IconLink } from '../ui/button.tsx'
import { studioMore, studioNav } from './nav.ts'
import { usePageHandle } from './page-handle.ts'
import { AppFrame } from './primary.tsx'
import { AccountMenu, Rail } from './rail.tsx'
import { onButtonClass, UnreadBadge } from './unread-badge.tsx'

const studioTabs = [...studioNav, studioMore]

/** The same frame with a creator's work in the rail. */
export function StudioLayout({ children }: { children: ReactNode }) {
  const t = useT()
  const { isFull = false, hasTabBar = true } = usePageHandle()
  return (
    <AppFrame
      items={studioTabs}
      rail={
        <Rail
          items={studioNav}
          title={t('ui.nav.studio')}
          foot={
            // Where the rail has icons alone, its name is a tooltip as theirs.
            <Link
              to="/home"
              data-tip={t('ui.nav.fanView')}
              data-tip-side="end"
              className={clsx(
                buttonClass('ghost'),
                'h-auto! min-h-10 py-1 text-center whitespace-normal! max-rail:min-h-11 max-rail:w-12 max-rail:self-center max-rail:px-0! rail:after:hidden',
              )}
            >
              <ArrowLeftRight aria-hidden="true" />
              <span className="max-rail:sr-only">{t('ui.nav.fanView')}</span>
            </Link>
          }
        />
      }
    >
      {/* On a phone, in place of the rail: back to the side of fans, what is new, and the account with its log-out. */}
      <div
        className={clsx(
          'flex items-center justify-between px-2 pt-1 max-[22rem]:px-1 md:hidden',
          hasTabBar || 'hidden',
        )}
      >
        <Link to="/home" className={clsx(buttonClass('ghost'), 'min-w-0 shrink! max-sm:px-3')}>
          <ArrowLeftRight aria-hidden="true" />
          <span className="truncate max-sm:sr-only">{t('ui.nav.fanView')}</span>
        </Link>
        <span className="flex shrink-0 items-center gap-1 max-[22rem]:gap-0">
          {studioNav
            .filter(({ unread, tab }) => unread && !tab)
            .map(({ to, key, icon: Icon, unread }) => (
              <IconLink
                key={to}
                to={to}
                label={t(key)}
                className="relative"
                badge={unread && <UnreadBadge of={unread} className={onButtonClass} />}
              >
                <Icon aria-hidden="true" />
              </IconLink>
            ))}
          <AccountMenu side="down" linked="never" />
        </span>
      </div>
      {isFull ? children : <div className="mx-auto w-full max-w-page px-4 pb-16 md:px-8 md:pt-6">{children}</div>}
    </AppFrame>
  )
}
