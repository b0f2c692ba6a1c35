import { Copy } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { SaleDetails } from './order-states.ts'

type DeliveryAddress = NonNullable<SaleDetails['deliveryAddress']>

/** An address as it is written on a parcel, line by line. */
export const linesOf = (address: DeliveryAddress, countryName: string): string[] =>
  [
    address.name,
    address.line1,
    address.line2,
    [address.postalCode, address.city].filter(Boolean).join(' '),
    address.state,
    countryName,
  ].filter(Boolean)

interface AddressProps {
  address: SaleDetails['deliveryAddress']
  countryName: string
}
/** Where the parcel goes, ready to be copied. */
export function Address({ address, countryName }: AddressProps) {
  const t = useT()
  if (!address) return <p className="mt-3 text-sm text-ink-3">{t('studio.orders.noAddress')}</p>
  const lines = linesOf(address, countryName)
  const copy = () =>
    navigator.clipboard
      .writeText([...lines, address.phone].filter(Boolean).join('\n'))
      .then(toast.copied, () => toast.error())
  return (
    <>
      <div className="mt-4 mb-1.5 flex items-center justify-between gap-3">
        <h3 className="font-sans text-sm font-semibold tracking-normal">{t('studio.orders.address')}</h3>
        <Button size="sm" variant="ghost" className="-me-3" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {t('studio.orders.copy')}
        </Button>
      </div>
      <address className="text-sm not-italic">
        {lines.map((line) => (
          <span key={line} dir="auto" className="block wrap-anywhere text-match">
            {line}
          </span>
        ))}
        {address.phone ? (
          <a href={`tel:${address.phone.replaceAll(/[^+\d]/g, '')}`} className="link mt-1 inline-block">
            <bdi dir="ltr">{address.phone}</bdi>
          </a>
        ) : null}
      </address>
    </>
  )
}
