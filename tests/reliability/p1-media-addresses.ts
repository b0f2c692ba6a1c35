import { baseOf, type Scope } from '@fanlight/server/modules/media/serving/address'
import { decideFiles } from '@fanlight/server/modules/media/serving/access'
import { loadFiles, presentFile } from '@fanlight/server/modules/media/serving/present'
import { type VariantKind, type VariantKindName, variantKinds } from '@fanlight/server/modules/media/serving/registry'
import { storeArchive, newKey } from '@fanlight/server/modules/leaving/exports/archives'
import { insertVariants, putCaptions, setReady } from '@fanlight/server/modules/media/store'
import { buildConversation, buildMessage } from '@fanlight/server/modules/talk/conversations/testing'
import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { buildVideo } from '@fanlight/server/modules/content/videos/testing'
import { buildItemAround, buildUploadedFile } from '@fanlight/server/modules/media/testing'
import { accountOfToken, countryPort } from '@fanlight/server/modules/people/accounts/auth/identify'
import { suspend } from '@fanlight/server/modules/people/accounts/suspension'
import type { Context } from '@fanlight/server/platform/context'
import { sql } from '@fanlight/server/platform/db/db'
import { newId } from '@fanlight/server/platform/ids'
import { storageOf } from '@fanlight/server/platform/files/storage'
import type { Viewer } from '@fanlight/server/platform/viewer'
import {
  buildAdmin,
  buildBlock,
  buildFollow,
  buildPerformer,
  buildUser,
  type Built,
} from '@fanlight/server/testing/builders'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { Readable } from 'node:stream'
import type { FileKind } from '@fanlight/contract/media'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { tryLists } from './media-lists.ts'

// Every kind of media in the registry × every viewer × every way to write an address. A kind without a fixture does not compile,
// and does not run.

const canary = 'PRIVATE-BYTES-OF-A-CREATOR'
/** Sizes that occur nowhere else, long enough that no random id holds them: seen in an answer, they have leaked. */
const [trueWidth, trueHeight] = [20_431_219, 20_917_043]

interface Fixture {
  file: FileKind
  purpose?: string
  variant: string
  /** The requested part, and another one that the first one's base URL must not give access to. */
  part: string
  otherPart: string
}
const fixtures: Record<VariantKindName, Fixture> = {
  photo: { file: 'photo', variant: 'webp-640', part: '640.webp', otherPart: 'file' },
  animation: { file: 'photo', variant: 'animation', part: 'animation.webp', otherPart: '640.webp' },
  poster: {
    file: 'video',
    variant: 'poster-webp-640',
    part: 'poster-640.webp',
    otherPart: 'file',
  },
  sprite: { file: 'video', variant: 'sprite', part: 'sprite.jpeg', otherPart: 'file' },
  'hls-master': { file: 'video', variant: 'hls', part: 'master.m3u8', otherPart: 'hls-240' },
  'hls-rendition': { file: 'video', variant: 'hls-240', part: 'hls-240/s00000.m4s', otherPart: 'hls-240/key.bin' },
  audio: { file: 'audio', variant: 'audio', part: 'audio.m4a', otherPart: 'file' },
  waveform: { file: 'audio', variant: 'waveform', part: 'waveform.json', otherPart: 'file' },
  captions: { file: 'video', variant: 'captions-en-US', part: 'captions-en-US.vtt', otherPart: 'captions-ja.vtt' },
  original: { file: 'digital', variant: 'original', part: 'file', otherPart: 'preview.webp' },
  'saved-video': { file: 'video', variant: 'saved-video', part: 'video.mp4', otherPart: 'file' },
  // Not a file but an archive of its owner's data, made below.
  'data-export': { file: 'document', variant: 'archive', part: 'file', otherPart: 'preview.webp' },
  'profile-image': {
    file: 'photo',
    purpose: 'avatar',
    variant: 'webp-128',
    part: '128.webp',
    otherPart: 'file',
  },
  'locked-preview': { file: 'photo', variant: 'preview', part: 'preview.webp', otherPart: '640.webp' },
}

