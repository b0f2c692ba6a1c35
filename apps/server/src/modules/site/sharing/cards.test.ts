import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { buildPerformer } from '../../../testing/builders.ts'
import { countryByHeader } from '../../../testing/country.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildGallery } from '../../content/galleries/testing.ts'
import { buildFeed } from '../../content/posts/testing.ts'
import { buildProduct } from '../../shop/products/testing.ts'
import { buildVideo } from '../../content/videos/testing.ts'
import { linesOf, profileCard, widthOf } from './template.ts'

let server: TestServer
countryByHeader()
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers })

test('text of a person is cut to the available width, and can’t close an element', () => {
  const cardData = {
    username: 'x',
    tagline: '',
    followers: 1200,
    feeds: 3,
    siteName: 'Fanlight',
    avatar: null,
    cover: null,
  }
  const { front } = profileCard({ ...cardData, name: `</text><script>&"'` })
  expect(front).not.toContain('<script')
  expect(front).toContain('&lt;/text&gt;')
  expect(front).toContain('1.2K')
  for (const text of ['a '.repeat(300), '陶'.repeat(300), 'x'.repeat(300), 'مرحبا '.repeat(80)]) {
    const lines = linesOf(text, 32, 600, 2)
    expect(lines.length).toBeLessThanOrEqual(2)
    for (const line of lines) expect(widthOf(line, 32)).toBeLessThanOrEqual(600)
  }
})

test('a creator’s card is an image of 1200 × 630 in any script, cached until what it shows changes', {
  timeout: 60_000,
}, async () => {
  const performer = await buildPerformer(server.ctx, { name: 'Zoë 花子 한나 مريم' })
  const first = await get(`/${performer.username}/card.png`)
  expect(first.statusCode, first.payload.slice(0, 300)).toBe(200)
  expect(first.headers['content-type']).toBe('image/png')
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
  const again = await get(`/${performer.username}/card.png`, { 'if-none-match': String(first.headers['etag']) })
  expect(again.statusCode).toBe(304)
  await sql`UPDATE accounts SET name = 'Someone else' WHERE id = ${performer.id}`.execute(server.ctx.db)
  const changed = await get(`/${performer.username}/card.png`)
  expect(changed.headers['etag']).not.toBe(first.headers['etag'])
  expect(changed.rawPayload.equals(first.rawPayload)).toBe(false)
})

test('who is hidden has no card: not in a blocked country, not suspended, not unapproved', {
  timeout: 60_000,
}, async () => {
  const performer = await buildPerformer(server.ctx)
  const post = await buildFeed(server.ctx, performer, { title: 'Kiln' })
  const video = await buildVideo(server.ctx, performer, { title: 'Kiln' })
  const gallery = (await buildGallery(server.ctx, performer, { photos: 1 })).id
  const product = await buildProduct(server.ctx, performer)
  const cards = [
    `/${performer.username}/card.png`,
    `/post/${post}/card.png`,
    `/video/${video}/card.png`,
    `/gallery/${gallery}/card.png`,
    `/product/${product}/card.png`,
  ]
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${performer.id}, 'NL')`.execute(server.ctx.db)
  const inNl = { 'x-test-country': 'NL' }
  for (const path of cards) {
    expect((await get(path)).statusCode, path).toBe(200)
    expect((await get(path, inNl)).statusCode, path).toBe(451)
  }
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${performer.id}`.execute(server.ctx.db)
  for (const path of [...cards, '/no.such.name/card.png', '/post/x/card.png'])
    expect((await get(path)).statusCode, path).toBe(404)
})
