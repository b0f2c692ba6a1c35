import clsx from 'clsx'
import { useFormats, useT } from '../../i18n/context.tsx'
import { useSite } from '../site/site.ts'
import { TokenIcon } from './token-icon.tsx'

interface PriceProps {
  tokens: number
  /** What it is worth in the site's currency; by default tokens times their value. */
  amount?: number
  /** Only the tokens: where the currency is already shown beside them. */
  bare?: boolean
  /** For things paid by card: currency first. */
  currencyFirst?: boolean
  className?: string
}

/** ◉ 120 $12.00 */
export function Price({ tokens, amount, bare = false, currencyFirst = false, className }: PriceProps) {
  const t = useT()
  const { tokens: number, money } = useFormats()
  const { tokenValue, currency } = useSite()
  const worth = money(amount ?? tokens * tokenValue, currency)
  const coins = (
    <span className="inline-flex items-baseline gap-[.34em]">
      <TokenIcon className="self-center" />
      {number(tokens)}
      <span className="sr-only">{t('ui.tokens')}</span>
    </span>
  )
  const second = 'font-medium text-ink-3'
  return (
    <bdi dir="ltr" className={clsx('num inline-flex items-baseline gap-[.5em] font-bold whitespace-nowrap', className)}>
      {currencyFirst ? <span>{worth}</span> : coins}
      {bare ? null : currencyFirst ? (
        <span className={clsx(second, 'text-xs')}>{coins}</span>
      ) : (
        <span className={second}>{worth}</span>
      )}
    </bdi>
  )
}
