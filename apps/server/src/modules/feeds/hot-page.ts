import type { Context } from '../../platform/context.ts'
import { instantSql, type Page, writeCursor } from '../../platform/cursor.ts'
import { versionsIn } from '../../platform/kept-versions.ts'
import { nameOfSize } from '../../platform/statements.ts'
import type { AgeProof, Asker, SignedIn } from '../../platform/viewer.ts'
import { type AgeScope, ageScope, betterProof } from '../access/age.ts'
import { type DoorViewer, decide } from '../access/door.ts'
import { idsIn, type StandingColumns, standingFrom, standingSql } from '../access/door-sql.ts'
import { isHidden } from '../access/items.ts'
import { askerSql, noteSeen, standing } from '../accounts/identify.ts'
import { fillAddresses } from '../media/file-text.ts'
import { fillParts, gapFor, noParts } from './hot-parts.ts'
import { kept, type KeptPost, performerVersionSql, postVersionSql, wordsOf } from './kept-posts.ts'
import type { FeedList } from './lists.ts'

// A page of posts in one prepared statement: it finds out who asks, chooses the ids, and says which versions of which rows they are and
// what is between the viewer and their performers. The door decides, and text that was made from these very versions is put together.
// docs/hot-reads.md. The text equals what `presentFeed` makes; a test compares them in a world of every case.

// Parameters stand behind a SELECT of their own: the planner can't see them, so that no plan made for one value looks cheaper than the
// plan for all, and the statement is planned once a connection instead of each time.
/** $1 token's hash, $2 and $3 where the page goes on, $4 country, $5 how many rows to pass. */
const statement = (list: FeedList, size: number, pins: boolean) => `
  WITH asker AS MATERIALIZED (${askerSql('(SELECT $1::bytea)')}),
  chosen AS MATERIALIZED (SELECT ${pins ? `(SELECT array_agg(id) FROM (${list.pinned}) pinned)` : 'NULL::uuid[]'} AS pins, array_agg(id) AS ids, array_agg(at) AS instants
    FROM (${list.text} LIMIT ${size + 1} OFFSET (SELECT $5::int)) listed),
  page AS MATERIALIZED (SELECT pins || ids AS things, coalesce(cardinality(pins), 0) AS pins, ${instantSql(`instants[${size}]`)} AS at FROM chosen),
  found AS MATERIALIZED (SELECT array_agg(i.performer_id) AS performers, string_agg(concat(i.id, ${postVersionSql('i')}), ' ') AS posts
    FROM items i WHERE i.id = ANY((SELECT things FROM page)::uuid[]))
  SELECT me.id AS "viewerId", me.access_epoch AS "accessEpoch", me.role, me.age, me.status, me.permissions, me.second_factor AS "secondFactor", me.session_id AS "sessionId", me.unseen,
    array_to_string(page.things, ' ') AS things, page.pins, page.at, found.posts,
    (SELECT string_agg(concat(a.id, ${performerVersionSql('a', 'p', 'f')}), ' ') FROM accounts a JOIN performers p ON p.account_id = a.id
      LEFT JOIN files f ON f.id = a.avatar_file_id WHERE a.id = ANY(found.performers)) AS performers,
    (SELECT string_agg(x.item_id::text, ' ') FROM item_files x WHERE x.item_id = ANY(page.things)) AS "withFiles",
    (SELECT string_agg(concat(l.action, l.object_id), ' ') FROM reactions l WHERE l.account_id = me.id AND l.object_id = ANY(page.things)) AS reactions,
    ${standingSql({ me: 'me.id', performers: 'found.performers', things: 'page.things', country: '(SELECT $4::text)' })}
  FROM page CROSS JOIN found LEFT JOIN asker me ON true`

interface PageRow extends StandingColumns, Pick<SignedIn, 'accessEpoch' | 'role' | 'status' | 'permissions'> {
  age: AgeProof | null
  viewerId: string | null
  secondFactor: boolean
  sessionId: string
  unseen: boolean | null
  /** Ids in their order: what is pinned, then one more than the page holds. */
  things: string | null
  pins: number
  /** The instant of the page's last row. */
  at: string | null
  /** Ids with the version right behind each. */
  posts: string | null
  performers: string | null
  withFiles: string | null
  reactions: string | null
}

