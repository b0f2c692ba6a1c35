import clsx from 'clsx'
import { ArrowLeftRight, LogOut } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Form, Link } from 'react-router'
import { needMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { useHere } from '../../../layouts/current-location.ts'
import { PageHead } from '../../../layouts/page-head.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { useStripPosition } from '../../../ui/strip.ts'

/** The pages about a creator's own account: their list above, and on phones the ways out that the rail holds elsewhere. */
export function SettingsFrame({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  const t = useT()
  const isHere = useHere()
  const strip = useStripPosition<HTMLElement>(title)
  // The shapes of these pages have the titles that the pages will have.
  useEffect(() => void needMessages('creator').catch(() => undefined), [])
  const pages = [
    { to: '/creator/account', label: t('studio.settings.profile') },
    { to: '/creator/verification', label: t('studio.settings.verification') },
    { to: '/creator/pricing', label: t('studio.settings.pricing') },
    { to: '/creator/messages/settings', label: t('studio.settings.messages') },
    { to: '/creator/banking', label: t('studio.settings.banking') },
    { to: '/creator/payment-gateways', label: t('studio.settings.gateways') },
    { to: '/creator/blocking', label: t('studio.settings.blocking') },
    { to: '/user/security', label: t('studio.settings.security') },
  ]
  return (
    <div className="mx-auto max-w-list">
      <PageHead title={title} detail={detail} />
      <nav ref={strip} aria-label={t('studio.settings.label')} className="strip -mx-4 mb-4 gap-1 px-4 md:mx-0 md:px-0">
        {pages.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            aria-current={isHere(to) ? 'page' : undefined}
            className={clsx(
              'inline-flex min-h-10 items-center rounded-full px-4 text-sm focus-visible:rounded-full pointer-coarse:min-h-11',
              isHere(to)
                ? 'bg-primary-soft font-bold text-primary-soft-ink'
                : 'font-medium text-ink-2 hover:bg-surface-2',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
      <div className="mt-8 flex flex-wrap gap-2 border-t border-line pt-5 md:hidden">
        <Link to="/home" className={buttonClass('outline')}>
          <ArrowLeftRight aria-hidden="true" />
          {t('ui.nav.fanView')}
        </Link>
        <Form method="post" action="/auth/logout" reloadDocument>
          <button type="submit" className={buttonClass('ghost')}>
            <LogOut className="rtl:-scale-x-100" aria-hidden="true" />
            {t('ui.account.logOut')}
          </button>
        </Form>
      </div>
    </div>
  )
}

export function SettingsSection({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <div>
        <h2 className="text-lg">{title}</h2>
        {lead ? <p className="mt-0.5 text-sm text-ink-3">{lead}</p> : null}
      </div>
      {children}
    </section>
  )
}
