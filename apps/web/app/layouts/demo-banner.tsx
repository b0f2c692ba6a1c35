import { FlaskConical } from 'lucide-react'
import { Link } from 'react-router'
import { useT } from '../i18n/context.tsx'
import { useSettings } from '../parts/site/site.ts'

export interface DemoAccount {
  role: string
  username: string
  password: string
}
/** The accounts that a visitor may sign in with, if the installation is a demo; empty otherwise. */
export function useDemoAccounts(): readonly DemoAccount[] {
  const { demo } = (useSettings() ?? {}) as { demo?: { accounts?: readonly DemoAccount[] } | null }
  return demo?.accounts ?? []
}

export function DemoBanner() {
  const t = useT()
  if (useDemoAccounts().length === 0) return null
  return (
    <aside
      aria-label={t('ui.demo.label')}
      className="bg-token-soft px-4 py-1.5 text-center text-xs font-medium text-token-soft-ink"
    >
      <FlaskConical className="icon me-1.5 inline-block size-4! align-[-.2em]" aria-hidden="true" />
      {t('ui.demo.banner')}{' '}
      <Link to="/outbox" reloadDocument className="inline-block py-1 font-semibold underline underline-offset-2">
        {t('ui.demo.mails')}
      </Link>
    </aside>
  )
}
