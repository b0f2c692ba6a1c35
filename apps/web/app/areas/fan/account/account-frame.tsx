import clsx from 'clsx'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { Button } from '../../../ui/button.tsx'
import { useStripPosition } from '../../../ui/strip.ts'

/** The pages about one's own account: their list at the start, the page beside it. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const t = useT()
  const strip = useStripPosition<HTMLElement>(useLocation().pathname)
  const pages = [
    { to: '/user/account', label: t('account.nav.account') },
    { to: '/user/notifications', label: t('account.nav.notifications') },
    { to: '/user/security', label: t('account.nav.security') },
    { to: '/user/privacy', label: t('account.nav.privacy') },
  ]
  return (
    <div className="mx-auto w-full max-w-settings px-4 pb-16 md:px-8 md:pt-6">
      <PageHead title={title} back="/home" />
      <div className="gap-12 lg:grid lg:grid-cols-[176px_minmax(0,1fr)]">
        <nav ref={strip} aria-label={t('account.nav.label')} className="strip mb-6 gap-1 lg:flex-col">
          {pages.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              className={({ isActive }) =>
                clsx(
                  'rounded-sm px-3 py-2 text-sm focus-visible:rounded-sm pointer-coarse:py-3',
                  isActive
                    ? 'bg-primary-soft font-bold text-primary-soft-ink'
                    : 'font-medium text-ink-2 hover:bg-surface-2',
                )
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="flex max-w-[600px] min-w-0 flex-col gap-10">{children}</div>
      </div>
    </div>
  )
}

// spec: me.update-flags, profile.update

/** The submit button of a form, and its status: saving, or saved. Errors are shown in the form. */
export function SaveRow({ children, busy, saved }: { children: ReactNode; busy: boolean; saved: boolean }) {
  const t = useT()
  return (
    <div className="flex items-center gap-4">
      <Button type="submit" variant="primary" size="lg" busy={busy ? t('ui.saving') : undefined}>
        {children}
      </Button>
      {saved && !busy ? (
        <p role="status" className="text-sm font-medium text-success-text">
          {t('ui.saved')}
        </p>
      ) : null}
    </div>
  )
}

export function Section({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {lead ? <p className="mt-1 text-sm text-ink-2">{lead}</p> : null}
      <div className="mt-4">{children}</div>
    </section>
  )
}
