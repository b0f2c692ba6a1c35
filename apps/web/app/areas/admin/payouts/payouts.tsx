import { payoutStatuses } from '@fanlight/contract/payout-states'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { payoutTones } from '../../../parts/money/payout-states.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { Chips } from '../../../ui/tabs.tsx'
import { OlderNewer } from '../pieces/older-newer.tsx'
import { PayoutFlags } from './flags.tsx'
import { useStripeAnswer } from './stripe-answer.ts'

export const handle = { messages: ['payout', 'paying'] }
export const clientMiddleware = [withMessages('payout', 'paying')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

type ListedPayout = Reply<'GET /admin/payouts'>['data'][number]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const cursor = searchParams.get('cursor')
  const shown = searchParams.get('show')
  const status = payoutStatuses.find((name) => name === shown)
  const filter = status ? { status } : shown === 'all' ? {} : { open: 'true' as const }
  return apiOf(context).call('GET /admin/payouts', {
    // Those that wait longest first; of all, the newest.
    query: { ...filter, sortBy: 'createdAt', sort: 'open' in filter ? 'asc' : 'desc', ...(cursor && { cursor }) },
  })
}

/** Payout requests: those that wait for staff, or all. */
export default function Payouts() {
  const t = useT()
  const { money } = useFormats()
  const { data, nextCursor } = useLoaderData<typeof loader>()
  useStripeAnswer(data)
  const [search] = useSearchParams()
  const shown = search.get('show') ?? ''
  const chip = (value: string, label: string) => ({
    label,
    to: value ? `?show=${value}` : '?',
    current: shown === value,
  })
  return (
    <>
      <PageTitle>{t('staff.nav.payouts')}</PageTitle>
      <h1 className="text-xl">{t('staff.nav.payouts')}</h1>
      {shown ? null : <p className="mt-0.5 max-w-160 text-xs text-ink-3">{t('paying.lead')}</p>}
      <Chips
        label={t('paying.column.status')}
        className="mt-3"
        tabs={[
          chip('', t('paying.filter.open')),
          ...payoutStatuses.map((status) => chip(status, t(`payout.status.${status}`))),
          chip('all', t('paying.filter.all')),
        ]}
      />
      <div className="mt-3">
        <Table<ListedPayout>
          dense
          cards
          caption={t('staff.nav.payouts')}
          rows={data}
          keyOf={({ _id }) => _id}
          empty={
            <EmptyState
              title={t(shown === 'all' ? 'paying.none.all' : shown ? 'payout.empty.filtered' : 'paying.none.open')}
            />
          }
          columns={[
            {
              name: 'creator',
              title: t('paying.column.creator'),
              cell: ({ _id, number, performer }) => (
                <Link
                  to={`/admin/payouts/${_id}`}
                  className="grid leading-tight text-ink md:max-w-56 pointer-coarse:min-h-11 pointer-coarse:content-center"
                >
                  <span className="flex font-strong">
                    <bdi className="truncate">{performer?.name || t('people.nameless')}</bdi>
                  </span>
                  <span className="num text-2xs text-ink-3">
                    <bdi>{number}</bdi>
                  </span>
                </Link>
              ),
            },
            {
              name: 'amount',
              title: t('paying.column.amount'),
              number: true,
              cell: (row) => (
                <span className="grid leading-tight">
                  <b>{money(row.amount, row.currency)}</b>
                  <span className="text-2xs text-ink-3">{t.tokens(row.tokens)}</span>
                </span>
              ),
            },
            {
              name: 'status',
              title: t('paying.column.status'),
              cell: (row) => (
                <Badge tone={payoutTones[row.status]} className="h-5! text-2xs!">
                  {t(`payout.status.${row.status}`)}
                </Badge>
              ),
            },
            {
              name: 'method',
              title: t('paying.column.method'),
              wideOnly: true,
              cell: ({ destination }) => t(`payout.by.${destination.method}`),
            },
            {
              name: 'requested',
              title: t('paying.column.requested'),
              wideOnly: true,
              cell: ({ createdAt }) => <LocalTime at={createdAt} className="num whitespace-nowrap" />,
            },
            {
              name: 'flags',
              title: t('paying.column.flags'),
              wideOnly: true,
              cell: (row) => <PayoutFlags payout={row} />,
            },
          ]}
        />
      </div>
      <OlderNewer nextCursor={nextCursor} />
    </>
  )
}
