import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildSession, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { carryOutClosings } from '../closing/close-accounts.ts'
import { buildUploadedFile } from '../../media/testing.ts'
import { expireArchives } from './archives.ts'
import { build, giveUpOld } from './build-archive.ts'
import { unzip } from './testing.ts'

const password = 'a-lamp-in-the-window'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Jobs of one queue run one after another: the second run processes what had to wait in the first. */
async function work(): Promise<void> {
  await server.work()
  await server.work()
}
const as = (who: Built | { token: string }) => api(server).as(who)
const requestExport = (who: Built) => as(who).post('/users/me/export', {})
const stateOf = async (who: Built) => (await as(who).get('/users/me/export')).body.data
async function addressFor(who: Built): Promise<string> {
  const reply = await as(who).post('/users/me/export/address', {})
  expect(reply.status).toBe(200)
  return reply.body.data.link
}
const fetchFrom = (address: string, who?: { token: string }, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: address, headers: { ...(who && { authorization: who.token }), ...headers } })
async function made(who: Built): Promise<Buffer> {
  expect((await requestExport(who)).status).toBe(200)
  await work()
  return (await fetchFrom(await addressFor(who), who)).rawPayload
}
const archivesOnDisk = async () => {
  const names = await readdir(join(server.ctx.config.dataDir, 'media', 'exports'), { recursive: true }).catch(() => [])
  return names.filter((name) => /[0-9a-f]{32}$/.test(name))
}
const mailsTo = (who: Built) =>
  rows(
    server.ctx.db,
    sql<{
      kind: string
      text: string
    }>`SELECT kind, text FROM mails WHERE to_address = ${who.email} ORDER BY created_at`,
  )

test('requested with a fresh log-in or the password, built by a job, announced by mail without a secret, and downloaded whole or in parts', async () => {
  const fan = await buildUser(server.ctx, { password, locale: 'ja-JP' })
  expect(await stateOf(fan)).toMatchObject({ state: 'none', mayAskAt: null })
  const grownOld = () =>
    sql`UPDATE sessions SET authenticated_at = app_now() - interval '1 hour' WHERE account_id = ${fan.id}`.execute(
      server.ctx.db,
    )
  await grownOld()
  expect((await requestExport(fan)).body.code).toBe('PASSWORD_NEEDED')
  expect((await as(fan).post('/users/me/export', { currentPassword: 'not-the-right-one' })).body.code).toBe(
    'PASSWORD_WRONG',
  )
  const response = await as(fan).post('/users/me/export', { currentPassword: password })
  expect(response.body.data).toMatchObject({ state: 'running', progress: 0 })
  expect((await as(fan).post('/users/me/export/address', { currentPassword: password })).status).toBe(404)
  await work()
  const ready = await stateOf(fan)
  expect(ready).toMatchObject({ state: 'ready', progress: 100 })
  expect((Date.parse(ready.expiresAt) - server.ctx.clock.now().getTime()) / 86_400_000).toBeCloseTo(7, 2)
  // Downloading the archive requires step-up authentication again, ten minutes after the last one.
  await grownOld()
  expect((await as(fan).post('/users/me/export/address', {})).body.code).toBe('PASSWORD_NEEDED')
  const { link: address } = (await as(fan).post('/users/me/export/address', { currentPassword: password })).body.data
  const whole = await fetchFrom(address, fan)
  expect(whole.statusCode).toBe(200)
  expect(whole.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(ready.bytes),
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  })
  expect(whole.headers['content-disposition']).toMatch(/^attachment; filename="data-\d{4}-\d\d-\d\d\.zip"$/)
  const files = await unzip(whole.rawPayload)
  expect(files.get('README.txt')!.toString()).toContain('あなたのデータ')
  const part = await fetchFrom(address, fan, { range: 'bytes=100-299' })
  expect(part.statusCode).toBe(206)
  expect(part.rawPayload.equals(whole.rawPayload.subarray(100, 300))).toBe(true)
  expect((await fetchFrom(address, fan, { range: 'bytes=99999999-' })).statusCode).toBe(416)
  const mails = await mailsTo(fan)
  expect(mails.map(({ kind }) => kind)).toEqual(['export_ready'])
  expect(mails[0]!.text).not.toContain('/media/')
  // Encrypted where it is stored: nothing of it can be read there.
  const [name] = await archivesOnDisk()
  const chunks: Buffer[] = []
  for await (const chunk of await storageOf(server.ctx.config).read(`exports/${name}`)) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).includes('README.txt')).toBe(false)
})