interface Relation {
  who: Built | undefined
  entitled: boolean
  /** Where their requests come from. */
  country?: string
}
interface World {
  server: TestServer
  owner: Built
  relations: Map<string, Relation>
  /** By place: a kind in a post, or one of `places`. */
  files: Map<string, Placed>
}
interface Placed {
  kind: VariantKindName
  fileId: string
  itemId: string
  /** Who may see it, where it isn't those who may see the other things. */
  entitled?: ReadonlySet<string>
}
/** Where else than in a post a kind is private: in items of each other kind, and in messages. */
const places: Record<string, { kind: VariantKindName; in: 'gallery' | 'video' | 'product' | 'message' }> = {
  'a photo of a gallery': { kind: 'photo', in: 'gallery' },
  'a segment of a video': { kind: 'hls-rendition', in: 'video' },
  'captions of a video': { kind: 'captions', in: 'video' },
  'the file of a product': { kind: 'original', in: 'product' },
  'a photo of a message': { kind: 'photo', in: 'message' },
}

/** An address of this kind for this viewer, made as if it had been granted. */
const mint = (
  ctx: Context,
  viewer: Viewer,
  kind: VariantKindName,
  fileId: string,
  { part = fixtures[kind].part, scope = variantKinds[kind].scope }: { part?: string; scope?: Scope } = {},
) => baseOf(ctx, viewer, scope, fileId) + part
/** A scope that this kind does not belong to. */
const otherScope: Record<Scope, Scope> = {
  display: 'original',
  original: 'display',
  saved: 'original',
  archive: 'display',
  public: 'display',
}

type Sending = { url: string; method?: 'GET' | 'HEAD'; headers?: Record<string, string>; as?: Built | undefined }
interface Form {
  make(given: {
    ctx: Context
    viewer: Viewer
    owner: Viewer
    kind: VariantKindName
    fileId: string
    etag: string
  }): Sending
  /** Whether an entitled viewer gets it, or only what is public is served; other viewers never get it. */
  opensTo: 'entitled' | 'none' | 'public'
  /** The address was issued to another viewer: it gives access only to public media, or to that viewer. */
  isOwners?: true
}
const editToken = (url: string, at: number) => {
  const [, , token = '', ...path] = url.split('/')
  return `/media/${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}/${path.join('/')}`
}
const forms: Record<string, Form> = {
  canonical: {
    opensTo: 'entitled',
    make: ({ ctx, viewer, kind, fileId }) => ({ url: mint(ctx, viewer, kind, fileId) }),
  },
  'next id': {
    opensTo: 'none',
    make: ({ ctx, viewer, kind, fileId }) => ({ url: editToken(mint(ctx, viewer, kind, fileId), 20) }),
  },
  'the owner’s address': {
    opensTo: 'entitled',
    isOwners: true,
    make: ({ ctx, owner, kind, fileId }) => ({ url: mint(ctx, owner, kind, fileId) }),
  },
  expired: {
    opensTo: 'none',
    make: ({ ctx, viewer, kind, fileId }) => {
      const past = { ...ctx, clock: { ...ctx.clock, now: () => new Date(ctx.clock.now().getTime() - 20 * 60_000) } }
      return { url: mint(past, viewer, kind, fileId) }
    },
  },
  'edited part': {
    opensTo: 'none',
    make: ({ ctx, viewer, kind, fileId }) => ({
      url: mint(ctx, viewer, kind, fileId, { part: fixtures[kind].otherPart }),
    }),
  },
  'edited expiry': {
    opensTo: 'none',
    make: ({ ctx, viewer, kind, fileId }) => ({ url: editToken(mint(ctx, viewer, kind, fileId), 58) }),
  },
  'edited viewer': {
    opensTo: 'none',
    make: ({ ctx, viewer, kind, fileId }) => ({ url: editToken(mint(ctx, viewer, kind, fileId), 30) }),
  },
  'edited scope': {
    opensTo: 'none',
    make: ({ ctx, viewer, kind, fileId }) => ({ url: editToken(mint(ctx, viewer, kind, fileId), 0) }),
  },
  'another scope': {
    opensTo: 'none',
    make: ({ ctx, viewer, kind, fileId }) => ({
      url: mint(ctx, viewer, kind, fileId, { scope: otherScope[variantKinds[kind].scope] }),
    }),
  },
  // What is gated has no address that everybody shares, not even for those who may see it.
  'the address of a public file': {
    opensTo: 'public',
    make: ({ ctx, viewer, kind, fileId }) => ({ url: mint(ctx, viewer, kind, fileId, { scope: 'public' }) }),
  },
  dots: {
    opensTo: 'none',
    make: ({ ctx, viewer, kind, fileId }) => ({
      url: mint(ctx, viewer, kind, fileId).replace(/[^/]+$/, '..%2f..%2foriginals'),
    }),
  },
  'encoded dots': {
    opensTo: 'none',
    make: ({ ctx, viewer, kind, fileId }) => ({ url: mint(ctx, viewer, kind, fileId).replace(/[^/]+$/, '%2e%2e/$&') }),
  },
  'other host': {
    opensTo: 'entitled',
    make: ({ ctx, viewer, kind, fileId }) => ({
      url: mint(ctx, viewer, kind, fileId),
      headers: { host: 'other.localhost' },
    }),
  },
  head: {
    opensTo: 'entitled',
    make: ({ ctx, viewer, kind, fileId }) => ({ url: mint(ctx, viewer, kind, fileId), method: 'HEAD' }),
  },
  range: {
    opensTo: 'entitled',
    make: ({ ctx, viewer, kind, fileId }) => ({
      url: mint(ctx, viewer, kind, fileId),
      headers: { range: 'bytes=0-5' },
    }),
  },
  etag: {
    opensTo: 'entitled',
    make: ({ ctx, viewer, kind, fileId, etag }) => ({
      url: mint(ctx, viewer, kind, fileId),
      headers: { 'if-none-match': etag },
    }),
  },
}

