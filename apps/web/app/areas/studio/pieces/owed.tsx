import { useT } from '../../../i18n/context.tsx'
import { useExact } from './exact-amounts.ts'

interface OwedProps {
  /** Tokens. */
  owed: number
  tokenValue: number
  currency: string
  className?: string
}

/** What a creator owes of earnings that were taken back after they were paid out; nothing where it is nothing. */
export function Owed({ owed, tokenValue, currency, className = '' }: OwedProps) {
  const t = useT()
  const exact = useExact(currency)
  if (owed === 0) return null
  return (
    <section className={`rounded-lg bg-danger-soft p-4 text-danger-soft-ink md:p-5 ${className}`}>
      <h2 className="text-lg">{t('studio.earnings.owed', { amount: exact.money(owed * tokenValue) })}</h2>
      <p className="mt-1 text-sm">{t('studio.earnings.owedText', { tokens: t.tokens(owed) })}</p>
    </section>
  )
}

interface PaysOwedProps {
  /** Tokens. */
  owed: number
  worth: (tokens: number) => string
}
/** What of earnings that wait pays a debt, and so does not become available. */
export function PaysOwed({ owed, worth }: PaysOwedProps) {
  const t = useT()
  if (owed <= 0) return null
  return (
    <span className="block text-xs text-danger-text">{t('studio.earnings.paysOwed', { amount: worth(owed) })}</span>
  )
}
