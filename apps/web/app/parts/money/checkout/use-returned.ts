import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import { useSettings } from '../../site/site.ts'
import type { Card } from '../card-return.ts'
import { decided, declined, isRefused, type Payment, saying, settled } from '../payment.ts'
import type { Begun } from './begun.ts'
import { checkoutName, withoutReturn } from './use-checkout-return.ts'

interface ReturnedProps {
  what: string
  begun: Begun | null
  /** Notes a payment; true where its tokens are there. */
  onPayment: (payment: Payment) => Promise<boolean>
  onCard: (card: Card) => void
  note: (change: Partial<Begun>) => void
}
interface Returned {
  /** With what the page is back, from a way on which the purchase was confirmed. */
  came: 'card' | 'paid' | null
  isWaiting: boolean
  problem: ProblemData | null
}

/** What the gateway's card form or the bank's page came back with, and what has become of a payment that was begun before. */
export function useReturned({ what, begun, onPayment, onCard, note }: ReturnedProps): Returned {
  const [search, setSearch] = useSearchParams()
  const gateway = useSettings()?.paymentGateway ?? 'stripe'
  const isHere = search.get(checkoutName) === what
  const cardToken = isHere ? search.get('cardToken') : null
  const back = isHere ? (search.get('paymentId') ?? search.get('payment')) : null
  const paymentId = back ?? begun?.pay?.paymentId ?? (begun?.paid?.isCarried ? begun.paid.paymentId : null) ?? null
  const [state, setState] = useState<Returned>({
    came: null,
    isWaiting: cardToken !== null || paymentId !== null,
    problem: null,
  })
  const isTaken = useRef(false)
  const t = useT()
  const handlers = useRef({ onPayment, onCard, note, unanswered: '', slow: '', refused: '' })
  handlers.current = {
    onPayment,
    onCard,
    note,
    unanswered: t('checkout.unanswered'),
    slow: t('checkout.slow'),
    refused: t('wallet.confirm.failed'),
  }
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    if (begun?.left) handlers.current.note({ left: undefined })
    if (isHere) setSearch(withoutReturn, { replace: true, preventScrollReset: true })
    const take = async (): Promise<Omit<Returned, 'isWaiting'>> => {
      if (cardToken) {
        // Coming here twice with one token keeps one card.
        const { data } = await call('POST /:gateway/cards', { params: { gateway }, body: { token: cardToken } })
        if (data.card) handlers.current.onCard(data.card)
        return { came: data.card && begun?.left === 'card' ? 'card' : null, problem: null }
      }
      if (!paymentId) return { came: null, problem: null }
      const { data } = await call('GET /payment/transactions/:id', { params: { id: paymentId } })
      // Back from the bank without an answer: the page is not sent there again by itself.
      const payment = data.status === 'requires_action' ? data : await decided(await settled(data))
      if (await handlers.current.onPayment(payment))
        return { came: begun?.left === 'bank' ? 'paid' : null, problem: null }
      const said = payment.status === 'requires_action' ? handlers.current.unanswered : handlers.current.slow
      return { came: null, problem: asProblem(isRefused(payment) ? declined(handlers.current.refused) : saying(said)) }
    }
    take().then(
      (now) => setState({ ...now, isWaiting: false }),
      (error: unknown) => setState({ came: null, isWaiting: false, problem: asProblem(error) }),
    )
  }, [isHere, cardToken, back, paymentId, begun, gateway, setSearch])
  return state
}
