import { readFileSync } from 'node:fs'
import { buildFeed } from '@fanlight/server/modules/content/posts/testing'
import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { buildVideo } from '@fanlight/server/modules/content/videos/testing'
import { buildPayout } from '@fanlight/server/modules/money/payouts/testing'
import { buildFan } from '@fanlight/server/modules/money/wallet/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { homeAddress } from '@fanlight/server/modules/shop/orders/testing'
import { buildConversation } from '@fanlight/server/modules/talk/conversations/testing'
import { type Built, buildAdmin, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Site, startSite } from './site.ts'

// Every page with an id in its address, where that id is nobody's, is no id, or is somebody else's: it is missing, said within the frame of
// its area, and never called a fault of ours.

type Reader = 'visitor' | 'fan' | 'creator' | 'staff'
interface Entry {
  /** Who asks. */
  as: Reader
  /** The id of something that this reader may not see at this address. */
  foreign?: () => Promise<string>
  /** The address after the id; other parts that stand before it. */
  path: (id: string) => string
}

let site: Site
let other: Built
const readers = {} as Record<Exclude<Reader, 'visitor'>, Built>
beforeAll(async () => {
  site = await startSite()
  readers.fan = await buildUser(site.ctx)
  readers.creator = await buildPerformer(site.ctx)
  readers.staff = await buildAdmin(site.ctx)
  other = await buildPerformer(site.ctx)
})
afterAll(() => site?.stop())

