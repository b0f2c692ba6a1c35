import type { AddressInfo } from 'node:net'
import { limiters } from '@fanlight/contract/limiters'
import type { CardGateway } from '@fanlight/contract/payments'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { demoOf } from '../../../platform/demo.ts'
import { attempt } from '../../../platform/http/http.ts'
import { networkOf } from '../../../platform/http/remote-address.ts'
import { Limiter } from '../../../platform/http/limiter.ts'
import { refuse } from '../../../platform/refusal.ts'
import { isGatewayConfigured, openGateway } from './open-gateway.ts'
import { settle } from './settle.ts'
import { eventsDone, insertEvent, objectsWaiting, waitingEvents } from './store.ts'
import { settleGatewayObjectJob } from './jobs.ts'

const bodyBytesMax = 256 * 1024

/** POST /payment/webhooks/:gateway: accepts signed events only, stores them unchanged, responds at once, processes them afterwards. */
export async function registerWebhooks(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The signature covers the bytes, so nothing parses them before it is checked.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    )
    const { max, seconds } = limiters.webhook
    const cards = demoOf(ctx)?.cards
    if (cards) app.addHook('onListen', () => cards.registerEndpoint(ctx, ownEndpoint(app)))
    const limiter = new Limiter(Math.ceil(max * ctx.config.rateLimitFactor), seconds * 1000)
    scope.post<{ Params: { gateway: string } }>(
      '/api/payment/webhooks/:gateway',
      {
        onRequest: (request, _reply, done) => done(attempt(() => limiter.admit(networkOf(request.viewer.address)))),
        schema: { hide: true },
      },
      async (request, reply) => {
        const { gateway } = request.params
        const signature = request.headers['stripe-signature'] ?? request.headers['x-signature'] ?? ''
        // Without keys there is nothing to verify a signature with, and nothing that would be sent.
        if (!isCardGateway(gateway) || !isGatewayConfigured(ctx, gateway)) refuse('NOT_FOUND')
        const taken = await receive(
          ctx,
          gateway,
          (request.body as Buffer | undefined) ?? Buffer.alloc(0),
          String(signature),
        )
        return reply.status(taken ? 200 : 400).send({ received: taken })
      },
    )
  })
}

/** Where the test gateway, which is on this machine, finds us. */
function ownEndpoint(app: FastifyInstance): string {
  const { address, port } = app.addresses()[0] as AddressInfo
  const host =
    address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address
  return `http://${host}:${port}/api/payment/webhooks/test`
}

const isCardGateway = (name: string): name is CardGateway => name === 'test' || name === 'stripe'

/** False where the signature is not right; a repeated event is taken and changes nothing. */
export async function receive(ctx: Context, gateway: CardGateway, raw: Buffer, signature: string): Promise<boolean> {
  const body = raw.toString('utf8')
  const event = body.includes('\0') ? undefined : openGateway(ctx, gateway).readWebhook(body, signature)
  if (!event) return false
  await ctx.transaction(async (tx) => {
    if (await insertEvent(tx, { gateway, ...event, body }))
      await settleGatewayObjectJob.enqueue(
        tx,
        { gateway, objectRef: event.objectRef },
        { queue: `gateway ${event.objectRef}`, key: `gateway ${event.objectRef}` },
      )
  })
  return true
}

/** Reads the object from its gateway and settles: whatever the webhooks said, in whatever order, this is its state now. */
export async function settleObject(
  ctx: Context,
  { gateway, objectRef }: { gateway: CardGateway; objectRef: string },
): Promise<void> {
  const events = (await waitingEvents(ctx, gateway, objectRef)).map((event) => event.id)
  if (events.length === 0) return
  const remote = await openGateway(ctx, gateway).read(objectRef)
  const settled = remote?.paymentId ? await settle(ctx, remote.paymentId, remote) : undefined
  await eventsDone(ctx, events, settled ? settled.status : 'not one of our payments')
}

/** Works on events whose job was lost; runs each minute. */
export async function settleWaitingObjects(ctx: Context, olderThanSeconds = 60): Promise<void> {
  for (const { gateway, object_ref } of await objectsWaiting(ctx, olderThanSeconds))
    await settleObject(ctx, { gateway, objectRef: object_ref })
}
