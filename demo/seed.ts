import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FileKind } from '@fanlight/contract/media'
import { type SeedPost, creators, fans, staff } from './seed-accounts.ts'
import { conversations } from './seed-messages.ts'
import { makePayouts } from './seed-payouts.ts'
import { orders, products, type SeedOrder, type SeedProduct } from './seed-shop.ts'
import { type SeedVideo, videos } from './seed-videos.ts'
import type { Context } from '@fanlight/server/platform/context'
import { row, rows, sql } from '@fanlight/server/platform/db/db'
import { assert } from '@fanlight/server/platform/refusal'
import type { SignedIn } from '@fanlight/server/platform/viewer'
import { hashPassword } from '@fanlight/server/modules/people/accounts/auth/password-hash'
import * as sessions from '@fanlight/server/modules/people/accounts/auth/sessions'
import { receiveLocal } from '@fanlight/server/modules/media/intake/receive-local'
import { putCaptions } from '@fanlight/server/modules/media/store'
import { writeCaptions } from '@fanlight/server/modules/media/serving/webvtt'
import { cancel } from '@fanlight/server/modules/money/subscriptions/cancellation'
import { payPeriod } from '@fanlight/server/modules/money/subscriptions/periods'
import { savePlans } from '@fanlight/server/modules/money/subscriptions/plans'
import { lockSubscription } from '@fanlight/server/modules/money/subscriptions/lock'
import { subscribe } from '@fanlight/server/modules/money/subscriptions/subscribe'
import { fromMinor, tokensForMoney, tokensForPrice } from '@fanlight/server/modules/money/wallet/currency'
import { openConversation, read as readConversation } from '@fanlight/server/modules/talk/conversations/opening'
import { send as sendMessage } from '@fanlight/server/modules/talk/conversations/sending'
import { sendTip } from '@fanlight/server/modules/money/charges/tip'
import { tip } from '@fanlight/server/modules/talk/conversations/tip-message'
import { unlockItem } from '@fanlight/server/modules/content/items/unlock'
import { save as saveAddress } from '@fanlight/server/modules/shop/addresses/address-book'
import { cancelOrder, confirmReceipt, updateOrder } from '@fanlight/server/modules/shop/orders/fulfilling'
import { placeOrder } from '@fanlight/server/modules/shop/orders/placing'
import { answerProblem, escalateProblem, reportProblem } from '@fanlight/server/modules/shop/orders/problems'
import { refundOrder } from '@fanlight/server/modules/shop/orders/refunding'
import { type DemoProgress, demoPassword, demoProgress, demoSetting } from './accounts.ts'
import { chance, day, demoId, hour, inThePast } from './clock.ts'
import { broadcastPhotos, makeBroadcast, makeWelcomes, welcomePhoto } from './seed-broadcast.ts'
import { makeNotifications, makeOtherKinds, notifying } from './seed-notifications.ts'
import { makeRooms } from './seed-rooms.ts'
import { makeTroubles } from './seed-troubles.ts'
import { topUp, topUpTokens } from './top-up.ts'
import { type HistoryEvent, historyEvents, follows, type PlanType, publishedAt, soon } from './history.ts'

// Fills an empty installation with the seed accounts: people, posts, ninety days of comments and of payments. Each step is one transaction that also
// notes that it is done, so a start that was killed goes on with the next. Files follow: they are processed by the ordinary jobs
// while the pages are already open.

const assets = new URL('./assets/', import.meta.url)

