import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { mail } from '../mail/outbox.ts'

// spec: translations.pairs

let server: TestServer
let staff: Built
beforeAll(async () => {
  server = await startTestServer()
  staff = await buildAdmin(server.ctx, { permissions: ['content'], name: 'Ada Lind' })
})
beforeEach(() => sql`DELETE FROM message_overrides`.execute(server.ctx.db))
afterAll(() => server.stop())

const save = (locale: string, key: string, value: string | null, who = staff) =>
  api(server).as(who).put('/admin/translations', { locale, key, value, reason: 'House style.' })
const translations = async (query: string): Promise<Record<string, string>> => {
  const { body } = await api(server).get(`/translations/search?${query}`)
  return Object.fromEntries(body.data.map(({ key, value }: { key: string; value: string }) => [key, value]))
}
const list = async (query: string) => (await api(server).as(staff).get(`/admin/translations?${query}`)).body

test('a language’s messages are a list of keys and values, those of pages and of mails', async () => {
  const { status, body } = await api(server).get('/translations/search?locale=ja-JP')
  expect(status).toBe(200)
  expect(body.total).toBe(body.data.length)
  const arabic = await translations('locale=ar')
  expect(arabic['ui.nav.wallet']).toBe('المحفظة')
  expect(arabic['mail.reset_password.subject']).toMatch(/\p{sc=Arabic}/u)
  expect(Object.keys(await translations('locale=zh-TW&area=wallet')).every((key) => key.startsWith('wallet.'))).toBe(
    true,
  )
  expect(Object.keys(await translations('locale=ko-KR&overridden=true'))).toEqual([])
})

test('staff override a message in one language and reset it; both are in the audit log', async () => {
  const shipped = (await translations('locale=ko-KR'))['ui.nav.home']!
  expect((await save('ko-KR', 'ui.nav.home', '시작')).body.data).toMatchObject({ value: '시작', isOverridden: true })
  expect((await translations('locale=ko-KR'))['ui.nav.home']).toBe('시작')
  expect(await translations('locale=ko-KR&overridden=true')).toEqual({ 'ui.nav.home': '시작' })
  expect((await translations('locale=ja-JP'))['ui.nav.home']).not.toBe('시작')
  expect((await save('ko-KR', 'ui.nav.home', null)).body.data).toMatchObject({ value: shipped, isOverridden: false })
  expect(await translations('locale=ko-KR&overridden=true')).toEqual({})
  const log = await rows(
    server.ctx.db,
    sql<{ action: string; after: object }>`SELECT action, after FROM audit_log
      WHERE target_type = 'translation' ORDER BY id`,
  )
  expect(log).toEqual([
    { action: 'translation.overridden', after: { value: '시작' } },
    { action: 'translation.reset', after: { value: shipped } },
  ])
})

test('writing the shipped text is no override; neither is a reset without an override', async () => {
  const shipped = (await translations('locale=en-US'))['ui.nav.home']!
  expect((await save('en-US', 'ui.nav.home', shipped)).body.data.isOverridden).toBe(false)
  expect((await save('en-US', 'ui.nav.home', null)).status).toBe(200)
  expect(await translations('locale=en-US&overridden=true')).toEqual({})
})

test('concurrent changes run one after the other, and one of the two remains', async () => {
  const replies = await Promise.all(['A', 'B', 'C', 'D'].map((value) => save('en-US', 'ui.nav.home', `Home ${value}`)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await translations('locale=en-US&overridden=true'))['ui.nav.home']).toMatch(/^Home [ABCD]$/)
})

test.each([
  ['en-US', 'ui.no.such', 'Hello'],
  ['en-US', 'wallet.pay', 'Pay now'],
  ['en-US', 'wallet.pay', 'Pay {{amount}} {{amount}}'],
  ['en-US', 'wallet.pay', 'Pay {{amount}} {{name}}'],
  ['en-US', 'ui.nav.home', '<b>Home</b>'],
  ['en-US', 'ui.nav.home', '<script>alert(1)</script>'],
  ['en-US', 'ui.nav.home', 'Home <'],
  ['en-US', 'landing.free', 'Free to follow.'],
  ['en-US', 'landing.free', '</b>Free<b>'],
  ['en-US', 'ui.nav.home', 'Home '.repeat(60)],
  ['en-US', 'ui.nav.home', 'Ho\nme'],
  ['en-US', 'ui.nav.home', 'Ho\u202eme'],
  ['en-US', 'post.photos_few', '{{count}} photos'],
  ['sv-SE', 'ui.nav.home', 'Hem'],
])('what would break a page is refused: %s %s', async (locale, key, value) => {
  const refused = await save(locale, key, value)
  expect(refused).toMatchObject({ status: 422, body: { code: 'RULE_BROKEN' } })
  expect(await translations(`locale=en-US&overridden=true`)).toEqual({})
})

test('each refusal names its reason, for screens to say in the reader’s language', async () => {
  const reason = async (...[locale, key, value]: [string, string, string]) =>
    (await save(locale, key, value)).body.errors[0]?.code
  expect(await reason('en-US', 'ui.no.such', 'Hello')).toBe('MESSAGE_UNKNOWN')
  expect(await reason('en-US', 'wallet.pay', 'Pay now')).toBe('MESSAGE_GAPS')
  expect(await reason('en-US', 'ui.nav.home', '<b>Home</b>')).toBe('MESSAGE_MARKS')
  expect(await reason('en-US', 'ui.nav.home', 'Home '.repeat(60))).toBe('MESSAGE_TOO_LONG')
  expect(await reason('sv-SE', 'ui.nav.home', 'Hem')).toBe('LOCALE_NOT_OFFERED')
})

