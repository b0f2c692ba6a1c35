import { mkdirSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { liveVideoFlags } from '../chromium.ts'
import { addCreator, addFans, addStaff, narrowPhone, sideways, signedIn, valloy } from './creator-steps.ts'
import { balance, typeCard } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { seesMore } from './moving-picture.ts'
import { desk, oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// spec: publish.live
// A group show, each person in a browser of their own: two fans wait, the creator begins, one runs out of tokens, the other goes on, and each has a receipt.

const t = texts('en-US')
const room = `/${valloy.username}/live`
const tokens = 2_000
const price = 60
let stage: Stage
let creator: Page
let rich: Page
let brief: Page
let late: Page
let poor: Page

beforeAll(async () => {
  stage = await openStage({ browserFlags: liveVideoFlags })
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, valloy, 'maralindt')
  await addFans(stage, tokens, 'Jamie Rowe', 'Robin Vale')
  await addFans(stage, price * 3, 'Noa Pace')
  await addFans(stage, 10, 'Ada Low')
  creator = await signedIn(stage, valloy.username)
  rich = await signedIn(stage, 'jamierowe')
  late = await signedIn(stage, 'robinvale')
  brief = await signedIn(stage, 'noapace')
  poor = await signedIn(stage, 'adalow')
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
      await page.screenshot({ path: `${shots}/group-${name}-${viewport.width}-${theme}.png` })
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
const newest = async (page: Page): Promise<{ counted: number; cost: number; returned: number; endedBy: string }> => {
  const reply = await page.request.get('/api/streaming/private-requests')
  return (await reply.json()).data[0]
}
const counts = (page: Page) =>
  page
    .getByRole('region', { name: t('live.show.meter') })
    .filter({ visible: true })
    .getByText(t('live.show.counting'), { exact: true })
    .waitFor()
const ask = async (page: Page, key = 'askFor') => {
  await button(page, key === 'askFor' ? 'live.group' : 'live.group.join').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t(`live.group.${key}`, { tokens: String(price * 3) }) })
    .click()
}
/** As if so many seconds more had reached this fan. */
const passes = async (name: string, seconds: number) => {
  const db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  await db.query(
    `UPDATE shows s SET counted_ms = counted_ms + $1 FROM accounts a WHERE a.id = s.user_id AND a.username = $2 AND s.status = 'active'`,
    [seconds * 1_000, name],
  )
  await db.end()
}
const waiting = () => creator.getByRole('region', { name: t('liveStudio.group.waiting') })
const running = () => creator.getByRole('region', { name: t('liveStudio.group.running') })

describe('a group show', () => {
  oneStory()

  it('is offered by the creator', async () => {
    await creator.goto('/creator/live')
    await button(creator, 'liveStudio.setup.turnOn').click()
    await creator.getByLabel(t('liveStudio.info.title')).fill('Glazing together')
    await button(creator, 'liveStudio.start.goLive').click()
    await state(creator, 'live')
    for (const page of [rich, brief, late]) await page.goto(room)
    await button(creator, 'liveStudio.group.set').click()
    const dialog = creator.getByRole('dialog')
    await dialog.getByLabel(t('liveStudio.group.tokens')).fill(String(price))
    await dialog.getByLabel(t('liveStudio.group.least')).fill('2')
    await dialog.getByLabel(t('liveStudio.group.most')).fill('3')
    await look(creator, 'offer')
    await dialog.getByRole('button', { name: t('liveStudio.show.save') }).click()
    await dialog.waitFor({ state: 'detached' })
    for (const page of [rich, brief, late]) await button(page, 'live.group').waitFor()
  })

  it('is offered beside private shows, which may have a least number of minutes', async () => {
    await button(creator, 'liveStudio.show.set').click()
    const dialog = creator.getByRole('dialog')
    await dialog.getByLabel(t('liveStudio.show.tokens')).fill(String(price))
    await dialog.getByLabel(t('liveStudio.show.minutes')).fill('5')
    await look(creator, 'minutes')
    await dialog.getByRole('button', { name: t('liveStudio.show.save') }).click()
    await dialog.waitFor({ state: 'detached' })
    await button(rich, 'live.show').click()
    const ask = rich.getByRole('dialog')
    await ask.getByText(t('live.show.minimum', { time: '5 min', tokens: t.tokens(price * 5) })).waitFor()
    await ask
      .getByRole('button', { name: t('live.show.askFor', { name: valloy.name, tokens: String(price * 5) }) })
      .waitFor()
    await look(rich, 'minimum')
    await rich.keyboard.press('Escape')
    // Who can't pay the least can't ask.
    await button(brief, 'live.show').click()
    await brief.getByText(t('live.show.tooLittle', { missing: String(price * 2) })).waitFor()
    await brief.keyboard.press('Escape')
  })

  it('is waited for by who paid what was missing in the same window, and none of it is spent', async () => {
    await poor.goto(room)
    await button(poor, 'live.group').click()
    await poor.getByText(t('live.show.tooLittle', { missing: '170' })).waitFor()
    await look(poor, 'too-little')
    await button(poor, 'checkout.payNewCard', { amount: '$17.00' }).click()
    await typeCard(poor, '4242424242424242')
    await poor.waitForURL(`**${room}**`)
    await waiting().getByText('Ada Low').waitFor()
    await button(poor, 'live.show.cancel').click()
    await poor.getByText(t('live.show.answer.cancelled')).waitFor()
    await waiting().getByText('Ada Low').waitFor({ state: 'detached' })
    expect(await balance(poor)).toBe(price * 3)
    await poor.context().close()
  })

  it('begins once there are enough, and nothing is held before', async () => {
    await seesMore(rich)
    await button(rich, 'live.group').click()
    await rich.getByRole('dialog').waitFor()
    await look(rich, 'ask')
    await rich.keyboard.press('Escape')
    await ask(rich)
    await rich.getByText(t('live.group.waitingText', { waiting: '1', least: '2' })).waitFor()
    await look(rich, 'waiting')
    await waiting().getByText('Jamie Rowe').waitFor()
    expect(
      await waiting()
        .getByRole('button', { name: t('liveStudio.group.start') })
        .isDisabled(),
    ).toBe(true)
    await ask(brief)
    await waiting().getByText(t('liveStudio.group.ready')).waitFor()
    await rich.getByText(t('live.group.ready', { name: valloy.name })).waitFor()
    await look(creator, 'ready')
    expect([await balance(rich), await balance(brief)]).toEqual([tokens, price * 3])
    await waiting()
      .getByRole('button', { name: t('liveStudio.group.start') })
      .click()
  })

  it('is seen by those who are in it, who write to one another, and others read that they can join', async () => {
    for (const page of [rich, brief]) {
      await page.getByRole('heading', { name: t('live.group.with', { name: valloy.name }) }).waitFor()
      await counts(page)
      await seesMore(page)
    }
    await state(creator, 'group')
    await running().getByText('Noa Pace').waitFor()
    await late.getByText(t('live.group.elsewhere', { name: valloy.name })).waitFor()
    await look(late, 'others')
    const write = async (page: Page, text: string) => {
      const field = page.getByRole('textbox', { name: t('live.group.write') })
      await field.fill(text)
      await field.press('Enter')
    }
    await write(rich, 'Which <b>clay</b> is it?')
    // It is also said to screen readers.
    await brief.getByText('Which <b>clay</b> is it?').first().waitFor()
    await creator.getByText('Which <b>clay</b> is it?').first().waitFor()
    await look(rich, 'running')
    await look(creator, 'running-creator')
  })

  it('lets in who comes later, who leaves when they like', async () => {
    await ask(late, 'joinFor')
    await late.getByRole('heading', { name: t('live.group.with', { name: valloy.name }) }).waitFor()
    await counts(late)
    await running().getByText('Robin Vale').waitFor()
    await late
      .getByRole('button', { name: t('live.group.leave') })
      .filter({ visible: true })
      .click()
    await late
      .getByRole('dialog')
      .getByRole('button', { name: t('live.group.leave') })
      .click()
    await late.getByText(t('live.group.endedBy.you')).waitFor()
    await look(late, 'receipt')
    expect((await newest(late)).endedBy).toBe('fan')
  })

  it('ends for who has no tokens left, and goes on for the other', async () => {
    await passes('noapace', 170)
    await brief.getByText(t('live.show.endedBy.funds')).waitFor()
    const paid = await newest(brief)
    expect(paid).toMatchObject({ endedBy: 'no_funds' })
    expect(await balance(brief)).toBe(price * 3 - paid.cost)
    await seesMore(rich)
    await counts(rich)
  })

  it('ends for all when its creator ends it, and each has a receipt', async () => {
    await running()
      .getByRole('button', { name: t('liveStudio.group.end') })
      .click()
    await creator
      .getByRole('dialog')
      .getByRole('button', { name: t('liveStudio.group.end') })
      .click()
    await rich.getByText(t('live.show.endedBy.other', { name: valloy.name })).waitFor()
    const paid = await newest(rich)
    expect(paid).toMatchObject({ endedBy: 'performer', cost: paid.counted })
    expect(await balance(rich)).toBe(tokens - paid.cost)
    const ended = creator.getByRole('region', { name: t('liveStudio.group.ended') })
    for (const name of ['Jamie Rowe', 'Noa Pace', 'Robin Vale']) await ended.getByText(name).waitFor()
    await look(creator, 'ended-creator')
    // The public room goes on.
    await state(creator, 'live')
    await rich.getByRole('button', { name: t('live.show.back') }).click()
    await seesMore(rich)
  })
})
