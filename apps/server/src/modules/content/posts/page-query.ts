import type { ShownFeed } from '@fanlight/contract/posts'
import type { Context } from '../../../platform/context.ts'
import { instantSql, type Page, writeCursor } from '../../../platform/db/cursor.ts'
import { versionsIn } from '../../../platform/db/row-cache.ts'
import { nameOfSize } from '../../../platform/db/statements.ts'
import { countMax, totalText } from '../../../platform/db/totals.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import { type Verdict, ageScopeOf, authorize } from '../../access/policy.ts'
import { idsIn, type RelationColumns, relationsFrom, relationsSql } from '../../access/policy-sql.ts'
import { isHidden } from '../../access/items.ts'
import { ageHides, hiddenAmong, type VisibilityRelations } from '../../access/visibility.ts'
import { basesFor } from '../../media/serving/address.ts'
import { type CachedFile, cachedFiles, fileVersionSql, textOfFile } from '../../media/serving/cached-files.ts'
import { fromMinor } from '../../money/wallet/currency.ts'
import { type CachedPoll, cachedPolls, pollVersionSql } from './cached-polls.ts'
import { postCaches, type CachedPost, performerVersionSql, postVersionSql, textForVerdict } from './post-cache.ts'
import type { FeedList } from './lists.ts'
import { presentPoll } from './present.ts'
import { type FileRole, isForEverybody, isOpenTo } from '../items/item-files.ts'

// A page of posts in one prepared statement: it selects the ids, the versions of their rows, and the relations between the viewer and
// their performers. The access policy decides, and the cached texts of exactly these versions are joined.
// docs/fast-path-queries.md. The text equals the output of `presentFeed`; a test compares them with data that covers every case.

// Each parameter is wrapped in its own SELECT: the planner can't see it, so that no plan for one value looks cheaper than the generic
// plan for all, and the statement is planned once a connection instead of each time.
/** $1 viewer, $2 and $3 the position after which the page starts, $4 country, $5 how many rows to skip. */
const statement = (list: FeedList, size: number, pins: boolean) => `
  WITH ${pins ? pinnedFirst(list, size) : withoutPins(list, size)},
  counted AS MATERIALIZED (SELECT performer_id, count(*) AS posts FROM (${list.performers} LIMIT ${countMax + 1}) counted GROUP BY performer_id),
  total AS MATERIALIZED (SELECT sum(posts)::int AS posts FROM counted),
  found AS MATERIALIZED (SELECT string_agg(concat(i.id, ${postVersionSql('i')}), ' ') AS posts,
      array_agg(i.performer_id) || ARRAY(SELECT performer_id FROM counted WHERE (SELECT posts FROM total) <= ${countMax}) AS performers
    FROM items i WHERE i.id = ANY((SELECT items FROM page)::uuid[]))
  SELECT nullif(array_to_string(page.items, ' '), '') AS items, page.pins, page.at, found.posts, (SELECT posts FROM total) AS counted,
    (SELECT string_agg(concat(performer_id, posts), ' ') FROM counted WHERE (SELECT posts FROM total) <= ${countMax}) AS "postsByPerformer",
    (SELECT string_agg(concat(a.id, ${performerVersionSql('a', 'p', 'f')}), ' ') FROM accounts a JOIN performers p ON p.account_id = a.id
      LEFT JOIN files f ON f.id = a.avatar_file_id WHERE a.id = ANY(found.performers)) AS performers,
    (SELECT string_agg(concat(f.id, ${fileVersionSql('f')}), ' ') FROM item_files x JOIN files f ON f.id = x.file_id WHERE x.item_id = ANY(page.items)) AS files,
    (SELECT string_agg(concat(q.item_id, ${pollVersionSql('q')}), ' ') FROM polls q WHERE q.item_id = ANY(page.items)) AS polls,
    (SELECT string_agg(concat(q.item_id, v.option_id), ' ') FROM polls q JOIN poll_votes v ON v.poll_id = q.id AND v.account_id = (SELECT $1::uuid)
      WHERE q.item_id = ANY(page.items)) AS votes,
    (SELECT string_agg(concat(w.performer_id, w.price, w.free), ' ') FROM (
      SELECT performer_id, round(min(price::numeric / months)) AS price, CASE WHEN bool_or(type = 'free') THEN 'f' END AS free FROM plans
      WHERE active AND performer_id = ANY(ARRAY(SELECT performer_id FROM items WHERE id = ANY(page.items) AND gate_type = 'subscribers')) GROUP BY performer_id) w) AS plans,
    (SELECT string_agg(concat(l.action, l.object_id), ' ') FROM reactions l WHERE l.account_id = (SELECT $1::uuid) AND l.object_id = ANY(page.items)) AS reactions,
    ${relationsSql({ me: '(SELECT $1::uuid)', performers: 'found.performers', items: 'page.items', country: '(SELECT $4::text)' })}
  FROM page CROSS JOIN found`