const beforeAll = {
  desc: { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
  asc: { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' },
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

/**
 * A page of posts as JSON text. Its viewer is null where the asker's session is dead or missing. What they may not know of is left
 * out, so a page can be shorter than asked for; `total` counts no further than the page after this one.
 */
export async function readPage(
  ctx: Context,
  asker: Asker,
  page: Page,
  list: FeedList,
): Promise<{ viewerId: string | null; text: string }> {
  if (page.tooDeep) return { viewerId: null, text: `{"data":[],"total":${page.offset},"nextCursor":null}` }
  const pins = list.pinned !== undefined && page.offset === 0 && !page.cursor
  const { name, text } = textOf(list, page.size, pins)
  const after = page.cursor ?? beforeAll[list.sort]
  const values = [asker.tokenHash, after.at, after.id, asker.country, page.offset, ...list.values]
  const found = (await ctx.pool.query<PageRow>({ ...(name && { name }), text, values })).rows[0]!
  if (found.unseen) await noteSeen(ctx, found.sessionId, asker)
  const things = found.things?.split(' ') ?? []
  const chosen = things.length - found.pins
  const more = chosen > page.size
  const shown = more ? things.slice(0, -1) : things
  const age = ageScope(ctx.settings.all(), { country: asker.country, age: betterProof(asker.age, found.age ?? 'none') })
  const posts = await textOfPosts(ctx, found, shown, age)
  // What was left out is not counted either.
  const passed = (page.cursor?.passed ?? page.offset) + posts.count
  const total = passed + (more ? 1 : 0)
  const nextCursor = more ? `"${writeCursor({ at: found.at!, id: shown.at(-1)!, passed })}"` : 'null'
  return { viewerId: found.viewerId, text: `{"data":[${posts.text}],"total":${total},"nextCursor":${nextCursor}}` }
}

function viewerOf(ctx: Context, found: PageRow): DoorViewer {
  const { viewerId, accessEpoch, role, status } = found
  if (viewerId === null) return { kind: 'visitor' }
  return { kind: 'signed-in', id: viewerId, accessEpoch, role, status, permissions: standing(ctx, found).permissions }
}

async function textOfPosts(
  ctx: Context,
  found: PageRow,
  shown: readonly string[],
  age: AgeScope,
): Promise<{ text: string; count: number }> {
  const viewer = viewerOf(ctx, found)
  const [posts, performers] = await Promise.all([
    kept(ctx).posts.take(ctx, versionsIn(found.posts)),
    kept(ctx).performers.take(ctx, versionsIn(found.performers)),
  ])
  const closed = new Set<string>()
  const forAdults = new Set<string>()
  for (const one of performers.values()) {
    if (one.isClosed) closed.add(one.id)
    if (age === 'all' || (age === 'marked' && one.isAdult)) forAdults.add(one.id)
  }
  const standing = standingFrom(found, closed, forAdults)
  const [withFiles, reactions] = [idsIn(found.withFiles), idsIn(found.reactions)]

  const pieces: string[] = []
  let gaps = false
  const present = (post: KeptPost) => {
    const { id, row } = post
    const performer = performers.get(row.performerId)
    const decision = decide(viewer, post.lockable, standing)
    if (!performer || isHidden(decision)) return
    const hasParts = row.type === 'poll' || withFiles.has(id)
    gaps ||= hasParts
    const mine = `"isLiked":${reactions.has(`like${id}`)},"isBookmarked":${reactions.has(`bookmark${id}`)},"isFollowed":${standing.followedPerformers.has(row.performerId)}`
    const parts = hasParts ? gapFor(id, decision.granted) : noParts
    pieces.push(`{${wordsOf(post, viewer, decision)},"performer":${performer.text}${parts},${mine}}`)
  }
  for (const id of shown) {
    const post = posts.get(id)
    // What was deleted while we looked is gone.
    if (post) present(post)
  }
  const text = pieces.join(',')
  return {
    text: gaps ? fillAddresses(ctx, viewer, await fillParts(ctx, found.viewerId, text)) : text,
    count: pieces.length,
  }
}
