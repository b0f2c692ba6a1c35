import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { RequestInput } from '../../../api/contract.ts'
import { ApiProblem } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { CardFace } from '../../../parts/money/card-face.tsx'
import type { Card } from '../../../parts/money/card-return.ts'
import { ConfirmSheet } from '../../../parts/money/confirm-sheet.tsx'
import { goTo, isOpenPayment, type Payment, settled } from '../../../parts/money/payment.ts'
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
}

/** Check, the bank confirms, tokens arrive. */
export function TopUpSheet({ open, onOpenChange, order, cards, preferred, balance, onAddCard, onArrived }: TopUpProps) {
  const t = useT()
  const { money, tokens } = useFormats()
  const { currency } = useSite()
  const gateway = useSettings()?.paymentGateway ?? 'stripe'
  const [chosen, setChosen] = useState(preferred)
  const [changing, setChanging] = useState(false)
  const card = cards.find(({ _id }) => _id === chosen) ?? cards.find(({ isDefault }) => isDefault) ?? cards[0]
  const price = money(order.price, currency)
  const whole = (Math.round(order.tokens * 100) + Math.round(order.bonus * 100)) / 100
  const request: RequestInput<'POST /payment/wallet/top-up'> = {
    body: {
      ...(order.packageId ? { packageId: order.packageId } : { amount: order.price }),
      paymentGateway: card?.gateway ?? gateway,
      // Without a card nothing is sent: one is added first.
      cardId: card?._id ?? '',
    },
  }
  return (
    <ConfirmSheet
      open={open}
      onOpenChange={onOpenChange}
      get={{
        title: t('wallet.tokens', { count: whole }),
        ...(order.bonus > 0
          ? { detail: t('wallet.withBonus', { tokens: tokens(order.tokens), bonus: tokens(order.bonus) }) }
          : {}),
      }}
      lines={[{ label: order.packageId ? t('wallet.line.package') : t('wallet.line.amount'), amount: price }]}
      total={price}
      totalLabel={t('wallet.youPay')}
      balanceAfter={(Math.round(balance * 100) + Math.round(whole * 100)) / 100}
      method={
        !card ? (
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
      action={card ? t('wallet.pay', { amount: price }) : t('wallet.payNew', { amount: price })}
      steps={[t('wallet.step.check'), t('wallet.step.bank'), t('wallet.step.arrive')]}
      safe={t('wallet.safe')}
      request={request}
      onConfirm={async (request, change, step) => {
        if (!card) return onAddCard()
        const { data } = await change('POST /payment/wallet/top-up', { ...request, once: true })
        if (data.status === 'requires_action' && data.actionUrl) await goTo(data.actionUrl)
        const payment = await settled(data)
        if (payment.status === 'failed' || payment.status === 'cancelled') throw declined(t('wallet.confirm.failed'))
        step(2)
        if (isOpenPayment(payment)) throw slow(t('wallet.confirm.slow'))
        onArrived(payment)
      }}
    />
  )
}

const declined = (message: string) =>
  new ApiProblem({ status: 422, code: 'CARD_DECLINED', message, errors: [], requestId: null, details: {} })
// Neither rejected nor complete: the idempotency key stays the same, so a second click requests the same payment.
const slow = (message: string) =>
  new ApiProblem({ status: 0, code: 'UNKNOWN', message, errors: [], requestId: null, details: {} })
