import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import {
  Form,
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
} from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, usePageInfo, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'
import { Chips } from '../../../ui/tabs.tsx'
import { countryName } from './country-name.ts'
import { ReviewPanel } from './review-panel.tsx'
import { tones } from './states.ts'
import { NothingFound } from '../pieces/nothing-found.tsx'
import { TableSearch } from '../pieces/table-search.tsx'

export const handle = { messages: ['review'] }
export const clientMiddleware = [withMessages('review')]

const statuses = ['submitted', 'in_review', 'more_info', 'approved', 'rejected', 'expired', 'revoked'] as const
const start = { sortBy: 'submittedAt', sort: 'asc', pageSize: 50 } as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const api = apiOf(context)
  const { current, pageSize, sort, sortBy } = tableQuery(url, start)
  const wanted = url.searchParams.get('status')
  const status = wanted === 'all' ? undefined : (statuses.find((status) => status === wanted) ?? 'submitted')
  const country = url.searchParams.get('country')
  const open = url.searchParams.get('open')
  const [list, opened] = await Promise.all([
    api.call('GET /admin/verifications', {
      query: {
        current,
        pageSize,
        sort,
        sortBy: sortBy === 'updatedAt' || sortBy === 'createdAt' ? sortBy : 'submittedAt',
        ...(status ? { status } : {}),
        ...(country && /^[A-Z]{2}$/.test(country) ? { country } : {}),
        ...(url.searchParams.get('q')?.trim() ? { q: url.searchParams.get('q')?.trim() ?? '' } : {}),
      },
    }),
    open ? api.call('GET /admin/verifications/:id', { params: { id: open } }).catch(() => null) : null,
  ])
  return { list, opened: opened?.data ?? null, status: status ?? 'all' }
}

