import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Chosen, FanList } from './audience-query.ts'
import { useCounted } from './group-nav.tsx'

interface AddToListProps {
  chosen: Chosen
  lists: readonly FanList[]
  onClose: () => void
  onAdded: () => void
}

/** Chooses one of the creator's lists, or makes one, and adds those who are chosen to it. */
export function AddToList({ chosen: { people, segment, counted }, lists, onClose, onAdded }: AddToListProps) {
  const t = useT()
  const { number } = useFormats()
  const shown = useCounted()
  const [made, setMade] = useState<readonly FanList[]>([])
  const [name, setName] = useState('')
  const [listId, setListId] = useState<string | null>(null)
  const { send, working, problem } = useMutation()
  const all = [...made, ...lists]
  const create = async () => {
    const reply = await send('POST /performer/fan-lists', { body: { name: name.trim() }, once: true })
    if (!reply) return
    setMade([reply.data, ...made])
    setListId(reply.data._id)
    setName('')
  }
  const add = async () => {
    const list = all.find(({ _id }) => _id === listId)
    if (!list) return
    const body = segment ? { segment } : { ids: people.map(({ _id }) => _id) }
    const reply = await send('POST /performer/fan-lists/:id/people', { params: { id: list._id }, body })
    if (!reply) return
    const { added } = reply.data
    toast.say(
      added === 0
        ? t('audience.alreadyOn', { list: list.name })
        : t('audience.added', { count: added, shown: number(added), list: list.name }),
    )
    onAdded()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('audience.addTitle', { count: counted.total, shown: shown(counted) })}
      width={420}
      locked={working}
      footer={
        <div className="grid gap-2.5">
          <Button
            variant="primary"
            size="lg"
            wide
            disabled={listId === null}
            busy={working ? t('ui.saving') : undefined}
            onClick={() => void add()}
          >
            {t('audience.addToList')}
          </Button>
          <p className="text-center text-xs text-ink-3">{t('audience.nobodyTold')}</p>
        </div>
      }
    >
      <FormProblem problem={problem}>
        <fieldset className="divide-y divide-line border-y border-line">
          <legend className="sr-only">{t('audience.yourLists')}</legend>
          {all.length === 0 ? <p className="py-3 text-sm text-ink-2">{t('audience.noLists')}</p> : null}
          {all.map((list) => (
            <label key={list._id} className="flex min-h-12 cursor-pointer items-center gap-3 text-sm">
              <input
                type="radio"
                name="list"
                className="tick cursor-pointer"
                checked={listId === list._id}
                onChange={() => setListId(list._id)}
              />
              <span className="min-w-0 flex-1 truncate font-medium">
                <bdi>{list.name}</bdi>
              </span>
              <span className="num text-xs text-ink-3">
                {t('audience.people', { count: list.members, shown: number(list.members) })}
              </span>
            </label>
          ))}
        </fieldset>
        <form
          className="mt-4 flex gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            void create()
          }}
        >
          <div className="flex-1">
            <Input
              name="name"
              autoComplete="off"
              maxLength={60}
              aria-label={t('audience.newList')}
              placeholder={t('audience.newList')}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </div>
          <Button type="submit" size="lg" disabled={working || name.trim() === ''}>
            {t('audience.create')}
          </Button>
        </form>
      </FormProblem>
    </Dialog>
  )
}
