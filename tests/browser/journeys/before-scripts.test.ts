import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildParticipant } from '@fanlight/server/modules/content/participants/testing'
import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { buildFeed } from '@fanlight/server/modules/content/posts/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { buildReport } from '@fanlight/server/modules/staff/reports/testing'
import { buildVideo } from '@fanlight/server/modules/content/videos/testing'
import { buildAdmin, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { sql } from '@fanlight/server/platform/db/db'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../../pages/site.ts'
import { barriers } from '../axe.ts'
import { launchChromium, provokeRefusals } from '../chromium.ts'

// What people do while a page's scripts are not there yet, or where none ever come.

const password = 'seven-quiet-lamps'
let site: Site
let browser: Browser
/** An age assurance provider that confirms the age of every user. */
let provider: Server
let providerUrl: string

beforeAll(async () => {
  provider = createServer((request, reply) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      if (request.method === 'POST') {
        const { id, returnUrl } = JSON.parse(body) as { id: string; returnUrl: string }
        const url = `${providerUrl}/visit?back=${encodeURIComponent(returnUrl)}`
        reply.end(JSON.stringify({ reference: `check-${id}`, url }))
      } else if (request.url?.startsWith('/visit')) {
        const back = new URL(request.url, providerUrl).searchParams.get('back')
        reply.setHeader('content-type', 'text/html').end(`<a href="${back}">I showed it</a>`)
      } else reply.end(JSON.stringify({ state: 'passed', method: 'face' }))
    })
  })
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  site = await startSite({ env: { AGE_PROVIDER_URL: providerUrl, AGE_PROVIDER_SECRET: 'what-only-the-two-know' } })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  provider?.close()
})

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-US',
    serviceWorkers: 'block',
    ...options,
  })
  return context.newPage()
}

describe('before the scripts of a page are there', () => {
  /** Holds every script back but the one that is before all others. */
  async function holdScripts(page: Page): Promise<() => void> {
    let letGo = () => {}
    const pause = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(/\/assets\/(?!intent)[^/]*\.js/, async (route) => {
      await pause
      await route.continue()
    })
    return letGo
  }
  const waitForHydration = (page: Page) => page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)

  it('what a creator types and presses counts, each once', async () => {
    const creator = await buildPerformer(site.ctx)
    const page = await openPage()
    await page.context().addCookies([{ name: 'token', value: creator.token, url: site.url }])
    const letGo = await holdScripts(page)
    await page.goto('/creator/pricing', { waitUntil: 'commit' })
    await page.getByLabel('Name', { exact: true }).fill('Front Row')
    await page.getByLabel('Benefits').fill('Mugs\nBowls')
    await page.getByRole('button', { name: 'Monthly' }).click()
    await page.getByRole('button', { name: 'Monthly' }).click()
    letGo()
    await waitForHydration(page)
    expect(await page.getByLabel('Price: Monthly').count()).toBe(1)
    await page.getByLabel('Price: Monthly').fill('7.95')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Front Row')
    await page.getByRole('button', { name: 'Save plans' }).click()
    await page.getByText('Changes saved').first().waitFor()
    const reply = await page.request.get('/api/performer/plans')
    const { data } = (await reply.json()) as { data: { name: string; price: number; perks: string[] }[] }
    expect(data.map(({ name, price, perks }) => [name, price, perks])).toEqual([['Front Row', 7.95, ['Mugs', 'Bowls']]])
    await page.context().close()
  })

  it('what is ticked counts', async () => {
    const creator = await buildPerformer(site.ctx)
    const page = await openPage()
    await page.context().addCookies([{ name: 'token', value: creator.token, url: site.url }])
    const letGo = await holdScripts(page)
    await page.goto('/creator/pricing', { waitUntil: 'commit' })
    const free = page.getByRole('switch', { name: 'Free subscription' })
    await free.check()
    letGo()
    await waitForHydration(page)
    expect(await free.isChecked()).toBe(true)
    await page.getByLabel('Name', { exact: true }).fill('Front Row')
    await page.getByRole('button', { name: 'Save plans' }).click()
    await page.getByText('Changes saved').first().waitFor()
    const reply = await page.request.get('/api/performer/plans')
    expect(((await reply.json()) as { data: { type: string }[] }).data.map(({ type }) => type)).toEqual(['free'])
    await page.context().close()
  })
})

describe('a piece whose scripts come after those of the page', () => {
  it('answers what was pressed before it was there, once', async () => {
    const fan = await buildUser(site.ctx)
    await sql`UPDATE accounts SET email_verified_at = NULL WHERE id = ${fan.id}`.execute(site.ctx.db)
    const page = await openPage()
    await page.context().addCookies([{ name: 'token', value: fan.token, url: site.url }])
    let letGo = () => {}
    const pause = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(/\/assets\/confirm-email-[^/]*\.js/, async (route) => {
      await pause
      await route.continue()
    })
    await page.goto('/home')
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
    const again = page
      .getByRole('region', { name: 'Confirm your email address.' })
      .getByRole('button', { name: 'Send again' })
    await again.click()
    expect(await again.getAttribute('data-waiting')).toBe('')
    letGo()
    await page.getByText('We’ve sent the link again.').waitFor()
    expect(await again.getAttribute('data-waiting')).toBeNull()
    const mails = await sql`SELECT FROM mails WHERE to_address = ${fan.email}`.execute(site.ctx.db)
    expect(mails.rows).toHaveLength(1)
    await page.context().close()
  })
})

