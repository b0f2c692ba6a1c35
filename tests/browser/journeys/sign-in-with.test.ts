import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type GooglePeer, startGoogle } from '@fanlight/server/testing/peers/google'
import { startTwitter, type TwitterPeer } from '@fanlight/server/testing/peers/twitter'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { desk, oneStory, openStage, phone, photographFailures, type Stage } from './stage.ts'

// Sign-up with Google, completing the account, linking Twitter and logging in with it, against local stubs of both providers; in
// English and, right to left, in Arabic; with and without scripts; and each way in which it can fail.

const images = fileURLToPath(new URL('../../../.tools/journey/sign-in-with/', import.meta.url))
const noor = { sub: '1001', name: 'Noor Abe', email: 'noor.abe@gmail.com', email_verified: true }
const taken = { sub: '1002', name: 'Ada Taken', email: 'ada.taken@gmail.com', email_verified: true }
const plain = { sub: '1003', name: 'Lin' }
const bird = { userId: '2001', screenName: 'noor_lights' }

let stage: Stage
let google: GooglePeer
let twitter: TwitterPeer
beforeAll(async () => {
  ;[google, twitter] = [await startGoogle([noor, taken, plain]), await startTwitter([bird])]
  stage = await openStage({ env: { ...google.env, ...twitter.env } })
  mkdirSync(images, { recursive: true })
})
afterAll(async () => {
  await stage?.close()
  await Promise.all([google?.stop(), twitter?.stop()])
})
photographFailures(() => stage)

const screenshot = async (page: Page, name: string) => {
  await page.screenshot({ path: join(images, `${name}.png`), fullPage: true })
  expect(await barriers(page), name).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(wide, `${name} is wider than the window`).toBe(false)
}

