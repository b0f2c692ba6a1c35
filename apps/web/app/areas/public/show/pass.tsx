import { CalendarDays, Gem, Radio, RotateCcw, Ticket, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { endOf, latestOf, showPath, type TicketShow } from '../../../parts/live/tickets/ticket-show.ts'
import { leftTokens } from '../../../parts/money/missing-tokens.ts'
import { useBalance } from '../../../parts/money/balance.ts'
import { Price } from '../../../parts/money/price.tsx'
import { UnlockConfirm } from '../../../parts/money/unlock-sheet.tsx'
import { profilePath } from '../../../parts/posts/item-page.ts'
import { useMe } from '../../../parts/site/site.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { CalendarLink } from './calendar-link.tsx'
import { ReplayLinks } from './replay-links.tsx'
import { ReturnTicket } from './return-ticket.tsx'

/** The ticket: when the show is, what a seat costs, and what the viewer can do about it. */
export function Pass({ show }: { show: TicketShow }) {
  const t = useT()
  const { date, time } = useFormats()
  const isOver = show.status === 'held' || show.status === 'not_held' || show.status === 'cancelled'
  return (
    <aside className="rounded-xl bg-surface shadow-[var(--shadow-2)] ring-1 ring-line lg:col-start-2 lg:row-start-1 lg:sticky lg:top-6">
      <div className="flex items-center gap-4 p-5">
        <span
          aria-hidden="true"
          className="grid size-13 shrink-0 place-items-center rounded-md bg-primary-soft text-primary-soft-ink"
        >
          <CalendarDays className="icon-lg" />
        </span>
        <div className="min-w-0">
          <b className="block">
            <time dateTime={show.startsAt}>{date(show.startsAt)}</time>
          </b>
          <span className="block text-sm text-ink-2">
            {t('tickets.range', { start: time(show.startsAt), end: time(endOf(show)) })}
          </span>
          <span className="block text-xs text-ink-3">{t('tickets.yourTime')}</span>
          {show.status === 'planned' ? <CalendarLink _id={show._id} /> : null}
        </div>
      </div>
      <div className="border-t border-dashed border-line-strong p-5" role="status">
        {isOver ? <Outcome show={show} /> : <Offer show={show} />}
      </div>
    </aside>
  )
}

function Offer({ show }: { show: TicketShow }) {
  const t = useT()
  const { number, tokens, date } = useFormats()
  const me = useMe()
  const balance = useBalance()
  const isHydrated = useHydrated()
  const { revalidate } = useRevalidator()
  const [buying, setBuying] = useState(false)
  const [returning, setReturning] = useState(false)
  const { performer, myTicket } = show
  const sold = show.seats - show.seatsLeft
  const has = myTicket !== null && !myTicket.isReturned
  if (me?._id === performer._id)
    return (
      <State badge={<Sold show={show} />} title={t('tickets.own')} text={t('tickets.ownHint')}>
        <ButtonLink variant="primary" to="/creator/shows">
          {t('tickets.toStudio')}
        </ButtonLink>
      </State>
    )
  if (show.mayWatch && (has || show.freeForSubscribers))
    return (
      <State
        badge={
          <Badge tone="leaf">
            <Ticket aria-hidden="true" />
            {t(has ? 'tickets.has' : 'tickets.subscribersFree')}
          </Badge>
        }
        title={show.title}
        text={has ? t('tickets.paid', { tokens: tokens(myTicket.tokens), date: date(myTicket.boughtAt) }) : ''}
      >
        <ButtonLink variant={show.status === 'live' ? 'primary' : 'quiet'} to={`${profilePath(performer)}/live`}>
          <Radio aria-hidden="true" />
          {t('tickets.enter')}
        </ButtonLink>
        <ReplayLinks replayIds={show.replayIds} />
        {has && show.status === 'planned' ? (
          <Button variant="ghost" disabled={!isHydrated} onClick={() => setReturning(true)}>
            {t('tickets.returnAction')}
          </Button>
        ) : null}
        {returning && has ? (
          <ReturnTicket show={show} tokens={myTicket.tokens} onClose={() => setReturning(false)} />
        ) : null}
      </State>
    )
  if (show.seatsLeft === 0)
    return (
      <State badge={<Sold show={show} />} title={t('tickets.soldOut')} text={t('tickets.soldOutHint')}>
        {null}
      </State>
    )
  return (
    <>
      <p className="text-3xl">
        <Price tokens={show.price} />
      </p>
      <p className="mt-3 flex justify-between gap-3 text-sm">
        <span>{t('tickets.sold', { sold: number(sold), seats: number(show.seats) })}</span>
        <span className="text-ink-3">{t('tickets.free', { count: number(show.seatsLeft) })}</span>
      </p>
      <div aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-full bg-surface-3">
        <div className="h-full rounded-full bg-primary" style={{ width: `${(100 * sold) / show.seats}%` }} />
      </div>
      {me ? (
        <>
          <Button
            variant="primary"
            size="xl"
            wide
            className="mt-4"
            disabled={!isHydrated}
            onClick={() => setBuying(true)}
          >
            {t('tickets.get')} <Price tokens={show.price} bare />
          </Button>
          {balance >= show.price ? (
            <p className="mt-2 text-center text-sm text-ink-3">
              {t('tickets.after', { tokens: tokens(leftTokens(show.price, balance)) })}
            </p>
          ) : null}
        </>
      ) : (
        <ButtonLink
          variant="primary"
          size="xl"
          wide
          className="mt-4"
          to={`/auth/login?redirect=${encodeURIComponent(showPath(show))}`}
        >
          {t('tickets.get')} <Price tokens={show.price} bare />
        </ButtonLink>
      )}
      <Safe show={show} />
      {buying ? (
        <UnlockConfirm
          open
          onOpenChange={setBuying}
          call="POST /wallet/charges/stream/:id"
          id={show._id}
          title={show.title}
          line={t('tickets.step')}
          price={show.price}
          terms={show.terms}
          done="tickets.bought"
          onUnlocked={revalidate}
        />
      ) : null}
    </>
  )
}

/** What is safe, beside the price. */
function Safe({ show }: { show: TicketShow }) {
  const t = useT()
  const { time, tokens } = useFormats()
  return (
    <>
      <p className="mt-4 flex gap-3 rounded-md bg-success-soft p-3.5 text-sm text-success-soft-ink">
        <RotateCcw className="icon mt-0.5 shrink-0" aria-hidden="true" />
        <span>{t('tickets.refundHint', { time: time(latestOf(show)), tokens: tokens(show.price) })}</span>
      </p>
      {show.freeForSubscribers ? (
        <p className="mt-2 flex gap-3 rounded-md bg-surface-2 p-3.5 text-sm">
          <Gem className="icon mt-0.5 shrink-0 text-ink-3" aria-hidden="true" />
          <span>
            {t('tickets.subscribersFree')}{' '}
            <a className="link" href={`${profilePath(show.performer)}#subscribe`}>
              {t('tickets.seePlans')}
            </a>
          </span>
        </p>
      ) : null}
    </>
  )
}

function Outcome({ show }: { show: TicketShow }) {
  const t = useT()
  const { tokens } = useFormats()
  const { status, performer, reason, myTicket } = show
  const refunded = myTicket?.isReturned ? t('tickets.refunded', { tokens: tokens(myTicket.tokens) }) : null
  if (status === 'held')
    return (
      <State title={t('tickets.over')} text={t('tickets.overHint')}>
        <ReplayLinks replayIds={show.replayIds} />
      </State>
    )
  return (
    <State
      badge={
        <Badge tone="lamp">
          <RotateCcw aria-hidden="true" />
          {t(`tickets.state.${status === 'cancelled' ? 'cancelled' : 'not_held'}`)}
        </Badge>
      }
      title={
        refunded ?? t(status === 'cancelled' ? 'tickets.cancelledBy' : 'tickets.notHeld', { name: performer.name })
      }
      text={t('tickets.notHeldHint')}
    >
      {reason ? (
        <p className="basis-full text-sm text-ink-2">
          {t('tickets.wrote', { name: performer.name })} <q dir="auto">{reason}</q>
        </p>
      ) : null}
      {myTicket ? <ButtonLink to="/user/transactions">{t('ui.nav.wallet')}</ButtonLink> : null}
    </State>
  )
}

function Sold({ show }: { show: TicketShow }) {
  const t = useT()
  const { number } = useFormats()
  return (
    <Badge>
      <Users aria-hidden="true" />
      {t('tickets.sold', { sold: number(show.seats - show.seatsLeft), seats: number(show.seats) })}
    </Badge>
  )
}

const State = ({
  badge,
  title,
  text,
  children,
}: {
  badge?: ReactNode
  title: string
  text: string
  children?: ReactNode
}) => (
  <>
    {badge}
    <p dir="auto" className="mt-3 font-display text-xl font-bold wrap-anywhere">
      {title}
    </p>
    {text ? <p className="mt-1 text-sm text-ink-2">{text}</p> : null}
    <div className="mt-4 flex flex-wrap gap-2.5">{children}</div>
  </>
)
