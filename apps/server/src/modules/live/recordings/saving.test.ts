import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { buildPerformer } from '../../../testing/builders.ts'
import { hasVideoEngine } from '../../../testing/clip.ts'
import { aacOf } from '../../media/live-audio/open-aac.ts'
import { addHigherQualities } from '../../media/processing/progressive-video.ts'
import { processFile } from '../../media/processing/processing.ts'
import { samplesPerSecond } from '../../media/processing/engine.ts'
import { mediaEngine } from '../../media/processing/engines.ts'
import { folderOf, segmentsIn } from '../../media/recorded/recorded-files.ts'
import { lengthOf, stretchesOf } from '../../media/recorded/segment-list.ts'
import { liveEngine } from '../engine/engine.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'
import { saveRecording } from './saving.ts'
import * as store from './store.ts'
import { buildUnsaved } from './testing.ts'
import { buildRun } from './testing-runs.ts'

// What becomes of what an engine has recorded: decoded again, and compared.

const isHere = await hasVideoEngine()
let server: LiveServer
let work: string
beforeAll(async () => {
  server = await startLiveServer()
  work = await mkdtemp(join(tmpdir(), 'fanlight-saving-'))
})
afterAll(async () => {
  await server.stop()
  await rm(work, { recursive: true, force: true })
})

const stored = (key: string) => readFile(join(server.ctx.config.dataDir, 'media', key))

async function saved(id: string) {
  await saveRecording(server.ctx, id)
  const recording = (await store.byId(server.ctx, id))!
  expect(recording.status).toBe('waiting')
  const folder = (await folderOf(server.ctx, recording.fileId!))!
  return { recording, folder, segments: await segmentsIn(server.ctx, folder) }
}
/** Each stretch without a break, as the engine of this machine reads it. */
async function probes(folder: string, segments: Awaited<ReturnType<typeof saved>>['segments']) {
  const found = []
  const begins = segments.flatMap(({ isBreak }, n) => (isBreak || n === 0 ? [n] : []))
  for (const [index, begin] of begins.entries()) {
    const all = segments.slice(begin, begins[index + 1])
    const job = await mkdtemp(join(work, 'job-'))
    await mkdir(join(job, 'out'), { mode: 0o777 })
    const names = [all[0]!.init, ...all.map(({ file }) => file)]
    const source = Buffer.concat(await Promise.all(names.map((name) => stored(`${folder}/${name}`))))
    await writeFile(join(job, 'source'), source, { mode: 0o644 })
    const engine = await mediaEngine(server.ctx.config)
    const probe = await engine.probe(job, 'mov')
    await engine.samples(job, 'mov', probe, 60_000, 'out/samples')
    const heardSeconds = (await stat(join(job, 'out/samples'))).size / 2 / samplesPerSecond
    found.push({ ...probe, heardSeconds })
  }
  return found
}

test.skipIf(!isHere)('a stream in VP8 is saved as H264 and AAC that plays, with its moments', async () => {
  const { id, streamId } = await buildUnsaved(server.ctx, await buildPerformer(server.ctx))
  const at = Date.now() - 60_000
  await buildRun(server.ctx.config, streamId, { codec: 'VP8', seconds: 6, at })
  await buildRun(server.ctx.config, streamId, { codec: 'VP8', seconds: 3, at: at + 20_000 })
  const { recording, folder, segments } = await saved(id)
  const found = await probes(folder, segments)
  expect(found).toHaveLength(2)
  for (const [n, seconds] of [6, 3].entries()) {
    expect(found[n]).toMatchObject({ video: { codec: 'h264' }, audio: { codec: 'aac', profile: 'LC' } })
    expect(Math.abs(found[n]!.durationMs! - seconds * 1000)).toBeLessThan(150)
    expect(Math.abs(found[n]!.audio!.startMs)).toBeLessThanOrEqual(50)
    expect(Math.abs(found[n]!.heardSeconds - seconds)).toBeLessThan(0.15)
  }
  expect(Math.abs(lengthOf(stretchesOf(segments)) - 9)).toBeLessThan(0.3)
  // A poster shows that its pictures can be decoded.
  await processFile(server.ctx, recording.fileId!)
  const kinds = sql<{ kind: string }>`SELECT kind FROM file_variants WHERE file_id = ${recording.fileId}`
  expect((await rows(server.ctx.db, kinds)).map(({ kind }) => kind)).toContain('poster')
  expect((await liveEngine(server.ctx).recorder!.recordings()).filter(({ room }) => room === streamId)).toEqual([])
})

