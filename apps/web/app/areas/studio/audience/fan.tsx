import { Ban, ChevronRight, Gift, MessageCircle } from 'lucide-react'
import { Suspense, useState } from 'react'
import { data, Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { tableQuery } from '../../../ui/table-state.ts'
import { type Fan, salesPageSize } from './audience-query.ts'
import { FanActivity } from './fan-activity.tsx'
import { FanLists } from './fan-lists.tsx'
import { FanMessages } from './fan-messages.tsx'
import { FanNote } from './fan-note.tsx'
import { FanOrders } from './fan-orders.tsx'
import { FanSpending } from './fan-spending.tsx'
import { FanSums } from './fan-sums.tsx'
import { GiftDialog } from './gift-dialog.tsx'
import { BlockDialog } from './person-menu.tsx'
import { usePlanLabel } from './renewal.ts'
import { useOpenConversation } from './use-open-conversation.ts'

export const handle = { messages: ['studio', 'audience', 'messages'] }
export const clientMiddleware = [withMessages('studio', 'audience', 'messages')]

const ordersShown = 3
const messagesShown = 2

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const username = (params['username'] ?? '').toLowerCase()
  // What is no username is nobody’s.
  if (!/^[a-z0-9_.]{3,30}$/.test(username)) throw data(null, { status: 404 })
  const fan = (await api.call('GET /performer/audience/people/:username', { params: { username } })).data
  const { current } = tableQuery(new URL(request.url))
  const [sales, orders, note, lists, messages] = await Promise.all([
    api.call('GET /performer/earning/search', {
      query: { userId: fan._id, sortBy: 'createdAt', current, pageSize: salesPageSize },
    }),
    api.call('GET /orders/search', { query: { buyerId: fan._id, sortBy: 'createdAt', pageSize: ordersShown } }),
    api.call('GET /performer/fans/:id/note', { params: { id: fan._id } }),
    api.call('GET /performer/fan-lists', { query: { pageSize: 100 } }),
    fan.conversationId === null
      ? null
      : api.call('GET /messages/conversations/:id', {
          params: { id: fan.conversationId },
          query: { limit: messagesShown },
        }),
  ])
  return { fan, sales, orders, note: note.data, lists: lists.data, messages: messages?.data ?? [] }
}

/** One fan: plan and dates, what they spent, their messages and orders, the creator's own note, and the lists they are on. */
export default function FanPage() {
  const t = useT()
  const { fan, sales, orders, note, lists, messages } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const openConversation = useOpenConversation()
  const [open, setOpen] = useState<'gift' | 'block' | null>(null)
  const { revalidate } = useRevalidator()
  return (
    <>
      <PageTitle>{fan.name}</PageTitle>
      <PageHead title={<bdi>{fan.name}</bdi>} back="/creator/audience" className="md:hidden" />
      <nav aria-label={t('audience.trail')} className="mb-3 flex items-center gap-2 text-sm text-ink-2 max-md:hidden">
        <Link to="/creator/audience" className="hover:text-ink">
          {t('audience.title')}
        </Link>
        <ChevronRight className="icon size-4! text-ink-3 rtl:-scale-x-100" aria-hidden="true" />
        <bdi className="truncate" aria-current="page">
          {fan.name}
        </bdi>
      </nav>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar src={fan.avatar} size={72} />
        <div className="min-w-0 flex-1 basis-52">
          <h1 className="truncate max-md:hidden">
            <bdi>{fan.name}</bdi>
          </h1>
          <p className="truncate text-sm text-ink-3">
            <bdi>@{fan.username}</bdi>
            {fan.lastActive ? `${dot}${t(`audience.wasActive.${fan.lastActive}`)}` : null}
          </p>
          <FanBadges fan={fan} />
        </div>
        <div className="flex gap-2 max-sm:w-full">
          <Button variant="primary" className="max-sm:flex-1" onClick={() => openConversation(fan)}>
            <MessageCircle aria-hidden="true" />
            {t('audience.open')}
          </Button>
          <Button variant="outline" onClick={() => setOpen('gift')}>
            <Gift aria-hidden="true" />
            {t('audience.gift')}
          </Button>
        </div>
      </div>
      <FanSums fan={fan} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,23.25rem)]">
        <div className="grid gap-4">
          <FanSpending spending={fan.spending} />
          <FanActivity sales={sales} />
        </div>
        <div className="grid gap-4">
          <FanNote key={fan._id} fanId={fan._id} note={note} />
          <FanMessages fan={fan} messages={messages} />
          <FanOrders orders={orders} />
          <FanLists fan={fan} lists={lists} />
          <div className="px-1">
            <Button
              size="sm"
              variant="outline"
              className="max-w-full text-danger-text! shadow-[inset_0_0_0_1px_var(--danger)]!"
              onClick={() => setOpen('block')}
            >
              <Ban aria-hidden="true" />
              <span className="truncate">{t('audience.block', { name: fan.name })}</span>
            </Button>
            <p className="mt-3 text-xs text-ink-3">{t('audience.onlyYours')}</p>
          </div>
        </div>
      </div>
      {open === 'gift' ? (
        <GiftDialog person={fan} onClose={() => setOpen(null)} onGiven={() => void revalidate()} />
      ) : null}
      {open === 'block' ? (
        <Suspense>
          <BlockDialog
            person={fan}
            onClose={() => setOpen(null)}
            onBlocked={() => void navigate('/creator/audience', { replace: true })}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function FanBadges({ fan }: { fan: Fan }) {
  const t = useT()
  const planOf = usePlanLabel()
  const { subscription } = fan
  return (
    <p className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
      {subscription ? (
        <Badge tone={subscription.isRunning ? 'plan' : 'quiet'} className="max-w-full">
          <span className="truncate">
            {subscription.plan ? (
              <>
                <bdi>{subscription.plan}</bdi>, {planOf(subscription)}
              </>
            ) : (
              planOf(subscription)
            )}
          </span>
        </Badge>
      ) : null}
      {fan.followedAt ? <Badge>{t('audience.follows')}</Badge> : null}
    </p>
  )
}
