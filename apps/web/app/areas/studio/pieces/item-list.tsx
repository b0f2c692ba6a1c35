import { Plus, Search } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { Form, Link, useRevalidator } from 'react-router'
import { useSocketMessage } from '../../../api/socket.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'
import { Chips } from '../../../ui/tabs.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ContentTabs } from './content-tabs.tsx'
import { Deletion } from './deletion.tsx'
import { useItemColumns } from './item-columns.tsx'
import { listOf, type StudioItem, type StudioKindName, type StudioList } from './studio-items.ts'
import { useItemStatus } from './use-item-status.ts'

const statuses = ['published', 'scheduled', 'processing', 'draft', 'hidden', 'removed', 'archived'] as const
const orders = ['updatedAt', 'createdAt', 'publishedAt', 'likes', 'comments', 'views', 'sales'] as const

/** The query of a list of one's own items, from the address of its page. */
export function itemListQuery(request: Request) {
  const url = new URL(request.url)
  const { current, pageSize, sort, sortBy } = tableQuery(url)
  const status = statuses.find((status) => status === url.searchParams.get('status'))
  const q = url.searchParams.get('q')?.trim().slice(0, 100)
  return {
    current,
    pageSize,
    sort,
    sortBy: orders.find((order) => order === sortBy) ?? ('updatedAt' as const),
    ...(status ? { status } : {}),
    ...(q ? { q } : {}),
  }
}

interface ItemListProps<Item extends StudioItem> {
  kind: StudioKindName
  list: StudioList<Item>
  thumb: (item: Item) => ReactNode
  nameOf: (item: Item) => string
  typeOf?: (item: Item) => string
  /** The columns that this kind shows, made of those that all share. */
  columnsOf?: (shared: Column<Item>[]) => Column<Item>[]
  /** Above the list: the other lists that belong to it, by default those of content. */
  tabs?: ReactNode
}

/** The page of one's own items of a kind: found by status and text, with what can be done with each. */
export function ItemList<Item extends StudioItem>({
  kind,
  list,
  columnsOf = (shared) => shared,
  tabs = <ContentTabs />,
  ...shown
}: ItemListProps<Item>) {
  const t = useT()
  const { filter } = useTableState()
  const { revalidate } = useRevalidator()
  const [deleting, setDeleting] = useState<Item | null>(null)
  const progressed = useCallback(
    (message: { status: string }) =>
      void (message.status === 'ready' || message.status === 'failed' ? revalidate() : undefined),
    [revalidate],
  )
  useSocketMessage('file/progressed', progressed)
  const { setStatus } = useItemStatus(kind, revalidate)
  const columns = useItemColumns<Item>({
    kind,
    ...shown,
    onDelete: setDeleting,
    onStatus: (item, status) => void setStatus(item._id, status),
  })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // What staff removed stays in the list, and nothing can be done with it but to appeal.
  const selectable = list.data.filter(({ status }) => status !== 'removed')
  const chosen = selectable.filter(({ _id }) => selected.has(_id))
  const nameOf = (item: Item) => item.title || shown.nameOf(item) || t(`studio.item.${kind}.one`)
  const isAll = chosen.length === selectable.length && chosen.length > 0
  const selection: Column<Item> = {
    name: 'selected',
    title: (
      <input
        type="checkbox"
        className="tick block cursor-pointer disabled:cursor-auto disabled:opacity-50"
        aria-label={t('studio.bulk.selectAll')}
        checked={isAll}
        onChange={() => setSelected(new Set(isAll ? [] : selectable.map(({ _id }) => _id)))}
      />
    ),
    cell: (item) => (
      <input
        type="checkbox"
        className="tick block cursor-pointer disabled:cursor-auto disabled:opacity-50"
        aria-label={t('studio.bulk.select', { name: nameOf(item) })}
        disabled={item.status === 'removed'}
        checked={selected.has(item._id)}
        onChange={() =>
          setSelected((now) => {
            const next = new Set(now)
            if (!next.delete(item._id)) next.add(item._id)
            return next
          })
        }
      />
    ),
  }
  const filtered = filter('status') !== '' || filter('q') !== ''
  const address = listOf(kind)
  return (
    <>
      <PageTitle>{t(`studio.item.${kind}.title`)}</PageTitle>
      <PageHead
        title={t(`studio.item.${kind}.title`)}
        detail={t(`studio.item.${kind}.detail`)}
        actions={
          <ButtonLink variant="primary" to={`${address}/new`}>
            <Plus aria-hidden="true" />
            {t(`studio.item.${kind}.new`)}
          </ButtonLink>
        }
      />
      {tabs}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Chips
          label={t('studio.column.status')}
          name="status"
          className="max-w-full"
          tabs={[
            { label: t('studio.all') },
            ...statuses.map((status) => ({ label: t(`studio.status.${status}`), value: status })),
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
            aria-label={t(`studio.item.${kind}.search`)}
            placeholder={t(`studio.item.${kind}.search`)}
            start={<Search className="icon size-4!" aria-hidden="true" />}
          />
        </Form>
      </div>
      {list.data.length === 0 ? (
        <EmptyState
          title={t(filtered ? `studio.item.${kind}.noMatch` : `studio.item.${kind}.empty`)}
          action={
            filtered ? (
              <Link to={address} className="link">
                {t('studio.all')}
              </Link>
            ) : (
              <ButtonLink variant="primary" to={`${address}/new`}>
                {t(`studio.item.${kind}.new`)}
              </ButtonLink>
            )
          }
        >
          {filtered ? null : t(`studio.item.${kind}.emptyHint`)}
        </EmptyState>
      ) : (
        <div className="mt-4 rounded-lg bg-surface px-4 py-2 ring-1 ring-line md:px-5">
          <Table
            caption={t(`studio.item.${kind}.title`)}
            rows={list.data}
            columns={[selection, ...columnsOf(columns)]}
            keyOf={({ _id }) => _id}
          />
        </div>
      )}
      {chosen.length > 0 ? (
        <BulkBar
          kind={kind}
          chosen={chosen.map((item) => ({ ...item, name: nameOf(item) }))}
          onClear={() => setSelected(new Set())}
          onDone={() => {
            setSelected(new Set())
            void revalidate()
          }}
        />
      ) : null}
      <Pagination total={list.total} />
      {deleting ? (
        <Deletion
          kind={kind}
          item={deleting}
          onClose={() => setDeleting(null)}
          onDone={() => (setDeleting(null), void revalidate())}
        />
      ) : null}
    </>
  )
}
