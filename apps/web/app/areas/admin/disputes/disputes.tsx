import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { apiOf } from '../../../api/request-context.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { OlderNewer } from '../pieces/older-newer.tsx'
import { ReviewDialog } from './review-dialog.tsx'

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export type Dispute = Reply<'GET /admin/disputes'>['data'][number]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const cursor = searchParams.get('cursor')
  const query = { ...(searchParams.has('all') ? {} : { reviewed: 'false' as const }), ...(cursor && { cursor }) }
  return apiOf(context).call('GET /admin/disputes', { query })
}

const tones = { open: 'lamp', won: 'leaf', lost: 'ember' } as const

/** Disputed card payments: what became of the tokens, and whether the payer may pay again. */
export default function Disputes() {
  const t = useT()
  const { tokens, money } = useFormats()
  const { data, nextCursor } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const [reviewing, setReviewing] = useState<Dispute | null>(null)
  const all = search.has('all')
  return (
    <>
      <PageTitle>{t('staff.disputes.title')}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="max-w-160">
          <h1 className="text-xl">{t('staff.disputes.title')}</h1>
          <p className="mt-0.5 text-xs text-ink-3">{t('staff.disputes.lead')}</p>
        </div>
        <ButtonLink to={all ? '?' : '?all=1'} size="sm" variant="outline">
          {all ? t('staff.disputes.showWaiting') : t('staff.disputes.showAll')}
        </ButtonLink>
      </div>
      <div className="mt-4">
        <Table<Dispute>
          dense
          cards
          caption={t('staff.disputes.title')}
          rows={data}
          keyOf={({ _id }) => _id}
          empty={<EmptyState title={all ? t('staff.disputes.none') : t('staff.disputes.noneWaiting')} />}
          columns={[
            {
              name: 'user',
              title: t('staff.disputes.payer'),
              cell: ({ user }) =>
                user ? (
                  <Link to={`/admin/users/${user._id}`} className="flex text-ink md:max-w-48">
                    <bdi className="truncate">{user.name}</bdi>
                  </Link>
                ) : null,
            },
            {
              name: 'openedAt',
              title: t('staff.disputes.opened'),
              wideOnly: true,
              cell: ({ openedAt }) => <LocalTime at={openedAt} className="num whitespace-nowrap" />,
            },
            {
              name: 'status',
              title: t('staff.disputes.status'),
              cell: ({ status }) => <Badge tone={tones[status]}>{t(`staff.disputes.is.${status}`)}</Badge>,
            },
            {
              name: 'amount',
              title: t('staff.disputes.amount'),
              number: true,
              cell: ({ amount, currency, card }) => (
                <>
                  {money(amount, currency)}
                  {card ? (
                    <span className="ms-2 text-ink-3">
                      <bdi>•••• {card.last4}</bdi>
                    </span>
                  ) : null}
                </>
              ),
            },
            {
              name: 'tokens',
              title: t('staff.disputes.tokens'),
              number: true,
              wideOnly: true,
              cell: (row) => tokens(row.tokens),
            },
            {
              name: 'fromWallet',
              title: t('staff.disputes.fromWallet'),
              number: true,
              wideOnly: true,
              cell: (row) => tokens(row.fromWallet),
            },
            {
              name: 'held',
              title: t('staff.disputes.held'),
              number: true,
              wideOnly: true,
              cell: (row) => tokens(row.held),
            },
            {
              name: 'owed',
              title: t('staff.disputes.owed'),
              number: true,
              wideOnly: true,
              cell: (row) => <b className={row.owed > 0 ? 'text-danger-text' : ''}>{tokens(row.owed)}</b>,
            },
            {
              name: 'owedByCreators',
              title: t('staff.disputes.owedByCreators'),
              number: true,
              wideOnly: true,
              cell: (row) => tokens(row.owedByCreators),
            },
            {
              name: 'review',
              title: t('staff.disputes.paying'),
              long: true,
              cell: (row) => (
                <span className="flex items-center justify-between gap-3">
                  <span>{row.payingBlocked ? t('staff.disputes.blocked') : t('staff.disputes.allowed')}</span>
                  <Button
                    size="sm"
                    variant="outline"
                    aria-label={t('staff.disputes.reviewOf', { name: row.user?.name ?? row._id })}
                    onClick={() => setReviewing(row)}
                  >
                    {t('staff.disputes.review')}
                  </Button>
                </span>
              ),
            },
          ]}
        />
      </div>
      <OlderNewer nextCursor={nextCursor} />
      {reviewing ? <ReviewDialog dispute={reviewing} onClose={() => setReviewing(null)} /> : null}
    </>
  )
}
