import clsx from 'clsx'
import { useFormats, useT } from '../../i18n/context.tsx'
import type { Product } from './product.ts'

/** Up to so many pieces, their number is worth saying. */
const fewMax = 20

/** Whether it can be had, and how many are left where they are few. */
export function Stock({ product: { type, stock }, dot = false }: { product: Product; dot?: boolean }) {
  const t = useT()
  const { number } = useFormats()
  const gone = stock === 0
  const text = gone
    ? t('shop.product.soldOut')
    : type === 'digital'
      ? t('shop.product.digital')
      : stock !== null && stock <= fewMax
        ? t('shop.product.left', { count: number(stock) })
        : t('shop.product.inStock')
  return (
    <span className={clsx('flex items-center gap-2 text-xs', gone ? 'text-ink-3' : 'text-success-text')}>
      {dot ? (
        <span aria-hidden="true" className={clsx('size-2 rounded-full', gone ? 'bg-ink-3' : 'bg-current')} />
      ) : null}
      {text}
    </span>
  )
}
