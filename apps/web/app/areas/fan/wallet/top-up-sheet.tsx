import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { ApiProblem } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { CardFace } from '../../../parts/card-face.tsx'
import type { Card } from '../../../parts/card-return.ts'
import { ConfirmSheet } from '../../../parts/confirm-sheet.tsx'
import { goTo, isOpenPayment, type Payment, settled } from '../../../parts/payment.ts'
import { useSettings, useSite } from '../../../parts/site.ts'
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
            <legend className="mb-1 text-sm font-[600]">{t('wallet.card.choose')}</legend>
            {cards.map((one) => (
              <label key={one._id} className="flex cursor-pointer items-center gap-3 py-2">
                <input
                  type="radio"
                  name="card"
                  checked={one._id === card._id}
                  onChange={() => setChosen(one._id)}
                  className="size-5 shrink-0 appearance-none rounded-full shadow-[inset_0_0_0_1.5px_var(--line-control)] checked:shadow-[inset_0_0_0_6px_var(--primary-text)]"
                />
                <span className="min-w-0 flex-1">
                  <CardFace card={one} />
                </span>
              </label>
            ))}
            <Button look="ghost" size="sm" onClick={() => void onAddCard()}>
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
      onConfirm={async (key, step) => {
        if (!card) return onAddCard()
        const { data } = await call('POST /payment/wallet/top-up', {
          body: {
            ...(order.packageId ? { packageId: order.packageId } : { amount: order.price }),
            paymentGateway: card.gateway ?? gateway,
            cardId: card._id,
          },
          key,
        })
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
// Not refused and not done: the key stays, so pressing again asks for the same payment.
const slow = (message: string) =>
  new ApiProblem({ status: 0, code: 'UNKNOWN', message, errors: [], requestId: null, details: {} })