export const check: ReliabilityCheck = {
  id: 'P1',
  title: 'private media stays private, whatever the address',
  async run({ seconds }) {
    const fixtureless = Object.keys(variantKinds).filter((kind) => !Object.hasOwn(fixtures, kind))
    if (fixtureless.length > 0) return { n: 0, violations: fixtureless.map((kind) => `kind ${kind} has no cases`) }
    const world = await buildWorld()
    const violations: string[] = []
    let n = 0
    const deadline = Date.now() + seconds * 1000
    try {
      for (const [state, relation] of world.relations)
        for (const [place, placed] of world.files) {
          if (Date.now() > deadline || (sabotaged('P1') && violations.length > 0)) break
          n += await tryAll(world, state, relation, { place, placed }, violations)
        }
      if (!sabotaged('P1')) {
        n += await tryAnswers(world, violations)
        n += await trySources(world, violations)
      }
    } finally {
      await world.server.stop()
    }
    if (!sabotaged('P1')) n += await tryLists(violations)
    return { n, violations }
  },
}

async function tryAll(
  world: World,
  state: string,
  { who, entitled, country }: Relation,
  { place, placed }: { place: string; placed: Placed },
  violations: string[],
): Promise<number> {
  const { ctx } = world.server
  const { fileId, kind } = placed
  const policy: VariantKind = variantKinds[kind]
  const isPublic = policy.audience === 'public' && country === undefined
  // A user's private file is available to no other user, regardless of payments and role.
  // Images of a profile are no part of what was bought: a closed country is without them.
  const isEntitled =
    policy.audience === 'own'
      ? who?.id === world.owner.id
      : policy.audience === 'public'
        ? entitled && country === undefined
        : (placed.entitled?.has(state) ?? entitled)
  const [viewer, owner] = [await viewerOf(ctx, who), await viewerOf(ctx, world.owner)]
  const reference = await world.server.app.inject({
    method: 'GET',
    url: mint(ctx, owner, kind, fileId),
    headers: { authorization: world.owner.token },
  })
  const etag = String(reference.headers['etag'] ?? '"none"')
  let n = 0
  const attempt = async (form: string, sending: Sending, opens: boolean) => {
    n++
    const reply = await world.server.app.inject({
      method: sending.method ?? 'GET',
      url: sending.url,
      headers: { ...from(who, country), ...sending.headers },
    })
    const where = `${place} · ${state} · ${form}`
    if (opens && reply.statusCode >= 400) violations.push(`${where}: refused with ${reply.statusCode}`)
    if (opens) return
    if (reply.statusCode !== 404) violations.push(`${where}: answered ${reply.statusCode}`)
    const leaked = [
      reply.payload.includes(canary),
      reply.headers['etag'] === etag,
      'content-range' in reply.headers,
      'content-disposition' in reply.headers,
    ]
    if (leaked.some(Boolean)) violations.push(`${where}: gave something away`)
  }
  for (const [name, form] of Object.entries(forms)) {
    const opens = form.isOwners
      ? isPublic || who?.id === world.owner.id
      : form.opensTo === 'entitled'
        ? isPublic || isEntitled
        : isPublic && (name === 'expired' || form.opensTo === 'public')
    await attempt(name, form.make({ ctx, viewer, owner, kind, fileId, etag }), opens)
  }
  const before = mint(ctx, viewer, kind, fileId)
  if (who) {
    await sql`UPDATE accounts SET access_epoch = access_epoch + 1 WHERE id = ${who.id}`.execute(ctx.db)
    await attempt('after a revocation', { url: before }, isPublic)
  }
  return n
}

