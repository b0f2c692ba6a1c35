import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { api, formOf } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { publishDue } from '../items/publishing.ts'
import { buildConversation, buildMessage } from '../../talk/conversations/testing.ts'
import { buildGallery } from '../galleries/testing.ts'
import { baseOf } from '../../media/serving/address.ts'
import { processFile } from '../../media/processing/processing.ts'
import { buildUploadedFile } from '../../media/testing.ts'
import { buildFeed, buildFile } from '../posts/testing.ts'
import { buildFan } from '../../money/wallet/testing.ts'
import { buildParticipant } from './testing.ts'

// What may not be used since a person whom it shows withdrew their consent.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
const withdraw = (secret: string) => api(server).post(`/consents/${secret}/withdrawal`)
const fileOf = async (id: string) =>
  (await row(
    server.ctx.db,
    sql<{
      status: string
      errorCode: string | null
    }>`SELECT status, error_code AS "errorCode" FROM files WHERE id = ${id}`,
  ))!
const statusOf = async (id: string) =>
  (await row(server.ctx.db, sql<{ status: string }>`SELECT status FROM items WHERE id = ${id}`))!.status
const quarantined = { status: 'blocked', errorCode: 'CONSENT_WITHDRAWN' }
const know = (id: string, sha256: string, phash: string | null = null) =>
  sql`UPDATE files SET sha256 = decode(${sha256}, 'hex'), phash = decode(${phash}::text, 'hex') WHERE id = ${id}`.execute(
    server.ctx.db,
  )
/** Half of its bits are set, at random places. */
function phash(): { phash: string; near: string; unlike: string } {
  const bits = Array.from({ length: 64 }, (_, at) => ({ at, order: Math.random() })).sort((a, b) => a.order - b.order)
  const value = bits.slice(0, 32).reduce((sum, { at }) => sum | (1n << BigInt(at)), 0n)
  const hex = (number: bigint) => number.toString(16).padStart(16, '0')
  return { phash: hex(value), near: hex(value ^ 5n), unlike: hex(value ^ (2n ** 64n - 1n)) }
}
const hash = () => randomUUID().replaceAll('-', '').repeat(2)

/** A photo of a person who consents, in a post that is published. */
async function scene() {
  const creator = await buildPerformer(server.ctx)
  const person = await buildPerformer(server.ctx)
  const file = await buildFile(server.ctx, creator)
  const sha = hash()
  const looks = phash()
  await know(file, sha, looks.phash)
  const item = await buildFeed(server.ctx, creator, { type: 'photo', files: [file] })
  const consent = await buildParticipant(server.ctx, creator, { status: 'verified', account: person, items: [item] })
  const end = () => as(person).post(`/performer/consent-requests/${consent.id}/withdrawal`)
  const anew = () => as(person).post(`/performer/consent-requests/${consent.id}/signature`, { agree: true })
  return { creator, person, file, sha, looks, item, consent, end, anew }
}

test('a withdrawn consent takes the file from every use, and nothing takes it again', async () => {
  const { creator, file, item, end } = await scene()
  const fan = await buildFan(server.ctx, 100)
  const other = await buildFeed(server.ctx, creator, { type: 'photo', files: [file] })
  const conversation = await buildConversation(server.ctx, creator, fan)
  const message = await buildMessage(server.ctx, conversation, creator, { fileIds: [file], price: 500n })
  await sql`UPDATE accounts SET avatar_file_id = ${file} WHERE id = ${creator.id}`.execute(server.ctx.db)
  const scheduled = await as(creator).post('/performer/broadcasts', {
    text: 'Look',
    fileIds: [file],
    include: [{ kind: 'followers' }],
    exclude: [],
    leaveOutOwners: false,
    publishAt: new Date(server.ctx.clock.now().getTime() + 3_600_000).toISOString(),
  })
  expect(scheduled.status).toBe(200)
  const address = `${baseOf(server.ctx, { kind: 'visitor' }, 'public', file)}640.webp`
  const key = (await row(
    server.ctx.db,
    sql<{ key: string }>`SELECT storage_key AS key FROM file_variants WHERE file_id = ${file} AND name = 'webp-640'`,
  ))!.key
  await storageOf(server.ctx.config).put(key, Readable.from([Buffer.from('image')]), { bytesMax: 100 })
  expect((await server.app.inject(address)).statusCode).toBe(200)

  expect((await end()).status).toBe(200)
  expect(await fileOf(file)).toEqual(quarantined)
  expect((await server.app.inject(address)).statusCode).toBe(404)
  // Not for its owner either.
  const own = `${baseOf(server.ctx, { kind: 'signed-in', id: creator.id, accessEpoch: 0 }, 'display', file)}640.webp`
  expect((await server.app.inject({ url: own, headers: { authorization: creator.token } })).statusCode).toBe(404)
  expect([await statusOf(item), await statusOf(other)]).toEqual(['hidden', 'hidden'])
  const shown = await as(fan).get(`/messages/conversations/${conversation}`)
  expect(shown.text).not.toContain('/media/')
  expect(
    (
      await as(fan).post(
        `/wallet/charges/message/${message}`,
        { expectedPrice: 5 },
        { headers: { 'idempotency-key': randomUUID() } },
      )
    ).status,
  ).not.toBe(200)
  expect((await api(server).get(`/performers/${creator.username}`)).body.data.avatar).not.toContain('/media/')

  const refused = { status: 422, body: { code: 'RULE_BROKEN', errors: [{ code: 'FILE_CONSENT_WITHDRAWN' }] } }
  expect(await as(creator).post('/performer/feeds', { type: 'photo', fileIds: [file] })).toMatchObject(refused)
  expect(
    await as(creator).post('/performer/performer-assets/galleries', { title: 'x', fileIds: [file] }),
  ).toMatchObject(refused)
  expect(
    await as(creator).post(`/messages/conversations/${conversation}`, {
      text: 'x',
      fileIds: [file],
      clientId: randomUUID(),
    }),
  ).toMatchObject(refused)
  expect(
    await as(creator).post('/performer/broadcasts', {
      text: 'x',
      fileIds: [file],
      include: [{ kind: 'followers' }],
      exclude: [],
      leaveOutOwners: false,
    }),
  ).toMatchObject(refused)
  expect(await as(creator).put('/performer/message-settings', { welcomeFileIds: [file] })).toMatchObject(refused)
  await advanceClock(server.ctx, '2 hours')
  await server.work()
  const sent = await rows(
    server.ctx.db,
    sql`SELECT FROM messages g JOIN broadcasts b ON b.id = g.broadcast_id WHERE b.id = ${scheduled.body.data._id}`,
  )
  expect(sent).toEqual([])
})

