import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { type Built, buildPerformer } from '../../../testing/builders.ts'
import { aacOf } from '../../media/live-audio/open-aac.ts'
import { folderOf, segmentsIn } from '../../media/recorded/recorded-files.ts'
import { lengthOf, stretchesOf } from '../../media/recorded/segment-list.ts'
import { liveEngine } from '../engine/engine.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'
import { saveRecording } from './saving.ts'
import * as store from './store.ts'
import { buildUnsaved } from './testing.ts'
import { buildRun } from './testing-runs.ts'

// A server is killed while it saves a replay, at every kind of moment: afterwards the replay is there once and whole, and nothing else is.

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

const program = fileURLToPath(new URL('testing-saving-process.ts', import.meta.url))
const seconds = 7
const segmentCount = 4

async function killedSaving(id: string, moment: string): Promise<void> {
  const { dataDir, liveEngineUrl } = server.ctx.config
  const environment = { DATA_DIR: dataDir, LIVE_ENGINE_URL: liveEngineUrl, PATH: process.env['PATH'] }
  const child = spawn(
    process.execPath,
    ['--no-warnings', program, server.ownerUrl, JSON.stringify(environment), id, moment],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect([code, signal]).toEqual([null, 'SIGKILL'])
}
const filesOf = (creator: Built) =>
  rows(server.ctx.db, sql<{ id: string }>`SELECT id FROM files WHERE owner_id = ${creator.id}`)
const below = async (path: string) =>
  (
    await readdir(join(server.ctx.config.dataDir, 'media', path), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
  )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(server.ctx.config.dataDir, 'media').length + 1))

/** It waits for its creator once, its list is whole, and storage has what the list names and nothing else of it. */
async function isWholeOnce(creator: Built, id: string, streamId: string): Promise<void> {
  const recording = (await store.byId(server.ctx, id))!
  expect(recording).toMatchObject({ status: 'waiting', fileId: expect.any(String) })
  expect(await filesOf(creator)).toEqual([{ id: recording.fileId }])
  const folder = (await folderOf(server.ctx, recording.fileId!))!
  const segments = await segmentsIn(server.ctx, folder)
  expect(segments).toHaveLength(segmentCount)
  expect(lengthOf(stretchesOf(segments))).toBeCloseTo(seconds, 1)
  const named = new Set(
    ['index.m3u8', ...segments.flatMap(({ file, init }) => [file, init])].map((name) => `${folder}/${name}`),
  )
  expect(new Set(await below(`variants/${id.slice(-2)}/${id}`))).toEqual(named)
  expect((await liveEngine(server.ctx).recorder!.recordings()).filter(({ room }) => room === streamId)).toEqual([])
  await storageOf(server.ctx.config).sweepKilled()
  for (const folderOfParts of ['unfinished', 'work']) expect(await below(folderOfParts)).toEqual([])
}

/** What a recording needs of files is one for the initialisation, its segments and their list. */
const moments = ['file 1', 'file 2', 'file 4', `file ${segmentCount + 2}`, 'before', 'after']
test.each(moments)('killed at “%s” a replay is there once and whole after the next run', async (moment) => {
  const creator = await buildPerformer(server.ctx)
  const { id, streamId } = await buildUnsaved(server.ctx, creator)
  // With AAC of the engine, and without: then it is made meanwhile, where it can be.
  const openAac = moments.indexOf(moment) % 2 === 0 ? await aacOf(server.ctx.config) : undefined
  await buildRun(server.ctx.config, streamId, { codec: 'H264', seconds, openAac })
  await killedSaving(id, moment)
  const hasStored = moment === 'after'
  expect(await store.byId(server.ctx, id)).toMatchObject({ status: hasStored ? 'waiting' : 'saving' })
  expect(await filesOf(creator)).toHaveLength(hasStored ? 1 : 0)
  await saveRecording(server.ctx, id)
  await isWholeOnce(creator, id, streamId)
  await saveRecording(server.ctx, id)
  await isWholeOnce(creator, id, streamId)
})

test('two that save the same at once leave one replay', async () => {
  const creator = await buildPerformer(server.ctx)
  const { id, streamId } = await buildUnsaved(server.ctx, creator)
  await buildRun(server.ctx.config, streamId, { codec: 'H264', seconds })
  // Who comes second may find that the engine has nothing any more, and tries again.
  await Promise.allSettled([saveRecording(server.ctx, id), saveRecording(server.ctx, id)])
  await saveRecording(server.ctx, id)
  await isWholeOnce(creator, id, streamId)
})
