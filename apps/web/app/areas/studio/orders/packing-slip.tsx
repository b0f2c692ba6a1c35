import { useFormats, useT } from '../../../i18n/context.tsx'
import { dot } from '../../../ui/dot.ts'
import { linesOf } from './address.tsx'
import type { Sale } from './order-states.ts'

type Packed = Pick<Sale, 'number' | 'createdAt' | 'performer' | 'deliveryAddress' | 'title' | 'quantity'>
interface SlipProps {
  order: Packed
  countryName: string
}

/** What is put into the parcel, without prices. On the page of one order it is only printed: the print styles hide everything else. */
export function PackingSlip(props: SlipProps) {
  if (!props.order.deliveryAddress) return null
  return (
    <article className="packing-slip hidden text-base print:block" aria-hidden="true">
      <Slip {...props} />
    </article>
  )
}

/** The address alone, large enough to be read by a carrier, and the number for the one who packs. */
export function AddressLabel({ order, countryName }: SlipProps) {
  if (!order.deliveryAddress) return null
  return (
    <article className="packing-slip hidden text-base print:block" aria-hidden="true">
      <div className="max-w-[12cm] border border-line p-6 text-xl leading-snug">
        {linesOf(order.deliveryAddress, countryName).map((line) => (
          <p key={line} dir="auto" className="text-match wrap-anywhere first:font-bold">
            {line}
          </p>
        ))}
        <p className="num mt-4 text-sm">{order.number}</p>
      </div>
    </article>
  )
}

/** The slip itself, on paper or on the page that shows several. */
export function Slip({ order, countryName }: SlipProps) {
  const t = useT()
  const { date, number } = useFormats()
  if (!order.deliveryAddress) return null
  return (
    <>
      <p className="text-2xl font-bold">{t('studio.orders.slip')}</p>
      <p className="mt-2">
        {t('studio.orders.one', { number: order.number })}
        {dot}
        {date(order.createdAt)}
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
    </>
  )
}
