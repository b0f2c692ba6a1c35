import { useEffect, useRef, useState } from 'react'
import { call, newKey, type Reply, type RequestInput } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useMe } from '../../site/site.ts'
import { refreshBalance, useBalance } from '../balance.ts'
import { useAddCard } from '../card-return.ts'
import { missingTokens } from '../missing-tokens.ts'
import { decided, declined, goTo, isOpenPayment, isRefused, type Payment, saying, settled } from '../payment.ts'
import { type Begun, leaveFor, readBegun, stay, storeLastCard, writeBegun } from './begun.ts'
import type { Offer } from './offers.ts'
import { pathBackTo } from './use-checkout-return.ts'
import { type PayWith, usePayWith } from './use-pay-with.ts'
import { useReturned } from './use-returned.ts'

/** What a payment can carry. */
type PaidPurchase = NonNullable<NonNullable<RequestInput<'POST /payment/wallet/top-up'>['body']>['purchase']>
export type PaidRoute = PaidPurchase['call']
type Made<R extends PaidRoute> = Reply<R> extends { data: infer Data } ? Data : never
type Sent = [route: PaidRoute, request: { params?: { id: string }; body?: object }]

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
  /** What a card paid before is bought, while this page was away. */
  madeBefore: Begun['paid']
  /** The bank refused the card that was chosen. */
  isDeclined: boolean
  /** Leads to the gateway's card form and back, and pays nothing. */
  addAnother: () => Promise<void>
  /** Notes what was chosen, before anything is sent. */
  choose: (choices: Begun['choices']) => void
  /**
   * Pays what is missing by card, and buys: once, however often the same is sent. The payment carries the purchase, so that it is made
   * without this page too. The page may be left for it: then it never ends.
   */
  pay: <R extends PaidRoute>(
    route: R,
    request: { params?: { id: string }; body?: object },
    step: (at: number) => void,
  ) => Promise<Made<R>>
  /**
   * Pays what is missing by card into the wallet, for what is asked for and not bought yet; `end` when it was asked for. The page may be
   * left for it: then it never ends.
   */
  addMissing: () => Promise<void>
  end: () => void
  /** Leads to the bank's page for a payment that is no top-up, and back to this sheet. */
  askBank: (actionUrl: string) => Promise<never>
  /** Where the pages of the card and the bank lead back to. */
  returnPath: string
  /** The payment of a subscription came back from the bank paid. */
  isPaidByCard: boolean
  /** Leads to the card form, and goes on by itself when it is back with a card, if this is still what is shown. */
  goOnWithNewCard: () => Promise<never>
}

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
  // The card has paid for what is being bought, and nobody said that it wasn't.
  const [isCarried, setCarried] = useState(begun?.paid?.isCarried ?? false)
  const [isMade, setMade] = useState(false)
  const [isPaidByCard, setPaidByCard] = useState(false)
  const [madeBefore, setMadeBefore] = useState<Begun['paid']>()
  const [isDeclined, setDeclined] = useState(begun?.pay?.status === 'failed')
  const missing = isCarried ? 0 : missingTokens(price, balance)
  const payWith = usePayWith(missing, begun?.pay?.body)
  const shown = `${price} ${terms ?? ''}`

  const note = (change: Partial<Begun>) => {
    record.current = { ...record.current, ...change }
    if (!record.current.left) stay()
    writeBegun(what, record.current)
  }
  const forget = () => {
    writeBegun(what, null)
    record.current = { owner }
  }
  const leave = (left: Begun['left']) => {
    note({ left })
    leaveFor(what)
  }
  const carry = (paid: Begun['paid'], is: boolean) => {
    note({ paid: paid && { ...paid, isCarried: is } })
    setPaid(paid)
    setCarried(is)
  }
  /** What a payment is by now, noted; true where its tokens are there or have bought what they were for. */
  const notePayment = async (payment: Payment): Promise<boolean> => {
    const { pay } = record.current
    const isPaid = !isOpenPayment(payment) && !isRefused(payment)
    setDeclined(isRefused(payment))
    if (!isPaid) {
      if (pay) note({ pay: { ...pay, paymentId: payment._id, status: payment.status } })
      return false
    }
    const { _id: paymentId, amount, tokens, purchase } = payment
    if (payment.card) storeLastCard(payment.card._id)
    note({ pay: undefined })
    carry({ paymentId, amount, tokens }, purchase?.status === 'waiting' || purchase?.status === 'made')
    setMade(purchase?.status === 'made')
    await refreshBalance(owner)
    return true
  }
  /** The end of what was begun, and room for another purchase. */
  const endBegun = async (paid: Begun['paid'], is: 'made' | 'not-made') => {
    if (is === 'made') {
      forget()
      setMadeBefore(paid)
      setPaid(undefined)
      setCarried(false)
    } else carry(paid, false)
    await refreshBalance(owner)
  }
  const noteReturned = async (payment: Payment): Promise<boolean> => {
    if (payment.purpose === 'subscription') {
      const isPaid = !isOpenPayment(payment) && !isRefused(payment)
      if (isPaid) forget()
      setPaidByCard(isPaid)
      return isPaid
    }
    // It was bought while nobody was here: whoever opens the sheet again may want another.
    if (payment.purchase?.status !== 'made' || begun?.left === 'bank') return notePayment(payment)
    await endBegun({ amount: payment.amount, tokens: payment.tokens }, 'made')
    return true
  }
  const returned = useReturned({ what, begun, onPayment: noteReturned, onCard: payWith.addCard, note })

  const send = async (offer: Offer, cardId: string, purchase: PaidPurchase | undefined): Promise<Payment> => {
    const { pay } = record.current
    const { packageId } = offer
    const amount = packageId ? undefined : offer.price
    const body = {
      ...(packageId ? { packageId } : { amount }),
      cardId,
      returnPath: pathBackTo(path, what),
      ...(purchase && { purchase }),
    }
    const isSame =
      pay &&
      pay.body.amount === amount &&
      pay.body.packageId === packageId &&
      JSON.stringify(pay.body.purchase) === JSON.stringify(purchase)
    // What a bank refused or was not asked to the end is tried again as the same payment, which never takes the money twice.
    if (isSame && pay.paymentId) {
      // Back from the bank, the card that was asked is the chosen one, not that of the first try.
      note({ pay: { ...pay, body: { ...pay.body, cardId } } })
      return retry(pay.paymentId, cardId).catch((error: unknown) => {
        if (asProblem(error).code !== 'PAYMENT_NOT_RETRYABLE') throw error
        return readPayment(pay.paymentId!)
      })
    }
    // Without an answer, the same goes again under its key.
    const again = isSame && !pay.paymentId && pay.body.cardId === cardId ? pay : { body, key: newKey() }
    note({ pay: again, left: undefined })
    return (await call('POST /payment/wallet/top-up', again)).data
  }

  const goOnWithNewCard = async () => {
    note({ shown })
    leave('card')
    await addCard(pathBackTo(path, what))
    throw saying(t('ui.toast.error'))
  }

  const payByCard = async (purchase?: PaidPurchase) => {
    const { offer, card } = payWith
    if (!offer) throw saying(t('ui.toast.error'))
    note({ shown })
    if (!card) return goOnWithNewCard()
    let payment: Payment
    try {
      const first = await send(offer, card._id, purchase)
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
      if (code === 'NOT_FOUND') {
        // The card or the package is gone, not what is bought: what there is by now is read and can be chosen.
        payWith.reload()
        throw saying(asProblem(error).message)
      }
      throw error
    }
    note({ left: undefined })
    if (!(await notePayment(payment)))
      throw isRefused(payment) ? declined(t('wallet.confirm.failed')) : saying(t('checkout.slow'))
  }

  /** The call and its key. What was bought for a payment while the bank had asked is asked for as it was sent. */
  const purchaseOf = async (sent: Sent): Promise<{ sent: Sent; key: string }> => {
    const { buy, paid } = record.current
    const text = JSON.stringify(sent)
    if (buy && (buy.sent === text || (isMade && returned.came)))
      return { sent: JSON.parse(buy.sent) as Sent, key: buy.key }
    if (paid?.isCarried) {
      // Something else is wanted than was paid for a moment ago: first its end is known and said.
      const end = (await endOf(paid)) === 'made' ? 'made' : 'not-made'
      await endBegun(paid, end)
      throw saying(t(end === 'made' ? 'checkout.made' : 'checkout.notMade'))
    }
    const key = newKey()
    note({ buy: { sent: text, key } })
    return { sent, key }
  }

  const pay = async <R extends PaidRoute>(route: R, request: Sent[1], step: (at: number) => void): Promise<Made<R>> => {
    const { sent, key } = await purchaseOf([route, request])
    if (!record.current.paid?.isCarried && missing > 0)
      await payByCard({ call: sent[0], ...sent[1], key } as PaidPurchase)
    step(2)
    const buy = async () => {
      const reply = await call(sent[0] as 'POST /wallet/charges/tip/:id', { ...sent[1], key } as never)
      return reply.data as unknown as Made<R>
    }
    const { paid } = record.current
    const made = await buy().catch(async (error: unknown) => {
      const { status, code } = asProblem(error)
      if (status < 400 || status >= 500) throw error
      // The server may be about to buy it for the payment: nothing else is begun before it has said no as well.
      if (paid?.isCarried && (await endOf(paid)) === 'made') return buy()
      if (code === 'ALREADY_PURCHASED') forget()
      else note({ buy: undefined })
      carry(record.current.paid, false)
      await refreshBalance(owner)
      throw error
    })
    forget()
    return made
  }

  // What the page holds now, where the payment of another tab or device came meanwhile.
  useEffect(() => void refreshBalance(owner), [owner])
  const { came, problem } = returned
  return {
    ...payWith,
    missing,
    begun,
    goesOn:
      came !== null &&
      !isPaidByCard &&
      (isMade || (begun?.shown === shown && (came === 'paid' || payWith.card !== undefined))),
    isWaiting: returned.isWaiting,
    problem,
    paid: isCarried ? undefined : paid,
    madeBefore,
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
    pay,
    addMissing: async () => {
      if (missing > 0) await payByCard()
    },
    end: forget,
    askBank: (actionUrl) => {
      leave('bank')
      return goTo(actionUrl)
    },
    returnPath: pathBackTo(path, what),
    isPaidByCard,
    goOnWithNewCard,
  }
}

const retry = async (id: string, cardId: string): Promise<Payment> =>
  (await call('POST /payment/retry/:id', { params: { id }, body: { cardId }, key: newKey() })).data

const readPayment = async (id: string): Promise<Payment> =>
  (await call('GET /payment/transactions/:id', { params: { id } })).data
/** What became of the purchase that a payment carries. */
async function endOf({ paymentId }: NonNullable<Begun['paid']>): Promise<string | undefined> {
  return paymentId === undefined ? undefined : (await decided(await readPayment(paymentId))).purchase?.status
}
