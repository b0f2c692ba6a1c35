import { CalendarPlus, ExternalLink, Pencil, Radio } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { PledgeProgress } from '../../../parts/live/tickets/pledge-progress.tsx'
import { isPledging, lobbyOf, showPath, type TicketShow } from '../../../parts/live/tickets/ticket-show.ts'
import { Price } from '../../../parts/money/price.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge, LiveBadge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { tableQuery } from '../../../ui/table-state.ts'
import { useOwnZone } from '../../../parts/time/own-zone.ts'
import { dot } from '../../../ui/dot.ts'
import { CancelShow } from './cancel-show.tsx'
import { ShowForm } from './show-form.tsx'

export const handle = { messages: ['studio', 'tickets'] }
export const clientMiddleware = [withMessages('studio', 'tickets')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { current, pageSize } = tableQuery(new URL(request.url))
  const query = { mine: 'true', current, pageSize } as const
  return { shows: await apiOf(context).call('GET /streaming/ticket-shows', { query }), pageSize }
}

/** A creator's shows with tickets: planned, open, past. */
export default function Shows() {
  const t = useT()
  const { shows, pageSize } = useLoaderData<typeof loader>()
  const zone = useOwnZone()
  const isHydrated = useHydrated()
  const { revalidate } = useRevalidator()
  const [editing, setEditing] = useState<TicketShow | 'new' | null>(null)
  const plan = (
    <Button variant="primary" disabled={!isHydrated} onClick={() => setEditing('new')}>
      <CalendarPlus aria-hidden="true" />
      {t('tickets.shows.new')}
    </Button>
  )
  return (
    <div className="mx-auto max-w-list">
      <PageTitle>{t('tickets.title')}</PageTitle>
      <PageHead
        title={t('tickets.title')}
        detail={t('tickets.shows.detail')}
        back="/creator/live"
        actions={shows.data.length > 0 ? plan : null}
      />
      {shows.data.length === 0 ? (
        <EmptyState title={t('tickets.shows.none')} action={plan}>
          {t('tickets.shows.noneHint')}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {shows.data.map((show) => (
            <ShowRow key={show._id} show={show} onEdit={() => setEditing(show)} />
          ))}
        </ul>
      )}
      <Pagination total={shows.total} pageSize={pageSize} />
      {editing ? (
        <ShowForm
          show={editing === 'new' ? null : editing}
          zone={zone}
          onSaved={() => void revalidate()}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </div>
  )
}

function ShowRow({ show, onEdit }: { show: TicketShow; onEdit: () => void }) {
  const t = useT()
  const { dateTime, number } = useFormats()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const { send, working } = useMutation({ toasts: true })
  const [cancelling, setCancelling] = useState(false)
  const lobby = lobbyOf(show)
  const isPlanned = show.status === 'planned'
  const isPledge = isPledging(show)
  const mayOpen = show.streamId !== null || (!isPledge && lobby.getTime() <= Date.now())
  const open = async () => {
    const reply = show.streamId !== null || (await send('POST /streaming/live', { body: { ticketShowId: show._id } }))
    if (reply) await navigate('/creator/live')
  }
  return (
    <li className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p dir="auto" className="font-semibold wrap-anywhere">
            {show.title}
          </p>
          <p className="mt-0.5 text-sm text-ink-2">
            <time dateTime={show.startsAt}>{dateTime(show.startsAt)}</time>
            {dot}
            {t('tickets.minutes', { count: show.minutes })}
          </p>
          <p className="mt-1 text-sm text-ink-3">
            {t('tickets.sold', { sold: number(show.seats - show.seatsLeft), seats: number(show.seats) })}
            {isPledge ? (
              <>
                {dot}
                {t('tickets.pledge.until', { time: dateTime(show.pledgeUntil ?? show.startsAt) })}
              </>
            ) : null}
            {show.earned ? (
              <>
                {dot}
                {t('tickets.shows.earned', { tokens: t.tokens(show.earned) })}
              </>
            ) : null}
          </p>
          {isPledge ? (
            <div className="mt-3 max-w-sm">
              <PledgeProgress show={show} />
            </div>
          ) : null}
        </div>
        <span className="flex items-baseline gap-1.5">
          {isPledge ? <span className="text-xs text-ink-3">{t('tickets.pledge.from')}</span> : null}
          <Price tokens={show.price} />
        </span>
        {show.status === 'live' ? (
          <LiveBadge>{t('tickets.state.live')}</LiveBadge>
        ) : (
          <Badge tone={show.status === 'held' ? 'leaf' : isPlanned ? 'sky' : 'quiet'}>
            {t(isPledge ? 'tickets.state.pledging' : `tickets.state.${show.status}`)}
          </Badge>
        )}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {isPlanned || show.status === 'live' ? (
          <Button
            variant="primary"
            size="sm"
            disabled={!isHydrated || !mayOpen}
            busy={working ? t('tickets.shows.opening') : undefined}
            onClick={() => void open()}
          >
            <Radio aria-hidden="true" />
            {t('tickets.shows.open')}
          </Button>
        ) : null}
        {isPlanned ? (
          <>
            <Button size="sm" disabled={!isHydrated} onClick={onEdit}>
              <Pencil aria-hidden="true" />
              {t('tickets.shows.edit')}
            </Button>
            <Button size="sm" variant="ghost" disabled={!isHydrated} onClick={() => setCancelling(true)}>
              {t('tickets.shows.cancel')}
            </Button>
          </>
        ) : null}
        <ButtonLink size="sm" variant="ghost" to={showPath(show)}>
          <ExternalLink aria-hidden="true" />
          {t('tickets.shows.page')}
        </ButtonLink>
        {isPlanned && !mayOpen ? (
          <span className="text-xs text-ink-3">{t('tickets.shows.early', { time: dateTime(lobby) })}</span>
        ) : null}
      </div>
      {cancelling ? <CancelShow show={show} onClose={() => setCancelling(false)} /> : null}
    </li>
  )
}
