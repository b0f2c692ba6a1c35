import type { Context } from '../../../platform/context.ts'
import { cut, instantSql, nextByCount, type Page } from '../../../platform/db/cursor.ts'
import { refuse } from '../../../platform/refusal.ts'
import { countMax, totalOf } from '../../../platform/db/totals.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import { isHidden, isTextOpenSql } from '../../access/items.ts'
import { authorizeAll, type Verdict } from '../../access/policy.ts'
import { performerVisibleSql, visibilityVariant } from '../../access/visibility-sql.ts'
import { type Choice, type ItemRow, type KindTable, loadItems } from './item-rows.ts'
import { lockableOf } from './present.ts'
import { findItems, type ItemSearch } from './search.ts'
import { visibleItems } from './view-item.ts'

// Lists of published items of one kind for viewers: newest first or oldest first, of everyone or of one creator. Each is two statements:
// one chooses ids by index and loads the items, the other counts. Lists of posts are fast-path queries instead (modules/content/posts).

export interface Browse {
  sort: 'asc' | 'desc'
  performerId?: string | undefined
  tag?: string | undefined
  /** With one of them at least; only items whose text and tags everyone may read. */
  tags?: readonly string[] | undefined
}
export interface FoundItem<Row extends ItemRow> {
  item: Row
  verdict: Verdict
}
export interface FoundPage<Row extends ItemRow> {
  found: FoundItem<Row>[]
  total: number
  totalIsAtLeast?: true
  nextCursor: string | null
}

/** A page of published items whose creators this viewer may know of, with the verdict of the access policy about each. */
export function browseItems<Row extends ItemRow>(
  ctx: Context,
  viewer: Viewer,
  table: KindTable,
  { sort, performerId, tag, tags = tag === undefined ? undefined : [tag] }: Browse,
  page: Page,
): Promise<FoundPage<Row>> {
  const variant = visibilityVariant(ctx, viewer)
  const values: unknown[] = [viewer.country]
  const bound = (value: unknown) => `$${values.push(value) + 1}`
  const conditions = [
    `s.kind = '${table.kind}' AND s.status = 'published'`,
    ...(performerId ? [`s.performer_id = ${bound(performerId)}::uuid`] : []),
    ...(tags ? [`s.tags && ${bound(tags)}::text[] AND ${isTextOpenSql('s')}`] : []),
    performerVisibleSql(variant, 's.performer_id', '$1::uuid', '$2::text'),
  ]
  return readList(ctx, viewer, table, page, {
    name: `browse ${sort} ${variant} ${performerId ? 'of one' : 'of all'}${tags ? ' by tag' : ''}`,
    at: 's.published_at',
    id: 's.id',
    sort,
    from: `items s WHERE ${conditions.join(' AND ')}`,
    values,
  })
}

/** The items that match `q`, or else a list: either of everyone or of one creator, with a tag or of all. */
export async function browseOrSearch<Row extends ItemRow>(
  ctx: Context,
  viewer: Viewer,
  table: KindTable,
  query: Browse & Pick<ItemSearch, 'sortBy'> & { q?: string | undefined },
  page: Page,
): Promise<FoundPage<Row>> {
  const { q } = query
  if (q === undefined) return browseItems(ctx, viewer, table, query, page)
  if (page.cursor) refuse('INVALID_INPUT', { field: 'cursor' })
  const { ids, ...total } = await findItems(ctx, viewer, table.kind, { ...query, ...page, q })
  const nextCursor = nextByCount(page, page.size, total.total)
  return { found: await visibleItems(ctx, viewer, table, ids), ...total, nextCursor }
}

/** The items of one kind that this viewer has bookmarked, the last bookmark first. */
export function bookmarkedItems<Row extends ItemRow>(
  ctx: Context,
  viewer: Viewer,
  table: KindTable,
  sort: 'asc' | 'desc',
  page: Page,
): Promise<FoundPage<Row>> {
  const variant = visibilityVariant(ctx, viewer)
  return readList(ctx, viewer, table, page, {
    name: `bookmarked ${sort} ${variant}`,
    at: 'r.created_at',
    id: 'r.object_id',
    sort,
    from: `reactions r JOIN items s ON s.id = r.object_id AND s.status IN ('published', 'archived')
      WHERE r.account_id = $1::uuid AND r.object_type = '${table.kind}' AND r.action = 'bookmark' AND ${performerVisibleSql(variant, 's.performer_id', '$1::uuid', '$2::text')}`,
    values: [viewer.country],
  })
}

interface List {
  name: string
  /** The columns by which the list is ordered: an instant, and an id where instants are equal. */
  at: string
  id: string
  sort: 'asc' | 'desc'
  /** Tables and conditions. $1 is the viewer, the list's own values follow. */
  from: string
  values: unknown[]
}

async function readList<Row extends ItemRow>(
  ctx: Context,
  viewer: Viewer,
  table: KindTable,
  page: Page,
  list: List,
): Promise<FoundPage<Row>> {
  const [loaded, counted] = await Promise.all([
    page.tooDeep ? [] : loadItems<Row>(ctx, table, idOf(viewer), choiceOf(list, page)),
    ctx.pool.query<{ counted: number }>({
      name: `${table.kind} items count ${list.name}`,
      text: `SELECT count(*)::int AS counted FROM (SELECT FROM ${list.from} LIMIT ${countMax + 1}) listed`,
      values: [idOf(viewer), ...list.values],
    }),
  ])
  const { shown, nextCursor } = cut(loaded, page, loaded[0]?.chosen ?? 0)
  const verdicts = await authorizeAll(ctx, viewer, shown.map(lockableOf))
  const found = shown.map((item) => ({ item, verdict: verdicts.get(item.id)! }))
  return {
    found: found.filter(({ verdict }) => !isHidden(verdict)),
    ...totalOf(counted.rows[0]!.counted),
    nextCursor,
  }
}

function choiceOf({ name, at, id, sort, from, values }: List, page: Page): Choice {
  const direction = sort === 'asc' ? 'ASC' : 'DESC'
  const first = values.length + 2
  const [limit, offset, after, afterId] = [`$${first}::int`, `$${first + 1}::int`, `$${first + 2}`, `$${first + 3}`]
  const beyond = page.cursor
    ? ` AND (${at}, ${id}) ${sort === 'asc' ? '>' : '<'} (${after}::timestamptz, ${afterId}::uuid)`
    : ''
  return {
    name: `${name}${page.cursor ? ' after' : ''}`,
    text: `SELECT id, at, row_number() OVER () AS n, (count(*) OVER ())::int AS chosen FROM (
      SELECT ${id} AS id, ${instantSql(at)} AS at FROM ${from}${beyond} ORDER BY ${at} ${direction}, ${id} ${direction} LIMIT ${limit} OFFSET ${offset}) listed`,
    values: [...values, page.size + 1, page.offset, ...(page.cursor ? [page.cursor.at, page.cursor.id] : [])],
  }
}
