import { trashDays } from '@fanlight/contract/trash'
import type { Context } from '../../../platform/context.ts'
import { countRows, cut, instantSql, pageOf } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { fileJson } from '../../media/serving/file-json.ts'
import { type PresentableFile, presentFile } from '../../media/serving/present.ts'
import type { KindName } from './kinds.ts'
import * as store from './store.ts'

// Deleted items stay here for 30 days, with their files. Only their creator sees them.

interface TrashedRow {
  id: string
  at: string
  kind: KindName
  title: string
  text: string
  from: string
  deletedAt: Date
  image: PresentableFile | null
}

export async function listTrash(
  ctx: Context,
  viewer: SignedIn,
  query: { pageSize: number; cursor?: string | undefined },
) {
  const page = pageOf({ current: 1, ...query })
  const found = await rows(
    ctx.db,
    sql<TrashedRow>`SELECT i.id, ${sql.raw(instantSql('i.deleted_at'))} AS at, i.kind, i.title, left(i.text, 200) AS text,
        i.deleted_from AS "from", i.deleted_at AS "deletedAt",
        (SELECT ${sql.raw(fileJson('f'))} FROM item_files x JOIN files f ON f.id = x.file_id
          WHERE x.item_id = i.id AND f.kind IN ('photo', 'thumbnail', 'video') AND f.is_playable
          ORDER BY x.role = 'main', x.position LIMIT 1) AS image
      FROM items i WHERE i.performer_id = ${viewer.id} AND i.deleted_at IS NOT NULL
        AND ${page.cursor ? sql`(i.deleted_at, i.id) < (${page.cursor.at}::timestamptz, ${page.cursor.id}::uuid)` : sql`TRUE`}
      ORDER BY i.deleted_at DESC, i.id DESC LIMIT ${page.size + 1}`,
  )
  const { shown, nextCursor } = cut(found, page)
  return {
    data: shown.map((item) => ({
      _id: item.id,
      kind: item.kind,
      title: item.title,
      text: item.text,
      restoredAs: restoredAs(item.from),
      deletedAt: item.deletedAt.toISOString(),
      deletedForGoodAt: new Date(item.deletedAt.getTime() + trashDays * 86_400_000).toISOString(),
      image: item.image && presentFile(ctx, item.image, viewer, { granted: true }),
    })),
    total: await countRows(ctx, sql`items i WHERE i.performer_id = ${viewer.id} AND i.deleted_at IS NOT NULL`),
    nextCursor,
  }
}

/** What was published comes back archived, and is published again in its editor; what was not is a draft. Hidden items stay hidden. */
const restoredAs = (from: string): 'draft' | 'archived' | 'hidden' =>
  from === 'hidden' ? 'hidden' : from === 'published' || from === 'archived' ? 'archived' : 'draft'

export const restoreFromTrash = (ctx: Context, performer: SignedIn, id: string) =>
  ctx.transaction(async (tx) => {
    const { kind, from } = await lockTrashed(tx, performer, id)
    const status = restoredAs(from)
    await store.setStatus(tx, id, status, null)
    await store.setDeleted(tx, id, null)
    return { kind, status }
  })

export const deleteForGood = (ctx: Context, performer: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await lockTrashed(tx, performer, id)
    await store.purge(tx, [id])
  })

async function lockTrashed(tx: Context, performer: SignedIn, id: string) {
  const found = await row(
    tx.db,
    sql<{ kind: KindName; from: string }>`SELECT kind, deleted_from AS "from" FROM items
      WHERE id = ${id} AND performer_id = ${performer.id} AND deleted_at IS NOT NULL FOR UPDATE`,
  )
  return found ?? refuse('NOT_FOUND')
}

const batchMax = 200
/** Deletes what has been in the trash for 30 days; a scheduled job. */
export async function purgeTrash(ctx: Context): Promise<void> {
  for (;;) {
    const purged = await ctx.transaction(async (tx) => {
      const due = await rows(
        tx.db,
        sql<{ id: string }>`SELECT id FROM items WHERE deleted_at <= app_now() - make_interval(days => ${trashDays})
          ORDER BY deleted_at LIMIT ${batchMax} FOR UPDATE SKIP LOCKED`,
      )
      if (due.length > 0)
        await store.purge(
          tx,
          due.map(({ id }) => id),
        )
      return due.length
    })
    if (purged < batchMax) return
  }
}