test('one at a time and one in a day, however many requests come at once; a failed one does not count', async () => {
  const fan = await buildUser(server.ctx)
  const replies = await Promise.all(Array.from({ length: 6 }, () => requestExport(fan)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['EXPORT_RUNNING']),
  )
  await work()
  const tooSoon = await requestExport(fan)
  expect(tooSoon.body.code).toBe('EXPORT_TOO_SOON')
  expect(Date.parse(tooSoon.body.at)).toBe(Date.parse((await stateOf(fan)).mayAskAt))
  await advanceClock(server.ctx, '25 hours')
  const before = (await archivesOnDisk()).length
  await sql`UPDATE sessions SET authenticated_at = app_now() WHERE account_id = ${fan.id}`.execute(server.ctx.db)
  const first = await addressFor(fan)
  await made(fan)
  await work()
  // The newer one replaced the older.
  expect((await archivesOnDisk()).length).toBe(before)
  expect((await fetchFrom(first, fan)).statusCode).toBe(404)
  await advanceClock(server.ctx, '25 hours')
  await sql`UPDATE sessions SET authenticated_at = app_now() WHERE account_id = ${fan.id}`.execute(server.ctx.db)
  expect((await requestExport(fan)).status).toBe(200)
  await sql`UPDATE data_exports SET requested_at = requested_at - interval '2 days' WHERE account_id = ${fan.id} AND status = 'waiting'`.execute(
    server.ctx.db,
  )
  await giveUpOld(server.ctx)
  expect((await mailsTo(fan)).at(-1)!.kind).toBe('export_failed')
})

test('no other account gets it: not with its address, not staff, not after ten minutes, not after a week', async () => {
  const fan = await buildUser(server.ctx)
  const other = await buildUser(server.ctx)
  const staff = await buildAdmin(server.ctx, { permissions: ['owner', 'moderation', 'support', 'compliance'] })
  await made(fan)
  const address = await addressFor(fan)
  expect((await fetchFrom(address)).statusCode).toBe(404)
  expect((await fetchFrom(address, other)).statusCode).toBe(404)
  expect((await fetchFrom(address, staff)).statusCode).toBe(404)
  expect((await as(other).post('/users/me/export/address', {})).status).toBe(404)
  // Another device of the same person may.
  expect((await fetchFrom(address, await buildSession(server.ctx, fan.id))).statusCode).toBe(200)
  await advanceClock(server.ctx, '11 minutes')
  expect((await fetchFrom(address, fan)).statusCode).toBe(404)
  await sql`UPDATE sessions SET authenticated_at = app_now() WHERE account_id = ${fan.id}`.execute(server.ctx.db)
  const fresh = await addressFor(fan)
  await sql`UPDATE data_exports SET expires_at = app_now() - interval '1 second' WHERE account_id = ${fan.id}`.execute(
    server.ctx.db,
  )
  expect((await fetchFrom(fresh, fan)).statusCode).toBe(404)
  expect((await stateOf(fan)).state).toBe('expired')
  const before = (await archivesOnDisk()).length
  await expireArchives(server.ctx)
  expect((await archivesOnDisk()).length).toBe(before - 1)
  expect(
    await row(server.ctx.db, sql`SELECT status, storage_key FROM data_exports WHERE account_id = ${fan.id}`),
  ).toEqual({ status: 'expired', storage_key: null })
})

test('a suspended or closing account may still export its data; an unfinished account is finished first', async () => {
  for (const status of ['suspended', 'closing', 'pending_email'] as const) {
    const fan = await buildUser(server.ctx, { status })
    expect((await unzip(await made(fan))).has('account.json')).toBe(true)
  }
  const unfinished = await buildUser(server.ctx)
  await sql`UPDATE accounts SET username = NULL WHERE id = ${unfinished.id}`.execute(server.ctx.db)
  expect((await requestExport(unfinished)).body.code).toBe('ACCOUNT_UNFINISHED')
  expect((await api(server).post('/users/me/export', {})).status).toBe(401)
  expect((await unzip(await made(await buildAdmin(server.ctx)))).has('account.json')).toBe(true)
})

test('a changed password takes archives back, made or in the making; closing leaves neither row nor bytes', async () => {
  const fan = await buildUser(server.ctx, { password })
  await made(fan)
  const address = await addressFor(fan)
  const changed = await as(fan).put('/auth/users/me/password', {
    password: 'another-lamp-is-lit',
    currentPassword: password,
  })
  expect(changed.status).toBe(200)
  expect((await fetchFrom(address, fan)).statusCode).toBe(404)
  expect((await stateOf(fan)).state).toBe('withdrawn')
  const before = (await archivesOnDisk()).length
  await work()
  expect((await archivesOnDisk()).length).toBe(before - 1)

  const other = await buildUser(server.ctx, { status: 'closing' })
  await made(other)
  await sql`INSERT INTO account_closings (account_id, closes_at) VALUES (${other.id}, app_now())`.execute(server.ctx.db)
  const left = (await archivesOnDisk()).length
  await carryOutClosings(server.ctx)
  await work()
  expect((await archivesOnDisk()).length).toBe(left - 1)
  expect(await rows(server.ctx.db, sql`SELECT 1 FROM data_exports WHERE account_id = ${other.id}`)).toEqual([])
})

