import { watchLedger } from '@fanlight/server/modules/ledger/check'
import { type Built, buildAdmin, buildPerformer } from '@fanlight/server/testing/builders'
import { buildFan } from '@fanlight/server/modules/wallet/testing'
import pg from 'pg'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../../pages/site.ts'
import { barriers } from '../axe.ts'
import { launchChromium } from '../chromium.ts'

// What the pages of creators and staff look like while they wait, when they fail, and when something is wrong with the books.

const phone = { width: 360, height: 780 }
const desk = { width: 1440, height: 900 }
let site: Site
let browser: Browser
let owner: pg.Client
let creator: Built
let staff: Built
const faults: string[] = []

beforeAll(async () => {
  site = await startSite()
  browser = await launchChromium()
  owner = new pg.Client({ connectionString: site.ownerUrl })
  await owner.connect()
  creator = await buildPerformer(site.ctx, { name: 'Ines Valloy', username: 'valloyclay' })
  staff = await buildAdmin(site.ctx, { name: 'Mara Lindt', username: 'maralindt' })
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await owner?.end()
  await site?.stop()
})

async function visit(who: Built, viewport = desk, more: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    baseURL: site.url,
    locale: 'en-US',
    serviceWorkers: 'block',
    hasTouch: viewport.width < 500,
    ...more,
  })
  context.setDefaultTimeout(15_000)
  await context.addCookies([{ name: 'token', value: who.token, url: site.url }])
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
  return page
}
const awake = (page: Page) => page.waitForLoadState('networkidle')