test('copies are quarantined with it: the same bytes, and what looks alike, also of others who show the same person', async () => {
  const { creator, person, file, sha, looks, end } = await scene()
  const other = await buildPerformer(server.ctx)
  const make = async (owner: Built, bytes: string, phash: string | null) => {
    const id = await buildFile(server.ctx, owner)
    await know(id, bytes, phash)
    return id
  }
  const [same, near, unlike] = [
    await make(creator, sha, null),
    // Two bits differ.
    await make(creator, hash(), looks.near),
    await make(creator, hash(), looks.unlike),
  ]
  const [copied, own] = [await make(other, sha, null), await make(person, sha, null)]
  const early = await make(other, sha, null)
  await sql`UPDATE files SET created_at = app_now() - interval '1 year' WHERE id = ${early}`.execute(server.ctx.db)
  const earlyNaming = await make(other, sha, null)
  await sql`UPDATE files SET created_at = app_now() - interval '1 year' WHERE id = ${earlyNaming}`.execute(
    server.ctx.db,
  )
  const theirs = await buildFeed(server.ctx, other, { type: 'photo', files: [earlyNaming] })
  const otherConsent = await buildParticipant(server.ctx, other, {
    status: 'verified',
    account: person,
    items: [theirs],
  })
  await end()
  for (const id of [file, same, near, copied, earlyNaming]) expect(await fileOf(id)).toEqual(quarantined)
  // What doesn't look alike, what was there before and names no one, and what the person has themselves.
  for (const id of [unlike, early, own]) expect((await fileOf(id)).status).toBe('ready')
  expect(await statusOf(theirs)).toBe('hidden')
  // Consenting anew to the other creator frees theirs alone.
  await advanceClock(server.ctx, '1 minute')
  expect(
    (await as(person).post(`/performer/consent-requests/${otherConsent.id}/signature`, { agree: true })).status,
  ).toBe(200)
  expect([(await fileOf(earlyNaming)).status, (await fileOf(file)).status]).toEqual(['ready', 'blocked'])
  expect(await statusOf(theirs)).toBe('published')
})

