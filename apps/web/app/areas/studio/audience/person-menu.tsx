import { Ban, Ellipsis, Gift, ListPlus, MessageCircle, UserMinus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { needMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { iconButtonClass } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Person } from './audience-query.ts'
import { GiftDialog } from './gift-dialog.tsx'
import { useOpenConversation } from './use-open-conversation.ts'

export const BlockDialog = lazy(async () => {
  const [{ BlockDialog }] = await Promise.all([
    import('../../../parts/account/block-dialog.tsx'),
    needMessages('profile'),
  ])
  return { default: BlockDialog }
})

export interface PersonMenuProps {
  person: Person
  /** The list that is shown, from which one can be removed. */
  listId: string | null
  onAdd: (people: readonly Person[]) => void
  onChanged: () => void
}

/** What can be done with one person of the audience. */
export function PersonMenu({ person, listId, onAdd, onChanged }: PersonMenuProps) {
  const t = useT()
  const { send } = useMutation({ toasts: true })
  const openConversation = useOpenConversation()
  const [open, setOpen] = useState<'gift' | 'block' | null>(null)
  const remove = async (id: string) => {
    const params = { id, accountId: person._id }
    if (!(await send('DELETE /performer/fan-lists/:id/members/:accountId', { params }))) return
    toast.say(t('audience.removed', { name: person.name }))
    onChanged()
  }
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('audience.more', { name: person.name })}
            className={iconButtonClass('ghost', 'sm')}
          >
            <Ellipsis aria-hidden="true" />
          </button>
        }
        actions={[
          {
            label: t('audience.open'),
            icon: <MessageCircle aria-hidden="true" />,
            onPress: () => openConversation(person),
          },
          { label: t('audience.addToList'), icon: <ListPlus aria-hidden="true" />, onPress: () => onAdd([person]) },
          { label: t('audience.gift'), icon: <Gift aria-hidden="true" />, onPress: () => setOpen('gift') },
          ...(listId
            ? [
                {
                  label: t('audience.removeFromList'),
                  icon: <UserMinus aria-hidden="true" />,
                  onPress: () => void remove(listId),
                },
              ]
            : []),
          null,
          {
            label: t('audience.block', { name: person.name }),
            icon: <Ban aria-hidden="true" />,
            danger: true,
            onPress: () => setOpen('block'),
          },
        ]}
      />
      {open === 'gift' ? <GiftDialog person={person} onClose={() => setOpen(null)} onGiven={onChanged} /> : null}
      {open === 'block' ? (
        <Suspense>
          <BlockDialog person={person} onClose={() => setOpen(null)} onBlocked={onChanged} />
        </Suspense>
      ) : null}
    </>
  )
}
