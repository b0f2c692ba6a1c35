import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let creator: Built
beforeAll(async () => {
  server = await startTestServer()
  creator = await buildPerformer(server.ctx)
})
afterAll(() => server.stop())

const drafts = [
  ['/performer/feeds', { type: 'text', text: 'A note' }],
  ['/performer/performer-assets/videos/upload', { title: 'A video' }],
  ['/performer/performer-assets/galleries', { title: 'A gallery' }],
  ['/performer/performer-assets/products', { type: 'physical', title: 'A cup', price: 10 }],
] as const
const save = (path: string, fields: object) =>
  api(server)
    .as(creator)
    .post(path, { status: 'draft', ...fields })

test.each(drafts)('ten thousand tags are refused at the field: %s', async (path, fields) => {
  const tags = Array.from({ length: 10_000 }, (_, n) => `tag${n}`)
  const refused = await save(path, { ...fields, tags })
  expect([refused.status, refused.body.errors?.map((error: { path: string }) => error.path)]).toEqual([422, ['tags']])
})

const tricks = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '[click](javascript:alert(1)) ![x](https://tracker.example/x.png)',
  'a zero\u200Bwidth space',
  `Zalgo ${'e' + '\u0301'.repeat(200)}`,
  '{{constructor.constructor("alert(1)")()}} ${7*7} %s %n',
] as const
test.each(drafts)('text is stored as it was typed and never read as markup: %s', async (path, fields) => {
  for (const text of tricks) {
    const saved = await save(path, { ...fields, text })
    expect(saved.status, saved.text).toBe(200)
    expect(saved.body.data.text).toBe(text)
  }
  for (const text of ['a\u0000b', 'right \u202Eto left', 'half \uD83D']) {
    const refused = await save(path, { ...fields, text })
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'text'])
  }
})
