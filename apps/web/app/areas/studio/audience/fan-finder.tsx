import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call, type Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'

type Fan = Reply<'GET /performer/fan-list-candidates'>['data'][number]
const waitMs = 250

/** Finds followers and subscribers by their username and adds them to the list. */
export function FanFinder({ listId, onAdded }: { listId: string; onAdded: () => Promise<void> }) {
  const t = useT()
  const [sought, setSought] = useState('')
  const [found, setFound] = useState<readonly Fan[] | null>(null)
  const { send, working } = useMutation({ toasts: true })
  const q = sought.trim().replace(/^@/, '').toLowerCase()
  useEffect(() => {
    if (!/^[a-z0-9_.]{2,30}$/.test(q)) return setFound(null)
    // The answer to an older question is not shown under a newer one.
    let isLate = false
    const timer = setTimeout(() => {
      call('GET /performer/fan-list-candidates', { query: { q } }).then(
        ({ data }) => isLate || setFound(data),
        (error: unknown) => isLate || toast.problem(error),
      )
    }, waitMs)
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [q])
  const add = async ({ username }: Fan) => {
    const body = { username: username ?? '' }
    if (!(await send('POST /performer/fan-lists/:id/members', { params: { id: listId }, body, once: true }))) return
    setSought('')
    await onAdded()
  }
  return (
    <section className="grid gap-3">
      <Field label={t('studio.lists.find')} hint={t('studio.lists.findHint')}>
        <Input
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={31}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      </Field>
      {found ? (
        <ul aria-live="polite" className="divide-y divide-line rounded-md ring-1 ring-line">
          {found.length ? null : <li className="px-4 py-3 text-sm text-ink-2">{t('studio.lists.noMatch')}</li>}
          {found.map((fan) => (
            <li key={fan._id} className="flex min-w-0 items-center gap-3 px-4 py-3">
              <Person person={fan} />
              <Button
                size="sm"
                disabled={working}
                aria-label={t('studio.lists.addName', { name: fan.name })}
                onClick={() => void add(fan)}
              >
                <Plus aria-hidden="true" />
                {t('studio.lists.add')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function Person({ person }: { person: Pick<Fan, 'name' | 'username' | 'avatar'> }) {
  return (
    <>
      <Avatar src={person.avatar} size={40} />
      <p className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-semibold">
          {person.name}
        </span>
        <span dir="auto" className="block truncate text-xs text-ink-3">
          @{person.username}
        </span>
      </p>
    </>
  )
}
