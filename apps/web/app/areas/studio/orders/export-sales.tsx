import { Download } from 'lucide-react'
import { useState } from 'react'
import { needMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Sale } from './order-states.ts'
import { allSales, csvOf } from './sales-csv.ts'
import type { salesQuery } from './sales-query.ts'

const addressOf = ({ deliveryAddress: to }: Sale) =>
  to
    ? [to.name, to.line1, to.line2, to.postalCode, to.city, to.state, to.country, to.phone]
    : ['', '', '', '', '', '', '', '']

/** Saves the filtered list as a file for spreadsheets. */
export function ExportSales({ query, disabled }: { query: ReturnType<typeof salesQuery>; disabled: boolean }) {
  const t = useT()
  const [working, setWorking] = useState(false)
  const save = async () => {
    setWorking(true)
    try {
      const [sales] = await Promise.all([allSales(query), needMessages('addresses')])
      const rows = sales.map((sale) => [
        sale.number,
        sale.createdAt,
        sale.title,
        t(`studio.products.type.${sale.type}`),
        sale.quantity,
        sale.buyer?.username ?? '',
        sale.unitPrice,
        sale.shippingFee,
        sale.total,
        sale.returned,
        t(`studio.orders.payment.${sale.payment}`),
        t(`studio.orders.fulfilment.${sale.fulfilment}`),
        sale.carrier,
        sale.trackingCode,
        ...addressOf(sale),
        sale.earning?.fee ?? '',
        sale.earning?.net ?? '',
        sale.earning?.netValue ?? '',
        sale.earning?.currency ?? '',
      ])
      const head = [
        t('studio.orders.number'),
        t('studio.orders.date'),
        t('studio.item.product.one'),
        t('studio.products.type'),
        t('studio.orders.quantity'),
        t('studio.orders.buyer'),
        t('studio.orders.unitPrice'),
        t('studio.products.shippingFee'),
        t('studio.orders.total'),
        t('studio.orders.refunded'),
        t('studio.orders.paymentStatus'),
        t('studio.orders.fulfilmentStatus'),
        t('studio.orders.carrier'),
        t('studio.orders.trackingCode'),
        t('addresses.name'),
        t('addresses.line1'),
        t('addresses.line2'),
        t('addresses.postalCode'),
        t('addresses.city'),
        t('addresses.state'),
        t('addresses.country'),
        t('addresses.phone'),
        t('orders.csv.fee'),
        t('orders.csv.net'),
        t('orders.csv.netValue'),
        t('orders.csv.currency'),
      ]
      const url = URL.createObjectURL(new Blob([csvOf([head, ...rows])], { type: 'text/csv;charset=utf-8' }))
      const link = document.createElement('a')
      link.href = url
      link.download = `orders-${new Date().toISOString().slice(0, 10)}.csv`
      link.click()
      setTimeout(() => URL.revokeObjectURL(url), 10_000)
    } catch (error) {
      toast.problem(error)
    } finally {
      setWorking(false)
    }
  }
  return (
    <Button disabled={disabled} busy={working ? t('studio.orders.exporting') : undefined} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {t('studio.orders.export')}
    </Button>
  )
}
