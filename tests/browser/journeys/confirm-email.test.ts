import { mkdirSync } from 'node:fs'
import { buildUser } from '@fanlight/server/testing/builders'
import { sql } from '@fanlight/server/platform/db/db'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from '../../pages/site.ts'
import { barriers } from '../axe.ts'
import { launchChromium } from '../chromium.ts'
import { texts } from './locale-text.ts'
import { desk, phone } from './stage.ts'

// Whoever has not confirmed their address is asked to on their home page, and gets the link again.

const t = texts('en-US')
let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})
const shots = process.env['JOURNEY_SHOTS']

it.each([phone, desk])('is asked for at home until it is done, in a window of $width px', async (viewport) => {
  const fan = await buildUser(site.ctx)
  await sql`UPDATE accounts SET email_verified_at = NULL WHERE id = ${fan.id}`.execute(site.ctx.db)
  const mails = async () =>
    (
      await sql<{ n: number }>`SELECT count(*)::int AS n FROM mails WHERE to_address = ${fan.email}`.execute(
        site.ctx.db,
      )
    ).rows[0]!.n
  const context = await browser.newContext({ baseURL: site.url, locale: 'en-US', serviceWorkers: 'block', viewport })
  await context.addCookies([{ name: 'token', value: fan.token, url: site.url }])
  const page = await context.newPage()
  await page.goto('/home')
  const banner = page.getByRole('region', { name: t('confirmEmail.title') })
  await banner.getByText(fan.email).waitFor()
  expect(await barriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
  if (shots) {
    mkdirSync(shots, { recursive: true })
    await page.screenshot({ path: `${shots}/confirm-email-${viewport.width}.png` })
  }
  await banner.getByRole('button', { name: t('confirmEmail.again') }).click()
  await page.getByText(t('confirmEmail.sent')).waitFor()
  await expect.poll(mails).toBe(1)
  await banner.getByRole('button', { name: t('confirmEmail.later') }).click()
  await banner.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForTimeout(500)
  expect(await banner.count()).toBe(0)
  await sql`UPDATE accounts SET email_verified_at = now() WHERE id = ${fan.id}`.execute(site.ctx.db)
  const next = await context.newPage()
  await next.goto('/home')
  await next.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await next.getByRole('region', { name: t('confirmEmail.title') }).count()).toBe(0)
  await context.close()
})
