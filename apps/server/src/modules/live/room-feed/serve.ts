import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { attempt } from '../../../platform/http/http.ts'
import { Limiter } from '../../../platform/http/limiter.ts'
import { networkOf } from '../../../platform/http/remote-address.ts'
import { requireOpenSite } from '../../../platform/http/request-pipeline.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { follow } from './following.ts'
import { hubOf } from './hub.ts'
import { type KeyHolder, requireHolder } from './keys.ts'

/** Programs come back by themselves, and some of a creator may be behind one address. */
const opensAMinuteMax = 60
/** Wrong keys from one network in a minute. */
const wrongKeysMax = 10

/** The events of a creator's live room as Server-Sent Events, for whoever has a key: no session has a part in it. */
export function serveRoomFeed(app: FastifyInstance, ctx: Context): void {
  const limiter = new Limiter(Math.ceil(opensAMinuteMax * ctx.config.rateLimitFactor), 60_000)
  const wrongKeys = new Limiter(Math.ceil(wrongKeysMax * ctx.config.rateLimitFactor), 60_000)
  const holderOf = async (key: string, network: string): Promise<KeyHolder> => {
    try {
      return await requireHolder(ctx, key)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'NOT_SIGNED_IN') wrongKeys.admit(network)
      throw error
    }
  }
  app.addHook('preClose', async () => hubOf(ctx).stop())
  app.route({
    method: 'GET',
    url: '/live/events',
    exposeHeadRoute: false,
    compress: false,
    schema: { hide: true },
    onRequest: (request, _reply, done) => done(attempt(() => limiter.admit(networkOf(request.viewer.address)))),
    handler: async (request, reply) => {
      requireOpenSite(ctx, {}, request.viewer)
      const [, key = ''] = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '') ?? []
      const holder = await holderOf(key, networkOf(request.viewer.address))
      const [lastId] = [request.headers['last-event-id']].flat()
      const stream = follow(ctx, holder, key, lastId)
      if (reply.raw.destroyed) stream.destroy()
      reply.raw.once('close', () => stream.destroy())
      return (
        reply
          .type('text/event-stream; charset=utf-8')
          // A connection that ends with its stream is none that a server which stops waits for.
          .headers({ 'cache-control': 'private, no-store', 'x-accel-buffering': 'no', connection: 'close' })
          .send(stream)
      )
    },
  })
}
