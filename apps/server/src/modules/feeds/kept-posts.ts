import type { Context } from '../../platform/context.ts'
import { Kept } from '../../platform/kept-versions.ts'
import { closedSql } from '../access/closed-sql.ts'
import type { Decision, DoorViewer, Lockable } from '../access/door.ts'
import { fileById } from '../media/file-json.ts'
import { lockableOf, presentWords, type WordsRow } from './present.ts'
import { presentAvatar, type ShownFileRow } from './shown-files.ts'

// Posts and the people who wrote them as JSON text, by the version of their rows. docs/hot-reads.md

export interface KeptPost {
  id: string
  version: string
  row: WordsRow
  lockable: Lockable
  /** What is the same for everybody who gets the same answer from the door, by that answer. */
  texts: Map<string, string>
}
export interface KeptPerformer {
  id: string
  version: string
  text: string
  isClosed: boolean
  isAdult: boolean
}

const postsMax = 4_000
const performersMax = 4_000
/** Few posts are longer; they are fetched each time, so that nobody fills the memory with essays. */
const keptCharactersMax = 2_000

const open = () => ({
  posts: new Kept(fetchPosts, postsMax, ({ row }) => row.text.length > keptCharactersMax),
  performers: new Kept(fetchPerformers, performersMax),
})
const byInstallation = new WeakMap<Context['settings'], ReturnType<typeof open>>()
/** Kept for as long as this process looks at this database. */
export function kept({ settings }: Context): ReturnType<typeof open> {
  let mine = byInstallation.get(settings)
  if (!mine) byInstallation.set(settings, (mine = open()))
  return mine
}

// A post's type changes with its row of items: `changeFeed` writes both in one statement.
export const postVersionSql = (item: string): string => `${item}.xmin`
/** Name, badge and state of an account, and the file of its picture. */
export const performerVersionSql = (account: string, performer: string, file: string): string =>
  `${account}.xmin, '.', ${performer}.xmin, '.', ${file}.xmin`

async function fetchPosts(ctx: Context, ids: string[]): Promise<KeptPost[]> {
  const { rows } = await ctx.pool.query<WordsRow & { version: string }>({
    name: 'feeds kept posts',
    text: `SELECT i.id, concat(${postVersionSql('i')}) AS version, i.performer_id AS "performerId", fe.type, i.title, i.text, i.status, i.status_reason AS "statusReason",
        i.published_at AS "publishedAt", i.created_at AS "createdAt", i.gate_type AS "gateType", i.gate_plan_ids AS "gatePlanIds", i.gate_price AS "gatePrice",
        i.gate_free_for_subscribers AS "gateFreeForSubscribers", i.tags, i.is_pinned AS "isPinned", i.views, i.likes, i.comments, i.bookmarks
      FROM items i JOIN feeds fe ON fe.item_id = i.id WHERE i.id = ANY($1::uuid[])`,
    values: [ids],
  })
  return rows.map(({ version, ...row }) => ({
    id: row.id,
    version,
    row,
    lockable: lockableOf(row),
    texts: new Map(),
  }))
}

async function fetchPerformers(ctx: Context, ids: string[]): Promise<KeptPerformer[]> {
  const { rows } = await ctx.pool.query<{
    id: string
    version: string
    name: string
    username: string | null
    isVerified: boolean
    isClosed: boolean
    isAdult: boolean
    avatar: ShownFileRow | null
  }>({
    name: 'feeds kept performers',
    text: `SELECT a.id, concat(${performerVersionSql('a', 'p', 'f')}) AS version, a.name, a.username, p.is_verified AS "isVerified", ${closedSql('a', 'p')} AS "isClosed", p.is_adult AS "isAdult",
        ${fileById('a.avatar_file_id')} AS avatar
      FROM accounts a JOIN performers p ON p.account_id = a.id LEFT JOIN files f ON f.id = a.avatar_file_id WHERE a.id = ANY($1::uuid[])`,
    values: [ids],
  })
  return rows.map(({ version, isClosed, isAdult, avatar, id, ...row }) => {
    const summary = { _id: id, ...row, avatar: presentAvatar(ctx, { kind: 'visitor' }, avatar) }
    return { id, version, isClosed, isAdult, text: JSON.stringify(summary) }
  })
}

/** The words of a post as the door's answer lets them be seen, as JSON fields without the braces around them. */
export function wordsOf({ row, texts }: KeptPost, viewer: DoorViewer, decision: Decision): string {
  const answer = decision.granted ? decision.as : decision.why
  const key = viewer.kind === 'visitor' ? answer : `${answer} ${viewer.status}`
  let text = texts.get(key)
  if (text === undefined) texts.set(key, (text = JSON.stringify(presentWords(viewer, row, decision)).slice(1, -1)))
  return text
}
