import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { EgressError, egressTo } from '../../../platform/egress.ts'
import { attempt } from '../../../platform/http/http.ts'
import { Limiter } from '../../../platform/http/limiter.ts'
import { networkOf } from '../../../platform/http/remote-address.ts'
import { keyFor } from '../../../platform/keys.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import { transportFor } from '../keys/keys.ts'
import { addressAskedFor, askedFor } from './asked-for.ts'

const bytesMax = 64 * 1024
/** Offers from one network in a minute: a hundred people behind one address, each of whom comes back once. */
const offersMax = 200
/** Wrong keys from one network in a minute. */
const wrongKeysMax = 10
const passedOn = ['content-type', 'location', 'etag', 'retry-after', 'allow', 'access-control-expose-headers']

/** WHIP and WHEP at our own address: their offers go to the engine and its answers come back. Media themselves go directly, over UDP. */
export async function forwardLive(app: FastifyInstance, ctx: Context): Promise<void> {
  const { liveEngineUrl: url, liveKit } = ctx.config
  if (liveKit) return
  const limiter = new Limiter(Math.ceil(offersMax * ctx.config.rateLimitFactor), 60_000)
  const wrongKeys = new Limiter(Math.ceil(wrongKeysMax * ctx.config.rateLimitFactor), 60_000)
  const key = keyFor(ctx.secret, 'live grants')
  /** What comes by RTMP is asked for by the engine: what is counted is from where it came. */
  const networkFor = ({ headers, viewer }: FastifyRequest) =>
    networkOf(addressAskedFor(key, headers[askedFor]) ?? viewer.address)
  /** A program names no room: its key does. */
  const ofKey = async (authorization: string | undefined, network: string) => {
    const [, key = ''] = /^Bearer (\S{1,200})$/.exec(authorization ?? '') ?? []
    try {
      return await transportFor(ctx, key)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'NOT_SIGNED_IN') wrongKeys.admit(network)
      throw error
    }
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bytesMax }, (_request, body, done) =>
      done(null, body),
    )
    scope.route<{ Params: { '*': string } }>({
      method: ['POST', 'DELETE', 'OPTIONS', 'PATCH'],
      url: '/live/*',
      schema: { hide: true },
      onRequest: (request, _reply, done) => done(attempt(() => limiter.admit(networkFor(request)))),
      handler: async (request, reply) => {
        if (!url) refuse('LIVE_UNAVAILABLE')
        const asked = request.params['*'].replace(/\/$/, '')
        const isProgram = asked === 'whip' && request.method === 'POST'
        if (!isProgram && !/^(whip$|(whip|whep|sessions)\/[\w-]{1,64}$)/.test(asked)) refuse('NOT_FOUND')
        const { 'content-type': type } = request.headers
        const program = isProgram ? await ofKey(request.headers.authorization, networkFor(request)) : undefined
        const authorization = program ? `Bearer ${program.bearer}` : request.headers.authorization
        const path = program?.url ?? `/live/${asked}`
        try {
          const answered = await egressTo(url, { isOwn: true }).send(`${url}${path}`, {
            method: request.method as 'POST' | 'DELETE' | 'OPTIONS' | 'PATCH',
            headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
            ...(request.method === 'POST' && { body: String(request.body ?? '') }),
          })
          const headers = Object.fromEntries(
            passedOn.flatMap((name) => (answered.headers[name] ? [[name, answered.headers[name]]] : [])),
          )
          return reply.status(answered.status).headers(headers).send(answered.body)
        } catch (error) {
          if (error instanceof EgressError) refuse('LIVE_UNAVAILABLE')
          throw error
        }
      },
    })
  })
}
