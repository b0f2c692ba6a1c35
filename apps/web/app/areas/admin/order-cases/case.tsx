import { ChevronLeft } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { OrderDecision } from '../../../parts/shop/order-next.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { dot } from '../../../ui/dot.ts'
import { PublishedEvent as Row, Section } from '../users/section.tsx'
import { Deciding } from './deciding.tsx'
import { Outcome } from './outcome.tsx'

export const handle = { messages: ['orders', 'stepUp', 'fields'] }
export const clientMiddleware = [withMessages('orders', 'stepUp', 'fields')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export type FoundCase = Reply<'GET /admin/order-cases/:id'>['data']
export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  (await apiOf(context).call('GET /admin/order-cases/:id', { params: { id: params['id'] ?? '' } })).data

/** An escalated order: what both sides wrote, its money and its course, and the decision. */
export default function OrderCasePage() {
  const t = useT()
  const found = useLoaderData<typeof loader>()
  return (
    <div className="max-w-page pb-16">
      <PageTitle>{found.number}</PageTitle>
      <Link to="/admin/order-cases" className="inline-flex items-center gap-1 text-xs text-ink-2">
        <ChevronLeft className="icon size-4! rtl:-scale-x-100" aria-hidden="true" />
        {t('orders.cases.title')}
      </Link>
      <h1 className="mt-2 text-xl wrap-anywhere">
        <bdi>{found.title}</bdi>
      </h1>
      <p className="mt-1.5 flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={found.state === 'open' ? 'lamp' : 'quiet'}>{t(`orders.cases.state.${found.state}`)}</Badge>
        {found.isOverdue ? <Badge tone="ember">{t('orders.cases.overdue')}</Badge> : null}
        <bdi className="num text-ink-3">{found.number}</bdi>
      </p>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Statements of={found} />
          <Course of={found} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Money of={found} />
          {found.decision ? (
            <OrderDecision decision={found.decision} className="rounded-md p-4 ring-1 ring-line" />
          ) : found.state === 'open' ? (
            <Deciding of={found} />
          ) : (
            <Section title={t('orders.cases.outcome')}>
              <p className="mt-2 text-sm text-ink-2">
                {found.timeline.some(({ type }) => type === 'undecided') ? (
                  t('orders.cases.undecided')
                ) : (
                  <Outcome of={found} />
                )}
              </p>
            </Section>
          )}
        </div>
      </div>
    </div>
  )
}

/** Each side in its own words, side by side. */
function Statements({ of: { timeline, buyer, performer } }: { of: FoundCase }) {
  const t = useT()
  const sides = [
    { by: 'buyer', person: buyer },
    { by: 'performer', person: performer },
  ] as const
  return (
    <Section title={t('orders.cases.statements')}>
      <div className="mt-3 grid gap-5 md:grid-cols-2">
        {sides.map(({ by, person }) => (
          <div key={by} className="min-w-0">
            <p className="text-sm">
              {person ? (
                <Link to={`/admin/users/${person._id}`} className="link font-strong">
                  <bdi>{person.name || t('people.nameless')}</bdi>
                </Link>
              ) : (
                t('people.nameless')
              )}
              <span className="block text-xs text-ink-3">{t(`orders.by.${by}`)}</span>
            </p>
            {timeline
              .filter((event) => event.by === by && event.note)
              .map(({ note, createdAt }) => (
                <figure key={createdAt} className="mt-3">
                  <blockquote dir="auto" className="text-sm whitespace-pre-line wrap-anywhere text-match text-ink">
                    {note}
                  </blockquote>
                  <figcaption>
                    <LocalTime at={createdAt} className="num text-xs text-ink-3" />
                  </figcaption>
                </figure>
              ))}
          </div>
        ))}
      </div>
    </Section>
  )
}

function Money({ of: found }: { of: FoundCase }) {
  const t = useT()
  return (
    <Section title={t('orders.cases.money')}>
      <dl className="num mt-1">
        <Row name={t('orders.cases.total')}>
          <Price tokens={found.total} />
        </Row>
        {found.returned > 0 ? (
          <Row name={t('orders.cases.returned')}>
            <Price tokens={found.returned} />
          </Row>
        ) : null}
        {found.state === 'open' ? (
          <Row name={t('orders.cases.rest')}>
            <b>
              <Price tokens={found.refundable} />
            </b>
          </Row>
        ) : null}
        <Row name={t('orders.cases.escalated')}>
          <LocalTime at={found.escalatedAt} className="whitespace-nowrap" />
        </Row>
        {found.dueAt ? (
          <Row name={t('orders.cases.due')}>
            <LocalTime at={found.dueAt} className="whitespace-nowrap" />
          </Row>
        ) : null}
        {found.settles ? (
          <Row name={t(`orders.cases.auto.${found.settles.as}`)}>
            <LocalTime at={found.settles.at} className="whitespace-nowrap" />
          </Row>
        ) : null}
      </dl>
    </Section>
  )
}

function Course({ of: { timeline } }: { of: FoundCase }) {
  const t = useT()
  return (
    <Section title={t('orders.cases.timeline')}>
      <ol className="mt-3 grid gap-3">
        {timeline.toReversed().map(({ type, by, tokens, createdAt }, place) => (
          <li key={timeline.length - place} className="border-s-2 border-line ps-3 text-sm">
            <p className="font-strong">
              {t(`orders.event.${type}`)}
              {tokens === null ? null : <Price tokens={tokens} className="ms-2" />}
            </p>
            <p className="text-xs text-ink-3">
              {t(`orders.by.${by}`)}
              {dot}
              <LocalTime at={createdAt} className="num" />
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
