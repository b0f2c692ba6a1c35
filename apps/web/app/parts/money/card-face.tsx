import clsx from 'clsx'
import { CreditCard } from 'lucide-react'
import { useT } from '../../i18n/context.tsx'

/** A card as a small image and two lines. */
export function CardFace({
  card,
  children,
}: {
  card: { brand: string; last4: string; expMonth: number; expYear: number }
  children?: React.ReactNode
}) {
  const t = useT()
  const month = String(card.expMonth).padStart(2, '0')
  const year = String(card.expYear).slice(-2)
  const now = new Date()
  const over =
    card.expYear < now.getFullYear() || (card.expYear === now.getFullYear() && card.expMonth < now.getMonth() + 1)
  return (
    <div className="flex items-center gap-3.5">
      <CardMark brand={card.brand} />
      <span className="min-w-0 flex-1 leading-snug">
        <span className="block truncate font-strong">{useCardName(card)}</span>
        <span className={over ? 'num text-xs text-danger-text' : 'num text-xs text-ink-3'}>
          {over ? t('wallet.card.expired', { month, year }) : t('wallet.card.expires', { month, year })}
        </span>
      </span>
      {children}
    </div>
  )
}

const short: Record<string, string> = {
  visa: 'VISA',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DINERS',
  jcb: 'JCB',
  unionpay: 'UP',
}
const grounds: Record<string, string> = {
  visa: 'bg-[#1a3f8f]',
  mastercard: 'bg-[#2b2622]',
  amex: 'bg-[#1f6f8b]',
  discover: 'bg-[#8a4b12]',
  jcb: 'bg-[#14613f]',
}

/** A small card of its brand’s colour with its name in letters: drawn here, no brand’s own picture. */
function CardMark({ brand }: { brand: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'relative grid h-8 w-[46px] shrink-0 place-items-center rounded-[7px] text-[10px] font-heavy tracking-wide text-white',
        grounds[brand] ?? 'bg-[#4a443e]',
      )}
    >
      {brand === 'mastercard' ? (
        <>
          <span className="absolute start-[11px] size-3.5 rounded-full bg-[#e2492f]" />
          <span className="absolute end-[11px] size-3.5 rounded-full bg-[#f4a12b]/85" />
        </>
      ) : (
        (short[brand] ?? <CreditCard className="icon size-4!" />)
      )}
    </span>
  )
}

export function useCardName(card: { brand: string; last4: string }): string {
  const t = useT()
  return t('wallet.card.ending', { brand: card.brand.replace(/^./, (first) => first.toUpperCase()), last4: card.last4 })
}
