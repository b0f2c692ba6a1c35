import { UserRoundCheck } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { ChosenPeople, PeopleFinder } from '../pieces/people-choice.tsx'
import { type StudioItem, wasPublished } from '../pieces/studio-items.ts'
import { type ItemDraft, waitsForConsent } from './draft.ts'

interface ParticipantsSectionProps {
  draft: ItemDraft
  saved: Pick<StudioItem, 'status' | 'participants'> | null
  onChange: (change: Partial<ItemDraft>) => void
}

/** The other people whom an item shows. It is published once all of them have consented. */
export function ParticipantsSection({ draft, saved, onChange }: ParticipantsSectionProps) {
  const t = useT()
  const { participants } = draft
  // People stay on what was published.
  const fixed = new Set(wasPublished(saved) ? saved?.participants.map(({ _id }) => _id) : [])
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <div>
        <h2 className="text-sm font-semibold">{t('studio.editor.people')}</h2>
        <p className="mt-0.5 text-xs text-ink-3">{t('studio.editor.peopleHint')}</p>
      </div>
      <ChosenPeople people={participants} fixed={fixed} onChange={(people) => onChange({ participants: people })} />
      {waitsForConsent(draft) ? (
        <p role="status" className="flex gap-2 rounded-md bg-token-soft px-4 py-3 text-sm text-token-soft-ink">
          <UserRoundCheck className="icon" aria-hidden="true" />
          {t('studio.editor.waitsForConsent')}
        </p>
      ) : null}
      <PeopleFinder people={participants} onChange={(people) => onChange({ participants: people })} />
    </section>
  )
}
