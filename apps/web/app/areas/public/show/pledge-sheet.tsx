import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { asProblem } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { pledgeOf, showPath, type TicketShow } from '../../../parts/live/tickets/ticket-show.ts'
import { setBalance, useBalance } from '../../../parts/money/balance.ts'
import { readBegun } from '../../../parts/money/checkout/begun.ts'
import { PaidBefore, PayMissing, SafeAfter } from '../../../parts/money/checkout/pay-missing.tsx'
import { useCheckout } from '../../../parts/money/checkout/use-checkout.ts'
import { usePayLabel, YouPay } from '../../../parts/money/checkout/you-pay.tsx'
import { ConfirmSheet } from '../../../parts/money/confirm-sheet.tsx'
import { leftTokens } from '../../../parts/money/missing-tokens.ts'
import { Price } from '../../../parts/money/price.tsx'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { useMe, useSettings } from '../../../parts/site/site.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'

interface PledgeSheetProps {
  show: TicketShow
  /** What the viewer has pledged already, in tokens. */
  before: number | null
  onClose: () => void
}
/** How much is pledged in all, what is paid of it now, one press. */
export function PledgeSheet({ show, before: now, onClose }: PledgeSheetProps) {
  const t = useT()
  const { tokens: number } = useFormats()
  const me = useMe()
  const settings = useSettings()
  const balance = useBalance()
  const { revalidate } = useRevalidator()
  const what = pledgeOf(show)
  const [begun] = useState(() => readBegun(what, me?._id))
  // What was confirmed stays as it was shown until it has its answer, though the pledge may be made and on the page before that.
  const shown = { before: now, terms: show.terms }
  const [held, setHeld] = useState(begun ? shown : null)
  const { before, terms } = held ?? shown
  const most = settings?.maximumContentPrice ?? 10_000
  const more = (by: number) => (Math.round((before ?? 0) * 100) + Math.round(by * 100)) / 100
  const least = before === null ? show.price : more(0.01)
  const [text, setText] = useState(String(begun?.choices?.['tokens'] ?? Math.min(most, more(show.price))))
  const amount = readTokens(text)
  const isGood = amount !== null && amount >= least && amount <= most
  const pays = isGood ? leftTokens(before ?? 0, amount) : 0
  const checkout = useCheckout({ what, path: showPath(show), price: pays, terms })
  const { missing } = checkout
  const action = usePayLabel(
    checkout,
    'pledge',
    t('tickets.pledge.action', { tokens: number(isGood ? amount : least) }),
  )
  return (
    <ConfirmSheet
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      get={{ title: show.title, detail: t('tickets.pledge.detail') }}
      choice={
        <div className="mb-4">
          <Field
            label={t('tickets.pledge.amount')}
            hint={t('tickets.pledge.range', { least: number(least), most: number(most) })}
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              aria-invalid={!isGood || undefined}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </Field>
        </div>
      }
      lines={
        before === null
          ? []
          : [
              { label: t('tickets.pledge.amount'), amount: <Price tokens={isGood ? amount : before} /> },
              { label: t('tickets.pledge.before'), amount: <Price tokens={before} /> },
            ]
      }
      {...(before !== null && { totalLabel: t('tickets.pledge.pay') })}
      total={<Price tokens={pays} />}
      {...(isGood && missing === 0 ? { balanceAfter: leftTokens(pays, balance) } : {})}
      {...(missing > 0 ? { foot: <YouPay checkout={checkout} price={pays} /> } : {})}
      action={action}
      steps={[
        t('wallet.step.check'),
        missing > 0 ? t('wallet.step.bank') : t('wallet.step.pay'),
        t('tickets.pledge.step'),
      ]}
      safe={<SafeAfter checkout={checkout}>{t('post.unlock.safe')}</SafeAfter>}
      isReady={checkout.isReady && !checkout.isWaiting}
      before={checkout.problem}
      mendable={['ALREADY_PURCHASED', 'PRICE_OUT_OF_RANGE']}
      paid={<PaidBefore checkout={checkout} />}
      goesOn={checkout.goesOn}
      request={{ params: { id: show._id }, body: { tokens: amount ?? 0, expectedTerms: terms } }}
      onConfirm={async (request, _change, step) => {
        setHeld({ before, terms })
        checkout.choose({ tokens: text })
        try {
          const data = await checkout.pay('POST /wallet/charges/stream/:id', request, step)
          setBalance(me?._id, data.balance)
        } catch (error) {
          setHeld(null)
          // The goal was reached meanwhile, or another device was faster.
          const { code } = asProblem(error)
          if (code === 'PRICE_CHANGED' || code === 'TERMS_CHANGED' || code === 'ALREADY_PURCHASED') void revalidate()
          throw error
        }
        await revalidate().catch(() => undefined)
        toast.success('tickets.pledge.done')
      }}
    >
      <PayMissing checkout={checkout} price={pays} />
    </ConfirmSheet>
  )
}