/** Runs at every start and every few seconds of demo mode; does nothing where the world is complete or the installation is in use. */
export async function loadDemoWorld(ctx: Context): Promise<void> {
  if (!ctx.config.demoWorld || finished.has(ctx)) return
  const progress = await begin(ctx)
  if (progress === undefined || progress.done.includes('everything')) {
    finished.add(ctx)
    return
  }
  const opened = new Date(progress.openedAt)
  const step = (name: string, work: (tx: Context, goTo: (at: Date) => Promise<unknown>) => Promise<void>) =>
    progress.done.includes(name)
      ? undefined
      : inThePast(ctx, async (tx, goTo) => {
          // One start at a time; another finds the step done.
          const now = await demoProgress(tx, true)
          if (now!.done.includes(name)) return
          await work(tx, goTo)
          await sql`UPDATE settings SET value = jsonb_set(value, '{done}', value->'done' || to_jsonb(${name}::text)) WHERE key = ${demoSetting}`.execute(
            tx.db,
          )
        })

  const passwordHash = progress.done.includes('people')
    ? ''
    : await hashPassword({ password: demoPassword, hashed: false })
  await step('people', async (tx, goTo) => {
    const { privatePasswords } = (await demoProgress(tx))!
    await makePeople(tx, goTo, opened, privatePasswords ? null : passwordHash)
  })
  const people = await peopleOf(ctx)
  await takeFiles(ctx, opened, people)
  await step('posts', (tx, goTo) => makePosts(tx, goTo, opened, people))
  await step('videos', (tx, goTo) => makeVideos(tx, goTo, opened, people))
  await step('galleries', (tx, goTo) => makeGalleries(tx, goTo, opened, people))
  await step('talk', (tx) => makeTalk(tx, opened, people))
  // All of it at once: a job that met a subscription of two months ago halfway would end it.
  await step('money', async (tx, goTo) => {
    const notified = notifying(tx, opened, goTo)
    for (const historyEvent of historyEvents(opened, pricesOf(ctx))) {
      await notified.goTo(historyEvent.at)
      await doIt(tx, opened, people, historyEvent)
    }
    await notified.finish()
  })
  await step('shop', async (tx, goTo) => {
    const notified = notifying(tx, opened, goTo)
    await makeProducts(tx, notified.goTo, opened, people)
    await makeOrders(tx, notified.goTo, opened, people)
    await notified.finish()
  })
  await step('payouts', async (tx, goTo) => {
    const notified = notifying(tx, opened, goTo)
    const account = (key: string) => signedIn(people, key)
    await makePayouts(tx, { opened, goTo: notified.goTo, performer: account, staff: account(staff[0]!.key) })
    await notified.finish()
  })
  await step('notifications', (tx, goTo) => {
    const [fan, ...others] = fans.slice(0, 5).map(({ key }) => signedIn(people, key))
    return makeNotifications(tx, opened, { fan: fan!, creator: signedIn(people, creators[0]!.key), others }, goTo)
  })
  await step('messages', async (tx, goTo) => {
    const notified = notifying(tx, opened, goTo)
    const scene = {
      opened,
      creator: { ...signedIn(people, 'ines'), role: 'performer' as const },
      except: idOf(people, fans[0]!.key),
      signedIn: signedInAs,
      topUp: async (fan: SignedIn, tokens: number) =>
        void (await topUpTokens(tx, fan, tokens, `demo:broadcast:${fan.id}`)),
      fileIdOf: (name: string) => fileId(opened, 'ines', fileOfMessage(name)),
      goTo: notified.goTo,
    }
    await makeWelcomes(tx, scene)
    await makeBroadcast(tx, scene)
    await makeConversations(tx, notified.goTo, opened, people)
    await notified.finish()
  })
  await step('all-kinds', (tx, goTo) => {
    const account = (key: string) => signedIn(people, key)
    const cast = {
      fan: account(fans[0]!.key),
      creator: account('ines'),
      other: account('teo'),
      guest: account('amara'),
    }
    return makeOtherKinds(tx, opened, cast, goTo)
  })
  await step('troubles', async (tx, goTo) => {
    const notified = notifying(tx, opened, goTo)
    const post = (key: string) => postId(opened, shownPosts().find(({ post }) => post.key === key)!.post)
    const account = (key: string) => signedIn(people, key)
    await makeTroubles(tx, { opened, goTo: notified.goTo, account, post, staff: account(staff[0]!.key) })
    await notified.finish()
  })
  await step('rooms', async (tx, goTo) => {
    const notified = notifying(tx, opened, goTo)
    await makeRooms(tx, { opened, signedIn: (key) => signedIn(people, key), goTo: notified.goTo })
    await notified.finish()
  })
  await step('visits', (tx, goTo) => makeVisits(tx, goTo, opened, people))
  await step('everything', (tx) => fillInboxes(tx))
  finished.add(ctx)
  ctx.log.info('the demo data is complete; its images and videos are being processed')
}

const finished = new WeakSet<Context>()

/** The opening moment is saved once and never changes. An installation that is already in use is not modified. */
async function begin(ctx: Context): Promise<DemoProgress | undefined> {
  const present = await demoProgress(ctx)
  if (present) return present
  const first: DemoProgress = {
    openedAt: ctx.clock.now().toISOString(),
    done: [],
    ...(ctx.config.demoPublic && { privatePasswords: true }),
  }
  await sql`INSERT INTO settings (key, value) SELECT ${demoSetting}, ${JSON.stringify(first)}::jsonb
    WHERE NOT EXISTS (SELECT FROM accounts) ON CONFLICT DO NOTHING`.execute(ctx.db)
  return demoProgress(ctx)
}

// People

type People = ReadonlyMap<string, string>
const everybody = [
  ...creators.map((creator) => ({ ...creator, role: 'performer' as const })),
  ...fans.map((fan) => ({ ...fan, role: 'user' as const })),
  ...staff,
]

