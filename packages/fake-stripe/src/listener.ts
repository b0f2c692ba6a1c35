import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import type { Context } from '@fanlight/server/platform/context'
import { egressTo } from '@fanlight/server/platform/egress'
import { assert } from '@fanlight/server/platform/refusal'
import type { StripeHost } from '@fanlight/server/modules/money/payments/stripe/gateway'
import { answer } from './api.ts'
import { secretKey } from './keys.ts'

// The gateway's API on a loopback port. Each process that takes cards in demo mode has one, and all of them share the books: like
// several machines of one gateway, behind whichever address a client knows.

const deadlineMs = 3_000
const bodyBytesMax = 64 * 1024
const hosts = new WeakMap<object, Promise<StripeHost>>()

/** The URL at which this process reaches the test gateway. The server starts listening on the first request for it. */
export function testGatewayHost(ctx: Context): Promise<StripeHost> {
  assert(
    ctx.config.mode === 'demo' && !ctx.inTransaction,
    'the test gateway exists in demo mode, outside of transactions',
  )
  const known = hosts.get(ctx.pool)
  if (known) return known
  const made = listen(ctx).then((url) => ({
    url,
    secretKey: secretKey(ctx),
    egress: egressTo(url, { isOwn: true }),
    deadlineMs,
  }))
  hosts.set(ctx.pool, made)
  return made
}

async function listen(ctx: Context): Promise<string> {
  const app = Fastify({ bodyLimit: bodyBytesMax, keepAliveTimeout: 5_000 })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.route({
    method: ['GET', 'POST'],
    url: '/v1/*',
    handler: async (request, reply) => {
      const [path = '', query = ''] = request.url.split('?')
      const { method, headers } = request
      const answered = await answer(ctx, { method, path, query, headers, body: String(request.body ?? '') })
      if (answered.holdMs) await sleep(answered.holdMs, undefined, { ref: false })
      return reply.status(answered.status).type('application/json').send(answered.body)
    },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  // It lives as long as the process has other work, and ends with it.
  app.server.unref()
  app.server.on('connection', (socket) => socket.unref())
  return url
}
