import { Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { call, newKey } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { apiOf } from '../../../api/visit.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { usePaymentReturn } from '../../../parts/card-return.ts'
import { PageTitle } from '../../../parts/page-title.tsx'
import { goTo, settled } from '../../../parts/payment.ts'
import { useSite } from '../../../parts/site.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'
import { Chips, Segmented } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Charge, type Paid, useChargeWords, usePaidWords } from '../wallet/moves.tsx'

export const handle = { messages: ['wallet'] }
export const clientMiddleware = [withMessages('wallet')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

const types = ['tip', 'feed', 'video', 'gallery', 'product', 'message', 'stream', 'subscription'] as const
const start = { sortBy: 'createdAt' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const api = apiOf(context)
  const { current, pageSize, sort, sortBy } = tableQuery(url, start)
  if (url.searchParams.get('view') === 'paid') {
    return {
      view: 'paid' as const,
      list: await api.call('GET /payment/transactions/user/search', {
        query: { current, pageSize, sort, sortBy: sortBy === 'amount' ? 'amount' : 'createdAt' },
      }),
    }
  }
  const type = types.find((one) => one === url.searchParams.get('type'))
  return {
    view: 'spent' as const,
    list: await api.call('GET /wallet/charges/search', {
      query: {
        current,
        pageSize,
        sort,
        sortBy: sortBy === 'tokens' ? 'tokens' : 'createdAt',
        ...(type ? { type } : {}),
      },
    }),
  }
}

export default function Transactions() {
  const t = useT()
  const loaded = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  usePaymentReturn((payment) => {
    if (payment.status === 'succeeded') toast.say(t('wallet.arrived', { count: payment.tokens }))
    else toast.error('wallet.confirm.failed')
    void revalidate()
  })
  return (
    <div className="mx-auto w-full max-w-[1120px] px-4 pb-16 md:px-8 md:pt-6">
      <PageTitle>{t('wallet.transactions.title')}</PageTitle>
      <PageHead title={t('wallet.transactions.title')} detail={t('wallet.transactions.detail')} back="/user/wallet" />
      <Segmented
        label={t('wallet.transactions.title')}
        tabs={[{ label: t('wallet.view.spent') }, { label: t('wallet.view.paid'), value: 'paid' }]}
      />
      {loaded.view === 'spent' ? (
        <>
          <Chips
            label={t('wallet.filter.type')}
            name="type"
            className="mt-3 max-md:-mx-4 max-md:px-4"
            tabs={[
              { label: t('wallet.filter.all') },
              ...types.map((type) => ({ label: t(`wallet.type.${type}`), value: type })),
            ]}
          />
          <Spent rows={loaded.list.data} />
        </>
      ) : (
        <PaidIn rows={loaded.list.data} />
      )}
      <Pagination total={loaded.list.total} />
    </div>
  )
}

const card = 'mt-4 rounded-lg bg-surface px-4 py-2 ring-1 ring-line md:px-5'

function Spent({ rows }: { rows: Charge[] }) {
  const t = useT()
  const { tokens, money, dateTime } = useFormats()
  const { tokenValue, currency } = useSite()
  const words = useChargeWords()
  const { filter } = useTableState(start)
  const [open, setOpen] = useState<Charge | null>(null)
  const columns: Column<Charge>[] = [
    {
      name: 'what',
      title: t('wallet.column.what'),
      cell: (row) => (
        <button
          type="button"
          onClick={() => setOpen(row)}
          className="text-start font-[600] [overflow-wrap:anywhere] hover:underline"
        >
          {words(row)}
          <span className="block text-xs font-normal text-ink-3 md:hidden">{dateTime(row.createdAt)}</span>
        </button>
      ),
    },
    {
      name: 'createdAt',
      title: t('wallet.column.when'),
      sortable: true,
      wideOnly: true,
      cell: (row) => <span className="num text-ink-2">{dateTime(row.createdAt)}</span>,
    },
    {
      name: 'status',
      title: t('wallet.column.status'),
      wideOnly: true,
      cell: (row) => (
        <Badge tone={row.status === 'succeeded' ? 'quiet' : 'lamp'}>{t.maybe(`wallet.status.${row.status}`)}</Badge>
      ),
    },
    {
      name: 'tokens',
      title: t('wallet.column.tokens'),
      sortable: true,
      number: true,
      cell: (row) => (
        <>
          <b>{tokens(-row.tokens)}</b>
          <span className="block text-xs text-ink-3">{money(row.tokens * tokenValue, currency)}</span>
        </>
      ),
    },
  ]
  if (rows.length === 0)
    return (
      <EmptyState title={filter('type') ? t('wallet.emptyFilter') : t('wallet.empty')}>
        {t('wallet.emptyHint')}
      </EmptyState>
    )
  return (
    <div className={card}>
      <Table caption={t('wallet.view.spent')} rows={rows} columns={columns} keyOf={({ _id }) => _id} />
      {open ? (
        <Receipt
          title={words(open)}
          id={open._id}
          onClose={() => setOpen(null)}
          lines={[
            [t('wallet.column.when'), dateTime(open.createdAt)],
            [t('wallet.column.tokens'), tokens(open.tokens)],
            [t('wallet.column.amount'), money(open.tokens * tokenValue, currency)],
            [t('wallet.column.status'), t.maybe(`wallet.status.${open.status}`) ?? open.status],
          ]}
        />
      ) : null}
    </div>
  )
}

function PaidIn({ rows }: { rows: Paid[] }) {
  const t = useT()
  const { money, dateTime } = useFormats()
  const words = usePaidWords()
  const [open, setOpen] = useState<Paid | null>(null)
  const columns: Column<Paid>[] = [
    {
      name: 'what',
      title: t('wallet.column.what'),
      cell: (row) => (
        <button type="button" onClick={() => setOpen(row)} className="text-start font-[600] hover:underline">
          {words(row)}
          <span className="block text-xs font-normal text-ink-3">
            {row.card ? `${row.card.brand} ${row.card.last4}` : ''}
            <span className="md:hidden"> · {dateTime(row.createdAt)}</span>
          </span>
        </button>
      ),
    },
    {
      name: 'createdAt',
      title: t('wallet.column.when'),
      sortable: true,
      wideOnly: true,
      cell: (row) => <span className="num text-ink-2">{dateTime(row.createdAt)}</span>,
    },
    {
      name: 'status',
      title: t('wallet.column.status'),
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={row.status === 'succeeded' ? 'leaf' : row.status === 'failed' ? 'ember' : 'lamp'}>
            {t.maybe(`wallet.status.${row.status}`)}
          </Badge>
          {row.status === 'failed' || row.status === 'requires_action' ? <Retry payment={row} /> : null}
        </span>
      ),
    },
    {
      name: 'amount',
      title: t('wallet.column.amount'),
      sortable: true,
      number: true,
      cell: (row) => <b>{money(row.amount, row.currency)}</b>,
    },
  ]
  if (rows.length === 0)
    return (
      <EmptyState
        title={t('wallet.empty')}
        action={
          <ButtonLink look="primary" to="/user/wallet">
            {t('wallet.add')}
          </ButtonLink>
        }
      >
        {t('wallet.emptyHint')}
      </EmptyState>
    )
  return (
    <div className={card}>
      <Table caption={t('wallet.view.paid')} rows={rows} columns={columns} keyOf={({ _id }) => _id} />
      {open ? (
        <Receipt
          title={words(open)}
          id={open._id}
          onClose={() => setOpen(null)}
          lines={[
            [t('wallet.column.when'), dateTime(open.createdAt)],
            [t('wallet.column.amount'), money(open.amount, open.currency)],
            ...(open.amountRefunded > 0
              ? [[t('wallet.status.refunded'), money(-open.amountRefunded, open.currency)] as const]
              : []),
            ...(open.card ? [[t('wallet.card.choose'), `${open.card.brand} ${open.card.last4}`] as const] : []),
            [t('wallet.column.status'), t.maybe(`wallet.status.${open.status}`) ?? open.status],
          ]}
        />
      ) : null}
    </div>
  )
}

