import { useEffect, useRef, useState } from 'react'
import { call, newKey, type Reply } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useMe } from '../../site/site.ts'
import { refreshBalance, useBalance } from '../balance.ts'
import { useAddCard } from '../card-return.ts'
import { missingTokens } from '../missing-tokens.ts'
import { declinedNow, goTo, isOpenPayment, isRefused, type Payment, saying, settled } from '../payment.ts'
import { type Begun, leaveFor, readBegun, stay, storeLastCard, writeBegun } from './begun.ts'
import type { Offer } from './offers.ts'
import { pathBackTo } from './use-checkout-return.ts'
import { type PayWith, usePayWith } from './use-pay-with.ts'
import { useReturned } from './use-returned.ts'

type BuyCall =
  | 'POST /wallet/charges/product/:id'
  | 'POST /wallet/charges/feed/:id'
  | 'POST /wallet/charges/gallery/:id'
  | 'POST /wallet/charges/video/:id'
  | 'POST /wallet/charges/message/:id'
  | 'POST /wallet/charges/stream/:id'

interface CheckoutProps {
  /** The thing, such as `product:<id>`: what was begun is found by it. */
  what: string
  /** The page to which the gateway's and the bank's pages lead back, and which opens the sheet again. */
  path: string
  /** In tokens, as it is shown. */
  price: number
  terms: string | undefined
}
export interface Checkout extends PayWith {
  missing: number
  /** What was begun before this page was loaded. */
  begun: Begun | null
  /** It was confirmed before the page was left, and everything is there: it goes on by itself. */
  goesOn: boolean
  /** A payment of before is being read. */
  isWaiting: boolean
  /** What came of a payment of before. */
  problem: ProblemData | null
  /** The card has paid, and nothing was bought yet. */
  paid: Begun['paid']
  /** The bank refused the card that was chosen. */
  isDeclined: boolean
  /** Leads to the gateway's card form and back, and pays nothing. */
  addAnother: () => Promise<void>
  /** Notes what was chosen, before anything is sent. */
  choose: (choices: Begun['choices']) => void
  /** Adds what is missing by card. The page may be left for it: then it never ends. */
  addMissing: (step: (at: number) => void) => Promise<void>
  /** Buys, once however often the same is sent. */
  buy: (route: BuyCall, request: { params: { id: string }; body: object }) => Promise<Receipt>
}
type Receipt = Reply<'POST /wallet/charges/product/:id'>['data']

