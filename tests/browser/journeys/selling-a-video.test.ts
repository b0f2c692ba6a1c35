import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '@fanlight/server/platform/config'
import { type Context, openContext } from '@fanlight/server/platform/context'
import { loadSecret } from '@fanlight/server/platform/keys'
import { buildFan } from '@fanlight/server/modules/money/wallet/testing'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import { hasVideoEngine } from '@fanlight/server/testing/clip'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeBrowser, launchChromium } from '../chromium.ts'
import { type Copy, startCopy } from '../copy.ts'
import { makeVideo } from '../material.ts'
import { chooseAudience } from './editor-steps.ts'
import { press } from './fan-steps.ts'
import { oneStory } from './stage.ts'

// A creator uploads a video, chooses a frame of it as its thumbnail, adds captions, sets a price and publishes it. Two fans, one on a
// phone and one on a desktop, unlock it and watch ten seconds of it with captions, and their views are counted.

const desk: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }
const phone: BrowserContextOptions = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
const hasEngine = await hasVideoEngine()
const images = fileURLToPath(new URL('../../../.tools/journey/', import.meta.url))
const captions = 'WEBVTT\n\n00:00.000 --> 00:30.000\nKeep the outside hand still.\n'

let copy: Copy
let browser: Browser
let ctx: Context
let folder: string
let creator: Built
let fans: { built: Built; device: BrowserContextOptions }[]
let videoId = ''
const faults: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fanlight-selling-'))
  copy = await startCopy()
  browser = await launchChromium()
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'error', DATABASE_POOL: '2' }, [])
  ctx = await openContext(config, copy.databaseUrl, await loadSecret(config))
  creator = await buildPerformer(ctx, { name: 'Ines Valloy', username: 'valloyclay' })
  fans = [
    { built: await buildFan(ctx, 100, { name: 'Jamie Rowe', username: 'jamierowe' }), device: phone },
    { built: await buildFan(ctx, 100, { name: 'Tess Arden', username: 'tessarden' }), device: desk },
  ]
})
afterAll(() =>
  closeBrowser(browser, async () => {
    await ctx?.close()
    await copy?.stop()
    rmSync(folder, { recursive: true, force: true })
  }),
)
beforeEach(({ onTestFailed }) => {
  onTestFailed(async () => {
    mkdirSync(images, { recursive: true })
    const pages = browser.contexts().flatMap((context) => context.pages())
    await Promise.all(
      pages.map((page, at) => page.screenshot({ path: join(images, `selling-${at}.png`) }).catch(() => {})),
    )
  })
})

async function pageOf(who: Built, device: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...device, baseURL: copy.url, locale: 'en-US' })
  await context.addCookies([{ name: 'token', value: who.token, url: copy.url }])
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
  return page
}

interface Saved {
  _id: string
  title: string
  status: string
  stats: { views: number }
  thumbnail: { isLocked: boolean } | null
  files: { captions?: { locale: string }[] }[]
}
const saved = async (page: Page): Promise<Saved[]> =>
  ((await (await page.request.get('/api/performer/performer-assets/videos/search')).json()) as { data: Saved[] }).data

async function unlockAndWatch(fan: Built, device: BrowserContextOptions): Promise<void> {
  const page = await pageOf(fan, device)
  await page.goto(`/video/${videoId}`)
  await press(page, page.getByRole('button', { name: /^Unlock for/ }).first())
  const sheet = page.getByRole('dialog')
  await press(page, sheet.getByRole('button', { name: 'Unlock for 90 tokens' }))
  const play = page.getByRole('button', { name: 'Play Throwing the tall bottle' })
  await play.waitFor()
  await page.getByText('The whole bottle in one take.').waitFor()
  await page.waitForLoadState('networkidle')
  const counted = page.waitForResponse((reply) => reply.url().endsWith(`/videos/${videoId}/view`), {
    timeout: 90_000,
  })
  await press(page, play)
  await page.locator('video').waitFor()
  await page.getByRole('button', { name: 'Turn on captions' }).click()
  await page.locator('[data-captions]').getByText('Keep the outside hand still.').waitFor()
  expect((await counted).status()).toBe(200)
  await page.context().close()
}

describe.skipIf(!hasEngine)('selling a video', () => {
  oneStory()
  it('the creator uploads it with a frame, captions and a price, and publishes it', async () => {
    const page = await pageOf(creator, desk)
    await page.goto('/creator/videos')
    await page.getByText('No videos yet').waitFor()
    await page.getByRole('link', { name: 'New video' }).first().click()
    await page.waitForURL('**/creator/videos/new')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await makeVideo(folder, 'bottle', 14))
    await page.getByRole('textbox', { name: /^Title/ }).fill('Throwing the tall bottle')
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill('The whole bottle in one take.')
    await page.getByRole('button', { name: 'Tags' }).click()
    await page.getByRole('textbox', { name: /^Tags/ }).fill('clay wheel')
    await page.getByRole('button', { name: 'Choose a frame' }).click()
    await page.getByRole('button', { name: 'Use this frame' }).click()
    await page.getByText('cover.jpg').waitFor()
    await chooseAudience(page, 'Paid')
    await page.getByRole('textbox', { name: /^Price/ }).fill('90')
    await page.getByRole('button', { name: 'Captions' }).click()
    await page.getByLabel('Language', { exact: true }).selectOption('en-US')
    await page
      .locator('input[type=file][accept*=vtt]')
      .setInputFiles({ name: 'en.vtt', mimeType: 'text/vtt', buffer: Buffer.from(captions) })
    await page.getByRole('button', { name: 'Remove captions: American English' }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.waitForURL('**/creator/videos', { timeout: 60_000 })
    await expect
      .poll(async () => (await saved(page))[0]?.status, { timeout: 120_000, interval: 1000 })
      .toBe('published')
    const [video] = await saved(page)
    expect(video).toMatchObject({ title: 'Throwing the tall bottle', thumbnail: { isLocked: false } })
    expect(video!.files[0]!.captions).toMatchObject([{ locale: 'en-US' }])
    videoId = video!._id
    await page.context().close()
  }, 240_000)

  it('fans on a phone and on a desktop unlock it and watch ten seconds with captions, and the views are counted', async () => {
    await Promise.all(fans.map(({ built, device }) => unlockAndWatch(built, device)))
    const counter = await pageOf(creator, desk)
    await expect.poll(async () => (await saved(counter))[0]?.stats.views, { timeout: 60_000, interval: 1000 }).toBe(2)
    await counter.context().close()
  }, 240_000)

  it('no page had an error', () => expect(faults).toEqual([]))
})
