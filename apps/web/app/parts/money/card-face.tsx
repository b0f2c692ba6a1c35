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
      <span
        aria-hidden="true"
        className="relative h-8 w-[46px] shrink-0 rounded-[7px] bg-linear-135 from-[#1f3f7a] to-[#3f8fd0]"
      >
        <span className="absolute end-[7px] bottom-[7px] size-2.5 rounded-full bg-[#ffbd58]" />
        <span className="absolute end-[13px] bottom-[7px] size-2.5 rounded-full bg-white/60" />
      </span>
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

export function useCardName(card: { brand: string; last4: string }): string {
  const t = useT()
  return t('wallet.card.ending', { brand: card.brand.replace(/^./, (first) => first.toUpperCase()), last4: card.last4 })
}
