import pg from 'pg'
import { buildFeed } from '@fanlight/server/modules/feeds/testing'
import { buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Site, startSite } from './site.ts'

// Pages for one person: drawn each time, with little asked of the database, and holding nothing of anybody else.

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

test('a creator’s page and the home page ask the database three times', async () => {
  const [fan, creator] = [await buildUser(site.ctx), await buildPerformer(site.ctx)]
  await buildFeed(site.ctx, creator)
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  for (const path of [`/${creator.username}`, '/home']) {
    // The first page of a minute notes that the session is in use; settings and events are read beside pages.
    await site.open(path, fan)
    asked.mockClear()
    expect((await site.open(path, fan)).status).toBe(200)
    const texts = asked.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    )
    expect(texts.filter((text) => !/FROM (?:events|settings)\b/.test(text)).length, path).toBeLessThanOrEqual(3)
  }
  asked.mockRestore()
})
