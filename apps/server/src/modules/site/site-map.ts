import { publicSettingsCall } from '@fanlight/contract/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { rows, sql } from '../../platform/db.ts'
import { countCall } from '../../platform/http.ts'
import { ownOrigin } from '../../platform/origin.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { escapeXml } from '../../platform/xml.ts'
import { pageFrom, pageStarts } from '../performers/directory.ts'

// For search engines: what may be read (robots.txt), and what there is (sitemaps.org). A creator whom a country may not see is in
// no list that is fetched from there.

/** Pages behind the log-in, and answers that are no pages. */
const closedToRobots = ['/admin/', '/api/', '/auth/', '/creator/', '/home', '/preferences', '/user/']
const publicPages = ['/', '/explore', '/contact']
const creatorsPerPage = 1_000
const startsAreKeptMs = 600_000

export function serveSiteMap(app: FastifyInstance, ctx: Context): void {
  /** A page, and where the same page stands in each of the site's languages. */
  const entry = (from: string, path: string, changedAt?: Date) =>
    `<url>${location(from, path, changedAt)}${ctx.settings
      .get('supportedLocales')
      .map((one) => {
        const href = escapeXml(`${from}${path}?locale=${one}`)
        return `<xhtml:link rel="alternate" hreflang="${escapeXml(one)}" href="${href}"/>`
      })
      .join('')}</url>`
  const origin = (request: FastifyRequest) => ownOrigin(ctx.config, request)
  app.get('/robots.txt', { schema: { hide: true } }, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          'User-agent: *',
          ...closedToRobots.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${origin(request)}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  )
  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
    admit(ctx, request, reply)
    const pages = (await starts(ctx)).map((_, n) => `/sitemap/creators-${n + 1}.xml`)
    return xml(
      reply,
      'sitemapindex',
      ['/sitemap/pages.xml', ...pages].map((path) => `<sitemap>${location(origin(request), path)}</sitemap>`),
    )
  })
  app.get('/sitemap/pages.xml', { schema: { hide: true } }, async (request, reply) => {
    admit(ctx, request, reply)
    const written = await rows(
      ctx.db,
      sql<{
        slug: string
        at: Date
      }>`SELECT slug, max(updated_at) AS at FROM posts GROUP BY slug ORDER BY slug LIMIT 10000`,
    )
    return xml(reply, 'urlset', [
      ...publicPages.map((path) => entry(origin(request), path)),
      ...written.map(({ slug, at }) => entry(origin(request), `/page/${slug}`, at)),
    ])
  })
  app.get<{ Params: { page: string } }>(
    '/sitemap/creators-:page.xml',
    { schema: { hide: true } },
    async (request, reply) => {
      admit(ctx, request, reply)
      const from = /^[1-9]\d{0,4}$/.test(request.params.page) && (await starts(ctx))[Number(request.params.page) - 1]
      if (!from) refuse('NOT_FOUND')
      const found = await pageFrom(ctx, asVisitor(request.viewer), from, creatorsPerPage)
      return xml(
        reply,
        'urlset',
        found.map(({ username, updatedAt }) => entry(origin(request), `/${username}`, updatedAt)),
      )
    },
  )
}

/** Lists are made for whoever asks without a name: nothing of an account is in them. */
const asVisitor = ({ address, country, locale, age }: Viewer): Viewer => ({
  kind: 'visitor',
  address,
  country,
  locale,
  age,
})

/** The same refusals as a call's: too many, a blocked country, a closed site. */
function admit(ctx: Context, request: FastifyRequest, reply: FastifyReply): void {
  countCall(ctx, publicSettingsCall, request, reply)
  refuseIf(request.isGeoBlocked, 'GEO_BLOCKED')
  refuseIf(ctx.settings.all().maintenanceMode, 'MAINTENANCE')
}

const kept = new WeakMap<Context, { until: number; ids: Promise<string[]> }>()
/** Where each page of creators begins. It says nothing of anybody, and is counted anew every ten minutes. */
function starts(ctx: Context): Promise<string[]> {
  const now = ctx.clock.now().getTime()
  const known = kept.get(ctx)
  if (known && now < known.until) return known.ids
  const ids = pageStarts(ctx, creatorsPerPage)
  kept.set(ctx, { until: now + startsAreKeptMs, ids })
  ids.catch(() => kept.delete(ctx))
  return ids
}

const location = (origin: string, path: string, changedAt?: Date): string =>
  `<loc>${escapeXml(origin + path)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}`

const xml = (reply: FastifyReply, root: 'urlset' | 'sitemapindex', children: readonly string[]) =>
  reply
    .header('cache-control', 'private, max-age=600')
    .type('application/xml; charset=utf-8')
    .send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${children.join('\n')}\n</${root}>\n`,
    )
