import { CheckCheck, SlidersHorizontal } from 'lucide-react'
import { useCallback } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { notificationFilters } from '@fanlight/contract/notification-kinds'
import { call } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { useSocketMessage, useSocketRefetch } from '../../../api/socket.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Columns } from '../../../layouts/primary.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { setUnread, useUnread } from '../../../parts/site/unread.ts'
import { Button, ButtonLink, IconButton, IconLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Chips } from '../../../ui/tabs.tsx'
import { filterIcons } from './kind-icons.ts'
import { type Notification, NotificationRow } from './notification-row.tsx'
import { Preferences } from './preferences.tsx'

export const handle = { messages: ['notify'] }
export const clientMiddleware = [withMessages('notify')]
const pageSize = 25

const filterIn = (url: string) =>
  notificationFilters.find((name) => name === new URL(url).searchParams.get('filter')) ?? 'all'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const filter = filterIn(request.url)
  const [list, preferences] = await Promise.all([
    api.call('GET /notifications', { query: { filter, pageSize } }),
    api.call('GET /notifications/preferences'),
  ])
  return { list, filter, preferences: preferences.data, now: new Date().toISOString() }
}

/** What is new, grouped by day. What one opens is read. */
export default function Notifications() {
  const t = useT()
  const { list, filter, preferences, now } = useLoaderData<typeof loader>()
  const me = useMe()
  const { notifications: unread } = useUnread()
  const { revalidate } = useRevalidator()
  const { send, working } = useMutation({ toasts: true })
  const refresh = useCallback(() => void revalidate(), [revalidate])
  useSocketMessage('notification/created', refresh)
  useSocketRefetch(refresh)
  const pages = usePages(list, (cursor) => call('GET /notifications', { query: { filter, pageSize, cursor } }))

  const read = async (ids: readonly string[] | 'all') => {
    const isRead = (entry: Notification) => ids === 'all' || entry.ids.some((id) => ids.includes(id))
    pages.setItems((known) => known.map((entry) => (isRead(entry) ? { ...entry, isRead: true } : entry)))
    if (ids === 'all') setUnread(me?._id, { notifications: 0 })
    await send('POST /notifications/read', { body: ids === 'all' ? { all: true } : { ids: [...ids] } })
  }
  const markAll = unread > 0 && !working ? () => void read('all') : undefined
  return (
    <Columns aside={<Preferences preferences={preferences} card />}>
      <PageTitle>{t('notify.title')}</PageTitle>
      <PageHead
        title={t('notify.title')}
        actions={
          <>
            <Button variant="ghost" size="sm" className="max-md:hidden" disabled={!markAll} onClick={markAll}>
              <CheckCheck aria-hidden="true" />
              {t('notify.markAll')}
            </Button>
            <IconButton label={t('notify.markAll')} className="md:hidden" disabled={!markAll} onClick={markAll}>
              <CheckCheck aria-hidden="true" />
            </IconButton>
            <IconLink to="/user/notifications" label={t('notify.settings')} className="xl:hidden">
              <SlidersHorizontal aria-hidden="true" />
            </IconLink>
          </>
        }
      />
      <Chips
        label={t('notify.filter.label')}
        className="max-w-full md:[&>a]:px-2.5"
        tabs={notificationFilters.map((name) => {
          const Icon = filterIcons[name]
          return {
            label: (
              <span className="inline-flex items-center gap-1.5">
                {Icon ? <Icon className="icon size-4!" aria-hidden="true" /> : null}
                {t(`notify.filter.${name}`)}
              </span>
            ),
            value: name,
            ...(name === 'unread' && unread > 0 && { count: String(unread) }),
          }
        })}
      />
      {pages.items.length === 0 ? (
        <Empty filter={filter} />
      ) : (
        <>
          <Groups items={pages.items} now={now} onOpen={(entry) => void read(entry.ids)} />
          <MorePages pages={pages} label={t('notify.older')} />
        </>
      )}
    </Columns>
  )
}

type Filter = ReturnType<typeof filterIn>
function Empty({ filter }: { filter: Filter }) {
  const t = useT()
  if (filter === 'all')
    return (
      <EmptyState
        title={t('notify.empty.all')}
        action={
          <ButtonLink variant="primary" to="/explore">
            {t('notify.empty.action')}
          </ButtonLink>
        }
      >
        {t('notify.empty.hint')}
      </EmptyState>
    )
  return <EmptyState title={t(filter === 'unread' ? 'notify.empty.unread' : 'notify.empty.filtered')} />
}

const weekMs = 7 * 86_400_000
interface GroupsProps {
  items: readonly Notification[]
  now: string
  onOpen: (entry: Notification) => void
}
function Groups({ items, now, onOpen }: GroupsProps) {
  const t = useT()
  const { date } = useFormats()
  const groupOf = ({ createdAt }: Notification) =>
    date(createdAt) === date(now) ? 'today' : Date.parse(now) - Date.parse(createdAt) < weekMs ? 'week' : 'earlier'
  return (['today', 'week', 'earlier'] as const).map((name) => {
    const group = items.filter((entry) => groupOf(entry) === name)
    return group.length === 0 ? null : (
      <section key={name} aria-labelledby={`group-${name}`} className="mt-5">
        <h2 id={`group-${name}`} className="mb-2 px-1 font-sans text-sm font-semibold text-ink-2">
          {t(`notify.group.${name}`)}
        </h2>
        <ul className="divide-y divide-line overflow-hidden rounded-lg bg-surface ring-1 ring-line max-md:-mx-4 max-md:rounded-none">
          {group.map((entry) => (
            <NotificationRow key={entry._id} notification={entry} onOpen={() => onOpen(entry)} />
          ))}
        </ul>
      </section>
    )
  })
}
