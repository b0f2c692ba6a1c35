import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Endpoint } from '@fanlight/contract/endpoint'
import { getFeed } from '@fanlight/contract/posts'
import { getVideo } from '@fanlight/contract/videos'
import { getGallery } from '@fanlight/contract/galleries'
import { getProduct } from '@fanlight/contract/products'
import { id, username } from '@fanlight/contract/fields'
import { getPerformer } from '@fanlight/contract/performers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { countCall, requireOpenSite } from '../../../platform/http/request-pipeline.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { authorizeAll, requireVisibleByRelations } from '../../access/policy.ts'
import { availabilityOf, gateOf, openKinds, requireVisible } from '../../access/items.ts'
import type { KindName } from '../../content/items/kinds.ts'
import { renderCard, cardTemplateVersion } from './render-card.ts'
import * as store from './store.ts'
import { type Card, postCard, profileCard } from './template.ts'

// The images that other sites show next to a link to a creator or a post. Every client gets what a visitor from its country would see:
// nothing of a creator hidden there, and only the blurred preview of a locked post. An image is stored under a hash of everything
// it shows, so a change is a new image and no cache has to be invalidated.

const bytesMax = 4 * 2 ** 20

export function serveShareCards(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { username: string } }>(
    '/:username/card.png',
    { schema: { hide: true } },
    async (request, reply) => {
      const viewer = visitorOf(ctx, request)
      countCall(ctx, getPerformer, request.viewer)
      const parsed = username.safeParse(request.params.username)
      refuseIf(!parsed.success, 'PERFORMER_NOT_FOUND')
      const found = await store.creator(ctx, viewer, parsed.data!)
      if (!found) refuse('PERFORMER_NOT_FOUND')
      requireVisibleByRelations(viewer, found.id, found.relations)
      const { name, tagline, avatarKey, coverKey } = found
      const cardData = {
        name,
        username: found.username,
        tagline,
        followers: Number(found.followers),
        feeds: Number(found.feeds),
        siteName: ctx.settings.get('siteName'),
      }
      return sendCard(ctx, reply, ['profile', cardData, avatarKey, coverKey], async () =>
        profileCard({ ...cardData, avatar: await bytesOf(ctx, avatarKey), cover: await bytesOf(ctx, coverKey) }),
      )
    },
  )
  serveItemCards(app, ctx, { path: '/post/:id/card.png', kind: 'feed', call: getFeed })
  serveItemCards(app, ctx, { path: '/video/:id/card.png', kind: 'video', call: getVideo })
  serveItemCards(app, ctx, { path: '/gallery/:id/card.png', kind: 'gallery', call: getGallery })
  serveItemCards(app, ctx, { path: '/product/:id/card.png', kind: 'product', call: getProduct })
}

/** Cards count like the call that reads the item. */
function serveItemCards(
  app: FastifyInstance,
  ctx: Context,
  { path, kind, call }: { path: string; kind: KindName; call: Endpoint },
): void {
  app.get<{ Params: { id: string } }>(path, { schema: { hide: true } }, async (request, reply) => {
    const viewer = visitorOf(ctx, request)
    countCall(ctx, call, request.viewer)
    const parsed = id.safeParse(request.params.id)
    const found = parsed.success ? await store.item(ctx, kind, parsed.data) : undefined
    if (!found) refuse('NOT_FOUND')
    const item = {
      id: found.id,
      performerId: found.performerId,
      gate: gateOf(found),
      availability: availabilityOf(found.status, found.statusReason),
    }
    const verdict = (await authorizeAll(ctx, viewer, [item])).get(item.id)!
    requireVisible(verdict)
    const isLocked = !verdict.granted && !openKinds.has(kind)
    // The only pixels of a locked item in the card are those of its preview.
    const [imageKey, preview] = isLocked ? [null, found.preview] : [found.imageKey, null]
    const { name, title } = found
    const cardData = { name, title, username: found.username, siteName: ctx.settings.get('siteName'), isLocked }
    return sendCard(ctx, reply, ['post', cardData, imageKey, preview], async () =>
      postCard({
        ...cardData,
        avatar: null,
        image: preview ? Buffer.from(preview.slice(preview.indexOf(',') + 1), 'base64') : await bytesOf(ctx, imageKey),
      }),
    )
  })
}

function visitorOf(ctx: Context, request: FastifyRequest): Viewer {
  requireOpenSite(ctx, {}, request.viewer)
  const { address, country, locale, age } = request.viewer
  return { kind: 'visitor', address, country, locale, age }
}

async function bytesOf(ctx: Context, key: string | null): Promise<Buffer | null> {
  if (key === null) return null
  // If a file is deleted while its card is rendered, the card is rendered without it.
  return storageOf(ctx.config)
    .read(key)
    .then((stream) => buffer(stream))
    .catch(() => null)
}

async function sendCard(ctx: Context, reply: FastifyReply, shown: unknown[], make: () => Promise<Card>) {
  const version = createHash('sha256')
    .update(JSON.stringify([cardTemplateVersion, ...shown]))
    .digest('hex')
    .slice(0, 40)
  const etag = `"${version}"`
  // Cached only by the requesting client: the response can differ by country.
  reply.headers({ 'cache-control': 'private, max-age=300', etag, 'x-robots-tag': 'noindex' })
  if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send()
  const storage = storageOf(ctx.config)
  const key = `cards/${version.slice(0, 2)}/${version}.png`
  const cached = (await storage.size(key)) !== undefined && (await storage.read(key).catch(() => undefined))
  if (cached) return reply.type('image/png').send(cached)
  const png = await renderCard(ctx.config, await make())
  if (!png) return reply.header('cache-control', 'no-store').redirect('/og.png', 302)
  await storage.put(key, Readable.from([png]), { bytesMax })
  return reply.type('image/png').send(png)
}

const retentionDays = 7
/** Cards that were rendered a week ago are removed, and rendered again on the next request. */
export async function removeOldCards(ctx: Context): Promise<void> {
  const storage = storageOf(ctx.config)
  for await (const key of storage.list('cards', new Date(Date.now() - retentionDays * 86_400_000)))
    await storage.remove(key)
}
