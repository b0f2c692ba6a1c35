import { useLocation } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

/** The two lists of a creator's shop. */
export function ShopTabs() {
  const t = useT()
  const { pathname } = useLocation()
  return (
    <Tabs
      label={t('studio.shop')}
      className="mb-4"
      tabs={[
        { label: t('studio.item.product.title'), to: '/creator/products' },
        { label: t('studio.orders.title'), to: '/creator/orders' },
      ].map((tab) => ({ ...tab, current: pathname === tab.to }))}
    />
  )
}
