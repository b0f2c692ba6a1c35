import clsx from 'clsx'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useFormats, useT } from '../../i18n/context.tsx'
import { toast } from '../../ui/toast.tsx'
import { setBalance, useBalance } from './balance.ts'
import { ConfirmSheet } from './confirm-sheet.tsx'
import { readBegun } from './checkout/begun.ts'
import { PaidBefore, PayMissing, SafeAfter } from './checkout/pay-missing.tsx'
import { useCheckout } from './checkout/use-checkout.ts'
import { usePayLabel, YouPay } from './checkout/you-pay.tsx'
import { leftTokens } from './missing-tokens.ts'
import { Price } from './price.tsx'
import { readTokens } from './read-tokens.ts'
import { useMe, useSettings } from '../site/site.ts'

interface TipSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  performer: { _id: string; name: string }
  /** Where the tip and its note are shown: in the conversation of both, or in the public chat of the performer. */
  shownIn?: 'conversation' | 'public-chat'
  /** What is chosen at first, in tokens. */
  first?: number | undefined
  /** What opened it: `useTipReturn` there opens it again after the pages of the card and the bank. */
  what: string
  /** Where those pages lead back to; without it, to this page. */
  path?: string | undefined
}
const quick = [10, 50, 100, 500]

/** An amount, what it costs and leaves, one press. */
export function TipSheet({ open, onOpenChange, performer, shownIn, first, what, path }: TipSheetProps) {
  const t = useT()
  const { tokens: number } = useFormats()
  const me = useMe()
  const settings = useSettings()
  const balance = useBalance()
  const { pathname, search } = useLocation()
  const least = settings?.minimumTipPrice ?? 10
  const most = settings?.maximumTipPrice ?? 10_000
  const offers = [...new Set([Math.max(least, 10), ...quick.filter((entry) => entry >= least && entry <= most)])].slice(
    0,
    4,
  )
  const [before] = useState(() => readBegun(what, me?._id)?.choices ?? {})
  const [amountText, setAmountText] = useState(String(before['tokens'] ?? first ?? offers[1] ?? offers[0] ?? least))
  const [note, setNote] = useState(String(before['note'] ?? ''))
  const amount = readTokens(amountText)
  const good = amount !== null && amount >= least && amount <= most
  const checkout = useCheckout({ what, path: path ?? pathname + search, price: good ? amount : 0, terms: undefined })
  const { missing } = checkout
  const action = usePayLabel(checkout, 'tip', t('post.tip.action', { tokens: t.tokens(good ? amount : least) }))
  const range = t('post.tip.range', { least: number(least), most: number(most) })
  return (
    <ConfirmSheet
      open={open}
      onOpenChange={onOpenChange}
      get={{
        title: t.tokens(amount ?? 0),
        detail: t('post.tip.to', { name: performer.name }),
      }}
      choice={
        <div className="mb-4 grid grid-cols-4 gap-2">
          {offers.map((offer) => (
            <button
              key={offer}
              type="button"
              aria-pressed={offer === amount}
              onClick={() => setAmountText(String(offer))}
              className={clsx(
                'num h-11 rounded-full text-sm font-strong focus-visible:rounded-full',
                offer === amount ? 'bg-token text-on-token' : 'bg-surface-2 text-ink hover:bg-surface-3',
              )}
            >
              {number(offer)}
            </button>
          ))}
          <label htmlFor="tip-amount" className="col-span-2 self-center text-sm text-ink-2">
            {t('post.tip.other')}
            <span
              id="tip-range"
              className={clsx('block text-xs', good ? 'text-ink-3' : 'font-semibold text-danger-text')}
            >
              {range}
            </span>
          </label>
          <input
            id="tip-amount"
            inputMode="decimal"
            aria-label={t('post.tip.other')}
            aria-invalid={!good || undefined}
            aria-describedby="tip-range"
            value={amountText}
            onChange={(event) => setAmountText(event.currentTarget.value)}
            className="num col-span-2 h-11 w-full rounded-full bg-surface px-4 text-end text-ink ring-1 ring-line-control ring-inset focus-visible:rounded-full aria-invalid:ring-2 aria-invalid:ring-danger-text pointer-coarse:text-base"
          />
          {shownIn ? (
            <label className="col-span-4 grid gap-1.5 text-sm text-ink-2">
              {t('post.tip.note')}
              <input
                value={note}
                maxLength={300}
                dir="auto"
                onChange={(event) => setNote(event.currentTarget.value)}
                className="h-11 w-full rounded-full bg-surface px-4 text-ink ring-1 ring-line-control ring-inset focus-visible:rounded-full pointer-coarse:text-base"
              />
            </label>
          ) : null}
        </div>
      }
      lines={[]}
      total={<Price tokens={good ? amount : 0} />}
      {...(good && missing === 0 ? { balanceAfter: leftTokens(amount, balance) } : {})}
      {...(missing > 0 ? { foot: <YouPay checkout={checkout} price={good ? amount : 0} /> } : {})}
      action={action}
      steps={[
        t('wallet.step.check'),
        missing > 0 ? t('wallet.step.bank') : t('wallet.step.pay'),
        t('post.step.thanks'),
      ]}
      safe={<SafeAfter checkout={checkout}>{t('post.unlock.safe')}</SafeAfter>}
      isReady={checkout.isReady && !checkout.isWaiting}
      before={checkout.problem}
      paid={<PaidBefore checkout={checkout} />}
      goesOn={checkout.goesOn}
      request={{
        params: { id: performer._id },
        body: {
          tokens: amount ?? 0,
          ...(shownIn && note.trim() && { note: note.trim() }),
          ...(shownIn === 'conversation' && { inConversation: true }),
          ...(shownIn === 'public-chat' && { inPublicChat: true }),
        },
      }}
      onConfirm={async (request, _change, step) => {
        checkout.choose({ tokens: amountText, note })
        const data = await checkout.pay('POST /wallet/charges/tip/:id', request, step)
        setBalance(me?._id, data.balance)
        toast.say(t('post.tip.done', { tokens: t.tokens(data.tokens), name: performer.name }))
      }}
    >
      {good ? <PayMissing checkout={checkout} price={amount} /> : null}
    </ConfirmSheet>
  )
}
