import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../site/site.ts'
import { useBalance } from '../balance.ts'
import { leftTokens } from '../missing-tokens.ts'
import { Price } from '../price.tsx'
import type { Checkout } from './use-checkout.ts'

/** Above the button: the whole price, and what of it the card pays. */
export function YouPay({ checkout: { missing, offer }, price }: { checkout: Checkout; price: number }) {
  const t = useT()
  const { money } = useFormats()
  const { currency } = useSite()
  const balance = useBalance()
  return (
    <dl className="num -mx-5 border-t border-line px-5 pt-3 pb-3 md:-mx-[26px] md:px-[26px]">
      <div className="flex items-baseline justify-between gap-3">
        <dt>{t('checkout.youPay')}</dt>
        <dd className="text-lg">
          <Price tokens={price} />
        </dd>
      </div>
      {missing > 0 && offer ? (
        <div className="mt-1 flex items-baseline justify-between gap-3 text-sm text-ink-2">
          <dt>{balance > 0 ? t('checkout.split', { tokens: t.tokens(balance) }) : t('checkout.byCard')}</dt>
          <dd className="font-semibold text-ink">{money(offer.price, currency)}</dd>
        </div>
      ) : null}
    </dl>
  )
}

/** Below the button: what is safe, and what is left in the wallet. */
export function SafeLine({ checkout, price, safe }: { checkout: Checkout; price: number; safe: ReactNode }) {
  const t = useT()
  const balance = useBalance()
  const { missing, offer } = checkout
  const after = missing > 0 ? (offer?.stays ?? 0) : leftTokens(price, balance)
  return (
    <span className="inline-flex items-start justify-center gap-2">
      <ShieldCheck className="icon size-4! mt-px shrink-0" aria-hidden="true" />
      <span className="num">
        {safe} {t('checkout.after', { tokens: t.tokens(after) })}
      </span>
    </span>
  )
}

/** The verb, and the money that a card pays with it. */
export function usePayLabel(
  { missing, offer, card }: Checkout,
  verb: 'buy' | 'unlock' | 'tip' | 'send' | 'subscribe' | 'change' | 'pledge' | 'ask',
  free: string,
): string {
  const t = useT()
  const { money } = useFormats()
  const { currency } = useSite()
  if (missing === 0 || !offer) return free
  const amount = money(offer.price, currency)
  return card ? t(`checkout.pay.${verb}`, { amount }) : t('checkout.payNewCard', { amount })
}