describe('a page that React takes over', () => {
  it('keeps a form that came back with what is wrong in it', async () => {
    const { username } = await buildUser(site.ctx)
    const page = await openPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    let letGo = () => {}
    const pause = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(/\/assets\/(?!intent)[^/]*\.js/, async (route) => {
      await pause
      await route.continue()
    })
    await page.goto('/auth/register', { waitUntil: 'commit' })
    await page.locator('input[name=name]').fill('Noor')
    await page.locator('input[name=username]').fill(username)
    await page.locator('input[name=email]').fill('noor-again@example.com')
    await page.locator('input[name=password]').fill(password)
    await page.locator('input[name=acceptTerms]').check()
    await page.getByRole('button', { name: 'Create account' }).click({ noWaitAfter: true })
    await page.locator('[aria-invalid=true][name=username]').waitFor()
    letGo()
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
    expect(await page.locator('[aria-invalid=true][name=username]').count()).toBe(1)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('is there still where something else has changed it', async () => {
    const page = await openPage()
    await page.context().addCookies([{ name: 'token', value: (await buildUser(site.ctx)).token, url: site.url }])
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    await page.route('/user/wallet', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('<main id="main"', '<p>An extension</p><main id="main"')
      await route.fulfill({ response, body })
    })
    await page.goto('/user/wallet')
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByText('An extension').count()).toBe(0)
    expect(faults.filter((fault) => !fault.startsWith('Minified React error #418'))).toEqual([])
    await page.context().close()
  })
})

describe('a page whose markup the browser refuses', () => {
  it('is not left empty: it says that something failed and offers to load again', async () => {
    const page = await openPage({ colorScheme: 'dark' })
    provokeRefusals(page.context())
    await page.context().addCookies([{ name: 'token', value: (await buildUser(site.ctx)).token, url: site.url }])
    // The default policy refuses every string, also the one by which React renders a document again that differs from the server's.
    await page.addInitScript(() => {
      const factory = Object.getPrototypeOf(Reflect.get(globalThis, 'trustedTypes'))
      const { createPolicy } = factory
      factory.createPolicy = function (name: string, rules: object) {
        return createPolicy.call(this, name, name === 'default' ? { ...rules, createHTML: () => null } : rules)
      }
    })
    const refused: string[] = []
    page.on('pageerror', ({ message }) => refused.push(message))
    let isAltered = true
    await page.route('/user/wallet', async (route) => {
      const response = await route.fetch()
      const body = await response.text()
      await route.fulfill({
        response,
        body: isAltered ? body.replace('<main id="main"', '<p></p><main id="main"') : body,
      })
    })
    await page.goto('/user/wallet')
    const again = page.getByRole('link', { name: 'Try again' })
    await again.waitFor()
    expect(refused.join(' ')).toContain('TrustedHTML')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Something went wrong')
    expect(await page.evaluate(() => [document.documentElement.lang, document.title])).toEqual([
      'en-US',
      'Something went wrong',
    ])
    expect(await barriers(page)).toEqual([])
    isAltered = false
    await again.click()
    await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
    await page.context().close()
  })
})

