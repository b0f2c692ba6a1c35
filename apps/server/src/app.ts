import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { declared } from '@fanlight/contract'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { askerOf, holderOf, identify, viewerOf } from './modules/accounts/identify.ts'
import { registerMediaAddresses } from './modules/media/serve.ts'
import { serveSecurityTxt } from './modules/site/security-txt.ts'
import { registerSandbox } from './modules/payments/sandbox/pages.ts'
import { registerWebhooks } from './modules/payments/webhooks.ts'
import type { Context } from './platform/context.ts'
import { answerBrokenHttp, answerErrors, attempt, notFoundProblem, registerRoutes } from './platform/http.ts'
import { newId } from './platform/ids.ts'
import { jsonBytesMax, readJsonBodies } from './platform/json-body.ts'
import { serveReference } from './platform/reference.ts'
import { refuseIf } from './platform/refusal.ts'
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

  await app.register(cookie)
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(multipart)
  app.decorateRequest('viewer')
  app.decorateRequest('asker')
  app.decorateRequest('countedAs', undefined)
  app.decorateRequest('byCookie', false)
  app.decorateRequest('country', null)
  app.decorateRequest('isGeoBlocked', false)
  app.addHook('onRequest', (request, reply, done) => {
    addSafeHeaders(reply)
    reply.header('x-request-id', request.id)
    const asker = askerOf(request)
    request.asker = asker
    request.country = asker.country
    const welcome = (viewer: Viewer) => {
      request.viewer = viewer
      if (viewer.kind === 'signed-in') request.countedAs = viewer.id
      request.byCookie = asker.byCookie && viewer.kind === 'signed-in'
      done(attempt(() => openFor(ctx, request, viewer)))
    }
    if (asker.tokenHash === null) return welcome(viewerOf(ctx, request, asker))
    // A hot read finds out who asks in its own statement, unless it must be known before.
    const holder = holderOf(asker.tokenHash)
    if (holder && request.routeOptions.config.isHot && isOpenToAll(ctx, asker)) {
      request.countedAs = holder
      return done()
    }
    identify(ctx, request, asker).then(welcome, done)
  })
  serveSecurityTxt(app, ctx)
  registerMediaAddresses(app, ctx)
  await registerWebhooks(app, ctx)
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

const isOpenToAll = (ctx: Context, { country }: { country: string | null }): boolean => {
  const { blockedCountries, maintenanceMode } = ctx.settings.all()
  return !maintenanceMode && (country === null || !blockedCountries.includes(country))
}

/** Country and maintenance close the API, except for staff. Pages say it in their own way. */
function openFor(ctx: Context, request: FastifyRequest, viewer: Viewer): void {
  if (isOpenToAll(ctx, viewer)) return
  if (viewer.kind === 'signed-in' && viewer.role === 'admin') return
  const settings = ctx.settings.all()
  request.isGeoBlocked = viewer.country !== null && settings.blockedCountries.includes(viewer.country)
  if (!request.url.startsWith('/api/')) return
  const path = request.url.split('?')[0]!
  refuseIf(request.isGeoBlocked && !openToBlocked.has(path), 'GEO_BLOCKED')
  refuseIf(settings.maintenanceMode && !openInMaintenance.has(path), 'MAINTENANCE')
}

/** What a visitor from a blocked country may still ask: whether they are, and how the page that says so looks. */
const openToBlocked = new Set(['/api/health', '/api/settings/public', '/api/block/countries/check'])
/** What still answers while the site is being worked on; staff pass everywhere. */
const openInMaintenance = new Set(['/api/health', '/api/settings/public', '/api/auth/login', '/api/auth/logout'])
