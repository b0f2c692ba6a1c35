import { copyFile, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { api } from '../../../testing/api.ts'
import { buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { imagesOf } from '../../media/testing.ts'
import { buildFeed, buildFile } from '../../content/posts/testing.ts'
import { builtInFile } from './country-file.ts'
import { openCountryLookup } from './country-of.ts'

// spec: geo.site, geo.visitor, geo.check
// GET /geo-location/ip · GET /block/countries/check

// Addresses that have belonged to one network for decades.
const inGermany = '217.0.0.1'
const inGermany6 = '2003::1'
const inJapan = '133.1.1.1'

describe('the file', () => {
  const logLines: { level: number; msg: string; reason?: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => logLines.push(JSON.parse(line)) })
  const errors = () => logLines.filter(({ level }) => level === 50)
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fanlight-countries-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('that is built in knows the Internet, and nothing else', async () => {
    const countries = await openCountryLookup({ log })
    expect([inGermany, inGermany6, inJapan, '8.8.8.8', '2001:4860:4860::8888'].map(countries.of)).toEqual([
      'DE',
      'DE',
      'JP',
      'US',
      'US',
    ])
    for (const address of ['127.0.0.1', '::1', '10.0.0.1', '192.168.1.1', 'fd00::1', '203.0.113.5', '', 'rubbish'])
      expect(countries.of(address), address).toBeNull()
    countries.close()
  })

  test('of the operator is used, read again when it changes, and stays in use when the next one is broken', async () => {
    const file = join(folder, 'countries.mmdb')
    const ofAnswers = (await readFile(builtInFile())).toString('latin1')
    // The same tree with other names at its leaves: what an operator's own file would contain otherwise.
    const leaves = ofAnswers.length - 1_721
    const exchanged =
      ofAnswers.slice(0, leaves) + ofAnswers.slice(leaves).replaceAll('BDE', 'BXX').replaceAll('BJP', 'BDE')
    expect(exchanged).not.toBe(ofAnswers)
    const replace = async (bytes: Buffer) => {
      await writeFile(`${file}.new`, bytes)
      await rename(`${file}.new`, file)
    }
    await replace(Buffer.from(exchanged, 'latin1'))
    const countries = await openCountryLookup({ file, log })
    expect([inJapan, inGermany].map(countries.of)).toEqual(['DE', 'XX'])

    for (const [bytes, reason] of [
      [Buffer.from('<html>Sign in to download</html>'), /no \.mmdb file/],
      [Buffer.from(ofAnswers.slice(0, 3_000_000), 'latin1'), /no \.mmdb file/],
      [Buffer.from(ofAnswers.slice(4_000_000), 'latin1'), /missing|broken|no countries/],
      [Buffer.alloc(0), /no \.mmdb file/],
    ] as const) {
      logLines.length = 0
      await replace(bytes)
      await countries.refresh()
      await countries.refresh()
      expect(errors()).toHaveLength(1)
      expect(errors()[0]!.reason).toMatch(reason)
      expect(countries.of(inJapan)).toBe('DE')
    }

    logLines.length = 0
    await rm(file)
    await countries.refresh()
    await countries.refresh()
    expect(errors()).toHaveLength(1)
    expect(countries.of(inJapan)).toBe('DE')

    await copyFile(builtInFile(), file)
    await countries.refresh()
    expect([inJapan, inGermany].map(countries.of)).toEqual(['JP', 'DE'])
    countries.close()
  })

  test('that is broken at start-up leaves the built-in one in use, and is logged', async () => {
    const file = join(folder, 'broken.mmdb')
    await writeFile(file, 'nothing')
    logLines.length = 0
    const countries = await openCountryLookup({ file, log })
    expect(errors()).toHaveLength(1)
    expect(countries.of(inJapan)).toBe('JP')
    await utimes(file, new Date(), new Date())
    await copyFile(builtInFile(), file)
    await countries.refresh()
    expect(logLines.at(-1)!.msg).toMatch(/come from this file/)
    countries.close()
  })
})

async function storedFile(ctx: Context, owner: { id: string }): Promise<string> {
  const id = await buildFile(ctx, owner)
  const key = `media/aa/${id}/webp-640.webp`
  await sql`UPDATE file_variants SET storage_key = ${key} WHERE file_id = ${id} AND name = 'webp-640'`.execute(ctx.db)
  await storageOf(ctx.config).put(key, Readable.from([Buffer.from('an image')]), { bytesMax: 100 })
  return id
}

describe('behind a proxy of ours', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ listen: true, env: { TRUSTED_PROXIES: '127.0.0.1,10.0.0.5' } })
  })
  afterAll(() => server.stop())
  const by = (address: string, more: Record<string, string> = {}) => ({
    from: '10.0.0.5',
    headers: { 'x-forwarded-for': address, ...more },
  })
  const block = (countries: string[]) => server.ctx.settings.set(server.ctx.db, 'blockedCountries', countries, null)

  test('the viewer’s country is returned, and a forged header does not change it', async () => {
    expect((await api(server).get('/geo-location/ip', by(inGermany))).body.data).toEqual({
      ip: inGermany,
      country: 'DE',
      name: 'Germany',
      flag: '/api/flags/de.svg',
    })
    const inJapanese = by(inGermany6, { 'accept-language': 'ja' })
    const seen = await api(server).get('/geo-location/ip', inJapanese)
    expect(seen.body.data).toMatchObject({ ip: inGermany6, country: 'DE', name: 'ドイツ' })
    expect(seen.headers['cache-control']).toBe('private, no-store')
    const spoofed = {
      'x-forwarded-for': inJapan,
      forwarded: `for=${inJapan}`,
      'x-real-ip': inJapan,
      'cf-connecting-ip': inJapan,
      'cf-ipcountry': 'JP',
      'x-client-ip': inJapan,
    }
    for (const from of [inGermany, `::ffff:${inGermany}`])
      expect((await api(server).get('/geo-location/ip', { from, headers: spoofed })).body.data).toMatchObject({
        ip: inGermany,
        country: 'DE',
      })
    const home = { ip: '192.168.1.9', country: null, name: null, flag: null }
    expect((await api(server).get('/geo-location/ip', { from: '192.168.1.9' })).body.data).toEqual(home)
  })

  test('rubbish in the header breaks nothing, not even a log-in', async () => {
    const password = 'a-long-enough-word-9'
    const fan = await buildUser(server.ctx, { password })
    for (const list of ['unknown', "'; --", '1.2.3', `${'9'.repeat(2_000)}`, ',,,', inJapan + ':443']) {
      const reply = await api(server).post('/auth/login', { username: fan.username, password }, by(list))
      expect([reply.status, list.slice(0, 20)]).toEqual([200, list.slice(0, 20)])
    }
  })

  test('a country the site is closed to gets 451 from calls, sockets and media; staff pass', async () => {
    const [fan, staff] = [await buildUser(server.ctx), await buildAdmin(server.ctx, { permissions: ['support'] })]
    const performer = await buildPerformer(server.ctx)
    const avatar = await storedFile(server.ctx, performer)
    const feed = await buildFeed(server.ctx, performer, { type: 'photo', files: [avatar] })
    const media = async (address: string) => {
      const shown = await api(server).as(fan).get(`/user/feeds/${feed}`, by(inJapan))
      const url = imagesOf(shown.body.data.files[0])[0]!.url
      const reply = await server.app.inject({
        url,
        remoteAddress: '10.0.0.5',
        headers: { 'x-forwarded-for': address, authorization: fan.token },
      })
      return reply.statusCode
    }
    const handshake = async (address: string) =>
      (await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`, { headers: { 'x-forwarded-for': address } }))
        .status
    const websocket = (address: string) =>
      new Promise<string>((done) => {
        const socket = io(server.url, {
          transports: ['websocket'],
          reconnection: false,
          forceNew: true,
          extraHeaders: { 'x-forwarded-for': address },
        })
        socket.on('connect', () => done('connected') as unknown as void)
        socket.on('disconnect', (reason) => done(reason))
        socket.on('connect_error', (error) =>
          done(String((error as { description?: { message?: string } }).description?.message)),
        )
        opened.push(socket)
      })
    const opened: ReturnType<typeof io>[] = []
    expect(await media(inGermany)).toBe(200)
    expect(await handshake(inGermany)).toBe(200)
    await block(['DE'])
    try {
      for (const address of [inGermany, inGermany6, `::ffff:${inGermany}`, `${inJapan}, ${inGermany}`]) {
        const reply = await api(server).as(fan).get('/user/feeds', by(address))
        expect([reply.status, reply.body.code], address).toEqual([451, 'GEO_BLOCKED'])
        expect(await media(address), address).toBe(451)
        expect(await handshake(address), address).toBe(451)
        expect(await websocket(address), address).toMatch(/451/)
      }
      expect((await api(server).as(staff).get('/user/feeds', by(inGermany))).status).toBe(200)
      const open = await api(server).as(fan).get('/user/feeds', by(inJapan))
      expect([open.status, await media(inJapan), await handshake(inJapan), await websocket(inJapan)]).toEqual([
        200,
        200,
        200,
        'connected',
      ])
      const check = await api(server).get('/block/countries/check', by(inGermany))
      expect(check.body.data).toEqual({ blocked: true, country: 'DE' })
      // The country that a client sends is a hint for display; it has no effect here.
      const claimed = await api(server).get(
        '/block/countries/check',
        by(inGermany, { 'x-client-ip': inJapan, 'client-ip': inJapan }),
      )
      expect(claimed.body.data).toEqual({ blocked: true, country: 'DE' })
    } finally {
      await block([])
      for (const socket of opened) socket.disconnect()
    }
  })

  test('a country blocked by a creator gets neither profile nor post nor image', async () => {
    const [fan, performer] = [await buildUser(server.ctx), await buildPerformer(server.ctx)]
    const feed = await buildFeed(server.ctx, performer, {
      type: 'photo',
      files: [await storedFile(server.ctx, performer)],
    })
    const shown = await api(server).as(fan).get(`/user/feeds/${feed}`, by(inGermany))
    const url = imagesOf(shown.body.data.files[0])[0]!.url
    const image = async (address: string) =>
      (
        await server.app.inject({
          url,
          remoteAddress: '10.0.0.5',
          headers: { 'x-forwarded-for': address, authorization: fan.token },
        })
      ).statusCode
    expect(await image(inGermany)).toBe(200)
    await api(server)
      .as(performer)
      .post('/block/countries', { countries: ['DE'] })
    for (const path of [`/performers/${performer.username}`, `/user/feeds/${feed}`]) {
      expect((await api(server).as(fan).get(path, by(inGermany))).status, path).toBe(451)
      expect((await api(server).as(fan).get(path, by(inJapan))).status, path).toBe(200)
    }
    expect([await image(inGermany), await image(inJapan)]).toEqual([404, 200])
    const check = (address: string) =>
      api(server).get(`/block/countries/check?performerId=${performer.id}`, by(address))
    expect((await check(inGermany)).body.data).toEqual({ blocked: true, country: 'DE' })
    expect((await check(inJapan)).body.data).toEqual({ blocked: false, country: 'JP' })
  })
})
