import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { notFoundProblem } from '../../platform/http/http.ts'

// MEDIA_ORIGIN: uploads are served from another origin than the pages, so that no script in them can act on the pages.
// The media's host serves media alone, and the pages' host serves none.

/** Who may read the response: our own pages, and no scripts of other origins. */
export const sharing = ({ config }: Context): Record<string, string> =>
  config.mediaOrigin && config.publicUrl
    ? {
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': new URL(config.publicUrl).origin,
        'timing-allow-origin': new URL(config.publicUrl).origin,
      }
    : { 'cross-origin-resource-policy': 'same-site' }

export function restrictToMediaOrigin(app: FastifyInstance, ctx: Context): void {
  const { mediaOrigin } = ctx.config
  if (!mediaOrigin) return
  const mediaHost = new URL(mediaOrigin).host
  app.addHook('onRequest', async (request, reply) => {
    const isMedia = /^\/media(\/|$)/.test(request.url)
    if (isMedia === (request.host === mediaHost)) return
    return reply
      .code(404)
      .header('cache-control', 'no-store')
      .type('application/problem+json')
      .send(JSON.stringify(notFoundProblem(request)))
  })
  // Called by browsers before a part of a file is read from another origin.
  app.options('/media/:token/*', { schema: { hide: true } }, (_request, reply) =>
    reply
      .code(204)
      .headers({
        ...sharing(ctx),
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'range, if-range, if-none-match',
        'access-control-max-age': '86400',
      })
      .send(),
  )
}
