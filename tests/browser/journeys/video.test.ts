import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '@fanlight/server/platform/config'
import { type Context, openContext } from '@fanlight/server/platform/context'
import { loadSecret } from '@fanlight/server/platform/keys'
import { type Built, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { hasVideoEngine } from '@fanlight/server/testing/clip'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeBrowser, launchChromium } from '../chromium.ts'
import { type Copy, startCopy } from '../copy.ts'
import { makeLongVideo, makeAudio } from '../material.ts'
import { chooseAudience } from './editor-steps.ts'
import { oneStory } from './stage.ts'

// A video of five minutes and an audio file, from the creator's upload to a fan's desk and a fan's phone: it plays, seeks, changes its
// quality, survives a long pause, and obeys the keyboard.

const devices: Record<string, BrowserContextOptions> = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
}
const hasEngine = await hasVideoEngine()
const images = fileURLToPath(new URL('../../../.tools/journey/', import.meta.url))

let copy: Copy
let browser: Browser
let ctx: Context
let folder: string
let creator: Built
let fan: Built
/** Five minutes of video in every quality, on a machine that does other work. */
const qualitiesMsMax = 360_000
const faults: string[] = []
const posts: Record<'video' | 'audio', string> = { video: '', audio: '' }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fanlight-video-'))
  copy = await startCopy()
  browser = await launchChromium()
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'error', DATABASE_POOL: '2' }, [])
  ctx = await openContext(config, copy.databaseUrl, await loadSecret(config))
  creator = await buildPerformer(ctx, { name: 'Ines Valloy', username: 'valloyclay' })
  fan = await buildUser(ctx, { name: 'Jamie Rowe', username: 'jamierowe' })
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
      pages.map((page, at) => page.screenshot({ path: join(images, `video-${at}.png`) }).catch(() => {})),
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

/** Presses play once the page listens. */
async function start(page: Page, title: string, kind: 'video' | 'audio'): Promise<void> {
  const button = page.getByRole('button', { name: `Play ${title}` })
  await button.waitFor()
  await page.waitForLoadState('networkidle')
  await button.click()
  if (kind === 'video') await page.locator('video').waitFor()
}

