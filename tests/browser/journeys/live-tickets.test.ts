import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { liveVideoFlags } from '../chromium.ts'
import { addCreator, addFans, addStaff, inTokyo, narrowPhone, sideways, signedIn, valloy } from './creator-steps.ts'
import { press } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { seesMore } from './moving-picture.ts'
import { desk, oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// A creator sells seats of a show, opens it for those who have one, and cancels another: everyone gets back what they paid.

const t = texts('en-US')
let stage: Stage
let creator: Page
let fan: Page
let other: Page

beforeAll(async () => {
  stage = await openStage({ browserFlags: liveVideoFlags })
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, valloy, 'maralindt')
  await addFans(stage, 2000, 'Jamie Rowe', 'Tomo Sato')
  creator = await signedIn(stage, valloy.username, desk)
  fan = await signedIn(stage, 'jamierowe', narrowPhone)
  other = await signedIn(stage, 'tomosato', desk)
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
const look = async (page: Page, name: string) => {
  expect(await barriers(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}
/** On the clock of the creator's zone, as a date field has it. */
const inMinutes = (minutes: number) => {
  const at = new Date(Date.now() + minutes * 60_000)
  return at.toLocaleString('sv-SE', { timeZone: inTokyo.timezoneId }).slice(0, 16).replace(' ', 'T')
}
async function plan(title: string, startsAt: string, promisesReplay = false): Promise<string> {
  await creator.goto('/creator/shows')
  await press(creator, creator.getByRole('button', { name: t('tickets.shows.new') }).first())
  const form = creator.getByRole('dialog')
  await form.getByLabel(t('tickets.form.title')).fill(title)
  await form.getByLabel(t('tickets.form.about')).fill('Forty-four pots, one door.')
  await form.getByLabel(t('tickets.form.startsAt')).fill(startsAt)
  await form.getByLabel(t('tickets.form.price')).fill('150')
  await form.getByLabel(t('tickets.form.seats')).fill('2')
  if (promisesReplay) await form.getByRole('switch', { name: t('tickets.form.replay') }).click()
  await look(creator, 'form-1440')
  await form.getByRole('button', { name: t('tickets.form.save') }).click()
  await form.waitFor({ state: 'detached' })
  const row = creator.getByRole('listitem').filter({ hasText: title })
  return (await row.getByRole('link', { name: t('tickets.shows.page') }).getAttribute('href'))!
}
async function buy(page: Page, path: string) {
  await page.goto(path)
  await press(page, page.getByRole('button', { name: t('tickets.get') }))
  await press(
    page,
    page.getByRole('dialog').getByRole('button', { name: t('tickets.buyFor', { tokens: t.tokens(150) }) }),
  )
  await page.getByText(t('tickets.has')).waitFor()
}
const balanceOf = async (page: Page) =>
  ((await (await page.request.get('/api/users/me')).json()) as { data: { balance: number } }).data.balance

describe('a show with tickets', () => {
  oneStory()
  let show: string

  it('is planned by its creator and bought by a fan, who sees what is safe before they pay', async () => {
    await creator.goto('/creator/shows')
    await creator.getByText(t('tickets.shows.none')).waitFor()
    await look(creator, 'studio-empty-1440')
    show = await plan('The winter kiln, opened live', inMinutes(20), true)
    await look(creator, 'studio-1440')
    await fan.goto(show)
    await fan.getByText(t('tickets.subscribersFree')).waitFor({ state: 'detached' })
    await fan.getByText(t('tickets.replay')).waitFor()
    const file = fan.getByRole('link', { name: t('tickets.calendar') })
    const calendar = await (await fan.request.get((await file.getAttribute('href'))!)).text()
    expect(calendar).toContain('SUMMARY:')
    expect(calendar.replaceAll('\r\n ', '')).toContain(show)
    await look(fan, 'show-360')
    await other.goto(show)
    await look(other, 'show-1440')
    await buy(fan, show)
    await look(fan, 'bought-360')
    expect(await balanceOf(fan)).toBe(1850)
    await fan.goto('/user/purchases')
    await fan.getByRole('link', { name: /The winter kiln/ }).waitFor()
  })

  it('is returned before it begins, and bought again', async () => {
    await fan.goto(show)
    await press(fan, fan.getByRole('button', { name: t('tickets.returnAction') }))
    await press(fan, fan.getByRole('dialog').getByRole('button', { name: t('tickets.returnAction') }))
    await fan.getByRole('button', { name: t('tickets.get') }).waitFor()
    expect(await balanceOf(fan)).toBe(2000)
    await buy(fan, show)
  })

  it('opens for those who have a ticket, and others read that they need one', async () => {
    await creator.goto('/creator/shows')
    await press(creator, creator.getByRole('button', { name: t('tickets.shows.open') }))
    await creator.waitForURL('**/creator/live')
    await press(creator, creator.getByRole('button', { name: t('liveStudio.setup.turnOn'), exact: true }))
    await creator.getByRole('switch', { name: t('replay.record') }).check()
    await press(creator, creator.getByRole('button', { name: t('liveStudio.start.goLive'), exact: true }))
    await fan.goto(show)
    await press(fan, fan.getByRole('link', { name: t('tickets.enter') }))
    await seesMore(fan)
    await fan.goto('/notifications')
    await fan.getByText('started the show you have a ticket for').waitFor()
    await fan.getByText('opened the show you have a ticket for').waitFor()
    await look(fan, 'told-360')
    await other.goto(`/${valloy.username}/live`)
    await other.getByText(t('tickets.need')).waitFor()
    await look(other, 'gate-1440')
    await other.getByRole('link', { name: t('tickets.see') }).click()
    await other.waitForURL(`**${show}`)
  })

  it('leaves the replay to those who have a ticket, as promised', async () => {
    await press(creator, creator.getByRole('button', { name: t('liveStudio.bar.end'), exact: true }))
    const dialog = creator.getByRole('dialog')
    await dialog.getByRole('button', { name: t('liveStudio.bar.end'), exact: true }).click()
    await creator.getByText(t('replay.promised')).waitFor()
    await look(creator, 'replay-decision-1440')
    await creator.getByRole('radio', { name: t('studio.gate.paid') }).check()
    await creator.getByLabel(t('studio.editor.price')).fill('90')
    await creator.getByRole('button', { name: t('replay.publish'), exact: true }).click()
    await creator.getByRole('link', { name: t('replay.watch') }).waitFor()
    await fan.goto(show)
    await fan.getByRole('link', { name: t('tickets.watchReplay') }).waitFor()
    await look(fan, 'replay-360')
    await press(fan, fan.getByRole('link', { name: t('tickets.watchReplay') }))
    await fan.waitForURL('**/video/**')
    await fan.getByRole('region', { name: t('replay.chat') }).waitFor()
    await fan.goto('/user/purchases?kind=video')
    await fan.locator('section[aria-labelledby=purchases] a[href^="/video/"]').waitFor()
    await look(fan, 'library-360')
    await other.goto(show)
    expect(await other.getByRole('link', { name: t('tickets.watchReplay') }).count()).toBe(0)
  })

  it('gives everything back where it is cancelled', async () => {
    const cancelled = await plan('A second firing', inMinutes(300))
    await buy(other, cancelled)
    expect(await balanceOf(other)).toBe(1850)
    const row = creator.getByRole('listitem').filter({ hasText: 'A second firing' })
    await creator.goto('/creator/shows')
    await press(creator, row.getByRole('button', { name: t('tickets.shows.cancel') }))
    const dialog = creator.getByRole('dialog')
    await dialog.getByLabel(t('tickets.shows.reason')).fill('A brick fell in, I have to fire again.')
    await look(creator, 'cancel-1440')
    await dialog.getByRole('button', { name: t('tickets.shows.cancel') }).click()
    await row.getByText(t('tickets.state.cancelled')).waitFor()
    await expect.poll(() => balanceOf(other)).toBe(2000)
    await other.goto(cancelled)
    await other.getByText('A brick fell in, I have to fire again.').waitFor()
    await look(other, 'cancelled-1440')
    await other.goto('/notifications')
    await other.getByText('A second firing was canceled.').waitFor()
    await look(other, 'told-1440')
  })

  it('and no page threw an error', () => expect(stage.faults).toEqual([]))
})
