import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../testing/api.ts'
import { buildPerformer, buildUser } from '../../testing/builders.ts'
import { countryByHeader } from '../../testing/country.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildFeed } from '../content/posts/testing.ts'

// spec: geo.visitor, geo.check

countryByHeader()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
const from = (country: string) => ({ headers: { 'x-test-country': country } })

test('a creator’s blocked country gets 451 by address and nothing in lists, signed in or not', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  const feed = await buildFeed(server.ctx, performer)
  const as = [api(server), api(server).as(fan)]
  await api(server).as(fan).post(`/follows/${performer.id}`)
  await api(server).as(fan).post('/reactions', { action: 'bookmark', objectType: 'feed', objectId: feed })
  expect(
    (
      await api(server)
        .as(performer)
        .post('/block/countries', { countries: ['DE'] })
    ).status,
  ).toBe(200)
  for (const who of as) {
    for (const path of [
      `/performers/${performer.username}`,
      `/user/feeds/search/${performer.username}`,
      `/user/feeds/${feed}`,
      `/comments?itemId=${feed}`,
    ]) {
      const refused = await who.get(path, from('DE'))
      expect([refused.status, refused.body.code], path).toEqual([451, 'GEO_BLOCKED'])
      expect((await who.get(path, from('FR'))).status, path).toBe(200)
    }
    for (const path of [
      '/user/feeds',
      '/user/feeds?discover=true',
      '/performers/user/search',
      '/performers/top',
      '/performers/search/random?pageSize=100',
    ])
      expect((await who.get(path, from('DE'))).text, path).not.toContain(performer.id)
    const check = await who.get(`/block/countries/check?performerId=${performer.username}`, from('DE'))
    expect(check.body.data).toEqual({ blocked: true, country: 'DE' })
    expect(
      (await who.get(`/block/countries/check?performerId=${performer.username}`, from('FR'))).body.data.blocked,
    ).toBe(false)
  }
  const fanHere = as[1]!
  expect((await fanHere.get('/reactions/feeds/bookmark', from('DE'))).body.data).toEqual([])
  expect((await fanHere.post(`/follows/${performer.id}`, undefined, from('DE'))).status).toBe(451)
  expect((await fanHere.post('/comments', { itemId: feed, text: 'Hello' }, from('DE'))).status).toBe(451)
  expect(
    (await fanHere.post('/reactions', { action: 'like', objectType: 'feed', objectId: feed }, from('DE'))).status,
  ).toBe(451)
  // The creator sees themselves wherever they are.
  expect((await api(server).as(performer).get(`/user/feeds/${feed}`, from('DE'))).status).toBe(200)
})

test('what does not exist is 404 also from a country that the site is closed to', async () => {
  await server.ctx.settings.set(server.ctx.db, 'blockedCountries', ['DE'], null)
  try {
    expect(await api(server).get('/no-such-call', from('DE'))).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
    expect(await api(server).get('/user/feeds', from('DE'))).toMatchObject({
      status: 451,
      body: { code: 'GEO_BLOCKED' },
    })
  } finally {
    await server.ctx.settings.set(server.ctx.db, 'blockedCountries', [], null)
  }
})
