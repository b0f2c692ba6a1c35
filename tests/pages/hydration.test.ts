import { buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { buildFeed, uniqueWord } from '@fanlight/server/modules/content/posts/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../browser/chromium.ts'
import { type Site, startSite } from './site.ts'

// Signed-out pages are complete without scripts, wake at the first sign of intent, and make the click again that woke them.

let site: Site
let browser: Browser
let username: string
let feedId: string
const word = uniqueWord()
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), launchChromium()])
  const performer = await buildPerformer(site.ctx)
  username = performer.username ?? ''
  feedId = await buildFeed(site.ctx, performer, { title: word })
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

interface Opened {
  page: Page
  scripts: string[]
  faults: string[]
}
async function open(path: string, { hasTouch = false, javaScriptEnabled = true } = {}): Promise<Opened> {
  const context = await browser.newContext({ baseURL: site.url, locale: 'en-US', hasTouch, javaScriptEnabled })
  const page = await context.newPage()
  const [scripts, faults]: [string[], string[]] = [[], []]
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname))
  await page.goto(path, { waitUntil: 'load' })
  return { page, scripts, faults }
}
const isHydrated = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('a')].some((link) => Object.keys(link).some((key) => key.startsWith('__react'))),
  )
const paths = () => ['/', '/explore', `/${username}`, `/post/${feedId}`]

test('pages say everything without scripts', async () => {
  const { page } = await open(`/${username}`, { javaScriptEnabled: false })
  expect(await page.locator('main').getByText(word).first().isVisible()).toBe(true)
  await page.goto(`/post/${feedId}`)
  expect(await page.locator('main').getByText(word).first().isVisible()).toBe(true)
  await page.context().close()
})

test('only the script that waits is loaded at first; a key or the pointer wakes the page, without a fault', async () => {
  for (const [at, path] of paths().entries()) {
    const { page, scripts, faults } = await open(path)
    expect([path, scripts.filter((script) => !script.includes('/intent-'))]).toEqual([path, []])
    if (at % 2 === 0) await page.keyboard.press('Tab')
    else await page.mouse.move(40, 300, { steps: 4 })
    await isHydrated(page)
    expect([path, faults]).toEqual([path, []])
    await page.context().close()
  }
}, 120_000)

test('nothing moves when a page wakes, so that a press meets what it was meant for', async () => {
  for (const path of [...paths(), '/auth/login', '/auth/register', '/auth/forgot', '/contact']) {
    const { page } = await open(path)
    const positions = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main :is(h1, h2, input, button, label)')]
          // What is folded away can't be pressed.
          .filter((entry) => entry.checkVisibility())
          .map((entry) => Math.round(entry.getBoundingClientRect().top + scrollY)),
      )
    const before = await positions()
    await page.mouse.move(40, 300, { steps: 4 })
    await isHydrated(page)
    await page.waitForLoadState('networkidle')
    expect([path, await positions()]).toEqual([path, before])
    await page.context().close()
  }
}, 120_000)

describe('what only a script can do is done once the script is there', () => {
  const leadsToLogIn = (page: Page) => page.waitForURL((url) => url.pathname === '/auth/login')
  const follow = (page: Page) => page.getByRole('button', { name: /^Follow / })

  test('after a click', async () => {
    const { page } = await open(`/${username}`)
    await follow(page).click()
    await leadsToLogIn(page)
    await page.context().close()
  })
  test('after a touch', async () => {
    const { page } = await open(`/${username}`, { hasTouch: true })
    await follow(page).tap()
    await leadsToLogIn(page)
    await page.context().close()
  })
  test('after a key', async () => {
    const { page } = await open(`/${username}`)
    await follow(page).focus()
    await page.keyboard.press('Enter')
    await leadsToLogIn(page)
    await page.context().close()
  })
})

describe('a tab of a profile', () => {
  const height = 320
  const tapGalleries = async (page: Page) => {
    await page.setViewportSize({ width: 390, height })
    const tab = page.getByRole('navigation', { name: 'Profile sections' }).getByRole('link', { name: 'Galleries' })
    // It is scrolled to, and so out of sight where the page begins.
    await tab.scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
    await tab.tap()
    await page.waitForURL((url) => url.searchParams.get('tab') === 'galleries')
    return tab
  }
  test('that wakes the page leaves it where it is', async () => {
    const { page, scripts } = await open(`/${username}`, { hasTouch: true })
    expect(scripts.filter((script) => !script.includes('/intent-'))).toEqual([])
    const tab = await tapGalleries(page)
    await expect.poll(() => tab.getAttribute('aria-current')).toBe('page')
    const { y } = (await tab.boundingBox())!
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(height)
    await page.context().close()
  })
  test('is followed all the same where the scripts don’t come', async () => {
    const { page } = await open(`/${username}`, { hasTouch: true })
    await page.route(/\/assets\/(?!intent-).*\.js$/, (route) => route.abort())
    expect(await (await tapGalleries(page)).getAttribute('aria-current')).toBe('page')
    await page.context().close()
  })
})

test('who is signed in presses before the scripts are there, and is heard once they are', async () => {
  const fan = await buildUser(site.ctx)
  const context = await browser.newContext({ baseURL: site.url, locale: 'en-US' })
  await context.addCookies([{ name: 'token', value: fan.token, url: site.url }])
  const page = await context.newPage()
  let letGo = () => {}
  const pause = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/assets\/(?!intent-).*\.js$/, async (route) => {
    await pause
    await route.continue()
  })
  await page.goto(`/${username}`, { waitUntil: 'commit' })
  const follow = page.getByRole('button', { name: /^Follow / })
  await follow.click()
  const followRequest = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/follows/'),
  )
  letGo()
  await followRequest
  await page.getByRole('button', { name: /^(Unfollow|Following)/ }).waitFor()
  await context.close()
})

describe('a cached page', () => {
  test('is the same bytes for equal requests, and never for a request with a session', async () => {
    const first = await site.open(`/${username}`)
    const second = await site.open(`/${username}`)
    expect(second.html).toBe(first.html)
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    const { 'x-request-id': _one, date: _date, ...headers } = first.headers
    expect(second.headers).toMatchObject(
      Object.fromEntries(
        Object.entries(headers).filter(
          ([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name),
        ),
      ),
    )
    const own = await site.open(`/${username}`, { token: 'no-such-session' })
    expect(own.headers['content-security-policy']).toContain("'nonce-")
    expect(first.headers['content-security-policy']).not.toContain("'nonce-")
  })

  test('is another one in another language or theme', async () => {
    const pages = [
      await site.open(`/${username}`),
      await site.open(`/${username}`, { cookies: { theme: 'dark' } }),
      await site.open(`/${username}`, { cookies: { locale: 'ja-JP' } }),
      await site.open(`/${username}`, { headers: { 'accept-language': 'ja' } }),
    ].map(({ html }) => /<html[^>]*>/.exec(html)?.[0] ?? '')
    expect(pages.map((tag) => [/lang="([^"]*)"/.exec(tag)?.[1], /class="([^"]*)"/.exec(tag)?.[1]])).toEqual([
      ['en-US', undefined],
      ['en-US', 'dark'],
      ['ja-JP', undefined],
      ['ja-JP', undefined],
    ])
  })
})

test('the image of a shared link has an address that does not expire', async () => {
  const { html } = await site.open(`/post/${feedId}`)
  const address = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? ''
  expect(address).toMatch(/^http.*\/post\/.*\/card\.png$/)
  const image = await site.open(new URL(address).pathname)
  expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png'])
})
