import { suspend } from '@fanlight/server/modules/people/accounts/suspension'
import { countryPort } from '@fanlight/server/modules/people/accounts/auth/identify'
import { deleteAllItems } from '@fanlight/server/modules/content/items/delete-item'
import { revokePurchases } from '@fanlight/server/modules/money/charges/reversal'
import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { requestGateway } from '@fanlight/fake-stripe/testing'
import { buildParticipant } from '@fanlight/server/modules/content/participants/testing'
import { buildAccess } from '@fanlight/server/modules/content/posts/testing'
import { buildReport } from '@fanlight/server/modules/staff/reports/testing'
import { payer } from '@fanlight/server/modules/money/wallet/testing'
import { row, sql } from '@fanlight/server/platform/db/db'
import { api } from '@fanlight/server/testing/api'
import { buildAdmin, type Built } from '@fanlight/server/testing/builders'
import { advanceClock } from '@fanlight/server/testing/clock'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import {
  addressesIn,
  answerFor,
  buildScene,
  buy,
  type Scene,
  type SceneOptions,
  type SoldKind,
  soldKinds,
} from './served-world.ts'

// Someone has addresses of what they may see, and loses the right to it, in each way there is. The next request to every address they were
// given is refused, and the API gives them no other. What was paid for and is not taken back goes on opening.

const items: SoldKind[] = ['feed', 'gallery', 'video', 'product']
const closedCountry = 'NL'

interface Case {
  /** How the scene is opened to the fan before; bought by default. */
  open?: (server: TestServer, scene: Scene) => Promise<void>
  gate?: SceneOptions['gate']
  tokens?: number
  revoke: (server: TestServer, scene: Scene, charges: ReadonlyMap<SoldKind, string>) => Promise<void>
  /** What ends; the others must go on. */
  ends: readonly SoldKind[]
  kinds?: readonly SoldKind[]
}

const gated: SoldKind[] = ['feed', 'gallery', 'video']
const subscribing: Pick<Case, 'gate' | 'kinds' | 'open'> = {
  gate: { type: 'subscribers' },
  kinds: gated,
  open: ({ ctx }, { fan, creator }) => buildAccess(ctx, fan, creator),
}

