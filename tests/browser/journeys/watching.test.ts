import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '@fanlight/server/platform/config'
import { type Context, openContext } from '@fanlight/server/platform/context'
import { loadSecret } from '@fanlight/server/platform/keys'
import { buildFan, buildPlan } from '@fanlight/server/modules/money/wallet/testing'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import { hasVideoEngine } from '@fanlight/server/testing/clip'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeBrowser, launchChromium } from '../chromium.ts'
import { type Copy, startCopy } from '../copy.ts'
import { makeVideo } from '../material.ts'
import { press } from './fan-steps.ts'
import { oneStory } from './stage.ts'

// A locked video: its preview, its one card, and after buying the whole of it with captions, chapters, and what follows.
// JOURNEY_SHOTS is a folder for pictures of the screens.

const devices: Record<string, BrowserContextOptions> = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}
const hasEngine = await hasVideoEngine()
const images = fileURLToPath(new URL('../../../.tools/journey/', import.meta.url))
const shots = process.env['JOURNEY_SHOTS']
const captions = 'WEBVTT\n\n00:00.000 --> 00:30.000\nKeep the outside hand still. The inside hand does the lifting.\n'
const title = 'Throwing the tall bottle'

let copy: Copy
let browser: Browser
let ctx: Context
let folder: string
let creator: Built
const fans: Record<string, Built> = {}
const ids: Record<'sold' | 'open', string> = { sold: '', open: '' }
const faults: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fanlight-watching-'))
  copy = await startCopy()
  browser = await launchChromium()
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'error', DATABASE_POOL: '2' }, [])
  ctx = await openContext(config, copy.databaseUrl, await loadSecret(config))
  creator = await buildPerformer(ctx, { name: 'Ines Valloy', username: 'valloyclay' })
  await buildPlan(ctx, creator, { price: 599n })
  fans['desk'] = await buildFan(ctx, 1284, { name: 'Tess Arden', username: 'tessarden' })
  fans['phone'] = await buildFan(ctx, 1284, { name: 'Jamie Rowe', username: 'jamierowe' })
  if (shots) mkdirSync(shots, { recursive: true })
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
      pages.map((page, at) => page.screenshot({ path: join(images, `watching-${at}.png`) }).catch(() => {})),
    )
  })
})

async function pageOf(who: Built | null, device: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...device, baseURL: copy.url, locale: 'en-US' })
  if (who) await context.addCookies([{ name: 'token', value: who.token, url: copy.url }])
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
  return page
}
const picture = async (page: Page, name: string) => {
  if (!shots) return
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: join(shots, `${name}-dark.png`), fullPage: true })
  await page.emulateMedia({ colorScheme: 'light' })
}

