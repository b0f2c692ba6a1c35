import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildFeed, buildFile } from '@fanlight/server/modules/content/posts/testing'
import { publishDue } from '@fanlight/server/modules/content/items/publishing'
import { processFile } from '@fanlight/server/modules/media/processing/processing'
import { samples } from '@fanlight/server/modules/media/testing'
import { buildFan, buildLockedFeed, buildPlan, payer } from '@fanlight/server/modules/money/wallet/testing'
import { sql } from '@fanlight/server/platform/db/db'
import { api, formOf, type Reply } from '@fanlight/server/testing/api'
import { type Built, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { watchChanges } from '@fanlight/server/testing/changes'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// What people and programs send that can't be taken: every refusal has its status, its code and the field it is about, and leaves
// neither a row nor a file behind.

let server: TestServer
let changes: Awaited<ReturnType<typeof watchChanges>>
let creator: Built
let other: Built
let fan: Built
let taken: Built
beforeAll(async () => {
  server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
  changes = await watchChanges(server.ownerUrl)
  ;[creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  ;[fan, taken] = [await buildFan(server.ctx, 50_000), await buildUser(server.ctx, { username: 'mara.lindt' })]
})
afterAll(async () => {
  await changes?.close()
  await server?.stop()
})

const files = (): number => {
  try {
    return readdirSync(join(server.ctx.config.dataDir, 'media'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    ).length
  } catch {
    return 0
  }
}
const as = (who: Built) => api(server).as(who)
const keyed = (who: Built, path: string, body: unknown, key: string = randomUUID()) =>
  as(who).post(path, body, { headers: { 'idempotency-key': key } })
const upload = (path: string, bytes: Buffer, field = 'file') => as(creator).upload(path, formOf({}, { [field]: bytes }))
const person = (more: object) => ({
  name: 'Noor',
  username: `noor_${randomUUID().slice(0, 8)}`,
  email: `${randomUUID()}@example.com`,
  password: 'a-lamp-in-the-window',
  acceptTerms: true,
  ...more,
})
const post = (more: object) => ({ type: 'text', text: 'New work', ...more })

type Case = [what: string, send: () => Promise<Reply>, status: number, code: string, field?: string]
const cases: Case[] = [
  ['a number for a name', () => as(fan).put('/users', { name: 5 }), 400, 'INVALID_INPUT', 'name'],
  ['a list for a body', () => as(fan).put('/users', []), 400, 'INVALID_INPUT', ''],
  ['half a body', () => as(fan).put('/users', '{"name":"No'), 400, 'MALFORMED_BODY'],
  [
    'a body in another form',
    () => as(fan).call('PUT', '/users', { body: '<name/>', headers: { 'content-type': 'application/xml' } }),
    415,
    'UNSUPPORTED_CONTENT_TYPE',
  ],
  ['a name without end', () => as(fan).put('/users', { name: 'x'.repeat(300_000) }), 413, 'TOO_LARGE'],
  ['a name that is too long', () => as(fan).put('/users', { name: 'x'.repeat(81) }), 422, 'RULE_BROKEN', 'name'],
  [
    'a field that is not known',
    () => keyed(creator, '/performer/feeds', post({ owner: 'me' })),
    400,
    'INVALID_INPUT',
    'owner',
  ],
  [
    'a field that is not known, inside',
    () => keyed(creator, '/performer/feeds', post({ gate: { type: 'public', free: true } })),
    400,
    'INVALID_INPUT',
    'gate.free',
  ],
  [
    'a kind of post there is not',
    () => keyed(creator, '/performer/feeds', post({ type: 'hologram' })),
    400,
    'INVALID_INPUT',
    'type',
  ],

  ['an empty file', () => upload('/performer/feeds/photo/upload', Buffer.alloc(0)), 422, 'FILE_EMPTY', 'file'],
  [
    'text named as a video',
    () => upload('/performer/feeds/video/upload', Buffer.from('once upon a time')),
    415,
    'UNSUPPORTED_MEDIA',
    'file',
  ],
  [
    'an image instead of an audio file',
    async () => upload('/performer/feeds/audio/upload', await samples.photo()),
    415,
    'UNSUPPORTED_MEDIA',
    'file',
  ],
  [
    'an image of 26 MB',
    () => upload('/performer/feeds/photo/upload', Buffer.alloc(26 * 2 ** 20, 1)),
    413,
    'TOO_LARGE',
    'file',
  ],
  [
    'a file in another field',
    async () => upload('/performer/feeds/photo/upload', await samples.photo(), 'image'),
    400,
    'INVALID_INPUT',
    'image',
  ],
  [
    'a form without a file',
    () => as(creator).upload('/performer/feeds/photo/upload', formOf({})),
    400,
    'INVALID_INPUT',
    'file',
  ],
  [
    'two files for one',
    async () =>
      as(creator).upload(
        '/performer/feeds/photo/upload',
        formOf({}, { file: await samples.photo(), second: await samples.photo() }),
      ),
    400,
    'INVALID_INPUT',
    'second',
  ],
  [
    'two files of one name',
    async () => {
      const form = formOf({}, { file: await samples.photo() })
      form.append('file', new Blob([new Uint8Array(await samples.photo())]), 'again.jpg')
      return as(creator).upload('/performer/feeds/photo/upload', form)
    },
    400,
    'INVALID_INPUT',
    'file',
  ],

  [
    'a username in other capitals',
    () => api(server).post('/auth/users/register', person({ username: 'Mara.LINDT' })),
    409,
    'USERNAME_TAKEN',
    'username',
  ],
  [
    'a taken username in other capitals',
    () => as(fan).put('/users', { username: taken.username.toUpperCase() }),
    409,
    'USERNAME_TAKEN',
    'username',
  ],
  [
    'a reserved username',
    () => api(server).post('/auth/users/register', person({ username: 'search' })),
    422,
    'USERNAME_RESERVED',
    'username',
  ],
  [
    'a username like a file',
    () => as(fan).put('/users', { username: 'robots.txt' }),
    422,
    'USERNAME_RESERVED',
    'username',
  ],
  ['a username with a space', () => as(fan).put('/users', { username: 'no or' }), 422, 'RULE_BROKEN', 'username'],
  [
    'a short password',
    () => api(server).post('/auth/users/register', person({ password: 'lamp' })),
    422,
    'PASSWORD_TOO_SHORT',
    'password',
  ],
  [
    'an address that is none',
    () => api(server).post('/auth/users/register', person({ email: 'noor' })),
    422,
    'RULE_BROKEN',
    'email',
  ],

  [
    'a post for less than the least',
    () => keyed(creator, '/performer/feeds', post({ gate: { type: 'paid', price: 0.99 } })),
    422,
    'PRICE_OUT_OF_RANGE',
    'gate.price',
  ],
  [
    'a post for more than the most',
    () => keyed(creator, '/performer/feeds', post({ gate: { type: 'paid', price: 10_000.01 } })),
    422,
    'PRICE_OUT_OF_RANGE',
    'gate.price',
  ],
  [
    'a price with three decimals',
    () => keyed(creator, '/performer/feeds', post({ gate: { type: 'paid', price: 1.005 } })),
    422,
    'RULE_BROKEN',
    'gate.price',
  ],
  [
    'a price as text',
    () => keyed(creator, '/performer/feeds', post({ gate: { type: 'paid', price: '5' } })),
    422,
    'RULE_BROKEN',
    'gate.price',
  ],
  [
    'a price below zero',
    () => keyed(creator, '/performer/feeds', post({ gate: { type: 'paid', price: -5 } })),
    422,
    'RULE_BROKEN',
    'gate.price',
  ],
  [
    'a paid post without a price',
    () => keyed(creator, '/performer/feeds', post({ gate: { type: 'paid' } })),
    422,
    'RULE_BROKEN',
    'gate.price',
  ],
  [
    'a plan above the most',
    () =>
      as(creator).put('/performer/plans', {
        plans: [{ type: 'monthly', name: 'Gold', price: 300.01, perks: [], active: true }],
      }),
    422,
    'PRICE_OUT_OF_RANGE',
    'plans.0.price',
  ],
  [
    'a tip below the least',
    () => keyed(fan, `/wallet/charges/tip/${creator.id}`, { tokens: 9.99 }),
    422,
    'TIP_BELOW_MINIMUM',
    'tokens',
  ],
  [
    'a tip above the most',
    () => keyed(fan, `/wallet/charges/tip/${creator.id}`, { tokens: 10_000.01 }),
    422,
    'TIP_ABOVE_MAXIMUM',
    'tokens',
  ],
  [
    'a tip written with an exponent',
    () =>
      as(fan).call('POST', `/wallet/charges/tip/${creator.id}`, {
        body: '{"tokens":1e2}',
        headers: { 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
      }),
    422,
    'RULE_BROKEN',
    'tokens',
  ],
  ['a tip without a key', () => as(fan).post(`/wallet/charges/tip/${creator.id}`, { tokens: 20 }), 400, 'KEY_REQUIRED'],
  [
    'a top-up below the least',
    async () => keyed(fan, '/payment/wallet/top-up', { amount: 2.94, cardId: await cardOf(fan) }),
    422,
    'AMOUNT_OUT_OF_RANGE',
    'amount',
  ],

  [
    'a post of another user',
    async () => as(creator).put(`/performer/feeds/${await buildFeed(server.ctx, other)}`, { text: 'Mine' }),
    404,
    'NOT_FOUND',
  ],
  [
    'a file of another user',
    async () =>
      keyed(creator, '/performer/feeds', post({ type: 'photo', fileIds: [await buildFile(server.ctx, other)] })),
    404,
    'NOT_FOUND',
    'fileIds',
  ],
  [
    'a plan of another user',
    async () =>
      keyed(
        creator,
        '/performer/feeds',
        post({ gate: { type: 'plan', planIds: [await buildPlan(server.ctx, other)] } }),
      ),
    422,
    'PLAN_NOT_AVAILABLE',
    'gate.planIds',
  ],
  [
    'a card of another user',
    async () => keyed(fan, '/payment/wallet/top-up', { amount: 10, cardId: await cardOf(creator) }),
    404,
    'NOT_FOUND',
  ],
  ['an id that is none', () => as(creator).get('/performer/feeds/not-an-id'), 422, 'RULE_BROKEN', 'id'],
  ['a session that ran out', async () => as(await expired()).put('/users', { name: 'Noor' }), 401, 'NOT_SIGNED_IN'],
  ['a session that was ended', async () => as(await ended()).post(`/follows/${creator.id}`), 401, 'NOT_SIGNED_IN'],
]

/** What a case builds before it sends is not what the refusal changed. */
const built = async <T>(made: T): Promise<T> => {
  await changes.taken()
  return made
}
const cardOf = async (who: Built) => built(await payer(server, who).card())
async function expired(): Promise<Built> {
  const who = await buildUser(server.ctx)
  await sql`UPDATE sessions SET expires_at = app_now() - interval '1 second' WHERE id = ${who.sessionId}`.execute(
    server.ctx.db,
  )
  return built(who)
}
async function ended(): Promise<Built> {
  const who = await buildUser(server.ctx)
  await sql`UPDATE sessions SET revoked_at = app_now() WHERE id = ${who.sessionId}`.execute(server.ctx.db)
  return built(who)
}
const buildTables = [
  'plan_versions',
  'items',
  'feeds',
  'feed_search',
  'files',
  'file_variants',
  'plans',
  'performer_listings',
  'search_terms',
]

describe('refused with status, code and field, and nothing half-written', () => {
  test.each(cases)('%s', async (_what, send, status, code, field) => {
    await changes.taken()
    const before = files()
    const reply = await send()
    expect([reply.status, reply.body.code, reply.body.errors?.[0]?.path]).toEqual([status, code, field])
    expect(reply.body.message.length).toBeGreaterThan(5)
    expect(reply.body.requestId).toMatch(/^[0-9a-f-]{36}$/)
    if (field !== undefined) expect(reply.body.errors[0].message.length).toBeGreaterThan(3)
    const left = (await changes.taken()).map((entry) => entry.table)
    // Other users' objects that a case needs were created just before. A login attempt is counted, whatever its result.
    const expected = /another user/.test(_what) ? buildTables : ['captcha_tries']
    expect([...new Set(left)].filter((table) => !expected.includes(table))).toEqual([])
    expect(files()).toBe(before)
  })
})

describe('an image that says it is larger than is ever decoded', () => {
  const to = {
    photo: (bytes: Buffer) => upload('/performer/feeds/photo/upload', bytes),
    thumbnail: (bytes: Buffer) => upload('/performer/feeds/thumbnail/upload', bytes),
    avatar: (bytes: Buffer) => as(fan).upload('/users/avatar/upload', formOf({}, { avatar: bytes })),
    cover: (bytes: Buffer) => upload('/performers/cover/upload', bytes, 'cover'),
    'identity document': (bytes: Buffer) => upload('/performers/documents/upload', bytes, 'idFront'),
    comment: async (bytes: Buffer) => {
      const itemId = await buildFeed(server.ctx, creator)
      const comment = (await keyed(fan, '/comments', { itemId, text: 'Mine' })).body.data
      await changes.taken()
      return as(fan).upload(`/comments/${comment._id}`, formOf({}, { file: bytes }))
    },
  }
  const tiny = (format: 'webp' | 'gif' | 'avif') =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: '#36a' } })
      .toFormat(format, { lossless: format === 'webp' })
      .toBuffer()
  /** The same bytes with other numbers in the header fields of the image size. */
  const patched = (bytes: Buffer, find: string | Buffer, after: number, numbers: Buffer) => {
    numbers.copy(bytes, bytes.indexOf(find) + after)
    return bytes
  }
  const side = (bytes: number) => Buffer.from(bytes === 2 ? '4e204e20' : '00004e2000004e20', 'hex')
  const kinds: [string, () => Promise<Buffer>][] = [
    ['PNG', () => samples.png(20_000, 20_000)],
    ['JPEG', async () => patched(await samples.photo(), Buffer.from('ffc0', 'hex'), 5, side(2))],
    ['WebP', async () => patched(await tiny('webp'), 'VP8L', 9, Buffer.from('ffffff0f', 'hex'))],
    ['GIF', async () => patched(await tiny('gif'), 'GIF8', 6, Buffer.from('204e204e', 'hex'))],
    ['AVIF', async () => patched(await tiny('avif'), 'ispe', 8, side(4))],
    ['HEIC', async () => patched(samples.heic(), 'ispe', 8, side(4))],
  ]
  test.each(kinds)('%s', async (_kind, made) => {
    const bytes = await made()
    for (const [target, send] of Object.entries(to)) {
      const before = files()
      await changes.taken()
      const reply = await send(bytes)
      // Documents are not taken as GIF or AVIF at all.
      const code =
        target === 'identity document' && ['GIF', 'AVIF'].includes(_kind) ? 'UNSUPPORTED_MEDIA' : 'FILE_TOO_MANY_PIXELS'
      expect([target, reply.status, reply.body.code]).toEqual([target, code === 'UNSUPPORTED_MEDIA' ? 415 : 422, code])
      expect(reply.body.errors).toHaveLength(1)
      expect(files()).toBe(before)
      expect(await changes.taken()).toEqual([])
    }
  })
})

describe('files that are only found out when they are read', () => {
  test.each([
    ['a truncated image', async () => (await samples.photo()).subarray(0, 9_000), 'photo', 'FILE_BROKEN'],
    [
      'a truncated video',
      async () => (await samples.video({ size: '320x180', length: 2 })).subarray(0, 20_000),
      'video',
      'FILE_BROKEN',
    ],
    ['a video without a video stream', samples.audioNamedAsVideo, 'video', 'FILE_NO_IMAGE'],
  ] as const)('%s fails, says why, and shows nothing', { timeout: 60_000 }, async (_what, bytes, kind, code) => {
    const reply = await upload(`/performer/feeds/${kind}/upload`, await bytes())
    expect(reply.status).toBe(200)
    const id = reply.body.data._id
    const saved = await keyed(creator, '/performer/feeds', post({ type: kind, fileIds: [id] }))
    await processFile(server.ctx, id)
    expect((await as(creator).get(`/files/${id}/status`)).body.data).toEqual({
      status: 'failed',
      progress: 0,
      errorCode: code,
    })
    const shown = (await as(creator).get(`/performer/feeds/${saved.body.data._id}`)).body.data
    expect([shown.status, shown.processing]).toEqual(['processing', { ready: 0, total: 1, failed: 1 }])
    expect((await as(fan).get(`/user/feeds/${saved.body.data._id}`)).status).toBe(404)
  })

  test.each([
    ['an image of one pixel', () => samples.png(1, 1), 1, 1],
    ['a phone’s HEIC', samples.heic, 96, 64],
  ] as const)('%s is taken', { timeout: 60_000 }, async (_what, bytes, width, height) => {
    const reply = await upload('/performer/feeds/photo/upload', Buffer.from(await bytes()))
    const saved = await keyed(creator, '/performer/feeds', post({ type: 'photo', fileIds: [reply.body.data._id] }))
    await processFile(server.ctx, reply.body.data._id)
    await publishDue(server.ctx)
    const { status, files: shown } = (await as(creator).get(`/performer/feeds/${saved.body.data._id}`)).body.data
    expect([status, shown[0].width, shown[0].height]).toEqual(['published', width, height])
    expect(shown[0].sources.length).toBeGreaterThan(0)
  })
})

describe('sent twice', () => {
  const tenTimes = (send: () => Promise<Reply>) => Promise.all(Array.from({ length: 10 }, send))
  const count = async (table: string) =>
    (await changes.taken()).filter((entry) => entry.table === table && entry.column === 'id').length

  test('a post, a comment and a tip with one key are one', async () => {
    const itemId = await buildFeed(server.ctx, other)
    const sent: [string, string, unknown, Built][] = [
      ['items', '/performer/feeds', post({ text: 'Only once' }), creator],
      ['comments', '/comments', { itemId, text: 'Only once' }, fan],
      ['charges', `/wallet/charges/tip/${creator.id}`, { tokens: 20 }, fan],
    ]
    for (const [table, path, body, who] of sent) {
      await changes.taken()
      const key = randomUUID()
      const replies = await tenTimes(() => keyed(who, path, body, key))
      expect([table, new Set(replies.map((reply) => reply.status))]).toEqual([table, new Set([200])])
      expect(new Set(replies.map((reply) => reply.body.data._id)).size).toBe(1)
      expect([table, await count(table)]).toEqual([table, 1])
    }
  })

  test('buying a post ten times with ten keys buys it once, and the others see the receipt', async () => {
    const feed = await buildLockedFeed(server.ctx, creator, 5)
    await changes.taken()
    const replies = await tenTimes(() => keyed(fan, `/wallet/charges/feed/${feed}`, undefined))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    const refused = replies.filter((reply) => reply.status !== 200)
    expect(new Set(refused.map((entry) => `${entry.status} ${entry.body.code}`))).toEqual(
      new Set(['409 ALREADY_PURCHASED']),
    )
    for (const entry of refused) expect(entry.body.receipt.tokens).toBe(5)
    expect(await count('charges')).toBe(1)
  })

  test('one username, ten people: one gets it and nine get an error at the field', async () => {
    const username = `lamp_${randomUUID().slice(0, 8)}`
    await changes.taken()
    const replies = await tenTimes(() => api(server).post('/auth/users/register', person({ username })))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    for (const entry of replies.filter((reply) => reply.status !== 200))
      expect([entry.status, entry.body.code, entry.body.errors[0].path]).toEqual([409, 'USERNAME_TAKEN', 'username'])
    expect(await count('accounts')).toBe(1)
  })
})