const idOf = async (who: Built) =>
  (await row(
    server.ctx.db,
    sql<{ id: string }>`SELECT id FROM data_exports WHERE account_id = ${who.id} ORDER BY requested_at DESC LIMIT 1`,
  ))!.id

test('closed or withdrawn while it is made, nothing is left of it', async () => {
  const fan = await buildUser(server.ctx)
  await requestExport(fan)
  const id = await idOf(fan)
  const before = await archivesOnDisk()
  const building = build(server.ctx, id, { isLastTry: false })
  await sql`UPDATE data_exports SET status = 'withdrawn' WHERE id = ${id}`.execute(server.ctx.db)
  await building
  expect(await archivesOnDisk()).toEqual(before)
  expect((await stateOf(fan)).state).toBe('withdrawn')
  expect(await mailsTo(fan)).toEqual([])
})

test('cut short it begins anew, and two at it make one', async () => {
  const fan = await buildUser(server.ctx)
  await requestExport(fan)
  // As a worker leaves it that was killed: begun, and nothing there.
  await sql`UPDATE data_exports SET status = 'building', progress = 40 WHERE account_id = ${fan.id}`.execute(
    server.ctx.db,
  )
  const before = (await archivesOnDisk()).length
  const id = await idOf(fan)
  await Promise.all([build(server.ctx, id, { isLastTry: false }), build(server.ctx, id, { isLastTry: false })])
  await work()
  expect((await stateOf(fan)).state).toBe('ready')
  expect((await archivesOnDisk()).length).toBe(before + 1)
  expect((await mailsTo(fan)).map(({ kind }) => kind)).toEqual(['export_ready'])
})

test('where nothing can be written it is tried again, and in the end said; nothing half made stays', async () => {
  const fan = await buildUser(server.ctx)
  await requestExport(fan)
  const id = await idOf(fan)
  const before = await archivesOnDisk()
  // The folder where writing begins is no folder: the writer fails, as on a full disk.
  const unfinished = join(server.ctx.config.dataDir, 'media', 'unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(join(server.ctx.config.dataDir, 'media'), { recursive: true })
  await writeFile(unfinished, '')
  await expect(build(server.ctx, id, { isLastTry: false })).rejects.toThrow()
  expect((await stateOf(fan)).state).toBe('running')
  await expect(build(server.ctx, id, { isLastTry: true })).rejects.toThrow()
  await rm(unfinished)
  expect(await stateOf(fan)).toMatchObject({ state: 'failed', mayAskAt: null })
  expect((await mailsTo(fan)).map(({ kind }) => kind)).toEqual(['export_failed'])
  expect(await archivesOnDisk()).toEqual(before)
  expect((await requestExport(fan)).status).toBe(200)
  await work()
  expect((await stateOf(fan)).state).toBe('ready')
})

test('originals are in it byte for byte under names of ours; one that is gone by then is named, and what is not theirs to have is not', async () => {
  const creator = await buildPerformer(server.ctx)
  const upload = (bytes: Buffer, purpose: string, name: string) =>
    buildUploadedFile(server.ctx, { ownerId: creator.id, kind: 'photo', purpose, mime: 'image/jpeg', bytes, name })
  const receivedUpload = await upload(Buffer.from('the stored image'), 'feed-photo', '../../etc/passwd')
  const lost = await upload(Buffer.from('the lost image'), 'avatar', 'me.jpg')
  const bad = await upload(Buffer.from('the blocked image'), 'feed-photo', 'bad.jpg')
  await sql`UPDATE files SET status = 'blocked' WHERE id = ${bad}`.execute(server.ctx.db)
  const { key } = (await row(
    server.ctx.db,
    sql<{ key: string }>`SELECT original_key AS key FROM files WHERE id = ${lost}`,
  ))!
  await storageOf(server.ctx.config).remove(key)
  const files = await unzip(await made(creator))
  expect([...files.keys()].filter((path) => path.startsWith('media/'))).toEqual([
    `media/feed-photo/${receivedUpload}.jpg`,
  ])
  const listed = JSON.parse(files.get('files.json')!.toString()).records
  const uploaded = listed.find((file: { id: string }) => file.id === receivedUpload)
  expect(uploaded).toMatchObject({ path: `media/feed-photo/${receivedUpload}.jpg`, name: '../../etc/passwd' })
  expect(uploaded.sha256).toBe(createHash('sha256').update(files.get(uploaded.path)!).digest('hex'))
  expect(listed.find((file: { id: string }) => file.id === bad).path).toBeNull()
  expect(JSON.parse(files.get('manifest.json')!.toString())).toMatchObject({
    format: 'fanlight-data-export',
    version: 1,
    account: { id: creator.id, username: creator.username },
    missing: [`media/avatar/${lost}.jpg`],
  })
})