const cases: Record<string, Case> = {
  'a refund': {
    async revoke({ ctx }, { fan }, charges) {
      await ctx.transaction((tx) => revokePurchases(tx, fan.id, [...charges.values()]))
    },
    ends: soldKinds,
  },
  'a refund by the seller': {
    async revoke(server, { creator }, charges) {
      await ok(
        api(server)
          .as(creator)
          .post(`/orders/${charges.get('product')}/refund`, { tokens: 5 }),
      )
    },
    ends: ['product'],
  },
  'a lost dispute': {
    tokens: 0,
    async open(server, { fan }) {
      const as = payer(server, fan)
      await ok(as.keyed('/payment/wallet/top-up', { amount: 10, cardId: await as.card() }))
    },
    async revoke(server, { fan }, charges) {
      const { ctx } = server
      const payment = await row(
        ctx.db,
        sql<{
          id: string
          ref: string
        }>`SELECT id, gateway_ref AS ref FROM payment_transactions WHERE account_id = ${fan.id}`,
      )
      const dispute = async (status: string) => {
        await requestGateway(ctx, 'test_helpers/disputes', { payment_intent: payment!.ref, status })
        await deliverTestWebhooks(ctx)
        await server.work()
      }
      await dispute('needs_response')
      const traced = await row(
        ctx.db,
        sql<{ n: bigint }>`SELECT count(*) AS n FROM dispute_charges WHERE payment_id = ${payment!.id}`,
      )
      if (Number(traced!.n) !== charges.size) throw new Error(`${traced!.n} of ${charges.size} charges are traced`)
      await dispute('lost')
    },
    ends: soldKinds,
  },
  'a block by the creator': {
    async revoke(server, { creator, fan }) {
      await ok(api(server).as(creator).post('/block/users', { userId: fan.id }))
    },
    // What was bought stays with its buyer.
    ends: [],
  },
  'a block by the buyer': {
    async revoke(server, { creator, fan }) {
      await ok(api(server).as(fan).post('/block/users', { userId: creator.id }))
    },
    // What was bought stays with its buyer.
    ends: [],
  },
  'a suspension of the buyer': {
    revoke: ({ ctx }, { fan }) => ctx.transaction((tx) => suspend(tx, fan.id, 'a test')),
    ends: soldKinds,
  },
  'a suspension of the creator': {
    revoke: ({ ctx }, { creator }) => ctx.transaction((tx) => suspend(tx, creator.id, 'a test')),
    // What was bought stays with its buyer.
    ends: [],
    kinds: items,
  },
  'a suspension of the creator one subscribes to': {
    ...subscribing,
    revoke: ({ ctx }, { creator }) => ctx.transaction((tx) => suspend(tx, creator.id, 'a test')),
    ends: gated,
  },
  'a removal by staff': {
    async revoke(server, { ids }) {
      const staff = await moderator(server)
      for (const kind of items) {
        const id = await buildReport(server.ctx, { type: kind as 'feed', id: ids[kind] })
        await ok(api(server).as(staff).post(`/admin/reports/${id}/assignment`, {}))
        const decision = { action: 'remove', statement: 'It shows what its terms exclude.', refundBuyers: false }
        await ok(api(server).as(staff).post(`/admin/reports/${id}/decision`, decision))
      }
    },
    ends: items,
  },
  'a withdrawn consent': {
    async revoke(server, { creator, itemIds }) {
      const { lasting } = await buildParticipant(server.ctx, creator, { status: 'verified', items: itemIds })
      await ok(api(server).post(`/consents/${lasting}/withdrawal`))
    },
    ends: items,
  },
  'a block of one who subscribes': {
    ...subscribing,
    async revoke(server, { creator, fan }) {
      await ok(api(server).as(creator).post('/block/users', { userId: fan.id }))
    },
    ends: gated,
  },
  'a country of one who subscribes that is closed': {
    ...subscribing,
    async revoke(server, { creator }) {
      await ok(
        api(server)
          .as(creator)
          .post('/block/countries', { countries: [closedCountry] }),
      )
    },
    ends: gated,
  },
  'a country that is closed': {
    async revoke(server, { creator }) {
      await ok(
        api(server)
          .as(creator)
          .post('/block/countries', { countries: [closedCountry] }),
      )
    },
    // What was bought stays with its buyer.
    ends: [],
  },
  'a block and a deletion by the creator': {
    async revoke(server, { creator, fan, ids }) {
      const as = api(server).as(creator)
      await ok(as.delete(`/performer/feeds/${ids.feed}`))
      await ok(as.delete(`/performer/performer-assets/galleries/${ids.gallery}`))
      await ok(as.delete(`/messages/${ids.message}`))
      await ok(as.post('/block/users', { userId: fan.id }))
    },
    // What was sold stays with its buyer.
    ends: [],
  },
  'a higher price and another audience': {
    async revoke(server, { creator, fan, ids }) {
      const as = api(server).as(creator)
      await ok(as.put(`/performer/feeds/${ids.feed}`, { gate: { type: 'paid', price: 90 } }))
      await ok(as.put(`/performer/performer-assets/videos/edit/${ids.video}`, { gate: { type: 'subscribers' } }))
      await ok(as.put(`/performer/performer-assets/galleries/${ids.gallery}`, { status: 'archived' }))
      await ok(as.post('/block/users', { userId: fan.id }))
    },
    ends: [],
  },
  'the account of the creator that is closed': {
    async revoke(server, { creator }) {
      await sql`UPDATE accounts SET status = 'active' WHERE id = ${creator.id}`.execute(server.ctx.db)
      await server.ctx.transaction((tx) => deleteAllItems(tx, creator.id))
      await sql`UPDATE accounts SET status = 'closed' WHERE id = ${creator.id}`.execute(server.ctx.db)
    },
    ends: [],
  },
  'a log-out': {
    async revoke(server, { fan }) {
      await ok(api(server).as(fan).post('/auth/logout'))
    },
    ends: soldKinds,
  },
  'the end of a subscription': {
    ...subscribing,
    async revoke({ ctx }, { fan }) {
      await sql`UPDATE subscriptions SET access_until = app_now() WHERE fan_id = ${fan.id}`.execute(ctx.db)
    },
    ends: gated,
  },
  'a deletion by the creator': {
    async revoke(server, { creator, ids }) {
      const as = api(server).as(creator)
      await ok(as.delete(`/performer/feeds/${ids.feed}`))
      await ok(as.delete(`/performer/performer-assets/galleries/${ids.gallery}`))
      await ok(as.delete(`/performer/performer-assets/videos/${ids.video}`))
      await ok(as.delete(`/performer/performer-assets/products/${ids.product}`))
    },
    // What was bought stays with its buyer.
    ends: [],
  },
}