async function makePeople(
  tx: Context,
  goTo: (at: Date) => Promise<unknown>,
  opened: Date,
  passwordHash: string | null,
): Promise<void> {
  for (const [n, person] of everybody.entries()) {
    const at = new Date(opened.getTime() - (95 - (n % 5)) * day)
    await goTo(at)
    const id = demoId(at, person.key)
    const permissions =
      person.role === 'admin' ? ['support', 'moderation', 'compliance', 'finance', 'content', 'settings', 'owner'] : []
    await sql`INSERT INTO accounts (id, role, name, username, email, email_verified_at, password_hash, country, locale, permissions, terms_accepted_at)
      VALUES (${id}, ${person.role}, ${person.name}, ${person.username}, ${`${person.username}@fanlight.example`}, app_now(), ${passwordHash}, ${person.country}, 'en-US',
        ${permissions}::text[], app_now())`.execute(tx.db)
    if (person.role !== 'performer') continue
    await sql`INSERT INTO performers (account_id, tagline, bio, date_of_birth, gender, city, languages, categories, verification_status)
      VALUES (${id}, ${person.tagline}, ${person.bio}, ${person.birthDate}, ${person.gender}, ${person.city}, ${person.languages}::text[], ${[person.field]}::text[], 'approved')`.execute(
      tx.db,
    )
    await sql`INSERT INTO verifications (performer_id, status, submitted_at, decided_at) VALUES (${id}, 'approved', app_now(), app_now())`.execute(
      tx.db,
    )
    const { name, monthlyPriceMinor, threeMonthsDiscountPct, yearlyDiscountPct, perks } = person.plans
    const price = (months: number, discountPct: number) =>
      fromMinor(
        BigInt(Math.round((monthlyPriceMinor * months * (100 - discountPct)) / 100)),
        tx.settings.get('currency'),
      )
    await savePlans(tx, id, [
      { type: 'monthly', name, price: price(1, 0), perks, active: true },
      {
        type: 'bundle',
        name,
        price: price(3, threeMonthsDiscountPct),
        months: 3,
        perks,
        active: true,
      },
      { type: 'yearly', name, price: price(12, yearlyDiscountPct), perks, active: true },
      ...(person.freeSubscription ? [{ type: 'free' as const, name: 'Open studio', perks: [], active: true }] : []),
    ])
  }
}

/** Each fan was last there at some time: most of them lately, and those whose subscription ran out long ago. */
async function makeVisits(
  tx: Context,
  goTo: (at: Date) => Promise<unknown>,
  opened: Date,
  people: People,
): Promise<void> {
  for (const { key, country, lapsed } of fans) {
    const how = chance(`visit of ${key}`)
    await goTo(new Date(opened.getTime() - (lapsed ? 45 : how ** 4 * 30) * day))
    const from = { userAgent: phoneOfFans, address: '203.0.113.7', country, device: undefined }
    await sessions.open(tx, idOf(people, key), true, from, { secondFactor: false })
  }
}
const phoneOfFans =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1'

async function peopleOf(ctx: Context): Promise<People> {
  const found = await rows(
    ctx.db,
    sql<{
      id: string
      username: string
    }>`SELECT id, username FROM accounts WHERE username = ANY(${everybody.map((entry) => entry.username)}::text[])`,
  )
  return new Map(found.map((entry) => [everybody.find((other) => other.username === entry.username)!.key, entry.id]))
}
function idOf(people: People, key: string): string {
  const id = people.get(key)
  assert(id, `${key} is a seed account`)
  return id
}

// Files

const latestDays = 3
const kinds: Record<string, FileKind> = { photo: 'photo', video: 'video', audio: 'audio' }
const fileId = (opened: Date, owner: string, name: string) => demoId(opened, `file of ${owner}: ${name}`)
const isThere = (name: string) => existsSync(new URL(name, assets))

/** In the order in which a newcomer sees them: creators' faces, what was posted last, covers, and then the rest. */
async function takeFiles(ctx: Context, opened: Date, people: People): Promise<void> {
  const take = async (
    owner: string,
    name: string,
    kind: FileKind,
    purpose: string,
    called = (file: string) => file,
  ) => {
    if (!isThere(name)) return ctx.log.warn({ name }, 'the demo world lacks a file')
    await receiveLocal(ctx, {
      id: fileId(opened, owner, called(name)),
      ownerId: idOf(people, owner),
      kind,
      purpose,
      name,
      path: fileURLToPath(new URL(name, assets)),
    })
  }
  const posts = creators
    .flatMap((creator) => creator.posts.map((post) => ({ creator, post })))
    .sort((a, b) => a.post.daysAgo - b.post.daysAgo)
  const takePosts = async (some: typeof posts) => {
    for (const { creator, post } of some)
      for (const name of post.files) await take(creator.key, name, kinds[post.type]!, `feed-${post.type}`)
  }
  for (const creator of creators) await take(creator.key, creator.avatar, 'photo', 'avatar')
  await takePosts(posts.filter(({ post }) => post.daysAgo <= latestDays))
  for (const creator of creators) await take(creator.key, creator.cover, 'photo', 'cover')
  await takePosts(posts.filter(({ post }) => post.daysAgo > latestDays))
  for (const { creator, images, file } of products) {
    for (const name of images) await take(creator, name, 'photo', 'feed-photo', imageOfProduct)
    if (file) await take(creator, file, 'digital', 'product-file', fileOfProduct)
  }
  for (const { creator, name } of messageFiles()) {
    const kind = isAudio(name) ? 'audio' : 'photo'
    await take(creator, name, kind, `message-${kind}`, fileOfMessage)
  }
  for (const { video, role, name } of videoFiles())
    if (isThere(name))
      await receiveLocal(ctx, {
        id: videoFileId(opened, video, role),
        ownerId: idOf(people, video.by),
        kind: fileKinds[role],
        purpose: `feed-${fileKinds[role]}`,
        name,
        path: fileURLToPath(new URL(name, assets)),
      })
  for (const entry of everybody) await take(entry.key, entry.avatar, 'photo', 'avatar')
}

