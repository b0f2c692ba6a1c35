import { countryPort } from '@fanlight/server/modules/people/accounts/auth/identify'
import { rollUpCounters } from '@fanlight/server/modules/content/counters/roll-up'
import { fillInbox } from '@fanlight/server/modules/content/items/inbox'
import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { buildFeed } from '@fanlight/server/modules/content/posts/testing'
import { suspend } from '@fanlight/server/modules/people/accounts/suspension'
import type { Context } from '@fanlight/server/platform/context'
import { sql } from '@fanlight/server/platform/db/db'
import { type Built, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'

// Lists, counts, suggestions, link preview images, feeds and site maps: creators who are hidden from a viewer in each of the ways
// there are must be neither named nor counted, and who may be seen must be there, or the check would prove nothing.

const hidings = ['none', 'theyBlock', 'iBlock', 'country', 'adult', 'suspended', 'unapproved'] as const
type Hiding = (typeof hidings)[number]

/** A word that is in every creator's name, topics and posts, and nowhere else. */
const word = 'quorlwick'
const nameOf = (hiding: Hiding) => `Quorlwick ${hiding}zq`
const closedCountry = 'NL'

interface World {
  server: TestServer
  creators: Map<Hiding, Creator>
  watchers: Watcher[]
}
type Creator = Built & { postId: string; galleryId: string; photoId: string }
interface Watcher {
  name: string
  who: Built | undefined
  country: string | undefined
  isAdult?: true
  sees: ReadonlySet<Hiding>
}

/** A list, and what of its answer counts creators (all of them are of this world). */
interface Source {
  path: string
  signedIn?: true
  /** Where not everybody has to be in it: what is left to chance, or to a rule of its own. */
  some?: true
  /** How many creators of another kind are counted along. */
  others?: number
  counts?: (body: { total: number; data: Record<string, unknown> & { length: number } }) => unknown
}
const total: Source['counts'] = ({ total }) => total
/** It leaves out whom one follows. */
const ofOthers = 'newest posts'
const sources: Record<string, Source> = {
  'creators by filter': { path: `performers/user/search?category=${word}`, counts: total },
  'creators by followers': { path: `performers/user/search?category=${word}&sortBy=followers`, counts: total },
  'all creators': { path: 'performers/user/search?sortBy=name&pageSize=100', counts: total, others: 1 },
  'creators by word': { path: `performers/user/search?q=${word}&sortBy=relevance`, counts: total },
  'creators by near miss': { path: 'performers/user/search?q=quorlwik', counts: total },
  'values of filters': {
    path: `performers/user/search/counts?category=${word}`,
    counts: ({ data }) => data['total'],
    some: true,
  },
  'values of one filter': {
    path: 'performers/user/search/counts',
    counts: ({ data }) => (data['values'] as Record<string, Record<string, number>>)['category']?.[word] ?? 0,
    some: true,
  },
  'values by word': {
    path: `performers/user/search/counts?q=${word}`,
    counts: ({ data }) => data['total'],
    some: true,
  },
  top: { path: 'performers/top?pageSize=100', counts: total, others: 1 },
  random: { path: 'performers/search/random?pageSize=100', counts: total, others: 1 },
  suggested: { path: 'performers/search/suggested?pageSize=100', signedIn: true, some: true },
  'beside the home feed': { path: 'user/home', signedIn: true, some: true },
  'what a search field offers': { path: `search/suggestions?q=${word}`, some: true },
  'posts by word': { path: `search/feeds?q=${word}`, counts: total },
  home: { path: 'user/feeds?pageSize=100', signedIn: true, counts: total },
  following: { path: 'follows/following?pageSize=100', signedIn: true, counts: total },
  'bookmarked creators': { path: 'reactions/performers/bookmark', signedIn: true, counts: total },
  'bookmarked posts': { path: 'reactions/feeds/bookmark', signedIn: true, counts: total },
  'newest galleries': { path: 'performer-assets/galleries/search?pageSize=100', counts: total },
  'galleries by word': { path: `performer-assets/galleries/search?q=${word}`, counts: total },
  'bookmarked galleries': { path: 'reactions/galleries/bookmark', signedIn: true, counts: total },
  'bookmarked photos': { path: 'reactions/photos/bookmark', signedIn: true, counts: total },
  [ofOthers]: { path: 'user/feeds?discover=true&pageSize=100', counts: total },
}

/** Requests about one creator by name; for hidden creators they are rejected without any detail about them. */
const named: Record<string, (creator: Creator) => string> = {
  profile: ({ username }) => `/api/performers/${username}`,
  posts: ({ username }) => `/api/user/feeds/search/${username}`,
  post: ({ postId }) => `/api/user/feeds/${postId}`,
  gallery: ({ galleryId }) => `/api/performer-assets/galleries/${galleryId}`,
  'photos of a gallery': ({ galleryId }) => `/api/performer-assets/photos?galleryId=${galleryId}`,
  'photos of a creator': ({ id }) => `/api/performer-assets/photos/${id}`,
  'feed for readers': ({ username }) => `/${username}/rss.xml`,
  'share image of the profile': ({ username }) => `/${username}/card.png`,
  'share image of the post': ({ postId }) => `/post/${postId}/card.png`,
}
/** These answer everybody as they would a visitor of that country and age. */
const asVisitor = new Set(['feed for readers', 'share image of the profile', 'share image of the post'])

async function followingNobody<T>(
  { server }: Awaited<ReturnType<typeof buildWorld>>,
  who: { id: string } | undefined,
  ask: () => Promise<T>,
): Promise<T> {
  if (!who) return ask()
  const { rows: followed } = await sql<{ id: string }>`DELETE FROM follows WHERE follower_id = ${who.id}
    RETURNING performer_id AS id`.execute(server.ctx.db)
  const answer = await ask()
  for (const { id } of followed)
    await sql`INSERT INTO follows (follower_id, performer_id) VALUES (${who.id}, ${id})`.execute(server.ctx.db)
  return answer
}

export async function tryLists(violations: string[]): Promise<number> {
  const world = await buildWorld()
  let n = 0
  try {
    for (const watcher of world.watchers) {
      const headers = {
        ...(watcher.who && { authorization: watcher.who.token }),
        ...(watcher.country && { 'x-test-country': watcher.country }),
      }
      for (const [source, { path, signedIn, some, counts, others = 0 }] of Object.entries(sources)) {
        if (signedIn && !watcher.who) continue
        n++
        const ask = () => world.server.app.inject({ method: 'GET', url: `/api/${path}`, headers })
        const reply = await (source === ofOthers ? followingNobody(world, watcher.who, ask) : ask())
        const where = `${source} · ${watcher.name}`
        if (reply.statusCode !== 200) violations.push(`${where}: answered ${reply.statusCode}`)
        else violations.push(...wrong(world, watcher.sees, reply.payload, some).map((entry) => `${where}: ${entry}`))
        const counted = reply.statusCode === 200 && counts?.(reply.json())
        if (counts && counted !== watcher.sees.size + others)
          violations.push(`${where}: counts ${String(counted)} of ${watcher.sees.size + others}`)
      }
      for (const [what, addressOf] of Object.entries(named))
        for (const [hiding, creator] of world.creators) {
          n++
          const reply = await world.server.app.inject({ method: 'GET', url: addressOf(creator), headers })
          const opens = asVisitor.has(what) ? publicly(hiding, watcher) : watcher.sees.has(hiding)
          const where = `${what} · ${watcher.name} · ${hiding}`
          if (opens !== reply.statusCode < 400) violations.push(`${where}: answered ${reply.statusCode}`)
          if (!opens && reply.payload.includes(nameOf(hiding))) violations.push(`${where}: names them`)
        }
      n++
      const map = await world.server.app.inject({ method: 'GET', url: '/sitemap/creators-1.xml', headers })
      for (const [hiding, { username }] of world.creators)
        if (map.payload.includes(`/${username}<`) !== publicly(hiding, watcher))
          violations.push(`site map · ${watcher.name}: is wrong about ${hiding}`)
    }
  } finally {
    await world.server.stop()
  }
  return n
}

const publicly = (hiding: Hiding, { country, isAdult }: Watcher): boolean =>
  ![
    'suspended',
    'unapproved',
    ...(isAdult ? [] : ['adult']),
    ...(country === closedCountry ? ['country'] : []),
  ].includes(hiding)

function wrong(world: World, sees: ReadonlySet<Hiding>, payload: string, some: true | undefined): string[] {
  const found: string[] = []
  for (const [hiding, { id, username }] of world.creators) {
    const isNamed = [id, username, nameOf(hiding)].some((entry) => payload.includes(entry))
    if (isNamed && !sees.has(hiding)) found.push(`names the creator that is hidden by ${hiding}`)
    if (!isNamed && sees.has(hiding) && !some) found.push(`lacks the creator ${hiding}, who may be seen`)
  }
  return found
}

async function buildWorld(): Promise<World> {
  const server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
  const { ctx } = server
  countryPort.countryOf = (request) => (request.headers['x-test-country'] as string | undefined) ?? null
  const [hiddenFrom, opposite] = [await buildUser(ctx), await buildUser(ctx)]
  const creators: World['creators'] = new Map()
  for (const hiding of hidings) {
    const creator = await buildPerformer(ctx, { name: nameOf(hiding) })
    await sql`UPDATE performers SET categories = ${[word]} WHERE account_id = ${creator.id}`.execute(ctx.db)
    const postId = await buildFeed(ctx, creator, { title: `${word} post`, gate: { type: 'public' } })
    const { id, photoIds } = await buildGallery(ctx, creator, { title: `${word} gallery`, photos: 1 })
    creators.set(hiding, { ...creator, postId, galleryId: id, photoId: photoIds[0]! })
  }
  for (const fan of [hiddenFrom, opposite, await buildUser(ctx), await buildUser(ctx), await buildUser(ctx)])
    for (const { id, postId, galleryId, photoId } of creators.values()) {
      await sql`INSERT INTO follows (follower_id, performer_id) VALUES (${fan.id}, ${id})`.execute(ctx.db)
      await sql`INSERT INTO reactions (account_id, action, object_type, object_id)
        VALUES (${fan.id}, 'bookmark', 'performer', ${id}), (${fan.id}, 'bookmark', 'feed', ${postId}),
          (${fan.id}, 'bookmark', 'gallery', ${galleryId}), (${fan.id}, 'bookmark', 'photo', ${photoId})`.execute(
        ctx.db,
      )
      await ctx.transaction((tx) => fillInbox(tx, fan.id, id))
    }
  // A creator who could be suggested to a viewer because of creators that are hidden from this viewer.
  const beside = await buildPerformer(ctx, { name: 'Suggested Creator' })
  await sql`INSERT INTO follows (follower_id, performer_id) SELECT DISTINCT follower_id, ${beside.id}::uuid FROM follows WHERE follower_id NOT IN (${hiddenFrom.id}, ${opposite.id})`.execute(
    ctx.db,
  )
  await hide(ctx, creators, hiddenFrom, opposite)
  await rollUpCounters(ctx)
  const all = (...but: Hiding[]) =>
    new Set(hidings.filter((hiding) => hiding !== 'suspended' && hiding !== 'unapproved' && !but.includes(hiding)))
  const watchers: World['watchers'] = [
    {
      name: 'hidden from',
      who: hiddenFrom,
      country: closedCountry,
      sees: all('theyBlock', 'iBlock', 'country', 'adult'),
    },
    { name: 'hidden from, elsewhere', who: hiddenFrom, country: 'SE', sees: all('theyBlock', 'iBlock', 'adult') },
    { name: 'a visitor from there', who: undefined, country: closedCountry, sees: all('country', 'adult') },
    { name: 'a visitor', who: undefined, country: undefined, sees: all('adult') },
    { name: 'whom nothing is hidden from', who: opposite, country: 'SE', isAdult: true, sees: all() },
  ]
  return { server, creators, watchers }
}

async function hide(ctx: Context, creators: World['creators'], from: Built, opposite: Built): Promise<void> {
  const of = (hiding: Hiding) => creators.get(hiding)!
  await sql`INSERT INTO blocks (blocker_id, blocked_id) VALUES (${of('theyBlock').id}, ${from.id}), (${from.id}, ${of('iBlock').id})`.execute(
    ctx.db,
  )
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${of('country').id}, ${closedCountry})`.execute(
    ctx.db,
  )
  await sql`UPDATE performers SET is_adult = true WHERE account_id = ${of('adult').id}`.execute(ctx.db)
  await ctx.transaction((tx) => suspend(tx, of('suspended').id, 'a test'))
  await sql`UPDATE performers SET verification_status = 'revoked' WHERE account_id = ${of('unapproved').id}`.execute(
    ctx.db,
  )
  await sql`UPDATE accounts SET age_assurance = 'assured', age_assurance_until = app_now() + interval '1 year' WHERE id = ${opposite.id}`.execute(
    ctx.db,
  )
}
