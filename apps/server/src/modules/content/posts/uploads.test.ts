import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, formOf } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { samples } from '../../media/testing.ts'

let server: TestServer
let creator: Built
let fan: Built
beforeAll(async () => {
  server = await startTestServer()
  creator = await buildPerformer(server.ctx)
  fan = await buildUser(server.ctx)
})
afterAll(() => server.stop())

const send = (path: string, bytes: Buffer, who: Built | undefined = creator, field = 'file') =>
  (who ? api(server).as(who) : api(server)).upload(path, formOf({}, { [field]: bytes }))
const video = () => samples.video({ size: '426x240', length: 2 })

test.each([
  {
    path: '/performer/feeds/audio/upload',
    right: samples.audio,
    wrong: samples.photo,
    kind: 'audio',
    type: 'feed-audio',
  },
  {
    path: '/performer/feeds/thumbnail/upload',
    right: samples.photo,
    wrong: samples.audio,
    kind: 'thumbnail',
    type: 'feed-thumbnail',
  },
  { path: '/performer/feeds/teaser/upload', right: video, wrong: samples.photo, kind: 'teaser', type: 'feed-teaser' },
  {
    path: '/performers/welcome-video/upload',
    right: video,
    wrong: samples.photo,
    kind: 'video',
    type: 'welcome-video',
  },
])('$path takes its own kind of file, from creators alone', async ({ path, right, wrong, kind, type }) => {
  const bytes = await right()
  const sent = await send(path, bytes)
  expect(sent.status, sent.text).toBe(200)
  expect(sent.body.data).toMatchObject({ kind, type, bytes: bytes.length, status: 'uploaded' })
  expect((await send(path, await wrong())).status).toBe(415)
  expect((await send(path, bytes, fan)).status).toBe(403)
  expect((await api(server).upload(path, formOf({}, { file: bytes }))).status).toBe(401)
  expect((await send(path, bytes, creator, 'other')).status).toBe(400)
  expect((await send(path, Buffer.alloc(0))).status).toBe(422)
})

test('a post is published with the audio, the thumbnail and the teaser that were uploaded for it', {
  timeout: 120_000,
}, async () => {
  const idOf = async (path: string, bytes: Buffer) => (await send(path, bytes)).body.data._id as string
  const audio = await idOf('/performer/feeds/audio/upload', await samples.audio())
  const thumbnail = await idOf('/performer/feeds/thumbnail/upload', await samples.photo())
  const teaser = await idOf('/performer/feeds/teaser/upload', await video())
  await server.work()
  const made = await api(server)
    .as(creator)
    .post('/performer/feeds', {
      type: 'audio',
      title: 'A song',
      text: 'Lyrics',
      fileIds: [audio],
      thumbnailId: thumbnail,
      teaserId: teaser,
      gate: { type: 'subscribers' },
      status: 'published',
    })
  expect(made.status, made.text).toBe(200)
  await server.work()
  const shown = (await api(server).as(fan).get(`/user/feeds/${made.body.data._id}`)).body.data
  // Thumbnail and teaser, shown in front of the access policy, are open; the files behind it are not.
  expect(shown.thumbnail).toMatchObject({ isLocked: false, _id: thumbnail, status: 'ready' })
  expect(shown.teaser).toMatchObject({ isLocked: false, _id: teaser })
  expect(shown.files).toMatchObject([{ isLocked: true, kind: 'audio' }])
  // An audio file can't be used as a thumbnail.
  const wrong = await api(server).as(creator).post('/performer/feeds', { type: 'text', text: 'x', thumbnailId: audio })
  expect(wrong.status).toBe(415)
})
