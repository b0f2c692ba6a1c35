import { publicSettingsCall } from '@fanlight/contract/site'
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { countCall } from '../../../platform/http/request-pipeline.ts'
import { ownOrigin } from '../../../platform/http/origin.ts'
import { refuse } from '../../../platform/refusal.ts'
import { script } from './frame-script.ts'

/**
 * Google Analytics, after consent, in a frame that is isolated from the page around it: it has no origin, so it has no cookies and can't
 * read the page, and its scripts come from an origin that our pages do not allow. It receives only the address of a page.
 */
export function serveAnalyticsFrame(app: FastifyInstance, ctx: Context): void {
  app.get('/api/analytics/frame', { schema: { hide: true } }, (request, reply) => {
    countCall(ctx, publicSettingsCall, request.viewer)
    const page = pageOf(request)
    if (request.analytics.state !== 'yes' || page === undefined) refuse('NOT_FOUND')
    const site = ownOrigin(ctx.config, request)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(
        `<!doctype html><html data-id="${ctx.settings.get('gaCode')}" data-site="${escaped(site)}" data-page="${escaped(page)}">
<head><meta charset="utf-8"><title></title></head><body><script>${script}</script></body></html>`,
      )
  })
}

const policy = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}' https://www.googletagmanager.com`,
  'connect-src https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com',
  'img-src https://www.googletagmanager.com https://*.google-analytics.com',
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // Opened by itself, it is isolated as well.
  'sandbox allow-scripts',
].join('; ')

/** A path, without query string. */
function pageOf({ query }: FastifyRequest): string | undefined {
  const { page } = query as { page?: unknown }
  return typeof page === 'string' && /^\/(?!\/)[\w\-./~%@:+,!*'()]{0,300}$/.test(page) ? page : undefined
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll("'", '&#39;')
