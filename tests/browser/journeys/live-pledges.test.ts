import { mkdirSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { liveVideoFlags } from '../chromium.ts'
import { addCreator, addFans, addStaff, inTokyo, narrowPhone, sideways, signedIn, valloy } from './creator-steps.ts'
import { press } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { seesMore } from './moving-picture.ts'
import { desk, oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// Two fans pledge for a show, its goal is reached, and it is given; another one is not reached, and everyone has their tokens back.

const t = texts('en-US')
let stage: Stage
let db: pg.Client
let creator: Page
let fan: Page
let other: Page

beforeAll(async () => {
  stage = await openStage({ browserFlags: liveVideoFlags })
  db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, valloy, 'maralindt')
  await addFans(stage, 2000, 'Jamie Rowe', 'Tomo Sato')
  creator = await signedIn(stage, valloy.username, desk)
  fan = await signedIn(stage, 'jamierowe', narrowPhone)
  other = await signedIn(stage, 'tomosato', desk, { theme: 'dark' })
})
afterAll(async () => {
  await db?.end()
  await stage?.close()
})
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
const inHours = (hours: number) => {
  const at = new Date(Date.now() + hours * 3_600_000)
  return at.toLocaleString('sv-SE', { timeZone: inTokyo.timezoneId }).slice(0, 16).replace(' ', 'T')
}
async function plan(title: string, goal: string): Promise<string> {
  await creator.goto('/creator/shows')
  await press(creator, creator.getByRole('button', { name: t('tickets.shows.new') }).first())
  const form = creator.getByRole('dialog')
  await form.getByRole('radio', { name: t('tickets.form.pledges') }).check()
  await form.getByLabel(t('tickets.form.title')).fill(title)
  await form.getByLabel(t('tickets.form.about')).fill('Forty-four pots, one door.')
  await form.getByLabel(t('tickets.form.startsAt')).fill(inHours(48))
  await form.getByLabel(t('tickets.form.least')).fill('100')
  await form.getByLabel(t('tickets.form.seats')).fill('20')
  await form.getByLabel(t('tickets.form.goal')).fill(goal)
  await form.getByLabel(t('tickets.form.pledgeUntil')).fill(inHours(24))
  await look(creator, 'form-1440')
  await form.getByRole('button', { name: t('tickets.form.save') }).click()
  await form.waitFor({ state: 'detached' })
  const row = creator.getByRole('listitem').filter({ hasText: title })
  return (await row.getByRole('link', { name: t('tickets.shows.page') }).getAttribute('href'))!
}
async function pledge(page: Page, opens: 'get' | 'raise', tokens: string, shot: string) {
  await press(page, page.getByRole('button', { name: t(`tickets.pledge.${opens}`), exact: true }))
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(t('tickets.pledge.amount')).fill(tokens)
  await look(page, shot)
  await press(page, sheet.getByRole('button', { name: t('tickets.pledge.action', { tokens }) }))
  await sheet.waitFor({ state: 'detached' })
}
const balanceOf = async (page: Page) =>
  ((await (await page.request.get('/api/users/me')).json()) as { data: { balance: number } }).data.balance
/** Time passes for a show: its dates are moved instead. */
const move = (path: string, change: string) =>
  db.query(`UPDATE ticket_shows SET ${change} WHERE id = $1`, [path.split('/').at(-1)])

describe('a show with a goal', () => {
  oneStory()
  let show: string

  it('is planned with a goal and a date, and says what happens in either case', async () => {
    show = await plan('The winter kiln, opened live', '400')
    await look(creator, 'studio-1440')
    await fan.goto(show)
    await fan.getByText(t('tickets.pledge.progress', { pledged: '0', goal: t.tokens(400) })).waitFor()
    await look(fan, 'show-360')
    await other.goto(show)
    await look(other, 'show-1440-dark')
  })

  it('is pledged for, and a pledge is raised and taken back until the goal is reached', async () => {
    await pledge(fan, 'get', '150', 'sheet-360')
    await fan.getByText(t('tickets.pledge.has', { tokens: t.tokens(150) })).waitFor()
    await look(fan, 'pledged-360')
    expect(await balanceOf(fan)).toBe(1850)
    await pledge(fan, 'raise', '200', 'raise-360')
    await fan.getByText(t('tickets.pledge.has', { tokens: t.tokens(200) })).waitFor()
    expect(await balanceOf(fan)).toBe(1800)
    await press(fan, fan.getByRole('button', { name: t('tickets.pledge.takeBack') }))
    await look(fan, 'take-back-360')
    await press(fan, fan.getByRole('dialog').getByRole('button', { name: t('tickets.pledge.takeBack') }))
    await fan.getByRole('button', { name: t('tickets.pledge.get'), exact: true }).waitFor()
    expect(await balanceOf(fan)).toBe(2000)
    await pledge(fan, 'get', '250', 'again-360')
    await fan.goto('/live')
    await fan.getByText(t('tickets.pledge.progress', { pledged: '250', goal: t.tokens(400) })).waitFor()
    await look(fan, 'live-360')
    await fan.goto('/user/transactions')
    await look(fan, 'transactions-360')
  })

  it('reaches its goal with the pledge of another, and everyone is told', async () => {
    await other.goto(show)
    await pledge(other, 'get', '150', 'sheet-1440-dark')
    await other.getByText(t('tickets.pledge.reached')).waitFor()
    await look(other, 'reached-1440-dark')
    await expect
      .poll(async () => {
        await fan.goto('/notifications')
        return fan.getByText('reached its goal.').count()
      })
      .toBe(1)
    await look(fan, 'told-360')
    await fan.goto(show)
    await fan.getByText(t('tickets.pledge.final')).waitFor()
    expect(await fan.getByRole('button', { name: t('tickets.pledge.takeBack') }).count()).toBe(0)
    await look(fan, 'reached-360')
    await creator.goto('/notifications')
    await creator.getByText('reached its goal').waitFor()
    await look(creator, 'told-creator-1440')
    await creator.goto('/creator/shows')
    await creator.getByText(t('tickets.shows.earned', { tokens: t.tokens(320) })).waitFor()
    await look(creator, 'studio-reached-1440')
  })

  it('is given to those who pledged, and paid for then', async () => {
    await move(show, `starts_at = app_now() + interval '10 minutes'`)
    await creator.goto('/creator/shows')
    await press(creator, creator.getByRole('button', { name: t('tickets.shows.open') }))
    await creator.waitForURL('**/creator/live')
    await press(creator, creator.getByRole('button', { name: t('liveStudio.setup.turnOn'), exact: true }))
    await press(creator, creator.getByRole('button', { name: t('liveStudio.start.goLive'), exact: true }))
    await fan.goto(show)
    await press(fan, fan.getByRole('link', { name: t('tickets.enter') }))
    await seesMore(fan)
    // It has been live for a while.
    await db.query(`UPDATE streams SET started_at = started_at - interval '20 minutes' WHERE ticket_show_id = $1`, [
      show.split('/').at(-1),
    ])
    await press(creator, creator.getByRole('button', { name: t('liveStudio.bar.end'), exact: true }))
    await creator
      .getByRole('dialog')
      .getByRole('button', { name: t('liveStudio.bar.end'), exact: true })
      .click()
    await expect
      .poll(
        async () => {
          await fan.goto(show)
          return fan.getByText(t('tickets.over')).count()
        },
        { timeout: 60_000 },
      )
      .toBe(1)
    expect(await balanceOf(fan)).toBe(1750)
    await creator.goto('/creator/earnings')
    await look(creator, 'earnings-1440')
  })

  it('goes back by itself where the goal is not reached', async () => {
    const missed = await plan('A second firing', '5000')
    await other.goto(missed)
    await pledge(other, 'get', '100', 'second-1440-dark')
    await other.getByText(t('tickets.pledge.has', { tokens: t.tokens(100) })).waitFor()
    expect(await balanceOf(other)).toBe(1750)
    await move(missed, 'pledge_until = app_now()')
    await expect.poll(() => balanceOf(other), { timeout: 60_000 }).toBe(1850)
    await other.goto(missed)
    await other.getByText(t('tickets.refunded', { tokens: t.tokens(100) })).waitFor()
    await look(other, 'missed-1440-dark')
    await other.goto('/notifications')
    await other.getByText('A second firing didn’t reach its goal.').waitFor()
    await look(other, 'told-1440-dark')
    await creator.goto('/creator/shows')
    await creator.getByText(t('tickets.state.not_reached')).waitFor()
    await look(creator, 'studio-missed-1440')
  })

  it('and no page threw an error', () => expect(stage.faults).toEqual([]))
})