export const check: ReliabilityCheck = {
  id: 'P2',
  title: 'who loses the right to something loses its addresses with the next request',
  async run() {
    const server = await startTestServer({ listen: true, env: { LOG_LEVEL: 'silent' } })
    const violations: string[] = []
    let n = 0
    const original = countryPort.countryOf
    countryPort.countryOf = (request) => (request.headers['x-test-country'] as string | undefined) ?? null
    try {
      for (const [name, given] of Object.entries(cases)) {
        n += await tryCase(server, name, given, violations)
        if (sabotaged('P2') && violations.length > 0) break
      }
      if (!sabotaged('P2')) n += await tryAges(server, violations)
    } finally {
      countryPort.countryOf = original
      await server.stop()
    }
    return { n, violations }
  },
}

async function tryCase(server: TestServer, name: string, given: Case, violations: string[]): Promise<number> {
  const scene = await buildScene(server, given)
  const kinds = given.kinds ?? soldKinds
  const charges = new Map<SoldKind, string>()
  await given.open?.(server, scene)
  if (!given.gate) for (const kind of kinds) charges.set(kind, await buy(server, scene, kind))
  const addresses = new Map<SoldKind, string[]>()
  for (const kind of kinds) addresses.set(kind, addressesIn(await answerFor(server, scene.fan, scene, kind)))
  let n = 0
  const headers = { authorization: scene.fan.token, 'x-test-country': name.includes('country') ? closedCountry : '' }
  const open = async (url: string, range?: string) => {
    n++
    const request = { url, headers: { ...headers, ...(range && { range }) } }
    return (await server.app.inject(request)).statusCode
  }
  for (const [kind, urls] of addresses) {
    if (urls.length === 0) violations.push(`${name}: ${kind} has no address before`)
    for (const url of urls) {
      const status = await open(url)
      if (status !== 200) violations.push(`${name}: ${kind} answers ${status} before`)
    }
  }
  await given.revoke(server, scene, charges)
  for (const [kind, urls] of addresses)
    for (const url of urls) {
      const statuses = [await open(url), await open(url, 'bytes=0-3')]
      const isOpen = statuses.some((status) => status < 300)
      if (isOpen && given.ends.includes(kind)) violations.push(`${name}: an address of ${kind} still opens`)
    }
  // A revocation may end all addresses of its viewer: what goes on has new ones.
  for (const kind of kinds) {
    n++
    const urls = addressesIn(await answerFor(server, scene.fan, scene, kind, headers))
    const isLost = urls.length === 0
    if (given.ends.includes(kind) !== isLost)
      violations.push(`${name}: the API gives ${isLost ? 'no more' : 'new'} addresses of ${kind}`)
    for (const url of urls)
      if ((await open(url)) !== 200) violations.push(`${name}: a new address of ${kind} is refused`)
  }
  return n
}

/** An address works for minutes, and for its viewer alone. */
async function tryAges(server: TestServer, violations: string[]): Promise<number> {
  const scene = await buildScene(server)
  const other = await buildScene(server)
  let n = 0
  const open = async (url: string, who: Built) => {
    n++
    return (await server.app.inject({ url, headers: { authorization: who.token } })).statusCode
  }
  const given: { kind: SoldKind; url: string }[] = []
  for (const kind of soldKinds) {
    await buy(server, scene, kind)
    const urls = addressesIn(await answerFor(server, scene.fan, scene, kind))
    given.push(...urls.map((url) => ({ kind, url })))
  }
  for (const { kind, url } of given)
    if ((await open(url, other.fan)) === 200) violations.push(`an address of ${kind} opens for someone else`)
  const wait = async (interval: string, works: (url: string) => boolean) => {
    await advanceClock(server.ctx, interval)
    for (const { kind, url } of given)
      if (((await open(url, scene.fan)) === 200) !== works(url))
        violations.push(`an address of ${kind} ${works(url) ? 'ended early' : 'still opens'} after ${interval} more`)
  }
  const isDownload = (url: string) => url.startsWith('/media/o')
  await wait('3 minutes', () => true)
  await wait('3 minutes', isDownload)
  await wait('6 minutes', () => false)
  return n
}

const moderator = (server: TestServer) => buildAdmin(server.ctx, { permissions: ['moderation'] })
async function ok(reply: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await reply
  if (status >= 300) throw new Error(`answered ${status}: ${text}`)
}
