import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { countryPort } from '../../people/accounts/auth/identify.ts'
import { buildAccess, buildFeed } from './testing.ts'

let server: TestServer
const { countryOf } = countryPort
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  countryPort.countryOf = countryOf
  await server.stop()
})
const get = async (username: string, headers: Record<string, string> = {}) => {
  const reply = await server.app.inject({ method: 'GET', url: `/${username}/rss.xml`, headers })
  return { status: reply.statusCode, text: reply.body, type: String(reply.headers['content-type']) }
}

test('it contains public posts with escaped text, newest first; no locked posts, even for viewers with access', async () => {
  const performer = await buildPerformer(server.ctx)
  const subscriber = await buildUser(server.ctx)
  await buildAccess(server.ctx, subscriber, performer)
  const post = async (text: string, gate: 'public' | 'subscribers') => {
    const id = await buildFeed(server.ctx, performer, { gate: { type: gate } })
    await sql`UPDATE items SET title = '', text = ${text} WHERE id = ${id}`.execute(server.ctx.db)
    return id
  }
  const first = await post('Salt & <light>\nSecond line', 'public')
  const inside = await post('For the inner circle', 'subscribers')
  const last = await post('Newest', 'public')
  const { status, type, text } = await get(performer.username!, { authorization: subscriber.token })
  expect(status).toBe(200)
  expect(type).toBe('application/rss+xml; charset=utf-8')
  expect(text).toContain('<title>Salt &amp; &lt;light&gt;</title>')
  expect(text).toContain('<description>Salt &amp;amp; &amp;lt;light&amp;gt;&lt;br&gt;Second line</description>')
  expect(text.indexOf(last)).toBeLessThan(text.indexOf(first))
  expect(text.indexOf(last)).toBeGreaterThan(0)
  expect(text).not.toContain(inside)
  expect(text).not.toContain('inner circle')
})

test('it does not exist for unknown creators, nor where the creator is hidden', async () => {
  const performer = await buildPerformer(server.ctx)
  await buildFeed(server.ctx, performer)
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${performer.id}, 'NL')`.execute(server.ctx.db)
  expect((await get(performer.username!)).status).toBe(200)
  countryPort.countryOf = () => 'NL'
  expect((await get(performer.username!)).status).toBe(451)
  countryPort.countryOf = countryOf
  for (const name of ['no.such.name', 'x', '%00', '..%2fadmin']) expect((await get(name)).status).toBe(404)
  expect((await get((await buildUser(server.ctx)).username!)).status).toBe(404)
})
