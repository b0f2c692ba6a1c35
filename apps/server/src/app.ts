import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { declared } from '@fanlight/contract'
import { sendReady } from '@fanlight/web/serve/page-cache.ts'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type onRequestHookHandler,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { redirectToCanonicalHost } from './canonical-host.ts'
import { accountNamed, identify, requesterOf, viewerOf } from './modules/people/accounts/auth/identify.ts'
import { ageCookieReader } from './modules/people/age/age-cookie.ts'
import { labelAdult } from './modules/people/age/label.ts'
import { registerAgeCallback } from './modules/people/age/routes.ts'
import { serveRss } from './modules/content/posts/rss.ts'
import { analyticsOf } from './modules/site/analytics/consent.ts'
import { serveAnalyticsFrame } from './modules/site/analytics/frame.ts'
import { errorTextOf } from './modules/site/i18n/error-text.ts'
import { restrictToMediaOrigin } from './modules/media/media-origin.ts'
import { openArchive } from './modules/leaving/exports/archives.ts'
import { registerMediaAddresses } from './modules/media/serving/serve.ts'
import { openCountryLookup } from './modules/site/geo/country-of.ts'
import { serveFlags } from './modules/site/geo/flags.ts'
import { servePreviewImages } from './modules/talk/conversations/preview-images.ts'
import { serveShareCards } from './modules/site/sharing/cards.ts'
import { serveSecurityTxt } from './modules/site/settings/security-txt.ts'
import { serveCaptchaFrame } from './modules/site/captcha/frame.ts'
import { serveManifest } from './modules/site/settings/manifest.ts'
import { serveSiteMap } from './modules/site/settings/site-map.ts'
import { registerOneClick } from './modules/talk/notifications/one-click.ts'
import { forwardLive } from './modules/live/engine/forward.ts'
import { forwardSignals, isSignalHandshake } from './modules/live/engine/livekit/signals.ts'
import { serveOverlay } from './modules/live/room-feed/overlay.ts'
import { serveRoomFeed } from './modules/live/room-feed/serve.ts'
import { serveHls } from './modules/live/streams/hls.ts'
import { registerWebhooks } from './modules/money/payments/webhooks.ts'
import type { Context } from './platform/context.ts'
import { demoOf } from './platform/demo.ts'
import { refuseForeignHosts } from './platform/http/demo-hosts.ts'
import { answerBrokenHttp, answerErrors, attempt, notFoundProblem, registerRoutes } from './platform/http/http.ts'
import { refuseSeveralHosts } from './platform/http/host-header.ts'
import { isWebSocket, upgradingOnly } from './platform/http/http-upgrade.ts'
import { newId } from './platform/ids.ts'
import { jsonBytesMax, readJsonBodies } from './platform/http/json-body.ts'
import { serveReference } from './platform/http/reference.ts'
import { addressReader } from './platform/http/remote-address.ts'
import { RequestLog } from './platform/http/request-log.ts'
import { isGeoBlocked, requireOpenSite } from './platform/http/request-pipeline.ts'
import { addSafeHeaders } from './platform/http/safe-headers.ts'
import { isSocketHandshake } from './platform/sockets/sockets.ts'
import type { Viewer } from './platform/viewer.ts'
import { routes } from './routes.ts'

