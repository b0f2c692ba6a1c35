import { publicSettingsCall } from '@fanlight/contract/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { countCall, requireOpenSite } from '../../../platform/http/request-pipeline.ts'
import { ownOrigin } from '../../../platform/http/origin.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { escapeXml } from '../../../platform/http/xml.ts'
import { pageFrom, pageStarts } from '../../people/performers/directory.ts'

// For search engines: what may be crawled (robots.txt), and which pages exist (sitemaps.org). A creator hidden in a country is in
// no list that is fetched from there.

/** Pages that require a session, and responses that are no pages. */
const closedToRobots = ['/admin/', '/api/', '/auth/', '/creator/', '/home', '/preferences', '/user/']
const publicPages = ['/', '/explore', '/contact']
const creatorsPerPage = 1_000
const startsCacheMs = 600_000

export function serveSiteMap(app: FastifyInstance, ctx: Context): void {
  /** A page, and where the same page is in each of the site's languages. */
  const entry = (from: string, path: string, changedAt?: Date) =>
    `<url>${location(from, path, changedAt)}${ctx.settings
      .get('supportedLocales')
      .map((entry) => {
        const href = escapeXml(`${from}${path}?locale=${entry}`)
        return `<xhtml:link rel="alternate" hreflang="${escapeXml(entry)}" href="${href}"/>`
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
    admit(ctx, request)
    const pages = (await starts(ctx)).map((_, n) => `/sitemap/creators-${n + 1}.xml`)
    return xml(
      reply,
      'sitemapindex',
      ['/sitemap/pages.xml', ...pages].map((path) => `<sitemap>${location(origin(request), path)}</sitemap>`),
    )
  })
  app.get('/sitemap/pages.xml', { schema: { hide: true } }, async (request, reply) => {
    admit(ctx, request)
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
      admit(ctx, request)
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

/** Lists are generated for an anonymous visitor: they contain nothing specific to an account. */
const asVisitor = ({ address, country, locale, age }: Viewer): Viewer => ({
  kind: 'visitor',
  address,
  country,
  locale,
  age,
})

/** The same refusals as those of a call: a blocked country, maintenance, too many requests. */
function admit(ctx: Context, { viewer }: FastifyRequest): void {
  requireOpenSite(ctx, {}, viewer)
  countCall(ctx, publicSettingsCall, viewer)
}

const cache = new WeakMap<Context, { until: number; ids: Promise<string[]> }>()
/** The first id of each page of creators. It contains no data about creators, and is recomputed every ten minutes. */
function starts(ctx: Context): Promise<string[]> {
  const now = ctx.clock.now().getTime()
  const known = cache.get(ctx)
  if (known && now < known.until) return known.ids
  const ids = pageStarts(ctx, creatorsPerPage)
  cache.set(ctx, { until: now + startsCacheMs, ids })
  ids.catch(() => cache.delete(ctx))
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
