import type { ReportTarget } from '@fanlight/contract/report-values'
import { CompiledQuery } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { requireMember } from '../../talk/conversations/moderation.ts'
import { visibleItem } from '../../access/items.ts'
import { requireVisiblePerformer } from '../../access/policy.ts'
import { authorVisibleSql } from '../../access/visibility-sql.ts'

// What can be reported: how each kind is read, and whether someone may know of it.

export interface SnapshotFile {
  id: string
  kind: string
  role: string
  sha256: string | null
  bytes: number
}
/** A message directly before or after one that is reported. */
export interface MessageBeside {
  isBefore: boolean
  isAuthor: boolean
  text: string
  isDeleted: boolean
  /** How many. */
  files: number
  at: string
}
/** A target at one moment. */
export interface TargetState {
  authorId: string
  /** The item that decisions act on: of a photo its gallery where it is the last one, of a comment the item below which it is. */
  itemId: string | null
  itemKind: string | null
  /** Whether its page can be opened; what was removed or hidden has none, for staff either. */
  isOnPage: boolean
  status: string
  title: string
  text: string
  name: string
  username: string | null
  publishedAt: Date | null
  files: SnapshotFile[]
  /** Of a message alone. */
  beside?: MessageBeside[]
}

const fileOf = (file: string, role: string) =>
  `json_build_object('id', ${file}.id, 'kind', ${file}.kind, 'role', ${role}, 'sha256', encode(${file}.sha256, 'hex'), 'bytes', ${file}.bytes)`
const none = `'[]'::json`
const listOf = (from: string, file: string, role: string, order: string) =>
  `coalesce((SELECT json_agg(${fileOf(file, role)} ORDER BY ${order}) FROM ${from}), ${none})`
const author = `a.name, CASE WHEN a.status <> 'closed' THEN a.username END AS username`

const onPage = `i.status = 'published' AS "isOnPage"`
const itemState = `SELECT i.performer_id AS "authorId", i.id AS "itemId", i.kind AS "itemKind", ${onPage}, i.status, i.title, i.text, ${author},
    i.published_at AS "publishedAt", ${listOf('item_files x JOIN files f ON f.id = x.file_id WHERE x.item_id = i.id', 'f', 'x.role', 'x.role, x.position')} AS files
  FROM items i JOIN accounts a ON a.id = i.performer_id WHERE i.id = $1 AND i.kind = $2`
const accountState = `SELECT a.id AS "authorId", NULL AS "itemId", NULL AS "itemKind",
    coalesce(NOT performer_is_closed(a.status, p.verification_status), false) AS "isOnPage", a.status, a.name AS title, coalesce(p.bio, '') AS text, ${author},
    a.created_at AS "publishedAt", ${listOf('files f WHERE f.id IN (a.avatar_file_id, a.cover_file_id)', 'f', `CASE WHEN f.id = a.avatar_file_id THEN 'avatar' ELSE 'cover' END`, 'f.id')} AS files
  FROM accounts a LEFT JOIN performers p ON p.account_id = a.id WHERE a.id = $1 AND a.role = $2 AND a.status <> 'closed'`
