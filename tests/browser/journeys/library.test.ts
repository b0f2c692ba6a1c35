import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { buildFeed, buildFile } from '@fanlight/server/modules/content/posts/testing'
import { buildVideo } from '@fanlight/server/modules/content/videos/testing'
import { buildFan } from '@fanlight/server/modules/money/wallet/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { buildConversation, buildMessage } from '@fanlight/server/modules/talk/conversations/testing'
import { sql } from '@fanlight/server/platform/db/db'
import { type Built, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from '../../pages/site.ts'
import { closeBrowser, launchChromium } from '../chromium.ts'
import { hydrated, newPage } from '../new-page.ts'
import { fits } from './creator-steps.ts'
import { press } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, phone } from './stage.ts'

// The library of a fan: what is in it, where they stopped in a video, and finding something again.

const shots = process.env['JOURNEY_SHOTS']
const t = texts('en-US')
const gate = { type: 'paid', price: 500n } as const

let site: Site
let browser: Browser
let fan: Built
let page: Page
let video = ''
/** What is bought, one after another, as its card calls it. */
const bought: string[] = []

const asks = async (method: string, path: string, body: object) => {
  const reply = await fetch(`${site.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${fan.token}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  expect(reply.status, await reply.text()).toBe(200)
}
const buy = async (kind: string, id: string, name: string) => {
  await asks('POST', `/wallet/charges/${kind}/${id}`, { expectedPrice: 5 })
  bought.push(name)
  return id
}
const enter = (
  viewport: { width: number; height: number },
  options: BrowserContextOptions & { token: string },
): Promise<Page> => newPage(browser, site.url, { viewport, ...options })
const open = async (path: string) => {
  await page.goto(path)
  await hydrated(page)
}
const photograph = async (name: string, of: Page = page) => {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await of.waitForTimeout(400)
  await of.screenshot({ path: join(shots, `${name}.png`), fullPage: true })
}
const main = () => page.getByRole('main')
const cards = () => main().locator('section[aria-labelledby=purchases] li')
const titles = () => cards().locator('a > span > bdi').allTextContents()
const chip = (kind: string) =>
  main()
    .getByRole('navigation', { name: t('shop.library.filter') })
    .getByRole('link', { name: new RegExp(`^${kind}`) })

oneStory()
beforeAll(async () => {
  site = await startSite()
  browser = await launchChromium()
  const { ctx } = site
  const [ines, rune] = [
    await buildPerformer(ctx, { name: 'Ines Valloy' }),
    await buildPerformer(ctx, { name: 'Rune Osterby' }),
  ]
  fan = await buildFan(ctx, 100)
  const photos = [await buildFile(ctx, ines), await buildFile(ctx, ines)]
  video = await buy(
    'video',
    await buildVideo(ctx, ines, { title: 'The winter kiln, opened', gate }),
    'The winter kiln, opened',
  )
  await buy(
    'gallery',
    (await buildGallery(ctx, ines, { title: 'Glaze tests, autumn', photos, gate })).id,
    'Glaze tests, autumn',
  )
  await buy('video', await buildVideo(ctx, rune, { title: 'Winter crossing, part 2', gate }), 'Winter crossing, part 2')
  await buy('feed', await buildFeed(ctx, rune, { title: 'Rye at 85% hydration', gate }), 'Rye at 85% hydration')
  await buy(
    'feed',
    await buildFeed(ctx, ines, { title: 'Harbour lights, demo', type: 'audio', gate }),
    'Harbour lights, demo',
  )
  const files = [{ id: await buildFile(ctx, rune, { purpose: 'product-file' }), role: 'main' } as const]
  const product = { type: 'digital', price: 500n, files } as const
  await buy('product', await buildProduct(ctx, rune, product), 'Stoneware cup')
  const conversation = await buildConversation(ctx, ines, fan)
  const text = 'Drop the oven to 210 after twelve minutes. The crust holds.'
  const message = { text, price: 500n, fileIds: [await buildFile(ctx, ines, { purpose: 'feed-audio' })] }
  await buy('message', await buildMessage(ctx, conversation, ines, message), t('shop.library.one.message'))
  await asks('PUT', `/performer-assets/videos/${video}/position`, { seconds: 38 })
  page = await enter(desk, fan)
}, 180_000)
afterAll(() =>
  closeBrowser(browser, async () => {
    await site?.stop()
  }),
)

it('says how much is in it, and goes on with the video in which one stopped', async () => {
  await open('/user/purchases')
  const items = t('shop.library.items', { count: bought.length })
  await main()
    .getByText(t('shop.library.sum', { items, creators: t('shop.library.creators', { count: 2 }) }))
    .waitFor()
  expect(await titles()).toEqual(bought.toReversed())
  expect(await chip(t('shop.library.all')).textContent()).toBe(`${t('shop.library.all')}${bought.length}`)
  expect(await chip(t('shop.library.kind.video')).textContent()).toBe(`${t('shop.library.kind.video')}2`)
  // There is nothing of this kind to choose.
  expect(await chip(t('shop.library.kind.stream')).count()).toBe(0)
  await photograph('library-desk')
  // Its card says the same as its row.
  const watched = t('shop.library.watched', { percent: '62%' })
  await cards().filter({ hasText: 'The winter kiln' }).getByText(watched).waitFor()
  const row = main().getByRole('region', { name: t('shop.library.continue') })
  expect(await row.getByRole('listitem').count()).toBe(1)
  await row.getByText(t('shop.library.left', { time: '0:23' })).waitFor()
  await press(page, row.getByRole('link', { name: /The winter kiln/ }))
  await page.waitForURL(`**/video/${video}`)
  await page.goBack()
  await cards().first().waitFor()
})

it('finds something again by its title or creator, and says what other kinds have', async () => {
  const field = page.getByRole('searchbox', { name: t('shop.library.search') })
  await field.fill('WINTER')
  await expect.poll(titles).toEqual(['Winter crossing, part 2', 'The winter kiln, opened'])
  expect(new URL(page.url()).searchParams.get('q')).toBe('WINTER')
  expect(
    await main()
      .getByRole('region', { name: t('shop.library.continue') })
      .count(),
  ).toBe(0)
  expect(await chip(t('shop.library.kind.gallery')).textContent()).toBe(`${t('shop.library.kind.gallery')}0`)
  await photograph('library-found')
  await press(page, chip(t('shop.library.kind.gallery')))
  const kind = t('shop.library.kind.gallery')
  await main()
    .getByText(t('shop.library.noResultsKind', { kind, count: 2 }))
    .waitFor()
  await photograph('library-other-kinds')
  await press(page, main().getByRole('link', { name: t('shop.library.searchAll') }))
  await expect.poll(async () => (await titles()).length).toBe(2)
  await field.fill('rune')
  await expect.poll(titles).toEqual(['Stoneware cup', 'Rye at 85% hydration', 'Winter crossing, part 2'])
  await field.fill('porcelain')
  await main().getByText(t('shop.library.noResultsHint')).waitFor()
  await photograph('library-none')
  await press(
    page,
    main()
      .getByRole('search')
      .getByRole('link', { name: t('shop.library.clear') }),
  )
  await expect.poll(titles).toEqual(bought.toReversed())
  expect(await field.inputValue()).toBe('')
})

it('is in another order', async () => {
  const sort = async (name: 'newest' | 'oldest' | 'title' | 'creator') => {
    await press(page, main().locator('summary:visible'))
    if (name === 'title') await photograph('library-sort')
    await press(page, main().getByRole('link', { name: t(`shop.library.sort.${name}`) }))
    await main()
      .locator('summary:visible', { hasText: t(`shop.library.sort.${name}`) })
      .waitFor()
  }
  await sort('oldest')
  await expect.poll(titles).toEqual(bought)
  await sort('title')
  // A message has no title.
  const message = t('shop.library.one.message')
  await expect.poll(titles).toEqual([...bought.filter((name) => name !== message).toSorted(), message])
  await sort('newest')
  await expect.poll(titles).toEqual(bought.toReversed())
})

it('says that it could not be loaded, and is tried again', async () => {
  const loads = /\/user\/purchases\.data/
  await page.route(loads, (route) => route.fulfill({ status: 500, body: 'Broken' }))
  await press(page, chip(t('shop.library.kind.video')))
  const again = page.getByRole('link', { name: t('ui.failed.again') })
  await again.waitFor()
  await photograph('library-failed')
  await page.unroute(loads)
  await press(page, again)
  await expect.poll(async () => (await titles()).length).toBe(2)
  await page.context().close()
})

it('says where to begin while it is empty', async () => {
  page = await enter(phone, await buildUser(site.ctx))
  await open('/user/purchases')
  await main()
    .getByRole('link', { name: t('shop.orders.explore') })
    .waitFor()
  expect(await page.getByRole('searchbox').count()).toBe(0)
  await fits(page)
  await photograph('library-empty')
  await page.context().close()
})

it.each([
  ['phone', phone, {}],
  ['small-dark', { width: 360, height: 740 }, { colorScheme: 'dark' }],
  ['tablet', { width: 768, height: 1024 }, {}],
  ['desk-dark', desk, { colorScheme: 'dark' }],
  ['phone-ar', phone, { locale: 'ar' }],
  ['desk-ar', desk, { locale: 'ar' }],
] as const)('fits a screen: %s', async (name, screen, options) => {
  const locale = 'locale' in options ? options.locale : 'en-US'
  await sql`UPDATE accounts SET locale = ${locale} WHERE id = ${fan.id}`.execute(site.ctx.db)
  page = await enter(screen, { token: fan.token, ...options })
  await open('/user/purchases')
  await cards().first().waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale)
  await fits(page)
  await photograph(`library-${name}`)
  await page.context().close()
})
