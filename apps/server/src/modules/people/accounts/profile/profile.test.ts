import { hideable, traits } from '@fanlight/contract/accounts'
import { options } from '@fanlight/contract/options'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../../platform/db/db.ts'
import { api } from '../../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const put = (who: Built, body: unknown) => api(server).as(who).put('/performers/me', body)
const shown = async (who: Built) => (await api(server).get(`/performers/${who.username}`)).body.data

describe('a creator’s profile fields', () => {
  test.each(traits)('%s takes every value of its list, nothing else, and can be taken back', async (name) => {
    const creator = await buildPerformer(server.ctx)
    for (const { value } of options[name]) {
      expect((await put(creator, { [name]: value })).status).toBe(200)
      expect((await shown(creator)).traits[name]).toBe(value)
    }
    expect((await put(creator, { [name]: 'something else' })).status).toBe(400)
    expect((await put(creator, { [name]: null })).status).toBe(200)
    expect((await shown(creator)).traits[name]).toBeNull()
  })

  test('are shown if they are filled in and not hidden; the age only if the creator allows it', async () => {
    const creator = await buildPerformer(server.ctx)
    await put(creator, {
      country: 'PT',
      state: 'Lisboa',
      city: 'Lisbon',
      languages: ['pt', 'en'],
      links: [{ title: 'Shop', url: 'https://example.com' }],
      height: '161_163',
      eyeColor: 'hazel',
    })
    expect(await shown(creator)).toMatchObject({
      age: null,
      country: 'PT',
      state: 'Lisboa',
      city: 'Lisbon',
      languages: ['pt', 'en'],
      links: [{ title: 'Shop' }],
      traits: { height: '161_163', eyeColor: 'hazel', weight: null },
    })
    await put(creator, { hiddenFields: [] })
    expect((await shown(creator)).age).toBeGreaterThan(30)
    await put(creator, { hiddenFields: [...hideable] })
    expect(await shown(creator)).toMatchObject({
      age: null,
      gender: null,
      country: null,
      state: '',
      city: '',
      languages: [],
      links: [],
      traits: Object.fromEntries(traits.map((name) => [name, null])),
    })
    expect((await api(server).as(creator).get('/performers/me')).body.data).toMatchObject({
      hiddenFields: [...hideable],
      height: '161_163',
    })
    // Nor does a filter give away what is hidden, or a card.
    const found = async (filter: string) =>
      (await api(server).get(`/performers/user/search?q=${creator.username}&${filter}`)).body.data
    for (const filter of ['eyeColor=hazel', 'height=161_163', 'country=PT', 'language=pt'])
      expect(await found(filter), filter).toEqual([])
    expect((await found(''))[0].country).toBeNull()
    await put(creator, { hiddenFields: [] })
    for (const filter of ['eyeColor=hazel', 'height=161_163', 'country=PT', 'language=pt'])
      expect(await found(filter), filter).toMatchObject([{ _id: creator.id, country: 'PT' }])
    await put(creator, { hiddenFields: [...hideable] })
    expect((await put(creator, { hiddenFields: ['name'] })).status).toBe(400)
  })

  test('a birth date may be corrected until documents have verified it', async () => {
    const waiting = await buildPerformer(server.ctx)
    await sql`UPDATE performers SET verification_status = 'rejected' WHERE account_id = ${waiting.id}`.execute(
      server.ctx.db,
    )
    const year = server.ctx.clock.now().getUTCFullYear()
    const young = await put(waiting, { dateOfBirth: `${year - 17}-01-01` })
    expect([young.body.code, young.body.errors[0].path]).toEqual(['TOO_YOUNG', 'dateOfBirth'])
    const changed = await put(waiting, { dateOfBirth: '1990-12-24' })
    expect(changed.body.data, changed.text).toMatchObject({ dateOfBirth: '1990-12-24', birthDateFixed: false })

    const approved = await buildPerformer(server.ctx)
    const fixed = await put(approved, { dateOfBirth: '1990-12-24' })
    expect([fixed.status, fixed.body.code, fixed.body.errors[0].path]).toEqual([422, 'BIRTH_DATE_FIXED', 'dateOfBirth'])
    // The form sends along what it shows.
    expect((await put(approved, { dateOfBirth: '1995-05-05' })).body.data.birthDateFixed).toBe(true)
  })

  test('a first message has a price where it costs one, within the limits of content', async () => {
    const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
    const missing = await put(creator, { whoMayWrite: 'paid' })
    expect([missing.status, missing.body.errors[0].path]).toEqual([422, 'firstMessagePrice'])
    for (const price of [0.5, 10_000.01])
      expect((await put(creator, { whoMayWrite: 'paid', firstMessagePrice: price })).body.code).toBe(
        'PRICE_OUT_OF_RANGE',
      )
    expect((await put(creator, { whoMayWrite: 'paid', firstMessagePrice: 12.345 })).status).toBe(422)
    const set = await put(creator, { whoMayWrite: 'paid', firstMessagePrice: 12.5 })
    expect(set.body.data, set.text).toMatchObject({ whoMayWrite: 'paid', firstMessagePrice: 12.5 })
    expect((await api(server).as(fan).get(`/performers/${creator.username}`)).body.data).toMatchObject({
      whoMayWrite: 'paid',
      firstMessagePrice: 12.5,
      can: { message: true },
    })
    expect((await put(creator, { firstMessagePrice: null })).status).toBe(422)
    expect((await put(creator, { whoMayWrite: 'followers' })).status).toBe(200)
    expect((await shown(creator)).firstMessagePrice).toBeNull()
  })

  test('commission is returned: their own, else the site’s', async () => {
    const creator = await buildPerformer(server.ctx)
    const commission = async () => (await api(server).as(creator).get('/performers/me')).body.data.commissionPct
    expect(await commission()).toBe(20)
    await sql`UPDATE performers SET commission_bp = 1250 WHERE account_id = ${creator.id}`.execute(server.ctx.db)
    expect(await commission()).toBe(12.5)
  })
})
