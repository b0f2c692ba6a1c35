import { useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import type { Card } from '../../../parts/money/card-return.ts'
import type { Subscription } from './own-subscription.ts'

export interface PayWays {
  /** Null while they are loading. */
  cards: Card[] | null
  /** The id of a card, or 'wallet'. */
  method: string
  setMethod: (method: string) => void
  /** What a request sends. */
  sent: { paymentGateway: Card['gateway'] | 'wallet'; cardId?: string }
}

/** How a subscription may be paid. A card that was just added is chosen first, otherwise what it is paid with now. */
export function usePayWays({ cardId, paymentGateway }: Subscription, preferred: string | null): PayWays {
  const [cards, setCards] = useState<Card[] | null>(null)
  const [chosen, setMethod] = useState<string | null>(null)
  useEffect(() => {
    setCards(null)
    // Without its list of cards the wallet is still there.
    call('GET /payment-cards').then(
      ({ data }) => setCards(data),
      () => setCards([]),
    )
  }, [preferred])
  const now = cards?.find(({ _id }) => _id === cardId) ?? cards?.find(({ isDefault }) => isDefault)
  const method = chosen ?? preferred ?? (paymentGateway === 'wallet' || !now ? 'wallet' : now._id)
  const card = cards?.find(({ _id }) => _id === method)
  return {
    cards,
    method,
    setMethod,
    sent: card ? { paymentGateway: card.gateway, cardId: card._id } : { paymentGateway: 'wallet' },
  }
}
