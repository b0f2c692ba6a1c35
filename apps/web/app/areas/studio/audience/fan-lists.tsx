import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { AddToList } from './add-to-list.tsx'
import { chosenPeople, type Fan, type FanList } from './audience-query.ts'

/** The creator's lists that a fan is on. */
export function FanLists({ fan, lists }: { fan: Fan; lists: readonly FanList[] }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { send } = useMutation({ toasts: true })
  const [isAdding, setAdding] = useState(false)
  const remove = async (id: string) => {
    const params = { id, accountId: fan._id }
    if (await send('DELETE /performer/fan-lists/:id/members/:accountId', { params })) await revalidate()
  }
  return (
    <section className="rounded-lg bg-surface px-4 py-4 ring-1 ring-line md:px-5">
      <h2 className="mb-2.5 text-lg">{t('audience.lists')}</h2>
      <ul className="flex flex-wrap gap-2">
        {fan.lists.map(({ _id, name }) => (
          <li
            key={_id}
            className="inline-flex max-w-full items-center rounded-full bg-primary-soft ps-3.5 pe-0.5 text-sm font-semibold text-primary-soft-ink"
          >
            <Link to={`/creator/audience?list=${_id}`} className="truncate">
              <bdi>{name}</bdi>
            </Link>
            <IconButton
              size="sm"
              className="text-inherit!"
              label={t('audience.takeOff', { list: name })}
              onClick={() => void remove(_id)}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
        <li>
          <Button size="sm" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            {t('audience.addToList')}
          </Button>
        </li>
      </ul>
      {isAdding ? (
        <AddToList
          chosen={chosenPeople([fan])}
          lists={lists}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false)
            void revalidate()
          }}
        />
      ) : null}
    </section>
  )
}