function readingOf(place: string, itemId: string): string {
  const kind = places[place]?.in
  return kind === 'product'
    ? `/api/performer-assets/products/${itemId}/download-link`
    : kind === 'gallery'
      ? `/api/performer-assets/photos?galleryId=${itemId}`
      : kind === 'video'
        ? `/api/performer-assets/videos/${itemId}`
        : `/api/user/feeds/${itemId}`
}

/** Whom a closed country hides nothing from: what was bought stays with its buyer. */
const opensAbroad = new Set(['owner', 'moderator', 'buyer', 'blocked buyer', 'geo-blocked buyer'])

/** What reads of single objects and presentations disclose to viewers without access. */
async function tryAnswers(world: World, violations: string[]): Promise<number> {
  const { ctx, app } = world.server
  let n = 0
  for (const [state, { who, entitled, country }] of world.relations)
    for (const [place, { fileId, itemId, kind, entitled: only }] of world.files) {
      if ((variantKinds[kind] as VariantKind).audience === 'own') continue
      const mayView = only?.has(state) ?? entitled
      const viewer = { ...(await viewerOf(ctx, who)), country: country ?? null }
      const file = (await loadFiles(ctx, [fileId])).get(fileId)!
      for (const seen of [viewer, { ...viewer, country: blockedCountry }]) {
        n++
        const decision = (await decideFiles(ctx, seen, [file])).get(fileId)!
        const expected = mayView && (seen.country === null || opensAbroad.has(state))
        if (decision.granted !== expected)
          violations.push(
            `${place} · ${state}${seen.country ? ' · blocked country' : ''}: the access policy says ${decision.granted}`,
          )
        if (!expected && leaks(JSON.stringify(presentFile(ctx, file, seen, decision))))
          violations.push(`${place} · ${state}: its presentation gives something away`)
      }
      if (mayView || !itemId) continue
      n++
      const reply = await app.inject({
        method: 'GET',
        url: readingOf(place, itemId),
        headers: from(who, country),
      })
      if (leaks(reply.payload)) violations.push(`${place} · ${state}: reading it gives something away`)
    }
  return n
}

