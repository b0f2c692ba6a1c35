import { declared } from '@fanlight/contract'
import { emptyApp, startTestServer } from '@fanlight/server/testing/server'
import { registerRoutes } from '@fanlight/server/platform/http/http'
import { routes } from '@fanlight/server/routes'
import { live } from '@fanlight/server/sockets'
import type { ReliabilityCheck } from './check.ts'

export const check: ReliabilityCheck = {
  id: 'S1',
  title: 'Every call declares schema, policy and limiter, or the server does not start',
  async run() {
    const violations: string[] = []
    const server = await startTestServer()
    try {
      for (const call of declared) {
        if (!call.who || !call.limit || !call.reply || !call.summary || !call.group)
          violations.push(`${call.route} is not fully declared`)
        if (call.path.includes(':') && !call.params) violations.push(`${call.route} does not describe its path`)
        if (
          call.who.startsWith('admin:') &&
          call.method !== 'GET' &&
          !call.audit &&
          !call.changesNothing &&
          !call.files
        )
          violations.push(`${call.route} is a staff write without an audit flag`)
      }
      for (const [name, command] of Object.entries(live.commands))
        if (!command.spec.who || !command.spec.limit) violations.push(`socket command ${name} is not fully declared`)
      for (const path of ['/debug', '/api/debug', '/api/test', '/api/dev', '/metrics', '/api/seed', '/__test'])
        if ((await server.app.inject({ url: path })).statusCode === 200) violations.push(`${path} answers`)

      // What is not declared must stop the boot.
      const [first, ...rest] = routes
      const boots: [string, () => void][] = [
        ...(['who', 'limit', 'reply'] as const).map((policy): [string, () => void] => [
          `a route without ${policy}`,
          () =>
            registerRoutes(
              emptyApp(),
              server.ctx,
              [without(first!.endpoint, policy)],
              [{ ...first!, endpoint: cache.get(policy)! as never }],
            ),
        ]),
        ['a route outside the contract', () => registerRoutes(emptyApp(), server.ctx, declared.slice(1), routes)],
        ['a call without a route', () => registerRoutes(emptyApp(), server.ctx, declared, rest)],
        ['one route twice', () => registerRoutes(emptyApp(), server.ctx, declared, [...routes, first!])],
      ]
      for (const [what, boot] of boots) {
        try {
          boot()
          violations.push(`${what} did not stop the boot`)
        } catch {
          // As it should be.
        }
      }
      return { n: declared.length + Object.keys(live.commands).length + boots.length, violations }
    } finally {
      await server.stop()
    }
  },
}

const cache = new Map<string, object>()
/** The same endpoint without one policy; the list and the route must hold the same object. */
function without<T extends object>(endpoint: T, policy: string): T {
  const made = Object.fromEntries(Object.entries(endpoint).filter(([name]) => name !== policy))
  cache.set(policy, made)
  return made as T
}
