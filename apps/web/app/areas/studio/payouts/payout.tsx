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
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { useExact } from '../pieces/exact-amounts.ts'
import { PayoutActions } from './actions.tsx'
import { PayoutSteps } from './steps.tsx'
import { Waiting } from './waiting.tsx'

export const handle = { messages: ['studio', 'payout', 'stepUp'] }
export const clientMiddleware = [withMessages('studio', 'payout', 'stepUp')]

export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  (await apiOf(context).call('GET /payout-requests/:id/view', { params: { id: params['id'] ?? '' } })).data

const cardClass = 'rounded-lg bg-surface p-4 ring-1 ring-line md:p-5'

/** One payout: what it brings, where it goes, and what happened to it. */
export default function PayoutPage() {
  const t = useT()
  const payout = useLoaderData<typeof loader>()
  const { date } = useFormats()
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
      />
      <p className="mb-4">
        <Badge tone={payoutTones[status]}>{t(`payout.status.${status}`)}</Badge>
      </p>
      {payout.waits ? (
        <div className="mb-4">
          <Waiting waits={payout.waits} />
        </div>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
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
              {payout.expectedAt ? <Row name={t('payout.expected')}>{date(payout.expectedAt)}</Row> : null}
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
          <PayoutActions payout={payout} />
        </div>
        <section className={cardClass}>
          {status === 'rejected' || status === 'cancelled' || status === 'reversed' ? null : (
            <div className="mb-5">
              <PayoutSteps status={status} />
            </div>
          )}
          <h2 className="mb-3 text-lg">{t('payout.timeline')}</h2>
          <ol className="grid gap-3">
            {payout.timeline.toReversed().map(({ type, at, note }, place) => (
              <li key={payout.timeline.length - place} className="border-s-2 border-line ps-3 text-sm">
                <p className="font-strong">{t(`payout.event.${type}`)}</p>
                {note ? (
                  <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-2 text-match">
                    {type === 'reduced' ? t.tokens(-Number(note)) : note}
                  </p>
                ) : null}
                <p className="text-xs text-ink-3">
                  <LocalTime at={at} />
                </p>
              </li>
            ))}
          </ol>
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
