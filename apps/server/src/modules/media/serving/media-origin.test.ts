import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, loadConfig } from '../../../platform/config.ts'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildFollow, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { processFile } from '../processing/processing.ts'
import { buildItemAround, buildUploadedFile, imagesOf, samples } from '../testing.ts'

const pages = 'http://localhost:4000'
const media = 'http://media.localhost:4000'

describe('MEDIA_ORIGIN is checked at the start', () => {
  test.each([
    [{ MEDIA_ORIGIN: media }, 'needs PUBLIC_URL'],
    [{ MEDIA_ORIGIN: `${media}/files`, PUBLIC_URL: pages }, 'no path'],
    [{ MEDIA_ORIGIN: pages, PUBLIC_URL: pages }, 'another host'],
    [{ MEDIA_ORIGIN: 'https://media.example.com', PUBLIC_URL: pages }, 'demo mode'],
    [
      { MEDIA_ORIGIN: 'http://media.example.com', PUBLIC_URL: 'https://example.com', FANLIGHT_MODE: 'production' },
      'https://',
    ],
  ])('%j: %s', (env, problem) => {
    expect(() => loadConfig(env, [])).toThrow(ConfigError)
    expect(() => loadConfig(env, [])).toThrow(problem)
  })
  test('a sibling of the pages’ origin is accepted', () => {
    expect(loadConfig({ MEDIA_ORIGIN: media, PUBLIC_URL: pages }, []).mediaOrigin).toBe(media)
  })
})

describe('with MEDIA_ORIGIN', () => {
  let server: TestServer
  let creator: Built
  let fan: Built
  let itemId: string
  beforeAll(async () => {
    server = await startTestServer({ env: { MEDIA_ORIGIN: media, PUBLIC_URL: pages } })
    creator = await buildPerformer(server.ctx)
    fan = await buildUser(server.ctx)
    const bytes = await samples.photo(200, 100)
    const given = { ownerId: creator.id, kind: 'photo', purpose: 'feed-photo', mime: 'image/jpeg', bytes } as const
    const id = await buildUploadedFile(server.ctx, given)
    await processFile(server.ctx, id)
    itemId = await buildItemAround(server.ctx, { performerId: creator.id, main: [id], gate: 'followers' })
    await sql`INSERT INTO feeds (item_id, type) VALUES (${itemId}, 'photo')`.execute(server.ctx.db)
    await buildFollow(server.ctx, fan, creator)
  })
  afterAll(() => server?.stop())

  const addressFor = async (who: Built): Promise<string> =>
    imagesOf((await api(server).as(who).get(`/user/feeds/${itemId}`)).body.data.files[0])[0]!.url
  const fetchMedia = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'OPTIONS' = 'GET') =>
    server.app.inject({
      method,
      url: new URL(url, media).pathname,
      headers: { host: new URL(url, media).host, ...headers },
    })

  test('addresses lead there, need no cookie, and may be read by our pages alone', async () => {
    const url = await addressFor(fan)
    expect(url.startsWith(`${media}/media/`)).toBe(true)
    const reply = await fetchMedia(url)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': pages,
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined()
    expect(reply.headers['set-cookie']).toBeUndefined()
    const preflight = await fetchMedia(url, { origin: pages, 'access-control-request-method': 'GET' }, 'OPTIONS')
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, pages])
  })

  test('the media host serves only media, and the host of the pages none', async () => {
    const url = await addressFor(fan)
    expect((await fetchMedia(url.replace(media, pages), { authorization: fan.token })).statusCode).toBe(404)
    for (const path of ['/api/health', '/api/users/me', '/api/docs', '/'])
      expect((await fetchMedia(`${media}${path}`, { authorization: fan.token })).statusCode, path).toBe(404)
    expect((await fetchMedia(`${pages}/api/health`)).statusCode).toBe(200)
  })

  test('the access policy is evaluated for the viewer named in the address, at every request', async () => {
    const url = await addressFor(fan)
    // Another user's session does not grant access, nor does the owner's session open what the fan may no longer see.
    await sql`DELETE FROM follows`.execute(server.ctx.db)
    for (const headers of [undefined, { authorization: fan.token }, { authorization: creator.token }])
      expect((await fetchMedia(url, headers)).statusCode).toBe(404)
    await buildFollow(server.ctx, fan, creator)
    expect((await fetchMedia(url)).statusCode).toBe(200)
    await sql`UPDATE accounts SET access_epoch = access_epoch + 1 WHERE id = ${fan.id}`.execute(server.ctx.db)
    expect((await fetchMedia(url)).statusCode).toBe(404)
    expect((await fetchMedia(await addressFor(fan))).statusCode).toBe(200)
    await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${fan.id}`.execute(server.ctx.db)
    expect((await fetchMedia(url)).statusCode).toBe(404)
    await sql`UPDATE accounts SET status = 'active' WHERE id = ${fan.id}`.execute(server.ctx.db)
  })

  test('a forged address opens nothing', async () => {
    const url = await addressFor(fan)
    const at = url.indexOf('/media/') + 40
    expect((await fetchMedia(`${url.slice(0, at)}${url[at] === 'A' ? 'B' : 'A'}${url.slice(at + 1)}`)).statusCode).toBe(
      404,
    )
  })
})
