import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { ColumnPage } from '../../../layouts/column-page.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useCardReturn, usePaymentReturn } from '../../../parts/money/card-return.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { useSubscriptionNews } from '../../../parts/money/subscription-updates.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { tableQuery } from '../../../ui/table-state.ts'
import { Segmented } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.tsx'
import { SubscriptionRow } from './subscription-row.tsx'

export const handle = { messages: ['wallet'] }
export const clientMiddleware = [withMessages('wallet')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const api = apiOf(context)
  const { current, pageSize, sort } = tableQuery(url)
  const ended = url.searchParams.get('view') === 'ended'
  const list = await api.call('GET /subscriptions/user/search', {
    query: { current, pageSize, sort, active: ended ? 'false' : 'true' },
  })
  return { list, ended }
}

export default function Subscriptions() {
  const t = useT()
  const { list, ended } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [added, setAdded] = useState<string | null>(null)
  useSubscriptionNews()
  useCardReturn((card) => setAdded(card._id))
  usePaymentReturn((payment) => {
    if (payment.status !== 'succeeded') toast.error('wallet.confirm.failed')
    void revalidate()
  })
  return (
    <ColumnPage>
      <PageTitle>{t('wallet.subs.title')}</PageTitle>
      <PageHead title={t('wallet.subs.title')} detail={t('wallet.subs.detail')} back="/user/wallet" />
      <Segmented
        label={t('wallet.subs.filter')}
        tabs={[{ label: t('wallet.subs.active') }, { label: t('wallet.subs.ended'), value: 'ended' }]}
      />
      {list.data.length === 0 ? (
        <EmptyState
          title={ended ? t('wallet.subs.emptyEnded') : t('wallet.subs.empty')}
          action={
            ended ? null : (
              <ButtonLink variant="primary" to="/explore">
                {t('wallet.subs.explore')}
              </ButtonLink>
            )
          }
        >
          {ended ? t('wallet.subs.emptyEndedHint') : t('wallet.subs.emptyHint')}
        </EmptyState>
      ) : (
        <ul className="mt-4 flex flex-col gap-3">
          {list.data.map((item) => (
            <SubscriptionRow key={item._id} subscription={item} addedCard={added} />
          ))}
        </ul>
      )}
      <Pagination total={list.total} />
    </ColumnPage>
  )
}
