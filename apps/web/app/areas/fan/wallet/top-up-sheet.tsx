import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { RequestInput } from '../../../api/contract.ts'
import { asProblem } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { CardFace } from '../../../parts/money/card-face.tsx'
import type { Card } from '../../../parts/money/card-return.ts'
import { ConfirmSheet } from '../../../parts/money/confirm-sheet.tsx'
import { CouponField } from '../../../parts/money/coupon/coupon-field.tsx'
import { isCouponRefusal, useCouponLine } from '../../../parts/money/coupon/coupon-texts.ts'
import { useCoupon } from '../../../parts/money/coupon/use-coupon.ts'
import {
  declined,
  goTo,
  isOpenPayment,
  isRefused,
  type Payment,
  saying,
  settled,
} from '../../../parts/money/payment.ts'
import { useSettings, useSite } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'

export interface Order {
  packageId?: string
  tokens: number
  bonus: number
  price: number
}
interface TopUpProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  order: Order
  cards: readonly Card[]
  preferred: string | null
  balance: number
  onAddCard: () => Promise<void>
  onArrived: (payment: Payment) => void
  /** The code that is applied when it opens, and which is since. */
  code: string | null
  onCode: (code: string | null) => void
}

/** Check, the bank confirms, tokens arrive. */
export function TopUpSheet({
  open,
  onOpenChange,
  order,
  cards,
  preferred,
  balance,
  onAddCard,
  onArrived,
  code,
  onCode,
}: TopUpProps) {
  const t = useT()
  const { money, tokens } = useFormats()
  const { currency } = useSite()
  const gateway = useSettings()?.paymentGateway ?? 'stripe'
  const [chosen, setChosen] = useState(preferred)
  const [changing, setChanging] = useState(false)
  const card = cards.find(({ _id }) => _id === chosen) ?? cards.find(({ isDefault }) => isDefault) ?? cards[0]
  const price = money(order.price, currency)
  const wanted = order.packageId ? { packageId: order.packageId } : { amount: order.price }
  const coupon = useCoupon(wanted, code, onCode)
  const { applied } = coupon
  const couponLine = useCouponLine()
  const total = applied ? money(applied.total, currency) : price
  const free = applied?.total === 0
  const whole = (Math.round(order.tokens * 100) + Math.round(order.bonus * 100)) / 100
  const request: RequestInput<'POST /payment/wallet/top-up'> = {
    body: {
      ...wanted,
      ...(applied && { coupon: applied.code }),
      paymentGateway: (free ? undefined : card?.gateway) ?? gateway,
      // Without a card nothing is sent: one is added first, unless nothing is to be paid.
      ...(free ? {} : { cardId: card?._id ?? '' }),
    },
  }
  return (
    <ConfirmSheet
      open={open}
      onOpenChange={onOpenChange}
      get={{
        title: t.tokens(whole),
        ...(order.bonus > 0
          ? { detail: t('wallet.withBonus', { tokens: tokens(order.tokens), bonus: tokens(order.bonus) }) }
          : {}),
      }}
      lines={[
        { label: order.packageId ? t('wallet.line.package') : t('wallet.line.amount'), amount: price },
        ...(applied ? [couponLine(applied)] : []),
      ]}
      total={total}
      totalLabel={t('wallet.youPay')}
      isFree={free}
      balanceAfter={(Math.round(balance * 100) + Math.round(whole * 100)) / 100}
      method={
        free ? undefined : !card ? (
          <p className="text-sm text-ink-2">{t('wallet.card.newHint')}</p>
        ) : changing ? (
          <fieldset>
            <legend className="mb-1 text-sm font-semibold">{t('wallet.card.choose')}</legend>
            {cards.map((otherCard) => (
              <label key={otherCard._id} className="flex cursor-pointer items-center gap-3 py-2">
                <input
                  type="radio"
                  name="card"
                  checked={otherCard._id === card._id}
                  onChange={() => setChosen(otherCard._id)}
                  className="radio"
                />
                <span className="min-w-0 flex-1">
                  <CardFace card={otherCard} />
                </span>
              </label>
            ))}
            <Button variant="ghost" size="sm" onClick={() => void onAddCard()}>
              <Plus aria-hidden="true" />
              {t('wallet.card.new')}
            </Button>
          </fieldset>
        ) : (
          <CardFace card={card}>
            <Button size="sm" onClick={() => setChanging(true)}>
              {t('wallet.card.change')}
            </Button>
          </CardFace>
        )
      }
      action={
        free
          ? t('wallet.coupon.tokensFree')
          : card
            ? t('wallet.pay', { amount: total })
            : t('wallet.payNew', { amount: total })
      }
      steps={[t('wallet.step.check'), ...(free ? [] : [t('wallet.step.bank')]), t('wallet.step.arrive')]}
      safe={t('wallet.safe')}
      mendable={['NOT_FOUND', 'PRICE_OUT_OF_RANGE']}
      request={request}
      onConfirm={async (request, change, step) => {
        if (!card && !free) return onAddCard()
        const { data } = await change('POST /payment/wallet/top-up', { ...request, once: true }).catch(
          (error: unknown) => {
            const problem = asProblem(error)
            if (isCouponRefusal(problem.code)) coupon.lose(problem)
            throw error
          },
        )
        if (data.status === 'requires_action' && data.actionUrl) await goTo(data.actionUrl)
        const payment = await settled(data)
        if (isRefused(payment)) throw declined(t('wallet.confirm.failed'))
        step(free ? 1 : 2)
        if (isOpenPayment(payment)) throw saying(t('wallet.confirm.slow'))
        coupon.clear()
        onArrived(payment)
      }}
    >
      <CouponField coupon={coupon} kind="tokens" price={price} currency={currency} />
    </ConfirmSheet>
  )
}
