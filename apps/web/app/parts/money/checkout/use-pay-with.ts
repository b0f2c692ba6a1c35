import { useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useSettings, useSite } from '../../site/site.ts'
import type { Card } from '../card-return.ts'
import { type Begun, lastCard } from './begun.ts'
import { type Offer, offersFor, type TokenPackage } from './offers.ts'

export interface PayWith {
  offers: readonly Offer[]
  offer: Offer | undefined
  chooseOffer: (id: string) => void
  cards: readonly Card[]
  card: Card | undefined
  chooseCard: (id: string) => void
  addCard: (card: Card) => void
  /** The card with which the page is back from the card form. */
  added: Card | null
  /** The cards are shown to choose from. */
  isChoosing: boolean
  setChoosing: (isChoosing: boolean) => void
  /** Everything that the choice needs has come. */
  isLoaded: boolean
  /** The same, and there is a way to pay. */
  isReady: boolean
  /** Why it has not. */
  failure: ProblemData | null
  reload: () => void
}
interface Found {
  cards: readonly Card[]
  packages: readonly TokenPackage[]
}

/** With which card, and by which amount, the missing tokens are added. `before` is what was chosen the last time. */
export function usePayWith(missing: number, before: NonNullable<Begun['pay']>['body'] | undefined): PayWith {
  const { tokenValue, currency } = useSite()
  const settings = useSettings()
  const [found, setFound] = useState<Found | null>(null)
  const [failure, setFailure] = useState<ProblemData | null>(null)
  const [added, setAdded] = useState<Card | null>(null)
  const [offerId, setOfferId] = useState(before?.packageId ?? 'exact')
  const [cardId, setCardId] = useState(before?.cardId ?? lastCard())
  const [isChoosing, setChoosing] = useState(false)
  const [tries, setTries] = useState(0)
  const isWanted = missing > 0
  useEffect(() => {
    if (!isWanted) return undefined
    let isGone = false
    setFailure(null)
    Promise.all([call('GET /payment-cards'), call('GET /package/token/search')]).then(
      ([cards, packages]) => isGone || setFound({ cards: cards.data, packages: packages.data }),
      (error: unknown) => isGone || setFailure(asProblem(error)),
    )
    return () => void (isGone = true)
  }, [isWanted, tries])

  const offers = isWanted
    ? offersFor({
        missing,
        packages: found?.packages ?? [],
        tokenValue,
        currency,
        least: settings?.minimumWalletPrice ?? 2.95,
        most: settings?.maximumWalletPrice ?? 300,
      })
    : []
  const saved = found?.cards ?? []
  const cards = added && !saved.some(({ _id }) => _id === added._id) ? [added, ...saved] : saved
  return {
    offers,
    offer: offers.find(({ id }) => id === offerId) ?? offers[0],
    chooseOffer: setOfferId,
    cards,
    card: cards.find(({ _id }) => _id === cardId) ?? cards.find(({ isDefault }) => isDefault) ?? cards[0],
    chooseCard: setCardId,
    addCard: (card) => {
      setAdded(card)
      setCardId(card._id)
    },
    added,
    isChoosing,
    setChoosing,
    isLoaded: !isWanted || found !== null,
    isReady: !isWanted || (found !== null && offers.length > 0),
    failure,
    reload: () => setTries((count) => count + 1),
  }
}
