import * as contract from '@fanlight/contract/age'
import { limiters } from '@fanlight/contract/limiters'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { attempt, route } from '../../../platform/http/http.ts'
import { networkOf } from '../../../platform/http/remote-address.ts'
import { Limiter } from '../../../platform/http/limiter.ts'
import * as checking from './age-check.ts'

export const ageRoutes = [
  route(contract.ageStatus, (ctx, call) => checking.ageStatusOf(ctx, call)),
  route(contract.declareAge, (ctx, call) => checking.declare(ctx, call, call.body.birthDate)),
  route(contract.startAgeCheck, (ctx, call) => checking.start(ctx, call, call.body.back)),
  route(contract.finishAgeCheck, (ctx, call) => checking.finish(ctx, call)),
]

/** POST /age/callback: the signed webhook of the age assurance provider. */
export async function registerAgeCallback(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The signature covers the bytes.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    const { max, seconds } = limiters.webhook
    const limiter = new Limiter(Math.ceil(max * ctx.config.rateLimitFactor), seconds * 1000)
    scope.post(
      '/api/age/callback',
      {
        onRequest: (request, _reply, done) => done(attempt(() => limiter.admit(networkOf(request.viewer.address)))),
        schema: { hide: true },
      },
      async (request, reply) => {
        const accepted = await checking.handleWebhook(
          ctx,
          String(request.body ?? ''),
          String(request.headers['x-signature'] ?? ''),
        )
        return reply.status(accepted ? 200 : 400).send({ received: accepted })
      },
    )
  })
}