// A product has copies of its own: the image of a locked post must not become open with it.
const imageOfProduct = (name: string) => `image of a product: ${name}`
const fileOfProduct = (name: string) => `file of a product: ${name}`

// Posts

const postId = (opened: Date, post: SeedPost) => demoId(publishedAt(opened, post), `post ${post.key}`)
/** A post whose files are not part of this copy is left out. */
const isShown = (post: SeedPost) => post.files.length === 0 || post.files.some(isThere)
const shownPosts = () => creators.flatMap((creator) => creator.posts.filter(isShown).map((post) => ({ creator, post })))

async function makePosts(
  tx: Context,
  goTo: (at: Date) => Promise<unknown>,
  opened: Date,
  people: People,
): Promise<void> {
  for (const { creator, post } of shownPosts()) {
    const at = publishedAt(opened, post)
    await goTo(at)
    const id = postId(opened, post)
    const performerId = idOf(people, creator.key)
    const price = post.gate === 'paid' ? BigInt(post.priceTokens!) * 100n : null
    await sql`INSERT INTO items (id, kind, performer_id, text, status, publish_at, published_at, gate_type, gate_price, is_pinned)
      VALUES (${id}, 'feed', ${performerId}, ${post.text}, 'published', app_now(), app_now(), ${post.gate}, ${price}, ${post.pinned ?? false})`.execute(
      tx.db,
    )
    await sql`INSERT INTO feeds (item_id, type) VALUES (${id}, ${post.type})`.execute(tx.db)
    const files = post.files.filter(isThere).map((name) => fileId(opened, creator.key, name))
    await sql`INSERT INTO item_files (item_id, file_id, role, position) SELECT ${id}, f.id, 'main', f.n - 1
      FROM unnest(${files}::uuid[]) WITH ORDINALITY AS f(id, n)`.execute(tx.db)
    if (post.poll) {
      const endsAt = new Date(opened.getTime() + post.poll.endsInDays * day)
      const poll = demoId(at, `poll ${post.key}`)
      await sql`INSERT INTO polls (id, performer_id, item_id, question, ends_at) VALUES (${poll}, ${performerId}, ${id}, ${post.poll.question}, ${endsAt})`.execute(
        tx.db,
      )
      await sql`INSERT INTO poll_options (id, poll_id, position, text) SELECT o.id, ${poll}, o.n - 1, o.text
        FROM unnest(${post.poll.options.map((_, n) => optionId(opened, post, n))}::uuid[], ${post.poll.options}::text[]) WITH ORDINALITY AS o(id, text, n)`.execute(
        tx.db,
      )
    }
    const views = 90 + Math.floor(chance(`views of ${post.key}`) * 700)
    await sql`INSERT INTO counter_deltas (subject, subject_id, counter, delta) VALUES ('performer', ${performerId}, 'feeds', 1),
      ('item', ${id}, 'views', ${views}), ('performer', ${performerId}, 'views', ${views})`.execute(tx.db)
  }
}
const optionId = (opened: Date, post: SeedPost, n: number) =>
  demoId(publishedAt(opened, post), `option ${n} of ${post.key}`)

// Galleries

const galleryTitles = {
  public: 'Selected photos',
  followers: 'For followers',
  subscribers: 'For subscribers',
  paid: 'The whole set',
} as const

/** Of each creator, the photos of posts with the gate that most of them have, together as a gallery with the same gate. */
function shownGalleries() {
  return creators.flatMap((creator) => {
    const byGate = Map.groupBy(
      creator.posts.filter(({ type }) => type === 'photo'),
      ({ gate }) => gate,
    )
    const sets = [...byGate.values()].map((posts) => ({
      posts,
      files: [...new Set(posts.flatMap(({ files }) => files).filter(isThere))],
    }))
    const [largest] = sets.sort((one, other) => other.files.length - one.files.length)
    return largest && largest.files.length >= 2 ? [{ creator, ...largest }] : []
  })
}

