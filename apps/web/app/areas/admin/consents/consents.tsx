import clsx from 'clsx'
import {
  type LoaderFunctionArgs,
  Link,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
} from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { consentTones } from '../../../parts/account/consent-states.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'
import { Chips } from '../../../ui/tabs.tsx'
import { ConsentPanel } from './consent-panel.tsx'

export const handle = { messages: ['review', 'consent'] }
export const clientMiddleware = [withMessages('review', 'consent')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

const statuses = ['signed', 'verified', 'rejected', 'revoked', 'invited', 'expired'] as const
const start = { sortBy: 'signedAt', sort: 'asc', pageSize: 50 } as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const api = apiOf(context)
  const { current, pageSize, sort } = tableQuery(url, start)
  const wanted = url.searchParams.get('status')
  const status = wanted === 'all' ? undefined : (statuses.find((status) => status === wanted) ?? 'signed')
  const open = url.searchParams.get('open')
  const [list, opened] = await Promise.all([
    api.call('GET /admin/consents', {
      query: { current, pageSize, sort, sortBy: 'signedAt', ...(status ? { status } : {}) },
    }),
    open ? api.call('GET /admin/consents/:id', { params: { id: open } }).catch(() => null) : null,
  ])
  return { list, opened: opened?.data ?? null, status: status ?? 'all' }
}

/** The queue of people who signed and whose documents are not yet reviewed. */
export default function Consents() {
  const t = useT()
  const { ago, dateTime } = useFormats()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { state, location: next } = useNavigation()
  const { pathname } = useLocation()
  const { list, opened, status } = useLoaderData<typeof loader>()
  const table = useTableState(start)
  // The panel opens at once, before its content is loaded.
  const openId =
    next?.pathname === pathname ? (new URLSearchParams(next.search).get('open') ?? '') : table.filter('open')
  const hrefOf = (id: string | null) => table.hrefWith({ open: id, current: table.current })
  const close = () => void navigate(hrefOf(null), { preventScrollReset: true })
  return (
    <>
      <PageTitle>{t('consent.review.title')}</PageTitle>
      <h1 className="text-xl">{t('consent.review.title')}</h1>
      <p className="mt-0.5 text-xs text-ink-3">{t('consent.review.detail')}</p>
      <Chips
        label={t('review.filter')}
        name="status"
        className="mt-3"
        tabs={[
          ...statuses.map((entry) => ({
            label: t(`consent.status.${entry}`),
            value: entry,
            current: entry === status,
          })),
          { label: t('review.all'), value: 'all', current: status === 'all' },
        ]}
      />
      {list.data.length === 0 ? (
        <EmptyState title={t('consent.review.empty')}>{t('consent.review.emptyHint')}</EmptyState>
      ) : (
        <div className="mt-3 max-h-[calc(100dvh-190px)] overflow-auto rounded-sm ring-1 ring-line">
          <table className="num w-full border-collapse text-xs">
            <caption className="sr-only">{t('consent.review.title')}</caption>
            <thead className="sticky top-0 z-2 bg-surface shadow-[inset_0_-1px_0_var(--line)]">
              <tr className="h-9 text-ink-3 [&>th]:px-3 [&>th]:text-start [&>th]:font-medium [&>th]:whitespace-nowrap">
                <th scope="col">{t('consent.review.person')}</th>
                <th scope="col">{t('review.column.status')}</th>
                <th scope="col">{t('review.column.creator')}</th>
                <th scope="col" className="text-end!">
                  {t('review.column.waiting')}
                </th>
              </tr>
            </thead>
            <tbody>
              {list.data.map((row) => (
                <tr
                  key={row._id}
                  className={clsx(
                    'h-9 border-t border-line first:border-0 hover:bg-surface-2 [&>td]:px-3',
                    row._id === openId && 'bg-primary-soft',
                  )}
                >
                  <td className="max-w-56">
                    <PersonLink to={hrefOf(row._id)} name={row.name} />
                  </td>
                  <td>
                    <Badge tone={consentTones[row.status] ?? 'quiet'} className="h-5! text-2xs!">
                      {t(`consent.status.${row.status}`)}
                    </Badge>
                  </td>
                  <td className="max-w-56 truncate">
                    <bdi>{row.creator.name}</bdi>
                  </td>
                  <td
                    className="text-end whitespace-nowrap"
                    title={row.signedAt ? dateTime(row.signedAt) : undefined}
                    suppressHydrationWarning
                  >
                    {row.signedAt ? ago(row.signedAt) : '–'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pagination total={list.total} pageSize={table.pageSize} />
      {openId ? (
        <ConsentPanel
          key={openId}
          consent={opened?._id === openId ? opened : null}
          loading={state === 'loading'}
          onClose={close}
          onDecided={async () => {
            close()
            await revalidate()
          }}
        />
      ) : null}
    </>
  )
}

function PersonLink({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} preventScrollReset className="block truncate font-strong">
      <bdi>{name || '–'}</bdi>
    </Link>
  )
}