test('an override of a message that a newer version no longer has can be removed, and not written again', async () => {
  await sql`INSERT INTO message_overrides (locale, key, value) VALUES ('en-US', 'ui.long.gone', 'Gone')`.execute(
    server.ctx.db,
  )
  expect((await list('q=long.gone')).data).toMatchObject([{ key: 'ui.long.gone', shipped: null, value: 'Gone' }])
  expect((await save('en-US', 'ui.long.gone', 'Still here')).status).toBe(422)
  expect((await save('en-US', 'ui.long.gone', null)).status).toBe(200)
  expect((await list('q=long.gone')).data).toEqual([])
})

describe('the list for staff', () => {
  test('finds a message by its key, its English text and its own text, and shows both beside the override', async () => {
    await save('ja-JP', 'ui.nav.home', '玄関')
    for (const q of ['ui.nav.home', 'home', encodeURIComponent('玄関')]) {
      const { data } = await list(`locale=ja-JP&pageSize=100&q=${q}`)
      expect(data.find(({ key }: { key: string }) => key === 'ui.nav.home')).toMatchObject({
        english: 'Home',
        shipped: 'ホーム',
        value: '玄関',
        changedBy: 'Ada Lind',
      })
    }
    expect(await list('locale=ja-JP&state=changed')).toMatchObject({
      total: 1,
      counts: { changed: 1, missing: 0 },
      data: [{ key: 'ui.nav.home' }],
    })
    expect((await list('locale=ja-JP&state=missing')).total).toBe(0)
    expect((await list('locale=ja-JP&q=%25%5C')).total).toBe(0)
  })
  test('is sorted, paged, and lists the prefixes of the keys', async () => {
    const first = await list('locale=ar&area=wallet&pageSize=2')
    const second = await list('locale=ar&area=wallet&pageSize=2&current=2')
    const keys = [...first.data, ...second.data].map(({ key }: { key: string }) => key)
    expect(keys).toEqual(keys.toSorted())
    expect(new Set(keys).size).toBe(4)
    expect(keys.every((key) => key.startsWith('wallet.'))).toBe(true)
    expect(first.areas).toEqual(expect.arrayContaining(['mail', 'ui', 'wallet']))
    expect((await list('locale=ar&current=9999')).data).toEqual([])
  })
  test('of a language that does not ship, everything is missing, in the plural forms of that language', async () => {
    const { supportedLocales } = server.ctx.settings.all()
    await server.ctx.settings.set(server.ctx.db, 'supportedLocales', [...supportedLocales, 'pl-PL'], null)
    const { counts } = await list('locale=pl-PL')
    expect(counts.missing).toBe(counts.all)
    const forms = (await list('locale=pl-PL&q=post.photos')).data.map(({ key }: { key: string }) => key)
    expect(forms).toEqual(['few', 'many', 'one', 'other'].map((form) => `post.photos_${form}`))
    expect((await save('pl-PL', 'post.photos_few', '{{count}} zdjęcia')).status).toBe(200)
    expect((await list('locale=pl-PL&state=missing')).total).toBe(counts.all - 1)
    await server.ctx.settings.set(server.ctx.db, 'supportedLocales', supportedLocales, null)
    expect((await api(server).as(staff).get('/admin/translations?locale=pl-PL')).status).toBe(422)
  })
  test('requires the permission content', async () => {
    for (const who of [await buildUser(server.ctx), await buildAdmin(server.ctx, { permissions: ['settings'] })])
      expect((await api(server).as(who).get('/admin/translations')).status).toBe(403)
    expect((await api(server).get('/admin/translations')).status).toBe(401)
  })
})

test('a plural form may omit the number, and each language has its own forms', async () => {
  expect((await save('ar', 'post.photos_two', 'صورتان اثنتان')).status).toBe(200)
  expect((await save('ar', 'post.photos_few', 'صور كثيرة')).status).toBe(422)
  expect((await save('ar', 'post.photos_few', 'عدد الصور {{count}}')).status).toBe(200)
})

test('a mail uses the overrides of this site', async () => {
  await save('ja-JP', 'mail.password_changed.subject', '新しい鍵になりました')
  await mail(server.ctx, {
    to: 'sora@example.com',
    kind: 'password_changed',
    locale: 'ja-JP',
    values: { name: 'Sora' },
  })
  await mail(server.ctx, {
    to: 'sora@example.com',
    kind: 'password_changed',
    locale: 'ko-KR',
    values: { name: 'Sora' },
  })
  const subjects = await rows(
    server.ctx.db,
    sql<{ subject: string }>`SELECT subject FROM mails WHERE to_address = 'sora@example.com' ORDER BY created_at`,
  )
  expect(subjects.map(({ subject }) => subject)).toEqual(['新しい鍵になりました', '비밀번호가 바뀌었어요'])
})

describe('who may not', () => {
  test('override: fans, and staff without the permission', async () => {
    expect((await save('en-US', 'ui.nav.home', 'Mine', await buildUser(server.ctx))).status).toBe(403)
    const other = await buildAdmin(server.ctx, { permissions: ['finance'] })
    expect((await save('en-US', 'ui.nav.home', 'Mine', other)).status).toBe(403)
    const response = await api(server).put('/admin/translations', {
      locale: 'en-US',
      key: 'ui.nav.home',
      value: 'x',
      reason: 'yes',
    })
    expect(response.status).toBe(401)
  })
  test('request an unknown language', async () => {
    expect((await api(server).get('/translations/search?locale=../etc')).status).toBe(422)
    expect((await api(server).get(`/translations/search?locale=${'a'.repeat(500)}`)).status).toBe(422)
    expect((await translations('locale=xx'))['ui.nav.home']).toBe((await translations('locale=en-US'))['ui.nav.home'])
  })
})