describe('where scripts never come', () => {
  const withoutScripts = { javaScriptEnabled: false }
  /** The link of the newest mail to an address, as the outbox shows it. */
  async function linkTo(address: string, path: string): Promise<string> {
    const outbox = await fetch(`${site.url}/api/mails/outbox?pageSize=100`)
    const { data } = (await outbox.json()) as { data: { to: string; text: string }[] }
    const mail = data.find(({ to, text }) => to === address && text.includes(path))
    const secret = /token=([\w.-]+)/.exec(mail?.text ?? '')?.[1]
    expect(secret).toBeDefined()
    return `${path}?token=${secret}`
  }
  const post = (path: string, body: object, who?: { token: string }) =>
    fetch(`${site.url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: site.url,
        ...(who && { authorization: `Bearer ${who.token}` }),
      },
      body: JSON.stringify(body),
    })

  it('a new password is chosen by the link of an email, and the secret of the link is not sent anywhere', async () => {
    const fan = await buildUser(site.ctx, { password })
    await post('/auth/users/forgot', { email: fan.email })
    const page = await openPage(withoutScripts)
    const referrers: (string | undefined)[] = []
    page.on('request', (request) => referrers.push(request.headers()['referer']))
    await page.goto(await linkTo(fan.email, '/auth/reset'))
    await page.locator('input[name=password]').fill('eleven-quiet-lamps')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByRole('heading', { name: 'Password saved' }).waitFor()
    expect(referrers.filter((referrer) => referrer?.includes('token'))).toEqual([])
    const reply = await post('/auth/login', { email: fan.email, password: 'eleven-quiet-lamps' })
    expect(reply.status).toBe(200)
    await page.context().close()
  })

  it('pages for one who is signed in are there, with their rail', async () => {
    const [fan, creator] = [await buildUser(site.ctx), await buildPerformer(site.ctx)]
    const page = await openPage(withoutScripts)
    await page.context().addCookies([{ name: 'token', value: fan.token, url: site.url }])
    for (const path of [
      '/home',
      '/explore',
      `/search?q=${creator.username}`,
      `/${creator.username}`,
      `/post/${await buildFeed(site.ctx, creator, { text: 'At the kiln' })}`,
      `/product/${await buildProduct(site.ctx, creator)}`,
      `/gallery/${(await buildGallery(site.ctx, creator)).id}`,
      `/video/${await buildVideo(site.ctx, creator)}`,
      `/post/${creator.id}`,
    ]) {
      await page.goto(path)
      const shown = {
        page: await page.locator('main').first().isVisible(),
        rail: await page.getByRole('navigation').first().isVisible(),
        // What waits for a script to put it into its place.
        later: await page.locator('[hidden][id^="S:"] :is(h1, h2, p, a, button, img, li)').count(),
      }
      expect([path, shown]).toEqual([path, { page: true, rail: true, later: 0 }])
    }
    await page.context().close()
  })

  it('an address is confirmed', async () => {
    const address = 'noor@example.com'
    await post('/auth/users/register', {
      name: 'Noor',
      username: 'noorwithout',
      email: address,
      password,
      acceptTerms: true,
    })
    const page = await openPage(withoutScripts)
    await page.goto(await linkTo(address, '/auth/verify'))
    await page.getByRole('button', { name: 'Confirm email' }).click()
    await page.getByRole('heading', { name: 'Email confirmed' }).waitFor()
    const { token } = (
      (await (await post('/auth/login', { email: address, password })).json()) as {
        data: { token: string }
      }
    ).data
    const me = await fetch(`${site.url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(((await me.json()) as { data: { emailVerified: boolean } }).data.emailVerified).toBe(true)
    await page.context().close()
  })

  it('a decision is appealed by the link of an email', async () => {
    const creator = await buildPerformer(site.ctx)
    const fan = await buildUser(site.ctx)
    const staff = await buildAdmin(site.ctx, { permissions: ['moderation'] })
    const item = await buildFeed(site.ctx, creator, { text: 'At the kiln' })
    const sent = await post('/comments', { itemId: item, text: 'Cheap pills' }, fan)
    const comment = ((await sent.json()) as { data: { _id: string } }).data
    const id = await buildReport(site.ctx, { type: 'comment', id: comment._id })
    const statement = 'It advertises what our rules do not allow.'
    await post(`/admin/reports/${id}/decision`, { action: 'delete_comment', statement }, staff)
    const page = await openPage(withoutScripts)
    await page.goto(await linkTo(fan.email, '/appeal'))
    await page.locator('textarea').fill('They are not pills, they are beads.')
    await page.locator('main form button[type=submit]').click()
    await page.getByText('They are not pills, they are beads.').waitFor()
    expect(await page.locator('textarea').count()).toBe(0)
    await page.context().close()
  })

  it('the removal of a second factor is stopped by the link of an email', async () => {
    const page = await openPage(withoutScripts)
    await page.goto('/auth/second-factor/keep?token=spent')
    await page.locator('main form button[type=submit]').click()
    // The link is answered as one that was used: the form itself was taken.
    await page.getByText('This link no longer works').first().waitFor()
    await page.context().close()
  })

  it('consent is withdrawn by the link of an email', async () => {
    const creator = await buildPerformer(site.ctx)
    const { lasting } = await buildParticipant(site.ctx, creator, { status: 'verified' })
    const page = await openPage(withoutScripts)
    await page.goto(`/consent/${lasting}`)
    await page.locator('main details summary').last().click()
    await page.locator('main details form button[type=submit]').last().click()
    await page.getByRole('heading', { name: 'You withdrew your consent' }).waitFor()
    await page.context().close()
  })

  it.each([
    ['without scripts', withoutScripts],
    ['with them', { javaScriptEnabled: true }],
  ])('an age is checked at the provider, which is reached and left by links, %s', async (_, scripts) => {
    const creator = await buildPerformer(site.ctx)
    await fetch(`${site.url}/api/performers/me`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${creator.token}` },
      body: JSON.stringify({ isAdult: true }),
    })
    await site.ctx.settings.set(site.ctx.db, 'ageRule', 'assured', null)
    const page = await openPage(scripts)
    await page.goto(`/${creator.username}`)
    await page.getByRole('heading', { name: 'Adults only' }).waitFor()
    if (scripts.javaScriptEnabled) expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Verify my age' }).click()
    await page.waitForURL(`${providerUrl}/visit**`)
    await page.getByRole('link', { name: 'I showed it' }).click()
    await page.getByRole('button', { name: 'I’ve finished: continue' }).click()
    await page.waitForURL(`**/${creator.username}`)
    await site.ctx.settings.set(site.ctx.db, 'ageRule', 'self_declared', null)
    await page.context().close()
  })
})
