import type { Context } from '../../../platform/context.ts'
import { VersionedCache } from '../../../platform/db/row-cache.ts'
import { closedSql } from '../../access/visibility-sql.ts'
import type { Verdict, Lockable } from '../../access/policy.ts'
import type { PolicyViewer } from '../../access/visibility.ts'
import { fileById } from '../../media/serving/file-json.ts'
import type { FileRole } from '../items/item-files.ts'
import { lockableOf } from '../items/present.ts'
import { presentFeedText, type FeedTextRow } from './present.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import type { PresentableFile } from '../../media/serving/present.ts'

// Posts and their authors as JSON text, cached by the version of their rows. docs/fast-path-queries.md

export interface CachedPost {
  id: string
  version: string
  row: FeedTextRow
  /** Its files in their order. */
  files: readonly { id: string; role: FileRole }[]
  lockable: Lockable
  /** The text by verdict of the access policy: it is the same for all viewers with the same verdict. */
  texts: Map<string, string>
}
export interface CachedPerformer {
  id: string
  version: string
  text: string
  isClosed: boolean
  isAdult: boolean
}

const postsMax = 4_000
const performersMax = 4_000
/** Few posts are longer; those are fetched each time, so that long texts can't fill the memory. */
const cachedCharactersMax = 2_000

const open = () => ({
  posts: new VersionedCache(fetchPosts, postsMax, ({ row }) => row.text.length > cachedCharactersMax),
  performers: new VersionedCache(fetchPerformers, performersMax),
})
const byInstallation = new WeakMap<Context['settings'], ReturnType<typeof open>>()
/** Cached for as long as this process uses this database. */
export function postCaches({ settings }: Context): ReturnType<typeof open> {
  let caches = byInstallation.get(settings)
  if (!caches) byInstallation.set(settings, (caches = open()))
  return caches
}

// A post's type and its files change with its row of items: one transaction writes them all.
export const postVersionSql = (item: string): string => `${item}.xmin`
/** Name, badge and state of an account, and the file of its image. */
export const performerVersionSql = (account: string, performer: string, file: string): string =>
  `${account}.xmin, '.', ${performer}.xmin, '.', ${file}.xmin`

async function fetchPosts(ctx: Context, ids: string[]): Promise<CachedPost[]> {
  const { rows } = await ctx.pool.query<FeedTextRow & { version: string; files: CachedPost['files'] | null }>({
    name: 'feeds cached posts',
    text: `SELECT i.id, concat(${postVersionSql('i')}) AS version, i.performer_id AS "performerId", fe.type, i.title, i.text, i.status, i.status_reason AS "statusReason",
        i.published_at AS "publishedAt", i.expires_at AS "expiresAt", i.created_at AS "createdAt", i.gate_type AS "gateType", i.gate_plan_ids AS "gatePlanIds", i.gate_list_ids AS "gateListIds", i.gate_price AS "gatePrice",
        i.gate_free_for_subscribers AS "gateFreeForSubscribers", i.offer_version AS "offerVersion", i.tags, i.is_pinned AS "isPinned", i.views, i.likes, i.comments, i.bookmarks,
        (SELECT json_agg(json_build_object('id', x.file_id, 'role', x.role) ORDER BY x.role, x.position) FROM item_files x WHERE x.item_id = i.id) AS files
      FROM items i JOIN feeds fe ON fe.item_id = i.id WHERE i.id = ANY($1::uuid[])`,
    values: [ids],
  })
  return rows.map(({ version, files, ...row }) => ({
    id: row.id,
    version,
    row,
    files: files ?? [],
    lockable: lockableOf(row),
    texts: new Map(),
  }))
}

async function fetchPerformers(ctx: Context, ids: string[]): Promise<CachedPerformer[]> {
  const { rows } = await ctx.pool.query<{
    id: string
    version: string
    name: string
    username: string | null
    isVerified: boolean
    locale: string | null
    isClosed: boolean
    isAdult: boolean
    avatar: PresentableFile | null
  }>({
    name: 'feeds cached performers',
    text: `SELECT a.id, concat(${performerVersionSql('a', 'p', 'f')}) AS version, a.name, a.username, p.is_verified AS "isVerified", a.locale, ${closedSql('a', 'p')} AS "isClosed", p.is_adult AS "isAdult",
        ${fileById('a.avatar_file_id')} AS avatar
      FROM accounts a JOIN performers p ON p.account_id = a.id LEFT JOIN files f ON f.id = a.avatar_file_id WHERE a.id = ANY($1::uuid[])`,
    values: [ids],
  })
  return rows.map(({ version, isClosed, isAdult, avatar, id, locale, ...row }) => {
    const summary = { _id: id, ...row, ...(locale !== null && { locale }), avatar: presentAvatar(ctx, avatar) }
    return { id, version, isClosed, isAdult, text: JSON.stringify(summary) }
  })
}

/** The text of a post as far as the access policy's verdict allows, as JSON fields without the surrounding braces. */
export function textForVerdict({ row, texts }: CachedPost, viewer: PolicyViewer, verdict: Verdict): string {
  const outcome = verdict.granted ? verdict.as : verdict.why
  const key = viewer.kind === 'visitor' ? outcome : `${outcome} ${viewer.status}`
  let text = texts.get(key)
  if (text === undefined) texts.set(key, (text = JSON.stringify(presentFeedText(viewer, row, verdict)).slice(1, -1)))
  return text
}
