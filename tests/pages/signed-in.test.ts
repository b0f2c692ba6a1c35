import pg from 'pg'
import { buildFeed } from '@fanlight/server/modules/content/posts/testing'
import { type Built, buildAdmin, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { sql } from '@fanlight/server/platform/db/db'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Site, startSite } from './site.ts'

// Pages for one signed-in user: rendered for each request, with few database queries, and without data of other users.

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

test('a creator’s page asks the database three times, the home page seven', async () => {
  const [fan, creator] = [await buildUser(site.ctx), await buildPerformer(site.ctx)]
  await buildFeed(site.ctx, creator)
  // As many as a home page suggests.
  for (let n = 0; n < 3; n++) await buildPerformer(site.ctx)
  const querySpy = vi.spyOn(pg.Client.prototype, 'query')
  // Who asks, the page itself, what is promoted there; at home also what was begun, renewals, parcels, shows and suggestions.
  for (const [path, most] of [
    [`/${creator.username}`, 3],
    ['/home', 7],
  ] as const) {
    // The first page of a minute notes that the session is in use. Settings, and what lasts as long as they do (promos, who may sign in
    // to a demonstration, whether anyone is live or has announced a stream), and events are read once a second, whatever the number of pages. The second page uses
    // what the first cached.
    await site.open(path, fan)
    await site.open(path, fan)
    await site.ctx.settings.refresh()
    querySpy.mockClear()
    expect((await site.open(path, fan)).status).toBe(200)
    const texts = querySpy.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    )
    expect(
      texts.filter(
        (text) =>
          !/FROM (?:events|settings|promos)\b|^SELECT role, username FROM accounts|^SELECT EXISTS \(SELECT FROM (?:scheduled_)?streams/.test(
            text,
          ),
      ).length,
      path,
    ).toBeLessThanOrEqual(most)
  }
  querySpy.mockRestore()
})

test('in whatever order pages are rendered, each is the same and names its own reader alone', async () => {
  const shown = await buildPerformer(site.ctx, { name: 'Shown to all' })
  const readers: (Built & { cookies: Record<string, string> })[] = [
    { ...(await buildUser(site.ctx, { name: 'Ada Reads' })), cookies: {} },
    { ...(await buildUser(site.ctx, { name: 'Bea Reads' })), cookies: { locale: 'ja-JP', theme: 'dark' } },
    { ...(await buildPerformer(site.ctx, { name: 'Cleo Paints' })), cookies: { theme: 'light' } },
    { ...(await buildUser(site.ctx, { name: 'Dora Reads' })), cookies: {} },
    { ...(await buildAdmin(site.ctx, { name: 'Eve Minds' })), cookies: {} },
  ]
  // Creators that a user follows are not suggested; suggestions come in no fixed order.
  for (const { id } of readers)
    await sql`INSERT INTO follows (follower_id, performer_id) SELECT ${id}, account_id FROM performers WHERE account_id <> ${id}`.execute(
      site.ctx.db,
    )
  const paths = [`/${shown.username}`, '/home', '/explore', '/user/wallet', '/user/account'].flatMap((path) =>
    readers.map((reader) => ({ path, reader })),
  )
  const renderAll = async (order: typeof paths) => {
    const pages = new Map<string, string>()
    for (const { path, reader } of order) {
      const { status, html } = await site.open(path, reader)
      expect([path, status]).toEqual([path, 200])
      pages.set(`${path} ${reader.id}`, withoutItsOwn(html))
    }
    return pages
  }
  // The first pages of a process wait until its code is loaded.
  await renderAll(paths)
  const first = await renderAll(paths)
  const again = await renderAll(paths)
  const turned = await renderAll(paths.toReversed())
  for (const { path, reader } of paths) {
    const key = `${path} ${reader.id}`
    expect(again.get(key), key).toBe(first.get(key))
    expect(turned.get(key), key).toBe(first.get(key))
    expect(first.get(key)).toContain(reader.username)
    for (const other of readers.filter(({ id }) => id !== reader.id))
      for (const trace of [other.id, other.email, `${other.username}"`])
        expect(first.get(key)?.includes(trace), `${trace} on ${key}`).toBe(
          path === '/explore' && other === readers[2] && trace !== other.email,
        )
  }
})

/** Removes what is new in each rendering of a page. */
const withoutItsOwn = (html: string) =>
  html
    .replace(/nonce="[^"]*"/g, 'nonce')
    .replace(/requestId&quot;:&quot;[^&]*/, 'requestId')
    .replace(/loadedAt&quot;:\d+/, 'loadedAt')
    .replace(/"requestId",?"[^"]*"/, 'requestId')
