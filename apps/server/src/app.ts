import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { declared } from '@fanlight/contract'
import { sendReady } from '@fanlight/web/serve/page-cache.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { keepToOwnHost } from './canonical-host.ts'
import { isOpenToAll, openFor } from './closed.ts'
import { askerOf, holderOf, identify, viewerOf } from './modules/accounts/identify.ts'
import { proofReader } from './modules/age/proof.ts'
import { labelAdult } from './modules/age/label.ts'
import { registerAgeCallback } from './modules/age/routes.ts'
import { serveRss } from './modules/feeds/rss.ts'
import { measuringOf } from './modules/measuring/choice.ts'
import { serveMeasuringFrame } from './modules/measuring/frame.ts'
import { keepToMediaOrigin } from './modules/media/media-origin.ts'
import { registerMediaAddresses } from './modules/media/serve.ts'
import { openCountryLookUp } from './modules/places/country-of.ts'
import { serveFlags } from './modules/places/flags.ts'
import { serveShareCards } from './modules/sharing/cards.ts'
import { serveSecurityTxt } from './modules/site/security-txt.ts'
import { serveCaptchaFrame } from './modules/captcha/frame.ts'
import { serveManifest } from './modules/site/manifest.ts'
import { serveSiteMap } from './modules/site/site-map.ts'
import { registerSandbox } from './modules/payments/sandbox/pages.ts'
import { registerWebhooks } from './modules/payments/webhooks.ts'
import type { Context } from './platform/context.ts'
import { answerBrokenHttp, answerErrors, attempt, notFoundProblem, registerRoutes } from './platform/http.ts'
import { newId } from './platform/ids.ts'
import { jsonBytesMax, readJsonBodies } from './platform/json-body.ts'
import { serveReference } from './platform/reference.ts'
import { addressReader } from './platform/remote-address.ts'
import { RequestLog } from './platform/request-log.ts'
import { addSafeHeaders } from './platform/safe-headers.ts'
import type { Viewer } from './platform/viewer.ts'
import { routes } from './routes.ts'

// spec: geo.site, geo.visitor, maintenance.mode

/** The server's table of contents: what every request passes, then the calls. Nothing listens yet. */
export async function buildApp(ctx: Context): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: ctx.log.child({ part: 'http' }) as FastifyBaseLogger,
    childLoggerFactory: (logger, bindings) => new RequestLog(logger, bindings) as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    trustProxy: ctx.config.trustedProxies.length > 0 ? ctx.config.trustedProxies : false,
    bodyLimit: jsonBytesMax,
    clientErrorHandler: answerBrokenHttp,
    // An upload takes as long as it takes; a socket on which nothing moves is let go.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    routerOptions: { maxParamLength: 300 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrors(app, ctx)
  readJsonBodies(app)

  const countries = await openCountryLookUp({ file: ctx.config.countryDatabase, log: ctx.log })
  app.decorate('addressOf', addressReader(ctx.config.trustedProxies))
  app.decorate('countries', countries)
  const proofOf = proofReader(ctx)
  app.decorate('ageOf', (kept: string | undefined) => {
    const proof = kept === undefined ? 'none' : proofOf(kept)
    return proof === 'failed' ? 'none' : proof
  })
  app.addHook('onClose', async () => countries.close())
  await app.register(cookie)
  app.decorateRequest('viewer')
  app.decorateRequest('asker')
  app.decorateRequest('account', undefined)
  app.decorateRequest('countedAs', undefined)
  app.decorateRequest('byCookie', false)
  app.decorateRequest('address', '')
  app.decorateRequest('country', null)
  app.decorateRequest('isGeoBlocked', false)
  app.decorateRequest('age', 'none')
  app.decorateRequest('showsAdult', false)
  app.decorateRequest('measuring')
  keepToMediaOrigin(app, ctx)
  keepToOwnHost(app, ctx.config)
  app.addHook('onRequest', (request, reply, done) => {
    addSafeHeaders(reply)
    // Answers are somebody's. What others may keep says so itself.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'private, no-store')
    reply.header('x-request-id', request.id)
    const asker = askerOf(request)
    request.asker = asker
    request.address = asker.address
    request.country = asker.country
    request.age = asker.age
    request.measuring = measuringOf(ctx, request)
    const welcome = (viewer: Viewer) => {
      request.viewer = viewer
      if (viewer.kind === 'signed-in') request.countedAs = viewer.id
      request.byCookie = asker.byCookie && viewer.kind === 'signed-in'
      const closed = attempt(() => openFor(ctx, request, viewer))
      // A page that is kept for everybody needs nothing of what follows.
      if (closed || viewer.kind !== 'visitor' || !sendReady(request, reply)) done(closed)
    }
    if (asker.tokenHash === null) return welcome(viewerOf(ctx, request, asker))
    // A hot read finds out who asks in its own statement, unless it must be known before.
    const holder = holderOf(ctx, asker.tokenHash)
    if (holder && request.routeOptions.config.isHot && isOpenToAll(ctx, asker)) {
      request.countedAs = holder
      return done()
    }
    identify(ctx, request, asker, request.routeOptions.config).then(welcome, done)
  })
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(multipart)
  serveSecurityTxt(app, ctx)
  serveFlags(app)
  serveManifest(app, ctx)
  serveCaptchaFrame(app, ctx)
  serveMeasuringFrame(app, ctx)
  serveSiteMap(app, ctx)
  serveRss(app, ctx)
  serveShareCards(app, ctx)
  registerMediaAddresses(app, ctx)
  await registerWebhooks(app, ctx)
  await registerAgeCallback(app, ctx)
  labelAdult(app, ctx)
  await registerSandbox(app, ctx)
  serveReference(app, declared)
  await app.register(async (api) => {
    registerRoutes(api, ctx, declared, routes)
    api.all('/api/*', { schema: { hide: true } }, (request, reply) =>
      reply
        .status(404)
        .type('application/problem+json')
        .send(JSON.stringify(notFoundProblem(request))),
    )
  })
  return app
}
