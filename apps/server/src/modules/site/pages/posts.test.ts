import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedLocales } from '@fanlight/contract/locales'
import { rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { buildAdmin, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { clean } from './rich-text.ts'
import { standardPages } from './standard.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const read = (slug: string, query = '') => api(server).get(`/posts/${slug}${query}`)

test('terms, privacy and help are there from the first start, in every language we ship', async () => {
  for (const locale of shippedLocales)
    for (const slug of ['terms', 'privacy', 'help']) {
      const { status, body } = await read(slug, `?locale=${locale}`)
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ slug, locale, type: 'page', locales: shippedLocales.toSorted() })
      expect(body.data.sections.length).toBeGreaterThan(4)
      expect(body.data.html).toContain(`<h2 id="${body.data.sections[1].id}">${body.data.sections[1].title}</h2>`)
      // The site name is rendered in place of the placeholder.
      expect(JSON.stringify(body.data)).not.toContain('{{')
    }
})

test('what we ship passes our own allow list unchanged', () => {
  for (const { slug, locale, html } of standardPages) expect(clean(html), `${slug} ${locale}`).toBe(html.trim())
})

test.each(shippedLocales)('%s has every section, answer, row and link that English has', (locale) => {
  const parts = (html: string) =>
    [...html.matchAll(/<(?:h2|h3|li|td|p)>|href="[^"]+"|\{\{site\}\}/g)].map(([part]) => part).sort()
  for (const slug of ['terms', 'privacy', 'help']) {
    const text = (wanted: string) =>
      standardPages.find((page) => page.slug === slug && page.locale === wanted)?.html ?? ''
    expect(parts(text(locale)), slug).toEqual(parts(text('en-US')))
  }
})

test('a reader gets their language, else the site’s, else what there is', async () => {
  const japanese = await api(server).get('/posts/terms', { headers: { 'accept-language': 'ja' } })
  expect(japanese.body.data.title).toBe('利用規約')
  expect((await read('terms', '?locale=sv-SE')).body.data.locale).toBe('en-US')
  const byId = await read(japanese.body.data._id)
  expect(byId.body.data.title).toBe('利用規約')
  expect((await read('no-such-page')).status).toBe(404)
  expect((await read('No%20Page')).status).toBe(422)
})

test('an operator’s own text replaces the standard text, which is shown again when theirs is removed', async () => {
  const editor = await buildAdmin(server.ctx, { permissions: ['content'], name: 'Ada Lind' })
  const written = await api(server)
    .as(editor)
    .put('/admin/posts/terms/en-US', { title: 'House rules', html: '<h2>One</h2><p>Be kind at {{site}}.</p>' })
  expect(written.status, written.text).toBe(200)
  expect(written.body.data).toMatchObject({
    written: { title: 'House rules', isPublished: true, by: 'Ada Lind' },
    shipped: { title: 'Terms of use' },
  })
  const shown = await read('terms', '?locale=en-US')
  expect(shown.body.data.html).toBe('<h2 id="section-1">One</h2><p>Be kind at Fanlight.</p>')
  expect(shown.body.data.sections).toEqual([{ id: 'section-1', title: 'One' }])
  // The other language still has ours.
  expect((await read('terms', '?locale=ja-JP')).body.data.title).toBe('利用規約')
  const log = await rows(
    server.ctx.db,
    sql<{ action: string }>`SELECT action FROM audit_log WHERE actor_id = ${editor.id}`,
  )
  expect(log.map((entry) => entry.action)).toEqual(['post.written'])
  expect((await api(server).as(editor).delete('/admin/posts/terms/en-US')).status).toBe(200)
  expect((await read('terms', '?locale=en-US')).body.data.title).toBe('Terms of use')
  expect((await api(server).as(editor).delete('/admin/posts/terms/en-US')).status).toBe(404)
})

test('only staff for content writes pages', async () => {
  const page = { title: 'Mine', html: '<p>Mine</p>' }
  const support = await buildAdmin(server.ctx, { permissions: ['support'] })
  for (const who of [support, await buildUser(server.ctx)])
    expect((await api(server).as(who).put('/admin/posts/terms/en-US', page)).status).toBe(403)
  expect((await api(server).put('/admin/posts/terms/en-US', page)).status).toBe(401)
  expect((await read('terms', '?locale=en-US')).body.data.title).toBe('Terms of use')
})

// spec: richtext.sanitised
test.each([
  ['<p>a<!-- secret --></p>', '<p>a</p>'],
  ['<p onclick="x()" style="color:red" class="y">a</p>', '<p>a</p>'],
  ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
  ['<svg><script>alert(1)</script></svg><p>a</p>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="JaVaScRiPt&colon;alert(1)">a</a>', '<a>a</a>'],
  ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
  ['<a href="//elsewhere.example">a</a>', '<a>a</a>'],
  ['<a href="/page/help" target="_blank">a</a>', '<a href="/page/help">a</a>'],
  ['<a href="https://example.com">a</a>', '<a href="https://example.com" rel="noopener nofollow">a</a>'],
  ['<img src=x onerror=alert(1)><b>a</b>', '<b>a</b>'],
  ['<iframe src="https://example.com"></iframe><p>a</p>', '<p>a</p>'],
  ['<h1>a</h1>', 'a'],
  ['<form action="/x"><input name="y"></form><p>a', '<p>a</p>'],
])('rich text keeps what is in the allow list: %s', (given, sanitised) => {
  expect(clean(given)).toBe(sanitised)
})

test('unsafe markup is never sent, even if it is in the database', async () => {
  await sql`INSERT INTO posts (slug, locale, type, title, html)
    VALUES ('planted', 'en-US', 'news', 'Planted', '<h2>x<script>alert(1)</script></h2><p onload=x>a</p>')`.execute(
    server.ctx.db,
  )
  expect((await read('planted')).body.data.html).toBe('<h2 id="section-1">x</h2><p>a</p>')
})

test('a name of the site can’t bring markup into a page', async () => {
  await server.ctx.settings.set(server.ctx.db, 'siteName', '<img src=x onerror=alert(1)>', null)
  const { body } = await read('terms', '?locale=en-US')
  expect(body.data.html).toContain('&lt;img src=x')
  expect(body.data.html).not.toContain('<img')
  await server.ctx.settings.set(server.ctx.db, 'siteName', 'Fanlight', null)
})

test('pages and news are listed once each, searched and sorted', async () => {
  const editor = await buildAdmin(server.ctx)
  for (const [slug, title] of [
    ['we-moved', 'We moved'],
    ['new-lamps', 'New lamps'],
  ] as const)
    for (const locale of ['en-US', 'ja-JP'])
      await api(server).as(editor).put(`/admin/posts/${slug}/${locale}`, { type: 'news', title, html: '<p>News</p>' })
  const news = await api(server).get('/posts/search?type=news&sortBy=title&sort=asc&pageSize=1')
  expect(news.body).toMatchObject({ total: 3, data: [{ slug: 'new-lamps', locale: 'en-US' }] })
  const next = await api(server).get('/posts/search?type=news&sortBy=title&sort=asc&pageSize=1&current=2')
  expect(next.body.data[0].slug).toBe('planted')
  const pages = await api(server).get('/posts/search?type=page&sortBy=title&sort=asc&locale=ja-JP')
  expect(pages.body.data.map((item: { slug: string }) => item.slug).sort()).toEqual(['help', 'privacy', 'terms'])
  expect(pages.body.data[0].html).toBeUndefined()
  expect((await api(server).get('/posts/search?q=moved')).body.data).toHaveLength(1)
  expect((await api(server).get('/posts/search?q=%25')).body.data).toHaveLength(0)
})
