import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { ColumnPage } from '../../../layouts/column-page.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { CardFace, useCardName } from '../../../parts/money/card-face.tsx'
import { type Card, useAddCard, useCardReturn } from '../../../parts/money/card-return.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'

export const handle = { messages: ['wallet'] }
export const clientMiddleware = [withMessages('wallet')]
export const loader = async ({ context }: LoaderFunctionArgs) => ({
  cards: (await apiOf(context).call('GET /payment-cards')).data,
})

export default function Cards() {
  const t = useT()
  const { cards } = useLoaderData<typeof loader>()
  const addCard = useAddCard()
  const [opening, setOpening] = useState(false)
  const [removing, setRemoving] = useState<Card | null>(null)
  useCardReturn(() => undefined)
  const add = async () => {
    setOpening(true)
    try {
      await addCard('/user/cards')
    } catch (error) {
      toast.problem(error)
    } finally {
      setOpening(false)
    }
  }
  const button = (
    <Button variant="primary" busy={opening ? t('wallet.card.opening') : undefined} onClick={() => void add()}>
      <Plus aria-hidden="true" />
      {t('wallet.card.new')}
    </Button>
  )
  return (
    <ColumnPage>
      <PageTitle>{t('wallet.cards.title')}</PageTitle>
      <PageHead
        title={t('wallet.cards.title')}
        detail={t('wallet.cards.detail')}
        back="/user/wallet"
        actions={cards.length ? button : null}
      />
      {cards.length === 0 ? (
        <EmptyState title={t('wallet.card.empty')} action={button}>
          {t('wallet.card.emptyHint')}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {cards.map((card) => (
            <li key={card._id} className="min-w-0 rounded-lg bg-surface p-4 ring-1 ring-line">
              <CardFace card={card}>
                {card.isDefault ? (
                  <Badge tone="sky" className="max-sm:hidden">
                    {t('wallet.card.default')}
                  </Badge>
                ) : null}
                {card.isDefault ? null : <MakeDefault card={card} />}
                <IconButton label={t('wallet.card.remove')} onClick={() => setRemoving(card)}>
                  <Trash2 aria-hidden="true" />
                </IconButton>
              </CardFace>
              {card.isDefault && cards.length > 1 ? (
                <Badge tone="sky" className="mt-3 sm:hidden">
                  {t('wallet.card.default')}
                </Badge>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <p className={cards.length ? 'mt-4 text-xs text-ink-3' : '-mt-8 text-center text-xs text-ink-3'}>
        {t('wallet.card.newHint')}
      </p>
      {removing ? <Removal card={removing} onClose={() => setRemoving(null)} /> : null}
    </ColumnPage>
  )
}

/** Which card pays where no other is chosen. */
function MakeDefault({ card }: { card: Card }) {
  const t = useT()
  const name = useCardName(card)
  const { revalidate } = useRevalidator()
  const { send, working } = useMutation()
  const set = async () => {
    if (!(await send('PUT /payment-cards/:id/default', { params: { id: card._id } }))) return
    toast.say(t('wallet.card.isDefault', { card: name }))
    await revalidate()
  }
  return (
    <Button variant="ghost" size="sm" busy={working ? t('ui.saving') : undefined} onClick={() => void set()}>
      {t('wallet.card.makeDefault')}
    </Button>
  )
}

function Removal({ card, onClose }: { card: Card; onClose: () => void }) {
  const t = useT()
  const name = useCardName(card)
  const { revalidate } = useRevalidator()
  const { sendOrThrow } = useMutation()
  return (
    <ConfirmDialog
      title={t('wallet.card.removeSure', { card: name })}
      action={t('wallet.card.remove')}
      busy={t('ui.saving')}
      onConfirm={async () => {
        await sendOrThrow('DELETE /payment-cards/:id', { params: { id: card._id } })
        toast.success('wallet.card.removed')
        await revalidate()
      }}
      onClose={onClose}
    >
      {t('wallet.card.removeHint')}
    </ConfirmDialog>
  )
}
