import { createHash } from 'node:crypto'
import { directionOf } from '@fanlight/contract/locales'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { requireOpenSite } from '../../../platform/http/request-pipeline.ts'
import { textsIn } from '../../site/i18n/texts.ts'
import { script } from './overlay-script.ts'
import { style } from './overlay-style.ts'

/**
 * A page without a background, which programs such as OBS show over the picture of a stream: tips, the goal and the chat. It is the same for everybody: the
 * key is behind the `#` of its address, which browsers don't send, and the script reads the events of the room with it.
 */
export function serveOverlay(app: FastifyInstance, ctx: Context): void {
  app.get('/live/overlay', { schema: { hide: true } }, (request, reply) => {
    requireOpenSite(ctx, {}, request.viewer)
    const { locale } = request.viewer
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': policy,
        'x-robots-tag': 'noindex, nofollow',
        'cache-control': 'private, no-store',
      })
      .send(
        `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="robots" content="noindex, nofollow">
<meta name="viewport" content="width=device-width, initial-scale=1"><title></title><style>${style}</style></head>
<body data-tip="${escaped(textsIn(locale)('live.tip'))}"><main id="alert" aria-live="polite"></main><section id="goal"></section><ol id="chat"></ol>
<script>${script}</script></body></html>`,
      )
  })
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "connect-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll("'", '&#39;')
