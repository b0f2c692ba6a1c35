import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildFollow, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { deleteNotes } from './notes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const path = (fan: Built) => `/performer/fans/${fan.id}/note`
const read = (who: Built, fan: Built) => api(server).as(who).get(path(fan))
const write = (who: Built, fan: Built, text: string) => api(server).as(who).put(path(fan), { text })
async function follower(creator: Built) {
  const fan = await buildUser(server.ctx)
  await buildFollow(server.ctx, fan, creator)
  return fan
}

test('a note is its creator’s alone, and an empty one deletes it', async () => {
  const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const fan = await follower(creator)
  await buildFollow(server.ctx, fan, other)
  expect((await read(creator, fan)).body.data).toEqual({ text: '', updatedAt: null })
  const saved = await write(creator, fan, '  Likes celadon  ')
  expect(saved.body.data, saved.text).toMatchObject({ text: 'Likes celadon', updatedAt: expect.any(String) })
  await write(creator, fan, 'Likes celadon and ash')
  expect((await read(creator, fan)).body.data.text).toBe('Likes celadon and ash')
  expect((await read(other, fan)).body.data.text).toBe('')
  expect((await read(fan, creator)).status).toBe(403)
  expect((await write(creator, fan, '')).body.data).toEqual({ text: '', updatedAt: null })
  expect((await read(creator, fan)).body.data.text).toBe('')
})

test('notes are about fans who are there and not blocked, a thousand characters at most', async () => {
  const creator = await buildPerformer(server.ctx)
  const [fan, stranger, blocked] = [await follower(creator), await buildUser(server.ctx), await follower(creator)]
  expect((await write(creator, fan, 'x'.repeat(1000))).status).toBe(200)
  expect((await write(creator, fan, 'x'.repeat(1001))).status).toBe(422)
  expect((await write(creator, stranger, 'Hello')).status).toBe(404)
  await write(creator, blocked, 'Rude')
  await buildBlock(server.ctx, creator, blocked)
  expect((await read(creator, blocked)).status).toBe(404)
})

test('closing an account deletes the notes about it', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await follower(creator)
  await write(creator, fan, 'Likes celadon')
  await server.ctx.transaction((tx) => deleteNotes(tx, fan.id).then(() => undefined))
  expect((await read(creator, fan)).body.data.text).toBe('')
})
