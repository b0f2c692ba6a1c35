import clsx from 'clsx'
import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
import { Settled } from '../../../ui/settled.tsx'
import type { Order } from './top-up-sheet.tsx'

interface CustomAmountProps {
  least: number
  most: number
  /** The order for this text; null if it is not an amount within the limits. */
  orderOf: (amountText: string) => Order | null
  onChoose: (order: Order) => void
}

/** Any amount between the limits, and how many tokens it gives. */
export function CustomAmount({ least, most, orderOf, onChoose }: CustomAmountProps) {
  const t = useT()
  const { money } = useFormats()
  const { currency } = useSite()
  const [amountText, setAmountText] = useState('')
  const order = orderOf(amountText)
  const says =
    amountText && !order
      ? t('wallet.customBad', { least: money(least, currency), most: money(most, currency) })
      : order
        ? t('wallet.customGives', { count: order.tokens })
        : ''
  return (
    <form
      action={() => void (order && onChoose(order))}
      className="mt-3 rounded-lg bg-surface py-2 ps-4 pe-2 shadow-[inset_0_0_0_1px_var(--line)] has-focus:shadow-[inset_0_0_0_1px_var(--line-strong)] md:ps-[18px]"
    >
      <div className="flex items-center gap-3">
        <label className="min-w-0 flex-1">
          <span className="sr-only">{t('wallet.customLabel')}</span>
          <input
            inputMode="decimal"
            value={amountText}
            onChange={(event) => setAmountText(event.currentTarget.value)}
            placeholder={t('wallet.custom', { least: money(least, currency), most: money(most, currency) })}
            aria-invalid={(amountText !== '' && !order) || undefined}
            aria-describedby="custom-says"
            className="num h-10 w-full bg-transparent outline-none placeholder:text-ink-3 pointer-coarse:text-base"
          />
        </label>
        <Button type="submit" size="sm" disabled={!order} className={amountText ? undefined : 'max-sm:hidden'}>
          {amountText ? t('wallet.continue') : t('wallet.enter')}
        </Button>
      </div>
      <p
        id="custom-says"
        className={clsx(
          'num text-xs',
          amountText && !order ? 'pb-1 text-danger-text' : amountText ? 'pb-1 text-ink-3' : 'hidden',
        )}
      >
        {says}
      </p>
      <Settled text={says} />
    </form>
  )
}
