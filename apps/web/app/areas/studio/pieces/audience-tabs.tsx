import { useLocation } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

/** The plans, and who subscribes or follows, and lists of them. */
export function AudienceTabs() {
  const t = useT()
  const { pathname } = useLocation()
  const tab = (label: string, to: string) => ({ label, to, current: pathname === to })
  return (
    <Tabs
      className="mb-4"
      label={t('studio.audience.label')}
      tabs={[
        tab(t('studio.pricing.title'), '/creator/pricing'),
        tab(t('studio.audience.subscribers'), '/creator/subscribers'),
        tab(t('studio.audience.followers'), '/creator/followers'),
        tab(t('studio.lists.title'), '/creator/lists'),
      ]}
    />
  )
}
