import { errors } from '@fanlight/contract/errors'
import { fieldErrors } from '@fanlight/contract/field-errors'
import { shippedLocales } from '@fanlight/contract/locales'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '../../../testing/api.ts'
import { buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { overrideTexts } from './texts.ts'
import { shippedIn } from './shipped.ts'

let server: TestServer
beforeAll(async () => (server = await startTestServer({ listen: true })))
afterEach(() => overrideTexts({}))
afterAll(() => server.stop())

const said = (locale: string, key: string, limit = ''): string =>
  shippedIn(locale).get(key)!.replace('{{limit}}', limit)
const contact = { name: 'Noor', email: 'noor@example.com' }
const locales = shippedLocales.filter((locale) => locale !== 'en-US')

test.each(locales)('an error and its fields are answered in %s', async (locale) => {
  const headers = { 'accept-language': locale }
  const { body } = await api(server).post('/contact', { ...contact, message: 'short' }, { headers })
  expect(body.message).toBe(said(locale, 'errors.RULE_BROKEN'))
  expect(body.errors).toEqual([
    { path: 'message', code: 'TOO_SHORT', limit: 10, message: said(locale, 'fields.TOO_SHORT', '10') },
  ])
})

test('a wrong shape is answered in the language, and says in English what a program should send', async () => {
  const headers = { 'accept-language': 'ja-JP' }
  const { body } = await api(server).post('/contact', { ...contact, message: 5 }, { headers })
  expect(body.errors).toEqual([
    {
      path: 'message',
      code: 'WRONG',
      message: said('ja-JP', 'fields.WRONG'),
      detail: expect.stringContaining('string'),
    },
  ])
})

test('the query, then the cookie, the account and Accept-Language decide on the language', async () => {
  const fan = api(server).as(await buildUser(server.ctx, { locale: 'ko-KR' }))
  const headers = { 'accept-language': 'ja-JP' }
  const cookies = { locale: 'zh-TW' }
  const path = '/performers/no_such_creator'
  const message = async (...[at, sending]: Parameters<typeof fan.get>) => (await fan.get(at, sending)).body.message
  expect(await message(`${path}?locale=ar`, { headers, cookies })).toBe(said('ar', 'errors.PERFORMER_NOT_FOUND'))
  expect(await message(path, { headers, cookies })).toBe(said('zh-TW', 'errors.PERFORMER_NOT_FOUND'))
  expect(await message(path, { headers })).toBe(said('ko-KR', 'errors.PERFORMER_NOT_FOUND'))
  expect((await api(server).get(path, { headers })).body.message).toBe(said('ja-JP', 'errors.PERFORMER_NOT_FOUND'))
  expect((await api(server).get('/no-such-call', { headers })).body.message).toBe(said('ja-JP', 'errors.NOT_FOUND'))
})

test('bytes that are no request are answered in the language they ask for', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.end('GET /api/health HTTP/1.1\r\nhost: localhost\r\naccept-language: ja-JP\r\nbroken header\r\n\r\n')
  const [, body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(JSON.parse(body).message).toBe(said('ja-JP', 'errors.MALFORMED_BODY'))
})

test('what this site says differently is answered too', async () => {
  overrideTexts({ 'ja-JP': { 'errors.NOT_FOUND': 'ここにはありません。' } })
  const headers = { 'accept-language': 'ja-JP' }
  expect((await api(server).get('/no-such-call', { headers })).body.message).toBe('ここにはありません。')
})

test('no code names both an error and a rule of a field, and each has a text in every language', () => {
  expect(Object.keys(errors).filter((code) => code in fieldErrors)).toEqual([])
  for (const locale of shippedLocales) {
    for (const code of Object.keys(errors))
      expect(shippedIn(locale).has(`errors.${code}`), `${locale} ${code}`).toBe(true)
    for (const code of Object.keys(fieldErrors))
      expect(shippedIn(locale).has(`fields.${code}`), `${locale} ${code}`).toBe(true)
  }
})
