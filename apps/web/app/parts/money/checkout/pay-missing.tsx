import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { useProblemText } from '../../../ui/form.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { PartialState, Skeleton } from '../../../ui/states.tsx'
import { useSettings, useSite } from '../../site/site.ts'
import { useBalance } from '../balance.ts'
import { CardFace } from '../card-face.tsx'
import { useAddTokens } from '../missing-tokens.ts'
import type { Offer } from './offers.ts'
import type { Checkout } from './use-checkout.ts'

/** How many tokens are missing, by which amount they are added, and with which card. Nothing where none are. */
export function PayMissing({ checkout, price }: { checkout: Checkout; price: number }) {
  const t = useT()
  const { tokens, money } = useFormats()
  const { currency } = useSite()
  const settings = useSettings()
  const balance = useBalance()
  const problemText = useProblemText()
  const addTokens = useAddTokens()
  const { missing, madeBefore, offers, offer, failure } = checkout
  if (missing === 0) return <PaidBefore checkout={checkout} />
  return (
    <section className="mt-4 border-t border-line pt-4">
      {madeBefore ? <PaidBefore checkout={checkout} /> : null}
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-sans text-md font-semibold tracking-normal">{t('checkout.missing')}</h3>
        <p className="num text-xs text-ink-2">{t('checkout.have', { have: tokens(balance), need: tokens(price) })}</p>
      </div>
      {failure ? (
        <PartialState onRetry={checkout.reload}>{problemText(failure)}</PartialState>
      ) : !checkout.isLoaded ? (
        <Skeleton className="h-28 rounded-md" />
      ) : !offer ? (
        <p className="rounded-md bg-surface-2 px-4 py-3 text-sm">
          {t('checkout.tooMuch', { amount: money(settings?.maximumWalletPrice ?? 300, currency) })}{' '}
          <button type="button" className="link" onClick={() => addTokens(missing)}>
            {t('checkout.toWallet')}
          </button>
        </p>
      ) : (
        <>
          <Amounts offers={offers} offer={offer} onChoose={checkout.chooseOffer} />
          {offer.packageId === undefined && offer.stays >= 1 ? (
            <p className="num mt-2 text-xs text-ink-2">
              {t('checkout.leastHint', { amount: money(offer.price, currency) })}
            </p>
          ) : null}
          <PayingCard checkout={checkout} />
        </>
      )}
    </section>
  )
}

/** What a card has paid before, and whether it has bought something. */
export function PaidBefore({ checkout: { paid, madeBefore } }: { checkout: Checkout }) {
  const t = useT()
  const { money } = useFormats()
  const { currency } = useSite()
  const said = madeBefore ?? paid
  return said ? (
    <p role="status" className="my-3 rounded-md bg-token-soft px-4 py-3 text-sm text-token-soft-ink">
      {t(madeBefore ? 'checkout.madeBefore' : 'checkout.paid', {
        amount: money(said.amount, currency),
        tokens: t.tokens(said.tokens),
      })}
    </p>
  ) : null
}

function Amounts({
  offers,
  offer,
  onChoose,
}: {
  offers: readonly Offer[]
  offer: Offer
  onChoose: (id: string) => void
}) {
  const t = useT()
  const { tokens, money } = useFormats()
  const { currency, tokenValue } = useSite()
  return (
    <RadioCards
      name="missing"
      legend={<span className="sr-only">{t('checkout.amount')}</span>}
      value={offer.id}
      onChange={onChoose}
      choices={offers.map(({ id, price, tokens: all, bonus, stays }) => ({
        value: id,
        title:
          bonus > 0
            ? t('checkout.package', {
                tokens: t.tokens((Math.round(all * 100) - Math.round(bonus * 100)) / 100),
                bonus: tokens(bonus),
              })
            : stays >= 1
              ? t('checkout.least')
              : t('checkout.exact'),
        detail: (
          <span className="num">
            {stays >= 1
              ? `${bonus > 0 ? '' : `${t.tokens(all)}${dot}`}${t('checkout.stays', { tokens: t.tokens(stays) })}`
              : t.tokens(all)}
          </span>
        ),
        end: (
          <span className="num block font-semibold">
            {money(price, currency)}
            {bonus > 0 ? (
              <span className="block text-xs font-normal text-ink-2">
                {t('checkout.save', { amount: money(bonus * tokenValue, currency) })}
              </span>
            ) : null}
          </span>
        ),
      }))}
    />
  )
}

function PayingCard({ checkout }: { checkout: Checkout }) {
  const { cards, card, chooseCard, addAnother, isChoosing, setChoosing } = checkout
  const t = useT()
  if (!card) return <p className="mt-3 text-sm text-ink-2">{t('wallet.card.newHint')}</p>
  if (!isChoosing)
    return (
      <div className="mt-3">
        <CardFace card={card}>
          <Button size="sm" variant="ghost" onClick={() => setChoosing(true)}>
            {t('wallet.card.change')}
          </Button>
        </CardFace>
      </div>
    )
  return (
    <fieldset
      className="mt-3"
      // Asked for above, where the bank's no is said.
      ref={(box) => box?.scrollIntoView({ block: 'nearest' })}
    >
      <legend className="mb-1 text-sm font-semibold">{t('wallet.card.choose')}</legend>
      {cards.map((other) => (
        <label key={other._id} className="flex cursor-pointer items-center gap-3 py-2">
          <input
            type="radio"
            name="card"
            checked={other._id === card._id}
            onChange={() => chooseCard(other._id)}
            className="radio"
          />
          <span className="min-w-0 flex-1">
            <CardFace card={other} />
          </span>
        </label>
      ))}
      <Button variant="ghost" size="sm" onClick={() => void addAnother()}>
        <Plus aria-hidden="true" />
        {t('wallet.card.new')}
      </Button>
    </fieldset>
  )
}

/** What is safe after a failure, and the way out where the bank refused the card. */
export function SafeAfter({ checkout, children }: { checkout: Checkout; children: ReactNode }) {
  const t = useT()
  const { paid, isDeclined, isChoosing, setChoosing } = checkout
  return (
    <>
      {paid ? null : <p>{children}</p>}
      {isDeclined && !isChoosing ? (
        <Button size="sm" variant="outline" className="mt-2" onClick={() => setChoosing(true)}>
          {t('checkout.otherCard')}
        </Button>
      ) : null}
    </>
  )
}
