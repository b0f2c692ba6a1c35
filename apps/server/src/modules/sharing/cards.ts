import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { getFeed } from '@fanlight/contract/feeds'
import { id, username } from '@fanlight/contract/fields'
import { getPerformer } from '@fanlight/contract/performers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { countCall } from '../../platform/http.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import { storageOf } from '../../platform/storage.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { decideAll, refuseClosedPerformer } from '../access/door.ts'
import { availabilityOf, gateOf, refuseHidden } from '../access/items.ts'
import { draw, drawingVersion } from './drawing.ts'
import * as store from './store.ts'
import { type Card, postCard, profileCard } from './template.ts'

// The pictures that other sites show beside a link to a creator or a post. Whoever asks gets what a visitor of their country would see:
// nothing of a creator who is hidden there, and of a locked post its blurred preview alone. A drawing is kept under a hash of all that
// it shows, so a change is a new picture and nothing has to be told to forget.

const bytesMax = 4 * 2 ** 20

export function serveShareCards(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { username: string } }>(
    '/:username/card.png',
    { schema: { hide: true } },
    async (request, reply) => {
      const viewer = visitorOf(ctx, request)
      countCall(ctx, getPerformer, request, reply)
      const asked = username.safeParse(request.params.username)
      refuseIf(!asked.success, 'PERFORMER_NOT_FOUND')
      const found = await store.creator(ctx, viewer, asked.data!)
      if (!found) refuse('PERFORMER_NOT_FOUND')
      refuseClosedPerformer(viewer, found.id, found.facts)
      const { name, tagline, avatarKey, coverKey } = found
      const facts = {
        name,
        username: found.username,
        tagline,
        followers: Number(found.followers),
        feeds: Number(found.feeds),
        siteName: ctx.settings.get('siteName'),
      }
      return sendCard(ctx, reply, ['profile', facts, avatarKey, coverKey], async () =>
        profileCard({ ...facts, avatar: await bytesOf(ctx, avatarKey), cover: await bytesOf(ctx, coverKey) }),
      )
    },
  )
  app.get<{ Params: { id: string } }>('/post/:id/card.png', { schema: { hide: true } }, async (request, reply) => {
    const viewer = visitorOf(ctx, request)
    countCall(ctx, getFeed, request, reply)
    const asked = id.safeParse(request.params.id)
    const found = asked.success ? await store.post(ctx, asked.data) : undefined
    if (!found) refuse('NOT_FOUND')
    const thing = {
      id: found.id,
      performerId: found.performerId,
      gate: gateOf(found),
      availability: availabilityOf(found.status, found.statusReason),
    }
    const decision = (await decideAll(ctx, viewer, [thing])).get(thing.id)!
    refuseHidden(decision)
    const isLocked = !decision.granted
    // The only pixels of a locked post that anybody gets are those of its preview.
    const [pictureKey, preview] = isLocked ? [null, found.preview] : [found.pictureKey, null]
    const { name, title } = found
    const facts = { name, title, username: found.username, siteName: ctx.settings.get('siteName'), isLocked }
    return sendCard(ctx, reply, ['post', facts, pictureKey, preview], async () =>
      postCard({
        ...facts,
        avatar: null,
        picture: preview
          ? Buffer.from(preview.slice(preview.indexOf(',') + 1), 'base64')
          : await bytesOf(ctx, pictureKey),
      }),
    )
  })
}

function visitorOf(ctx: Context, request: FastifyRequest): Viewer {
  refuseIf(request.isGeoBlocked, 'GEO_BLOCKED')
  refuseIf(ctx.settings.get('maintenanceMode'), 'MAINTENANCE')
  const { address, country, locale, age } = request.viewer
  return { kind: 'visitor', address, country, locale, age }
}

async function bytesOf(ctx: Context, key: string | null): Promise<Buffer | null> {
  if (key === null) return null
  // A file that goes while its card is drawn leaves a card without it.
  return storageOf(ctx.config)
    .read(key)
    .then((stream) => buffer(stream))
    .catch(() => null)
}

async function sendCard(ctx: Context, reply: FastifyReply, shown: unknown[], make: () => Promise<Card>) {
  const version = createHash('sha256')
    .update(JSON.stringify([drawingVersion, ...shown]))
    .digest('hex')
    .slice(0, 40)
  const etag = `"${version}"`
  // Kept by who asked alone: another country may see something else.
  reply.headers({ 'cache-control': 'private, max-age=300', etag, 'x-robots-tag': 'noindex' })
  if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send()
  const storage = storageOf(ctx.config)
  const key = `cards/${version.slice(0, 2)}/${version}.png`
  const kept = (await storage.size(key)) !== undefined && (await storage.read(key).catch(() => undefined))
  if (kept) return reply.type('image/png').send(kept)
  const png = await draw(ctx.config, await make())
  if (!png) return reply.header('cache-control', 'no-store').redirect('/og.png', 302)
  await storage.put(key, Readable.from([png]), { bytesMax })
  return reply.type('image/png').send(png)
}

const keptDays = 7
/** Cards that were drawn a week ago are drawn anew when somebody asks for them. */
export async function removeOldCards(ctx: Context): Promise<void> {
  const storage = storageOf(ctx.config)
  for await (const key of storage.list('cards', new Date(Date.now() - keptDays * 86_400_000))) await storage.remove(key)
}
