import { useLocation } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

/** The audience, and the plans by which people join it. */
export function AudienceTabs() {
  const t = useT()
  const { pathname } = useLocation()
  const tab = (label: string, to: string) => ({ label, to, current: pathname === to })
  return (
    <Tabs
      className="mb-4"
      label={t('studio.audience.label')}
      tabs={[tab(t('ui.nav.audience'), '/creator/audience'), tab(t('studio.pricing.title'), '/creator/pricing')]}
    />
  )
}