/** Lists, search, suggestions, link preview images, feeds and site maps: none of them may disclose anything of a locked item. */
async function trySources({ server, relations, owner, files }: World, violations: string[]): Promise<number> {
  const { ctx, app } = server
  // A user's export archive belongs to no item.
  const items = [...files.values()].flatMap(({ itemId }) => itemId || [])
  for (const [at, id] of items.entries())
    await sql`UPDATE items SET title = ${`Lockedtitle ${at}`}, text = ${`${canary} words`} WHERE id = ${id}`.execute(
      ctx.db,
    )
  const read = new Set<string>()
  const storage = storageOf(ctx.config)
  const readAsEver = storage.read
  storage.read = (key, range) => {
    read.add(key)
    return readAsEver.call(storage, key, range)
  }
  const sources = [
    '/api/search/feeds?q=lockedtitle',
    `/api/search/feeds?q=${canary}`,
    `/api/search/suggestions?q=${owner.username}`,
    `/api/performers/user/search?q=${owner.username}`,
    '/api/performers/user/search/counts',
    '/api/performers/top',
    '/api/performers/search/random',
    '/api/user/feeds?discover=true&pageSize=100',
    `/api/user/feeds/search/${owner.username}?pageSize=100`,
    `/${owner.username}/rss.xml`,
    `/${owner.username}/card.png`,
    '/sitemap.xml',
    '/sitemap/creators-1.xml',
    ...items.map((id) => `/post/${id}/card.png`),
  ]
  const requestForVisitors = new Set(['anonymous', 'paid subscriber', 'geo-blocked', 'owner'])
  const isImages = (key: string) => key.startsWith('variants/') || key.startsWith('originals/')
  let n = 0
  for (const [state, { who, entitled, country }] of relations)
    for (const url of sources) {
      // Preview images and feeds are rendered as for a visitor, regardless of the requester: test a few who would see more as themselves.
      if (url.startsWith('/api/') ? entitled : !requestForVisitors.has(state)) continue
      n++
      read.clear()
      const reply = await app.inject({ method: 'GET', url, headers: from(who, country) })
      if (leaks(reply.payload)) violations.push(`${url} · ${state}: gives something away`)
      if ([...read].some(isImages)) violations.push(`${url} · ${state}: reads a locked image`)
    }
  storage.read = readAsEver
  return n
}

const blockedCountry = 'NL'
const from = (who: Built | undefined, country: string | undefined): Record<string, string> => ({
  ...(who && { authorization: who.token }),
  ...(country && { 'x-test-country': country }),
})

const leaks = (text: string) =>
  text.includes('/media/') ||
  text.includes(String(trueWidth)) ||
  text.includes(String(trueHeight)) ||
  text.includes(canary)

async function viewerOf(ctx: Context, who: Built | undefined): Promise<Viewer> {
  const visitor = { address: '127.0.0.1', country: null, locale: 'en-US', age: 'none' as const }
  const found = who && (await accountOfToken(ctx, who.token))
  return found ? { kind: 'signed-in', ...found.account, ...visitor } : { kind: 'visitor', ...visitor }
}

