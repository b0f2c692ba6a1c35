import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer } from '../../../testing/builders.ts'
import { transcoderOf } from '../../media/live-input/transcoder.ts'
import { findFfmpeg } from '../../media/processing/engine-ffmpeg.ts'
import { followRooms } from '../streams/streaming.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'
import { type DecodingViewer, encodersOf, sendByRtmp, type TestProgram, viewDecoding } from './testing-rtmp.ts'

// A program sends by RTMP, and what comes out is what comes of WHIP: the same key, the same room, the same end.

const ffmpeg = (await findFfmpeg((process.env['PATH'] ?? '').split(':')))?.ffmpeg ?? ''
let server: LiveServer
let isOn = false
beforeAll(async () => {
  server = await startLiveServer({ rtmp: true, apart: true })
  isOn = (await transcoderOf(server.ctx.config)) !== undefined
  if (!isOn) process.stdout.write('No ffmpeg with libx264 and libopus is here: RTMP was not tested.\n')
})
afterAll(() => server.stop())
const running: (TestProgram | DecodingViewer)[] = []
afterEach(() => {
  for (const each of running.splice(0)) each.close()
})

const as = (who: Built) => api(server).as(who)
const makeKey = async (creator: Built): Promise<string> => (await as(creator).post('/streaming/key', {})).body.data.key
const prepare = async (creator: Built, body: object = {}): Promise<string> =>
  (await as(creator).post('/streaming/live', { title: 'Centring clay', ...body })).body.data.stream._id
const inputOf = async (creator: Built) => (await as(creator).get('/streaming/input')).body.data
const statusOf = async (creator: Built) => {
  await followRooms(server.ctx)
  return (await as(creator).put('/streaming/set-duration', {})).body.data?.status
}
const program = (key: string, options?: Parameters<typeof sendByRtmp>[2]) => {
  const sending = sendByRtmp(ffmpeg, `${server.rtmp.url}/${key}`, options)
  running.push(sending)
  return sending
}
const view = async (creator: Built) => {
  const { transport } = (await as(creator).get(`/streaming/join/${creator.id}`)).body.data
  const viewer = await viewDecoding(ffmpeg, (body) =>
    fetch(`${server.url}${transport.url}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${transport.bearer}`, 'content-type': 'application/sdp' },
      body,
    }),
  )
  running.push(viewer)
  return viewer
}
const patient = { timeout: 20_000 }
const encoders = () => encodersOf(server.enginePid()!)
const isLive = (creator: Built) => expect.poll(() => statusOf(creator), patient).toBe('live')