async function makeGalleries(
  tx: Context,
  goTo: (at: Date) => Promise<unknown>,
  opened: Date,
  people: People,
): Promise<void> {
  for (const { creator, posts, files } of shownGalleries()) {
    const { gate } = posts[0]!
    const at = new Date(Math.max(...posts.map((post) => publishedAt(opened, post).getTime())) + 60_000)
    await goTo(at)
    const id = demoId(at, `gallery of ${creator.key}`)
    const performerId = idOf(people, creator.key)
    const price = gate === 'paid' ? BigInt(Math.max(...posts.map((post) => post.priceTokens ?? 0))) * 100n : null
    await sql`INSERT INTO items (id, kind, performer_id, title, status, publish_at, published_at, gate_type, gate_price)
      VALUES (${id}, 'gallery', ${performerId}, ${galleryTitles[gate]}, 'published', app_now(), app_now(), ${gate}, ${price})`.execute(
      tx.db,
    )
    await sql`INSERT INTO galleries (item_id) VALUES (${id})`.execute(tx.db)
    const ids = files.map((name) => fileId(opened, creator.key, name))
    await sql`INSERT INTO item_files (item_id, file_id, role, position) SELECT ${id}, f.id, 'main', f.n - 1
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS f(id, n)`.execute(tx.db)
    await sql`INSERT INTO photos (gallery_id, file_id, performer_id, position) SELECT ${id}, f.id, ${performerId}, f.n - 1
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS f(id, n)`.execute(tx.db)
    await sql`INSERT INTO counter_deltas (subject, subject_id, counter, delta) VALUES ('performer', ${performerId}, 'photos', ${ids.length})`.execute(
      tx.db,
    )
  }
}

// Videos

const fileKinds = { main: 'video', teaser: 'teaser', thumbnail: 'thumbnail' } as const
type VideoRole = keyof typeof fileKinds
/** A video has files of its own, even where a post shows the same recording: a file that is sold is in no public post. */
const videoFileId = (opened: Date, video: SeedVideo, role: VideoRole) =>
  demoId(opened, `${role} file of video ${video.key}`)
const videoFiles = (): { video: SeedVideo; role: VideoRole; name: string }[] =>
  videos.flatMap((video) =>
    (
      [
        ['main', video.file],
        ['teaser', video.teaser],
        ['thumbnail', video.thumbnail],
      ] as const
    ).flatMap(([role, name]) => (name ? [{ video, role, name }] : [])),
  )

async function makeVideos(
  tx: Context,
  goTo: (at: Date) => Promise<unknown>,
  opened: Date,
  people: People,
): Promise<void> {
  for (const video of videos.filter(({ file }) => isThere(file)).toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    const at = new Date(opened.getTime() - video.daysAgo * day)
    await goTo(at)
    const id = demoId(at, `video ${video.key}`)
    const performerId = idOf(people, video.by)
    const price = video.gate === 'paid' ? BigInt(video.priceTokens!) * 100n : null
    await sql`INSERT INTO items (id, kind, performer_id, title, text, status, publish_at, published_at, gate_type, gate_price, gate_free_for_subscribers, tags, chapters)
      VALUES (${id}, 'video', ${performerId}, ${video.title}, ${video.text}, 'published', app_now(), app_now(), ${video.gate}, ${price}, ${video.freeForSubscribers ?? false},
        ${video.tags}::text[], ${asJson(video.chapters ?? [])}::jsonb)`.execute(tx.db)
    const files = videoFiles().filter((entry) => entry.video === video && isThere(entry.name))
    await sql`INSERT INTO item_files (item_id, file_id, role) SELECT ${id}, f.id, f.role
      FROM unnest(${files.map(({ role }) => videoFileId(opened, video, role))}::uuid[], ${files.map(({ role }) => role)}::text[]) AS f(id, role)`.execute(
      tx.db,
    )
    for (const { locale, label, lines } of video.captions ?? [])
      await putCaptions(tx, videoFileId(opened, video, 'main'), {
        locale,
        label,
        vtt: writeCaptions(
          lines.map((text, n) => ({ id: '', startMs: n * 2_500, endMs: (n + 1) * 2_500, settings: '', text })),
        ),
      })
    const views = 60 + Math.floor(chance(`views of ${video.key}`) * 400)
    await sql`INSERT INTO counter_deltas (subject, subject_id, counter, delta) VALUES ('performer', ${performerId}, 'videos', 1),
      ('item', ${id}, 'views', ${views}), ('performer', ${performerId}, 'views', ${views})`.execute(tx.db)
  }
}

// Follows, comments, likes, votes