/** The server's table of contents: what every request passes, then the calls. Nothing listens yet. */
export async function buildApp(ctx: Context): Promise<FastifyInstance> {
  const errorText = errorTextOf(ctx)
  const app = Fastify({
    loggerInstance: ctx.log.child({ part: 'http' }) as FastifyBaseLogger,
    childLoggerFactory: (logger, bindings) => new RequestLog(logger, bindings) as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    trustProxy: ctx.config.trustedProxies.length > 0 ? ctx.config.trustedProxies : false,
    bodyLimit: jsonBytesMax,
    clientErrorHandler: (error, socket) => answerBrokenHttp(error, socket, errorText),
    // An upload takes as long as it takes; a socket on which nothing moves is let go.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    // The development server has a WebSocket of its own.
    http: {
      IncomingMessage: upgradingOnly(
        (request) =>
          isSocketHandshake(request) ||
          (ctx.config.liveKit !== undefined && isSignalHandshake(request)) ||
          (ctx.config.dev && isWebSocket(request)),
      ),
    },
    routerOptions: { maxParamLength: 300 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrors(app, ctx)
  readJsonBodies(app)

  const countries = await openCountryLookup({ file: ctx.config.countryDatabase, log: ctx.log })
  app.decorate('addressOf', addressReader(ctx.config.trustedProxies))
  app.decorate('countries', countries)
  app.decorate('errorText', errorText)
  const assuranceOf = ageCookieReader(ctx)
  app.decorate('ageOf', (cookieValue: string | undefined) => {
    const assurance = cookieValue === undefined ? 'none' : assuranceOf(cookieValue)
    return assurance === 'failed' ? 'none' : assurance
  })
  app.addHook('onClose', async () => countries.close())
  await app.register(cookie)
  app.decorateRequest('viewer')
  app.decorateRequest('requester')
  app.decorateRequest('account', undefined)
  app.decorateRequest('byCookie', false)
  // Pages, and the cache of those for everybody, read these without knowing the requester.
  for (const known of ['address', 'country', 'age'] as const)
    app.decorateRequest(known, {
      getter() {
        return this.requester[known]
      },
    })
  app.decorateRequest('isGeoBlocked', false)
  app.decorateRequest('showsAdult', false)
  app.decorateRequest('analytics')
  refuseSeveralHosts(app)
  restrictToMediaOrigin(app, ctx)
  redirectToCanonicalHost(app, ctx.config)
  refuseForeignHosts(app, ctx.config)
  app.addHook('onRequest', (request, reply, done) => {
    addSafeHeaders(reply)
    // Responses are private to the requester. Responses that may be cached set their own header.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'private, no-store')
    reply.header('x-request-id', request.id)
    const requester = requesterOf(request)
    request.requester = requester
    request.analytics = analyticsOf(ctx, request)
    const proceed = (viewer: Viewer) => {
      request.viewer = viewer
      request.byCookie = requester.byCookie && viewer.kind === 'signed-in'
      request.isGeoBlocked = isGeoBlocked(ctx, viewer)
      const refusal = attempt(() => requireOpenApi(ctx, request))
      // A page that is cached for everybody needs nothing of what follows.
      if (refusal || viewer.kind !== 'visitor' || !sendReady(request, reply)) done(refusal)
    }
    if (requester.tokenHash === null) return proceed(viewerOf(ctx, request, requester))
    identify(ctx, request, requester, request.routeOptions.config).then(proceed, done)
  })
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(multipart)
  serveSecurityTxt(app, ctx)
  serveFlags(app)
  serveManifest(app, ctx)
  serveCaptchaFrame(app, ctx)
  serveAnalyticsFrame(app, ctx)
  serveSiteMap(app, ctx)
  serveRss(app, ctx)
  serveShareCards(app, ctx)
  servePreviewImages(app, ctx)
  registerMediaAddresses(app, ctx, { accountNamed, openArchive })
  serveHls(app, ctx)
  serveRoomFeed(app, ctx)
  serveOverlay(app, ctx)
  await forwardLive(app, ctx)
  forwardSignals(app, ctx)
  await registerWebhooks(app, ctx)
  await registerAgeCallback(app, ctx)
  await registerOneClick(app, ctx)
  labelAdult(app, ctx)
  await demoOf(ctx)?.cards.registerPages(app, ctx)
  serveReference(app, declared)
  await app.register(async (api) => {
    registerRoutes(api, ctx, declared, routes)
    // Answered before a body is read: what does not exist is 404 whatever was sent.
    const notFound: onRequestHookHandler = (request, reply) =>
      void reply
        .status(404)
        .type('application/problem+json')
        .send(JSON.stringify(notFoundProblem(request)))
    api.all(unknownCall, { schema: { hide: true }, onRequest: notFound }, () => undefined)
  })
  return app
}

const unknownCall = '/api/*'

/** 451 and 503 for everything under /api that exists; pages show them in their own way, and what does not exist is 404 for everybody. */
function requireOpenApi(ctx: Context, { url, viewer, routeOptions }: FastifyRequest): void {
  if (url.startsWith('/api/') && routeOptions.url !== unknownCall)
    requireOpenSite(ctx, routeOptions.config.endpoint ?? {}, viewer)
}