const draft = () => buildFeed(site.ctx, other, { status: 'draft' })
const galleryDraft = async () => (await buildGallery(site.ctx, other, { status: 'draft' })).id
const videoDraft = () => buildVideo(site.ctx, other, { status: 'draft' })
const product = () => buildProduct(site.ctx, other)
/** A conversation and an order of two others. */
const conversation = async () => buildConversation(site.ctx, await buildUser(site.ctx), other)
async function order(): Promise<string> {
  const buyer = await buildFan(site.ctx, 500)
  const post = async (path: string, body: unknown) => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      authorization: `Bearer ${buyer.token}`,
    }
    const reply = await fetch(`${site.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(reply.status).toBeLessThan(300)
    return ((await reply.json()) as { data: { _id: string } }).data._id
  }
  await post('/addresses/create', homeAddress)
  return post(`/wallet/charges/product/${await product()}`, {})
}

const pages: Record<string, Entry> = {
  'post/:id': { as: 'visitor', path: (id) => `/post/${id}`, foreign: draft },
  'product/:id': { as: 'visitor', path: (id) => `/product/${id}`, foreign: draft },
  'gallery/:id': { as: 'visitor', path: (id) => `/gallery/${id}`, foreign: galleryDraft },
  'video/:id': { as: 'visitor', path: (id) => `/video/${id}`, foreign: videoDraft },
  'show/:id': { as: 'visitor', path: (id) => `/show/${id}`, foreign: draft },
  'page/:slug': { as: 'visitor', path: (id) => `/page/${id}` },
  'consent/:token': { as: 'visitor', path: (id) => `/consent/${id}` },
  ':profileId': { as: 'visitor', path: (id) => `/${id}`, foreign: async () => readers.fan.username },
  ':profileId/live': { as: 'visitor', path: (id) => `/${id}/live`, foreign: async () => readers.fan.username },
  'messages/:conversationId': { as: 'fan', path: (id) => `/messages/${id}`, foreign: conversation },
  'user/purchases/messages/:id': { as: 'fan', path: (id) => `/user/purchases/messages/${id}`, foreign: draft },
  'user/orders/:id': { as: 'fan', path: (id) => `/user/orders/${id}`, foreign: order },
  'creator/posts/:id': { as: 'creator', path: (id) => `/creator/posts/${id}`, foreign: draft },
  'creator/galleries/:id': { as: 'creator', path: (id) => `/creator/galleries/${id}`, foreign: galleryDraft },
  'creator/products/:id': { as: 'creator', path: (id) => `/creator/products/${id}`, foreign: product },
  'creator/orders/:id': { as: 'creator', path: (id) => `/creator/orders/${id}`, foreign: order },
  'creator/videos/:id': { as: 'creator', path: (id) => `/creator/videos/${id}`, foreign: videoDraft },
  'creator/earnings/statements/:month': { as: 'creator', path: (id) => `/creator/earnings/statements/${id}` },
  'creator/payouts/:id': {
    as: 'creator',
    path: (id) => `/creator/payouts/${id}`,
    foreign: () => buildPayout(site.ctx, other),
  },
  'creator/audience/:username': {
    as: 'creator',
    path: (id) => `/creator/audience/${id}`,
    foreign: async () => other.username,
  },
  'admin/users/:id': { as: 'staff', path: (id) => `/admin/users/${id}`, foreign: draft },
  'admin/reports/:id': { as: 'staff', path: (id) => `/admin/reports/${id}`, foreign: draft },
  'admin/order-cases/:id': { as: 'staff', path: (id) => `/admin/order-cases/${id}`, foreign: order },
  'admin/payouts/:id': { as: 'staff', path: (id) => `/admin/payouts/${id}`, foreign: draft },
}
/** Addresses whose changing part is no id: who signs in with what, the languages of a page, and what leads on to a list. */
const otherAddresses = [
  'auth/:provider/start',
  'auth/:provider/callback',
  'admin/posts/:slug/:locale',
  'creator/lists/:id',
]

/** A link that only the frame of an area has. */
const frames: Record<Reader, string> = {
  visitor: 'href="/explore"',
  fan: 'href="/notifications"',
  creator: 'href="/creator/earnings"',
  staff: 'href="/admin/audit"',
}

const ids = [
  crypto.randomUUID(),
  '00000000-0000-0000-0000-000000000001',
  'abc',
  '9'.repeat(40),
  '%F0%9F%8D%B5',
  'x'.repeat(300),
]

test('every page with an id in its address is in this table', () => {
  const source = readFileSync(new URL('../../apps/web/app/routes.ts', import.meta.url), 'utf8')
  const written = [...source.matchAll(/route\('([^']*:[^']*)'/g)]
    .map(([, path = '']) => (path === ':conversationId' ? `messages/${path}` : path))
    .filter((path) => !otherAddresses.includes(path))
  expect(written.toSorted()).toEqual(Object.keys(pages).toSorted())
})

const lists: readonly (readonly [Exclude<Reader, 'visitor'>, string])[] = [
  ['creator', '/creator/audience?list='],
  ['creator', '/creator/audience?group='],
  ['creator', '/creator/audience?plan='],
  ['creator', '/creator/orders?product='],
  ['creator', '/creator/orders/slips?ids='],
  ['creator', '/creator/photos?gallery='],
  ['creator', '/creator/posts?cursor='],
  ['creator', '/creator/posts?current='],
  ['creator', '/creator/comments?item='],
  ['creator', '/creator/comments?cursor='],
  ['creator', '/creator/earnings?user='],
  ['creator', '/creator/messages/broadcast?id='],
  ['creator', '/creator/messages/broadcast?to='],
  ['creator', '/creator/vault?folder='],
  ['creator', '/creator/coupons?q='],
  ['fan', '/user/purchases?cursor='],
  ['fan', '/user/orders?cursor='],
  ['fan', '/user/transactions?cursor='],
  ['fan', '/messages?q='],
  ['fan', '/notifications?cursor='],
  ['staff', '/admin/coupons?creator='],
  ['staff', '/admin/coupons?cursor='],
  ['staff', '/admin/audit?actor='],
  ['staff', '/admin/audit?about='],
  ['staff', '/admin/audit?action='],
  ['staff', '/admin/audit?cursor='],
  ['staff', '/admin/users?cursor='],
  ['staff', '/admin/users?role='],
  ['staff', '/admin/users?q='],
  ['staff', '/admin/reports?cursor='],
  ['staff', '/admin/reports?state='],
  ['staff', '/admin/creators?id='],
  ['staff', '/admin/creators?cursor='],
  ['staff', '/admin/consents?id='],
  ['staff', '/admin/payouts?show='],
  ['staff', '/admin/payouts?cursor='],
  ['staff', '/admin/order-cases?cursor='],
  ['staff', '/admin/disputes?cursor='],
  ['staff', '/admin/translations?locale='],
  ['staff', '/admin/settings?q='],
]

describe('a page is missing, within its area, where the id', () => {
  const open = async ({ as, path }: Entry, id: string) => {
    const { status, html } = await site.open(path(id), as === 'visitor' ? undefined : readers[as])
    return { status, says: html.includes('This page doesn’t exist or has moved.'), framed: html.includes(frames[as]) }
  }
  const missing = { status: 404, says: true, framed: true }

  test.each(Object.entries(pages))('is nobody’s or no id: %s', async (_, entry) => {
    for (const id of ids) expect({ id, ...(await open(entry, id)) }).toEqual({ id, ...missing })
  })

  test.each(Object.entries(pages).filter(([, { foreign }]) => foreign))(
    'is of something else: %s',
    async (_, entry) => {
      expect(await open(entry, await entry.foreign!())).toEqual(missing)
    },
  )
})

test('a list that is narrowed by what is no id, cursor or known choice is a list or missing, and no fault', async () => {
  const faults: [string, number][] = []
  for (const [as, path] of lists)
    for (const value of ['abc', crypto.randomUUID(), '9'.repeat(300)]) {
      const { status } = await site.open(path + value, readers[as])
      if (status >= 400 && status !== 404) faults.push([path + value, status])
    }
  expect(faults).toEqual([])
})
