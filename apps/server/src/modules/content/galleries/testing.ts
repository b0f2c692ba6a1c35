import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { Gate } from '../../access/policy.ts'
import { buildFile } from '../posts/testing.ts'

export interface GalleryOptions {
  title?: string
  text?: string
  gate?: Partial<Gate>
  status?: string
  /** How many photos it has, or the files that they are. */
  photos?: number | readonly string[]
}

/** A published gallery of two photos, unless specified otherwise. Photos are named Photo 1, Photo 2. */
export async function buildGallery(
  ctx: Context,
  performer: { id: string },
  { title = 'A gallery', text = 'Secret text', gate = {}, status = 'published', photos = 2 }: GalleryOptions = {},
): Promise<{ id: string; photoIds: string[]; fileIds: string[] }> {
  const id = newId()
  const fileIds = typeof photos === 'number' ? [] : [...photos]
  while (typeof photos === 'number' && fileIds.length < photos) fileIds.push(await buildFile(ctx, performer))
  await sql`INSERT INTO items (id, kind, performer_id, title, text, status, published_at, gate_type, gate_plan_ids, gate_list_ids, gate_price, gate_free_for_subscribers)
    VALUES (${id}, 'gallery', ${performer.id}, ${title}, ${text}, ${status}, ${status === 'draft' ? null : sql`app_now()`},
      ${gate.type ?? 'public'}, ${gate.planIds ?? []}::uuid[], ${gate.listIds ?? []}::uuid[], ${gate.price ?? null}, ${gate.freeForSubscribers ?? false})`.execute(
    ctx.db,
  )
  await sql`INSERT INTO galleries (item_id) VALUES (${id})`.execute(ctx.db)
  await sql`INSERT INTO item_files (item_id, file_id, role, position)
    SELECT ${id}, f.id, 'main', f.n - 1 FROM unnest(${fileIds}::uuid[]) WITH ORDINALITY AS f(id, n)`.execute(ctx.db)
  const made = await rows(
    ctx.db,
    sql<{ id: string }>`INSERT INTO photos (gallery_id, file_id, performer_id, title, position)
      SELECT ${id}, f.id, ${performer.id}, 'Photo ' || f.n, f.n - 1 FROM unnest(${fileIds}::uuid[]) WITH ORDINALITY AS f(id, n) RETURNING id`,
  )
  return { id, photoIds: made.map((photo) => photo.id), fileIds }
}
