import { Plus, Search } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Form, Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useSocketEvent } from '../../../api/socket.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'
import { Chips } from '../../../ui/tabs.tsx'
import { Deletion } from '../pieces/deletion.tsx'
import type { StudioPost } from '../pieces/post-states.ts'
import { usePostColumns } from './post-columns.tsx'

export const handle = { messages: ['studio', 'post'] }
export const clientMiddleware = [withMessages('studio', 'post')]
const statuses = ['published', 'scheduled', 'processing', 'draft', 'hidden', 'archived'] as const
const orders = ['updatedAt', 'createdAt', 'publishedAt', 'likes', 'comments', 'views', 'sales'] as const
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const { current, pageSize, sort, sortBy } = tableQuery(url)
  const status = statuses.find((status) => status === url.searchParams.get('status'))
  const q = url.searchParams.get('q')?.trim().slice(0, 100)
  return {
    list: await apiOf(context).call('GET /performer/feeds', {
      query: {
        current,
        pageSize,
        sort,
        sortBy: orders.find((order) => order === sortBy) ?? 'updatedAt',
        ...(status ? { status } : {}),
        ...(q ? { q } : {}),
      },
    }),
  }
}

export default function Posts() {
  const t = useT()
  const { list } = useLoaderData<typeof loader>()
  const { filter } = useTableState()
  const { revalidate } = useRevalidator()
  const [deleting, setDeleting] = useState<StudioPost | null>(null)
  const progressed = useCallback(
    (message: { status?: string }) =>
      void (message.status === 'ready' || message.status === 'failed' ? revalidate() : undefined),
    [revalidate],
  )
  useSocketEvent('file/progressed', progressed)
  const columns = usePostColumns(setDeleting)
  const filtered = filter('status') !== '' || filter('q') !== ''
  return (
    <>
      <PageTitle>{t('studio.posts.title')}</PageTitle>
      <PageHead
        title={t('studio.posts.title')}
        detail={t('studio.posts.detail')}
        actions={
          <ButtonLink variant="primary" to="/creator/posts/new">
            <Plus aria-hidden="true" />
            {t('studio.newPost')}
          </ButtonLink>
        }
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Chips
          label={t('studio.column.status')}
          name="status"
          className="max-w-full"
          tabs={[
            { label: t('studio.all') },
            ...statuses.map((status) => ({ label: t.maybe(`studio.status.${status}`), value: status })),
          ]}
        />
        <Form role="search" className="w-full sm:w-64">
          {filter('status') ? <input type="hidden" name="status" value={filter('status')} /> : null}
          <Input
            key={filter('q')}
            small
            type="search"
            name="q"
            className="ps-10!"
            defaultValue={filter('q')}
            maxLength={100}
            aria-label={t('studio.posts.search')}
            placeholder={t('studio.posts.search')}
            start={<Search className="icon size-4!" aria-hidden="true" />}
          />
        </Form>
      </div>
      {list.data.length === 0 ? (
        <EmptyState
          title={filtered ? t('studio.posts.noMatch') : t('studio.posts.empty')}
          action={
            filtered ? (
              <Link to="/creator/posts" className="link">
                {t('studio.all')}
              </Link>
            ) : (
              <ButtonLink variant="primary" to="/creator/posts/new">
                {t('studio.newPost')}
              </ButtonLink>
            )
          }
        >
          {filtered ? null : t('studio.posts.emptyHint')}
        </EmptyState>
      ) : (
        <div className="mt-4 rounded-lg bg-surface px-4 py-2 ring-1 ring-line md:px-5">
          <Table caption={t('studio.posts.title')} rows={list.data} columns={columns} keyOf={({ _id }) => _id} />
        </div>
      )}
      <Pagination total={list.total} />
      {deleting ? (
        <Deletion
          post={deleting}
          onClose={() => setDeleting(null)}
          onDone={() => (setDeleting(null), void revalidate())}
        />
      ) : null}
    </>
  )
}
