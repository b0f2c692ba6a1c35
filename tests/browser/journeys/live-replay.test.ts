import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { liveVideoFlags } from '../chromium.ts'
import { addCreator, addFans, addStaff, narrowPhone, sideways, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// A stream becomes a replay: its creator cuts and sells it right after the end, a fan buys and plays it, a visitor stands before the gate.

const t = texts('en-US')
let stage: Stage
let creator: Page
let fan: Page
let videoPath: string

beforeAll(async () => {
  stage = await openStage({ browserFlags: liveVideoFlags })
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, valloy, 'maralindt')
  await addFans(stage, 2000, 'Jamie Rowe')
  creator = await signedIn(stage, valloy.username)
  fan = await signedIn(stage, 'jamierowe')
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}.png` })
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const seen = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector('video')
    return {
      width: video?.videoWidth ?? 0,
      at: video?.currentTime ?? 0,
      frames: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
    }
  })

describe('the replay of a stream', () => {
  oneStory()

  it('is recorded where its creator leaves that on, which the studio says', async () => {
    await creator.goto('/creator/live')
    await button(creator, t('liveStudio.setup.turnOn')).click()
    await creator.getByLabel(t('liveStudio.info.title')).fill('Centring clay')
    expect(await creator.getByRole('switch', { name: t('replay.record') }).isChecked()).toBe(true)
    await button(creator, t('liveStudio.start.goLive')).click()
    await creator
      .getByRole('status')
      .filter({ hasText: t('liveStudio.stateText.live') })
      .waitFor()
    await creator.getByText(t('replay.on'), { exact: true }).waitFor()
    await fan.goto(`/${valloy.username}/live`)
    // Later than what is cut away.
    await fan.waitForTimeout(7_000)
    await fan.getByPlaceholder(t('live.write')).fill('Look at that wheel')
    await fan.keyboard.press('Enter')
    await creator.getByRole('log').getByText('Look at that wheel').waitFor()
    await creator.waitForTimeout(5_000)
  })

  it('waits seconds after the end for what its creator decides', async () => {
    await button(creator, t('liveStudio.bar.end')).click()
    await creator
      .getByRole('dialog')
      .getByRole('button', { name: t('liveStudio.bar.end'), exact: true })
      .click()
    await creator.getByText(t('replay.who')).waitFor()
    expect(await barriers(creator)).toEqual([])
    await shoot(creator, 'replay-end-1440')
    await creator.setViewportSize({ width: 360, height: 800 })
    expect(await sideways(creator)).toBe(0)
    await shoot(creator, 'replay-end-360')
    await creator.setViewportSize({ width: 1440, height: 900 })
    await button(creator, t('replay.trim')).click()
    await creator.getByLabel(t('replay.from')).fill('0:05')
    await shoot(creator, 'replay-trim-1440')
    await creator
      .getByRole('dialog')
      .getByRole('button', { name: t('replay.trim'), exact: true })
      .click()
    await creator.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('is still there after a reload, and is sold from there', async () => {
    await creator.reload()
    await creator.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
    await creator.getByRole('heading', { name: t('replay.waiting') }).waitFor()
    await creator.getByRole('radio', { name: t('studio.gate.paid') }).check()
    await creator.getByLabel(t('studio.editor.price')).fill('90')
    await button(creator, t('replay.publish')).click()
    const watch = creator.getByRole('link', { name: t('replay.watch') })
    await watch.waitFor()
    videoPath = (await watch.getAttribute('href'))!
  })

  it('is behind its price for a visitor, who learns what is in it', async () => {
    const visitor = await stage.browser.newPage()
    await visitor.goto(stage.copy.url + videoPath)
    await visitor.getByText(t('replay.chatIncluded')).waitFor()
    expect(await visitor.locator('video').count()).toBe(0)
    expect(await visitor.getByRole('region', { name: t('replay.chat') }).count()).toBe(0)
    expect(await barriers(visitor)).toEqual([])
    await shoot(visitor, 'replay-gate-1440')
    await visitor.setViewportSize({ width: 360, height: 800 })
    expect(await sideways(visitor)).toBe(0)
    await shoot(visitor, 'replay-gate-360')
    await visitor.close()
  })

  it('plays moving pictures to a fan who has bought it, with the chat in step', async () => {
    const video = await (await fan.request.get(`/api/performer-assets/videos/${videoPath.split('/').at(-1)}`)).json()
    const bought = await fan.request.post(`/api/wallet/charges/video/${video.data._id}`, {
      headers: { origin: stage.copy.url, 'idempotency-key': crypto.randomUUID() },
      data: { expectedPrice: 90, expectedTerms: video.data.gate.terms },
    })
    expect(bought.status(), await bought.text()).toBe(200)
    await fan.goto(videoPath)
    const chat = fan.getByRole('region', { name: t('replay.chat') })
    await chat.getByText(t('replay.inSync')).waitFor()
    await fan.getByRole('button', { name: t('replay.chapter.start') }).click()
    await expect.poll(async () => (await seen(fan)).frames).toBeGreaterThan(30)
    const before = await seen(fan)
    expect(before.width).toBeGreaterThan(0)
    await expect.poll(async () => (await seen(fan)).at).toBeGreaterThan(before.at + 1)
    expect((await seen(fan)).frames).toBeGreaterThan(before.frames)
    await chat.getByText('Look at that wheel').waitFor()
    expect(await barriers(fan)).toEqual([])
    await shoot(fan, 'replay-1440')
    await fan.setViewportSize({ width: 360, height: 800 })
    expect(await sideways(fan)).toBe(0)
    await shoot(fan, 'replay-360')
    await fan.close()
    const phone = await signedIn(stage, 'jamierowe', narrowPhone)
    await phone.goto(videoPath)
    await phone.getByRole('region', { name: t('replay.chat') }).waitFor()
    await phone.screenshot({ fullPage: true, ...(shots && { path: `${shots}/replay-360-whole.png` }) })
    await phone.close()
  })
})