async function makeTalk(tx: Context, opened: Date, people: People): Promise<void> {
  const following = follows(opened)
  await sql`WITH added AS (
      INSERT INTO follows (follower_id, performer_id, created_at) SELECT f.fan, f.creator, f.at FROM jsonb_to_recordset(${asJson(
        following.map((entry) => ({
          fan: idOf(people, entry.fan),
          creator: idOf(people, entry.creator),
          at: entry.at,
        })),
      )}::jsonb) AS f(fan uuid, creator uuid, at timestamptz) ON CONFLICT DO NOTHING RETURNING performer_id)
    INSERT INTO counter_deltas (subject, subject_id, counter, delta) SELECT 'performer', performer_id, 'followers', count(*) FROM added GROUP BY 2`.execute(
    tx.db,
  )

  const comments = shownPosts().flatMap(({ post }) => {
    const item = postId(opened, post)
    const at = publishedAt(opened, post)
    return post.comments.flatMap((comment, n) => {
      const when = soon(at, opened, 1 + (n + chance(`comment ${n} on ${post.key}`)) * 3)
      const id = demoId(when, `comment ${n} on ${post.key}`)
      const first = {
        id,
        item,
        author: idOf(people, comment.by),
        parent: null as string | null,
        text: comment.text,
        at: when,
      }
      if (!comment.reply) return [first]
      const later = soon(when, opened, 0.5 + chance(`reply ${n} on ${post.key}`) * 5)
      return [
        first,
        {
          id: demoId(later, `reply ${n} on ${post.key}`),
          item,
          author: idOf(people, comment.reply.by),
          parent: id,
          text: comment.reply.text,
          at: later,
        },
      ]
    })
  })
  await sql`WITH added AS (
      INSERT INTO comments (id, item_id, author_id, parent_id, text, created_at, updated_at) SELECT c.id, c.item, c.author, c.parent, c.text, c.at, c.at
      FROM jsonb_to_recordset(${asJson(comments)}::jsonb) AS c(id uuid, item uuid, author uuid, parent uuid, text text, at timestamptz) RETURNING item_id)
    INSERT INTO counter_deltas (subject, subject_id, counter, delta) SELECT 'item', item_id, 'comments', count(*) FROM added GROUP BY 2`.execute(
    tx.db,
  )

  const open = new Set(following.map((entry) => `${entry.fan} ${entry.creator}`))
  const reactions = shownPosts().flatMap(({ creator, post }) =>
    fans.flatMap((fan) => {
      if (post.gate !== 'public' && !(post.gate === 'followers' && open.has(`${fan.key} ${creator.key}`))) return []
      const at = soon(publishedAt(opened, post), opened, chance(`when ${fan.key} likes ${post.key}`) * 60)
      const base = { who: idOf(people, fan.key), item: postId(opened, post), performer: idOf(people, creator.key), at }
      return [
        ...(chance(`${fan.key} likes ${post.key}`) < 0.35 + chance(`charm of ${post.key}`) * 0.4
          ? [{ ...base, action: 'like' }]
          : []),
        ...(chance(`${fan.key} keeps ${post.key}`) < 0.06 ? [{ ...base, action: 'bookmark' }] : []),
      ]
    }),
  )
  await sql`WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${asJson(reactions)}::jsonb) AS r(who uuid, item uuid, performer uuid, at timestamptz, action text)
    ), added AS (
      INSERT INTO reactions (account_id, action, object_type, object_id, created_at) SELECT who, action, 'feed', item, at FROM given)
    INSERT INTO counter_deltas (subject, subject_id, counter, delta)
    SELECT 'item', item, CASE action WHEN 'like' THEN 'likes' ELSE 'bookmarks' END, count(*) FROM given GROUP BY 2, 3
    UNION ALL SELECT 'performer', performer, 'likes', count(*) FROM given WHERE action = 'like' GROUP BY 2`.execute(
    tx.db,
  )

  const votes = shownPosts().flatMap(({ creator, post }) =>
    !post.poll
      ? []
      : fans.flatMap((fan) => {
          // The person who signs in first still has a vote to give.
          if (
            fan === fans[0] ||
            (post.gate !== 'public' && !open.has(`${fan.key} ${creator.key}`)) ||
            chance(`${fan.key} votes ${post.key}`) > 0.7
          )
            return []
          const n = Math.floor(chance(`${fan.key} chooses in ${post.key}`) ** 1.6 * post.poll!.options.length)
          return [
            {
              poll: demoId(publishedAt(opened, post), `poll ${post.key}`),
              who: idOf(people, fan.key),
              option: optionId(opened, post, n),
            },
          ]
        }),
  )
  await sql`WITH added AS (
      INSERT INTO poll_votes (poll_id, account_id, option_id) SELECT v.poll, v.who, v.option
      FROM jsonb_to_recordset(${asJson(votes)}::jsonb) AS v(poll uuid, who uuid, option uuid) RETURNING option_id)
    INSERT INTO counter_deltas (subject, subject_id, counter, delta) SELECT 'poll_option', option_id, 'votes', count(*) FROM added GROUP BY 2`.execute(
    tx.db,
  )
}
const asJson = (rowsOfIt: unknown[]) => JSON.stringify(rowsOfIt)

// Money: the real rules, applied at the time of each event

const pricesOf = (ctx: Context) => {
  const { currency, tokenValue } = ctx.settings.all()
  const months = { free: 1, monthly: 1, bundle: 3, yearly: 12 }
  return {
    monthsOf: (plan: PlanType) => months[plan],
    tokensForMinor: (minor: bigint) => tokensForMoney(minor, currency, tokenValue),
    tokensOf: (key: string, plan: PlanType) => {
      const {
        monthlyPriceMinor: price,
        threeMonthsDiscountPct,
        yearlyDiscountPct,
      } = creators.find((creator) => creator.key === key)!.plans
      const discount = plan === 'bundle' ? threeMonthsDiscountPct : plan === 'yearly' ? yearlyDiscountPct : 0
      return tokensForPrice(BigInt(Math.round((price * months[plan] * (100 - discount)) / 100)), currency, tokenValue)
    },
  }
}

