import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { samples } from './modules/media/testing.ts'
import { storageOf } from './platform/files/storage.ts'
import { asProblem } from './platform/http/http.ts'
import { api, formOf } from './testing/api.ts'
import { buildPerformer } from './testing/builders.ts'
import { startTestServer, type TestServer } from './testing/server.ts'

// A full disk is a busy site to whom it meets, who may come back, and an error in the log for whom it is to mend.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: (app) => {
      app.get('/database-says/:code', (request) => {
        const logged = vi.spyOn(request.log, 'error').mockImplementation(() => {})
        const { code } = request.params as { code: string }
        const problem = asProblem(Object.assign(new Error('could not extend file'), { code }), request)
        return { status: problem.status, code: problem.code, said: logged.mock.calls.map((call) => call.at(-1)) }
      })
    },
  })
})
afterAll(() => server.stop())

test('where files are kept', async () => {
  const { ctx } = server
  const as = api(server).as(await buildPerformer(ctx))
  const send = async () => as.upload('/performer/feeds/photo/upload', formOf({}, { file: await samples.photo(60, 40) }))
  const logged = vi.spyOn(ctx.log, 'error').mockImplementation(() => {})
  const put = vi.spyOn(storageOf(ctx.config), 'put').mockImplementation(async (_key, source: Readable) => {
    source.resume()
    if (!source.readableEnded) await once(source, 'end')
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
  try {
    const refused = await send()
    expect([refused.status, refused.body.code]).toEqual([503, 'OVERLOADED'])
    expect(logged.mock.calls).toEqual([
      [{ err: expect.objectContaining({ code: 'ENOSPC' }) }, 'the disk is full: uploads are refused'],
    ])
  } finally {
    put.mockRestore()
    logged.mockRestore()
  }
  expect((await send()).status).toBe(200)
})

test('where the database is', async () => {
  const said = async (code: string) => (await server.app.inject({ url: `/database-says/${code}` })).json()
  expect(await said('53100')).toEqual({
    status: 503,
    code: 'OVERLOADED',
    said: ['the disk of the database is full'],
  })
  // Of too many connections nobody is called.
  expect(await said('53300')).toEqual({ status: 503, code: 'OVERLOADED', said: [] })
})
