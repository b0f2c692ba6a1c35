import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { demoWorldMsMax, desk, openStage, phone, photographFailures, type Stage, tokenOf } from './stage.ts'

// The terms change during a session: the user must accept them on every page, may read them and leave, and returns to where they were
// going; with and without scripts, and right to left.

const images = fileURLToPath(new URL('../../../.tools/journey/terms/', import.meta.url))
let stage: Stage
beforeAll(async () => {
  stage = await openStage({ demoWorld: true })
  mkdirSync(images, { recursive: true })
}, demoWorldMsMax)
afterAll(() => stage?.close())
photographFailures(() => stage)

/** Settings past every call; once the site has heard of them. */
const set = async (values: { termsVersion: string; [key: string]: unknown }) => {
  const db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  for (const [key, value] of Object.entries(values))
    await db.query(
      'INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      [key, JSON.stringify(value)],
    )
  await db.end()
  const headers = { authorization: `Bearer ${await tokenOf(stage.copy, 'jamierowe')}` }
  const inForce = async () => {
    const reply = await fetch(`${stage.copy.url}/api/users/me/terms`, { headers })
    return ((await reply.json()) as { data: { version: string } }).data.version
  }
  await expect.poll(inForce).toBe(values.termsVersion)
}
const signedIn = async (who: string, viewport: typeof phone, options: { locale?: string; theme?: 'dark' } = {}) => {
  const page = await stage.visitor(viewport, options)
  await page.context().addCookies([{ name: 'token', value: await tokenOf(stage.copy, who), url: stage.copy.url }])
  return page
}
const screenshot = async (page: Page, name: string) => {
  await page.screenshot({ path: join(images, `${name}.png`), fullPage: true })
  expect(await barriers(page), name).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(wide, `${name} is wider than the window`).toBe(false)
}
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

it('a signed-in user is redirected to them from every page, may read them and leave, and continues after accepting', async () => {
  const page = await signedIn('jamierowe', phone)
  await page.goto('/user/wallet')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const termsSummary = {
    'en-US': 'Refunds take one day.\nCreators are paid on Fridays.',
    ar: 'الاسترداد خلال يوم واحد.',
  }
  // An open page would be led away by itself as soon as it hears of them, in the middle of the first step.
  await page.goto('about:blank')
  await set({ termsVersion: '2026-11-01', termsSummary })
  for (const path of ['/home', '/explore', '/', '/user/security', '/valloyclay', '/auth/login']) {
    await page.goto(path)
    expect(new URL(page.url()).pathname, path).toBe('/terms-changed')
  }
  await page.goto('/user/wallet?tab=history')
  await page.getByText('Creators are paid on Fridays.').waitFor()
  await screenshot(page, 'terms-phone')
  await page.getByRole('link', { name: 'terms', exact: true }).click()
  await page.waitForURL('**/page/terms')
  await page.goBack()
  await page.getByRole('link', { name: 'Decline and close my account' }).click()
  await page.getByRole('heading', { name: 'What happens' }).waitFor()
  await screenshot(page, 'close-phone')
  await page.goBack()
  await page.getByRole('button', { name: 'Accept new terms' }).click()
  await page.waitForURL('**/user/wallet?tab=history')
  await page.goto('/home')
  expect(pathOf(page)).toBe('/home')
})

it('an open page is led there when the terms change, and staff work on', async () => {
  const fan = await signedIn('jamierowe', desk)
  await fan.goto('/home')
  await fan.waitForLoadState('networkidle')
  const token = await tokenOf(stage.copy, 'maralindt')
  const reply = await fetch(`${stage.copy.url}/api/admin/settings`, {
    method: 'PUT',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ values: { termsVersion: '2026-11-02' }, reason: 'A test' }),
  })
  expect(reply.status).toBe(200)
  await fan.waitForURL('**/terms-changed?back=%2Fhome')
  const admin = await signedIn('maralindt', desk)
  await admin.goto('/admin/settings')
  await admin.getByRole('searchbox').fill('termsVersion')
  await admin.locator('[data-setting="termsVersion"]').waitFor()
  await admin.getByRole('searchbox').fill('terms')
  await screenshot(admin, 'settings-desk')
})

it('it works without scripts and right to left, and asks again for terms that came in between', async () => {
  const context = await stage.browser.newContext({
    baseURL: stage.copy.url,
    javaScriptEnabled: false,
    locale: 'ar',
    viewport: desk,
    colorScheme: 'dark',
  })
  await context.addCookies([
    { name: 'token', value: await tokenOf(stage.copy, 'valloyclay'), url: stage.copy.url },
    { name: 'locale', value: 'ar', url: stage.copy.url },
  ])
  const page = await context.newPage()
  await page.goto('/creator/posts')
  await page.getByRole('heading', { name: 'تغيّرت شروطنا' }).waitFor()
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  await page.screenshot({ path: join(images, 'terms-ar-desk-dark.png'), fullPage: true })
  await set({ termsVersion: '2026-11-03' })
  await page.getByRole('button', { name: 'أوافق على الشروط الجديدة' }).click()
  await page.getByRole('alert').first().waitFor()
  await page.getByRole('button', { name: 'أوافق على الشروط الجديدة' }).click()
  await page.waitForURL('**/creator/posts')
  await context.close()
})
