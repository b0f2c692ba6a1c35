import { Plus, ReceiptText } from 'lucide-react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { dot } from '../../../ui/dot.ts'
import type { Charge, Move, Paid } from './mixed-moves.ts'

const titled: Partial<Record<Charge['type'], 'wallet.did.boughtTitled' | 'wallet.did.seatTitled'>> = {
  product: 'wallet.did.boughtTitled',
  stream: 'wallet.did.seatTitled',
}
export function useChargeText(): (charge: Charge) => string {
  const t = useT()
  return (charge) =>
    charge.title && charge.type !== 'tip' && charge.type !== 'subscription'
      ? t(titled[charge.type] ?? 'wallet.did.titled', { title: charge.title })
      : (t.maybe(`wallet.did.${charge.type}`, { name: charge.performer?.name ?? '' }) ?? charge.type)
}
export function usePaidText(): (paid: Paid) => string {
  const t = useT()
  return (paid) =>
    paid.purpose === 'top_up' ? t('wallet.paid.top_up', { count: paid.tokens }) : t('wallet.paid.subscriptionPlain')
}
export const isDone = (status: Paid['status']): boolean =>
  status === 'succeeded' || status.startsWith('dispute') || status.endsWith('refunded')

/** One move of money: who or what, when, how much in both. */
export function MoveRow({ move }: { move: Move }) {
  const t = useT()
  const { tokens, money, dateTime } = useFormats()
  const { tokenValue, currency } = useSite()
  const chargeText = useChargeText()
  const paidText = usePaidText()
  const row = 'flex items-center gap-3.5 border-t border-line py-3 first:border-0'
  if (move.kind === 'charge') {
    const { charge } = move
    const back = charge.status === 'refunded'
    return (
      <li className={row}>
        <Avatar src={charge.performer?.avatar} size={40} />
        <EntryText title={chargeText(charge)} detail={dateTime(charge.createdAt)}>
          {charge.status === 'succeeded' ? null : <Badge tone="lamp">{t(`wallet.status.${charge.status}`)}</Badge>}
        </EntryText>
        <span className="num text-end leading-snug whitespace-nowrap">
          <b className={back ? 'line-through' : ''}>
            {charge.byCard ? money(-charge.byCard.amount, charge.byCard.currency) : tokens(-charge.tokens)}
          </b>
          <span className="block text-xs text-ink-3">
            {charge.byCard ? t('wallet.byCard') : money(charge.tokens * tokenValue, currency)}
          </span>
          {charge.returned > 0 ? (
            <span className="block text-xs text-success-text">
              {t('wallet.back', { tokens: tokens(charge.returned) })}
            </span>
          ) : null}
        </span>
      </li>
    )
  }
  const { paid, charge: bought } = move
  const good = isDone(paid.status)
  return (
    <li className={row}>
      {bought ? (
        <Avatar src={bought.performer?.avatar} size={40} />
      ) : (
        <span
          className={`grid size-10 shrink-0 place-items-center rounded-full ${good ? 'bg-success-soft text-success-text' : 'bg-surface-2 text-ink-3'}`}
        >
          {paid.purpose === 'top_up' ? (
            <Plus className="icon" aria-hidden="true" />
          ) : (
            <ReceiptText className="icon" aria-hidden="true" />
          )}
        </span>
      )}
      <EntryText
        title={bought ? chargeText(bought) : paidText(paid)}
        detail={`${dateTime(paid.createdAt)}${paid.card ? `${dot}${paid.card.brand} ${paid.card.last4}` : ''}`}
      >
        {paid.status === 'succeeded' ? null : (
          <Badge tone={paid.status === 'failed' ? 'ember' : 'lamp'}>{t(`wallet.status.${paid.status}`)}</Badge>
        )}
      </EntryText>
      <span className="num text-end leading-snug whitespace-nowrap">
        <b className={good ? '' : 'font-medium text-ink-3'}>
          {paid.purpose === 'subscription' ? (
            money(-paid.amount, paid.currency)
          ) : good ? (
            <bdi dir="ltr">{`+${tokens(paid.tokens)}`}</bdi>
          ) : (
            '–'
          )}
        </b>
        {paid.purpose === 'subscription' ? null : (
          <span className="block text-xs text-ink-3">{money(paid.amount, paid.currency)}</span>
        )}
      </span>
    </li>
  )
}

function EntryText({ title, detail, children }: { title: string; detail: string; children: React.ReactNode }) {
  return (
    <span className="min-w-0 flex-1 leading-snug">
      <span className="flex flex-wrap items-center gap-2 font-strong">
        <span className="min-w-0 wrap-anywhere">{title}</span>
        {children}
      </span>
      <span className="block text-xs text-ink-3">{detail}</span>
    </span>
  )
}
