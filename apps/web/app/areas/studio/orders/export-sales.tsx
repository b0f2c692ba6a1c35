import { Download } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { allSales, csvOf } from './sales-csv.ts'
import type { salesQuery } from './sales-query.ts'

/** Saves the filtered list as a file for spreadsheets. */
export function ExportSales({ query, disabled }: { query: ReturnType<typeof salesQuery>; disabled: boolean }) {
  const t = useT()
  const [working, setWorking] = useState(false)
  const save = async () => {
    setWorking(true)
    try {
      const sales = await allSales(query)
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