const statements: Readonly<Record<ReportTarget, string>> = {
  feed: itemState,
  video: itemState,
  gallery: itemState,
  product: itemState,
  performer: accountState,
  user: accountState,
  photo: `SELECT ph.performer_id AS "authorId", i.id AS "itemId", i.kind AS "itemKind", ${onPage}, CASE WHEN ph.is_withheld THEN 'hidden' ELSE i.status END AS status, ph.title, i.title AS text, ${author},
      i.published_at AS "publishedAt", json_build_array(${fileOf('f', `'main'`)}) AS files
    FROM photos ph JOIN items i ON i.id = ph.gallery_id JOIN files f ON f.id = ph.file_id JOIN accounts a ON a.id = ph.performer_id
    WHERE ph.id = $1 AND $2 = 'photo'`,
  comment: `SELECT c.author_id AS "authorId", c.item_id AS "itemId", i.kind AS "itemKind", ${onPage},
      CASE WHEN c.deleted_at IS NULL THEN 'published' ELSE 'removed' END AS status, '' AS title,
      CASE WHEN c.deleted_at IS NULL THEN c.text ELSE '' END AS text, ${author}, c.created_at AS "publishedAt",
      ${listOf('files f WHERE f.id = c.file_id', 'f', `'main'`, 'f.id')} AS files
    FROM comments c JOIN items i ON i.id = c.item_id JOIN accounts a ON a.id = c.author_id WHERE c.id = $1 AND $2 = 'comment'`,
  // Of two people: what is said in public chats has moderators of its own.
  message: `SELECT g.sender_id AS "authorId", NULL AS "itemId", NULL AS "itemKind", false AS "isOnPage",
      CASE WHEN g.deleted_at IS NULL THEN 'published' ELSE 'removed' END AS status, '' AS title, g.text, ${author}, g.created_at AS "publishedAt",
      ${listOf('message_files x JOIN files f ON f.id = x.file_id WHERE x.message_id = g.id', 'f', `'main'`, 'x.position')} AS files,
      coalesce((SELECT json_agg(json_build_object('isBefore', b.sequence < g.sequence, 'isAuthor', b.sender_id = g.sender_id, 'text', b.text,
          'isDeleted', b.deleted_at IS NOT NULL, 'files', (SELECT count(*) FROM message_files y WHERE y.message_id = b.id), 'at', b.created_at)
        ORDER BY b.sequence) FROM messages b WHERE b.conversation_id = g.conversation_id AND b.sequence IN (g.sequence - 1, g.sequence + 1)), ${none}) AS beside
    FROM messages g JOIN conversations c ON c.id = g.conversation_id AND c.low_id IS NOT NULL JOIN accounts a ON a.id = g.sender_id
    WHERE g.id = $1 AND $2 = 'message'`,
}

export async function readTarget(ctx: Context, type: ReportTarget, id: string): Promise<TargetState | undefined> {
  const { rows: found } = await ctx.db.executeQuery(CompiledQuery.raw(statements[type], [id, type]))
  return found[0] as TargetState | undefined
}

/** A target that this viewer may know of. A hidden one is refused as it is everywhere else. */
export async function visibleTarget(tx: Context, viewer: Viewer, type: ReportTarget, id: string): Promise<TargetState> {
  const found = await readTarget(tx, type, id)
  if (!found) return refuse(type === 'performer' ? 'PERFORMER_NOT_FOUND' : 'NOT_FOUND')
  if (type === 'performer') await requireVisiblePerformer(tx, viewer, id)
  else if (found.itemId !== null) await visibleItem(tx, viewer, found.itemId)
  // Of a gallery that is shown.
  if (type === 'photo' && found.status === 'hidden') refuse('NOT_FOUND')
  if (type === 'comment') {
    const isVisible = await row(
      tx.db,
      sql`SELECT 1 FROM comments c WHERE c.id = ${id} AND c.deleted_at IS NULL AND c.held_for IS NULL AND ${authorVisibleSql(tx, viewer, 'c.author_id')}`,
    )
    if (!isVisible) refuse('NOT_FOUND')
  }
  if (type === 'message') {
    // Of the two alone; what is deleted says nothing any more.
    if (viewer.kind !== 'signed-in' || found.status === 'removed') refuse('NOT_FOUND')
    await requireMember(tx, viewer, id)
  }
  if (type === 'user' && !(await isKnown(tx, viewer, id))) refuse('NOT_FOUND')
  return found
}

/** Fans have no page. They are reported by people who met them in a comment or an order; a block hides them. */
const isKnown = async (tx: Context, viewer: Viewer, id: string): Promise<boolean> =>
  (await row(tx.db, sql`SELECT 1 FROM accounts a WHERE a.id = ${id} AND ${authorVisibleSql(tx, viewer, 'a.id')}`)) !==
  undefined
