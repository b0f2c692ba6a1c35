import { type Built, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { buildFile } from '@fanlight/server/modules/content/posts/testing'
import { buildPayout } from '@fanlight/server/modules/money/payouts/testing'
import { buildFan, buildLockedFeed } from '@fanlight/server/modules/money/wallet/testing'
import { sql } from '@fanlight/server/platform/db/db'
import { mkdirSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../../pages/site.ts'
import { launchChromium } from '../chromium.ts'
import { hydrated, newPage } from '../new-page.ts'
import { smallTargets } from '../targets.ts'

// Forced colours, 400 % zoom, and where the focus is beside the bars that lie over a page.

let site: Site
let browser: Browser
let creator: Built
let fan: Built

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
})
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
  const page = await newPage(browser, site.url, {
    token,
    viewport: { width: 1280, height: 900 },
    hasTouch: false,
    ...options,
  })
  await page.goto(path)
  if (token) await hydrated(page)
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

const shots = process.env['JOURNEY_SHOTS']
async function photograph(page: Page, name: string) {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}.png` })
}
/** The colours of the middle of elements, as they are painted. */
const painted = async (page: Page, selector: string): Promise<string[]> => {
  const colors: string[] = []
  for (const element of await page.locator(selector).all()) {
    const { data, info } = await sharp(await element.screenshot())
      .raw()
      .toBuffer({ resolveWithObject: true })
    const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
    colors.push(data.subarray(middle, middle + 3).join())
  }
  return colors
}

describe('with forced colours, what is drawn by colour alone is seen', () => {
  const forced = { forcedColors: 'active' } as const

  it('how full the vault is, and what uploads', async () => {
    for (const purpose of ['feed-photo', 'feed-video', 'feed-audio'] as const) {
      const id = await buildFile(site.ctx, creator, { purpose })
      // A share of the limit that can be seen.
      await sql`UPDATE files SET bytes = (SELECT 30000000000) WHERE id = ${id}`.execute(site.ctx.db)
    }
    const page = await open('/creator/vault', creator.token, forced)
    const bar = 'section:has(> dl) > [aria-hidden=true]'
    expect((await page.locator(`${bar} > *`).count()) > 2).toBe(true)
    const colors = await painted(page, `${bar} > *`)
    expect(new Set(colors).size, colors.join(' ')).toBe(colors.length)
    const dots = await painted(page, 'section dl dt > span')
    expect(new Set(dots).size, dots.join(' ')).toBe(dots.length)
    const edgesOf = await page
      .locator('label:has(input[type=file])')
      .evaluateAll((all) => all.map((label) => getComputedStyle(label).borderTopWidth))
    expect(edgesOf.length).toBeGreaterThan(1)
    expect(edgesOf).not.toContain('0px')
    await photograph(page, 'forced-vault')
    await page.context().close()
  })

  it('how far a payout is', async () => {
    const id = await buildPayout(site.ctx, creator, { status: 'approved' })
    const page = await open(`/creator/payouts/${id}`, creator.token, forced)
    const steps = await page
      .locator('main ol > li')
      .filter({ hasText: /./ })
      .evaluateAll((all) =>
        all
          .filter((step) => getComputedStyle(step).borderTopWidth === '3px')
          .map((step) => `${getComputedStyle(step).borderTopStyle} ${getComputedStyle(step).borderTopColor}`),
      )
    expect(steps).toHaveLength(4)
    // Done, reached, and two that are to come.
    expect(new Set(steps).size).toBe(3)
    expect(steps[2]).toBe(steps[3])
    await photograph(page, 'forced-payout')
    await page.context().close()
  })

  it('which package of tokens is chosen', async () => {
    const page = await open('/user/wallet?need=40', fan.token, forced)
    const packages = await page
      .locator('.packages button')
      .evaluateAll((all) => all.map((pack) => getComputedStyle(pack).borderTopWidth))
    expect(packages.length).toBeGreaterThan(2)
    expect(packages.filter((width) => width === '3px')).toHaveLength(1)
    expect(packages.filter((width) => width === '1px')).toHaveLength(packages.length - 1)
    await photograph(page, 'forced-wallet')
    await page.context().close()
  })
})

describe('what can be pressed is large enough, or stands apart', () => {
  const sizes = [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]
  it.each(sizes)('in the wallet at $width px', async (viewport) => {
    const buyer = await buildFan(site.ctx, 500)
    const tipped = await fetch(`${site.url}/api/wallet/charges/tip/${creator.id}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${buyer.token}`,
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ tokens: 20 }),
    })
    expect(tipped.status, await tipped.text()).toBe(200)
    for (const path of ['/user/wallet?need=700', '/user/transactions', '/user/cards']) {
      const page = await open(path, buyer.token, { viewport })
      expect(await smallTargets(page), path).toEqual([])
      await page.context().close()
    }
  })
  it.each(sizes)('in the vault at $width px', async (viewport) => {
    const item = await buildLockedFeed(site.ctx, creator, 5)
    const file = await buildFile(site.ctx, creator)
    await buildFile(site.ctx, creator)
    await sql`INSERT INTO item_files (item_id, file_id, role, position) VALUES (${item}, ${file}, 'main', 9)`.execute(
      site.ctx.db,
    )
    const page = await open('/creator/vault', creator.token, { viewport })
    await page
      .getByRole('checkbox', { name: /^Select/ })
      .first()
      .check()
    expect(await smallTargets(page)).toEqual([])
    await page.context().close()
  })
})

describe('with texts alone at 200 %', () => {
  it.each(['/creator', '/home'])('nothing in the rail of %s lies over something else', async (path) => {
    const page = await open(path, (path === '/home' ? fan : creator).token, { viewport: { width: 1440, height: 800 } })
    const over = await page.evaluate(() => {
      const rail = document.querySelector('nav:has(ul)')!
      const sizes = [...rail.querySelectorAll<HTMLElement>('*')].map((element) => {
        const { fontSize, lineHeight } = getComputedStyle(element)
        return { element, fontSize: parseFloat(fontSize) * 2, lineHeight: parseFloat(lineHeight) * 2 }
      })
      for (const { element, fontSize, lineHeight } of sizes) {
        element.style.fontSize = `${fontSize}px`
        if (lineHeight) element.style.lineHeight = `${lineHeight}px`
      }
      const scroller = rail.querySelector('ul')!.getBoundingClientRect()
      const texts = [...rail.querySelectorAll<HTMLElement>('a, a *, summary *')].flatMap((element) => {
        const isText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        )
        if (!isText || !element.checkVisibility() || element.matches('.sr-only, .sr-only *')) return []
        const range = document.createRange()
        range.selectNodeContents(element)
        const { left, right, top, bottom } = range.getBoundingClientRect()
        const inList = element.closest('ul') !== null
        const shown = inList
          ? { top: Math.max(top, scroller.top), bottom: Math.min(bottom, scroller.bottom) }
          : { top, bottom }
        return shown.bottom - shown.top < 2
          ? []
          : [{ name: element.textContent, isLink: element.closest('a') !== null, left, right, ...shown }]
      })
      const edge = rail.getBoundingClientRect().right
      const out = texts.filter(({ right, isLink }) => isLink && right > edge).map(({ name }) => `${name} / the edge`)
      const crossing = texts.flatMap((one, at) =>
        texts
          .slice(at + 1)
          .filter(
            (other) =>
              Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
              Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 6,
          )
          .map((other) => `${one.name} / ${other.name}`),
      )
      return [...out, ...crossing]
    })
    await photograph(page, `texts${path.replaceAll('/', '-')}`)
    expect(over).toEqual([])
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