/** The same payment once more: it is charged once, however often this is pressed. */
function Retry({ payment }: { payment: Paid }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const [working, setWorking] = useState(false)
  const key = useRef<string>(null)
  const retry = async () => {
    if (working) return
    setWorking(true)
    try {
      if (payment.status === 'requires_action' && payment.actionUrl) await goTo(payment.actionUrl)
      key.current ??= newKey()
      const { data } = await call('POST /payment/retry/:id', {
        params: { id: payment._id },
        body: {},
        key: key.current,
      })
      key.current = null
      if (data.status === 'requires_action' && data.actionUrl) await goTo(data.actionUrl)
      const after = await settled(data)
      if (after.status === 'succeeded') toast.say(t('wallet.arrived', { count: after.tokens }))
      else toast.error('wallet.confirm.failed')
    } catch (error) {
      // Without an answer it may have gone through: the key stays.
      const { status } = asProblem(error)
      if (status >= 400 && status < 500) key.current = null
      toast.problem(error)
    } finally {
      setWorking(false)
      void revalidate()
    }
  }
  return (
    <Button size="sm" look="outline" busy={working ? t('wallet.retrying') : undefined} onClick={() => void retry()}>
      {payment.status === 'requires_action' ? t('wallet.confirm.open') : t('wallet.retry')}
    </Button>
  )
}

function Receipt({
  title,
  id,
  lines,
  onClose,
}: {
  title: string
  id: string
  lines: readonly (readonly [string, string])[]
  onClose: () => void
}) {
  const t = useT()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('wallet.receipt')}
      description={title}
      footer={
        <Button look="quiet" wide onClick={() => print()}>
          <Printer aria-hidden="true" />
          {t('wallet.receipt.print')}
        </Button>
      }
    >
      <dl className="num text-sm">
        {lines.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-t border-line py-2.5 first:border-0">
            <dt className="text-ink-2">{name}</dt>
            <dd className="text-end font-[600]">{value}</dd>
          </div>
        ))}
        <div className="border-t border-line py-2.5">
          <dt className="text-ink-2">{t('wallet.receipt.number')}</dt>
          <dd className="font-mono text-xs break-all">{id}</dd>
        </div>
      </dl>
    </Dialog>
  )
}