test.skipIf(!isHere)(
  'a replay has AAC alone: what the engine made, and what is missing is made when it is saved',
  async () => {
    const openAac = await aacOf(server.ctx.config)
    const performer = await buildPerformer(server.ctx)
    for (const has of [true, false]) {
      const { id, streamId } = await buildUnsaved(server.ctx, performer)
      await buildRun(server.ctx.config, streamId, { codec: 'H264', seconds: 7, openAac: has ? openAac : undefined })
      if (has) {
        // An engine that was killed between the two lists, and one that had no encoder for a while.
        const [run] = (await liveEngine(server.ctx).recorder!.recordings()).filter(({ room }) => room === streamId)
        const path = join(server.ctx.config.dataDir, 'live/recordings', streamId, run!.at, 'aac.m3u8')
        const list = await readFile(path, 'utf8')
        await writeFile(
          path,
          list.replace('aac-1.m4s', 'silent-1.m4s').replace(/#EXT-X-PROGRAM[^#]*#EXTINF:[\d.]+,\naac-3\.m4s\n/, ''),
        )
      }
      const { folder, segments } = await saved(id)
      expect(segments.map(({ seconds }) => Math.round(seconds))).toEqual([2, 2, 2, 1])
      expect(segments.map(({ isBreak }) => isBreak)).toEqual([false, false, false, false])
      for (const { init } of segments) {
        const bytes = await stored(`${folder}/${init}`)
        expect([bytes.includes('mp4a'), bytes.includes('Opus')]).toEqual([true, false])
      }
      const [found] = await probes(folder, segments)
      expect(found).toMatchObject({ video: { codec: 'h264' }, audio: { codec: 'aac', profile: 'LC' } })
      expect(Math.abs(found!.audio!.startMs)).toBeLessThanOrEqual(50)
      expect(Math.abs(found!.audio!.endMs! - found!.video!.endMs!)).toBeLessThanOrEqual(50)
    }
  },
)

test.skipIf(!isHere)(
  'a replay in one piece gets a scrubbing sheet once it is published, and is watched meanwhile',
  async () => {
    const performer = await buildPerformer(server.ctx)
    const { id, streamId } = await buildUnsaved(server.ctx, performer)
    await buildRun(server.ctx.config, streamId, { codec: 'VP8', seconds: 4 })
    const { recording } = await saved(id)
    const published = await api(server)
      .as(performer)
      .post(`/streaming/recordings/${id}/publish`, { gate: { type: 'public' } })
    expect(published.status, published.text).toBe(200)
    const file = async () =>
      (await api(server).get(`/performer-assets/videos/${published.body.data.videoId}`)).body.data.files[0]
    expect(await file()).toMatchObject({ hls: expect.any(String) })
    for (const _ of [1, 2]) await addHigherQualities(server.ctx, recording.fileId!)
    const { sprite, base } = await file()
    expect(sprite).toMatchObject({ count: 4, intervalMs: 1000 })
    const sheet = await (await fetch(server.url + base + sprite.name)).arrayBuffer()
    expect((await sharp(Buffer.from(sheet)).metadata()).width).toBe(sprite.tileWidth * sprite.columns)
  },
)

test('a run of which nothing was listed is no obstacle', async () => {
  const { id, streamId } = await buildUnsaved(server.ctx, await buildPerformer(server.ctx))
  await mkdir(join(server.ctx.config.dataDir, 'live/recordings', streamId, '1'), { recursive: true })
  await buildRun(server.ctx.config, streamId, { codec: 'H264', seconds: 3 })
  expect((await saved(id)).segments.length).toBeGreaterThan(0)
})
