import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let editor: Built
beforeAll(async () => {
  server = await startTestServer()
  editor = await buildAdmin(server.ctx, { permissions: ['content'], name: 'Ada Lind' })
})
beforeEach(() => sql`DELETE FROM posts`.execute(server.ctx.db))
afterAll(() => server.stop())

const write = (location: string, more: object = {}, who = editor) =>
  api(server)
    .as(who)
    .put(`/admin/posts/${location}`, { title: 'Lamps', html: '<p>All our lamps.</p>', ...more })
const see = (location: string, who = editor) => api(server).as(who).get(`/admin/posts/${location}`)
const list = async (query = '') => (await api(server).as(editor).get(`/admin/posts?${query}`)).body
const read = (slug: string, locale = 'en-US') => api(server).get(`/posts/${slug}?locale=${locale}`)
const events = async () =>
  (
    await rows(
      server.ctx.db,
      sql<{ at: string }>`SELECT payload->>'slug' || '/' || (payload->>'locale') AS at FROM events
        WHERE topic = 'page.changed' ORDER BY id`,
    )
  ).map(({ at }) => at)
const actions = async () =>
  (
    await rows(
      server.ctx.db,
      sql<{ action: string }>`SELECT action FROM audit_log WHERE target_type = 'post' ORDER BY id`,
    )
  ).map(({ action }) => action)

test('a draft is read by staff alone until it is published, and after it is taken back', async () => {
  const drafted = await write('lamps/en-US', { isPublished: false })
  expect(drafted.status, drafted.text).toBe(200)
  expect(drafted.body.data.written).toMatchObject({ title: 'Lamps', isPublished: false, by: 'Ada Lind' })
  expect((await read('lamps')).status).toBe(404)
  expect((await api(server).get('/posts/search?q=lamps')).body.total).toBe(0)
  expect(await list('state=draft')).toMatchObject({
    total: 1,
    data: [{ slug: 'lamps', texts: [{ state: 'draft', isStandard: false }] }],
  })
  await write('lamps/en-US')
  expect((await read('lamps')).body.data.title).toBe('Lamps')
  await write('lamps/en-US', { isPublished: false })
  expect((await read('lamps')).status).toBe(404)
  expect((await actions()).slice(-3)).toEqual(['post.written', 'post.written', 'post.unpublished'])
})

test('while a standard page has only a draft, visitors get the shipped text', async () => {
  await write('terms/ko-KR', { title: '초안', isPublished: false })
  expect((await read('terms', 'ko-KR')).body.data.title).not.toBe('초안')
  expect((await see('terms/ko-KR')).body.data).toMatchObject({
    written: { title: '초안' },
    shipped: { title: (await read('terms', 'ko-KR')).body.data.title },
  })
  await write('terms/ko-KR', { title: '우리 약관' })
  expect((await read('terms', 'ko-KR')).body.data.title).toBe('우리 약관')
})

test('changes that visitors can read are published to every process; changes of drafts are not', async () => {
  const before = (await events()).length
  await write('lamps/en-US', { isPublished: false })
  await write('lamps/en-US', { isPublished: false, title: 'Better lamps' })
  expect(await events()).toHaveLength(before)
  await write('lamps/en-US')
  await write('lamps/en-US', { isPublished: false })
  await write('lamps/ja-JP')
  await api(server).as(editor).delete('/admin/posts/lamps/ja-JP')
  expect((await events()).slice(before)).toEqual(['lamps/en-US', 'lamps/en-US', 'lamps/ja-JP', 'lamps/ja-JP'])
})

test('of two concurrent changes of one text the second is refused; a page can be created only once', async () => {
  const { version } = (await write('lamps/en-US')).body.data.written
  expect((await write('lamps/en-US', { title: 'First', version })).status).toBe(200)
  expect((await write('lamps/en-US', { title: 'Second', version })).body.code).toBe('CONFLICT')
  expect((await read('lamps')).body.data.title).toBe('First')
  const both = await Promise.all(['A', 'B'].map((title) => write('lanterns/en-US', { title, version: null })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('staff get an unwritten page empty, and a standard page beside its shipped text', async () => {
  expect((await see('not-yet/ar')).body.data).toMatchObject({ texts: [], written: null, shipped: null, type: 'page' })
  const shipped = (await see('privacy/ar')).body.data
  expect(shipped).toMatchObject({ written: null, shipped: { html: expect.stringContaining('{{site}}') } })
  expect(shipped.texts.map(({ locale }: { locale: string }) => locale)).toEqual([
    'ar',
    'en-US',
    'ja-JP',
    'ko-KR',
    'zh-TW',
  ])
})

test('the list contains each page once with its languages, is searched, filtered, sorted and paged', async () => {
  await write('lamps/en-US', { type: 'news', title: 'New lamps' })
  await write('lamps/ja-JP', { type: 'news', title: '新しいランプ', isPublished: false })
  expect((await list()).total).toBe(4)
  expect(await list('type=news')).toMatchObject({
    total: 1,
    data: [{ slug: 'lamps', title: 'New lamps', texts: [{ locale: 'en-US' }, { locale: 'ja-JP', state: 'draft' }] }],
  })
  expect((await list('type=news&locale=ja-JP')).data[0].title).toBe('新しいランプ')
  expect((await list('q=%E3%83%A9%E3%83%B3%E3%83%97')).total).toBe(1)
  expect((await list('q=%25')).total).toBe(0)
  expect((await list('state=shipped')).total).toBe(3)
  const slugs = async (query: string) => (await list(query)).data.map(({ slug }: { slug: string }) => slug)
  expect(await slugs('sortBy=slug&sort=asc')).toEqual(['help', 'lamps', 'privacy', 'terms'])
  expect(await slugs('sortBy=slug&sort=desc&pageSize=2&current=2')).toEqual(['lamps', 'help'])
  expect(await list('current=90')).toMatchObject({ total: 4, data: [] })
})

test('a preview is what visitors would get, and lists the removed elements', async () => {
  const preview = async (html: string) =>
    (await api(server).as(editor).post('/admin/posts/preview', { html })).body.data
  expect(await preview('<h2>At {{site}}</h2><script>x()</script><p onclick="x()">a</p><img src=x>')).toEqual({
    html: '<h2 id="section-1">At Fanlight</h2><p>a</p>',
    removed: ['script', 'img'],
  })
  expect(await preview('')).toEqual({ html: '', removed: [] })
  expect(await preview('a < b')).toMatchObject({ removed: [] })
})

test.each(['content', 'owner'] as const)('staff with the permission %s read pages', async (permission) => {
  const staff = await buildAdmin(server.ctx, { permissions: [permission] })
  expect((await see('terms/en-US', staff)).status).toBe(200)
})

test('others may not read them', async () => {
  const support = await buildAdmin(server.ctx, { permissions: ['support'] })
  for (const who of [support, await buildUser(server.ctx), await buildPerformer(server.ctx)]) {
    expect((await see('terms/en-US', who)).status).toBe(403)
    expect((await api(server).as(who).get('/admin/posts')).status).toBe(403)
    expect((await api(server).as(who).post('/admin/posts/preview', { html: '' })).status).toBe(403)
  }
  expect((await api(server).get('/admin/posts')).status).toBe(401)
  expect((await write('Bad%20Slug/en-US')).status).toBe(422)
  expect((await write('lamps/xx-')).status).toBe(422)
  expect((await write('lamps/en-US', { html: '<script>x</script>' })).status).toBe(400)
  expect((await write('lamps/en-US', { html: 'x'.repeat(100_001) })).status).toBe(422)
})
