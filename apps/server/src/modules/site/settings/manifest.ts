import type { FastifyInstance } from 'fastify'
import { publicSettingsCall } from '@fanlight/contract/site'
import type { Context } from '../../../platform/context.ts'
import { countCall } from '../../../platform/http/request-pipeline.ts'
import { addressesOf } from './images.ts'

const ourIcon = '/favicon.svg'
const ours = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: ourIcon, sizes: 'any', type: 'image/svg+xml' },
]

/** What a home screen shows of the site: its name, and its icon where an operator uploaded one. */
export function serveManifest(app: FastifyInstance, ctx: Context): void {
  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (request, reply) => {
    countCall(ctx, publicSettingsCall, request.viewer)
    const { siteName, favicon, defaultLocale } = ctx.settings.all()
    const icon = favicon === ourIcon ? '' : (await addressesOf(ctx, [favicon]))[favicon]
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(
        JSON.stringify({
          id: '/',
          name: siteName,
          short_name: siteName,
          lang: defaultLocale,
          start_url: '/home',
          scope: '/',
          display: 'standalone',
          background_color: '#fbf9f6',
          theme_color: '#fbf9f6',
          icons: icon ? [{ src: icon, sizes: '512x512', type: 'image/png' }] : ours,
        }),
      )
  })
}