async function asCreator(method: string, path: string, body: FormData | object): Promise<Record<string, unknown>> {
  const isForm = body instanceof FormData
  const reply = await fetch(`${copy.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${creator.token}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  const text = await reply.text()
  expect(reply.ok, text).toBe(true)
  return (JSON.parse(text) as { data: Record<string, unknown> }).data
}
interface Saved {
  _id: string
  files: { _id: string }[]
}
async function publish(fields: Record<string, string>, files: Record<string, string>): Promise<Saved> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, path] of Object.entries(files)) form.set(name, new Blob([readFileSync(path)]), `${name}.mp4`)
  const saved = (await asCreator('POST', '/performer/performer-assets/videos/upload', form)) as unknown as Saved
  const status = async () => {
    const reply = await fetch(`${copy.url}/api/performer/performer-assets/videos/${saved._id}/view`, {
      headers: { authorization: `Bearer ${creator.token}` },
    })
    return ((await reply.json()) as { data: { status: string } }).data.status
  }
  await expect.poll(status, { timeout: 120_000, interval: 1000 }).toBe('published')
  return saved
}

const at = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
/** How fast the video goes on. */
const playAt = (page: Page, rate: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, to) => void (video.playbackRate = to), rate)

describe.skipIf(!hasEngine)('watching a video', () => {
  oneStory()

  it('the creator has a video for sale with a preview, captions and chapters, and an open one', async () => {
    const [whole, preview] = [await makeVideo(folder, 'bottle', 20), await makeVideo(folder, 'preview', 4)]
    const open = await publish(
      { title: 'Why glaze crawls', gate: JSON.stringify({ type: 'public' }) },
      { video: whole },
    )
    const sold = await publish(
      {
        title,
        text: 'The whole bottle in one take, from two kilos of stoneware to the trimmed lip.',
        gate: JSON.stringify({ type: 'paid', price: 90, freeForSubscribers: true }),
        tags: 'clay',
        chapters: JSON.stringify([
          { at: 0, title: 'Wedging and centring' },
          { at: 6, title: 'Opening the base' },
          { at: 13, title: 'First pull' },
        ]),
      },
      { video: whole, teaser: preview },
    )
    await asCreator('PUT', `/files/${sold.files[0]!._id}/captions/en-US`, { label: 'English', vtt: captions })
    await asCreator('POST', '/comments', { itemId: sold._id, text: 'I nearly cut 0:07. Glad I didn’t.' })
    ids.sold = sold._id
    ids.open = open._id
  }, 240_000)

  it('the creator finds the chapters in the editor, which says what is wrong with them', async () => {
    const page = await pageOf(creator, devices['phone']!)
    await page.goto(`/creator/videos/${ids.sold}`)
    await page.waitForLoadState('networkidle')
    await press(page, page.locator('summary', { hasText: 'Chapters' }))
    const times = page.getByRole('textbox', { name: 'Starts at' })
    await expect.poll(() => times.count()).toBe(3)
    expect(await times.nth(2).inputValue()).toBe('0:13')
    const wrong = page.getByText('Start chapters at 0:00', { exact: false }).first()
    await times.nth(1).fill('0:01')
    await wrong.waitFor()
    await picture(page, 'editor-phone')
    await times.nth(1).fill('0:06')
    await wrong.waitFor({ state: 'detached' })
    await page.getByRole('switch', { name: 'People who bought it may download it' }).waitFor()
    await page.context().close()
  })

  it('a visitor sees the same card and logs in to buy', async () => {
    const page = await pageOf(null, devices['desk']!)
    await page.goto(`/video/${ids.sold}`)
    const card = page.getByRole('region', { name: 'Watch the whole video' })
    const link = card.getByRole('link', { name: /^Unlock for/ })
    expect(await link.getAttribute('href')).toBe(`/auth/login?redirect=${encodeURIComponent(`/video/${ids.sold}`)}`)
    await page.context().close()
  })

  for (const [name, device] of Object.entries(devices)) {
    it(`a fan at the ${name} watches the preview, buys the video once, and watches all of it`, async () => {
      const page = await pageOf(fans[name]!, device)
      await page.goto(`/video/${ids.sold}`)
      const card = page.getByRole('region', { name: 'Watch the whole video' })
      for (const line of ['0:20, up to 720p', '3 chapters', 'Captions in 1 language', 'Yours to keep, with download'])
        await card.getByText(line).waitFor()
      await card.getByText('Balance after: 1,194 tokens').waitFor()
      await card.getByText('Included with Plan').waitFor()
      expect(await page.getByRole('heading', { name: title }).count()).toBe(1)
      expect(await page.getByText(/^Preview 0:04 of 0:20$/).count()).toBe(1)
      await page.getByText('I nearly cut').waitFor()
      await page.getByText('Unlock the video to comment.').waitFor()
      await page.waitForLoadState('networkidle')
      await picture(page, `locked-${name}`)

      await press(page, page.getByRole('button', { name: `Play ${title}` }))
      await page.getByText('That was the preview').waitFor()
      await picture(page, `ended-${name}`)
      await press(page, card.getByRole('button', { name: /^Unlock for/ }))
      await press(page, page.getByRole('dialog').getByRole('button', { name: 'Unlock for 90 tokens' }))

      const play = page.getByRole('button', { name: `Play ${title}` })
      await play.waitFor()
      await page.getByText('In your library').waitFor()
      await page.getByRole('button', { name: 'Download' }).waitFor()
      expect(await card.count()).toBe(0)
      expect(await page.getByRole('heading', { name: title }).count()).toBe(1)
      await page.waitForLoadState('networkidle')
      await press(page, play)
      await expect.poll(() => at(page)).toBeGreaterThan(0.3)
      // Its twenty seconds would be over before a busy machine has taken all these steps.
      await playAt(page, 0.2)
      await page.getByRole('button', { name: 'Turn on captions' }).click()
      const box = page.locator('[data-captions]')
      await box.waitFor()
      const bar = page.locator('[data-player-bar]').getByRole('slider', { name: 'Seek' })
      const rectangles = async () => [(await box.boundingBox())!, (await bar.boundingBox())!] as const
      await expect
        .poll(async () => {
          const [said, seek] = await rectangles()
          return said.y + said.height <= seek.y
        })
        .toBe(true)
      await picture(page, `playing-${name}`)
      // The menu stays within the player, and a browser that refuses the full screen is no error.
      await press(page, page.getByRole('button', { name: 'Quality and speed' }))
      const menu = (await page.getByRole('menu', { name: 'Quality and speed' }).boundingBox())!
      expect(menu.x).toBeGreaterThanOrEqual(0)
      expect(menu.x + menu.width).toBeLessThanOrEqual(device.viewport!.width)
      if (shots) await page.screenshot({ path: join(shots, `menu-${name}.png`) })
      await page.keyboard.press('Escape')
      await page.evaluate(() => {
        Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Not allowed'))
      })
      await press(page, page.getByRole('button', { name: 'Full screen' }))

      await press(page, page.getByRole('button', { name: 'First pull' }))
      await expect.poll(() => at(page)).toBeGreaterThanOrEqual(13)
      await press(page, page.getByRole('button', { name: '0:07', exact: true }))
      await expect.poll(() => at(page)).toBeLessThan(12)
      await press(page, page.getByRole('button', { name: 'Add the time' }))
      expect(await page.getByRole('textbox', { name: 'Write a comment' }).inputValue()).toMatch(/^0:\d\d $/)

      await playAt(page, 1)
      await press(page, page.getByRole('button', { name: 'First pull' }))
      await page.getByRole('timer').waitFor()
      await picture(page, `next-${name}`)
      await press(page, page.getByRole('button', { name: 'Cancel' }))
      await page.getByRole('timer').waitFor({ state: 'detached' })
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(width).toBeLessThanOrEqual(0)
      await page.context().close()
    }, 240_000)
  }

  it('where the fan stopped is kept for another device', async () => {
    const page = await pageOf(fans['desk']!, devices['desk']!)
    const put = page.waitForResponse((reply) => reply.url().endsWith('/position') && reply.request().method() === 'PUT')
    await page.goto(`/video/${ids.sold}`)
    await page.waitForLoadState('networkidle')
    await press(
      page,
      page
        .getByRole('button', { name: /^Opening the base/ })
        .or(page.getByText('Opening the base'))
        .first(),
    )
    await expect.poll(() => at(page)).toBeGreaterThan(7)
    await page.keyboard.press('k')
    expect((await put).status()).toBe(200)
    await page.context().close()
    const other = await pageOf(fans['desk']!, devices['phone']!)
    await other.goto(`/video/${ids.sold}`)
    await other.waitForLoadState('networkidle')
    await press(other, other.getByRole('button', { name: `Play ${title}` }))
    await expect.poll(() => at(other)).toBeGreaterThan(6)
    await other.context().close()
  }, 120_000)

  it('no page had an error', () => expect(faults).toEqual([]))
})