describe.skipIf(!hasEngine)('a video and an audio file', () => {
  oneStory()
  it('the creator publishes a video of five minutes and an audio file', async () => {
    const page = await pageOf(creator, devices['desk']!)
    const publish = async (title: string, path: string) => {
      await page.goto('/creator/posts/new')
      await page.getByRole('textbox', { name: /^Title/ }).fill(title)
      await page.getByRole('textbox', { name: /^Post text/ }).fill('One take.')
      await chooseAudience(page, 'Everyone')
      await page.locator('input[type=file][multiple]').setInputFiles(path)
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.waitForURL('**/creator/posts', { timeout: 60_000 })
    }
    await publish('Five minutes of clay', await makeLongVideo(folder, 'clay'))
    await publish('Rain on the kiln roof', await makeAudio(folder, 'rain', 40))
    const published = async () =>
      (
        (await (await page.request.get('/api/performer/feeds')).json()) as {
          data: { _id: string; title: string; status: string }[]
        }
      ).data
    await expect
      .poll(async () => (await published()).map((entry) => entry.status), { timeout: 120_000, interval: 1000 })
      .toEqual(['published', 'published'])
    for (const { _id, title } of await published()) posts[title.startsWith('Five') ? 'video' : 'audio'] = _id
    await page.context().close()
  })

  for (const [name, device] of Object.entries(devices)) {
    const at = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
    const openVideo = async () => {
      const page = await pageOf(fan, device)
      await page.goto(`/post/${posts.video}`)
      await start(page, 'Five minutes of clay', 'video')
      await expect.poll(() => at(page)).toBeGreaterThan(0.4)
      return page
    }
    const wake = async (page: Page) => {
      const box = (await page.locator('video').boundingBox())!
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3)
      await page.mouse.move(box.x + box.width / 2 + 4, box.y + box.height / 3)
    }

    it(
      `plays at the ${name}, and changes its quality for good`,
      async () => {
        // The other qualities come after the first, which was the upload itself.
        const master = async () => {
          const reply = await (await page.request.get(`/api/user/feeds/${posts.video}`)).json()
          const { base, hls } = (reply as { data: { files: { base: string; hls: string }[] } }).data.files[0]!
          return (await page.request.get(base + hls)).text()
        }
        let page = await pageOf(fan, device)
        await expect.poll(master, { timeout: qualitiesMsMax, interval: 2000 }).toContain('RESOLUTION=640x360')
        await page.context().close()
        page = await openVideo()
        const choose = async (quality: RegExp) => {
          await wake(page)
          await page.getByRole('button', { name: 'Quality and speed' }).click()
          await page.getByRole('menuitemradio', { name: quality }).click()
        }
        const lines = () => page.evaluate(() => document.querySelector('video')?.videoHeight)
        await choose(/^240p/)
        await expect.poll(lines, { timeout: 120_000 }).toBe(240)
        await choose(/^720p/)
        await expect.poll(lines, { timeout: 120_000 }).toBe(720)
        await page.reload()
        await start(page, 'Five minutes of clay', 'video')
        await expect.poll(lines, { timeout: 120_000 }).toBe(720)
        await choose(/^Auto/)
        await page.context().close()
      },
      qualitiesMsMax + 180_000,
    )

    it(`seeks into its fourth minute at the ${name}, and goes on after a long pause`, async () => {
      const page = await openVideo()
      await wake(page)
      const slider = page.getByRole('slider', { name: 'Seek' })
      const box = (await slider.boundingBox())!
      await page.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2)
      await expect.poll(() => at(page), { timeout: 120_000 }).toBeGreaterThan(222)
      await page.evaluate(() => document.querySelector('video')?.pause())
      // Ten minutes later by the browser's clock: every address it knows may have run out.
      await page.evaluate(() => {
        const now = Date.now.bind(Date)
        Date.now = () => now() + 600_000
      })
      const renewed = page.waitForRequest((request) => request.url().endsWith(`/api/user/feeds/${posts.video}`))
      // And one is refused that looked young.
      let refused = 0
      await page.route(/\/s\d{5}\.m4s$/, (route) =>
        refused++ === 0 ? route.fulfill({ status: 404 }) : route.continue(),
      )
      await page.evaluate(() => {
        const video = document.querySelector('video')!
        video.currentTime = 121
        void video.play()
      })
      await renewed
      await expect.poll(async () => Math.abs((await at(page)) - 126)).toBeLessThan(4)
      await expect.poll(() => refused).toBeGreaterThan(1)
      await page.context().close()
    })
  }

  it('obeys the keyboard', async () => {
    const page = await pageOf(fan, devices['desk']!)
    await page.goto(`/post/${posts.video}`)
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Play Five minutes of clay' }).press('Enter')
    const state = () =>
      page.evaluate(() => {
        const video = document.querySelector('video')
        return {
          at: video?.currentTime ?? 0,
          isPaused: video?.paused,
          isMuted: video?.muted,
          isFull: document.fullscreenElement !== null,
        }
      })
    await expect.poll(async () => (await state()).at).toBeGreaterThan(0.2)
    await page.keyboard.press('Space')
    await expect.poll(async () => (await state()).isPaused).toBe(true)
    const before = (await state()).at
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await state()).at).toBeCloseTo(before + 5, 0)
    await page.keyboard.press('m')
    await page.keyboard.press('f')
    await expect.poll(state).toMatchObject({ isMuted: true, isFull: true })
    await page.keyboard.press('f')
    await page.keyboard.press('Space')
    await expect.poll(state).toMatchObject({ isPaused: false, isFull: false })
    await page.context().close()
  })

  it.each(Object.entries(devices))(
    'plays the audio at the %s, from any point of its waveform that is clicked',
    async (_name, device) => {
      const page = await pageOf(fan, device)
      await page.goto(`/post/${posts.audio}`)
      await expect
        .poll(async () => Number(await page.locator('article svg[data-waves]').getAttribute('data-waves')))
        .toBeGreaterThan(40)
      const playedSeconds = () => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0)
      await start(page, 'Rain on the kiln roof', 'audio')
      await expect.poll(playedSeconds).toBeGreaterThan(0.3)
      const slider = page.getByRole('slider', { name: 'Seek' })
      const box = (await slider.boundingBox())!
      await page.mouse.click(box.x + box.width * 0.8, box.y + box.height / 2)
      await expect.poll(playedSeconds).toBeGreaterThan(30)
      await page.getByRole('button', { name: 'Pause' }).click()
      await page.context().close()
    },
  )

  it('threw no error on any page', () => expect(faults).toEqual([]))
})