test('what is uploaded again is quarantined on arrival, also where it was saved anew at another size', async () => {
  const creator = await buildPerformer(server.ctx)
  const noise = await sharp({
    create: {
      width: 9,
      height: 8,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  const image = (width: number, quality: number) =>
    sharp(noise)
      .resize(width, (width * 8) / 9, { kernel: 'cubic' })
      .jpeg({ quality })
      .toBuffer()
  const bytes = await image(900, 90)
  const processed = async (content: Buffer) => {
    const id = await buildUploadedFile(server.ctx, {
      ownerId: creator.id,
      kind: 'photo',
      purpose: 'feed-photo',
      mime: 'image/jpeg',
      bytes: content,
    })
    await processFile(server.ctx, id)
    return id
  }
  const first = await processed(bytes)
  const item = await buildFeed(server.ctx, creator, { type: 'photo', files: [first] })
  const { lasting } = await buildParticipant(server.ctx, creator, { status: 'verified', items: [item] })
  expect((await withdraw(lasting)).status).toBe(200)
  expect(await fileOf(await processed(bytes))).toEqual(quarantined)
  expect(await fileOf(await processed(await image(630, 60)))).toEqual(quarantined)
  const sent = await as(creator).upload('/performer/feeds/photo/upload', formOf({}, { file: bytes }))
  expect(sent.status).toBe(200)
  expect((await as(creator).get(`/files/${sent.body.data._id}/status`)).body.data).toMatchObject(quarantined)
  // A post that brings its file along is not saved.
  const other = await processed(await sharp(noise).rotate(90).resize(900, 800).jpeg().toBuffer())
  expect((await fileOf(other)).status).toBe('ready')
})

test('they come back when the person consents anew, and not before', async () => {
  const { creator, file, item, end, anew } = await scene()
  const second = await buildParticipant(server.ctx, creator, { status: 'verified', items: [item] })
  await end()
  await advanceClock(server.ctx, '1 minute')
  await withdraw(second.lasting)
  await advanceClock(server.ctx, '1 minute')
  expect((await anew()).status).toBe(200)
  // The other person has not consented.
  expect(await fileOf(file)).toEqual(quarantined)
  expect(await statusOf(item)).toBe('hidden')
  await sql`UPDATE participants SET status = 'signed', signed_at = app_now() WHERE id = ${second.id}`.execute(
    server.ctx.db,
  )
  await sql`DELETE FROM participant_documents WHERE participant_id = ${second.id}`.execute(server.ctx.db)
  const staff = await buildAdmin(server.ctx, { permissions: ['compliance'] })
  expect((await as(staff).post(`/admin/consents/${second.id}/approval`)).status).toBe(200)
  expect((await fileOf(file)).status).toBe('ready')
  expect(await statusOf(item)).toBe('published')
  // Withdrawn once more, it ends once more.
  await advanceClock(server.ctx, '1 minute')
  await end()
  expect(await fileOf(file)).toEqual(quarantined)
  expect(await statusOf(item)).toBe('hidden')
})

test('a file that left the item before the withdrawal is quarantined, too', async () => {
  const { creator, file, item, end } = await scene()
  const fresh = await buildFile(server.ctx, creator)
  expect((await as(creator).put(`/performer/feeds/${item}`, { fileIds: [fresh] })).status).toBe(200)
  await end()
  expect(await fileOf(file)).toEqual(quarantined)
})

test('a publication in the same moment ends with the file quarantined and the item hidden', async () => {
  for (let turn = 0; turn < 12; turn++) {
    const { creator, file, end } = await scene()
    const gallery = await buildGallery(server.ctx, creator, { photos: [await buildFile(server.ctx, creator)] })
    const [made, , added] = await Promise.all([
      as(creator).post('/performer/feeds', { type: 'photo', fileIds: [file] }),
      end(),
      as(creator).put(`/performer/performer-assets/galleries/${gallery.id}`, { fileIds: [file] }),
      publishDue(server.ctx),
    ])
    await publishDue(server.ctx)
    expect([200, 422]).toContain(made.status)
    expect([200, 422]).toContain(added.status)
    expect(await fileOf(file)).toEqual(quarantined)
    const shown = await rows(
      server.ctx.db,
      sql`SELECT i.id FROM item_files x JOIN items i ON i.id = x.item_id WHERE x.file_id = ${file} AND i.status = 'published'`,
    )
    expect(shown).toEqual([])
  }
})

test('who bought a message with it gets their tokens back', async () => {
  const { creator, file, end } = await scene()
  const fan = await buildFan(server.ctx, 100)
  const conversation = await buildConversation(server.ctx, creator, fan)
  const message = await buildMessage(server.ctx, conversation, creator, { fileIds: [file], price: 500n })
  const bought = await as(fan).post(
    `/wallet/charges/message/${message}`,
    { expectedPrice: 5 },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  expect(bought.status).toBe(200)
  await end()
  await server.work()
  expect((await as(fan).get('/users/me')).body.data.balance).toBe(100)
})

test('every table that uses files refuses a blocked one', async () => {
  const columns = await rows(
    server.ctx.db,
    sql<{ place: string }>`SELECT conrelid::regclass || '.' || a.attname AS place FROM pg_constraint c
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      WHERE c.contype = 'f' AND c.confrelid = 'files'::regclass
      UNION SELECT attrelid::regclass || '.' || attname FROM pg_attribute
      WHERE attname LIKE '%file\_id' AND attnum > 0 AND NOT attisdropped AND attrelid IN (SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace)`,
  )
  const refusing = await rows(
    server.ctx.db,
    sql<{
      place: string
    }>`SELECT tgrelid::regclass || '.' || rtrim(encode(tgargs, 'escape'), '\\000') AS place FROM pg_trigger
      WHERE tgfoid = 'refuse_quarantined_file'::regproc`,
  )
  const records = [
    'file_captions.file_id',
    'file_variants.file_id',
    'former_item_files.file_id',
    'consent_quarantines.file_id',
    // What was ordered and what was reported stay on record; such a file isn't served.
    'orders.image_file_id',
    'report_files.file_id',
    'uploads.file_id',
    // What was recorded is shown as a video alone, whose own table refuses it.
    'recordings.file_id',
  ]
  const open = columns
    .map(({ place }) => place)
    .filter((place) => !refusing.some((trigger) => trigger.place === place) && !records.includes(place))
  expect(open).toEqual([])
})
