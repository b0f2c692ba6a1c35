import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFeed, buildFile } from '../../content/posts/testing.ts'

let server: TestServer
let creator: Built
let fan: Built
beforeAll(async () => {
  server = await startTestServer()
  creator = await buildPerformer(server.ctx)
  fan = await buildUser(server.ctx)
})
afterAll(() => server.stop())

const alt = 'A bowl with a "blue" glaze, on a wooden table'
const describe = (who: Built, id: string, body: object) => api(server).as(who).put(`/files/${id}`, body)

test('a description is shown with its file wherever the file may be seen, and nowhere else', async () => {
  const [photo, thumbnail] = [
    await buildFile(server.ctx, creator),
    await buildFile(server.ctx, creator, { purpose: 'feed-thumbnail' }),
  ]
  const said = await describe(creator, photo, { alt: `  ${alt} ` })
  expect(said.status, said.text).toBe(200)
  expect(said.body.data).toEqual({ _id: photo, alt })
  expect((await describe(creator, thumbnail, { alt: 'Hands at a wheel' })).status).toBe(200)
  const open = await buildFeed(server.ctx, creator, { type: 'photo', files: [photo], gate: { type: 'public' } })
  const shown = (await api(server).as(fan).get(`/user/feeds/${open}`)).body.data
  expect(shown.files).toMatchObject([{ isLocked: false, alt }])
  const listed = (await api(server).as(fan).get(`/user/feeds/search/${creator.username}`)).body.data
  expect(listed).toMatchObject([{ _id: open, files: [{ alt }] }])

  const secret = await buildFile(server.ctx, creator, { alt: 'The secret glaze' })
  const locked = await buildFeed(server.ctx, creator, {
    type: 'photo',
    files: [secret],
    gate: { type: 'subscribers' },
  })
  for (const path of [`/user/feeds/${locked}`, `/user/feeds/search/${creator.username}`, '/user/feeds'])
    expect((await api(server).as(fan).get(path)).text).not.toContain('The secret glaze')
  expect((await api(server).as(creator).get(`/performer/feeds/${locked}`)).body.data.files).toMatchObject([
    { alt: 'The secret glaze' },
  ])

  expect((await describe(creator, photo, { alt: '' })).body.data.alt).toBe('')
  expect((await api(server).as(fan).get(`/user/feeds/${open}`)).body.data.files[0]).not.toHaveProperty('alt')
})

test('only its owner describes a file, in at most 500 characters', async () => {
  const photo = await buildFile(server.ctx, creator)
  expect((await describe(fan, photo, { alt })).status).toBe(404)
  expect((await api(server).put(`/files/${photo}`, { alt })).status).toBe(401)
  expect((await describe(creator, photo, { alt: 'x'.repeat(501) })).status).toBe(422)
  expect((await describe(creator, photo, { alt: 'x'.repeat(500) })).status).toBe(200)
  expect((await describe(creator, photo, {})).status).toBe(400)
  expect((await describe(creator, photo, { alt, ownerId: fan.id })).status).toBe(400)
})
