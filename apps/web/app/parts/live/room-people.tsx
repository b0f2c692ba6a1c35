import { useCallback, useEffect, useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useMutation } from '../forms/use-mutation.ts'
import type { PersonAction } from './person-dialog.tsx'

type People = Reply<'GET /conversations/stream/:id/people'>
type Person = People['data'][number]

interface RoomPeopleProps {
  chatId: string
  standing: PersonAction
  /** Whether what these people are may be taken back by the viewer. */
  mayRemove: boolean
}
/** Who moderates a chat, is muted in it or banned. */
export function RoomPeople({ chatId, standing, mayRemove }: RoomPeopleProps) {
  const t = useT()
  const [people, setPeople] = useState<readonly Person[] | null>(null)
  const [next, setNext] = useState<string | null>(null)
  const load = useCallback(
    async (cursor: string | null) => {
      try {
        const { data, nextCursor } = await call('GET /conversations/stream/:id/people', {
          params: { id: chatId },
          query: { standing, ...(cursor && { cursor }) },
        })
        setPeople((before) => (cursor ? [...(before ?? []), ...data] : data))
        setNext(nextCursor)
      } catch (error) {
        toast.problem(error)
      }
    },
    [chatId, standing],
  )
  useEffect(() => void load(null), [load])
  const hint = standing === 'moderator' && mayRemove ? 'live.people.moderatorHint' : 'live.people.none'
  return (
    <section aria-labelledby={`room-${standing}`}>
      <h3 id={`room-${standing}`} className="text-md font-semibold">
        {t(`live.people.${standing}`)}
      </h3>
      {people?.length === 0 ? <p className="mt-1 text-sm text-ink-3">{t(hint)}</p> : null}
      <ul className="divide-y divide-line">
        {(people ?? []).map((person) => (
          <PersonRow
            key={person._id}
            chatId={chatId}
            person={person}
            mayRemove={mayRemove}
            onRemoved={() => setPeople((before) => before?.filter(({ _id }) => _id !== person._id) ?? null)}
          />
        ))}
      </ul>
      {next ? (
        <Button size="sm" variant="ghost" onClick={() => void load(next)}>
          {t('live.people.more')}
        </Button>
      ) : null}
    </section>
  )
}

interface PersonRowProps {
  chatId: string
  person: Person
  mayRemove: boolean
  onRemoved: () => void
}
function PersonRow({ chatId, person, mayRemove, onRemoved }: PersonRowProps) {
  const t = useT()
  const { time } = useFormats()
  const { send, working } = useMutation({ toasts: true })
  const { _id: userId, name, avatar, standing, until } = person
  const action = t(`live.people.remove.${standing}`)
  const remove = async () => {
    const params = { id: chatId, userId }
    if (await send('DELETE /conversations/stream/:id/people/:userId', { params })) onRemoved()
  }
  return (
    <li className="flex items-center gap-2.5 py-2">
      <Avatar src={avatar} size={32} />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate text-sm font-semibold">
          <bdi>{name}</bdi>
        </span>
        {standing === 'muted' ? (
          <span className="block text-xs text-ink-3">
            {until ? t('live.people.until', { time: time(until) }) : t('live.people.untilEnd')}
          </span>
        ) : null}
      </span>
      {mayRemove ? (
        <Button
          size="sm"
          disabled={working}
          aria-label={t('live.people.removeOf', { action, name })}
          onClick={() => void remove()}
        >
          {action}
        </Button>
      ) : null}
    </li>
  )
}
