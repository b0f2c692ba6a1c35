import { limiters } from '@fanlight/contract/limiters'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { attempt } from '../../../platform/http/http.ts'
import { Limiter } from '../../../platform/http/limiter.ts'
import { networkOf } from '../../../platform/http/remote-address.ts'
import { oneClickPath, unsubscribePage } from '../../site/mail/unsubscribe-address.ts'
import { unsubscribe } from './unsubscribing.ts'

/** The address in `List-Unsubscribe` (RFC 8058): a POST of a mail program, without cookies or Origin, in any form; what counts is its token. */
export async function registerOneClick(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 16 * 1024 }, (_request, _body, done) =>
      done(null, null),
    )
    const { max, seconds } = limiters.write
    const limiter = new Limiter(Math.ceil(max * ctx.config.rateLimitFactor), seconds * 1000)
    scope.post<{ Querystring: { token?: string } }>(
      oneClickPath,
      {
        onRequest: (request, _reply, done) => done(attempt(() => limiter.admit(networkOf(request.viewer.address)))),
        schema: { hide: true },
      },
      async (request, reply) => {
        await unsubscribe(ctx, tokenOf(request.query))
        return reply.send({ success: true })
      },
    )
    // A person who opens it sees what it is about; nothing changes by that, as programs open links, too.
    scope.get<{ Querystring: { token?: string } }>(oneClickPath, { schema: { hide: true } }, (request, reply) =>
      reply.redirect(unsubscribePage(encodeURIComponent(tokenOf(request.query))), 303),
    )
  })
}

const tokenOf = ({ token }: { token?: string }): string => (typeof token === 'string' ? token.slice(0, 300) : '')
