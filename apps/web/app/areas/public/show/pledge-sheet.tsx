import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { asProblem } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import type { TicketShow } from '../../../parts/live/tickets/ticket-show.ts'
import { setBalance, useBalance } from '../../../parts/money/balance.ts'
import { ConfirmSheet } from '../../../parts/money/confirm-sheet.tsx'
import { leftTokens, missingTokens, useAddTokens } from '../../../parts/money/missing-tokens.ts'
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
export function PledgeSheet({ show, before, onClose }: PledgeSheetProps) {
  const t = useT()
  const { tokens: number } = useFormats()
  const me = useMe()
  const settings = useSettings()
  const balance = useBalance()
  const addTokens = useAddTokens()
  const { revalidate } = useRevalidator()
  const most = settings?.maximumContentPrice ?? 10_000
  const more = (by: number) => (Math.round((before ?? 0) * 100) + Math.round(by * 100)) / 100
  const least = before === null ? show.price : more(0.01)
  const [text, setText] = useState(String(Math.min(most, more(show.price))))
  const amount = readTokens(text)
  const isGood = amount !== null && amount >= least && amount <= most
  const pays = isGood ? leftTokens(before ?? 0, amount) : 0
  const missing = missingTokens(pays, balance)
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
      action={
        missing > 0
          ? t('tickets.pledge.add', { missing: t.tokens(missing) })
          : t('tickets.pledge.action', { tokens: number(isGood ? amount : least) })
      }
      steps={[t('post.step.check'), t('post.step.pay'), t('tickets.pledge.step')]}
      safe={t('post.unlock.safe')}
      request={{ params: { id: show._id }, body: { tokens: amount ?? 0, expectedTerms: show.terms } }}
      onConfirm={async (request, change, step) => {
        if (missing > 0) return addTokens(missing)
        try {
          const { data } = await change('POST /wallet/charges/stream/:id', { ...request, once: true })
          setBalance(me?._id, data.balance)
        } catch (error) {
          // The goal was reached meanwhile, or another device was faster.
          const { code } = asProblem(error)
          if (code === 'PRICE_CHANGED' || code === 'TERMS_CHANGED' || code === 'ALREADY_PURCHASED') void revalidate()
          throw error
        }
        step(2)
        await revalidate().catch(() => undefined)
        toast.success('tickets.pledge.done')
      }}
    />
  )
}
