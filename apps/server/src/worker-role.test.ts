import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enginePort } from './modules/media/processing/engines.ts'
import { samples } from './modules/media/testing.ts'
import { api, formOf } from './testing/api.ts'
import { buildPerformer } from './testing/builders.ts'
import { startTestServer, type TestServer } from './testing/server.ts'
import { startWorker } from './worker-role.ts'

let server: TestServer
let folder: string
const { select } = enginePort
beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'fanlight-worker-'))
})
afterAll(async () => {
  enginePort.select = select
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a worker on a machine that can process no video says so at its start, and for each file', async () => {
  const creator = await buildPerformer(server.ctx)
  const sent = await api(server)
    .as(creator)
    .upload('/performer/feeds/audio/upload', formOf({}, { file: await samples.audio() }))
  expect(sent.status, sent.text).toBe(200)
  const fileId = sent.body.data._id as string
  enginePort.select = async () => undefined
  const logFile = join(folder, 'worker.log')
  const worker = await startWorker(
    { ...server.ctx.config, programFolders: [folder], logFile },
    { databaseUrl: server.databaseUrl, ownerUrl: server.ownerUrl },
  )
  try {
    const status = async () => (await api(server).as(creator).get(`/files/${fileId}/status`)).body.data
    await expect.poll(status).toMatchObject({ status: 'failed', errorCode: 'NO_VIDEO_ENGINE' })
    const said = () =>
      readFileSync(logFile, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { level: number; msg: string; fileId?: string })
        .filter(({ level }) => level === 50)
    await expect
      .poll(said)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ msg: expect.stringContaining('No ffmpeg with H.264 is on the path') }),
          expect.objectContaining({ msg: 'a file could not be processed', fileId }),
        ]),
      )
  } finally {
    await worker.stop()
  }
})
