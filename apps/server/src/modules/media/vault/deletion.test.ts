import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api, formOf } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { deleteUnreferencedFiles } from './deletion.ts'
import { processFile } from '../processing/processing.ts'
import { buildItemAround, buildUploadedFile, type ItemOptions, samples } from '../testing.ts'

let server: TestServer
let creator: Built
let fan: Built
beforeAll(async () => {
  server = await startTestServer()
  creator = await buildPerformer(server.ctx)
  fan = await buildUser(server.ctx)
})
afterAll(() => server?.stop())

async function photo(purpose = 'feed-photo'): Promise<string> {
  const id = await buildUploadedFile(server.ctx, {
    ownerId: creator.id,
    kind: 'photo',
    purpose,
    mime: 'image/jpeg',
    bytes: await samples.photo(120, 80),
  })
  await processFile(server.ctx, id)
  return id
}
const statusOf = async (id: string) =>
  (await row(server.ctx.db, sql<{ status: string }>`SELECT status FROM files WHERE id = ${id}`))!.status
const media = (...path: string[]) => join(server.ctx.config.dataDir, 'media', ...path)
const bytesOf = (id: string) =>
  existsSync(media('variants', id.slice(-2), id))
    ? readdirSync(media('variants', id.slice(-2), id), { recursive: true }).length
    : 0
const originals = () =>
  existsSync(media('originals'))
    ? readdirSync(media('originals'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    : 0

async function post(main: string[], options: Partial<ItemOptions> = {}): Promise<string> {
  const id = await buildItemAround(server.ctx, { performerId: creator.id, main, ...options })
  await sql`INSERT INTO feeds (item_id, type) VALUES (${id}, 'photo')`.execute(server.ctx.db)
  return id
}

/** Runs the hourly job before and after a week has passed. */
async function aWeekLater(): Promise<void> {
  await deleteUnreferencedFiles(server.ctx)
  await advanceClock(server.ctx, '8 days')
  await deleteUnreferencedFiles(server.ctx)
}

test('an upload that was never used is deleted with its bytes after a week, and not before', async () => {
  const id = await photo()
  const before = originals()
  await deleteUnreferencedFiles(server.ctx)
  await advanceClock(server.ctx, '6 days')
  await deleteUnreferencedFiles(server.ctx)
  expect([await statusOf(id), bytesOf(id) > 0]).toEqual(['ready', true])
  await advanceClock(server.ctx, '2 days')
  await deleteUnreferencedFiles(server.ctx)
  expect([await statusOf(id), bytesOf(id), originals()]).toEqual(['deleted', 0, before - 1])
  expect(existsSync(media('variants', id.slice(-2), id))).toBe(false)
  expect((await api(server).as(creator).get(`/files/${id}/status`)).body.data).toMatchObject({ status: 'deleted' })
  expect(await row(server.ctx.db, sql`SELECT 1 FROM file_variants WHERE file_id = ${id}`)).toBeUndefined()
})

test.each(['published', 'processing', 'hidden'] as const)('files of a %s post stay', async (status) => {
  const id = await photo()
  await buildItemAround(server.ctx, { performerId: creator.id, main: [id], status })
  await aWeekLater()
  expect([await statusOf(id), bytesOf(id) > 0]).toEqual(['ready', true])
})

test('the files of a deleted post are deleted once it left the trash, unless another post shows them', async () => {
  const [own, shared] = [await photo(), await photo()]
  const itemId = await post([own, shared])
  await buildItemAround(server.ctx, { performerId: creator.id, main: [shared] })
  expect((await api(server).as(creator).delete(`/performer/feeds/${itemId}`)).status).toBe(200)
  await aWeekLater()
  expect([await statusOf(own), await statusOf(shared)]).toEqual(['ready', 'ready'])
  expect((await api(server).as(creator).delete(`/performer/trash/${itemId}`)).status).toBe(200)
  await aWeekLater()
  expect([await statusOf(own), await statusOf(shared)]).toEqual(['deleted', 'ready'])
})

test('what a buyer paid for stays after its creator deleted it, and is deleted when the purchase is revoked', async () => {
  const id = await photo()
  const itemId = await post([id], { gate: 'paid' })
  await sql`INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id)
    VALUES (${fan.id}, 'feed', ${itemId}, ${creator.id}, uuid_v7())`.execute(server.ctx.db)
  expect((await api(server).as(creator).delete(`/performer/feeds/${itemId}`)).body.data).toMatchObject({
    archived: true,
  })
  await aWeekLater()
  expect([await statusOf(id), bytesOf(id) > 0]).toEqual(['ready', true])
  await sql`UPDATE purchases SET revoked_at = app_now() WHERE object_id = ${itemId}`.execute(server.ctx.db)
  await aWeekLater()
  expect([await statusOf(id), bytesOf(id)]).toEqual(['deleted', 0])
})

test('what staff removed stays for the appeal', async () => {
  const id = await photo()
  const itemId = await buildItemAround(server.ctx, { performerId: creator.id, main: [id] })
  await sql`UPDATE items SET status = 'removed', status_reason = 'copyright' WHERE id = ${itemId}`.execute(
    server.ctx.db,
  )
  await aWeekLater()
  expect(await statusOf(id)).toBe('ready')
})

test('a replaced avatar is deleted, the new one stays', async () => {
  const upload = async (width: number) => {
    const form = formOf({}, { avatar: await samples.photo(width, width) })
    const id: string = (await api(server).as(creator).upload('/performers/avatar/upload', form)).body.data._id
    await processFile(server.ctx, id)
    return id
  }
  const [older, newer] = [await upload(100), await upload(110)]
  await aWeekLater()
  expect([await statusOf(older), await statusOf(newer)]).toEqual(['deleted', 'ready'])
})

test('a file that is referenced again within its week stays', async () => {
  const id = await photo()
  await deleteUnreferencedFiles(server.ctx)
  await advanceClock(server.ctx, '5 days')
  await buildItemAround(server.ctx, { performerId: creator.id, main: [id] })
  await advanceClock(server.ctx, '5 days')
  await deleteUnreferencedFiles(server.ctx)
  expect(await statusOf(id)).toBe('ready')
})

test('what matched a list of known illegal material stays encrypted', async () => {
  const id = await photo()
  await sql`UPDATE files SET status = 'blocked' WHERE id = ${id}`.execute(server.ctx.db)
  await aWeekLater()
  expect([await statusOf(id), bytesOf(id) > 0]).toEqual(['blocked', true])
})
