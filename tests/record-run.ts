import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { refusalsOf } from '@fanlight/contract/refusals'
import type { RefusedCall } from '@fanlight/server/platform/http/http'
import { afterAll, expect, vi } from 'vitest'
import { writeRecord } from './test-records.ts'

// Runs before each test file: records how long the file takes, and which calls Fastify answers with success meanwhile. A call that is
// refused with a code which the contract does not declare for it fails the file.

interface HandlerStart {
  reply: { raw: NodeJS.EventEmitter & { statusCode: number } }
  route: { method: string | string[]; url: string }
}

const startedAt = performance.now()
const calls = new Set<string>()
const answered = (message: unknown): void => {
  const { reply, route } = message as HandlerStart
  if (!route.url.startsWith('/api/')) return
  reply.raw.once('finish', () => {
    if (reply.raw.statusCode >= 400) return
    for (const method of [route.method].flat()) calls.add(`${method} ${route.url.slice('/api'.length)}`)
  })
}
const undeclared = new Set<string>()
const refused = (message: unknown): void => {
  const { endpoint, code } = message as RefusedCall
  if (endpoint && !process.env.SABOTAGE && !refusalsOf(endpoint).includes(code))
    undeclared.add(`${endpoint.route} ${code}`)
}
const channels = [
  ['tracing:fastify.request.handler:start', answered],
  ['fanlight:refusal', refused],
] as const
for (const [channel, hear] of channels) subscribe(channel, hear)
// The hook that is registered first runs last.
afterAll(() => {
  // Files may share a process, and each records its own.
  for (const [channel, hear] of channels) unsubscribe(channel, hear)
  const { testPath } = expect.getState()
  if (testPath) writeRecord(testPath, { seconds: (performance.now() - startedAt) / 1000, calls: [...calls].sort() })
  // What a file replaced in a module is put back for the next.
  vi.restoreAllMocks()
  vi.useRealTimers()
  expect([...undeclared].join(', '), 'refusals that the contract does not declare').toBe('')
})
