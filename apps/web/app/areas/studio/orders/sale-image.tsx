import { Package } from 'lucide-react'
import { imageOf, isOpen } from '../../../parts/posts/files.ts'
import { ResponsiveImage } from '../../../ui/image.tsx'
import type { Sale } from './order-states.ts'

/** The image that the product had when it was ordered. */
export function SaleImage({ sale }: { sale: Pick<Sale, 'image'> }) {
  const source = sale.image && isOpen(sale.image) ? imageOf(sale.image) : null
  return source ? (
    <ResponsiveImage source={source} alt="" sizes="56px" className="h-10 w-14 shrink-0 rounded-[8px]" />
  ) : (
    <span className="grid h-10 w-14 shrink-0 place-items-center rounded-[8px] bg-surface-2">
      <Package className="icon size-4! text-ink-3" aria-hidden="true" />
    </span>
  )
}
