import type { ShownFeed } from '@fanlight/contract/posts'
import { profileFeeds } from '@fanlight/contract/posts'
import { username } from '@fanlight/contract/fields'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { pageOf } from '../../../platform/db/cursor.ts'
import { countCall, requireOpenSite } from '../../../platform/http/request-pipeline.ts'
import { ownOrigin } from '../../../platform/http/origin.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { escapeXml } from '../../../platform/http/xml.ts'
import { performerFor } from '../../people/performers/visible.ts'
import { readPage } from './page-query.ts'
import { ofPerformer } from './lists.ts'

const postsMax = 30
const titleMax = 80

/** A creator's public posts for feed readers: the posts that a visitor from that country sees, for every client. RSS 2.0. */
export function serveRss(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { username: string } }>(
    '/:username/rss.xml',
    { schema: { hide: true } },
    async (request, reply) => {
      requireOpenSite(ctx, {}, request.viewer)
      countCall(ctx, profileFeeds, request.viewer)
      const parsed = username.safeParse(request.params.username)
      refuseIf(!parsed.success, 'PERFORMER_NOT_FOUND')
      const { address, country, locale, age } = request.viewer
      const visitor: Viewer = { kind: 'visitor', address, country, locale, age }
      const performer = await performerFor(ctx, visitor, parsed.data!)
      const page = pageOf({ current: 1, pageSize: postsMax })
      const text = await readPage(ctx, visitor, page, ofPerformer(performer.id))
      const { data } = JSON.parse(text) as { data: ShownFeed[] }
      const origin = ownOrigin(ctx.config, request)
      const own = `${origin}/${performer.username ?? performer.id}`
      const name = data[0]?.performer.name ?? performer.username ?? performer.id
      return reply
        .header('cache-control', 'private, max-age=300')
        .type('application/rss+xml; charset=utf-8')
        .send(
          channel(
            { name, own, siteName: ctx.settings.get('siteName'), locale: ctx.settings.get('defaultLocale') },
            data.filter((post) => !post.locked).map((post) => item(origin, post)),
          ),
        )
    },
  )
}

interface Channel {
  name: string
  own: string
  siteName: string
  locale: string
}
const channel = ({ name, own, siteName, locale }: Channel, items: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeXml(`${name} · ${siteName}`)}</title>
<link>${escapeXml(own)}</link>
<description>${escapeXml(own)}</description>
<language>${escapeXml(locale)}</language>
<atom:link href="${escapeXml(`${own}/rss.xml`)}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>
`

/** A post without its media: media addresses expire after minutes, but feed readers store items for years. */
function item(origin: string, post: ShownFeed): string {
  const link = escapeXml(`${origin}/post/${post._id}`)
  const date = new Date((post.publishedAt ?? post.createdAt)!).toUTCString()
  const [firstLine = ''] = post.text.split('\n', 1)
  const title =
    post.title || (firstLine.length > titleMax ? `${[...firstLine].slice(0, titleMax).join('')}…` : firstLine)
  // Feed readers interpret a description as HTML: the text is escaped for HTML, then for XML.
  const description = escapeXml(escapeXml(post.text).replaceAll('\n', '<br>'))
  return `<item><title>${escapeXml(title || post.performer.name)}</title><link>${link}</link><guid isPermaLink="true">${link}</guid><pubDate>${date}</pubDate>${description && `<description>${description}</description>`}</item>`
}