/** Holds the data of the next pages back until it is let go. */
async function holdData(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\.data(?:\?|$)/, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

describe('between pages', () => {
  it.each([
    ['creator', '/creator', ['posts', 'earnings', 'pricing', 'account'], phone],
    ['creator', '/creator/account', ['verification', 'banking', 'payment-gateways', 'blocking'], desk],
    ['creator', '/creator', ['posts/new'], desk],
    ['creator', '/creator/posts', [''], desk],
    ['staff', '/admin', ['creators'], phone],
    ['staff', '/admin/creators', [''], desk],
  ] as const)('a %s who leaves %s for %j sees the shape of what comes', async (who, from, to, viewport) => {
    const page = await visit(who === 'creator' ? creator : staff, viewport)
    for (const place of to) {
      const path = `/${from.split('/')[1]}${place && `/${place}`}`
      await page.goto(from)
      await awake(page)
      const titled = await page.getByRole('heading', { level: 1 }).textContent()
      const letGo = await holdData(page)
      await page.locator(`a[href="${path}"]:visible`).first().click()
      const shape = page.getByRole('status', { name: 'Loading' })
      await shape.waitFor()
      // The old page is out of sight, the new one has its title, and nothing is wider than the window.
      const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
      expect(title).not.toBe(titled)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      expect(await barriers(page)).toEqual([])
      const titleAt = await page.getByRole('heading', { level: 1 }).boundingBox()
      letGo()
      await shape.waitFor({ state: 'detached' })
      await page.waitForURL(`**${path}`)
      // The title stays where it is when the page takes its place.
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
      const { x, y } = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? {}
      expect([x, y]).toEqual([titleAt?.x, titleAt?.y])
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    await page.context().close()
  })
})

describe('a page that fails', () => {
  it('leaves the rail, says what happened, and comes back when it is tried again', async () => {
    const page = await visit(creator)
    await page.goto('/creator')
    await awake(page)
    await owner.query('ALTER TABLE plans RENAME TO plans_away')
    await page.getByRole('link', { name: 'Plans' }).first().click()
    await page.getByRole('heading', { name: 'A pane came loose' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Content' }).first().click()
    await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'A pane came loose' }).waitFor()
    await owner.query('ALTER TABLE plans_away RENAME TO plans')
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Plans and prices' }).waitFor()
    await page.context().close()
  })

  it('shows what came of the dashboard, and asks again for the rest', async () => {
    const page = await visit(creator, phone)
    await owner.query('ALTER TABLE plans RENAME TO plans_away')
    await page.goto('/creator')
    await page.getByText('Some of this didn’t come.').waitFor()
    await page.getByText('Ready to pay out').waitFor()
    expect(await barriers(page)).toEqual([])
    await owner.query('ALTER TABLE plans_away RENAME TO plans')
    await awake(page)
    await page.getByRole('button', { name: 'Try again' }).tap()
    await page.getByText('Some of this didn’t come.').waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('says that the network is away, not that something broke', async () => {
    const page = await visit(creator)
    await page.goto('/creator')
    await awake(page)
    await page.getByRole('link', { name: 'Content' }).first().click()
    await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Good to see you, Ines' }).waitFor()
    await page.context().close()
  })
})

describe('new payout details', () => {
  it('ask who is there where the log-in is old, calmly the first time, and take a code from the mail', async () => {
    const who = await buildPerformer(site.ctx, { name: 'Noor Haddad' })
    await owner.query("UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE account_id = $1", [
      who.id,
    ])
    await owner.query('UPDATE accounts SET password_hash = NULL, email_verified_at = now() WHERE id = $1', [who.id])
    const page = await visit(who, phone)
    await page.goto('/creator/banking')
    await awake(page)
    await page.getByRole('textbox', { name: 'Account holder' }).fill('Noor Haddad')
    await page.getByRole('textbox', { name: 'Name of the bank' }).fill('Banco de Portugal')
    await page.getByLabel('Country of the bank').selectOption('PT')
    await page.getByRole('textbox', { name: 'IBAN' }).fill('PT50000201231234567890154')
    await page.getByRole('button', { name: 'Check and save' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save', exact: true }).tap()
    const code = dialog.getByRole('textbox', { name: 'Code from the mail' })
    await code.waitFor()
    expect(await dialog.getByRole('alert').count()).toBe(0)
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Mail me a code' }).tap()
    await dialog.getByRole('button', { name: 'Mail another code' }).waitFor()
    const outbox = (await (await fetch(`${site.url}/api/mails/outbox?pageSize=100`)).json()) as {
      data: { kind: string; text: string }[]
    }
    const mailed = /^\d{6}$/m.exec(outbox.data.find(({ kind }) => kind === 'confirm_code')!.text)![0]
    await code.fill(String((Number(mailed) + 1) % 1_000_000).padStart(6, '0'))
    await dialog.getByRole('button', { name: 'Save', exact: true }).tap()
    await dialog.getByText('This code isn’t right').waitFor()
    await code.fill(mailed)
    await dialog.getByRole('button', { name: 'Save', exact: true }).tap()
    await page.getByText('Changes saved').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('•••• 0154').waitFor()
    await page.context().close()
  })
})

describe('what a form says', () => {
  it('is in the reader’s language, also where the server alone knows the rule', async () => {
    const page = await visit(creator, phone)
    await page.context().addCookies([{ name: 'locale', value: 'ko-KR', url: site.url }])
    await page.goto('/creator/account')
    await awake(page)
    await page.locator('form:has([name=username])').evaluate((form: HTMLFormElement) => {
      form.noValidate = true
    })
    await page.locator('input[name=username]').fill('두 단어')
    await page.locator('form:has([name=username]) button[type=submit]').tap()
    await page.getByText('영문자, 숫자, 마침표, 밑줄을 3~30자로 사용해 주세요.').waitFor()
    await page.context().close()
  })
})

describe('the pages of staff', () => {
  it('have the account menu on a phone, and the way out in it', async () => {
    const page = await visit(await buildAdmin(site.ctx), phone)
    await page.goto('/admin')
    await page.locator('nav summary:visible').tap()
    await page.getByRole('button', { name: 'Dark' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Log out' }).tap()
    await page.waitForURL('**/auth/login')
    await page.context().close()
  })

  it('say that payouts stand still and which rule of the books is broken, until somebody lifts it with a reason', async () => {
    const fan = await buildFan(site.ctx, 50)
    const tamper = (by: number) =>
      owner.query('UPDATE ledger_accounts SET balance = balance + $1 WHERE owner_id = $2', [by, fan.id])
    await tamper(1)
    await watchLedger(site.ctx)
    for (const viewport of [phone, desk]) {
      const page = await visit(staff, viewport, { colorScheme: viewport === phone ? 'dark' : 'light' })
      await page.goto('/admin')
      const box = page.getByRole('region', { name: 'Payouts are frozen' })
      await box.getByText('a balance is the sum of its entries').waitFor()
      expect(await barriers(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      await page.context().close()
    }
    // Who may not lift it is told nothing of it.
    const support = await visit(await buildAdmin(site.ctx, { permissions: ['compliance'] }))
    await support.goto('/admin')
    await support.getByRole('heading', { name: 'What waits' }).waitFor()
    expect(await support.getByText('Payouts are frozen').count()).toBe(0)
    await support.context().close()

    await tamper(-1)
    const page = await visit(staff)
    await page.goto('/admin')
    await awake(page)
    const box = page.getByRole('region', { name: 'Payouts are frozen' })
    await box.getByRole('button', { name: 'Lift the freeze' }).click()
    expect(await box.getByRole('textbox').evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true)
    await box.getByRole('textbox').fill('One row was wrong; it is mended.')
    await box.getByRole('button', { name: 'Lift the freeze' }).click()
    await box.waitFor({ state: 'detached' })
    await watchLedger(site.ctx)
    await page.reload()
    expect(await page.getByText('Payouts are frozen').count()).toBe(0)
    await page.context().close()
  })
})

describe('plans and prices', () => {
  it('name each price field by its plan', async () => {
    const page = await visit(creator, phone)
    await page.goto('/creator/pricing')
    await awake(page)
    for (const plan of ['Monthly', 'Several months', 'Yearly']) await page.getByRole('button', { name: plan }).tap()
    const names = await page
      .getByRole('textbox', { name: /^Price/ })
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).labels?.[0]?.textContent))
    expect(names).toHaveLength(3)
    expect(new Set(names).size).toBe(3)
    await page.context().close()
  })
})

it('no page threw an error', () => expect(faults).toEqual([]))