async function buildWorld(): Promise<World> {
  const server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
  const { ctx } = server
  countryPort.countryOf = (request) => (request.headers['x-test-country'] as string | undefined) ?? null
  const owner = await buildPerformer(ctx)
  const files: World['files'] = new Map()
  for (const kind of Object.keys(fixtures) as VariantKindName[]) {
    if (kind === 'data-export') {
      files.set(kind, { kind, fileId: await buildArchive(ctx, owner.id), itemId: '' })
      continue
    }
    const fileId = await buildFixture(ctx, owner.id, kind)
    const itemId = await buildItemAround(ctx, { performerId: owner.id, main: [fileId], gate: 'paid' })
    await sql`UPDATE items SET gate_free_for_subscribers = true WHERE id = ${itemId}`.execute(ctx.db)
    await sql`INSERT INTO feeds (item_id, type) VALUES (${itemId}, 'photo')`.execute(ctx.db)
    files.set(kind, { kind, fileId, itemId })
  }
  for (const [place, { kind, in: itemKind }] of Object.entries(places)) {
    if (itemKind === 'message') continue
    const fileId = await buildFixture(ctx, owner.id, kind)
    files.set(place, { kind, fileId, itemId: await buildAround(ctx, owner, itemKind, fileId) })
  }
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${owner.id}, ${blockedCountry})`.execute(ctx.db)
  const itemIds = [...files.values()].flatMap((file) => file.itemId || [])
  const elsewhere = await buildItemAround(ctx, { performerId: owner.id, gate: 'paid' })

  const fan = () => buildUser(ctx)
  const subscribed = async (status: string, until: string, type = 'monthly') => {
    const who = await fan()
    await sql`INSERT INTO subscriptions (fan_id, performer_id, type, status, access_until) VALUES (${who.id}, ${owner.id}, ${type}, ${status}, app_now() + ${until}::interval)`.execute(
      ctx.db,
    )
    return who
  }
  const bought = async (ids: readonly string[], isRevoked: boolean) => {
    const who = await fan()
    for (const id of ids)
      await sql`INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, revoked_at)
        SELECT ${who.id}, kind, id, ${owner.id}, uuid_v7(), ${isRevoked ? sql`app_now()` : sql`NULL`}::timestamptz FROM items WHERE id = ${id}`.execute(
        ctx.db,
      )
    return who
  }
  const follower = await fan()
  await buildFollow(ctx, follower, owner)
  const blocked = await subscribed('active', '10 days')
  await buildBlock(ctx, owner, blocked)
  const blockedBuyer = await bought(itemIds, false)
  await buildBlock(ctx, owner, blockedBuyer)
  const suspended = await subscribed('active', '10 days')
  await ctx.transaction((tx) => suspend(tx, suspended.id, 'a test'))
  // Suspended, and still there with a session: what ends sessions may be late, the access policy may not.
  const lingering = await subscribed('active', '10 days')
  await sql`UPDATE accounts SET status = 'suspended', status_reason = 'a test' WHERE id = ${lingering.id}`.execute(
    ctx.db,
  )
  const cancelled = await subscribed('active', '5 days')
  await sql`UPDATE subscriptions SET cancel_at_period_end = true WHERE fan_id = ${cancelled.id}`.execute(ctx.db)
  const no = (who: Built | undefined): Relation => ({ who, entitled: false })
  const yes = (who: Built): Relation => ({ who, entitled: true })
  const relations = new Map<string, Relation>([
    ['anonymous', no(undefined)],
    ['fan', no(await fan())],
    ['follower', no(follower)],
    ['free subscriber', yes(await subscribed('active', '10 days', 'free'))],
    ['paid subscriber', yes(await subscribed('active', '10 days'))],
    ['cancelled but in period', yes(cancelled)],
    ['expired', no(await subscribed('expired', '-1 second'))],
    ['refunded', no(await bought(itemIds, true))],
    ['charged back', no(await bought(itemIds, true))],
    ['buyer', yes(await bought(itemIds, false))],
    ['buyer of another item', no(await bought([elsewhere], false))],
    ['blocked by the performer', no(blocked)],
    ['suspended', no(suspended)],
    ['suspended, with a live session', no(lingering)],
    ['geo-blocked', { ...no(await subscribed('active', '10 days')), country: blockedCountry }],
    ['geo-blocked buyer', { ...yes(await bought(itemIds, false)), country: blockedCountry }],
    ['blocked buyer', yes(blockedBuyer)],
    ['other performer', no(await buildPerformer(ctx))],
    ['owner', yes(owner)],
    ['moderator', yes(await buildAdmin(ctx, { permissions: ['moderation'] }))],
  ])
  await addMessage(ctx, owner, relations, files)
  return { server, owner, relations, files }
}

/** A sold thing of another kind than a post, free for subscribers as the posts are; a product is never. */
async function buildAround(
  ctx: Context,
  owner: Built,
  kind: 'gallery' | 'video' | 'product',
  fileId: string,
): Promise<string> {
  const gate = { type: 'paid', price: 500n, freeForSubscribers: true } as const
  if (kind === 'gallery') return (await buildGallery(ctx, owner, { photos: [fileId], gate })).id
  if (kind === 'video') return buildVideo(ctx, owner, { fileId, gate })
  const id = await buildProduct(ctx, owner, { type: 'digital', files: [{ id: fileId, role: 'main' }] })
  await sql`UPDATE items SET gate_free_for_subscribers = true WHERE id = ${id}`.execute(ctx.db)
  return id
}

/** A message with a price to each of several, of whom one bought it: it is for this one alone, whatever others pay for, and not for staff. */
async function addMessage(
  ctx: Context,
  owner: Built,
  relations: World['relations'],
  files: World['files'],
): Promise<void> {
  const fileId = await buildFixture(ctx, owner.id, 'photo')
  await sql`UPDATE files SET purpose = 'message-photo' WHERE id = ${fileId}`.execute(ctx.db)
  const sent = async (state: string) => {
    const who = relations.get(state)!.who!
    const id = await buildMessage(ctx, await buildConversation(ctx, owner, who), owner, {
      price: 500n,
      fileIds: [fileId],
    })
    return { id, who }
  }
  await sent('paid subscriber')
  const { id, who } = await sent('buyer')
  await sql`INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id)
    VALUES (${who.id}, 'message', ${id}, ${owner.id}, uuid_v7())`.execute(ctx.db)
  files.set('a photo of a message', { kind: 'photo', fileId, itemId: '', entitled: new Set(['buyer', 'owner']) })
}

async function buildFixture(ctx: Context, ownerId: string, kind: VariantKindName): Promise<string> {
  const { file, purpose, variant, part, otherPart } = fixtures[kind]
  const bytes = Buffer.from(`${canary} original`)
  const fileId = await buildUploadedFile(ctx, {
    ownerId,
    kind: file,
    purpose: purpose ?? `feed-${file}`,
    mime: 'image/webp',
    bytes,
    name: `${canary}.webp`,
  })
  await setReady(ctx, fileId, {
    width: trueWidth,
    height: trueHeight,
    durationMs: null,
    averageColor: '#112233',
    phash: null,
  })
  const { storage } = variantKinds[kind]
  const keys = (storage === 'folder' ? [part, otherPart] : [part]).map((name) => `variants/p1/${fileId}/${name}`)
  if (storage === 'file' || storage === 'folder')
    for (const key of keys)
      await storageOf(ctx.config).put(key, Readable.from([Buffer.from(`${canary} ${kind}`)]), { bytesMax: 1000 })
  // A playlist is made from its renditions, so that one needs a rendition to be there.
  const detail =
    kind === 'sprite' ? { columns: 1, rows: 1, count: 1, tileWidth: 160, tileHeight: 90, intervalMs: 1000 } : {}
  const row = {
    storageKey: storage === 'folder' ? `variants/p1/${fileId}/${variant}` : keys[0]!,
    mime: 'image/webp',
    bytes: 50,
    width: trueWidth,
    height: trueHeight,
    detail,
  }
  if (storage === 'file' || storage === 'folder') await insertVariants(ctx, fileId, [{ ...row, name: variant, kind }])
  if (kind === 'captions')
    await putCaptions(ctx, fileId, { locale: 'en-US', label: 'English', vtt: `WEBVTT\n\n${canary}` })
  if (kind === 'saved-video') {
    const folder = `variants/p1/${fileId}/hls-240`
    const parts = { 'init.mp4': canary, 's00000.m4s': canary, 'index.m3u8': '#EXTM3U\n#EXTINF:2,\ns00000.m4s\n' }
    for (const [name, text] of Object.entries(parts))
      await storageOf(ctx.config).put(`${folder}/${name}`, Readable.from([Buffer.from(text)]), { bytesMax: 1000 })
    await insertVariants(ctx, fileId, [{ ...row, storageKey: folder, name: 'hls-240', kind: 'hls-rendition' }])
  }
  if (kind === 'hls-master') await insertVariants(ctx, fileId, [{ ...row, name: 'hls-240', kind: 'hls-rendition' }])
  return fileId
}

async function buildArchive(ctx: Context, ownerId: string): Promise<string> {
  const id = newId()
  const key = newKey(id)
  await storeArchive(ctx, id, key, Readable.from([Buffer.from(`${canary} archive`)]), 1000)
  await sql`INSERT INTO data_exports (id, account_id, status, progress, storage_key, bytes, ready_at, expires_at)
    VALUES (${id}, ${ownerId}, 'ready', 100, ${key}, 100, app_now(), app_now() + interval '7 days')`.execute(ctx.db)
  return id
}
