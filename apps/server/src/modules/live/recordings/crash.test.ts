import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../testing/api.ts'
import { buildPerformer } from '../../../testing/builders.ts'
import { followRooms } from '../streams/streaming.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'
import { end, goLive, recorded, segmentsOf } from './testing-streams.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer({ apart: true })
})
afterAll(() => server.stop())

/** Of the pictures of `testing.ts`: each segment has so many seconds. */
const segmentSeconds = 2

test('a kill of the engine loses a segment at most, and what comes after it follows in the same video', async () => {
  const creator = await buildPerformer(server.ctx)
  const { id, publisher, start, status } = await goLive(server, creator)
  await recorded(server, id, 3)
  const listed = await segmentsOf(server, id)
  await server.killEngine()
  publisher.close()
  await followRooms(server.ctx)
  await server.back()
  // The right to publish says that it is recorded: nobody has to ask again.
  const again = await server.peer((await start()).body.data.transport, 'publish', 'H264')
  await expect.poll(status).toBe('live')
  await recorded(server, id, listed + 2)
  again.close()
  const recording = await end(server, creator, id)
  expect(recording).toMatchObject({ status: 'waiting' })
  // Whatever was listed when it was killed is there.
  expect(recording.duration).toBeGreaterThanOrEqual((listed + 2) * segmentSeconds - 0.5)
  const { base, hls } = recording.file
  const read = (name: string) =>
    fetch(server.url + base + name, { headers: { authorization: creator.token } }).then((reply) => reply.text())
  const [folder] = /hls-\d+/.exec(await read(hls))!
  const list = await read(`${folder}/index.m3u8`)
  expect(list.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
  expect(new Set(list.match(/init-\d+\.mp4/g))).toEqual(new Set(['init-1.mp4', 'init-2.mp4']))
  expect((await api(server).as(creator).post(`/streaming/recordings/${recording._id}/publish`, {})).status).toBe(200)
})

test('a stream that ends while the engine is down is saved when it is back', async () => {
  const creator = await buildPerformer(server.ctx)
  const { id, publisher } = await goLive(server, creator)
  await recorded(server, id, 2)
  await server.killEngine()
  publisher.close()
  await expect(end(server, creator, id)).rejects.toThrow()
  await server.back()
  expect(await end(server, creator, id)).toMatchObject({ status: 'waiting' })
})
