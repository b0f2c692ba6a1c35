import { buildFeed } from '@fanlight/server/modules/content/posts/testing'
import { buildFan } from '@fanlight/server/modules/money/wallet/testing'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../../pages/site.ts'
import { launchChromium } from '../chromium.ts'
import { hydrated, newPage } from '../new-page.ts'

// What a fan sees while the next page is awaited, and where it does not come.

const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }
let site: Site
let browser: Browser
let fan: Built
let post: string

beforeAll(async () => {
  site = await startSite()
  browser = await launchChromium()
  const creator = await buildPerformer(site.ctx, { name: 'Ines Valloy', username: 'valloyclay' })
  post = await buildFeed(site.ctx, creator, { title: 'The winter kiln' })
  fan = await buildFan(site.ctx, 500)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function openPage(path: string, viewport: { width: number; height: number }): Promise<Page> {
  const page = await newPage(browser, site.url, { token: fan.token, viewport })
  await page.goto(path)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  return page
}
const nextData = /\.data(?:\?|$)/

describe.each([
  { screen: 'phone', viewport: phone },
  { screen: 'desktop', viewport: desk },
])('on a $screen', ({ viewport }) => {
  it.each([
    ['/user/wallet', 'Explore', '/explore'],
    ['/explore', 'Home', '/home'],
    ['/valloyclay', 'Messages', '/messages'],
  ])('the shape of the page that is awaited takes the place of %s', async (from, link, to) => {
    const page = await openPage(from, viewport)
    const main = page.getByRole('main')
    const title = main.getByRole('heading', { level: 1 }).first()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(nextData, async (route) => {
      await held
      await route.continue()
    })
    const before = await title.textContent()
    const navigation = page.getByRole('navigation').filter({ visible: true }).getByRole('link', { name: link }).first()
    await navigation.click()
    const shape = main.getByRole('status', { name: 'Loading' })
    await shape.waitFor()
    expect(await main.getByRole('heading', { level: 1, name: before ?? '' }).count()).toBe(0)
    expect(await navigation.isVisible()).toBe(true)
    // Shapes, rather than an empty window.
    expect(await shape.locator('.skeleton').count()).toBeGreaterThan(9)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    // On a phone nothing is left above it of the page before.
    expect((await shape.boundingBox())!.y).toBe((await main.boundingBox())!.y)
    letGo()
    await shape.waitFor({ state: 'detached' })
    await page.waitForURL(`**${to}`)
    await page.getByRole('main').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().close()
  })

  it('a page that fails says so, can be tried again, and keeps the navigation', async () => {
    const page = await openPage('/explore', viewport)
    await page.route(nextData, (route) => route.fulfill({ status: 500, body: 'broken' }))
    const link = page.getByRole('navigation').filter({ visible: true }).getByRole('link', { name: 'Home' }).first()
    // By keyboard: what then has the focus has a ring, unless it is nothing to press.
    await link.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    expect(await page.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/home')
    expect(await link.isVisible()).toBe(true)
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)
    expect(ring).toBe('none')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor({ state: 'attached' })
    await page.context().close()
  })
})

it('a visitor who has not signed in sees the shape as well', async () => {
  const page = await newPage(browser, site.url, { viewport: phone, hasTouch: false })
  await page.goto(`/post/${post}`)
  const creator = page
    .getByRole('main')
    .getByRole('link', { name: /Ines Valloy/ })
    .first()
  // The first press wakes the page.
  await page.getByRole('main').getByRole('article').first().hover()
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(nextData, async (route) => {
    await held
    await route.continue()
  })
  await creator.click()
  await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor()
  letGo()
  await page.getByRole('heading', { level: 1, name: 'Ines Valloy' }).waitFor()
  await page.context().close()
})
