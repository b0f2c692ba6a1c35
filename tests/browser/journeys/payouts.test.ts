import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { openStageOfCreator, sideways, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { oneStory, phone, photographFailures, type Stage } from './stage.ts'

// A creator requests a payout on a phone, staff approve and pay it, and the creator sees that it was paid. Of two more requests, one is
// cancelled and one is rejected. Then the creator connects Stripe, which pays the next.

const t = texts('en-US')
let stage: Stage
let db: pg.Client
let creator: Page
let number: string

beforeAll(async () => {
  const opened = await openStageOfCreator({ fans: ['Jamie Rowe'], tokens: 2000 })
  stage = opened.stage
  await opened.creator.context().close()
  creator = await signedIn(stage, valloy.username, phone)
  db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  const fan = await signedIn(stage, 'jamierowe')
  const found = await fan.request.get(`/api/performers/${valloy.username}`)
  const { data } = (await found.json()) as { data: { _id: string } }
  for (const tokens of [1000, 500]) {
    const tip = await fan.request.post(`/api/wallet/charges/tip/${data._id}`, {
      headers: { origin: stage.copy.url, 'idempotency-key': randomUUID() },
      data: { tokens },
    })
    expect(tip.status()).toBe(200)
  }
  await fan.context().close()
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

/** Staff decide about the payout whose page is open. */
const decide = async (staff: Page, name: string, fill?: [label: string, text: string]) => {
  await staff.getByRole('button', { name: t(`paying.do.${name}`), exact: true }).click()
  const dialog = staff.getByRole('dialog')
  if (fill) await dialog.getByLabel(fill[0]).fill(fill[1])
  await look(staff, `staff-${name}-1440`)
  await dialog.getByRole('button', { name: t(`paying.do.${name}`), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}
const open = () => creator.getByRole('heading', { name: t('payout.open.title', { amount: '$60.00' }) })
/** The status of a payout in the history. */
const listed = (status: 'cancelled' | 'rejected') =>
  creator.locator('a[href^="/creator/payouts/"]').getByText(t(`payout.status.${status}`), { exact: true })
/** Requests all that is available, on the page of payouts. */
const requestAll = async () => {
  expect(await creator.getByLabel(t('payout.form.tokens')).inputValue()).toBe('600')
  await creator.getByRole('button', { name: t('payout.form.submit') }).click()
  await creator
    .getByRole('dialog')
    .getByRole('button', { name: t('payout.form.submit') })
    .click()
  await open().waitFor()
}

describe('a payout', () => {
  oneStory()

  it('is not possible before earnings are released and a payout method is set', async () => {
    await creator.goto('/creator/earnings')
    await creator.getByText(t('studio.sum.available'), { exact: true }).first().waitFor()
    expect(await creator.getByRole('link', { name: t('studio.earnings.payout') }).count()).toBe(0)
    await creator.goto('/creator/payouts')
    await creator.getByText(t('payout.blocked')).waitFor()
    await creator.getByText(t('payout.empty.title')).waitFor()
    await look(creator, 'blocked-390')
    expect(await creator.getByRole('button', { name: t('payout.form.submit') }).count()).toBe(0)
  })

  it('is requested on a phone, with what it brings shown first', async () => {
    const saved = await creator.request.put('/api/performers/banking-settings', {
      headers: { origin: stage.copy.url },
      data: {
        accountHolder: 'Ines Valloy',
        bankName: 'Landbank',
        country: 'DE',
        currency: 'EUR',
        iban: 'DE89370400440532013000',
        version: 0,
      },
    })
    expect(saved.status()).toBe(200)
    // The hold of the earnings and the rest after new details are over.
    await db.query('UPDATE performers SET payouts_frozen_until = NULL')
    await db.query(`UPDATE earnings SET available_at = app_now() - interval '1 minute' WHERE status = 'pending'`)
    await db.query('SELECT release_earnings(100)')
    await creator.reload()
    const amount = creator.getByLabel(t('payout.form.tokens'))
    expect(await amount.inputValue()).toBe('1200')
    await creator.getByText('$120.00', { exact: true }).first().waitFor()
    await amount.fill('100')
    await creator.getByText(t('errors.PAYOUT_BELOW_MINIMUM')).waitFor()
    await amount.fill('600')
    await creator.getByText('$60.00', { exact: true }).first().waitFor()
    await creator.getByLabel(t('payout.form.note')).fill('For the new kiln')
    await look(creator, 'form-390')
    await creator.getByRole('button', { name: t('payout.form.submit') }).click()
    await creator
      .getByRole('dialog')
      .getByRole('button', { name: t('payout.form.submit') })
      .click()
    await open().waitFor()
    await creator.getByText(t('payout.status.pending')).first().waitFor()
    await look(creator, 'pending-390')
    const { rows } = await db.query<{ number: string }>('SELECT number FROM payouts')
    number = rows[0]?.number ?? ''
  })

  it('is approved, paid and recorded as paid by staff', async () => {
    const mara = await signedIn(stage, 'maralindt')
    await mara.goto('/admin')
    // A fifth of what the fan paid.
    const revenue = mara.getByRole('region', { name: t('staff.revenue.title') })
    await revenue.getByText('$30.00', { exact: true }).first().waitFor()
    for (const sum of ['$150.00', '$120.00']) await revenue.getByText(sum, { exact: true }).waitFor()
    await revenue.getByRole('link', { name: t('staff.revenue.days7') }).click()
    await mara.waitForURL('**/admin?period=7')
    await revenue.getByText(t('staff.revenue.fees.7')).first().waitFor()
    await look(mara, 'overview-1440')
    await mara
      .getByRole('link', { name: new RegExp(t('staff.home.payouts')) })
      .first()
      .click()
    await mara.getByRole('link', { name: new RegExp(number) }).waitFor()
    await look(mara, 'queue-1440')
    await mara.getByRole('link', { name: new RegExp(number) }).click()
    await mara.getByText('For the new kiln').waitFor()
    await decide(mara, 'approve')
    await decide(mara, 'pay')
    await mara.getByText('DE89370400440532013000').waitFor()
    await look(mara, 'account-1440')
    await decide(mara, 'paid', [t('payout.reference'), 'SEPA 4711'])
    await mara.getByText('SEPA 4711').first().waitFor()
    await mara.getByText('DE89370400440532013000').waitFor({ state: 'detached' })
    await look(mara, 'paid-1440')
    await mara.goto(`/admin/users?q=${valloy.username}`)
    await mara
      .getByRole('main')
      .getByRole('link', { name: /Ines Valloy/ })
      .first()
      .click()
    const sums = mara.getByRole('region', { name: t('people.section.money') })
    expect(await sums.innerText()).toMatch(/Earned, 30 days\s+\$120\.00\s+1,200 tokens/)
    await look(mara, 'person-1440')
    await mara.context().close()
  })

  it('is seen as paid by the creator, with a notification', async () => {
    // The page was open all the time, and was sent the news.
    await open().waitFor({ state: 'detached' })
    await creator
      .getByRole('link', { name: new RegExp(number) })
      .getByText(t('payout.status.paid'), { exact: true })
      .waitFor()
    await creator.getByRole('link', { name: new RegExp(number) }).click()
    await creator.getByText('SEPA 4711').first().waitFor()
    await look(creator, 'one-390')
    await creator.goto('/notifications')
    await creator.getByText(number).first().waitFor()
    await look(creator, 'notification-390')
    await creator.getByRole('link', { name: new RegExp(number) }).click()
    await creator.waitForURL('**/creator/payouts')
  })

  it('is cancelled by the creator, and the tokens are available again', async () => {
    await requestAll()
    await creator.getByRole('button', { name: t('payout.open.cancel') }).click()
    const dialog = creator.getByRole('dialog')
    await dialog.getByText(t('payout.open.cancelText', { amount: '$60.00' })).waitFor()
    await look(creator, 'cancel-390')
    await dialog.getByRole('button', { name: t('payout.open.cancel') }).click()
    await open().waitFor({ state: 'detached' })
    await listed('cancelled').waitFor()
  })

  it('is rejected by staff with a reason that the creator reads', async () => {
    const reason = 'The name of the account is not yours.'
    await requestAll()
    const mara = await signedIn(stage, 'maralindt')
    await mara.goto('/admin/payouts')
    await mara.getByRole('link', { name: new RegExp(valloy.name) }).click()
    await decide(mara, 'reject', [t('payout.reason'), reason])
    await mara.getByText(t('payout.status.rejected'), { exact: true }).first().waitFor()
    await mara.context().close()
    await open().waitFor({ state: 'detached' })
    await listed('rejected').click()
    await creator.getByText(reason).first().waitFor()
    await look(creator, 'rejected-390')
  })

  it('goes to Stripe once the creator has connected it', async () => {
    await creator.goto('/creator/payment-gateways')
    await creator.getByText(t('creator.gateways.stripeHint')).click()
    await creator.getByText(t('creator.stripe.none')).waitFor()
    await creator.getByRole('button', { name: t('creator.bank.next') }).click()
    await creator.getByText(t('creator.stripe.first')).waitFor()
    await look(creator, 'stripe-first-390')
    await creator.getByRole('button', { name: t('creator.stripe.connect') }).click()
    await creator.getByRole('button', { name: 'Connect' }).click()
    await creator.getByText(t('creator.stripe.ready')).waitFor()
    await look(creator, 'stripe-connected-390')
    await creator.getByRole('button', { name: t('creator.bank.next') }).click()
    const dialog = creator.getByRole('dialog')
    await dialog.getByRole('button', { name: t('creator.confirm.action') }).click()
    await dialog.waitFor({ state: 'detached' })
    await creator.getByText(t('creator.stripe.unsaved')).waitFor({ state: 'detached' })
    await creator.reload()
    await creator.getByText(t('creator.stripe.ready')).waitFor()
  })

  it('is paid by Stripe, which the open page of staff shows by itself', async () => {
    await db.query('UPDATE performers SET payouts_frozen_until = NULL')
    await creator.goto('/creator/payouts')
    await requestAll()
    const mara = await signedIn(stage, 'maralindt')
    await mara.goto('/admin/payouts')
    await mara.getByRole('link', { name: new RegExp(valloy.name) }).click()
    await decide(mara, 'approve')
    await decide(mara, 'pay')
    await mara.getByRole('button', { name: t('paying.do.reverse') }).waitFor()
    await mara.context().close()
    await open().waitFor({ state: 'detached' })
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})
