import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasLiveKitServer, startLiveKitServer } from '../../live/livekit-server.ts'
import { barriers } from '../axe.ts'
import { liveVideoFlags } from '../chromium.ts'
import { addCreator, addFans, addStaff, narrowPhone, sideways, signedIn, valloy } from './creator-steps.ts'
import { balance } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { frames, seesMore } from './moving-picture.ts'
import { desk, oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// The live room of a site whose rooms a LiveKit server keeps: a creator goes live, fans see, hear and tip, one pays for a private show, one is removed.

const t = texts('en-US')
const room = `/${valloy.username}/live`
const [tokens, price] = [2_000, 60]
const shots = process.env['JOURNEY_SHOTS']

const button = (page: Page, key: string, values = {}) =>
  page
    .getByRole('button', { name: t(key, values) })
    .filter({ visible: true })
    .first()
const seesNoMore = (page: Page) =>
  expect
    .poll(async () => {
      const before = await frames(page)
      await page.waitForTimeout(1_000)
      return (await frames(page)) - before
    })
    .toBeLessThan(5)
const state = (page: Page, key: string) =>
  page
    .getByRole('status')
    .filter({ hasText: t(`liveStudio.stateText.${key}`) })
    .waitFor()
/** How loud the loudest sample was, for as long as the camera of a test beeps once or twice. */
const loudest = (page: Page) =>
  page.evaluate(async () => {
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(document.querySelector('video')?.srcObject as MediaStream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let most = 0
    for (let tries = 0; tries < 150 && most < 0.01; tries++) {
      await new Promise((done) => setTimeout(done, 20))
      analyser.getFloatTimeDomainData(samples)
      most = Math.max(most, ...samples.map(Math.abs))
    }
    await context.close()
    return most
  })
interface Paid {
  counted: number
  cost: number
}
const newest = async (page: Page): Promise<Paid> => {
  const { data } = (await (await page.request.get('/api/streaming/private-requests')).json()) as { data: Paid[] }
  return data[0]!
}

describe.skipIf(!hasLiveKitServer)('a live room on a LiveKit server', () => {
  oneStory()
  let liveKit: Awaited<ReturnType<typeof startLiveKitServer>>
  let stage: Stage
  let creator: Page
  let fan: Page
  let other: Page

  beforeAll(async () => {
    liveKit = await startLiveKitServer()
    stage = await openStage({ env: liveKit.env, browserFlags: liveVideoFlags })
    await addStaff(stage, 'Mara Lindt')
    await addCreator(stage, valloy, 'maralindt')
    await addFans(stage, tokens, 'Jamie Rowe', 'Robin Vale')
    creator = await signedIn(stage, valloy.username)
    fan = await signedIn(stage, 'jamierowe')
    other = await signedIn(stage, 'robinvale')
  }, 180_000)
  afterAll(async () => {
    await stage?.close()
    await liveKit?.stop()
  })
  photographFailures(() => stage)

  /** Nothing keeps people out, on a phone and on a desktop, in both themes. */
  const look = async (page: Page, name: string) => {
    const before = page.viewportSize() ?? desk
    for (const viewport of [narrowPhone, desk]) {
      await page.setViewportSize(viewport)
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        expect(await barriers(page)).toEqual([])
        expect(await sideways(page)).toBe(0)
        if (!shots) continue
        mkdirSync(shots, { recursive: true })
        await page.screenshot({ path: `${shots}/${name}-${viewport.width}-${theme}.png` })
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(before)
  }

  it('is opened by its creator, who reads that nothing is recorded and is offered no other program', async () => {
    await creator.goto('/creator/live?from=program')
    await creator.getByText(t('replay.never')).waitFor()
    expect(await creator.getByText(t('liveStudio.obs.program')).count()).toBe(0)
    expect(await creator.getByText(t('replay.record'), { exact: true }).count()).toBe(0)
    await creator.getByText(t('liveStudio.checks.server.good')).waitFor()
    await look(creator, 'setup')
    await button(creator, 'liveStudio.setup.turnOn').click()
    await button(creator, 'liveStudio.start.goLive').click()
    await state(creator, 'live')
    await creator.getByText(t('replay.off'), { exact: true }).waitFor()
  })

  it('shows fans moving pictures, and they hear it', async () => {
    for (const page of [fan, other]) {
      await page.goto(room)
      await seesMore(page)
    }
    expect(await loudest(fan)).toBeGreaterThanOrEqual(0.01)
    await creator.getByText(t('liveStudio.bar.watching', { peak: '2' })).waitFor()
    await state(creator, 'live')
    await look(creator, 'live')
  })

  it('takes tips', async () => {
    await fan.getByRole('button', { name: t('live.tipTokens', { tokens: t.tokens(500) }) }).click()
    const sheet = fan.getByRole('dialog')
    await sheet.getByLabel(t('post.tip.note')).fill('The tall vase, please')
    await sheet.getByRole('button', { name: t('post.tip.action', { tokens: t.tokens(500) }) }).click()
    for (const page of [other, creator]) await page.getByRole('log').getByText('The tall vase, please').waitFor()
    expect(await balance(fan)).toBe(tokens - 500)
  })

  it('is left for a private show, which its fan alone sees and pays by the second', async () => {
    await button(creator, 'liveStudio.show.set').click()
    const dialog = creator.getByRole('dialog')
    await dialog.getByLabel(t('liveStudio.show.tokens')).fill(String(price))
    await dialog.getByRole('button', { name: t('liveStudio.show.save') }).click()
    await dialog.waitFor({ state: 'detached' })
    await button(fan, 'live.show').click()
    const asking = { name: valloy.name, tokens: String(price * 3) }
    await fan
      .getByRole('dialog')
      .getByRole('button', { name: t('live.show.askFor', asking) })
      .click()
    const began = Date.now()
    const requests = creator.getByRole('region', { name: t('liveStudio.show.requests') })
    await requests.getByRole('button', { name: t('liveStudio.show.accept') }).click()
    await state(creator, 'show')
    await seesMore(fan)
    await seesNoMore(other)
    await expect.poll(async () => (await newest(fan)).counted, { timeout: 40_000 }).toBeGreaterThan(4)
    await button(fan, 'live.show.end').click()
    const ending = fan.getByRole('dialog')
    await ending.getByRole('button', { name: t('live.show.end') }).click()
    await ending.getByText(t('live.show.endedBy.you')).waitFor()
    const { cost, counted } = await newest(fan)
    expect(cost).toBe(counted)
    expect(counted).toBeLessThanOrEqual((Date.now() - began) / 1_000)
    expect(await balance(fan)).toBeCloseTo(tokens - 500 - cost, 2)
    await button(creator, 'liveStudio.show.done').click()
    await button(fan, 'live.show.back').click()
    for (const page of [fan, other]) await seesMore(page)
  })

  it('ends for a fan who is blocked, and not for the others', async () => {
    const { data } = (await (await other.request.get('/api/users/me')).json()) as { data: { _id: string } }
    const blocked = await creator.request.post('/api/block/users', {
      headers: { origin: stage.copy.url },
      data: { userId: data._id },
    })
    expect(blocked.status()).toBe(200)
    await seesNoMore(other)
    await seesMore(fan)
  })

  it('goes on by itself after the LiveKit connection of a fan and of the creator was lost', async () => {
    await fan.context().setOffline(true)
    await fan.waitForTimeout(500)
    await fan.context().setOffline(false)
    await seesMore(fan)
    await creator.reload()
    await button(creator, 'liveStudio.setup.turnOn').or(button(creator, 'liveStudio.start.goOn')).first().waitFor()
    if (await button(creator, 'liveStudio.setup.turnOn').isVisible())
      await button(creator, 'liveStudio.setup.turnOn').click()
    await button(creator, 'liveStudio.start.goOn').click()
    await state(creator, 'live')
    await seesMore(fan)
  })

  it('ends with its stream', async () => {
    await button(creator, 'liveStudio.bar.end').click()
    await creator
      .getByRole('dialog')
      .getByRole('button', { name: t('liveStudio.bar.end') })
      .click()
    await seesNoMore(fan)
    expect(stage.faults).toEqual([])
  })
})
