import { CalendarDays, Gem, Radio, RotateCcw, Ticket } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { needMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { endOf, isPledging, latestOf, showPath, type TicketShow } from '../../../parts/live/tickets/ticket-show.ts'
import { useCheckoutReturn } from '../../../parts/money/checkout/use-checkout-return.ts'
import { leftTokens } from '../../../parts/money/missing-tokens.ts'
import { useBalance } from '../../../parts/money/balance.ts'
import { Price } from '../../../parts/money/price.tsx'
import { profilePath } from '../../../parts/posts/item-page.ts'
import { useMe } from '../../../parts/site/site.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { CalendarLink } from './calendar-link.tsx'
import { Outcome } from './outcome.tsx'
import { PledgeOffer } from './pledge-offer.tsx'
import { ReachedGoal } from './reached-goal.tsx'
import { ReplayLinks } from './replay-links.tsx'
import { ReturnTicket } from './return-ticket.tsx'
import { Sold } from './sold.tsx'
import { State } from './state.tsx'

const UnlockConfirm = lazy(async () => {
  const [{ UnlockConfirm }] = await Promise.all([
    import('../../../parts/money/unlock-sheet.tsx'),
    needMessages('checkout', 'wallet'),
  ])
  return { default: UnlockConfirm }
})

/** The ticket: when the show is, what a seat costs, and what the viewer can do about it. */
export function Pass({ show }: { show: TicketShow }) {
  const t = useT()
  const { date, time } = useFormats()
  const { status } = show
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
          {status === 'planned' && !isPledging(show) ? <CalendarLink _id={show._id} /> : null}
        </div>
      </div>
      <div className="border-t border-dashed border-line-strong p-5" role="status">
        {status !== 'planned' && status !== 'live' ? (
          <Outcome show={show} status={status} />
        ) : isPledging(show) ? (
          <PledgeOffer show={show} />
        ) : (
          <Offer show={show} />
        )}
      </div>
    </aside>
  )
}

/** The sheet stays open beside whatever the page says meanwhile: the ticket bought for a card's payment, or the last seat gone. */
function Offer({ show }: { show: TicketShow }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const [buying, setBuying] = useState(false)
  const { myTicket } = show
  const has = myTicket !== null && !myTicket.isReturned
  useCheckoutReturn(show._id, () => setBuying(true), { is: has, say: () => toast.success('tickets.bought') })
  return (
    <>
      <Standing show={show} onBuy={() => setBuying(true)} />
      {buying ? (
        <Suspense>
          <UnlockConfirm
            open
            onOpenChange={setBuying}
            call="POST /wallet/charges/stream/:id"
            id={show._id}
            path={showPath(show)}
            title={show.title}
            line={t('tickets.step')}
            price={show.price}
            terms={show.terms}
            done="tickets.bought"
            verb="buy"
            words={{
              detail: t('tickets.refund'),
              action: t('tickets.buyFor', { tokens: t.tokens(show.price) }),
              step: t('tickets.step'),
            }}
            onUnlocked={revalidate}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** What the viewer has of a show, or how to get it. */
function Standing({ show, onBuy }: { show: TicketShow; onBuy: () => void }) {
  const t = useT()
  const { number, date } = useFormats()
  const me = useMe()
  const balance = useBalance()
  const isHydrated = useHydrated()
  const [returning, setReturning] = useState(false)
  const { performer, myTicket } = show
  const has = myTicket !== null && !myTicket.isReturned
  const sold = show.seats - show.seatsLeft
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
        text={
          has
            ? t(show.goal === null ? 'tickets.paid' : 'tickets.pledge.paid', {
                tokens: t.tokens(myTicket.tokens),
                date: date(myTicket.boughtAt),
              })
            : ''
        }
      >
        <ButtonLink variant={show.status === 'live' ? 'primary' : 'quiet'} to={`${profilePath(performer)}/live`}>
          <Radio aria-hidden="true" />
          {t('tickets.enter')}
        </ButtonLink>
        <ReplayLinks replayIds={show.replayIds} />
        {has && show.status === 'planned' && show.goal === null ? (
          <Button variant="ghost" disabled={!isHydrated} onClick={() => setReturning(true)}>
            {t('tickets.returnAction')}
          </Button>
        ) : null}
        {returning && has ? (
          <ReturnTicket show={show} tokens={myTicket.tokens} onClose={() => setReturning(false)} />
        ) : null}
        <ReachedGoal show={show} />
      </State>
    )
  if (show.seatsLeft === 0)
    return (
      <State
        badge={<Sold show={show} />}
        title={t('tickets.soldOut')}
        text={show.goal === null ? t('tickets.soldOutHint') : ''}
      >
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
      <div aria-hidden="true" className="gauge mt-2 h-1.5 overflow-hidden rounded-full bg-surface-3">
        <div className="h-full rounded-full bg-primary" style={{ width: `${(100 * sold) / show.seats}%` }} />
      </div>
      {me ? (
        <>
          <Button variant="primary" size="xl" wide className="mt-4" disabled={!isHydrated} onClick={onBuy}>
            {t('tickets.get')} <Price tokens={show.price} bare />
          </Button>
          {balance >= show.price ? (
            <p className="mt-2 text-center text-sm text-ink-3">
              {t('tickets.after', { tokens: t.tokens(leftTokens(show.price, balance)) })}
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
    </>
  )
}

/** What is safe, beside the price. */
function Safe({ show }: { show: TicketShow }) {
  const t = useT()
  const { time } = useFormats()
  return (
    <>
      <ReachedGoal show={show} />
      <p className="mt-4 flex gap-3 rounded-md bg-success-soft p-3.5 text-sm text-success-soft-ink">
        <RotateCcw className="icon mt-0.5 shrink-0" aria-hidden="true" />
        <span>{t('tickets.refundHint', { time: time(latestOf(show)), tokens: t.tokens(show.price) })}</span>
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
