import { mkdirSync } from 'node:fs'
import { buildFeed } from '@fanlight/server/modules/content/posts/testing'
import { refreshListings } from '@fanlight/server/modules/people/performers/refresh-listings'
import { sql } from '@fanlight/server/platform/db/db'
import { type Built, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../../pages/site.ts'
import { launchChromium } from '../chromium.ts'
import { fits } from './creator-steps.ts'
import { press } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, phone } from './stage.ts'

// A fan finds creators: Explore is filtered, a card follows, and For you shows others alone.

let site: Site
let browser: Browser
let creators: Built[]
const t = texts('en-US')

beforeAll(async () => {
  site = await startSite()
  browser = await launchChromium()
  const names = ['Ines Valloy', 'Rune Osterby', 'Marisol Quay', 'Teo Lindqvarn', 'Ayu Tanemori', 'Priya Sandelle']
  creators = []
  for (const name of names) creators.push(await buildPerformer(site.ctx, { name }))
  const [ines, rune, marisol, teo] = creators as [Built, Built, Built, Built]
  await sql`UPDATE performers SET tagline = 'Wheel-thrown pottery. Glaze notes, slow kiln nights and the pots that crack.',
    categories = '{Pottery,Music}', videos = 36, photos = 402, products = 9 WHERE account_id = ${ines.id}`.execute(
    site.ctx.db,
  )
  await sql`UPDATE performers SET categories = '{Music}', videos = 48 WHERE account_id = ${marisol.id}`.execute(
    site.ctx.db,
  )
  await sql`INSERT INTO plans (performer_id, name, type, months, price) VALUES (${ines.id}, 'Year', 'yearly', 12, 7152),
    (${rune.id}, 'Open', 'free', 1, NULL), (${marisol.id}, 'Month', 'monthly', 1, 750)`.execute(site.ctx.db)
  await buildFeed(site.ctx, ines, {
    type: 'photo',
    title: 'The winter kiln',
    gate: { type: 'subscribers' },
    hoursAgo: 5,
  })
  await buildFeed(site.ctx, rune, { type: 'photo', title: 'Woke at 4', hoursAgo: 2 })
  await buildFeed(site.ctx, teo, {
    type: 'photo',
    title: 'The crumb',
    gate: { type: 'paid', price: 500n },
    hoursAgo: 26,
  })
  await refreshListings(site.ctx)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const escaped = (text: string) => text.replaceAll(/[$.]/g, '\\$&')
const shots = process.env['JOURNEY_SHOTS']
async function look(page: Page, name: string) {
  await fits(page)
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}-${page.viewportSize()?.width}.png`, fullPage: true })
}

describe.each([
  ['a phone', phone, 'light'],
  ['a desktop', desk, 'dark'],
] as const)('finding creators on %s', (_, viewport, colorScheme) => {
  oneStory()
  let page: Page

  it('shows what each creator publishes and costs, and never a locked picture', async () => {
    const fan = await buildUser(site.ctx)
    const context = await browser.newContext({
      viewport,
      colorScheme,
      baseURL: site.url,
      locale: 'en-US',
      hasTouch: viewport.width < 500,
    })
    await context.addCookies([{ name: 'token', value: fan.token, url: site.url }])
    page = await context.newPage()
    await page.goto('/explore')
    const card = page.getByRole('article').filter({ hasText: 'Ines Valloy' })
    await card.getByText('$5.96').waitFor()
    for (const said of [
      'a month, yearly plan',
      '36 videos',
      '402 photos',
      '9 in shop',
      'For subscribers',
      'The winter kiln',
    ])
      await card.getByText(said).first().waitFor()
    await page.getByRole('heading', { name: t('explore.sort.popular') }).waitFor()
    expect(await card.locator('picture').count()).toBe(0)
    await look(page, 'explore')
  })

  it('filters by several topics at once, and by what one asks for most', async () => {
    const topics = page.getByRole('navigation', { name: t('explore.facet.category') })
    await press(page, topics.getByRole('link', { name: 'Pottery' }))
    await page.waitForURL('**/explore?category=Pottery')
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await press(page, topics.getByRole('link', { name: 'Music' }))
    await page.waitForURL('**/explore?category=Pottery%2CMusic')
    await expect.poll(() => page.getByRole('article').count()).toBe(2)
    await look(page, 'explore-topics')
    await press(page, topics.getByRole('link', { name: t('explore.allTopics') }))
    await page.waitForURL('**/explore')
    await press(page, page.getByRole('link', { name: t('explore.hasShop') }))
    await page.waitForURL('**/explore?publishes=shop')
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    // Older addresses find the same.
    await page.goto('/explore?isFree=true')
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
  })

  it('chooses in the sheet of filters with counts and a range of prices, and keeps the focus where it is', async () => {
    await page.goto('/explore')
    await press(page, page.locator('.filters > summary'))
    const sheet = page.getByRole('form', { name: t('explore.filters') })
    const to = sheet.getByRole('slider', { name: t('explore.priceTo') })
    await to.waitFor()
    await look(page, 'explore-filters')
    const videos = sheet.getByRole('checkbox', { name: `${t('explore.publishes.videos')} 2` })
    await videos.focus()
    await page.keyboard.press('Space')
    await page.waitForURL('**/explore?publishes=videos')
    await sheet.getByRole('button', { name: t('explore.show', { count: 2 }) }).waitFor()
    expect(await videos.evaluate((box) => box === document.activeElement)).toBe(true)
    await press(page, sheet.locator('label').filter({ hasText: t('explore.publishes.photos') }))
    await page.waitForURL('**/explore?publishes=videos%2Cphotos')
    await sheet.getByRole('button', { name: t('explore.show', { count: 4 }) }).waitFor()
    expect(await to.getAttribute('aria-valuetext')).toBe(t('explore.priceAndMore', { price: '$25' }))
    await to.focus()
    await page.keyboard.press('Home')
    await page.waitForURL('**/explore?publishes=videos%2Cphotos&priceTo=0')
    expect(await to.getAttribute('aria-valuetext')).toBe(t('explore.card.free'))
    for (let steps = 0; steps < 5; steps++) await page.keyboard.press('ArrowRight')
    await page.waitForURL('**/explore?publishes=videos%2Cphotos&priceTo=6')
    expect(await to.getAttribute('aria-valuetext')).toBe('$6')
    const show = sheet.getByRole('button', { name: t('explore.show', { count: 2 }) })
    await show.waitFor()
    expect(await to.evaluate((box) => box === document.activeElement)).toBe(true)
    await look(page, 'explore-filters-chosen')
    await press(page, show)
    await expect.poll(() => page.getByRole('article').count()).toBe(2)
    expect(await sheet.isVisible()).toBe(false)
  })

  it('says what helps where nothing is found', async () => {
    await page.goto('/explore?category=Pottery&publishes=shop&priceTo=2')
    await page.getByText(t('explore.empty')).waitFor()
    await look(page, 'explore-nothing')
    const prices = t('explore.priceMost', { to: '$2' })
    await press(page, page.getByRole('link', { name: new RegExp(`${escaped(prices)}.*1$`) }))
    await page.waitForURL('**/explore?category=Pottery&publishes=shop')
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await page.goto('/explore?priceTo=0')
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
  })

  it('follows from a card, and For you shows people alone whom one does not follow', async () => {
    const followed = page.waitForResponse((reply) => reply.url().includes('/api/follows/'))
    await press(page, page.getByRole('button', { name: t('profile.followName', { name: 'Rune Osterby' }) }))
    expect((await followed).status()).toBe(200)
    await page.getByRole('button', { name: t('profile.unfollow', { name: 'Rune Osterby' }) }).waitFor()
    await page.goto('/home?view=discover')
    await page.getByText('The winter kiln').first().waitFor()
    await page
      .getByText(t('post.buy.from', { price: '$5.96' }))
      .first()
      .waitFor()
    expect(await page.getByRole('feed').getByText('Rune Osterby').count()).toBe(0)
    await look(page, 'for-you')
    await page.context().close()
  })
})

it('shows why a creator is suggested as large before the scripts as after them', async () => {
  const fan = await buildUser(site.ctx)
  const context = await browser.newContext({ viewport: desk, baseURL: site.url, javaScriptEnabled: false })
  await context.addCookies([{ name: 'token', value: fan.token, url: site.url }])
  const page = await context.newPage()
  await page.goto('/home?view=discover')
  const why = page
    .getByRole('complementary')
    .getByRole('link', { name: t('reasons.new_this_week') })
    .first()
  await why.waitFor()
  expect((await why.boundingBox())?.height).toBeGreaterThanOrEqual(24)
  if (shots) await page.screenshot({ path: `${shots}/before-scripts.png` })
  await context.close()
})

describe('finding creators without scripts', () => {
  it('filters by a plain form: chips, and two fields for the price', async () => {
    const context = await browser.newContext({ viewport: phone, baseURL: site.url, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/explore')
    await page.locator('.filters > summary').click()
    const sheet = page.getByRole('form', { name: t('explore.filters') })
    await sheet
      .locator('label')
      .filter({ hasText: t('explore.publishes.videos') })
      .click()
    await sheet.getByRole('textbox', { name: t('explore.priceFrom') }).fill('6')
    await sheet.getByRole('textbox', { name: t('explore.priceTo') }).fill('8')
    await sheet.getByRole('button', { name: t('explore.show', { count: 6 }) }).click()
    await page.waitForURL('**/explore?**publishes=videos**')
    expect(await page.getByRole('article').allInnerTexts()).toEqual([expect.stringContaining('Marisol Quay')])
    await context.close()
  })
})
