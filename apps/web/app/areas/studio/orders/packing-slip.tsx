import { useFormats, useT } from '../../../i18n/context.tsx'
import { linesOf } from './address.tsx'
import type { SaleDetails } from './order-states.ts'

/** What is put into the parcel, without prices. It is only printed: the print styles hide everything else. */
export function PackingSlip({ order, countryName }: { order: SaleDetails; countryName: string }) {
  const t = useT()
  const { date, number } = useFormats()
  if (!order.deliveryAddress) return null
  return (
    <article className="packing-slip hidden text-base print:block" aria-hidden="true">
      <p className="text-2xl font-bold">{t('studio.orders.slip')}</p>
      <p className="mt-2">
        {t('studio.orders.one', { number: order.number })} · {date(order.createdAt)}
      </p>
      <p>
        <bdi>{order.performer?.name}</bdi>
      </p>
      <p className="mt-8 font-bold">{t('studio.orders.address')}</p>
      {linesOf(order.deliveryAddress, countryName).map((line) => (
        <p key={line} dir="auto" className="text-match">
          {line}
        </p>
      ))}
      <table className="mt-8 w-full border-collapse text-start">
        <thead>
          <tr className="border-b border-line">
            <th className="py-2 text-start">{t('studio.item.product.one')}</th>
            <th className="py-2 text-end">{t('studio.orders.quantity')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td className="py-2">
              <bdi>{order.title}</bdi>
            </td>
            <td className="num py-2 text-end">{number(order.quantity)}</td>
          </tr>
        </tbody>
      </table>
    </article>
  )
}
