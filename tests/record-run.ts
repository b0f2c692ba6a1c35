import { subscribe } from 'node:diagnostics_channel'
import { afterAll, expect } from 'vitest'
import { writeRecord } from './test-records.ts'

// Runs before each test file: records how long the file takes, and which calls Fastify answers with success meanwhile.

interface HandlerStart {
  reply: { raw: NodeJS.EventEmitter & { statusCode: number } }
  route: { method: string | string[]; url: string }
}

const startedAt = performance.now()
const calls = new Set<string>()
subscribe('tracing:fastify.request.handler:start', (message) => {
  const { reply, route } = message as HandlerStart
  if (!route.url.startsWith('/api/')) return
  reply.raw.once('finish', () => {
    if (reply.raw.statusCode >= 400) return
    for (const method of [route.method].flat()) calls.add(`${method} ${route.url.slice('/api'.length)}`)
  })
})
// The hook that is registered first runs last.
afterAll(() => {
  const { testPath } = expect.getState()
  if (testPath) writeRecord(testPath, { seconds: (performance.now() - startedAt) / 1000, calls: [...calls].sort() })
})
