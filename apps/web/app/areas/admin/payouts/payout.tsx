import { ChevronLeft } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PayoutDestination } from '../../../parts/money/payout-destination.tsx'
import { isOpenPayout, payoutTones } from '../../../parts/money/payout-states.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { PublishedEvent as Row, Section } from '../users/section.tsx'
import { PayoutAccount } from './account.tsx'
import { PayoutDecisions } from './decisions.tsx'
import { PayoutFlags } from './flags.tsx'
import { useStripeAnswer } from './stripe-answer.ts'

export const handle = { messages: ['payout', 'paying', 'stepUp'] }
export const clientMiddleware = [withMessages('payout', 'paying', 'stepUp')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export type FoundPayout = Reply<'GET /admin/payouts/:id'>['data']
export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  (await apiOf(context).call('GET /admin/payouts/:id', { params: { id: params['id'] ?? '' } })).data

/** One payout request: what it pays, of what it is made, who did what, and what is to be done next. */
export default function PayoutPage() {
  const t = useT()
  const payout = useLoaderData<typeof loader>()
  const { status, performer } = payout
  useStripeAnswer([payout])
  return (
    <div className="max-w-page pb-16">
      <PageTitle>{t('payout.one', { number: payout.number })}</PageTitle>
      <Link to="/admin/payouts" className="inline-flex items-center gap-1 text-xs text-ink-2">
        <ChevronLeft className="icon size-4! rtl:-scale-x-100" aria-hidden="true" />
        {t('paying.back')}
      </Link>
      <h1 className="mt-2 text-xl wrap-anywhere">{t('payout.one', { number: payout.number })}</h1>
      <p className="mt-1.5 flex flex-wrap items-center gap-2">
        <Badge tone={payoutTones[status]}>{t(`payout.status.${status}`)}</Badge>
        <PayoutFlags payout={payout} />
        {performer ? (
          <Link to={`/admin/users/${performer._id}`} className="link text-sm">
            <bdi>{performer.name || t('people.nameless')}</bdi>
          </Link>
        ) : null}
      </p>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-lg:order-last">
          <Amounts payout={payout} />
          <Timeline payout={payout} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <PayoutDecisions payout={payout} />
          <PayoutAccount payout={payout} />
        </div>
      </div>
    </div>
  )
}

function Amounts({ payout }: { payout: FoundPayout }) {
  const t = useT()
  const { money, tokens, number, date } = useFormats()
  const { earnings, currency } = payout
  const written = (text: string) => (
    <span dir="auto" className="block whitespace-pre-line">
      {text}
    </span>
  )
  return (
    <Section title={t('paying.sums')}>
      <dl className="num mt-1">
        <Row name={t('payout.amount')}>{money(payout.amount, currency)}</Row>
        <Row name={t('payout.fee')}>{money(-payout.fee || 0, currency)}</Row>
        <Row name={t('paying.net')}>
          <b>{money(payout.net, currency)}</b>
        </Row>
        <Row name={t('paying.tokens')}>{tokens(payout.tokens)}</Row>
        <Row name={t('payout.to')}>
          <PayoutDestination of={payout.destination} />
        </Row>
        {earnings.count > 0 ? <Row name={t('paying.made')}>{number(earnings.count)}</Row> : null}
        {earnings.oldestAt && earnings.newestAt ? (
          <Row name={t('paying.earned')}>
            <time dateTime={earnings.oldestAt}>{date(earnings.oldestAt)}</time>
            {' – '}
            <time dateTime={earnings.newestAt}>{date(earnings.newestAt)}</time>
          </Row>
        ) : null}
        {payout.expectedAt ? <Row name={t('payout.expected')}>{date(payout.expectedAt)}</Row> : null}
        {payout.approvedBy ? (
          <Row name={t('paying.approvedBy')}>
            <bdi>{payout.approvedBy}</bdi>
          </Row>
        ) : null}
        {payout.reference ? (
          <Row name={t('payout.reference')}>
            <bdi>{payout.reference}</bdi>
          </Row>
        ) : null}
        {payout.reason ? (
          <Row name={t(isOpenPayout(payout.status) ? 'payout.event.failed' : 'payout.reason')}>
            {written(payout.reason)}
          </Row>
        ) : null}
        {payout.note ? <Row name={t('paying.note')}>{written(payout.note)}</Row> : null}
      </dl>
    </Section>
  )
}

function Timeline({ payout: { timeline } }: { payout: FoundPayout }) {
  const t = useT()
  return (
    <Section title={t('payout.timeline')}>
      <ol className="mt-3 grid gap-3">
        {timeline.toReversed().map(({ type, at, note, by }, place) => {
          const event = t(`payout.event.${type}`)
          return (
            <li key={timeline.length - place} className="border-s-2 border-line ps-3 text-sm">
              <p className="font-strong">{by ? t('paying.by', { event, name: by }) : event}</p>
              {note ? (
                <p dir="auto" className="whitespace-pre-line text-ink-2 wrap-anywhere text-match">
                  {type === 'reduced' ? t.tokens(-Number(note)) : note}
                </p>
              ) : null}
              <LocalTime at={at} className="num text-xs text-ink-3" />
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
