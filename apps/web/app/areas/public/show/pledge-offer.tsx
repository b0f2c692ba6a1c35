import { HandCoins, ShieldCheck, Ticket } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { needMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PledgeProgress } from '../../../parts/live/tickets/pledge-progress.tsx'
import { pledgeOf, showPath, type TicketShow } from '../../../parts/live/tickets/ticket-show.ts'
import { useCheckoutReturn } from '../../../parts/money/checkout/use-checkout-return.ts'
import { useMe } from '../../../parts/site/site.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { ReturnTicket } from './return-ticket.tsx'
import { State } from './state.tsx'

const PledgeSheet = lazy(async () => {
  const [{ PledgeSheet }] = await Promise.all([import('./pledge-sheet.tsx'), needMessages('checkout', 'wallet')])
  return { default: PledgeSheet }
})

/** A show that takes place if enough is pledged for it: how far that is, until when, what happens in either case, and the viewer's own part. */
export function PledgeOffer({ show }: { show: TicketShow }) {
  const t = useT()
  const { ago, dateTime } = useFormats()
  const isHydrated = useHydrated()
  const until = dateTime(show.pledgeUntil ?? show.startsAt)
  return (
    <>
      <div className="font-semibold">
        <PledgeProgress show={show} />
      </div>
      <p className="num mt-2 flex flex-wrap justify-between gap-x-3 text-sm text-ink-3">
        <span>{t('tickets.pledge.people', { count: show.seats - show.seatsLeft })}</span>
        <span>{t('tickets.pledge.seats', { count: show.seatsLeft })}</span>
        <time className="basis-full" dateTime={show.pledgeUntil ?? undefined}>
          {t('tickets.pledge.until', { time: until })}
          {isHydrated && show.pledgeUntil ? ` (${ago(show.pledgeUntil)})` : null}
        </time>
      </p>
      <Own show={show} />
      <p className="mt-4 flex gap-3 rounded-md bg-success-soft p-3.5 text-sm text-success-soft-ink">
        <ShieldCheck className="icon mt-0.5 shrink-0" aria-hidden="true" />
        <span>{t('tickets.pledge.either', { goal: t.tokens(show.goal ?? 0), time: until })}</span>
      </p>
    </>
  )
}

function Own({ show }: { show: TicketShow }) {
  const [pledging, setPledging] = useState(false)
  const { myTicket } = show
  const mine = myTicket && !myTicket.isReturned ? myTicket.tokens : null
  useCheckoutReturn(pledgeOf(show), () => setPledging(true))
  return (
    <>
      <Part show={show} mine={mine} onPledge={() => setPledging(true)} />
      {pledging ? (
        <Suspense>
          <PledgeSheet show={show} before={mine} onClose={() => setPledging(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** What the viewer has pledged, or how to pledge. */
function Part({ show, mine, onPledge }: { show: TicketShow; mine: number | null; onPledge: () => void }) {
  const t = useT()
  const me = useMe()
  const isHydrated = useHydrated()
  const [returning, setReturning] = useState(false)
  const { performer } = show
  if (me?._id === performer._id)
    return (
      <div className="mt-5">
        <State title={t('tickets.own')} text={t('tickets.ownHint')}>
          <ButtonLink variant="primary" to="/creator/shows">
            {t('tickets.toStudio')}
          </ButtonLink>
        </State>
      </div>
    )
  if (mine !== null)
    return (
      <div className="mt-5">
        <State
          badge={
            <Badge tone="leaf">
              <Ticket aria-hidden="true" />
              {t('tickets.pledge.has', { tokens: t.tokens(mine) })}
            </Badge>
          }
          title={show.title}
          text={t('tickets.pledge.hasHint')}
        >
          <Button variant="primary" disabled={!isHydrated} onClick={onPledge}>
            {t('tickets.pledge.raise')}
          </Button>
          <Button variant="ghost" disabled={!isHydrated} onClick={() => setReturning(true)}>
            {t('tickets.pledge.takeBack')}
          </Button>
        </State>
        {returning ? <ReturnTicket show={show} tokens={mine} onClose={() => setReturning(false)} /> : null}
      </div>
    )
  if (show.seatsLeft === 0)
    return (
      <div className="mt-5">
        <State title={t('tickets.soldOut')} text={t('tickets.pledge.soldOutHint')} />
      </div>
    )
  const label = (
    <>
      <HandCoins aria-hidden="true" />
      {t('tickets.pledge.get')}
    </>
  )
  return (
    <>
      <p className="mt-4 text-sm text-ink-2">{t('tickets.pledge.least', { tokens: t.tokens(show.price) })}</p>
      {me ? (
        <Button variant="primary" size="xl" wide className="mt-3" disabled={!isHydrated} onClick={onPledge}>
          {label}
        </Button>
      ) : (
        <ButtonLink
          variant="primary"
          size="xl"
          wide
          className="mt-3"
          to={`/auth/login?redirect=${encodeURIComponent(showPath(show))}`}
        >
          {label}
        </ButtonLink>
      )}
    </>
  )
}
