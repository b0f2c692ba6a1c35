import { type GooglePeer, startGoogle } from '@fanlight/server/testing/peers/google'
import { generate } from 'otplib'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { addFans, addStaff, fits, password, signedIn } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, openStage, phone, photographFailures, type Stage } from './stage.ts'

// Staff suspend a fan who is logged in: the open page says so, and each way to log in says why, until when and whom to ask.

const t = texts('en-US')
const reason = 'Sent the same advertisement to forty creators.'
const person = { sub: '1001', name: 'Noor Haddad', email: 'noor.haddad@gmail.com', email_verified: true }
let stage: Stage
let google: GooglePeer
let staff: Page
let open: Page
let atCode: Page
let secret = ''

beforeAll(async () => {
  google = await startGoogle([person])
  stage = await openStage({ env: google.env })
  await addStaff(stage, 'Mara Lindt')
  await addFans(stage, 0, 'Noor Haddad')
  const db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  await db.query(
    `INSERT INTO provider_identities (provider, subject, account_id) SELECT 'google', $1, id FROM accounts WHERE username = 'noorhaddad'`,
    [person.sub],
  )
  await db.end()
  staff = await signedIn(stage, 'maralindt')
  open = await signedIn(stage, 'noorhaddad', phone)
})
afterAll(async () => {
  await stage?.close()
  await google?.stop()
})
photographFailures(() => stage)

async function givePassword(page: Page): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('Email or username').fill('noorhaddad')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}
async function suspend(length: string): Promise<void> {
  await staff.goto('/admin/users?q=noorhaddad')
  await staff
    .getByRole('main')
    .getByRole('link', { name: /Noor Haddad/ })
    .first()
    .click()
  await staff.getByRole('button', { name: 'Suspend', exact: true }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('Duration').selectOption(length)
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await dialog.waitFor({ state: 'detached' })
}
const shoot = async (page: Page, name: string) => {
  expect(await barriers(page), name).toEqual([])
  await fits(page)
  await page.screenshot({ path: `${process.env['SHOTS'] ?? stage.folder}/suspended-${name}.png`, fullPage: true })
}
/** Why, until when, and whom to ask. */
async function isTold(page: Page, until: RegExp): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: reason })
  await notice.getByText(until).waitFor()
  expect(await notice.getByRole('link', { name: t('auth.suspended.contact') }).getAttribute('href')).toBe('/contact')
  expect(await page.getByText(t('errors.ACCOUNT_SUSPENDED'), { exact: true }).count()).toBe(0)
}
const forAWeek = () => new RegExp(`suspended until ${dayAfter(7)}`)
const dayAfter = (days: number) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'Asia/Tokyo' }).format(
    Date.now() + days * 86_400_000,
  )

describe('a fan who is suspended', () => {
  oneStory()
  it('has a page open here, and half a log-in there', async () => {
    await open.goto('/user/security')
    await open.getByRole('button', { name: 'Set up', exact: true }).click()
    await open.getByText('Can’t scan it?').click()
    secret = (await open.getByRole('dialog').locator('details p').innerText()).replaceAll(' ', '')
    await open.getByLabel('Code from the app').fill(await generate({ secret }))
    await open.getByRole('button', { name: 'I’ve saved them' }).click()
    await open.goto('/home')
    await open.waitForLoadState('networkidle')
    atCode = await stage.visitor(desk, { timezoneId: 'Asia/Tokyo' })
    await givePassword(atCode)
    await atCode.waitForURL('**/auth/second-factor')
  })

  it('is told on the open page that the account was suspended, and is led to where it says why', async () => {
    await suspend('week')
    await open.waitForURL(/\/auth\/login\?.*reason=suspended/)
    await open.getByRole('alert').filter({ hasText: 'Your account was suspended, and you were logged out.' }).waitFor()
    await shoot(open, 'open-page')
    await open.getByRole('alert').getByRole('link', { name: 'contact us' }).tap()
    await open.waitForURL('**/contact')
  })

  it('is told why and until when at the log-in by password, also without scripts', async () => {
    await givePassword(open)
    await isTold(open, forAWeek())
    await shoot(open, 'password')
    const context = await stage.browser.newContext({
      javaScriptEnabled: false,
      baseURL: stage.copy.url,
      viewport: phone,
      locale: 'en-US',
    })
    const plain = await context.newPage()
    await givePassword(plain)
    await isTold(plain, /suspended until/)
    await context.close()
  })

  it('is told at the second factor', async () => {
    await atCode
      .getByLabel('Code', { exact: true })
      .fill(await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }))
    await isTold(atCode, forAWeek())
    await shoot(atCode, 'second-factor')
  })

  it('is told when coming from another site', async () => {
    await atCode.goto('/auth/login')
    await atCode.getByRole('button', { name: 'Continue with Google' }).click()
    await atCode.getByRole('link', { name: `Continue as ${person.email}` }).click()
    await isTold(atCode, forAWeek())
    await shoot(atCode, 'google')
  })

  it('is told where there is no date', async () => {
    await staff.getByRole('button', { name: 'Lift the suspension' }).click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Wrong dates.')
    await dialog.getByRole('button', { name: 'Lift the suspension' }).click()
    await dialog.waitFor({ state: 'detached' })
    await suspend('open')
    await givePassword(open)
    await isTold(open, /suspended until further notice/)
    await shoot(open, 'without-end')
    expect(stage.faults).toEqual([])
  })
})
