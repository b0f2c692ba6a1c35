import { hashPassword } from '@fanlight/server/modules/people/accounts/auth/password-hash'
import { generate } from 'otplib'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { desk, oneStory, openStage, phone, photographFailures, type Stage } from './stage.ts'

// A user adds a second factor to their account, logs in with it in every available way, and signs out another browser.

const password = 'seven-quiet-lamps'
let stage: Stage
let site: string
let page: Page
let secret: string
let codes: string[]

beforeAll(async () => {
  stage = await openStage()
  // Passkeys belong to a name; browsers give none to an address in numbers.
  site = stage.copy.url.replace('127.0.0.1', 'localhost')
  const db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  await db.query(
    `INSERT INTO accounts (role, name, username, email, password_hash, status, email_verified_at)
      VALUES ('user', 'Noor Haddad', 'noorhaddad', 'noor@example.com', $1, 'active', now())`,
    [await hashPassword({ password, hashed: false })],
  )
  await db.end()
  page = await stage.visitor(desk)
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const codeNow = (stepsAhead = 0) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * stepsAhead })
async function givePassword(who: Page): Promise<void> {
  await who.goto(`${site}/auth/login?redirect=/user/security`)
  await who.getByLabel('Email or username').fill('noorhaddad')
  await who.getByLabel('Password', { exact: true }).fill(password)
  await who.getByRole('button', { name: 'Log in', exact: true }).click()
}
// No page is open meanwhile: it would go to the log-in by itself, and end whatever is opened next.
const logOut = async (who: Page) => {
  await who.goto('about:blank')
  await who.request.post(`${site}/api/auth/logout`, { headers: { origin: site } })
}
const isIn = (who: Page) => who.waitForURL(({ pathname }) => pathname === '/user/security')

describe('a second factor', () => {
  oneStory()
  it('an authenticator app is set up with its code, and recovery codes are shown once', async () => {
    await givePassword(page)
    await isIn(page)
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await page.getByText('Can’t scan it?').click()
    secret = (await page.getByRole('dialog').locator('details p').innerText()).replaceAll(' ', '')
    expect(await barriers(page)).toEqual([])
    await page.getByLabel('Code from the app').fill('000 000')
    await page.getByText('This code is incorrect').waitFor()
    await page.getByLabel('Code from the app').fill(await codeNow())
    await page.getByRole('button', { name: 'I’ve saved them' }).waitFor()
    codes = await page.getByRole('dialog').locator('ol li').allInnerTexts()
    expect(codes).toHaveLength(10)
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByText('10 codes left').waitFor()
  })

  it('the password alone leads to the second step, and the code on', async () => {
    await logOut(page)
    await givePassword(page)
    await page.waitForURL('**/auth/second-factor')
    expect(await barriers(page)).toEqual([])
    await page.getByLabel('Code', { exact: true }).fill(await codeNow(1))
    await isIn(page)
  })

  it('a recovery code stands in once', async () => {
    await logOut(page)
    for (const works of [true, false]) {
      await givePassword(page)
      await page.getByRole('link', { name: 'Use a recovery code instead' }).click()
      await page.getByLabel('Recovery code').fill(codes[0]!.toLowerCase())
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      if (works) await isIn(page)
      else await page.getByText('This code is incorrect').waitFor()
      if (works) await logOut(page)
    }
    await page.getByLabel('Recovery code').fill(codes[1]!)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await isIn(page)
    await page.getByText('8 codes left').waitFor()
  })

  it('a passkey is added, and signs in alone', async () => {
    const devices = await page.context().newCDPSession(page)
    await devices.send('WebAuthn.enable')
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Blue key')
    await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Remove Blue key' }).waitFor()
    await logOut(page)
    // The browser's own offer logs in and, on its way, the button is pressed as well: its answer comes when one is in already.
    const pressed = Promise.withResolvers<void>()
    const isLoggedIn = Promise.withResolvers<void>()
    const atLast = (promise: Promise<void>) =>
      Promise.race([promise, new Promise((enough) => setTimeout(enough, 15_000))])
    let challenges = 0
    await page.route('**/api/auth/passkeys/challenge', async (route) => {
      challenges += 1
      if (challenges > 1) {
        pressed.resolve()
        await atLast(isLoggedIn.promise)
      }
      await route.continue().catch(() => undefined)
    })
    await page.route(/\/auth\/login\.data/, async (route) => {
      if (route.request().method() === 'POST') await atLast(pressed.promise)
      await route.continue().catch(() => undefined)
      isLoggedIn.resolve()
    })
    await page.goto(`${site}/auth/login?redirect=/user/security`)
    await page.mouse.move(40, 40)
    await page.mouse.move(60, 80)
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await isIn(page)
    await page.getByText('Last active').first().waitFor()
    await page.waitForTimeout(1_500)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const { data: sessions } = await (await page.request.get(`${site}/api/auth/sessions`)).json()
    expect(sessions).toMatchObject([{ current: true }])
  })

  it('another browser is seen and thrown out', async () => {
    await page.request.delete(`${site}/api/auth/sessions`, { headers: { origin: site } })
    const other = await stage.visitor(phone)
    await givePassword(other)
    await other.getByRole('link', { name: 'Use a recovery code instead' }).click()
    await other.getByLabel('Recovery code').fill(codes[2]!)
    await other.getByRole('button', { name: 'Log in', exact: true }).click()
    await isIn(other)
    await page.reload()
    await page
      .getByRole('button', { name: /^Log out .*Chrome/ })
      .first()
      .click()
    await expect.poll(() => page.getByRole('button', { name: /^Log out .*Chrome/ }).count()).toBe(0)
    await other.waitForURL('**/auth/login**', { timeout: 5_000 }).catch(() => other.goto(`${site}/user/wallet`))
    expect(other.url()).toContain('/auth/login')
    expect(stage.faults).toEqual([])
  })
})
