import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { Gate } from '../../access/policy.ts'

// Builders for tests about posts. Options that a test omits have defaults.

export interface FileOptions {
  purpose?: 'feed-photo' | 'feed-video' | 'feed-audio' | 'feed-thumbnail' | 'feed-teaser' | 'product-file'
  isPlayable?: boolean
  alt?: string
}
/** A processed photo with a preview and one size, unless specified otherwise. It has no bytes in storage. */
export async function buildFile(
  ctx: Context,
  owner: { id: string },
  { purpose = 'feed-photo', isPlayable = true, alt = '' }: FileOptions = {},
): Promise<string> {
  const id = newId()
  const kind = purpose === 'product-file' ? 'digital' : purpose.slice('feed-'.length)
  await sql`INSERT INTO files (id, owner_id, kind, purpose, mime, width, height, duration_ms, alt, status, is_playable, progress, original_key)
    VALUES (${id}, ${owner.id}, ${kind}, ${purpose}, 'image/jpeg', 3024, 4032, ${kind === 'video' || kind === 'audio' ? 61_000 : null}, ${alt},
      ${isPlayable ? 'ready' : 'processing'}, ${isPlayable}, ${isPlayable ? 100 : 40}, ${`samples/${randomUUID()}`})`.execute(
    ctx.db,
  )
  await sql`INSERT INTO file_variants (file_id, name, kind, storage_key, mime, width, height, detail) VALUES
    (${id}, 'webp-640', 'photo', ${`samples/${randomUUID()}`}, 'image/webp', 640, 853, '{}'),
    (${id}, 'preview', 'locked-preview', ${`samples/${randomUUID()}`}, 'image/webp', 32, 40, '{"dataUri":"data:image/webp;base64,AAAA"}')`.execute(
    ctx.db,
  )
  return id
}
export const finishFile = (ctx: Context, id: string) =>
  sql`UPDATE files SET status = 'ready', is_playable = true, progress = 100 WHERE id = ${id}`.execute(ctx.db)

export interface FeedOptions {
  text?: string
  title?: string
  type?: 'text' | 'photo' | 'video' | 'audio'
  gate?: Partial<Gate>
  status?: string
  hoursAgo?: number
  isPinned?: boolean
  files?: string[]
}
/** A published post of any age, without fan-out. */
export async function buildFeed(ctx: Context, performer: { id: string }, options: FeedOptions = {}): Promise<string> {
  const id = newId()
  const { type = 'text', gate = {}, status = 'published', hoursAgo = 0 } = options
  await sql`INSERT INTO items (id, kind, performer_id, title, text, status, published_at, gate_type, gate_plan_ids, gate_list_ids, gate_price, gate_free_for_subscribers, tags, is_pinned)
    VALUES (${id}, 'feed', ${performer.id}, ${options.title ?? 'A title'}, ${options.text ?? 'Secret text'}, ${status},
      ${status === 'draft' ? null : sql`app_now() - make_interval(hours => ${hoursAgo})`}, ${gate.type ?? 'public'}, ${gate.planIds ?? []}::uuid[], ${gate.listIds ?? []}::uuid[],
      ${gate.price ?? null}, ${gate.freeForSubscribers ?? false}, '{hush}', ${options.isPinned ?? false})`.execute(
    ctx.db,
  )
  await sql`INSERT INTO feeds (item_id, type) VALUES (${id}, ${type})`.execute(ctx.db)
  const files = options.files ?? (type === 'text' ? [] : [await buildFile(ctx, performer, { purpose: `feed-${type}` })])
  for (const [position, fileId] of files.entries())
    await sql`INSERT INTO item_files (item_id, file_id, role, position) VALUES (${id}, ${fileId}, 'main', ${position})`.execute(
      ctx.db,
    )
  return id
}

/** A subscription that gives access now; without money behind it. */
export async function buildAccess(
  ctx: Context,
  fan: { id: string },
  performer: { id: string },
  planId: string | null = null,
): Promise<void> {
  await sql`INSERT INTO subscriptions (fan_id, performer_id, plan_id, type, status, current_period_end, access_until)
    VALUES (${fan.id}, ${performer.id}, ${planId}, 'monthly', 'active', app_now() + interval '30 days', app_now() + interval '30 days')`.execute(
    ctx.db,
  )
}
export async function buildFreePlan(ctx: Context, performer: { id: string }): Promise<string> {
  const made = await row(
    ctx.db,
    sql<{
      id: string
    }>`INSERT INTO plans (performer_id, name, type, months) VALUES (${performer.id}, 'Open plan', 'free', 1) RETURNING id`,
  )
  return made!.id
}
export const buildPurchase = (ctx: Context, fan: { id: string }, performer: { id: string }, feedId: string) =>
  sql`INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id)
    VALUES (${fan.id}, 'feed', ${feedId}, ${performer.id}, ${randomUUID()})`.execute(ctx.db)
/** A word that is found nowhere else, always one token: text search would split 00003e3b9e, without the w, into a number and a rest. */
export const uniqueWord = (): string => `w${randomBytes(5).toString('hex')}`
