import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { EndShow } from '../../../parts/live/shows/end-show.tsx'
import { isRunning, type Show, useCounted } from '../../../parts/live/shows/use-shows.ts'
import { useStore } from '../../../parts/live/store.ts'
import type { Stream } from '../../../parts/live/stream.ts'
import { Price } from '../../../parts/money/price.tsx'
import { clock } from '../../../parts/posts/duration.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Broadcast } from './broadcast.ts'
import { netTokens } from './net-tokens.ts'

interface RunningGroupProps {
  group: NonNullable<Stream['groupShow']>
  /** Of those who are in it, and who were. */
  shows: readonly Show[]
  commissionPct: number
  broadcast: Broadcast
  onChange: (show: Show) => void
}
/** The group show that the creator gives: who is in it, for how long, and what each brings. */
export function RunningGroup({ group, shows, commissionPct, broadcast, onChange }: RunningGroupProps) {
  const t = useT()
  const { number } = useFormats()
  const { stream } = useStore(broadcast)
  const { sendOrThrow } = useMutation()
  const [ending, setEnding] = useState<Show | 'all' | null>(null)
  const present = shows.filter(isRunning)
  return (
    <section
      aria-label={t('liveStudio.group.running')}
      className="rounded-lg bg-surface p-4 ring-1 ring-line max-md:mx-4"
    >
      <div className="flex items-baseline gap-3">
        <h2 className="min-w-0 flex-1 text-lg">{t('liveStudio.group.running')}</h2>
        <p role="status" className="num text-sm text-ink-3">
          {t('liveStudio.group.people', { people: number(present.length), most: number(group.peopleMax) })}
        </p>
      </div>
      <ul className="mt-3 grid gap-3">
        {present.map((show) => (
          <li key={show._id}>
            <Person show={show} commissionPct={commissionPct} onRemove={() => setEnding(show)} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-2">
        {t('liveStudio.show.publicWaits', { number: number(stream?.viewers ?? 0) })}
      </p>
      <Button variant="danger" wide className="mt-3.5" onClick={() => setEnding('all')}>
        {t('liveStudio.group.end')}
      </Button>
      {ending === 'all' ? (
        <ConfirmDialog
          title={t('liveStudio.group.endTitle')}
          action={t('liveStudio.group.end')}
          busy={t('live.show.ending')}
          keep={t('live.show.keep')}
          onConfirm={async () => {
            const sent = { params: { id: group._id }, body: { status: 'ended' as const } }
            if (await sendOrThrow('PUT /streaming/group-shows/:id', sent)) await broadcast.refresh().catch(() => {})
          }}
          onClose={() => setEnding(null)}
        >
          <p>{t('liveStudio.group.endText')}</p>
        </ConfirmDialog>
      ) : ending ? (
        <EndShow show={ending} side="creator" onEnded={onChange} onClose={() => setEnding(null)} />
      ) : null}
    </section>
  )
}

interface PersonProps {
  show: Show
  commissionPct: number
  onRemove: () => void
}
function Person({ show, commissionPct, onRemove }: PersonProps) {
  const t = useT()
  const { counted, cost } = useCounted(show)
  return (
    <div className="flex items-center gap-3">
      <Avatar src={show.user.avatar} size={32} />
      <p className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">
          <bdi>{show.user.name}</bdi>
        </span>
        <span className="num flex flex-wrap gap-x-3 text-sm text-ink-2">
          <bdi dir="ltr">{clock(counted * 1_000)}</bdi>
          <Price tokens={netTokens(cost, commissionPct)} bare />
        </span>
      </p>
      <Button size="sm" variant="ghost" onClick={onRemove}>
        {t('liveStudio.group.remove')}
      </Button>
    </div>
  )
}