const withoutPins = ({ text }: FeedList, size: number) =>
  `page AS MATERIALIZED (SELECT array_agg(id) AS items, 0 AS pins, ${instantSql(`(array_agg(at))[${size}]`)} AS at
    FROM (${text} LIMIT ${size + 1} OFFSET (SELECT $5::int)) listed)`
const pinnedFirst = ({ text, pinned }: FeedList, size: number) =>
  `pins AS MATERIALIZED (SELECT coalesce(array_agg(id), '{}') AS ids, coalesce(array_agg(at), '{}') AS instants FROM (${pinned}) pinned),
  rest AS MATERIALIZED (SELECT array_agg(id) AS ids, array_agg(at) AS instants
    FROM (${text} LIMIT ${size + 1} OFFSET greatest(0, (SELECT $5::int - cardinality(ids) FROM pins))) listed),
  page AS MATERIALIZED (SELECT ((pins.ids[(SELECT $5::int) + 1 :]) || rest.ids)[1 : ${size + 1}] AS items, cardinality(pins.ids) AS pins,
    ${instantSql(`((pins.instants[(SELECT $5::int) + 1 :]) || rest.instants)[${size}]`)} AS at FROM pins CROSS JOIN rest)`

interface PageRow extends RelationColumns {
  /** Ids in their order, one more than the page holds. */
  items: string | null
  /** How many pinned posts come before all others. */
  pins: number
  /** How many posts the list holds, up to one more than `countMax`; up to `countMax`, also each performer's id with their number right behind it. */
  counted: number | null
  postsByPerformer: string | null
  /** The instant of the page's last row. */
  at: string | null
  /** Ids with the version right behind each. */
  posts: string | null
  performers: string | null
  files: string | null
  polls: string | null
  /** Ids of posts with the option right behind that the viewer voted for. */
  votes: string | null
  /** Ids of the performers of posts for subscribers, with the least that a month costs in minor units and `f` where a plan is free. */
  plans: string | null
  reactions: string | null
}