/** The queue of creators who are not yet verified. J and K move, Enter opens, Escape closes. */
export default function Creators() {
  const t = useT()
  const { ago, dateTime } = useFormats()
  const { locale } = usePageInfo()
  const navigate = useNavigate()
  const { state, location: next } = useNavigation()
  const { pathname } = useLocation()
  const { list, opened, status } = useLoaderData<typeof loader>()
  const table = useTableState(start)
  // The panel opens at once, before its content is loaded.
  const openId =
    next?.pathname === pathname ? (new URLSearchParams(next.search).get('open') ?? '') : table.filter('open')
  const rows = useRef<HTMLTableSectionElement>(null)
  const hrefOf = (id: string | null) => table.hrefWith({ open: id, current: table.current })
  const open = (id: string | null) => void navigate(hrefOf(id), { preventScrollReset: true })

  const { revalidate } = useRevalidator()
  const { send } = useMutation({ toasts: true })
  const undo = async (id: string) => {
    if (await send('DELETE /admin/verifications/:id/approval', { params: { id } })) {
      toast.success('review.undone')
      open(id)
    }
    await revalidate()
  }

  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement).closest('input, textarea, select, [role="dialog"] textarea')
      if (typing || event.altKey || event.ctrlKey || event.metaKey) return
      const step = event.key === 'j' || event.key === 'J' ? 1 : event.key === 'k' || event.key === 'K' ? -1 : 0
      if (!step) return
      event.preventDefault()
      const links = [...(rows.current?.querySelectorAll<HTMLAnchorElement>('a[data-row]') ?? [])]
      const at = links.findIndex((link) => link.dataset['row'] === openId || link === document.activeElement)
      const next = links[Math.min(links.length - 1, Math.max(0, at + step))]
      next?.focus()
      // With the panel open, moving shows the next one at once.
      if (openId && next && next.dataset['row'] !== openId) next.click()
    }
    document.addEventListener('keydown', keys)
    return () => document.removeEventListener('keydown', keys)
  }, [openId])

  return (
    <>
      <PageTitle>{t('review.title')}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-xl">{t('review.title')}</h1>
          <p className="mt-0.5 text-xs text-ink-3 pointer-coarse:hidden">{t('review.keys')}</p>
        </div>
        <Form role="search" className="w-full sm:w-72">
          {status === 'submitted' ? null : <input type="hidden" name="status" value={status} />}
          <TableSearch label={t('review.search')} searchTerm={table.filter('q')} />
        </Form>
      </div>
      <Chips
        label={t('review.filter')}
        name="status"
        className="mt-3"
        tabs={[
          ...statuses.map((otherStatus) => ({
            label: t.maybe(`review.status.${otherStatus}`) ?? otherStatus,
            value: otherStatus,
            current: otherStatus === status,
          })),
          { label: t('review.all'), value: 'all', current: status === 'all' },
        ]}
      />
      {list.data.length === 0 ? (
        status === 'submitted' && !table.filter('q') ? (
          <EmptyState title={t('review.empty')}>{t('review.emptyHint')}</EmptyState>
        ) : (
          <NothingFound
            title={table.filter('q') ? t('review.noMatch') : t('review.empty')}
            all="/admin/creators?status=all"
          />
        )
      ) : (
        <div
          className={clsx(
            'mt-3 max-h-[calc(100dvh-190px)] overflow-auto rounded-sm ring-1 ring-line',
            state === 'loading' && 'opacity-70',
          )}
        >
          <table className="num w-full border-collapse text-xs">
            <caption className="sr-only">{t('review.title')}</caption>
            <thead className="sticky top-0 z-2 bg-surface shadow-[inset_0_-1px_0_var(--line)]">
              <tr className="h-9 text-ink-3 [&>th]:px-3 [&>th]:text-start [&>th]:font-medium [&>th]:whitespace-nowrap">
                <th scope="col" className="sticky start-0 bg-surface shadow-[inset_0_-1px_0_var(--line)]">
                  {t('review.column.creator')}
                </th>
                <th scope="col">{t('review.column.status')}</th>
                <th scope="col">{t('review.column.country')}</th>
                <th scope="col">{t('review.column.reason')}</th>
                <th scope="col" className="text-end!">
                  {t('review.column.waiting')}
                </th>
              </tr>
            </thead>
            <tbody ref={rows}>
              {list.data.map((row) => (
                <tr
                  key={row._id}
                  onClick={() => open(row._id)}
                  className={clsx(
                    'group h-9 cursor-pointer border-t border-line first:border-0 hover:bg-surface-2 [&>td]:px-3',
                    row._id === openId && 'bg-primary-soft',
                  )}
                >
                  <td
                    className={clsx(
                      'sticky start-0 group-hover:bg-surface-2',
                      row._id === openId ? 'bg-primary-soft' : 'bg-surface',
                    )}
                  >
                    <Name row={row} to={hrefOf(row._id)} isOpen={row._id === openId} />
                  </td>
                  <td>
                    <Badge tone={tones[row.status] ?? 'quiet'} className="h-5! text-2xs!">
                      {t(`review.status.${row.status}`)}
                    </Badge>
                  </td>
                  <td className="whitespace-nowrap">
                    {row.performer.country ? countryName(locale, row.performer.country) : '–'}
                  </td>
                  <td className="max-w-72 truncate text-ink-2">
                    {row.claim
                      ? t(row.claim.mine ? 'review.mine' : 'review.atIt', { name: row.claim.name })
                      : (row.reason ??
                        (Object.keys(row.fieldReasons).length
                          ? t('review.fieldsRequested', { count: Object.keys(row.fieldReasons).length })
                          : '–'))}
                  </td>
                  <td
                    className="text-end whitespace-nowrap"
                    title={row.submittedAt ? dateTime(row.submittedAt) : undefined}
                    suppressHydrationWarning
                  >
                    {row.submittedAt ? ago(row.submittedAt) : '–'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pagination total={list.total} pageSize={table.pageSize} />
      {openId ? (
        <ReviewPanel
          key={openId}
          verification={opened?._id === openId ? opened : null}
          loading={state === 'loading'}
          onClose={() => open(null)}
          onUndo={(id) => void undo(id)}
          onDecided={() => {
            const at = list.data.findIndex(({ _id }) => _id === openId)
            open(list.data[at + 1]?._id ?? null)
          }}
        />
      ) : null}
    </>
  )
}

type Row = Reply<'GET /admin/verifications'>['data'][number]
/** Each name is cut at its own end, whichever way it runs. */
const Name = ({ row, to, isOpen }: { row: Row; to: string; isOpen: boolean }) => (
  <span className="flex max-w-64 gap-2">
    <Link
      data-row={row._id}
      to={to}
      preventScrollReset
      onClick={(event) => event.stopPropagation()}
      aria-current={isOpen || undefined}
      dir="auto"
      className="truncate font-strong text-ink"
    >
      {row.performer.name || row.performer.username}
    </Link>
    <bdi className="truncate text-ink-3">@{row.performer.username}</bdi>
  </span>
)
