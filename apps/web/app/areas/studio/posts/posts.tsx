import { Ellipsis, ExternalLink, Images, Pencil, Plus, Search, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Form, Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { useSocketEvent } from '../../../api/socket.ts'
import { apiOf } from '../../../api/visit.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/page-title.tsx'
import { coverOf } from '../../../parts/post-card/files.ts'
import { Price } from '../../../parts/price.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button, ButtonLink, iconButtonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/field.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'
import { Chips } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.tsx'

export const handle = { messages: ['studio', 'post'] }
export const clientMiddleware = [withMessages('studio', 'post')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]
export type StudioPost = Reply<'GET /performer/feeds/:id'>['data']

const statuses = ['published', 'scheduled', 'processing', 'draft', 'hidden', 'archived'] as const
const orders = ['updatedAt', 'createdAt', 'publishedAt', 'likes', 'comments', 'views', 'sales'] as const
export const tones: Record<string, Tone> = {
  published: 'leaf',
  scheduled: 'sky',
  processing: 'lamp',
  pending_review: 'lamp',
  removed: 'ember',
  hidden: 'quiet',
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const { current, pageSize, sort, sortBy } = tableQuery(url)
  const status = statuses.find((one) => one === url.searchParams.get('status'))
  const q = url.searchParams.get('q')?.trim().slice(0, 100)
  return {
    list: await apiOf(context).call('GET /performer/feeds', {
      query: {
        current,
        pageSize,
        sort,
        sortBy: orders.find((one) => one === sortBy) ?? 'updatedAt',
        ...(status ? { status } : {}),
        ...(q ? { q } : {}),
      },
    }),
  }
}

export default function Posts() {
  const t = useT()
  const { number, dateTime } = useFormats()
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
  const columns: Column<StudioPost>[] = [
    {
      name: 'post',
      title: t('studio.column.post'),
      cell: (post) => {
        const cover = coverOf(post)
        return (
          <Link to={`/creator/posts/${post._id}`} className="flex min-w-0 items-center gap-3">
            {cover ? (
              <Picture source={cover} alt="" sizes="56px" className="h-10 w-14 shrink-0 rounded-[8px]" />
            ) : (
              <span className="grid h-10 w-14 shrink-0 place-items-center rounded-[8px] bg-surface-2">
                <Images className="icon size-4! text-ink-3" aria-hidden="true" />
              </span>
            )}
            <span className="min-w-0">
              <span className="line-clamp-1 font-[620] [overflow-wrap:anywhere]">
                {post.title || post.text || t.maybe(`studio.type.${post.type}`)}
              </span>
              <span className="block text-xs text-ink-3">
                {t.maybe(`studio.type.${post.type}`)} · {t.maybe(`post.gate.${post.gate.type}`)}
              </span>
              <Badge
                tone={post.processing.failed > 0 ? 'ember' : (tones[post.status] ?? 'quiet')}
                className="mt-1 h-5! text-2xs! md:hidden"
              >
                {post.processing.failed > 0 ? t('studio.status.failed') : t.maybe(`studio.status.${post.status}`)}
              </Badge>
            </span>
          </Link>
        )
      },
    },
    {
      name: 'status',
      title: t('studio.column.status'),
      wideOnly: true,
      cell: (post) => (
        <span className="inline-flex flex-col items-start gap-0.5">
          <Badge tone={post.processing.failed > 0 ? 'ember' : (tones[post.status] ?? 'quiet')}>
            {post.processing.failed > 0 ? t('studio.status.failed') : t.maybe(`studio.status.${post.status}`)}
          </Badge>
          {post.status === 'scheduled' && post.publishAt ? (
            <span className="num text-xs text-ink-3">{dateTime(post.publishAt)}</span>
          ) : post.processing.ready < post.processing.total ? (
            <span className="num text-xs text-ink-3">
              {t('studio.filesReady', { ready: post.processing.ready, total: post.processing.total })}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      name: 'price',
      title: t('studio.column.price'),
      wideOnly: true,
      number: true,
      cell: (post) => (post.gate.price ? <Price tokens={post.gate.price} /> : '–'),
    },
    {
      name: 'likes',
      title: t('studio.column.likes'),
      sortable: true,
      wideOnly: true,
      number: true,
      cell: (post) => number(post.stats.likes),
    },
    {
      name: 'comments',
      title: t('studio.column.comments'),
      sortable: true,
      wideOnly: true,
      number: true,
      cell: (post) => number(post.stats.comments),
    },
    {
      name: 'sales',
      title: t('studio.column.sales'),
      sortable: true,
      wideOnly: true,
      number: true,
      cell: (post) => number(post.sales),
    },
    {
      name: 'updatedAt',
      title: t('studio.column.changed'),
      sortable: true,
      wideOnly: true,
      number: true,
      cell: (post) => <span className="whitespace-nowrap text-ink-2">{dateTime(post.updatedAt)}</span>,
    },
    {
      name: 'menu',
      title: <span className="sr-only">{t('studio.column.more')}</span>,
      number: true,
      cell: (post) => (
        <Menu
          trigger={
            <button type="button" aria-label={t('post.more')} className={iconButtonClass('ghost', 'sm')}>
              <Ellipsis aria-hidden="true" />
            </button>
          }
          actions={[
            { label: t('post.edit'), to: `/creator/posts/${post._id}`, icon: <Pencil aria-hidden="true" /> },
            ...(post.status === 'published'
              ? [{ label: t('post.open'), to: `/post/${post._id}`, icon: <ExternalLink aria-hidden="true" /> }]
              : []),
            null,
            {
              label: t('studio.delete'),
              danger: true,
              icon: <Trash2 aria-hidden="true" />,
              onPress: () => setDeleting(post),
            },
          ]}
        />
      ),
    },
  ]
  const filtered = filter('status') !== '' || filter('q') !== ''
  return (
    <>
      <PageTitle>{t('studio.posts.title')}</PageTitle>
      <PageHead
        title={t('studio.posts.title')}
        detail={t('studio.posts.detail')}
        actions={
          <ButtonLink look="primary" to="/creator/posts/new">
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
            ...statuses.map((one) => ({ label: t.maybe(`studio.status.${one}`), value: one })),
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
              <ButtonLink look="primary" to="/creator/posts/new">
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

export function Deletion({ post, onClose, onDone }: { post: StudioPost; onClose: () => void; onDone: () => void }) {
  const t = useT()
  const [working, setWorking] = useState(false)
  const remove = async () => {
    if (working) return
    setWorking(true)
    try {
      await call('DELETE /performer/feeds/:id', { params: { id: post._id } })
      toast.success('studio.deleted')
      onDone()
    } catch (error) {
      toast.problem(error)
      setWorking(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('studio.deleteSure')}
      locked={working}
      footer={
        <div className="flex justify-end gap-2">
          <Button look="ghost" onClick={onClose}>
            {t('studio.keep')}
          </Button>
          <Button look="danger" busy={working ? t('studio.deleting') : undefined} onClick={() => void remove()}>
            {t('studio.delete')}
          </Button>
        </div>
      }
    >
      <p className="text-ink-2">
        {post.sales > 0 ? t('studio.deleteBought', { count: post.sales }) : t('studio.deletePlain')}
      </p>
    </Dialog>
  )
}