describe('with Google and Twitter', () => {
  oneStory()
  let page: Page

  it('a new user signs up, and reaches no other page before the account is finished', async () => {
    page = await stage.visitor(phone)
    await page.goto('/auth/register')
    await screenshot(page, 'register-phone')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('link', { name: `Continue as ${noor.email}` }).click()
    await page.waitForURL('**/user/account')
    await page.getByRole('heading', { name: 'Complete your account' }).waitFor()
    expect(await page.getByLabel('Email address').count()).toBe(0)
    await screenshot(page, 'complete-phone')
    for (const path of ['/home', '/explore', '/user/wallet', '/auth/login', '/']) {
      await page.goto(path)
      expect(new URL(page.url()).pathname, path).toBe('/user/account')
    }
    await page.goto('/page/terms')
    expect(new URL(page.url()).pathname).toBe('/page/terms')
  })

  it('finishes it, and adds Twitter', async () => {
    await page.goto('/user/account')
    expect(await page.getByLabel('Username').inputValue()).toBe('noorabe')
    await page.getByLabel('Username').fill('admin')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Complete account' }).click()
    await page.getByText('This username isn’t available.').waitFor()
    await page.getByLabel('Username').fill('noor_abe')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Complete account' }).click()
    await page.waitForURL('**/home')
    await page.goto('/user/security')
    expect(await page.getByRole('button', { name: 'Remove Google' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Add X (Twitter)' }).click()
    await page.getByRole('link', { name: `Authorise as @${bird.screenName}` }).click()
    await page.waitForURL('**/user/security?added=twitter')
    await page.getByText(`@${bird.screenName}`).waitFor()
    await screenshot(page, 'security-phone')
  })

  it('logs out, and returns by Twitter to the requested page', async () => {
    const context = page.context()
    await context.clearCookies()
    await page.goto('/user/wallet')
    await page.waitForURL('**/auth/login?redirect=**')
    await page.getByRole('button', { name: 'Continue with X (Twitter)' }).click()
    await page.getByRole('link', { name: `Authorise as @${bird.screenName}` }).click()
    await page.waitForURL('**/user/wallet')
    const names = (await context.cookies()).map(({ name }) => name)
    expect(names).toContain('token')
    for (const name of ['oauthToken', 'oauthTokenSecret', 'role']) expect(names).not.toContain(name)
  })

  it('needs an emailed code where the last log-in is long ago and there is no password', async () => {
    const { Client } = (await import('pg')).default
    const db = new Client({ connectionString: stage.copy.databaseUrl })
    await db.connect()
    await db.query(`UPDATE sessions SET authenticated_at = now() - interval '1 hour'`)
    await db.query(`DELETE FROM provider_identities WHERE provider = 'google'`)
    await db.end()
    await page.goto('/user/security')
    await page.getByRole('button', { name: 'Add Google' }).click()
    await page.getByText('You logged in a while ago.').waitFor()
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.getByText('We’ve emailed a code to').waitFor()
    await screenshot(page, 'ask-code-phone')
    const outbox = await fetch(`${stage.copy.url}/api/mails/outbox?pageSize=20`)
    const { data } = (await outbox.json()) as { data: { kind: string; text: string }[] }
    const code = /^\d{6}$/m.exec(data.find(({ kind }) => kind === 'confirm_code')!.text)![0]
    await page.getByLabel('Code from the email').fill(code === '123456' ? '123457' : '123456')
    await page.getByRole('button', { name: 'Continue to Google' }).click()
    await page.getByText('This code is incorrect or was already used.').first().waitFor()
    await page.getByLabel('Code from the email').fill(code)
    await page.getByRole('button', { name: 'Continue to Google' }).click()
    await page
      .getByRole('link', { name: /^Continue as / })
      .first()
      .waitFor()
  })
})

describe('what can go wrong', () => {
  it('a callback that this browser did not begin, a sign-in that was declined, and a provider that does not answer', async () => {
    const page = await stage.visitor(desk, { theme: 'dark' })
    await page.goto('/auth/google/callback?code=a&state=b')
    await page.getByText('started in another browser').waitFor()
    await screenshot(page, 'refused-desk-dark')
    await page.goto('/auth/twitter/callback?denied=a')
    await page.getByText('You canceled the login at X (Twitter)').waitFor()
    expect((await page.goto('/auth/unknown/callback'))?.status()).toBe(404)
    twitter.be('broken')
    try {
      await page.goto('/auth/login')
      await screenshot(page, 'login-desk-dark')
      await page.getByRole('button', { name: 'Continue with X (Twitter)' }).click()
      await page.getByText('The login provider isn’t responding').waitFor()
      await screenshot(page, 'unavailable-desk-dark')
    } finally {
      twitter.be('well')
    }
  })

  it('an address whose account never proved it: the password first, or another account', async () => {
    const reply = await fetch(`${stage.copy.url}/api/auth/users/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Ada',
        username: 'adataken',
        email: taken.email,
        password: 'seven-quiet-lamps',
        acceptTerms: true,
      }),
    })
    expect(reply.status).toBe(200)
    const page = await stage.visitor(desk)
    await page.goto('/auth/register/creator')
    await screenshot(page, 'register-creator-desk')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('link', { name: `Continue as ${taken.email}` }).click()
    await page.getByText('An account with this email address already exists.').waitFor()
    await screenshot(page, 'link-first-desk')
    const otherWay = page.getByRole('link', { name: 'Log in another way' })
    expect(await otherWay.getAttribute('href')).toBe('/auth/login?redirect=/user/security')
    await page.getByRole('button', { name: 'Create a new account without this email' }).click()
    await page.getByRole('link', { name: `Continue as ${taken.email}` }).click()
    await page.waitForURL('**/creator/account')
    await page.getByLabel('Email address').waitFor()
    await screenshot(page, 'complete-creator-desk')
  })
})

it('goes right to left, in Arabic', async () => {
  const page = await stage.visitor(phone, { locale: 'ar', theme: 'dark' })
  await page.goto('/auth/login?locale=ar')
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  await page.screenshot({ path: join(images, 'login-phone-arabic.png'), fullPage: true })
  await page.getByRole('button', { name: /Google/ }).click()
  await page.getByRole('link', { name: `Continue as ${plain.name}` }).click()
  await page.getByRole('heading', { name: 'أكمل حسابك' }).waitFor()
  await screenshot(page, 'complete-phone-arabic')
})

it('works without scripts', async () => {
  const context = await stage.browser.newContext({ baseURL: stage.copy.url, javaScriptEnabled: false, viewport: phone })
  const page = await context.newPage()
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Continue with X (Twitter)' }).click()
  await page.getByRole('link', { name: `Authorise as @${bird.screenName}` }).click()
  await page.screenshot({ path: join(images, 'callback-phone.png') })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/home')
  await context.close()
})

it('no page threw an error', () => expect(stage.faults).toEqual([]))
