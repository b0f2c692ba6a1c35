import { Readable } from 'node:stream'
import { declared } from '@fanlight/contract'
import { buildAccess } from '@fanlight/server/modules/content/posts/testing'
import { baseOf } from '@fanlight/server/modules/media/serving/address'
import { insertVariants, setReady } from '@fanlight/server/modules/media/store'
import { buildUploadedFile } from '@fanlight/server/modules/media/testing'
import { visibleToSessions } from '@fanlight/server/modules/access/sessions'
import { sql } from '@fanlight/server/platform/db/db'
import { newId } from '@fanlight/server/platform/ids'
import { storageOf } from '@fanlight/server/platform/files/storage'
import { type Built, buildFollow, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { type Page, type Site, startSite, type Visitor } from '../pages/site.ts'
import { type ReliabilityCheck, sabotaged } from './check.ts'

// A user from a blocked country, and a user without age assurance, request everything there is about one creator: every
// read of the contract, every page, sockets, feeds for readers and machines, and the bytes themselves. Nothing of the creator may be in any answer.
// Where a request comes from is what the proxy of ours wrote, whatever else it claims.

export const check: ReliabilityCheck = {
  id: 'T4',
  title: 'A closed country and an unknown age get nothing, on pages, calls, sockets and media alike',
  async run() {
    const violations: string[] = []
    const site = await startSite({ env: { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' } })
    let n = 0
    try {
      const world = await buildWorld(site)
      // The deliberate bug gives access to what requires age assurance.
      n += await age(world, violations)
      if (!sabotaged('T4')) {
        n += await creatorClosed(world, violations)
        n += await siteClosed(world, violations)
      }
    } finally {
      await site.stop()
    }
    return { n, violations: violations.slice(0, 20) }
  },
}

const [inJapan, inGermany] = ['133.1.1.1', '217.0.0.1']
const canary = 'NIGHTINGALE'
const pageCanary = 'nightingale_canary'

interface World {
  site: Site
  creator: Built
  fan: Built
  subscriber: Built
  feedId: string
  photoId: string
  /** Addresses of the creator's avatar and of one of their photos, as issued to a viewer with access. */
  media: (viewer: Built | undefined) => Promise<string[]>
}

async function buildWorld(site: Site): Promise<World> {
  const { ctx } = site
  const creator = await buildPerformer(ctx)
  const [fan, subscriber] = [await buildUser(ctx), await buildUser(ctx)]
  await buildAccess(ctx, subscriber, creator)
  await sql`UPDATE accounts SET name = ${canary}, username = ${pageCanary} WHERE id = ${creator.id}`.execute(ctx.db)
  await sql`UPDATE performers SET tagline = ${canary}, bio = ${canary}, followers = 1000 WHERE account_id = ${creator.id}`.execute(
    ctx.db,
  )
  for (const who of [fan, subscriber]) await buildFollow(ctx, who, creator)
  const stored = async (purpose: string, name: string, kind: 'photo' | 'profile-image' | 'locked-preview') => {
    const fileId = await buildUploadedFile(ctx, {
      ownerId: creator.id,
      kind: 'photo',
      purpose,
      mime: 'image/webp',
      bytes: Buffer.from(canary),
      name: 'a.webp',
    })
    await setReady(ctx, fileId, { width: 640, height: 640, durationMs: null, averageColor: '#112233', phash: null })
    const key = `variants/t4/${fileId}/${name}.webp`
    await storageOf(ctx.config).put(key, Readable.from([Buffer.from(canary)]), { bytesMax: 1000 })
    await insertVariants(ctx, fileId, [
      { name, kind, storageKey: key, mime: 'image/webp', bytes: canary.length, width: 640, height: 640, detail: {} },
    ])
    return fileId
  }
  const avatarId = await stored('avatar', 'webp-128', 'profile-image')
  const previewId = await stored('feed-photo', 'preview', 'locked-preview')
  const photoId = await stored('feed-photo', 'webp-640', 'photo')
  await sql`UPDATE accounts SET avatar_file_id = ${avatarId}, cover_file_id = ${avatarId} WHERE id = ${creator.id}`.execute(
    ctx.db,
  )
  const feedId = newId()
  await sql`INSERT INTO items (id, kind, performer_id, title, text, status, published_at) VALUES (${feedId}, 'feed', ${creator.id}, ${canary}, ${canary}, 'published', app_now())`.execute(
    ctx.db,
  )
  await sql`INSERT INTO feeds (item_id, type) VALUES (${feedId}, 'photo')`.execute(ctx.db)
  await sql`INSERT INTO item_files (item_id, file_id, role, position) VALUES (${feedId}, ${photoId}, 'main', 0), (${feedId}, ${previewId}, 'thumbnail', 0)`.execute(
    ctx.db,
  )
  for (const who of [fan, subscriber]) {
    await sql`INSERT INTO feed_inbox (account_id, published_at, item_id, performer_id) SELECT ${who.id}, published_at, id, performer_id FROM items WHERE id = ${feedId}`.execute(
      ctx.db,
    )
    for (const [type, id] of [
      ['feed', feedId],
      ['performer', creator.id],
    ])
      await sql`INSERT INTO reactions (account_id, action, object_type, object_id) VALUES (${who.id}, 'bookmark', ${type}, ${id})`.execute(
        ctx.db,
      )
  }
  return {
    site,
    creator,
    fan,
    subscriber,
    feedId,
    photoId,
    media: async (viewer) => {
      const as = viewer ? { kind: 'signed-in' as const, id: viewer.id, accessEpoch: 0 } : { kind: 'visitor' as const }
      return [
        `${baseOf(ctx, as, 'public', avatarId)}128.webp`,
        `${baseOf(ctx, as, 'public', previewId)}preview.webp`,
        `${baseOf(ctx, as, 'display', photoId)}640.webp`,
        `${baseOf(ctx, as, 'public', photoId)}640.webp`,
      ]
    },
  }
}

/** Every read of the contract about this creator, by every id and name of theirs. */
function reads({ creator, feedId, photoId }: World): string[] {
  const ids = [creator.id, feedId, photoId, pageCanary]
  const query = `itemId=${feedId}&q=${canary}&performerId=${creator.id}&pageSize=50`
  return declared
    .filter(({ method, who }) => method === 'GET' && !who.startsWith('admin:'))
    .flatMap(({ path }) =>
      (path.includes(':') ? ids : [creator.id]).flatMap((id) => {
        const filled = path.replaceAll(/:[a-zA-Z]+/g, (name) =>
          name === ':fileId' ? photoId : name === ':type' ? 'feeds' : id,
        )
        return [`/api${filled}`, `/api${filled}?${query}`]
      }),
    )
}
const pagesOf = ({ feedId }: World): string[] => [
  '/',
  '/explore',
  `/explore?q=${canary.toLowerCase()}`,
  `/${pageCanary}`,
  `/${pageCanary}?tab=about`,
  `/post/${feedId}`,
  `/post/${feedId}/card.png`,
  `/${pageCanary}/rss.xml`,
  '/sitemap/creators-1.xml',
  '/home',
  '/user/following',
  '/user/bookmarks',
  '/user/subscriptions',
  `/${pageCanary}.data`,
  `/post/${feedId}.data`,
  '/home.data',
  '/_root.data',
]

/** What may be disclosed anyway: that the user subscribes to a creator, so that they can cancel the payments. */
const namesWhomOnePays = /\/subscriptions\/user\/search|\/user\/subscriptions/

const isLeak = (page: Page, { site: _site, ...world }: World): boolean =>
  page.html.includes(canary) || page.html.includes(`"${world.photoId}"`) || page.html.includes('/media/')

async function nothingFor(world: World, who: string, visitor: Visitor, violations: string[]): Promise<number> {
  const paths = [...reads(world), ...pagesOf(world)].filter((path) => !(visitor.token && namesWhomOnePays.test(path)))
  for (const path of paths) {
    const page = await world.site.open(path, visitor)
    if (isLeak(page, world)) violations.push(`${who}: ${path} answers ${page.status} and discloses the creator`)
    if (page.status >= 500) violations.push(`${who}: ${path} answers ${page.status}`)
  }
  return paths.length
}

async function noBytes(
  world: World,
  who: string,
  as: Built | undefined,
  visitor: Visitor,
  violations: string[],
): Promise<number> {
  let n = 0
  for (const address of await world.media(as))
    for (const headers of [{}, { range: 'bytes=0-5' }, { 'if-none-match': '*' }] as Record<string, string>[]) {
      n++
      const page = await world.site.open(address, { ...visitor, headers: { ...visitor.headers, ...headers } })
      if (![404, 451].includes(page.status) || page.html.includes(canary.slice(0, 5)))
        violations.push(`${who}: media ${n} answers ${page.status}`)
    }
  return n
}

async function age(world: World, violations: string[]): Promise<number> {
  const { site, creator, fan, subscriber, feedId } = world
  const { ctx } = site
  const from: Visitor = { headers: { 'x-forwarded-for': inJapan } }
  await sql`UPDATE performers SET is_adult = true WHERE account_id = ${creator.id}`.execute(ctx.db)
  let n = 0
  const people = { 'a visitor': undefined, 'a fan': fan, 'a subscriber': subscriber }
  const forged = ['declared.99999999999.AAAAAAAAAAAAAAAAAAAAAA', 'assured', '{}', 'x'.repeat(5000)]
  for (const [who, person] of Object.entries(people)) {
    const visitor = { ...from, ...(person && { token: person.token }) }
    n += await noBytes(world, who, person, visitor, violations)
    if (sabotaged('T4')) return n
    n += await nothingFor(world, who, visitor, violations)
    for (const age of forged)
      n += await noBytes(world, `${who} with a forged age cookie`, person, { ...visitor, cookies: { age } }, violations)
    const response = await site.open(`/api/performers/${pageCanary}`, visitor)
    const led = await site.open(`/${pageCanary}`, visitor)
    const gate = await site.open(`/age?back=/${pageCanary}`, visitor)
    if (response.status !== 403 || !response.html.includes('AGE_REQUIRED'))
      violations.push(`${who}: a call says ${response.status}`)
    if (led.status !== 302 || !led.location?.startsWith('/age?back='))
      violations.push(`${who}: the page leads to ${led.location}`)
    if (gate.status !== 200 || !gate.html.includes('name="birthDate"'))
      violations.push(`${who}: the gate answers ${gate.status}`)
    n += 3
  }
  const sessions = await sessionIds(world)
  if ((await visibleToSessions(ctx, creator.id, sessions)).length > 0)
    violations.push('a socket hears of the creator before an age is shown')

  // Each declares an age, and the same access policy passes: with the cookie of a visitor, and for an account from every client.
  for (const [who, person] of Object.entries(people)) {
    const body = JSON.stringify({ birthDate: '1990-05-06' })
    const answer = await fetch(`${site.url}/api/age/declaration`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(person && { authorization: person.token }) },
      body,
    })
    const cookie = /age=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
    const visitor = { ...from, ...(person ? { token: person.token } : { cookies: { age: cookie ?? '' } }) }
    for (const path of [`/api/performers/${pageCanary}`, `/${pageCanary}`, `/post/${feedId}`]) {
      n++
      const page = await site.open(path, visitor)
      if (page.status !== 200 || !page.html.includes(canary))
        violations.push(`${who}, an adult: ${path} answers ${page.status}`)
      if (page.headers['rating'] !== 'RTA-5042-1996-1400-1577-RTA') violations.push(`${path} is not labelled`)
    }
    for (const address of await world.media(person)) {
      n++
      const page = await site.open(address, visitor)
      if (page.status !== 200) violations.push(`${who}, an adult: media answers ${page.status}`)
      if (!String(page.headers['cache-control']).includes('private'))
        violations.push('adult media may be cached by proxies')
    }
  }
  // Access granted to one viewer is not cached for the next.
  n += await nothingFor(world, 'the next visitor', from, violations)
  if ((await visibleToSessions(ctx, creator.id, sessions)).length !== sessions.length)
    violations.push('sockets stay shut for adults')
  await sql`UPDATE performers SET is_adult = false WHERE account_id = ${creator.id}`.execute(ctx.db)

  // A site for adults only, and a country that requires more than a declaration.
  await ctx.settings.set(ctx.db, 'adultContent', 'everything', null)
  n += await nothingFor(world, 'a visitor of an adult site', from, violations)
  n += await noBytes(world, 'a visitor of an adult site', undefined, from, violations)
  const front = await site.open('/?uncached=1', from)
  if (front.status !== 302) violations.push(`an adult site shows its front page: ${front.status}`)
  await ctx.settings.set(ctx.db, 'ageAssuredCountries', ['DE'], null)
  const strict: Visitor = { headers: { 'x-forwarded-for': inGermany }, token: fan.token }
  n += await nothingFor(world, 'a fan whose word is not enough', strict, violations)
  n += await noBytes(world, 'a fan whose word is not enough', fan, strict, violations)
  await ctx.settings.set(ctx.db, 'ageAssuredCountries', [], null)
  await ctx.settings.set(ctx.db, 'adultContent', 'marked', null)
  return n
}

const sessionIds = async ({ site, fan, subscriber }: World): Promise<string[]> =>
  (
    await sql<{ id: string }>`SELECT id FROM sessions WHERE account_id IN (${fan.id}, ${subscriber.id})`.execute(
      site.ctx.db,
    )
  ).rows.map(({ id }) => id)

/** Ways to claim another country than the one that the proxy saw. */
const claims = (real: string, requested: string): Record<string, string>[] => [
  { 'x-forwarded-for': real },
  { 'x-forwarded-for': `${requested}, ${real}` },
  { 'x-forwarded-for': `${requested},${requested}, ${real}`, 'x-real-ip': requested },
  {
    'x-forwarded-for': real,
    forwarded: `for=${requested}`,
    'cf-connecting-ip': requested,
    'true-client-ip': requested,
    'x-client-ip': requested,
  },
  { 'x-forwarded-for': real, 'cf-ipcountry': 'JP', 'x-country': 'JP', 'x-geo-country': 'JP', 'accept-language': 'ja' },
]

async function creatorClosed(world: World, violations: string[]): Promise<number> {
  const { site, creator, fan, subscriber, feedId } = world
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${creator.id}, 'DE')`.execute(site.ctx.db)
  let n = 0
  for (const [at, headers] of claims(inGermany, inJapan).entries())
    for (const [who, person] of Object.entries({ 'a visitor': undefined, 'a subscriber': subscriber, 'a fan': fan })) {
      const visitor: Visitor = { headers, ...(person && { token: person.token }) }
      const name = `${who} in a country that the creator closed (${at})`
      n += await noBytes(world, name, person, visitor, violations)
      for (const path of [
        `/${pageCanary}`,
        `/post/${feedId}`,
        `/api/performers/${pageCanary}`,
        `/api/user/feeds/${feedId}`,
        `/api/user/feeds/search/${pageCanary}`,
        `/api/comments?itemId=${feedId}`,
      ]) {
        n++
        const page = await site.open(path, visitor)
        if (page.status !== 451) violations.push(`${name}: ${path} answers ${page.status}`)
      }
      if (at === 0 || at === 1) n += await nothingFor(world, name, visitor, violations)
    }
  await sql`DELETE FROM country_blocks WHERE performer_id = ${creator.id}`.execute(site.ctx.db)
  return n
}

const openToBlocked = new Set(['/api/health', '/api/settings/public', '/api/block/countries/check'])

async function siteClosed(world: World, violations: string[]): Promise<number> {
  const { site, subscriber } = world
  await site.ctx.settings.set(site.ctx.db, 'blockedCountries', ['DE'], null)
  let n = 0
  const paths = [
    ...reads(world),
    ...pagesOf(world),
    '/auth/login',
    '/contact',
    '/page/terms',
    '/age',
    '/no-such-page',
    ...(await world.media(undefined)),
    ...(await world.media(subscriber)),
    '/socket.io/?EIO=4&transport=polling',
  ]
  for (const [at, headers] of claims(inGermany, inJapan).entries())
    for (const path of at === 0 ? paths : paths.slice(-20)) {
      if (openToBlocked.has(path.split('?', 1)[0]!) || path === '/robots.txt') continue
      n++
      const page = await site.open(path, { headers, token: subscriber.token })
      if (page.status !== 451 || isLeak(page, world))
        violations.push(`closed to a country (${at}): ${path} answers ${page.status}`)
    }
  // No one from elsewhere is shown as being from there.
  for (const headers of claims(inJapan, inGermany)) {
    n++
    const page = await site.open('/explore', { headers })
    if (page.status !== 200) violations.push(`an open country is closed by a claim: ${page.status}`)
  }
  await site.ctx.settings.set(site.ctx.db, 'blockedCountries', [], null)
  return n
}
