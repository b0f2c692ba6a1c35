import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { declared } from '@fanlight/contract'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { identify } from './modules/accounts/identify.ts'
import { registerMediaAddresses } from './modules/media/serve.ts'
import { serveSecurityTxt } from './modules/site/security-txt.ts'
import { registerSandbox } from './modules/payments/sandbox/pages.ts'
import { registerWebhooks } from './modules/payments/webhooks.ts'
import type { Context } from './platform/context.ts'
import { answerBrokenHttp, answerErrors, notFoundProblem, registerRoutes } from './platform/http.ts'
import { newId } from './platform/ids.ts'
import { jsonBytesMax, readJsonBodies } from './platform/json-body.ts'
import { refuseIf } from './platform/refusal.ts'
import { routes } from './routes.ts'

// spec: geo.site, geo.visitor, maintenance.mode

/** The server's table of contents: what every request passes, then the calls. Nothing listens yet. */
export async function buildApp(ctx: Context): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: ctx.log.child({ part: 'http' }) as FastifyBaseLogger,
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

  await app.register(helmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: { policy: 'same-site' } })
  await app.register(cookie)
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(multipart)
  app.decorateRequest('viewer')
  app.decorateRequest('byCookie', false)
  app.decorateRequest('country', null)
  app.decorateRequest('isGeoBlocked', false)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    Object.assign(request, await identify(ctx, request))
    const settings = ctx.settings.all()
    const { viewer } = request
    const staff = viewer.kind === 'signed-in' && viewer.role === 'admin'
    request.country = viewer.country
    request.isGeoBlocked = !staff && viewer.country !== null && settings.blockedCountries.includes(viewer.country)
    if (!request.url.startsWith('/api/')) return
    const path = request.url.split('?')[0]!
    refuseIf(request.isGeoBlocked && !openToBlocked.has(path), 'GEO_BLOCKED')
    refuseIf(settings.maintenanceMode && !staff && !openInMaintenance.has(path), 'MAINTENANCE')
  })
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => Object.assign(new Error('limited'), { statusCode: 429 }),
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Fanlight', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
  serveSecurityTxt(app, ctx)
  registerMediaAddresses(app, ctx)
  await registerWebhooks(app, ctx)
  await registerSandbox(app, ctx)
  await app.register(async (api) => {
    registerRoutes(api, ctx, declared, routes)
    api.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
    api.all('/api/*', { schema: { hide: true } }, (request, reply) =>
      reply
        .status(404)
        .type('application/problem+json')
        .send(JSON.stringify(notFoundProblem(request))),
    )
  })
  return app
}

/** What a visitor from a blocked country may still ask: whether they are, and how the page that says so looks. */
const openToBlocked = new Set(['/api/health', '/api/settings/public', '/api/block/countries/check'])
/** What still answers while the site is being worked on; staff pass everywhere. */
const openInMaintenance = new Set(['/api/health', '/api/settings/public', '/api/auth/login', '/api/auth/logout'])