describe('by RTMP', { timeout: 90_000 }, () => {
  test('a stream goes live, viewers decode its pictures and hear its sound, and the studio reads how it is', async ({
    skip,
  }) => {
    if (!isOn) skip()
    const creator = await buildPerformer(server.ctx)
    expect((await as(creator).get('/streaming/key')).body.data.rtmp).toBe(server.rtmp.url)
    const key = await makeKey(creator)
    await prepare(creator)
    program(key, { size: '1920x1080', rate: 60 })
    await isLive(creator)
    const viewer = await view(creator)
    expect(viewer.status).toBe(201)
    await expect.poll(() => viewer.came().pictures, patient).toBeGreaterThan(90)
    await expect.poll(() => viewer.came().soundSeconds, patient).toBeGreaterThan(3)
    const { pictures } = viewer.came()
    const decoded = await viewer.decoded()
    expect(decoded.problems).toBe('')
    expect(decoded.frames).toBeGreaterThanOrEqual(pictures)
    expect(decoded).toMatchObject({ width: 1280, height: 720 })
    expect(decoded.loudness).toBeGreaterThan(-40)
    const { reading, problem, isByKey } = await inputOf(creator)
    expect({ problem, isByKey }).toEqual({ problem: null, isByKey: true })
    expect(reading).toMatchObject({ codec: 'H264', width: 1280, height: 720, lost: 0 })
    expect(reading.framesPerSecond).toBeLessThan(45)
    expect(reading.kilobitsPerSecond).toBeGreaterThan(100)
    expect(await encoders()).toHaveLength(1)
  })

  test('pictures without sound are shown, and by HLS as well', async ({ skip }) => {
    if (!isOn) skip()
    const creator = await buildPerformer(server.ctx)
    const key = await makeKey(creator)
    const id = await prepare(creator)
    program(key, { hasAudio: false })
    await isLive(creator)
    const master = () =>
      fetch(`${server.url}/live/hls/${id}/master.m3u8`, { headers: { authorization: creator.token } })
    await expect.poll(async () => (await master()).status, patient).toBe(200)
    expect(await (await master()).text()).toContain('avc1.42')
  })

  test('wrong keys and streams that nobody prepared are refused; nothing is converted for them', async ({ skip }) => {
    if (!isOn) skip()
    const creator = await buildPerformer(server.ctx)
    const key = await makeKey(creator)
    await program('nobody-has-this').ended
    await program(key).ended
    await prepare(creator)
    await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${creator.id}`.execute(server.ctx.db)
    await program(key).ended
    expect(await encoders()).toEqual([])
    expect(server.isEngineAlive()).toBe(true)
  })

  test('another key ends at once what was sent with the one before, and its encoder', async ({ skip }) => {
    if (!isOn) skip()
    const creator = await buildPerformer(server.ctx)
    const before = program(await makeKey(creator).then(async (key) => (await prepare(creator), key)))
    await isLive(creator)
    const after = await makeKey(creator)
    await before.ended
    await expect.poll(encoders).toEqual([])
    await expect.poll(() => statusOf(creator)).toBe('away')
    program(after)
    await isLive(creator)
  })

  test('of two programs the first one stays, also where the other sends by WHIP', async ({ skip }) => {
    if (!isOn) skip()
    const creator = await buildPerformer(server.ctx)
    const key = await makeKey(creator)
    await prepare(creator)
    const first = program(key)
    await isLive(creator)
    await program(key).ended
    expect((await server.program(key)).status).toBe(409)
    expect(await statusOf(creator)).toBe('live')
    first.close()
    await expect.poll(() => statusOf(creator)).toBe('away')
    program(key)
    await isLive(creator)
  })

  test('the end of the stream ends the connection and the encoder', async ({ skip }) => {
    if (!isOn) skip()
    const creator = await buildPerformer(server.ctx)
    const key = await makeKey(creator)
    const id = await prepare(creator)
    const sending = program(key)
    await isLive(creator)
    await as(creator).put(`/streaming/live/${id}`, { status: 'ended' })
    await sending.ended
    await expect.poll(encoders).toEqual([])
    await program(key).ended
    expect(await encoders()).toEqual([])
  })

  test('an encoder that is killed is noticed, and the studio says so', async ({ skip }) => {
    if (!isOn) skip()
    const creator = await buildPerformer(server.ctx)
    const key = await makeKey(creator)
    await prepare(creator)
    const sending = program(key)
    await isLive(creator)
    for (const pid of await encoders()) process.kill(pid, 'SIGKILL')
    await sending.ended
    expect(await inputOf(creator)).toMatchObject({ problem: 'encoder', reading: null })
    await expect.poll(() => statusOf(creator)).toBe('away')
    program(key)
    await isLive(creator)
    expect((await inputOf(creator)).problem).toBeNull()
  })

  test('random bytes and what is no H.264 leave the others alone', async ({ skip }) => {
    if (!isOn) skip()
    const creator = await buildPerformer(server.ctx)
    const key = await makeKey(creator)
    await prepare(creator)
    await program(key, { codec: 'flv' }).ended
    const sending = program(key)
    await isLive(creator)
    for (let n = 0; n < 30; n++)
      await new Promise((done) => {
        const socket = connect(server.rtmp.port, '127.0.0.1')
        socket
          .on('error', () => {})
          .once('close', done)
          .resume()
        socket.end(Buffer.concat([Buffer.of(n % 2 === 0 ? 3 : 9), randomBytes(1_536 * 2), randomBytes(2_000)]))
      })
    expect(server.isEngineAlive()).toBe(true)
    expect(await statusOf(creator)).toBe('live')
    sending.close()
  })

  test('nothing of an encoder is left when the engine is killed', async ({ skip }) => {
    if (!isOn) skip()
    const creator = await buildPerformer(server.ctx)
    const key = await makeKey(creator)
    await prepare(creator)
    program(key)
    await isLive(creator)
    const pids = await encoders()
    expect(pids).toHaveLength(1)
    await server.killEngine()
    const isAlive = (pid: number) => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
    expect((await as(creator).get('/streaming/key')).body.data.rtmp).toBeNull()
    await server.back()
  })
})
