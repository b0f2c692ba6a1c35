import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api, formOf } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { passMidnight } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFeed } from '../../content/posts/testing.ts'
import { watchDocuments } from './expiry.ts'
import { approve } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await passMidnight(server.ctx)
})
afterAll(() => server.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const documents = { idFront: png, idBack: png, selfieWithId: png }
const see = async (who: Built) => (await api(server).as(who).get('/performers/me/verification')).body.data
const send = (who: Built, fields: Record<string, string>, files: Record<string, Buffer> = documents) =>
  api(server).as(who).upload('/performers/documents/upload', formOf(fields, files))
const mails = async (who: Built) =>
  (
    await rows(
      server.ctx.db,
      sql<{ kind: string }>`SELECT kind FROM mails WHERE to_address = ${who.email} ORDER BY created_at, id`,
    )
  ).map(({ kind }) => kind)
const status = async (who: Built) =>
  (await row(
    server.ctx.db,
    sql<{ s: string }>`SELECT verification_status AS s FROM performers WHERE account_id = ${who.id}`,
  ))!.s
const blockers = async (who: Built) =>
  (await api(server).as(who).get('/performers/banking-settings')).body.data.blockers.map(
    ({ code }: { code: string }) => code,
  )
const reviewer = () => buildAdmin(server.ctx, { permissions: ['compliance'] })
const newest = async (who: Built) =>
  (await row(
    server.ctx.db,
    sql<{
      id: string
    }>`SELECT id FROM verifications WHERE performer_id = ${who.id} ORDER BY created_at DESC, id DESC LIMIT 1`,
  ))!.id

/** Approved, with a front and a back that run out so many days from now. */
async function buildProved(days: number): Promise<Built> {
  const creator = await buildPerformer(server.ctx)
  for (const kind of ['id_front', 'id_back', 'selfie_with_id'])
    await sql`INSERT INTO verification_documents (verification_id, kind, status, mime, bytes, sha256, storage_key, key_id, expires_on)
      VALUES (${await newest(creator)}, ${kind}, 'approved', 'image/png', 1, '\\x00', ${`${kind}-${creator.id}`}, 'k',
        ${kind === 'selfie_with_id' ? null : sql`app_now()::date + ${days}::int`})`.execute(server.ctx.db)
  return creator
}
const age = (who: Built, days: number) =>
  sql`UPDATE verification_documents SET expires_on = expires_on - ${days}::int
    WHERE verification_id IN (SELECT id FROM verifications WHERE performer_id = ${who.id})`.execute(server.ctx.db)

test('a month and a week before documents expire their owner is notified, once each', async () => {
  const creator = await buildProved(31)
  await watchDocuments(server.ctx)
  expect(await mails(creator)).toEqual([])
  await age(creator, 1)
  // Two workers at once write one email.
  await Promise.all([watchDocuments(server.ctx), watchDocuments(server.ctx)])
  expect(await mails(creator)).toEqual(['verification_expiring'])
  await age(creator, 10)
  await watchDocuments(server.ctx)
  expect(await mails(creator)).toHaveLength(1)
  await age(creator, 13)
  await watchDocuments(server.ctx)
  await watchDocuments(server.ctx)
  expect(await mails(creator)).toEqual(['verification_expiring', 'verification_expiring'])
  // A creator whose expiry is detected late only gets the last email.
  const late = await buildProved(3)
  await watchDocuments(server.ctx)
  expect(await mails(late)).toEqual(['verification_expiring'])
})

test('expired documents stop payouts and nothing else; a month later nothing new is published', async () => {
  const creator = await buildProved(1)
  const fan = await buildUser(server.ctx)
  const feed = await buildFeed(server.ctx, creator)
  await age(creator, 1)
  expect(await blockers(creator)).toContain('DOCUMENT_EXPIRED')
  await watchDocuments(server.ctx)
  await watchDocuments(server.ctx)
  expect(await mails(creator)).toEqual(['verification_documents_expired'])
  expect(await status(creator)).toBe('approved')
  expect((await see(creator)).documents.map((document: { status: string }) => document.status).sort()).toEqual([
    'approved',
    'expired',
    'expired',
  ])
  expect(await blockers(creator)).toContain('DOCUMENT_EXPIRED')
  expect((await api(server).as(creator).post('/performer/feeds', { type: 'text', text: 'Still here' })).status).toBe(
    200,
  )

  await age(creator, 30)
  await watchDocuments(server.ctx)
  expect(await status(creator)).toBe('expired')
  const refused = await api(server).as(creator).post('/performer/feeds', { type: 'text', text: 'Not any more' })
  expect([refused.status, refused.body.code]).toEqual([403, 'NOT_APPROVED'])
  // What was published stays.
  expect((await api(server).as(fan).get(`/user/feeds/${feed}`)).status).toBe(200)
  expect((await api(server).as(fan).get(`/performers/${creator.username}`)).status).toBe(200)
})

test('documents are renewed while the approval stays valid, and payouts resume with the new ones', async () => {
  const creator = await buildProved(70)
  expect((await see(creator)).renewable).toBe(false)
  expect((await send(creator, { documentExpiresOn: '2035-01-01' })).body.code).toBe('VERIFICATION_SENT')
  await age(creator, 75)
  await watchDocuments(server.ctx)
  expect(await see(creator)).toMatchObject({ renewable: true, effectiveStatus: 'approved', status: 'approved' })
  expect((await send(creator, {})).body.errors[0].path).toBe('documentExpiresOn')
  expect((await send(creator, { documentExpiresOn: '2035-01-01' }, { idFront: png })).body.errors[0].path).toBe(
    'selfieWithId',
  )
  expect((await send(creator, { documentExpiresOn: '2035-01-01' })).body.data).toMatchObject({
    status: 'submitted',
    effectiveStatus: 'approved',
    renewable: false,
    history: [{ status: 'approved' }],
  })
  expect((await api(server).get(`/performers/${creator.username}`)).status).toBe(200)
  expect(await blockers(creator)).toContain('DOCUMENT_EXPIRED')
  // A renewal with unreadable documents is requested again; the approval remains valid.
  const staff = await reviewer()
  const path = `/admin/verifications/${await newest(creator)}`
  await api(server)
    .as(staff)
    .post(`${path}/request-for-more`, { fieldReasons: { id_front: 'Too dark.' } })
  expect(await status(creator)).toBe('approved')
  expect((await send(creator, {}, { idFront: png })).status).toBe(200)
  const approved = await approve(server, staff, await newest(creator), { documentExpiresOn: '2035-01-01' })
  expect(approved.status).toBe(200)
  expect(await blockers(creator)).not.toContain('DOCUMENT_EXPIRED')
  await watchDocuments(server.ctx)
  expect(await see(creator)).toMatchObject({ status: 'approved', renewable: false, expiresOn: '2035-01-01' })
})

test('another document may be requested from an approved creator, who stays approved meanwhile', async () => {
  const [creator, staff] = [await buildProved(300), await reviewer()]
  const path = `/admin/verifications/${await newest(creator)}`
  await api(server)
    .as(staff)
    .post(`${path}/request-for-more`, { fieldReasons: { tax: 'The form for this year.' } })
  expect(await see(creator)).toMatchObject({
    status: 'more_info',
    effectiveStatus: 'approved',
    fieldReasons: { tax: /year/ },
  })
  expect((await send(creator, {}, { idFront: png })).body.errors[0].path).toBe('tax')
  expect((await send(creator, {}, { tax: png })).body.data).toMatchObject({
    status: 'submitted',
    effectiveStatus: 'approved',
  })
  expect((await approve(server, staff, await newest(creator))).status).toBe(200)
  expect((await see(creator)).documents.find((document: { kind: string }) => document.kind === 'tax').status).toBe(
    'approved',
  )
})

test('an approval is revoked: the page closes at once, and nothing can be published', async () => {
  const [creator, staff, fan] = [await buildProved(300), await reviewer(), await buildUser(server.ctx)]
  const feed = await buildFeed(server.ctx, creator)
  const path = `/admin/verifications/${await newest(creator)}/revocation`
  expect((await api(server).as(creator).post(path, { reason: 'because' })).status).toBe(403)
  expect((await api(server).as(staff).post(path, {})).status).toBe(400)
  const both = await Promise.all([
    api(server).as(staff).post(path, { reason: 'Another person’s passport.' }),
    api(server).as(staff).post(path, { reason: 'Another person’s passport.' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await status(creator)).toBe('revoked')
  expect((await api(server).as(fan).get(`/performers/${creator.username}`)).status).toBe(404)
  expect((await api(server).as(fan).get(`/user/feeds/${feed}`)).status).toBe(404)
  expect(await mails(creator)).toEqual(['verification_revoked'])
  expect((await see(creator)).reason).toBe('Another person’s passport.')
  expect((await send(creator, {})).body.code).toBe('VERIFICATION_SENT')
  const log = await rows(
    server.ctx.db,
    sql<{
      action: string
      reason: string
    }>`SELECT action, reason FROM audit_log WHERE target_id = ${await newest(creator)}`,
  )
  expect(log).toContainEqual({ action: 'verification.revoked', reason: 'Another person’s passport.' })
})
