import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { Gate } from '../../access/policy.ts'
import { buildFile } from '../posts/testing.ts'

export interface VideoOptions {
  title?: string
  gate?: Partial<Gate>
  status?: string
  hoursAgo?: number
  tags?: string[]
  fileId?: string
  teaserId?: string
}
/** A published video of any age. */
export async function buildVideo(ctx: Context, performer: { id: string }, options: VideoOptions = {}): Promise<string> {
  const id = newId()
  const { gate = {}, status = 'published', hoursAgo = 0, tags = ['hush'] } = options
  await sql`INSERT INTO items (id, kind, performer_id, title, text, status, published_at, gate_type, gate_plan_ids, gate_list_ids, gate_price, gate_free_for_subscribers, tags)
    VALUES (${id}, 'video', ${performer.id}, ${options.title ?? 'A video'}, 'Secret text', ${status},
      ${status === 'draft' ? null : sql`app_now() - make_interval(hours => ${hoursAgo})`}, ${gate.type ?? 'public'}, ${gate.planIds ?? []}::uuid[], ${gate.listIds ?? []}::uuid[],
      ${gate.price ?? null}, ${gate.freeForSubscribers ?? false}, ${tags}::text[])`.execute(ctx.db)
  const fileId = options.fileId ?? (await buildFile(ctx, performer, { purpose: 'feed-video' }))
  await sql`INSERT INTO item_files (item_id, file_id, role) VALUES (${id}, ${fileId}, 'main')`.execute(ctx.db)
  if (options.teaserId)
    await sql`INSERT INTO item_files (item_id, file_id, role) VALUES (${id}, ${options.teaserId}, 'teaser')`.execute(
      ctx.db,
    )
  return id
}