async function doIt(tx: Context, opened: Date, people: People, historyEvent: HistoryEvent): Promise<void> {
  const fan = signedIn(people, historyEvent.fan)
  const key = `demo:${historyEvent.fan}:${historyEvent.do}:${historyEvent.at.getTime()}`
  if (historyEvent.do === 'top up') return void (await topUp(tx, fan, historyEvent.minor, key))
  const performerId = idOf(people, historyEvent.creator)
  if (historyEvent.do === 'tip')
    return void (await sendTip(tx, fan, { performerId, tokens: historyEvent.tokens, note: historyEvent.note, key }))
  if (historyEvent.do === 'unlock') {
    const post = shownPosts().find((post) => post.post.key === historyEvent.post)?.post
    if (post) await unlockItem(tx, fan, 'feed', { itemId: postId(opened, post), key })
    return
  }
  if (historyEvent.do === 'subscribe') {
    const plan = await row(
      tx.db,
      sql<{
        id: string
      }>`SELECT id FROM plans WHERE performer_id = ${performerId} AND type = ${historyEvent.plan} AND active`,
    )
    assert(plan, 'creators among the seed accounts have their plans')
    return void (await subscribe(tx, fan, { performerId, planId: plan.id, paymentGateway: 'wallet', key }))
  }
  const found = await row(
    tx.db,
    sql<{
      id: string
    }>`SELECT id FROM subscriptions WHERE fan_id = ${fan.id} AND performer_id = ${performerId} ORDER BY created_at DESC LIMIT 1`,
  )
  if (historyEvent.do === 'cancel') return cancel(tx, fan, { id: found!.id, gateway: 'wallet' })
  await payPeriod(tx, (await lockSubscription(tx, found!.id))!, historyEvent.period)
}

// Shops

const productId = (opened: Date, product: SeedProduct) =>
  demoId(new Date(opened.getTime() - product.daysAgo * day), `product ${product.key}`)
const shownProducts = () => products.filter(({ images, file }) => [...images, ...(file ? [file] : [])].every(isThere))

async function makeProducts(
  tx: Context,
  goTo: (at: Date) => Promise<unknown>,
  opened: Date,
  people: People,
): Promise<void> {
  for (const product of shownProducts()) {
    await goTo(new Date(opened.getTime() - product.daysAgo * day))
    const id = productId(opened, product)
    const performerId = idOf(people, product.creator)
    const { shipping } = product
    await sql`INSERT INTO items (id, kind, performer_id, title, text, status, publish_at, published_at, gate_type, gate_price)
      VALUES (${id}, 'product', ${performerId}, ${product.title}, ${product.text}, 'published', app_now(), app_now(), 'paid', ${BigInt(product.price) * 100n})`.execute(
      tx.db,
    )
    await sql`INSERT INTO products (item_id, type, stock, shipping_fee, shipping_countries, processing_days)
      VALUES (${id}, ${shipping ? 'physical' : 'digital'}, ${product.stock ?? null}, ${BigInt(shipping?.fee ?? 0) * 100n},
        ${shipping?.countries ?? []}::text[], ${shipping?.processingDays ?? 0})`.execute(tx.db)
    const files = [
      ...product.images.map((name) => ({ name: imageOfProduct(name), role: 'cover' })),
      ...(product.file ? [{ name: fileOfProduct(product.file), role: 'main' }] : []),
    ]
    for (const [position, { name, role }] of files.entries())
      await sql`INSERT INTO item_files (item_id, file_id, role, position)
        VALUES (${id}, ${fileId(opened, product.creator, name)}, ${role}, ${position})`.execute(tx.db)
    await sql`INSERT INTO counter_deltas (subject, subject_id, counter, delta) VALUES ('performer', ${performerId}, 'products', 1)`.execute(
      tx.db,
    )
  }
}

const streets = ['12 Harbour Lane', '4 Mill Street', '27 Orchard Road', '8 Station Square']

/** Each order is paid for with a top-up of its own, and goes as far as it got by the rules of all others. */
async function makeOrders(
  tx: Context,
  goTo: (at: Date) => Promise<unknown>,
  opened: Date,
  people: People,
): Promise<void> {
  const steps = orders(fans.map(({ key }) => key)).flatMap((order) => {
    const product = shownProducts().find(({ key }) => key === order.product)
    if (!product) return []
    const at = opened.getTime() - order.daysAgo * day
    const placed = { at: new Date(at), order, product, step: null }
    return [placed, ...order.then.map((step) => ({ at: new Date(at + step.afterDays * day), order, product, step }))]
  })
  const placed = new Map<SeedOrder, string>()
  for (const { at, order, product, step } of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    await goTo(at)
    const fan = signedIn(people, order.fan)
    const seller = signedIn(people, product.creator)
    if (step === null) placed.set(order, await orderAs(tx, fan, order, productId(opened, product), product))
    else await takeStep(tx, { fan, seller }, placed.get(order)!, step)
  }
}

