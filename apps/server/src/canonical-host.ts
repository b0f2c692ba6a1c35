import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './platform/config.ts'
import { isLocalHost } from './platform/http/origin.ts'

/** Paths requested by programs, at any host name of the site: API calls, files, sockets, media. */
const notPages = /^\/(?:api|assets|t|media|socket\.io|health)(?:[/?]|$)/

/** A page has one address: other names of the site lead to PUBLIC_URL. A demonstration answers at its machine's own names as well. */
export function redirectToCanonicalHost(app: FastifyInstance, config: Config): void {
  if (!config.publicUrl) return
  const own = new URL(config.publicUrl)
  app.addHook('onRequest', (request, reply, done) => {
    if (!isPageRead(request) || isOwn(request, own) || (config.mode === 'demo' && isLocalHost(request.hostname)))
      return done()
    reply.header('cache-control', 'no-store').redirect(own.origin + request.url, 308)
  })
}

// A request line may carry a whole address instead of a path; that one is for the router to refuse.
const isPageRead = ({ method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && url.startsWith('/') && !notPages.test(url)

/** The same host, whether or not the default port is given. */
const isOwn = ({ host }: FastifyRequest, own: URL): boolean =>
  host === own.host || URL.parse(`${own.protocol}//${host}`)?.host === own.host
