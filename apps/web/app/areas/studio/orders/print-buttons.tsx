import { Printer, Tag } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import type { SaleDetails } from './order-states.ts'

/** Prints what goes into the parcel, and what goes onto it. Nothing without an address. */
export function PrintButtons({ order, onLabel }: { order: SaleDetails; onLabel: () => void }) {
  const t = useT()
  if (!order.deliveryAddress) return null
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" aria-label={t('studio.orders.printSlip')} onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        {t('studio.orders.slip')}
      </Button>
      <Button size="sm" aria-label={t('orders.print.label')} onClick={onLabel}>
        <Tag aria-hidden="true" />
        {t('orders.send.label')}
      </Button>
    </div>
  )
}
