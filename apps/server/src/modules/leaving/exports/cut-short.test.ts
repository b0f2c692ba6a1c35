import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildUploadedFile } from '../../media/testing.ts'
import { build } from './build-archive.ts'
import { unzip } from './testing.ts'

// What becomes of an archive whose worker dies over it, and of one that no longer fits on the disk.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const patience = { timeout: 60_000, interval: 100 }
const media = (...path: string[]) => join(server.ctx.config.dataDir, 'media', ...path)
const filesIn = async (folder: string) => {
  const found = await readdir(media(folder), { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
const stateOf = async (who: Built) => (await api(server).as(who).get('/users/me/export')).body.data
const mailsTo = async (who: Built) =>
  (
    await rows(
      server.ctx.db,
      sql<{ kind: string }>`SELECT kind FROM mails WHERE to_address = ${who.email} ORDER BY created_at`,
    )
  ).map((row) => row.kind)
async function requestedExport(bytes: Buffer): Promise<{ fan: Built; id: string; path: string; original: string }> {
  const fan = await buildUser(server.ctx)
  const file = { ownerId: fan.id, kind: 'photo', purpose: 'avatar', mime: 'image/jpeg', bytes } as const
  const fileId = await buildUploadedFile(server.ctx, file)
  expect((await api(server).as(fan).post('/users/me/export', {})).status).toBe(200)
  const found = (await row(
    server.ctx.db,
    sql<{
      id: string
      key: string
    }>`SELECT e.id, f.original_key AS key FROM data_exports e JOIN files f ON f.owner_id = e.account_id
      WHERE e.account_id = ${fan.id}`,
  ))!
  return { fan, id: found.id, path: `media/avatar/${fileId}.jpg`, original: media(found.key) }
}
async function fetched(fan: Built): Promise<Map<string, Buffer>> {
  const { link } = (await api(server).as(fan).post('/users/me/export/address', {})).body.data
  const reply = await server.app.inject({ method: 'GET', url: link, headers: { authorization: fan.token } })
  return unzip(reply.rawPayload)
}
async function nothingIsOffered(fan: Built): Promise<void> {
  expect((await api(server).as(fan).post('/users/me/export/address', {})).status).toBe(404)
}

/** The worker of the product, in a process of its own. */
function startWorker(): { child: ChildProcess; kill(): Promise<void> } {
  const { PATH = '' } = process.env
  const program = fileURLToPath(new URL('../../../../../../main.ts', import.meta.url))
  const child = spawn(process.execPath, [program, 'worker', '--empty'], {
    env: {
      PATH,
      DATABASE_URL: server.ownerUrl,
      DATA_DIR: server.ctx.config.dataDir,
      LOG_LEVEL: 'error',
    },
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    child,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

test('killed in the middle of a file nothing is offered, and the next worker makes it whole', async () => {
  const bytes = randomBytes(3 * 1024 * 1024)
  const { fan, path, original } = await requestedExport(bytes)
  const before = await filesIn('exports')
  // The image is read from a named pipe of the test: the reader blocks where the test stops writing.
  await rm(original)
  expect(spawnSync('mkfifo', [original]).status).toBe(0)
  const first = startWorker()
  try {
    const pipe = await open(original, 'w')
    await pipe.write(bytes.subarray(0, 2 * 1024 * 1024))
    await expect
      .poll(async () => {
        const [unfinished] = await filesIn('unfinished')
        return unfinished ? (await stat(unfinished)).size > 512 * 1024 : false
      }, patience)
      .toBe(true)
    await first.kill()
    await pipe.close()
  } finally {
    await first.kill()
  }
  expect((await stateOf(fan)).state).toBe('running')
  await nothingIsOffered(fan)
  expect(await filesIn('exports')).toEqual(before)
  expect(await mailsTo(fan)).toEqual([])

  await rm(original)
  await writeFile(original, bytes)
  // The silence after which its jobs are taken back is over.
  await sql`UPDATE workers SET heartbeat_at = now() - interval '1 minute'`.execute(server.ctx.db)
  const second = startWorker()
  try {
    await expect.poll(async () => (await stateOf(fan)).state, patience).toBe('ready')
  } finally {
    await second.kill()
  }
  expect((await fetched(fan)).get(path)!.equals(bytes)).toBe(true)
  expect(await mailsTo(fan)).toEqual(['export_ready'])
  expect(await filesIn('exports')).toHaveLength(before.length + 1)
  // What the first one left is swept, and what the second made is not.
  expect(await filesIn('unfinished')).toHaveLength(1)
  await storageOf(server.ctx.config).sweep(new Date(Date.now() + 60_000))
  expect(await filesIn('unfinished')).toEqual([])
  expect((await fetched(fan)).has('manifest.json')).toBe(true)
}, 180_000)

/** The disk on which archives are begun holds a megabyte; where we may not make one, writing says what a full disk says. */
async function fillDisk(): Promise<() => Promise<void>> {
  const folder = media('unfinished')
  await mkdir(folder, { recursive: true })
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'fanlight-test', folder]).status === 0)
    return async () => {
      // What is removed may be open for a moment more, and the folder busy with it.
      await expect.poll(() => spawnSync('umount', [folder]).status, patience).toBe(0)
    }
  const put = vi.spyOn(storageOf(server.ctx.config), 'put').mockImplementation(async (_key, source: Readable) => {
    let taken = 0
    for await (const chunk of source)
      if ((taken += (chunk as Buffer).length) > 1024 * 1024)
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    throw new Error('what was written fits')
  })
  return async () => put.mockRestore()
}

test('on a disk that becomes full it is tried again and in the end said; nothing half written stays or is offered', async () => {
  const bytes = randomBytes(4 * 1024 * 1024)
  const { fan, id, path } = await requestedExport(bytes)
  const before = await filesIn('exports')
  const empty = await fillDisk()
  try {
    await expect(build(server.ctx, id, { isLastTry: false })).rejects.toThrow(/ENOSPC/)
    expect((await stateOf(fan)).state).toBe('running')
    await nothingIsOffered(fan)
    expect(await filesIn('unfinished')).toEqual([])
    await expect(build(server.ctx, id, { isLastTry: true })).rejects.toThrow(/ENOSPC/)
    expect(await filesIn('unfinished')).toEqual([])
  } finally {
    await empty()
  }
  // Failed, and the user is notified; the next archive may be requested at once, and is built.
  expect(await stateOf(fan)).toMatchObject({ state: 'failed', mayAskAt: null })
  await nothingIsOffered(fan)
  expect(await mailsTo(fan)).toEqual(['export_failed'])
  expect(await filesIn('exports')).toEqual(before)
  expect((await api(server).as(fan).post('/users/me/export', {})).status).toBe(200)
  await server.work()
  await server.work()
  expect((await fetched(fan)).get(path)!.equals(bytes)).toBe(true)
})

test('where there is no room for it from the beginning nothing is written at all', async () => {
  const { fan, id } = await requestedExport(randomBytes(1024))
  const put = vi.spyOn(storageOf(server.ctx.config), 'put')
  const room = vi.spyOn(storageOf(server.ctx.config), 'room').mockResolvedValue(1024 ** 3)
  try {
    await expect(build(server.ctx, id, { isLastTry: false })).rejects.toThrow(/does not fit/)
    expect((await stateOf(fan)).state).toBe('running')
    await expect(build(server.ctx, id, { isLastTry: true })).rejects.toThrow(/does not fit/)
    expect(put).not.toHaveBeenCalled()
  } finally {
    room.mockRestore()
    put.mockRestore()
  }
  expect((await stateOf(fan)).state).toBe('failed')
  await nothingIsOffered(fan)
  expect(await mailsTo(fan)).toEqual(['export_failed'])
})
