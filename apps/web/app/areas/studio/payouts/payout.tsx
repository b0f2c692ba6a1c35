import { Printer } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { useSocketMessage } from '../../../api/socket.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PayoutDestination } from '../../../parts/money/payout-destination.tsx'
import { isOpenPayout, payoutTones } from '../../../parts/money/payout-states.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Fanlight } from '../../../ui/fanlight.tsx'
import { TimelineStep } from '../../../ui/timeline-step.tsx'
import { useExact } from '../pieces/exact-amounts.ts'
import { PayoutActions } from './actions.tsx'
import { PayoutSteps } from './steps.tsx'
import { Waiting } from './waiting.tsx'

export const handle = { messages: ['studio', 'payout', 'stepUp'] }
export const clientMiddleware = [withMessages('studio', 'payout', 'stepUp')]

export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  (await apiOf(context).call('GET /payout-requests/:id/view', { params: { id: params['id'] ?? '' } })).data

const cardClass = 'rounded-lg bg-surface p-4 ring-1 ring-line md:p-5'

/** How much of its way is behind it. */
const reached = { pending: 0.25, approved: 0.5, processing: 0.75, paid: 1 }
const setbacks = new Set<string>(['approval_withdrawn', 'failed', 'rejected', 'cancelled', 'reversed', 'reduced'])

/** One payout: what it brings, where it goes, and what happened to it. */
export default function PayoutPage() {
  const t = useT()
  const payout = useLoaderData<typeof loader>()
  const { date } = useFormats()
  const { name: siteName } = useSite()
  const { money } = useExact(payout.currency)
  const { revalidate } = useRevalidator()
  useSocketMessage(
    'payout/updated',
    useCallback(
      ({ payoutId }: { payoutId: string }) => void (payoutId === payout._id && revalidate()),
      [payout._id, revalidate],
    ),
  )
  const title = t('payout.one', { number: payout.number })
  const { status } = payout
  const isEnded = status === 'rejected' || status === 'cancelled' || status === 'reversed'
  const newestFirst = payout.timeline.toReversed()
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        back="/creator/payouts"
        detail={
          <Link to="/creator/payouts" className="link">
            {t('payout.title')}
          </Link>
        }
        actions={
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            {t('studio.statement.print')}
          </Button>
        }
      />
      {payout.waits ? (
        <div className="mb-4">
          <Waiting waits={payout.waits} />
        </div>
      ) : null}
      <div className="statement grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_360px]">
        <header className="hidden print:block">
          <p className="font-display text-lg font-heavy">{siteName}</p>
          <p className="mt-3 font-display text-2xl font-heavy">{title}</p>
        </header>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <section className={`flex items-center gap-4 md:gap-5 ${cardClass}`}>
            {isEnded ? null : (
              <Fanlight share={reached[status]} panes={4} color="success" className="w-16 shrink-0 md:w-20" />
            )}
            <div className="min-w-0">
              <p className="num flex flex-wrap items-center gap-x-3 gap-y-1">
                <b className="font-display text-2xl font-heavy">{money(payout.net)}</b>
                <Badge tone={payoutTones[status]}>{t(`payout.status.${status}`)}</Badge>
              </p>
              {payout.expectedAt ? (
                <p className="mt-0.5 text-sm text-ink-2">
                  {t('payout.expected')}{' '}
                  <b className="font-semibold whitespace-nowrap text-ink">{date(payout.expectedAt)}</b>
                </p>
              ) : null}
            </div>
          </section>
          <div className="contents print:hidden">
            <PayoutActions payout={payout} />
          </div>
          <section className={cardClass}>
            {isEnded ? null : (
              <div className="mb-5">
                <PayoutSteps status={status} />
              </div>
            )}
            <h2 className="mb-4 text-lg">{t('payout.timeline')}</h2>
            <ol>
              {newestFirst.map(({ type, at, note }, place) => (
                <TimelineStep
                  key={newestFirst.length - place}
                  is={setbacks.has(type) ? 'setback' : 'done'}
                  isLast={place === newestFirst.length - 1}
                >
                  <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                    <span className="font-semibold">{t(`payout.event.${type}`)}</span>
                    <LocalTime at={at} className="num text-xs text-ink-3" />
                  </p>
                  {note ? (
                    <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-line text-ink-2 text-match">
                      {type === 'reduced' ? t.tokens(-Number(note)) : note}
                    </p>
                  ) : null}
                </TimelineStep>
              ))}
            </ol>
          </section>
        </div>
        <section className={cardClass}>
          <h2 className="text-lg">{t('payout.sums')}</h2>
          <dl className="num mt-3 grid gap-2 text-sm">
            <Row name={t('payout.amount')}>
              {money(payout.amount)}
              <span className="block text-xs font-normal text-ink-3">{t.tokens(payout.tokens)}</span>
            </Row>
            <Row name={t('payout.fee')}>{money(-payout.fee)}</Row>
            <div className="flex justify-between gap-4 border-y border-line py-2">
              <dt className="text-ink-2">{t('payout.net')}</dt>
              <dd className="font-display text-xl font-heavy">{money(payout.net)}</dd>
            </div>
            <Row name={t('payout.to')}>
              <PayoutDestination of={payout.destination} />
            </Row>
            {payout.reference ? (
              <Row name={t('payout.reference')}>
                <bdi className="wrap-anywhere">{payout.reference}</bdi>
              </Row>
            ) : null}
            {payout.reason ? (
              <Row name={t(isOpenPayout(payout.status) ? 'payout.event.failed' : 'payout.reason')}>
                <span dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {payout.reason}
                </span>
              </Row>
            ) : null}
            {payout.note ? (
              <Row name={t('payout.form.note')}>
                <span dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {payout.note}
                </span>
              </Row>
            ) : null}
          </dl>
        </section>
      </div>
    </>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-ink-2">{name}</dt>
      <dd className="text-end font-medium">{children}</dd>
    </div>
  )
}
