import { FlaskConical } from 'lucide-react'
import { useT } from '../i18n/context.tsx'
import { useSettings } from '../parts/site.ts'

export interface DemoAccount {
  role: string
  username: string
  password: string
}
/** Whom one may sign in as, where the installation is a demonstration; nobody elsewhere. */
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
      className="flex items-center justify-center gap-2 bg-token-soft px-4 py-1.5 text-center text-xs font-[560] text-token-soft-ink"
    >
      <FlaskConical className="icon size-4!" aria-hidden="true" />
      {t('ui.demo.banner')}
    </aside>
  )
}
