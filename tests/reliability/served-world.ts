import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buildConversation, buildMessage } from '@fanlight/server/modules/talk/conversations/testing'
import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { buildFeed, buildFile, type FileOptions } from '@fanlight/server/modules/content/posts/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { buildVideo } from '@fanlight/server/modules/content/videos/testing'
import { buildFan } from '@fanlight/server/modules/money/wallet/testing'
import { api } from '@fanlight/server/testing/api'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import type { Context } from '@fanlight/server/platform/context'
import { rows, sql } from '@fanlight/server/platform/db/db'
import { storageOf } from '@fanlight/server/platform/files/storage'
import type { TestServer } from '@fanlight/server/testing/server'
import sharp from 'sharp'

// What the checks of private media share: a creator with one thing of each kind to sell, whose files have bytes, and the addresses that the
// API gives its buyer.

export const privateBytes = 'PRIVATE-BYTES-OF-A-CREATOR'

export type SoldKind = 'feed' | 'gallery' | 'video' | 'product' | 'message'
export interface Scene {
  creator: Built
  fan: Built
  /** By kind; a message has a price, the others a gate. */
  ids: Record<SoldKind, string>
  /** Items that staff, consents and gates know. */
  itemIds: string[]
  fileIds: string[]
}

let preview: Promise<Buffer> | undefined
/** A file whose variants and original can be served. */
export async function buildServedFile(ctx: Context, owner: { id: string }, options: FileOptions = {}): Promise<string> {
  const id = await buildFile(ctx, owner, options)
  const keys = await rows(
    ctx.db,
    sql<{
      key: string
      isPreview: boolean
    }>`SELECT storage_key AS key, name = 'preview' AS "isPreview" FROM file_variants WHERE file_id = ${id}
      UNION ALL SELECT original_key, false FROM files WHERE id = ${id}`,
  )
  // Share images are made from previews: they are images.
  preview ??= sharp({ create: { width: 32, height: 40, channels: 3, background: '#885522' } })
    .webp()
    .toBuffer()
  for (const { key, isPreview } of keys) {
    const bytes = isPreview ? await preview : Buffer.from(privateBytes)
    await storageOf(ctx.config).put(key, Readable.from([bytes]), { bytesMax: 10_000 })
  }
  const dataUri = `data:image/webp;base64,${(await preview).toString('base64')}`
  await sql`UPDATE file_variants SET detail = ${JSON.stringify({ dataUri })}::jsonb WHERE file_id = ${id} AND name = 'preview'`.execute(
    ctx.db,
  )
  await sql`UPDATE files SET bytes = ${privateBytes.length} WHERE id = ${id}`.execute(ctx.db)
  return id
}

export interface SceneOptions {
  gate?: { type: 'paid' | 'subscribers' }
  /** What the fan has to spend. */
  tokens?: number
}
/** One thing of each kind behind a gate, by default one that is paid; and a fan with tokens. */
export async function buildScene(
  { ctx }: TestServer,
  { gate = { type: 'paid' }, tokens = 100 }: SceneOptions = {},
): Promise<Scene> {
  const owner = await buildPerformer(ctx)
  const fan = await buildFan(ctx, tokens)
  const locked = gate.type === 'paid' ? { type: gate.type, price: 500n } : gate
  const [photo, second, video, file, inMessage] = [
    await buildServedFile(ctx, owner),
    await buildServedFile(ctx, owner),
    await buildServedFile(ctx, owner, { purpose: 'feed-video' }),
    await buildServedFile(ctx, owner, { purpose: 'product-file' }),
    await buildServedFile(ctx, owner),
  ]
  await sql`UPDATE files SET purpose = 'message-photo' WHERE id = ${inMessage}`.execute(ctx.db)
  await sql`INSERT INTO file_captions (file_id, locale, label, vtt) VALUES (${video}, 'en-US', 'English', ${`WEBVTT\n\n${privateBytes}`})`.execute(
    ctx.db,
  )
  const conversation = await buildConversation(ctx, owner, fan)
  const ids = {
    feed: await buildFeed(ctx, owner, { type: 'photo', files: [photo], gate: locked }),
    gallery: (await buildGallery(ctx, owner, { photos: [second], gate: locked })).id,
    video: await buildVideo(ctx, owner, { fileId: video, gate: locked }),
    product: await buildProduct(ctx, owner, { type: 'digital', price: 500n, files: [{ id: file, role: 'main' }] }),
    message: await buildMessage(ctx, conversation, owner, { price: 500n, fileIds: [inMessage] }),
  }
  const { message, ...items } = ids
  return {
    creator: owner,
    fan,
    ids: { ...items, message },
    itemIds: Object.values(items),
    fileIds: [photo, second, video, file, inMessage],
  }
}

/** Buys it through the API. */
export async function buy(server: TestServer, { fan, ids }: Scene, kind: SoldKind): Promise<string> {
  const body = { expectedPrice: 5 }
  const headers = { 'idempotency-key': randomUUID() }
  const reply = await api(server).as(fan).post(`/wallet/charges/${kind}/${ids[kind]}`, body, { headers })
  if (reply.status !== 200) throw new Error(`${kind} is not sold: ${reply.text}`)
  return reply.body.data._id as string
}
export const soldKinds: readonly SoldKind[] = ['feed', 'gallery', 'video', 'product', 'message']

const read: Record<Exclude<SoldKind, 'message'>, (id: string) => string> = {
  feed: (id) => `/user/feeds/${id}`,
  gallery: (id) => `/performer-assets/photos?galleryId=${id}`,
  video: (id) => `/performer-assets/videos/${id}`,
  product: (id) => `/performer-assets/products/${id}/download-link`,
}
/** The answer in which the API gives this viewer the addresses of a thing. */
export async function answerFor(
  server: TestServer,
  who: Built,
  { ids }: Scene,
  kind: SoldKind,
  headers = {},
): Promise<string> {
  const client = api(server).as(who)
  if (kind !== 'message') return (await client.get(read[kind](ids[kind]), { headers })).text
  const { body } = await client.get('/conversations', { headers })
  const found: { _id: string }[] = body.data ?? []
  const texts = await Promise.all(
    found.map(async ({ _id }) => (await client.get(`/messages/conversations/${_id}`, { headers })).text),
  )
  const bought = await client.get(`/user/purchases/messages/${ids.message}`, { headers })
  return [...texts, bought.text].join('')
}
/** Every address in an answer, as one of a part that has bytes. */
export function addressesIn(answer: string): string[] {
  const bases = new Set(answer.match(/\/media\/[\w-]+\//g) ?? [])
  return [...bases].flatMap((base) =>
    base.startsWith('/media/o')
      ? [`${base}file`]
      : answer.includes('captions-en-US.vtt')
        ? [`${base}640.webp`, `${base}captions-en-US.vtt`]
        : [`${base}640.webp`],
  )
}
