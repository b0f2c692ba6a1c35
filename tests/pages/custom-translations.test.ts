import { override } from '@fanlight/server/modules/site/i18n/overrides'
import { buildAdmin, buildUser } from '@fanlight/server/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../browser/chromium.ts'
import { clockIsFrozen } from './frozen-clock.ts'
import { type Site, startSite } from './site.ts'

// spec: translations.pairs, page.locale, language.kept

let site: Site
beforeAll(async () => {
  site = await startSite()
}, 120_000)
afterAll(() => site?.stop())

const save = async (locale: string, key: string, value: string | null) => {
  const staff = await buildAdmin(site.ctx, { permissions: ['content'] })
  const viewer = { kind: 'signed-in', ...staff, address: '127.0.0.1', country: null, locale: 'en-US' }
  await override(site.ctx, viewer as never, 'a-test', { locale, key, value, reason: 'The house says so.' })
}
const eventsOf = (html: string) =>
  JSON.parse((/data-page="([^"]*)"/.exec(html)?.[1] ?? '{}').replaceAll('&quot;', '"')) as { overridden?: string[] }

test('a text that staff changed is on cached pages too as soon as they are invalidated, and in its language alone', async () => {
  clockIsFrozen()
  const welcome = 'Welcome to the house.'
  const before = await site.open('/')
  expect(before.html).not.toContain(welcome)
  expect(eventsOf(before.html)).not.toHaveProperty('overridden')
  await save('en-US', 'landing.title', welcome)
  await expect.poll(async () => (await site.open('/')).html).toContain(welcome)
  expect(eventsOf((await site.open('/')).html).overridden).toEqual(['landing'])
  expect((await site.open('/?locale=ko-KR')).html).not.toContain(welcome)
  await save('en-US', 'landing.title', null)
  await expect.poll(async () => (await site.open('/')).html).not.toContain(welcome)
  expect((await site.open('/')).html.length).toBe(before.html.length)
})

test('a page that wakes says the same, and so does the page after it', async () => {
  await save('ar', 'ui.nav.wallet', 'حقيبتي')
  await expect
    .poll(async () => eventsOf((await site.open('/', { cookies: { locale: 'ar' } })).html).overridden)
    .toEqual(['ui'])
  const fan = await buildUser(site.ctx, { locale: 'ar' })
  const browser = await launchChromium()
  try {
    const context = await browser.newContext()
    await context.addCookies([{ name: 'token', value: fan.token, url: site.url }])
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    await page.goto(`${site.url}/home`)
    const wallet = page.getByRole('link', { name: 'حقيبتي' }).first()
    await wallet.waitFor()
    await page.locator('html[data-hydrated]').waitFor()
    await wallet.click()
    await page.waitForURL('**/user/wallet')
    await page.getByRole('link', { name: 'حقيبتي' }).first().waitFor()
    expect(faults).toEqual([])
  } finally {
    await browser.close()
  }
})

test.each([
  ['?locale= before all', '/explore?locale=ar', { locale: 'ko-KR' }, 'zh-TW', 'ja', 'ar'],
  ['the cookie', '/explore', { locale: 'ko-KR' }, 'zh-TW', 'ja', 'ko-KR'],
  ['the account', '/explore', {}, 'zh-TW', 'ja', 'zh-TW'],
  ['Accept-Language', '/explore', {}, null, 'zh-HK;q=0.4, ja', 'ja-JP'],
  ['the site', '/explore', {}, null, 'sv', 'en-US'],
  ['a locale that is none', '/?locale=xx-klingon', { locale: 'zz' }, null, 'ko', 'ko-KR'],
  ['one that is too long', `/?locale=${'a'.repeat(2_000)}`, {}, null, 'ko', 'ko-KR'],
  ['one that is code', '/?locale=%22%3E%3Cscript%3E', {}, null, 'ar-EG', 'ar'],
])('who says which language a page is in: %s', async (_who, path, cookies, account, accepted, expected) => {
  const fan = account ? await buildUser(site.ctx, { locale: account }) : undefined
  const { html } = await site.open(path, {
    cookies: cookies as Record<string, string>,
    headers: { 'accept-language': accepted },
    ...(fan && { token: fan.token }),
  })
  expect(/<html[^>]*>/.exec(html)?.[0]).toContain(`lang="${expected}" dir="${expected === 'ar' ? 'rtl' : 'ltr'}"`)
})
