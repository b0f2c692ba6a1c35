import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { liveVideoFlags } from '../chromium.ts'
import { addCreator, addFans, addStaff, narrowPhone, sideways, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { frames, seesMore } from './moving-picture.ts'
import { desk, oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// Staff see a room that runs, look into it unseen and end it with a reason; its creator reads why. A creator stops everything at once by themselves.

const t = texts('en-US')
const title = 'Centring clay'
// Shown as it was written.
const reason = 'It shows <b>somebody else’s</b> home.'
let stage: Stage
let creator: Page
let fan: Page
let staff: Page

beforeAll(async () => {
  stage = await openStage({ browserFlags: liveVideoFlags })
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, valloy, 'maralindt')
  await addFans(stage, 2_000, 'Jamie Rowe')
  creator = await signedIn(stage, valloy.username)
  fan = await signedIn(stage, 'jamierowe')
  staff = await signedIn(stage, 'maralindt')
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
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
const press = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
const isSaid = (state: string) =>
  creator
    .getByRole('status')
    .filter({ hasText: t(`liveStudio.stateText.${state}`) })
    .waitFor()
const goLive = async () => {
  await creator.goto('/creator/live')
  const turnOn = creator.getByRole('button', { name: t('liveStudio.setup.turnOn'), exact: true })
  const goLiveButton = creator.getByRole('button', { name: t('liveStudio.start.goLive'), exact: true })
  await turnOn
    .or(goLiveButton.and(creator.locator(':enabled')))
    .first()
    .waitFor()
  if (await turnOn.isVisible()) await turnOn.click()
  await creator.getByLabel(t('liveStudio.info.title')).fill(title)
  await goLiveButton.click()
  await isSaid('live')
}
const tile = () => staff.getByRole('listitem').filter({ hasText: valloy.name })
const open = () => staff.getByRole('button', { name: t('wall.openOf', { name: valloy.name }) })

describe('the wall of live rooms', () => {
  oneStory()

  it('is empty while nobody is live', async () => {
    await staff.goto('/admin/live')
    await staff.getByText(t('wall.none')).waitFor()
    await look(staff, 'wall-empty')
  })

  it('shows a still of a room that runs, by itself', async () => {
    await goLive()
    await fan.goto(`/${valloy.username}/live`)
    await seesMore(fan)
    const still = tile().getByRole('img', { name: t('wall.stillOf', { name: valloy.name }) })
    await still.waitFor({ timeout: 40_000 })
    await expect.poll(() => still.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    await tile().getByText(title).waitFor()
    await look(staff, 'wall')
  })

  it('lets staff watch without being counted', async () => {
    await open().click()
    await press(staff, 'wall.watch')
    await seesMore(staff)
    await staff.getByRole('dialog').getByText(t('wall.pictures')).waitFor()
    await look(staff, 'room')
    const { data } = (await (await staff.request.get('/api/admin/live')).json()) as { data: { viewers: number }[] }
    expect(data.map(({ viewers }) => viewers)).toEqual([1])
  })

  it('ends it with a reason: the fan’s video is gone, and the creator reads why', async () => {
    const dialog = staff.getByRole('dialog')
    await dialog.getByLabel(t('wall.reason')).fill(reason)
    await dialog.getByLabel(t('wall.afterwards')).selectOption('day')
    await dialog.getByRole('button', { name: t('wall.stop') }).click()
    await fan
      .getByText(t('live.notLive', { name: valloy.name }))
      .or(fan.getByText(t('live.ended', { name: valloy.name })))
      .first()
      .waitFor()
    await creator.getByText(reason).waitFor()
    await look(creator, 'creator-reads')
    await staff.getByRole('heading', { name: t('wall.suspended') }).waitFor()
    await look(staff, 'suspended')
    const refused = await creator.request.post('/api/streaming/live', {
      data: {},
      headers: { origin: stage.copy.url },
    })
    expect(((await refused.json()) as { code: string }).code).toBe('LIVE_SUSPENDED')
  })

  it('allows them again', async () => {
    await press(staff, 'wall.lift')
    const dialog = staff.getByRole('dialog')
    await dialog.getByLabel(t('people.why')).fill('We have talked about it.')
    await dialog.getByRole('button', { name: t('wall.lift') }).click()
    await staff.getByRole('heading', { name: t('wall.suspended') }).waitFor({ state: 'detached' })
  })
})

describe('a creator stops everything at once', () => {
  oneStory()

  it('by a key, also while no server answers: camera and microphone end before anything is asked', async () => {
    await goLive()
    await look(creator, 'on-air')
    await fan.goto(`/${valloy.username}/live`)
    await seesMore(fan)
    await creator.evaluate(() => {
      const ended: string[] = []
      Object.assign(window, { ended })
      const stop = MediaStreamTrack.prototype.stop
      MediaStreamTrack.prototype.stop = function (this: MediaStreamTrack) {
        ended.push(this.kind)
        stop.call(this)
      }
      const { fetch } = window
      window.fetch = (...args) => {
        ended.push('fetch')
        return fetch(...args)
      }
    })
    await creator.route('**/api/streaming/live/*', (route) => route.abort())
    await creator.keyboard.press('F9')
    await creator.getByRole('heading', { name: t('liveStudio.stopped.title') }).waitFor()
    const order = await creator.evaluate(() => (window as unknown as { ended: string[] }).ended)
    expect(order.slice(0, 2).toSorted()).toEqual(['audio', 'video'])
    await creator.getByText(t('liveStudio.stopped.notTold')).waitFor()
    await look(creator, 'stopped')
    await expect
      .poll(async () => {
        const before = await frames(fan)
        await new Promise((done) => setTimeout(done, 500))
        return (await frames(fan)) - before
      })
      .toBe(0)
    await creator.unroute('**/api/streaming/live/*')
    await creator.getByText(t('liveStudio.stopped.waits')).waitFor()
  })

  it('and goes on, or ends it', async () => {
    await press(creator, 'liveStudio.summary.again')
    await isSaid('live')
    await creator.getByRole('button', { name: t('liveStudio.stopNow') }).click()
    await creator.getByText(t('liveStudio.stopped.waits')).waitFor()
    await press(creator, 'liveStudio.bar.end')
    await creator.getByRole('heading', { name: t('liveStudio.summary.title') }).waitFor()
  })
})
