import { Plus } from 'lucide-react'
import { useT } from '../../i18n/context.tsx'
import { CardFace } from './card-face.tsx'
import type { Card } from './card-return.ts'
import { TokenIcon } from './token-icon.tsx'
import { Button } from '../../ui/button.tsx'

interface PayChoiceProps {
  cards: readonly Card[]
  /** The id of a card, or 'wallet'. */
  method: string
  onMethod: (method: string) => void
  balance: number
  onAddCard: () => void
}

/** By which card, or with the tokens of the wallet. */
export function PayChoice({ cards, method, onMethod, balance, onAddCard }: PayChoiceProps) {
  const t = useT()
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{t('wallet.card.choose')}</legend>
      {cards.map((card) => (
        <label key={card._id} className="flex cursor-pointer items-center gap-3 py-2">
          <input
            type="radio"
            name="by"
            checked={method === card._id}
            onChange={() => onMethod(card._id)}
            className="radio"
          />
          <span className="min-w-0 flex-1">
            <CardFace card={card} />
          </span>
        </label>
      ))}
      <label className="flex cursor-pointer items-center gap-3 py-2">
        <input
          type="radio"
          name="by"
          checked={method === 'wallet'}
          onChange={() => onMethod('wallet')}
          className="radio"
        />
        <span className="grid h-8 w-[46px] place-items-center rounded-[7px] bg-token-soft">
          <TokenIcon className="size-5" />
        </span>
        <span className="num font-strong">{t('wallet.fromWallet', { tokens: t.tokens(balance) })}</span>
      </label>
      <Button variant="ghost" size="sm" onClick={onAddCard}>
        <Plus aria-hidden="true" />
        {t('wallet.card.new')}
      </Button>
    </fieldset>
  )
}
