import { mkdirSync } from 'node:fs'
import { buildFeed } from '@fanlight/server/modules/content/posts/testing'
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
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

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

  it('filters, opens the sheet of filters, and says what helps where nothing is found', async () => {
    await press(page, page.getByRole('link', { name: t('explore.hasShop') }))
    await page.waitForURL('**/explore?hasShop=true')
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await press(page, page.locator('.filters > summary'))
    await page.locator('.filter-panel').getByText(t('explore.postedToday')).waitFor()
    await look(page, 'explore-filters')
    await page.goto('/explore?hasShop=true&isFree=true')
    await page.getByText(t('explore.empty')).waitFor()
    await look(page, 'explore-nothing')
    await page.goto('/explore?isFree=true')
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
  })

  it('follows from a card, and For you shows people alone whom one does not follow', async () => {
    const followed = page.waitForResponse((reply) => reply.url().includes('/api/follows/'))
    await press(page, page.getByRole('button', { name: t('profile.followName', { name: 'Rune Osterby' }) }))
    expect((await followed).status()).toBe(200)
    await page.getByRole('button', { name: t('profile.unfollow', { name: 'Rune Osterby' }) }).waitFor()
    await page.goto('/home?view=discover')
    await page.getByText('The winter kiln').first().waitFor()
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
