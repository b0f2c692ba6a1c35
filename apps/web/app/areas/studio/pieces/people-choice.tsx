import { Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { consentTones } from '../../../parts/account/consent-states.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { StudioItem } from './studio-items.ts'

// The people whom items show, chosen among those the creator has added.

type FoundPerson = Reply<'GET /performer/participants'>['data'][number]
export type Person = StudioItem['participants'][number]
const waitMs = 250

interface PeopleProps {
  people: readonly Person[]
  onChange: (people: Person[]) => void
}

/** `fixed`: those who stay. */
export function ChosenPeople({ people, fixed, onChange }: PeopleProps & { fixed?: ReadonlySet<string> }) {
  const t = useT()
  if (people.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {people.map((person) => (
        <li
          key={person._id}
          className="inline-flex min-h-10 max-w-full min-w-0 items-center gap-2 rounded-full bg-surface-2 ps-4 pe-2 text-sm"
        >
          <bdi className="truncate">{person.name}</bdi>
          <Badge tone={consentTones[person.status] ?? 'quiet'}>{t.maybe(`studio.consent.${person.status}`)}</Badge>
          {fixed?.has(person._id) ? null : (
            <button
              type="button"
              className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-surface-3 pointer-coarse:size-11"
              aria-label={t('studio.editor.removePerson', { name: person.name })}
              onClick={() => onChange(people.filter(({ _id }) => _id !== person._id))}
            >
              <X className="icon size-4!" aria-hidden="true" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

export function PeopleFinder({ people, label, onChange }: PeopleProps & { label?: string }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return open ? (
    <Finder
      chosen={new Set(people.map(({ _id }) => _id))}
      onChoose={({ _id, name, status, mayDownload }) => onChange([...people, { _id, name, status, mayDownload }])}
    />
  ) : (
    <button type="button" className="link justify-self-start text-sm" onClick={() => setOpen(true)}>
      {label ?? t('studio.editor.addPerson')}
    </button>
  )
}

/** One's own people, the ones changed last first. */
function Finder({ chosen, onChoose }: { chosen: ReadonlySet<string>; onChoose: (person: FoundPerson) => void }) {
  const t = useT()
  const { date } = useFormats()
  const [sought, setSought] = useState('')
  const [found, setFound] = useState<readonly FoundPerson[] | null>(null)
  const q = sought.trim().replace(/^@/, '')
  useEffect(() => {
    // The answer to an older question is not shown under a newer one.
    let isLate = false
    const timer = setTimeout(
      () => {
        call('GET /performer/participants', { query: { pageSize: 8, ...(q ? { q } : {}) } }).then(
          ({ data }) => isLate || setFound(data),
          (error: unknown) => isLate || toast.problem(error),
        )
      },
      q ? waitMs : 0,
    )
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [q])
  return (
    <div className="grid gap-3">
      <Field label={t('studio.editor.findPerson')} name="participantIds">
        <Input
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      </Field>
      <ul aria-live="polite" className="divide-y divide-line rounded-md ring-1 ring-line">
        {found?.length === 0 ? (
          <li className="px-4 py-3 text-sm text-ink-2">{t('studio.editor.noPerson')}</li>
        ) : (
          found?.map((person) => (
            <li key={person._id}>
              <button
                type="button"
                disabled={chosen.has(person._id)}
                className="flex min-h-12 w-full min-w-0 items-center gap-3 px-4 text-start text-sm hover:bg-surface-2 disabled:opacity-50"
                onClick={() => onChoose(person)}
              >
                <Plus className="icon size-4!" aria-hidden="true" />
                <span dir="auto" className="min-w-0 flex-1 truncate text-match">
                  {person.name}
                </span>
                {person.endsOn && person.status !== 'revoked' ? (
                  <span className="shrink-0 text-xs text-ink-3">
                    {t('studio.consent.until', { date: date(person.endsOn) })}
                  </span>
                ) : null}
                <Badge tone={consentTones[person.status] ?? 'quiet'}>{t(`studio.consent.${person.status}`)}</Badge>
              </button>
            </li>
          ))
        )}
      </ul>
      <Link to="/creator/participants" className="link justify-self-start text-sm">
        {t('studio.editor.managePeople')}
      </Link>
    </div>
  )
}
