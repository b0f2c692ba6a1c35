import { mkdirSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFans, fits, openStageOfCreator, signedIn, valloy } from './creator-steps.ts'
import { press, typeCard } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, phone, photographFailures, type Stage } from './stage.ts'

// What becomes of a subscription: on a phone it is cancelled and resumed, goes up to a year with a card that asks, and down again; on a desktop a
// payment that failed is made with a new card, and it rests for a month.

let stage: Stage
let creator: Page
let fan: Page
let other: Page
const t = texts('en-US')

beforeAll(async () => {
  ;({ stage, creator } = await openStageOfCreator({ fans: ['Jamie Rowe', 'Mia Brandt'] }))
  const plans = [
    { name: 'Front Row', type: 'monthly', price: 10, perks: [], active: true },
    { name: 'Front Row', type: 'yearly', price: 90, perks: [], active: true },
  ]
  const saved = await creator.request.put('/api/performer/plans', {
    headers: { origin: stage.copy.url },
    data: { plans },
  })
  expect(saved.status()).toBe(200)
  fan = await signedIn(stage, 'jamierowe', phone)
  other = await signedIn(stage, 'miabrandt')
})
afterAll(() => stage?.close())
photographFailures(() => stage)

async function sql(statement: string) {
  const db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  await db.query(statement)
  await db.end()
}
const shots = process.env['JOURNEY_SHOTS']
const look = async (page: Page, name: string) => {
  await fits(page)
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}-${page.viewportSize()?.width}.png` })
}
const sheetOf = (page: Page) => page.getByRole('dialog')

async function subscribe(page: Page, card: string) {
  await page.goto(`/${valloy.username}`)
  await press(page, page.getByRole('button', { name: 'Subscribe for $10.00' }).first())
  await press(page, sheetOf(page).getByRole('button', { name: t('wallet.card.new') }))
  await typeCard(page, card)
  await press(page, sheetOf(page).getByRole('button', { name: 'Subscribe for $10.00' }))
  await page.getByText(t('profile.plan.yours'), { exact: true }).filter({ visible: true }).first().waitFor()
  await page.goto('/user/subscriptions')
}
async function choose(page: Page, action: string) {
  await press(page, page.getByRole('button', { name: /^More for / }))
  await press(page, page.getByRole('menuitem', { name: action }))
}

describe('a subscription on a phone', () => {
  oneStory()

  it('is cancelled, and resumed with one tap while its period lasts', async () => {
    await subscribe(fan, '4242424242424242')
    await look(fan, 'subscriptions')
    await choose(fan, t('wallet.subs.stop'))
    await press(fan, sheetOf(fan).getByRole('button', { name: t('wallet.subs.stop') }))
    await fan.getByText(t('wallet.subs.status.stopping'), { exact: true }).waitFor()
    await look(fan, 'subscriptions-cancelled')
    await press(fan, fan.getByRole('button', { name: t('wallet.subs.resume'), exact: true }))
    await fan.getByText(t('wallet.subs.resumed')).waitFor()
    await fan.getByText(/^Renews .+ for \$10\.00$/).waitFor()
  })

  it('goes up to a year at once, less what is left, also with a new card and after the bank has asked', async () => {
    await press(fan, fan.getByRole('button', { name: t('wallet.subs.changePlan') }))
    const sheet = sheetOf(fan)
    await sheet.getByText('−$10.00').or(sheet.getByText('−$9.99')).waitFor()
    await look(fan, 'subscriptions-up')
    await press(fan, sheet.getByRole('button', { name: t('wallet.card.new') }))
    await typeCard(fan, '4000000000003220')
    await fan.waitForURL('**/user/subscriptions**')
    await press(fan, sheetOf(fan).getByRole('button', { name: /^Change for \$80\.0[01]$/ }))
    await fan.waitForURL('**/test-gateway/confirm/**')
    await press(fan, fan.locator('button[value=yes]'))
    await fan.waitForURL('**/user/subscriptions**')
    await fan.getByText(/^Yearly\s· \$90\.00/).waitFor()
    await look(fan, 'subscriptions-year')
  })

  it('goes down with the end of the year, costs nothing now, and can stay', async () => {
    await press(fan, fan.getByRole('button', { name: t('wallet.subs.changePlan') }))
    await sheetOf(fan).getByText(t('wallet.subs.changeLaterHint')).waitFor()
    await look(fan, 'subscriptions-down')
    await press(fan, sheetOf(fan).getByRole('button', { name: /^Change on / }))
    await fan.getByText(/^Changes to Front Row, Monthly for \$10\.00 on /).waitFor()
    await choose(fan, t('wallet.subs.keepPlan'))
    await fan.getByText(t('wallet.subs.planKept')).waitFor()
    await fan.getByText(/^Renews .+ for \$90\.00$/).waitFor()
  })
})

describe('a subscription on a desktop', () => {
  oneStory()

  it('whose payment failed is paid with another card', async () => {
    await subscribe(other, '4242424242424242')
    await sql(`UPDATE subscriptions SET status = 'past_due', current_period_end = now() - interval '1 hour', next_retry_at = now() + interval '1 day'
      WHERE fan_id = (SELECT id FROM accounts WHERE username = 'miabrandt')`)
    await other.reload()
    await look(other, 'subscriptions-failed')
    await press(other, other.getByRole('button', { name: t('wallet.subs.payment') }))
    await press(other, sheetOf(other).getByRole('button', { name: t('wallet.card.new') }))
    await typeCard(other, '5555555555554444')
    await other.waitForURL('**/user/subscriptions**')
    await sheetOf(other).getByText('4444').waitFor()
    await look(other, 'subscriptions-payment')
    await press(other, sheetOf(other).getByRole('button', { name: 'Pay $10.00' }))
    await other.getByText(t('wallet.subs.paymentPaid', { price: '$10.00' })).waitFor()
    await other.getByText(/^Renews .+ for \$10\.00$/).waitFor()
  })

  it('rests for a month, and the card that pays is the default', async () => {
    await choose(other, t('wallet.subs.pause'))
    await look(other, 'subscriptions-pause')
    await press(other, sheetOf(other).getByRole('button', { name: t('wallet.subs.pause'), exact: true }))
    await other.getByText(/^Pauses for 1 month on /).waitFor()
    await other.setViewportSize(phone)
    await look(other, 'subscriptions-pausing')
    await other.setViewportSize(desk)
    await other.goto('/user/cards')
    await press(other, other.getByRole('button', { name: t('wallet.card.makeDefault') }))
    await other.getByText(/ is your default now\.$/).waitFor()
    await look(other, 'cards')
  })
})

describe('a subscription that is free', () => {
  it('is reviewed and confirmed, and nothing speaks of a payment', async () => {
    await addFans(stage, 0, 'Noa Lind')
    const saved = await creator.request.put('/api/performer/plans', {
      headers: { origin: stage.copy.url },
      data: { plans: [{ name: 'Open Door', type: 'free', perks: [], active: true }] },
    })
    expect(saved.status()).toBe(200)
    const page = await signedIn(stage, 'noalind')
    await page.goto(`/${valloy.username}`)
    await press(page, page.getByRole('button', { name: t('profile.plan.actionFree') }).first())
    const sheet = sheetOf(page)
    await sheet.getByText(t('ui.confirm.review')).waitFor()
    expect(await sheet.getByRole('listitem').allInnerTexts()).toEqual([
      `1 ${t('wallet.step.check')}`,
      `2 ${t('post.step.open')}`,
    ])
    await sheet.getByText('Free for 1 month. It ends automatically.').waitFor()
    await look(page, 'subscriptions-free')
    // Until it is answered nothing says that it is done.
    const busy: string[] = []
    await page.route('**/payment/subscribe/performers', async (route) => {
      const button = sheet.locator('[aria-busy=true]')
      busy.push(await button.innerText(), await button.evaluate((element) => getComputedStyle(element).opacity))
      await route.continue()
    })
    await press(page, sheet.getByRole('button', { name: t('profile.plan.actionFree') }))
    await sheet.waitFor({ state: 'detached' })
    await page.getByText(t('profile.plan.yours'), { exact: true }).filter({ visible: true }).first().waitFor()
    expect(busy).toEqual([t('ui.confirm.working'), '1'])
    await page.context().close()
  })
})