async function orderAs(
  tx: Context,
  fan: SignedIn,
  order: SeedOrder,
  id: string,
  product: SeedProduct,
): Promise<string> {
  const { country, name } = fans.find(({ key }) => key === order.fan)!
  const total = product.price * order.quantity + (product.shipping?.fee ?? 0)
  await topUpTokens(tx, fan, total, `demo:${order.fan}:order:${order.product}`)
  if (product.shipping && !(await row(tx.db, sql`SELECT id FROM addresses WHERE account_id = ${fan.id}`)))
    await saveAddress(tx, fan.id, {
      name,
      line1: streets[Math.floor(chance(`street of ${order.fan}`) * streets.length)]!,
      line2: '',
      city: 'Northport',
      state: '',
      postalCode: '10240',
      country,
      phone: '',
    })
  const charged = await placeOrder(tx, fan, {
    productId: id,
    quantity: order.quantity,
    expectedPrice: total,
    key: `demo:${order.fan}:${order.product}`,
  })
  return charged.id
}

function takeStep(
  tx: Context,
  { fan, seller }: { fan: SignedIn; seller: SignedIn },
  id: string,
  step: SeedOrder['then'][number],
): Promise<void> {
  switch (step.do) {
    case 'cancel':
      return cancelOrder(tx, fan, id)
    case 'received':
      return confirmReceipt(tx, fan, id)
    case 'problem':
      return reportProblem(tx, fan, id, step.note ?? '')
    case 'answer':
      return answerProblem(tx, seller, id, step.note ?? '')
    case 'escalate':
      return escalateProblem(tx, fan, id, step.note ?? '')
    case 'refund':
      return refundOrder(tx, seller, id, { tokens: step.tokens!, note: step.note })
    default:
      return updateOrder(tx, seller, id, {
        fulfilment: step.do,
        note: step.note,
        ...(step.do === 'shipped' && { carrier: 'Northport Post', trackingCode: `NP${id.slice(-9).toUpperCase()}` }),
      })
  }
}

const isAudio = (name: string) => name.endsWith('.m4a')
const fileOfMessage = (name: string) => `${name} in a message`
const messageFiles = () => {
  const inConversations = conversations.flatMap(({ creator, messages }) =>
    messages.flatMap(({ files = [] }) => files.map((name) => ({ creator, name }))),
  )
  const others = [welcomePhoto, ...broadcastPhotos].filter(
    (name) => !inConversations.some((file) => file.creator === 'ines' && file.name === name),
  )
  return [...inConversations, ...others.map((name) => ({ creator: 'ines', name }))]
}
const minute = hour / 60

/** What fans and creators wrote to each other. The newest messages of some are unread. */
async function makeConversations(
  tx: Context,
  goTo: (at: Date) => Promise<unknown>,
  opened: Date,
  people: People,
): Promise<void> {
  for (const { fan, creator, hoursAgo, messages, unread = 0 } of conversations) {
    const both = {
      fan: signedIn(people, fan),
      creator: { ...signedIn(people, creator), role: 'performer' as const },
    }
    const newestAt = opened.getTime() - hoursAgo * hour
    const at = (n: number) => new Date(newestAt - (messages.length - 1 - n) * 7 * minute)
    await goTo(at(0))
    const id = await openConversation(tx, both.fan, { source: 'performer', id: both.creator.id })
    for (const [n, message] of messages.entries()) {
      await goTo(at(n))
      const writer = both[message.by]
      const clientId = demoId(at(n), `message ${n} of ${fan} and ${creator}`)
      if (message.tip)
        await tip(tx, both.fan, {
          performerId: both.creator.id,
          tokens: message.tip,
          note: message.text,
          inConversation: true,
          key: clientId,
        })
      else
        await sendMessage(tx, writer, id, {
          text: message.text,
          fileIds: (message.files ?? []).filter(isThere).map((name) => fileId(opened, creator, fileOfMessage(name))),
          clientId,
          ...(message.price !== undefined && { price: message.price }),
        })
      const reader = message.by === 'fan' ? both.creator : both.fan
      if (n < messages.length - unread) await readConversation(tx, reader, id)
    }
  }
}

const signedIn = (people: People, key: string): SignedIn => signedInAs(idOf(people, key))
function signedInAs(id: string): SignedIn {
  return {
    kind: 'signed-in',
    id,
    role: 'user',
    username: null,
    status: 'active',
    emailVerified: true,
    unfinished: false,
    approved: false,
    permissions: [],
    needsSecondFactor: false,
    termsDue: false,
    accessEpoch: 0,
    sessionId: id,
    authenticatedAt: new Date(),
    address: '127.0.0.1',
    age: 'none',
    country: null,
    locale: 'en-US',
  }
}

const fillInboxes = async (tx: Context): Promise<void> => {
  await sql`INSERT INTO feed_inbox (account_id, published_at, item_id, performer_id)
    SELECT pair.fan, i.published_at, i.id, pair.performer FROM (
      SELECT follower_id AS fan, performer_id AS performer FROM follows
      UNION SELECT fan_id, performer_id FROM subscriptions WHERE access_until > now()) pair
    JOIN items i ON i.performer_id = pair.performer AND i.kind = 'feed' AND i.status = 'published' ON CONFLICT DO NOTHING`.execute(
    tx.db,
  )
}