/** Buying one thing from the wallet, with what is missing paid by card in the same act. */
export function useCheckout({ what, path, price, terms }: CheckoutProps): Checkout {
  const t = useT()
  const me = useMe()
  const owner = me?._id ?? ''
  const balance = useBalance()
  const addCard = useAddCard()
  const [begun] = useState(() => readBegun(what, owner))
  const record = useRef<Begun>(begun ?? { owner })
  const [paid, setPaid] = useState(begun?.paid)
  const [isDeclined, setDeclined] = useState(begun?.pay?.status === 'failed')
  const missing = missingTokens(price, balance)
  const payWith = usePayWith(missing, begun?.pay?.body)
  const shown = `${price} ${terms ?? ''}`

  const note = (change: Partial<Begun>) => {
    record.current = { ...record.current, ...change }
    if (!record.current.left) stay()
    writeBegun(what, record.current)
  }
  const leave = (left: Begun['left']) => {
    note({ left })
    leaveFor(what)
  }
  /** What a payment is by now, noted; true where its tokens are there. */
  const notePayment = async (payment: Payment): Promise<boolean> => {
    const { pay } = record.current
    const isPaid = !isOpenPayment(payment) && !isRefused(payment)
    setDeclined(isRefused(payment))
    if (!isPaid) {
      if (pay) note({ pay: { ...pay, paymentId: payment._id, status: payment.status } })
      return false
    }
    const now = { amount: payment.amount, tokens: payment.tokens }
    if (payment.card) storeLastCard(payment.card._id)
    note({ pay: undefined, paid: now })
    setPaid(now)
    await refreshBalance(owner)
    return true
  }
  const returned = useReturned({ what, begun, onPayment: notePayment, onCard: payWith.addCard, note })

  const send = async (offer: Offer, cardId: string): Promise<Payment> => {
    const { pay } = record.current
    const { packageId } = offer
    const amount = packageId ? undefined : offer.price
    const body = {
      ...(packageId ? { packageId } : { amount }),
      cardId,
      returnPath: pathBackTo(path, what),
    }
    const isSame = pay && pay.body.amount === amount && pay.body.packageId === packageId
    // What a bank refused or was not asked to the end is tried again as the same payment, which never takes the money twice.
    if (isSame && pay.paymentId)
      return retry(pay.paymentId, cardId).catch((error: unknown) => {
        if (asProblem(error).code !== 'PAYMENT_NOT_RETRYABLE') throw error
        return call('GET /payment/transactions/:id', { params: { id: pay.paymentId! } }).then(({ data }) => data)
      })
    // Without an answer, the same goes again under its key.
    const again = isSame && !pay.paymentId && pay.body.cardId === cardId ? pay : { body, key: newKey() }
    note({ pay: again, left: undefined })
    return (await call('POST /payment/wallet/top-up', again)).data
  }

  const addMissing = async (step: (at: number) => void) => {
    const { offer, card } = payWith
    if (missing === 0) return
    if (!offer) throw saying(t('ui.toast.error'))
    note({ shown })
    if (!card) {
      leave('card')
      await addCard(pathBackTo(path, what))
      throw saying(t('ui.toast.error'))
    }
    let payment: Payment
    try {
      const first = await send(offer, card._id)
      leave('bank')
      if (first.status === 'requires_action' && first.actionUrl) {
        await notePayment(first)
        await goTo(first.actionUrl)
      }
      payment = await settled(first)
    } catch (error) {
      const { code, status, details } = asProblem(error)
      const paymentId = details['paymentId']
      const { pay } = record.current
      setDeclined(code === 'CARD_DECLINED')
      if (code === 'CARD_DECLINED' && pay && typeof paymentId === 'string')
        note({ pay: { ...pay, paymentId, status: 'failed' }, left: undefined })
      else if (status >= 400 && status < 500) note({ pay: undefined, left: undefined })
      throw error
    }
    note({ left: undefined })
    if (!(await notePayment(payment))) throw isRefused(payment) ? declinedNow() : saying(t('checkout.slow'))
    step(2)
  }

  const buy: Checkout['buy'] = async (route, request) => {
    const sent = JSON.stringify([route, request])
    const before = record.current.buy
    const key = before?.sent === sent ? before.key : newKey()
    note({ buy: { sent, key } })
    try {
      const { data } = await call(route as 'POST /wallet/charges/product/:id', { ...request, key })
      writeBegun(what, null)
      record.current = { owner }
      return data
    } catch (error) {
      const { status, code } = asProblem(error)
      if (code === 'ALREADY_PURCHASED') writeBegun(what, null)
      else if (status >= 400 && status < 500) note({ buy: undefined })
      throw error
    }
  }

  // What the page holds now, where the payment of another tab or device came meanwhile.
  useEffect(() => void refreshBalance(owner), [owner])
  const { came, problem } = returned
  return {
    ...payWith,
    missing,
    begun,
    goesOn: came !== null && begun?.shown === shown && (came === 'paid' || payWith.card !== undefined),
    isWaiting: returned.isWaiting,
    problem,
    paid,
    isDeclined,
    addAnother: async () => {
      note({ shown: undefined })
      leave('card')
      await addCard(pathBackTo(path, what)).catch((error: unknown) => {
        note({ left: undefined })
        toast.problem(error)
      })
    },
    choose: (choices) => note({ choices }),
    addMissing,
    buy,
  }
}

const retry = async (id: string, cardId: string): Promise<Payment> =>
  (await call('POST /payment/retry/:id', { params: { id }, body: { cardId }, key: newKey() })).data
