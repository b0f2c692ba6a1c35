import { Ban } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import type { blockedPeople } from '../../../parts/account/blocked-people.ts'
import { BlockEffects } from '../../../parts/account/block-effects.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { SettingsSection } from '../pieces/settings-frame.tsx'

type Person = Reply<'GET /users/search'>['data'][number]
type Blocked = Awaited<ReturnType<typeof blockedPeople>>
const waitMs = 250

/** People who don't see this creator, found by name and blocked one by one. */
export function People({ blocked: { data: people, total, next } }: { blocked: Blocked }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const [sought, setSought] = useState('')
  const [found, setFound] = useState<readonly Person[] | null>(null)
  const [toBlock, setToBlock] = useState<Person | null>(null)
  const { send, sendOrThrow } = useMutation({ toasts: true })
  const reason = useRef<HTMLTextAreaElement>(null)
  const q = sought.trim().replace(/^@/, '')
  useEffect(() => {
    if (q.length < 2) return setFound(null)
    // The answer to an older question is not shown under a newer one.
    let isLate = false
    const timer = setTimeout(() => {
      call('GET /users/search', { query: { q, pageSize: 8 } }).then(
        ({ data }) => isLate || setFound(data),
        (error: unknown) => isLate || toast.problem(error),
      )
    }, waitMs)
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [q])
  const unblock = async (person: Blocked['data'][number]) => {
    if (!(await send('DELETE /block/users/:id', { params: { id: person._id } }))) return
    toast.success('ui.saved')
    await revalidate()
  }
  const row = 'flex min-w-0 items-center gap-3 px-4 py-3'
  const known = new Set(people.map(({ _id }) => _id))
  return (
    <SettingsSection title={t('creator.block.people')} lead={t('creator.block.peopleLead')}>
      <Field label={t('creator.block.find')} hint={t('creator.block.findHint')}>
        <Input
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      </Field>
      {found ? (
        <ul aria-live="polite" className="divide-y divide-line rounded-md ring-1 ring-line">
          {found.length ? null : <li className="px-4 py-3 text-sm text-ink-2">{t('creator.block.noMatch')}</li>}
          {found.map((person) => (
            <li key={person._id} className={row}>
              <Face person={person} />
              <Button
                size="sm"
                disabled={known.has(person._id)}
                aria-label={t('creator.block.blockName', { name: person.name })}
                onClick={() => setToBlock(person)}
              >
                <Ban aria-hidden="true" />
                {t('creator.block.block')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <div>
        <h3 className="text-sm font-semibold">{t('creator.block.blocked')}</h3>
        {people.length ? (
          <ul className="mt-2 divide-y divide-line rounded-md ring-1 ring-line">
            {people.map((person) => (
              <li key={person._id} className={`${row} flex-wrap`}>
                <Face person={person} />
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={t('creator.block.unblockName', { name: person.name })}
                  onClick={() => void unblock(person)}
                >
                  {t('creator.block.unblock')}
                </Button>
                {person.reason ? (
                  <p dir="auto" className="basis-full ps-13 text-sm text-ink-2 wrap-anywhere text-match">
                    {person.reason}
                  </p>
                ) : null}
              </li>
            ))}
          </ul>
        ) : (
          <p className="mt-1 text-sm text-ink-2">{t('creator.block.empty')}</p>
        )}
        {total > people.length ? (
          <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
            <p className="text-xs text-ink-3">{t('creator.block.shown', { shown: people.length, count: total })}</p>
            {next ? (
              <ButtonLink to={next} size="sm" variant="outline" preventScrollReset replace>
                {t('creator.block.more')}
              </ButtonLink>
            ) : null}
          </div>
        ) : null}
      </div>
      {toBlock ? (
        <ConfirmDialog
          title={t('creator.block.confirm', { name: toBlock.name })}
          action={t('creator.block.block')}
          busy={t('ui.saving')}
          onConfirm={async () => {
            await sendOrThrow('POST /block/users', {
              body: { userId: toBlock._id, reason: reason.current?.value ?? '' },
            })
            setSought('')
            await revalidate()
          }}
          onClose={() => setToBlock(null)}
          fields={
            <Field
              label={t('creator.block.reason')}
              optional={t('studio.editor.optional')}
              hint={t('creator.block.reasonHint')}
            >
              <Textarea ref={reason} maxLength={300} />
            </Field>
          }
        >
          <BlockEffects userId={toBlock._id} />
        </ConfirmDialog>
      ) : null}
    </SettingsSection>
  )
}

function Face({ person }: { person: Pick<Person, 'name' | 'username' | 'avatar'> }) {
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
