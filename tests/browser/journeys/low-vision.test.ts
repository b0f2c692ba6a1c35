import { buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../../pages/site.ts'
import { launchChromium } from '../chromium.ts'

// Forced colours, 400 % zoom, and where the focus is beside the bars that lie over a page.

let site: Site
let browser: Browser
let creator: { token: string; username: string }
let fan: { token: string }

beforeAll(async () => {
  site = await startSite()
  browser = await launchChromium()
  creator = await buildPerformer(site.ctx)
  fan = await buildUser(site.ctx)
  const saved = await fetch(`${site.url}/api/performer/plans`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${creator.token}` },
    body: JSON.stringify({ plans: [plan('monthly', 7.95), plan('yearly', 79.5)] }),
  })
  expect(saved.status).toBe(200)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})
const plan = (type: 'monthly' | 'yearly', price: number) => ({
  type,
  name: 'Front Row',
  perks: [],
  active: true,
  price,
})

async function open(path: string, token: string | undefined, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-US',
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 900 },
    ...options,
  })
  context.setDefaultTimeout(15_000)
  if (token) await context.addCookies([{ name: 'token', value: token, url: site.url }])
  const page = await context.newPage()
  await page.goto(path)
  if (token) await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
  return page
}
const openTip = async (page: Page) => {
  await page.getByRole('button', { name: 'Send a tip' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.locator('footer button').waitFor()
  return sheet
}

describe('with forced colours', () => {
  const forced = { forcedColors: 'active' } as const
  /** The edges of elements, as rendered. */
  const edges = (page: Page, selector: string) =>
    page.locator(selector).evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(element)
          return borderTopStyle === 'none' ? 'none' : `${borderTopWidth} ${borderTopColor}`
        }),
    )

  it('fields and ticks have an edge, and what is ticked differs from what is not', async () => {
    const page = await open('/auth/register', undefined, forced)
    const fields = await edges(page, 'main input:not([type=hidden])')
    expect(fields.length).toBeGreaterThan(4)
    expect(fields.filter((edge) => edge.startsWith('0px') || edge === 'none')).toEqual([])
    const tick = page.locator('main input[type=checkbox]').first()
    const before = await tick.screenshot()
    await tick.check()
    expect((await tick.screenshot()).equals(before)).toBe(false)
    await page.context().close()
  })

  it('switches and audiences show which is chosen', async () => {
    const page = await open('/creator/posts/new', creator.token, forced)
    await page.getByRole('button', { name: /^Who can see this: Everyone/ }).click()
    const choices = page.getByRole('menuitemradio')
    expect(await choices.nth(0).isChecked()).not.toBe(await choices.nth(1).isChecked())
    expect(await choices.nth(0).locator('svg').count()).toBe((await choices.nth(1).locator('svg').count()) + 1)
    await page.keyboard.press('Escape')
    await page.goto('/creator/pricing')
    const free = page.getByRole('switch', { name: 'Free subscription' })
    const before = await free.screenshot()
    await free.check()
    expect((await free.screenshot()).equals(before)).toBe(false)
    await page.context().close()
  })

  it('the chosen plan and the chosen amount of a tip differ from the others', async () => {
    const page = await open(`/${creator.username}`, fan.token, forced)
    expect(new Set(await edges(page, 'label:has(input[name=plan])')).size).toBe(2)
    await openTip(page)
    const amounts = await edges(page, '[role=dialog] [aria-pressed]')
    expect(amounts.length).toBeGreaterThan(2)
    expect(new Set(amounts).size).toBe(2)
    await page.context().close()
  })
})

describe('at 400 % zoom', () => {
  const zoomed = { viewport: { width: 320, height: 256 } }

  it.each(['/creator/posts/new', '/creator/account', '/home', '/explore'])(
    'no bar stays over the page: %s',
    async (path) => {
      const page = await open(path, path.startsWith('/creator') ? creator.token : fan.token, zoomed)
      await page.evaluate(() => scrollTo(0, 120))
      const over = await page.evaluate(() =>
        [...document.body.querySelectorAll<HTMLElement>('header, nav, div, p')]
          .filter(
            (element) => element.checkVisibility() && ['fixed', 'sticky'].includes(getComputedStyle(element).position),
          )
          .filter((element) => element.getBoundingClientRect().height > 24)
          .map((element) => element.className),
      )
      expect(over).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      await page.context().close()
    },
  )

  it('a payment sheet scrolls as a whole, with its button', async () => {
    const page = await open(`/${creator.username}`, fan.token, zoomed)
    const sheet = await openTip(page)
    const amount = sheet.getByLabel('Other amount')
    await amount.scrollIntoViewIfNeeded()
    const { top = 0, height = 0 } = await sheet.evaluate((element) => {
      const field = element.querySelector('#tip-amount')!.getBoundingClientRect()
      const found = document.elementFromPoint(field.left + 20, field.top + field.height / 2)
      return found?.id === 'tip-amount' ? { top: field.top, height: field.height } : {}
    })
    expect(height).toBeGreaterThan(30)
    expect(top).toBeGreaterThan(0)
    // The footer takes nothing away from what scrolls.
    expect(await sheet.locator('footer').evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(
      256,
    )
    await page.context().close()
  })
})

describe('the focus', () => {
  it.each([
    ['/creator/account', 360, 700],
    ['/creator/posts/new', 1440, 900],
    ['/creator/posts/new', 360, 700],
    ['/auth/register', 360, 640],
  ])('is never under a bar on %s at %i px', async (path, width, height) => {
    const token = path.startsWith('/creator') ? creator.token : undefined
    const page = await open(path, token, { viewport: { width, height } })
    await page.waitForTimeout(100)
    const covered: string[] = []
    for (const key of ['Tab', 'Shift+Tab']) {
      await page.evaluate((back) => {
        if (!back) return
        const all = document.querySelectorAll<HTMLElement>('main a, main button, main input')
        all[all.length - 1]?.focus()
      }, key !== 'Tab')
      for (let stop = 0; stop < 70; stop++) {
        await page.keyboard.press(key)
        const over = await page.evaluate(() => {
          const active = document.activeElement as HTMLElement | null
          if (!active?.closest('main')) return null
          const { left, top, width, height } = active.getBoundingClientRect()
          const x = Math.min(Math.max(left + width / 2, 1), innerWidth - 1)
          const found = document.elementFromPoint(x, top + height / 2)
          const bar = (found?.closest('.top-bar, .tab-bar, .save-bar, nav, header') as HTMLElement | null) ?? null
          return bar && !bar.contains(active) && !active.contains(found) ? active.outerHTML.slice(0, 120) : null
        })
        if (over) covered.push(over)
      }
    }
    expect(covered).toEqual([])
    await page.context().close()
  })
})
