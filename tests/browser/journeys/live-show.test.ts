import { mkdirSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { liveVideoFlags } from '../chromium.ts'
import { addCreator, addFans, addStaff, narrowPhone, sideways, signedIn, valloy } from './creator-steps.ts'
import { balance, typeCard } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { frames, seesMore } from './moving-picture.ts'
import { desk, oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// spec: publish.live
// A private show, each person in a browser of their own: it is offered, asked for, declined, accepted, seen and paid by the second, ended by either side.

const t = texts('en-US')
const title = 'Centring clay'
const room = `/${valloy.username}/live`
const tokens = 2_000
const price = 60
let stage: Stage
let creator: Page
let fan: Page
let poor: Page
let brief: Page
let other: Page

beforeAll(async () => {
  stage = await openStage({ browserFlags: liveVideoFlags })
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, valloy, 'maralindt')
  await addFans(stage, tokens, 'Jamie Rowe', 'Robin Vale')
  await addFans(stage, 10, 'Ada Low')
  await addFans(stage, price * 3, 'Noa Pace')
  creator = await signedIn(stage, valloy.username)
  fan = await signedIn(stage, 'jamierowe')
  other = await signedIn(stage, 'robinvale')
  poor = await signedIn(stage, 'adalow')
  brief = await signedIn(stage, 'noapace')
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
const button = (page: Page, key: string, values = {}) =>
  page
    .getByRole('button', { name: t(key, values) })
    .filter({ visible: true })
    .first()
const state = (page: Page, key: string) =>
  page
    .getByRole('status')
    .filter({ hasText: t(`liveStudio.stateText.${key}`) })
    .waitFor()
interface Paid {
  counted: number
  cost: number
  returned: number
  earned: number
}
const newest = async (page: Page): Promise<Paid> => {
  const reply = (await (await page.request.get('/api/streaming/private-requests')).json()) as { data: Paid[] }
  const [show] = reply.data
  if (!show) throw new Error('There is no show.')
  return show
}
const meter = (page: Page) => page.getByRole('region', { name: t('live.show.meter') }).filter({ visible: true })
/** Seconds count, by what the page says. */
const counts = (page: Page) => meter(page).getByText(t('live.show.counting'), { exact: true }).waitFor()
const ask = async (page: Page) => {
  await button(page, 'live.show').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('live.show.askFor', { name: valloy.name, tokens: String(price * 3) }) })
    .click()
  await page.getByRole('region', { name: t('live.show.waiting', { name: valloy.name }) }).waitFor()
}
/** As if so many seconds more had reached the fan of the show that runs. */
const passes = async (seconds: number) => {
  const db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  await db.query(`UPDATE shows SET counted_ms = counted_ms + $1 WHERE status = 'active'`, [seconds * 1_000])
  await db.end()
}
const requests = () => creator.getByRole('region', { name: t('liveStudio.show.requests') })
const accept = async (name: string) => {
  await requests().getByText(name).waitFor()
  await requests()
    .getByRole('button', { name: t('liveStudio.show.accept') })
    .click()
}

/** What had arrived when it stopped is settled a moment later: the count, once two readings of it are the same. */
async function settledCount(page: Page): Promise<number> {
  let last = -1
  const grown = async () => {
    const before = last
    last = (await newest(page)).counted
    return last - before
  }
  await expect.poll(grown, { interval: 2_500 }).toBe(0)
  return last
}

describe('a private show', () => {
  oneStory()

  it('is offered by the creator with a price a minute', async () => {
    await creator.goto('/creator/live')
    await button(creator, 'liveStudio.setup.turnOn').click()
    await creator.getByLabel(t('liveStudio.info.title')).fill(title)
    await button(creator, 'liveStudio.start.goLive').click()
    await state(creator, 'live')
    for (const page of [fan, other, poor]) {
      await page.goto(room)
      await seesMore(page)
      expect(await page.getByRole('button', { name: t('live.show') }).count()).toBe(0)
    }
    await button(creator, 'liveStudio.show.set').click()
    const dialog = creator.getByRole('dialog')
    await dialog.getByLabel(t('liveStudio.show.tokens')).fill(String(price))
    await dialog.getByText(t('liveStudio.show.youEarn', { earned: '48' })).waitFor()
    await look(creator, 'price')
    await dialog.getByRole('button', { name: t('liveStudio.show.save') }).click()
    await dialog.waitFor({ state: 'detached' })
    for (const page of [fan, other, poor]) await button(page, 'live.show').waitFor()
    await look(fan, 'offered')
  })

  it('lets who has too little pay the rest in the same window, and asks once the card is back', async () => {
    await button(poor, 'live.show').click()
    await poor.getByText(t('live.show.tooLittle', { missing: '170' })).waitFor()
    await look(poor, 'too-little')
    await button(poor, 'checkout.payNewCard', { amount: '$17.00' }).click()
    await typeCard(poor, '4242424242424242')
    await poor.waitForURL(`**${room}**`)
    await requests().getByText('Ada Low').waitFor()
    await poor.getByRole('button', { name: t('live.show.cancel') }).click()
    await poor.getByText(t('live.show.answer.cancelled')).waitFor()
    // The rest came to the wallet, and nothing of it was spent.
    expect(await balance(poor)).toBe(price * 3)
  })

  it('is taken back by the fan, and declined by the creator, and nothing is held', async () => {
    await button(fan, 'live.show').click()
    await fan.getByRole('dialog').getByText(t('live.show.lasts')).waitFor()
    await look(fan, 'ask')
    await fan.keyboard.press('Escape')
    await ask(fan)
    await look(fan, 'waiting')
    await fan.getByRole('button', { name: t('live.show.cancel') }).click()
    await fan.getByText(t('live.show.answer.cancelled')).waitFor()
    await requests().getByText('Jamie Rowe').waitFor({ state: 'detached' })
    await ask(fan)
    await requests().getByText('Jamie Rowe').waitFor()
    await look(creator, 'request')
    await requests()
      .getByRole('button', { name: t('liveStudio.show.decline') })
      .click()
    await fan.getByText(t('live.show.answer.declined', { name: valloy.name })).waitFor()
    expect(await balance(fan)).toBe(tokens)
  })

  it('is accepted, and only its fan sees the video, which is counted', async () => {
    await ask(fan)
    await accept('Jamie Rowe')
    await fan.getByRole('heading', { name: t('live.show.with', { name: valloy.name }) }).waitFor()
    await state(creator, 'show')
    await counts(fan)
    await seesMore(fan)
    await expect.poll(async () => (await newest(fan)).counted).toBeGreaterThan(2)
    await creator.getByRole('region', { name: t('live.show.with', { name: 'Jamie Rowe' }) }).waitFor()
    // Everyone else waits, and reads why.
    await other.getByText(t('live.show.elsewhere', { name: valloy.name })).waitFor()
    const before = await frames(other)
    await other.waitForTimeout(1_000)
    expect((await frames(other)) - before).toBeLessThan(5)
    await look(other, 'others')
    await look(creator, 'running-creator')
    await look(fan, 'running')
  })

  it('has a chat of its own', async () => {
    const write = async (page: Page, name: string, text: string) => {
      const field = page.getByRole('textbox', { name: t('live.show.write', { name }) })
      await field.fill(text)
      await field.press('Enter')
    }
    await write(fan, valloy.name, 'The tall vase, please')
    await creator.getByRole('log').getByText('The tall vase, please').waitFor()
    await write(creator, 'Jamie Rowe', 'Here it comes')
    await fan.getByRole('log').getByText('Here it comes').waitFor()
    expect(await other.getByText('The tall vase, please').count()).toBe(0)
    await look(fan, 'chat')
  })

  it('goes on after its fan has loaded the page anew', async () => {
    await fan.reload()
    await seesMore(fan)
    await counts(fan)
    await other.reload()
    await other.getByText(t('live.show.elsewhere', { name: valloy.name })).waitFor()
  })

  it('waits, and counts nothing, until its creator has loaded the page anew', async () => {
    await creator.reload()
    await fan.getByText(t('live.show.pausedTitle')).waitFor()
    await look(fan, 'paused')
    const counted = await settledCount(fan)
    await creator.getByText(t('liveStudio.show.open')).waitFor()
    await look(creator, 'come-back')
    await button(creator, 'liveStudio.setup.turnOn').click()
    expect((await newest(fan)).counted).toBe(counted)
    await button(creator, 'liveStudio.start.goOn').click()
    await state(creator, 'show')
    await counts(fan)
    await seesMore(fan)
  })

  it('goes on by itself after the engine was killed, and counts no second twice', async () => {
    const before = await newest(fan)
    const began = Date.now()
    stage.copy.killLive()
    await expect.poll(async () => (await newest(fan)).counted, { timeout: 60_000 }).toBeGreaterThan(before.counted + 5)
    await seesMore(fan)
    await counts(fan)
    await state(creator, 'show')
    const after = await newest(fan)
    // What had arrived and was not settled yet when `before` was read is a second or two.
    expect(after.counted - before.counted).toBeLessThanOrEqual((Date.now() - began) / 1_000 + 2)
    expect(after.cost).toBe(after.counted)
  })

  it('ends when the fan says so; both read the same, and the public room goes on', async () => {
    await button(fan, 'live.show.end').click()
    const dialog = fan.getByRole('dialog')
    await dialog.getByText(t('live.show.endText')).waitFor()
    await look(fan, 'ending')
    await dialog.getByRole('button', { name: t('live.show.end') }).click()
    await dialog.getByText(t('live.show.endedBy.you')).waitFor()
    const { cost, counted, returned } = await newest(fan)
    expect(cost).toBe(counted)
    expect(await balance(fan)).toBeCloseTo(tokens - cost, 2)
    const amount = async (page: Page, key: string, values = {}) =>
      page
        .locator('dl > div')
        .filter({ hasText: t(key, values) })
        .locator('dd')
        .innerText()
    const shown = (value: number) => new RegExp(`^\\s*${String(value).replace('.', '\\.')}\\D`)
    expect(await amount(fan, 'live.show.youPaid', { name: valloy.name })).toMatch(shown(cost))
    expect(await amount(fan, 'live.show.returned')).toMatch(shown(returned))
    await look(fan, 'receipt')
    await creator.getByText(t('live.show.endedBy.other', { name: 'Jamie Rowe' })).waitFor()
    const { earned } = await newest(creator)
    expect(await amount(creator, 'live.show.theyPaid', { name: 'Jamie Rowe' })).toMatch(shown(cost))
    expect(await amount(creator, 'live.show.youEarn')).toMatch(shown(earned))
    await state(creator, 'live')
    await look(creator, 'receipt-creator')
    await button(creator, 'liveStudio.show.done').click()
    await button(fan, 'live.show.back').click()
    for (const page of [fan, other]) await seesMore(page)
  })

  it('is ended by the creator after it was accepted from a break', async () => {
    await button(creator, 'liveStudio.bar.takeBreak').click()
    await state(creator, 'away')
    await ask(other)
    await accept('Robin Vale')
    await counts(other)
    await seesMore(other)
    await button(creator, 'live.show.end').click()
    await creator
      .getByRole('dialog')
      .getByRole('button', { name: t('live.show.end') })
      .click()
    await other.getByText(t('live.show.endedBy.other', { name: valloy.name })).waitFor()
    await state(creator, 'live')
    await seesMore(fan)
  })

  it('warns who has few tokens left, and ends with the last one', async () => {
    await brief.goto(room)
    await seesMore(brief)
    await ask(brief)
    await accept('Noa Pace')
    await counts(brief)
    await passes(price * 3 - 60)
    await brief.getByText(t('live.show.warn', { time: '1 min' })).waitFor()
    await brief.getByRole('button', { name: t('live.show.gotIt') }).click()
    await brief.getByText(t('live.show.warn', { time: '1 min' })).waitFor({ state: 'detached' })
    await passes(30)
    await brief.getByText(t('live.show.warn', { time: '20 sec' })).waitFor()
    await look(brief, 'warned')
    await brief.getByText(t('live.show.endedBy.funds')).waitFor({ timeout: 40_000 })
    expect(await balance(brief)).toBe(0)
    await creator.getByText(t('live.show.endedBy.theirFunds', { name: 'Noa Pace' })).waitFor()
    await state(creator, 'live')
  })

  it('is offered no more', async () => {
    await creator
      .getByRole('region', { name: t('liveStudio.show.heading') })
      .getByRole('button', { name: t('liveStudio.show.edit') })
      .click()
    await creator.getByRole('button', { name: t('liveStudio.show.stop') }).click()
    await fan
      .getByRole('button', { name: t('live.show') })
      .first()
      .waitFor({ state: 'detached' })
  })

  it('and no page threw an error', () => expect(stage.faults).toEqual([]))
})