/** The cursor before all unpinned posts. A page that ends within the pinned posts continues by the number of posts skipped. */
const beforeAll = {
  desc: { at: '9999-12-31T23:59:59.999999Z', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
  asc: { at: '1970-01-01T00:00:00.000000Z', id: '00000000-0000-0000-0000-000000000000' },
}
const texts = new Map<string, string>()
function textOf(list: FeedList, size: number, pins: boolean): { name: string | undefined; text: string } {
  const key = `feeds ${list.name}${pins ? ' first' : ''}`
  const name = nameOfSize(key, size)
  if (!name) return { name, text: statement(list, size, pins) }
  let text = texts.get(name)
  if (text === undefined) texts.set(name, (text = statement(list, size, pins)))
  return { name, text }
}

/** JSON fields with a comma before them that a list adds to each post, by the id of its performer. */
export type MoreFields = (performerIds: readonly string[]) => Promise<(performerId: string) => string>

/**
 * A page of posts as JSON text. Posts hidden from the viewer are omitted and not counted, so a page can be shorter than requested.
 */
export async function readPage(
  ctx: Context,
  viewer: Viewer,
  page: Page,
  list: FeedList,
  moreFields?: MoreFields,
): Promise<string> {
  // Beyond the last readable page the list is still counted.
  const { cursor, size, offset } = page.tooDeep ? { cursor: undefined, size: 1, offset: 0 } : page
  const start = beforeAll[list.sort]
  const pins = list.pinned !== undefined && (!cursor || cursor.id === start.id)
  const passed = cursor ? (pins ? cursor.passed : 0) : offset
  const { name, text } = textOf(list, size, pins)
  const after = cursor ?? start
  const values = [idOf(viewer), after.at, after.id, viewer.country, passed, ...list.values]
  const found = (await ctx.pool.query<PageRow>({ ...(name && { name }), text, values })).rows[0]!
  const items = page.tooDeep ? [] : (found.items?.split(' ') ?? [])
  const more = items.length > size
  const shown = items.slice(0, size)
  const posts = await textOfPosts(ctx, viewer, found, shown, moreFields)
  const end = passed + size <= found.pins ? start : { at: found.at!, id: shown.at(-1)! }
  const nextCursor = more ? `"${writeCursor({ ...end, passed: (cursor?.passed ?? offset) + size })}"` : 'null'
  return `{"data":[${posts.text}],${totalText(posts.total)},"nextCursor":${nextCursor}}`
}

/** Posts of a list as values, from its beginning: for what shows a few of them and no list. */
export async function readPosts(ctx: Context, viewer: Viewer, list: FeedList, size: number): Promise<ShownFeed[]> {
  const page = await readPage(ctx, viewer, { cursor: undefined, offset: 0, size, tooDeep: false }, list)
  return (JSON.parse(page) as { data: ShownFeed[] }).data
}

async function textOfPosts(
  ctx: Context,
  viewer: Viewer,
  found: PageRow,
  shown: readonly string[],
  moreFields?: MoreFields,
): Promise<{ text: string; total: number }> {
  const age = ageScopeOf(ctx, viewer)
  const [posts, performers, files, polls] = await Promise.all([
    postCaches(ctx).posts.take(ctx, versionsIn(found.posts)),
    postCaches(ctx).performers.take(ctx, versionsIn(found.performers)),
    cachedFiles(ctx).take(ctx, versionsIn(found.files)),
    cachedPolls(ctx).take(ctx, versionsIn(found.polls)),
  ])
  const closed = new Set<string>()
  const forAdults = new Set<string>()
  for (const performer of performers.values()) {
    if (performer.isClosed) closed.add(performer.id)
    if (ageHides(age, performer.isAdult)) forAdults.add(performer.id)
  }
  const relations = relationsFrom(found, closed, forAdults)
  const reactions = idsIn(found.reactions)
  const votes = new Map(versionsIn(found.votes))
  const plans = new Map(versionsIn(found.plans))
  const baseFor = basesFor(ctx, viewer, 'display')
  const more = await moreFields?.([...new Set([...posts.values()].map(({ row }) => row.performerId))])

  const present = (post: CachedPost): string | undefined => {
    const { id, row } = post
    const performer = performers.get(row.performerId)
    const verdict = authorize(viewer, post.lockable, relations)
    if (!performer || isHidden(verdict)) return undefined
    const parts = post.files.length > 0 ? filesOf(post, verdict, files, idOf(viewer), baseFor) : noFiles
    const poll = row.type === 'poll' && verdict.granted ? pollOf(ctx, idOf(viewer), row, polls.get(id), votes) : 'null'
    const mine = `"isLiked":${reactions.has(`like${id}`)},"isBookmarked":${reactions.has(`bookmark${id}`)},"isFollowed":${relations.followedPerformers.has(row.performerId)}`
    const price = verdict.granted || row.gateType !== 'subscribers' ? '' : priceOf(ctx, plans.get(row.performerId))
    return `{${textForVerdict(post, viewer, verdict)},"performer":${performer.text}${parts},"poll":${poll},${mine}${price}${more?.(row.performerId) ?? ''}}`
  }
  // What was deleted meanwhile is gone.
  const pieces = shown.flatMap((id) => {
    const post = posts.get(id)
    return (post && present(post)) ?? []
  })
  return { text: pieces.join(','), total: totalFor(viewer, found, relations) }
}

/** What a month of a subscription costs at least, as a JSON field with a comma before it; nothing where no plan is offered. */
function priceOf(ctx: Context, plans = ''): string {
  const { freeSubscriptionEnabled, currency } = ctx.settings.all()
  if (plans.endsWith('f') && freeSubscriptionEnabled) return ',"subscribeFrom":0'
  const price = plans.replace('f', '')
  return price && `,"subscribeFrom":${fromMinor(BigInt(price), currency)}`
}

const noFiles = ',"files":[]'

function filesOf(
  { files: parts, row }: CachedPost,
  verdict: Verdict,
  files: ReadonlyMap<string, CachedFile>,
  viewerId: string | null,
  baseFor: (fileId: string) => string,
): string {
  const inRole = (wanted: FileRole): string[] => {
    const granted = isOpenTo(verdict, wanted)
    const base = isForEverybody(row, verdict, wanted)
      ? (file: CachedFile) => file.publicBase
      : (file: CachedFile) => baseFor(file.id)
    return parts.flatMap(({ id, role }) => {
      const file = role === wanted ? files.get(id) : undefined
      return file ? textOfFile(file, viewerId, granted, base) : []
    })
  }
  const first = (role: 'thumbnail' | 'teaser') => {
    const [file] = inRole(role)
    return file === undefined ? '' : `,"${role}":${file}`
  }
  return `,"files":[${inRole('main').join(',')}]${first('thumbnail')}${first('teaser')}`
}

function pollOf(
  ctx: Context,
  viewerId: string | null,
  row: CachedPost['row'],
  cached: CachedPoll | undefined,
  votes: ReadonlyMap<string, string>,
): string {
  if (!cached) return 'null'
  const poll = { ...cached.poll, votedFor: votes.get(row.id) ?? null }
  return JSON.stringify(presentPoll(ctx, poll, row.performerId === viewerId))
}

/** How many posts the list holds for this viewer, up to one more than `countMax`. */
function totalFor(viewer: Viewer, { counted, postsByPerformer }: PageRow, relations: VisibilityRelations): number {
  if (postsByPerformer === null) return counted ?? 0
  const posts = new Map(postsByPerformer.split(' ').map((pair) => [pair.slice(0, 36), Number(pair.slice(36))]))
  const hidden = hiddenAmong(viewer, [...posts.keys()], relations)
  return [...posts].reduce((sum, [id, many]) => (hidden.has(id) ? sum : sum + many), 0)
}
