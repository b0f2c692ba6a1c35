import { chargeTypes } from '@fanlight/contract/charge-types'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { ColumnPage } from '../../../layouts/column-page.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { usePaymentReturn } from '../../../parts/money/card-return.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { tableQuery } from '../../../ui/table-state.ts'
import { Chips, Segmented } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.tsx'
import { PaidIn } from './paid-in.tsx'
import { Spent } from './spent.tsx'

export const handle = { messages: ['wallet'] }
export const clientMiddleware = [withMessages('wallet')]

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
  const type = chargeTypes.find((type) => type === url.searchParams.get('type'))
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
    <ColumnPage>
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
              // No stream can be joined yet.
              ...chargeTypes
                .filter((type) => type !== 'stream')
                .map((type) => ({ label: t(`wallet.type.${type}`), value: type })),
            ]}
          />
          <Spent rows={loaded.list.data} />
        </>
      ) : (
        <PaidIn rows={loaded.list.data} />
      )}
      <Pagination total={loaded.list.total} />
    </ColumnPage>
  )
}
