import { decisionDays } from '@fanlight/contract/order-states'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { Chips } from '../../../ui/tabs.tsx'
import { OlderNewer } from '../pieces/older-newer.tsx'
import { Outcome } from './outcome.tsx'

export const handle = { messages: ['orders'] }
export const clientMiddleware = [withMessages('orders')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

type ListedCase = Reply<'GET /admin/order-cases'>['data'][number]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const cursor = searchParams.get('cursor')
  const state = searchParams.get('show') === 'closed' ? 'closed' : 'open'
  return apiOf(context).call('GET /admin/order-cases', { query: { state, ...(cursor && { cursor }) } })
}

/** Orders whose problem was escalated, with the dates by which staff should decide. */
export default function OrderCases() {
  const t = useT()
  const { data, nextCursor } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const shown = search.get('show') === 'closed' ? 'closed' : 'open'
  return (
    <>
      <PageTitle>{t('orders.cases.title')}</PageTitle>
      <h1 className="text-xl">{t('orders.cases.title')}</h1>
      <p className="mt-0.5 max-w-160 text-xs text-ink-3">{t('orders.cases.lead', { days: decisionDays.refund })}</p>
      <Chips
        label={t('orders.cases.outcome')}
        className="mt-3"
        tabs={(['open', 'closed'] as const).map((state) => ({
          label: t(`orders.cases.state.${state}`),
          to: state === 'open' ? '?' : '?show=closed',
          current: shown === state,
        }))}
      />
      <div className="mt-3">
        <Table<ListedCase>
          dense
          cards
          caption={t('orders.cases.title')}
          rows={data}
          keyOf={({ _id }) => _id}
          empty={<EmptyState title={t(`orders.cases.empty.${shown}`)} />}
          columns={[
            {
              name: 'order',
              title: t('orders.cases.order'),
              cell: ({ _id, number, title }) => (
                <Link
                  to={`/admin/order-cases/${_id}`}
                  className="grid min-w-24 leading-tight text-ink md:max-w-56 pointer-coarse:min-h-11 pointer-coarse:content-center"
                >
                  <bdi className="line-clamp-2 font-strong whitespace-normal wrap-anywhere">{title}</bdi>
                  <bdi className="num text-2xs text-ink-3">{number}</bdi>
                </Link>
              ),
            },
            {
              name: 'amount',
              title: t('orders.cases.amount'),
              number: true,
              cell: ({ refundable, total, state }) => <Price tokens={state === 'open' ? refundable : total} bare />,
            },
            shown === 'open'
              ? {
                  name: 'due',
                  title: t('orders.cases.due'),
                  cell: ({ dueAt, isOverdue }) => (
                    <span className="grid justify-items-start gap-1">
                      {dueAt ? <LocalTime at={dueAt} className="num max-sm:whitespace-normal" /> : null}
                      {isOverdue ? (
                        <Badge tone="ember" className="h-5! text-2xs!">
                          {t('orders.cases.overdue')}
                        </Badge>
                      ) : null}
                    </span>
                  ),
                }
              : { name: 'outcome', title: t('orders.cases.outcome'), cell: (row) => <Outcome of={row} /> },
            {
              name: 'people',
              title: t('orders.cases.people'),
              wideOnly: true,
              cell: ({ buyer, performer }) => (
                <span className="grid leading-tight">
                  <bdi className="truncate">{buyer?.name || t('people.nameless')}</bdi>
                  <bdi className="truncate text-2xs text-ink-3">{performer?.name || t('people.nameless')}</bdi>
                </span>
              ),
            },
            {
              name: 'escalated',
              title: t('orders.cases.escalated'),
              wideOnly: true,
              cell: ({ escalatedAt }) => <LocalTime at={escalatedAt} className="num whitespace-nowrap" />,
            },
          ]}
        />
      </div>
      <OlderNewer nextCursor={nextCursor} />
    </>
  )
}
