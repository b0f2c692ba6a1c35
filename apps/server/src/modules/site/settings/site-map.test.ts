import { shippedLocales } from '@fanlight/contract/locales'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { escapeXml } from '../../../platform/http/xml.ts'
import { buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { countryPort } from '../../people/accounts/auth/identify.ts'

let server: TestServer
const { countryOf } = countryPort
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  countryPort.countryOf = countryOf
  await server.stop()
})
const get = async (url: string, from: string | null = null) => {
  countryPort.countryOf = () => from
  const reply = await server.app.inject({ method: 'GET', url, headers: { host: 'fanlight.localhost' } })
  return { status: reply.statusCode, text: reply.body, type: String(reply.headers['content-type']) }
}
const locations = (text: string) => [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, path]) => path)

test('robots.txt names the disallowed paths and the site map', async () => {
  const { status, text } = await get('/robots.txt')
  expect(status).toBe(200)
  expect(text).toContain('Disallow: /user/\n')
  expect(text).toMatch(/^Sitemap: http:\/\/\S+\/sitemap\.xml$/m)
  // Profiles are at the top level: none may be shut out by a rule for something else.
  for (const rule of text.matchAll(/^Disallow: (\S+)$/gm)) expect(rule[1]).toMatch(/^\/(home|preferences|[a-z]+\/)$/)
})

test('the site map lists public pages and every listed creator, and no one else', async () => {
  const [open, hidden, waiting, suspended] = [
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx, { approved: false }),
    await buildPerformer(server.ctx),
  ]
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${hidden.id}, 'NL')`.execute(server.ctx.db)
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${suspended.id}`.execute(server.ctx.db)
  const index = await get('/sitemap.xml')
  expect(index).toMatchObject({ status: 200, type: 'application/xml; charset=utf-8' })
  const [pages, creators] = locations(index.text).map((location) => new URL(location!).pathname)
  expect(locations((await get(pages!)).text).map((location) => new URL(location!).pathname)).toContain('/explore')
  const map = (await get(pages!)).text
  for (const locale of shippedLocales)
    expect(map).toMatch(new RegExp(`hreflang="${locale}" href="http://[^"]+/explore\\?locale=${locale}"`))
  const names = async (from: string | null) =>
    locations((await get(creators!, from)).text).map((location) => new URL(location!).pathname.slice(1))
  const anywhere = await names(null)
  expect(anywhere).toContain(open.username)
  expect(anywhere).toContain(hidden.username)
  expect(anywhere).not.toContain(waiting.username)
  expect(anywhere).not.toContain(suspended.username)
  const fromThere = await names('NL')
  expect(fromThere).toContain(open.username)
  expect(fromThere).not.toContain(hidden.username)
})

test('a page that the map does not have is not found', async () => {
  for (const page of ['0', '99999', 'x', '1e3']) expect((await get(`/sitemap/creators-${page}.xml`)).status).toBe(404)
})

test('what XML cannot carry is left out', () => {
  expect(escapeXml(`<a href="x">Q&A ’\u0000\uffff\ud800 😀</a>`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;Q&amp;A ’ 😀&lt;/a&gt;',
  )
})
