import { watchLedger } from '@fanlight/server/modules/money/ledger/check'
import { clearing, debt, post } from '@fanlight/server/modules/money/ledger/post'
import { type Built, buildAdmin, buildPerformer } from '@fanlight/server/testing/builders'
import { buildFeed } from '@fanlight/server/modules/content/posts/testing'
import { buildFan } from '@fanlight/server/modules/money/wallet/testing'
import pg from 'pg'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../../pages/site.ts'
import { barriers } from '../axe.ts'
import { launchChromium } from '../chromium.ts'
import { newPage } from '../new-page.ts'

// How the pages of creators and staff are rendered while they load, when they fail, and when the ledger has an error.

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
})
afterAll(async () => {
  await browser?.close()
  await owner?.end()
  await site?.stop()
})

const openPage = (who: Built, viewport = desk, more: BrowserContextOptions = {}): Promise<Page> =>
  newPage(browser, site.url, { token: who.token, faults, viewport, ...more })
const settle = (page: Page) => page.waitForLoadState('networkidle')

/** Holds the data of the next pages back until it is let go. */
async function holdData(page: Page): Promise<() => void> {
  let letGo = () => {}
  const pause = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\.data(?:\?|$)/, async (route) => {
    await pause
    await route.continue()
  })
  return letGo
}

describe('between pages', () => {
  it.each([
    ['creator', '/creator', ['posts', 'live', 'more'], phone],
    ['creator', '/creator/account', ['verification', 'banking', 'payment-gateways', 'blocking'], desk],
    ['creator', '/creator', ['posts/new'], desk],
    ['creator', '/creator/posts', [''], desk],
    ['staff', '/admin', ['creators'], phone],
    ['staff', '/admin/creators', [''], desk],
  ] as const)('a %s who leaves %s for %j sees that the page loads', async (who, from, to, viewport) => {
    const page = await openPage(who === 'creator' ? creator : staff, viewport)
    for (const target of to) {
      const path = `/${from.split('/')[1]}${target && `/${target}`}`
      await page.goto(from)
      await settle(page)
      const title = page.getByRole('heading', { level: 1 })
      const letGo = await holdData(page)
      await page.locator(`a[href="${path}"]:visible`).first().click()
      const skeleton = page.getByRole('status', { name: 'Loading' })
      await skeleton.waitFor()
      // The old page is out of sight, a bar is at the top, and nothing is wider than the window.
      expect(await title.isVisible()).toBe(false)
      expect(await page.locator('.pending-bar').count()).toBe(1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      letGo()
      await skeleton.waitFor({ state: 'detached' })
      await page.waitForURL(`**${path}`)
      await title.waitFor()
      expect(await page.locator('.pending-bar').count()).toBe(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    await page.context().close()
  })
})

describe('a window', () => {
  it.each([phone, desk])('gets its height from its contents, in every engine, at %j', async (viewport) => {
    const page = await openPage(await buildFan(site.ctx, 500), viewport)
    await page.goto('/valloyclay')
    await settle(page)
    await page
      .getByRole('button', { name: /\btip\b/i })
      .first()
      .click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Total', { exact: true }).waitFor()
    // WebKit collapses contents whose basis is zero, and a window that has both a top and a bottom.
    const layout = await sheet.evaluate((window) => {
      const contents = [...window.children].find((child) => getComputedStyle(child).overflowY === 'auto')!
      const style = window.computedStyleMap()
      return {
        basis: getComputedStyle(contents).flexBasis,
        free: ['top', 'bottom'].filter((side) => String(style.get(side)) === 'auto').length,
      }
    })
    expect(layout).toEqual({ basis: 'auto', free: 1 })
    await page.context().close()
  })
})

describe('a comment', () => {
  it('is posted once, however often Send is pressed', async () => {
    const id = await buildFeed(site.ctx, creator)
    const page = await openPage(await buildFan(site.ctx))
    await page.goto(`/post/${id}`)
    await settle(page)
    await page.getByLabel('Write a comment').fill('What a glaze')
    await page.getByRole('button', { name: 'Post comment', exact: true }).evaluate((button) => {
      for (let press = 0; press < 3; press++) (button as HTMLButtonElement).click()
    })
    await page.locator('#comments li').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.locator('#comments li').count()).toBe(1)
    const reply = await page.request.get(`/api/comments?itemId=${id}`)
    expect(((await reply.json()) as { data: unknown[] }).data).toHaveLength(1)
    await page.context().close()
  })
})

describe('mass messages', () => {
  it.each([phone, desk])(
    'say before the verification what they wait for, and ask for nothing, at %j',
    async (viewport) => {
      const page = await openPage(await buildPerformer(site.ctx, { approved: false }), viewport)
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto('/creator/messages/broadcast')
      await settle(page)
      await page.getByText('You can send mass messages once your identity is verified.').waitFor()
      expect(await page.getByRole('textbox', { name: 'Text of the message' }).count()).toBe(0)
      expect(asked).not.toContain('/api/performer/broadcasts/preview')
      await page.getByRole('main').getByRole('link', { name: 'Verification' }).click()
      await page.waitForURL('**/creator/verification')
      await page.context().close()
    },
  )
})

describe('the list of posts', () => {
  it.each([phone, desk])(
    'says which is pinned, since when it is published and what it earned, at %j',
    async (viewport) => {
      const writer = await buildPerformer(site.ctx)
      const title = 'The second shelf of the kiln'
      await buildFeed(site.ctx, writer, { title, isPinned: true })
      await buildFeed(site.ctx, writer, { title: 'Not yet', status: 'draft' })
      const page = await openPage(writer, viewport)
      await page.goto('/creator/posts')
      await settle(page)
      const row = page.getByRole('row').filter({ hasText: title })
      await row.getByText('Pinned').waitFor()
      await row.locator('time:visible').first().waitFor()
      const draft = page.getByRole('row').filter({ hasText: 'Not yet' })
      expect(await draft.getByText('Pinned').count()).toBe(0)
      if (viewport === desk) {
        const cells = await row.getByRole('cell').allTextContents()
        const titles = await page.getByRole('columnheader').allTextContents()
        const cellOf = (name: string) => cells[titles.findIndex((text) => text.startsWith(name))]
        expect(cellOf('Published')).toMatch(/\d{4}$/)
        expect(cellOf('Earned')).toBe('–')
        // The default order is that of the last change.
        await page.getByRole('link', { name: 'Sort by Published' }).click()
        await page.waitForURL((url) => url.searchParams.get('sortBy') === 'publishedAt')
      } else expect(await draft.locator('time:visible').count()).toBe(0)
      const sizes = await page.getByRole('table').evaluate((table) => {
        const { scrollWidth, clientWidth } = table.parentElement!
        return { scrollWidth, clientWidth }
      })
      expect(sizes.scrollWidth).toBe(sizes.clientWidth)
      await page.context().close()
    },
  )
})

describe('a page that fails', () => {
  it('leaves the rail, says what happened, and comes back when it is tried again', async () => {
    const page = await openPage(creator)
    await page.goto('/creator/audience')
    await settle(page)
    await owner.query('ALTER TABLE plans RENAME TO plans_away')
    await page.locator('a[href="/creator/pricing"]:visible').first().click()
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Content', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await owner.query('ALTER TABLE plans_away RENAME TO plans')
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Subscription plans' }).waitFor()
    await page.context().close()
  })

  it('shows what came of the dashboard, and asks again for the rest', async () => {
    const page = await openPage(creator, phone)
    await owner.query('ALTER TABLE plans RENAME TO plans_away')
    await page.goto('/creator')
    await page.getByText('Some of this data couldn’t be loaded.').waitFor()
    await page.getByText('Available for payout').waitFor()
    expect(await barriers(page)).toEqual([])
    await owner.query('ALTER TABLE plans_away RENAME TO plans')
    await settle(page)
    await page.getByRole('button', { name: 'Try again' }).tap()
    await page.getByText('Some of this data couldn’t be loaded.').waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('says that the network is away, not that something broke', async () => {
    const page = await openPage(creator)
    await page.goto('/creator')
    await settle(page)
    await page.getByRole('link', { name: 'Content', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Welcome back, Ines' }).waitFor()
    await page.context().close()
  })
})

describe('a list of orders', () => {
  it('says that there is no answer where the device has a network, and comes back', async () => {
    const page = await openPage(creator, phone)
    await page.goto('/creator/products')
    await settle(page)
    await page.route(/\.data(?:\?|$)/, (route) => route.abort())
    await page.getByRole('link', { name: 'Orders', exact: true }).first().tap()
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
    expect(await page.getByText(/^Request /).count()).toBe(0)
    expect(await barriers(page)).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('link', { name: 'Try again' }).tap()
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
    await page.context().close()
  })
})

describe('the page of payouts', () => {
  it('says what a creator owes', async () => {
    const who = await buildPerformer(site.ctx, { name: 'Noor Haddad' })
    const page = await openPage(who, phone)
    await page.goto('/creator/payouts')
    await page.getByText('You can request a payout once $50.00 is available.').waitFor()
    expect(await page.getByText(/^You owe/).count()).toBe(0)
    await site.ctx.transaction((tx) =>
      post(tx, {
        key: 'states:debt',
        reason: 'adjustment',
        moves: [{ from: debt(who.id), to: clearing('TOK'), amount: 12_000n }],
      }),
    )
    await page.reload()
    await page.getByRole('heading', { name: 'You owe $12.00' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.context().close()
  })
})

describe('the page of earnings', () => {
  it('offers no payout of nothing', async () => {
    const page = await openPage(await buildPerformer(site.ctx), phone)
    await page.goto('/creator/earnings')
    await page.getByText('No pending earnings').waitFor()
    expect(await page.getByRole('link', { name: 'Request a payout' }).count()).toBe(0)
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
    const page = await openPage(who, phone)
    await page.goto('/creator/banking')
    await settle(page)
    await page.getByRole('textbox', { name: 'Account holder name' }).fill('Noor Haddad')
    await page.getByRole('textbox', { name: 'Bank name' }).fill('Banco de Portugal')
    await page.getByLabel('Bank country').selectOption('PT')
    await page.getByRole('textbox', { name: 'IBAN' }).fill('PT50000201231234567890154')
    await page.getByRole('button', { name: 'Review and save' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save details' }).tap()
    const code = dialog.getByRole('textbox', { name: 'Code from the email' })
    await code.waitFor()
    expect(await dialog.getByRole('alert').count()).toBe(0)
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Email me a code' }).tap()
    await dialog.getByRole('button', { name: 'Email a new code' }).waitFor()
    const outbox = (await (await fetch(`${site.url}/api/mails/outbox?pageSize=100`)).json()) as {
      data: { kind: string; text: string }[]
    }
    const mailed = /^\d{6}$/m.exec(outbox.data.find(({ kind }) => kind === 'confirm_code')!.text)![0]
    await code.fill(String((Number(mailed) + 1) % 1_000_000).padStart(6, '0'))
    await dialog.getByRole('button', { name: 'Save details' }).tap()
    await dialog.getByText('This code is incorrect').waitFor()
    await code.fill(mailed)
    await dialog.getByRole('button', { name: 'Save details' }).tap()
    await page.getByText('Changes saved').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('•••• 0154').waitFor()
    await page.context().close()
  })
})

describe('what a form says', () => {
  it('is in the reader’s language, also where the server alone knows the rule', async () => {
    const page = await openPage(creator, phone)
    await page.context().addCookies([{ name: 'locale', value: 'ko-KR', url: site.url }])
    await page.goto('/creator/account')
    await settle(page)
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
    const page = await openPage(await buildAdmin(site.ctx), phone)
    await page.goto('/admin')
    await page.locator('nav summary:visible').tap()
    await page.getByRole('button', { name: 'Dark' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Log out' }).tap()
    await page.waitForURL('**/auth/login')
    await page.context().close()
  })

  it('say that payouts are frozen and which ledger rule is violated, until staff lift the freeze with a reason', async () => {
    const fan = await buildFan(site.ctx, 50)
    const tamper = (by: number) =>
      owner.query('UPDATE ledger_accounts SET balance = balance + $1 WHERE owner_id = $2', [by, fan.id])
    await tamper(1)
    await watchLedger(site.ctx)
    for (const viewport of [phone, desk]) {
      const page = await openPage(staff, viewport, { colorScheme: viewport === phone ? 'dark' : 'light' })
      await page.goto('/admin')
      const box = page.getByRole('region', { name: 'Payouts are frozen' })
      await box.getByText('a balance is the sum of its entries').waitFor()
      expect(await barriers(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      await page.context().close()
    }
    // Staff who may not lift the freeze see no notice of it.
    const support = await openPage(await buildAdmin(site.ctx, { permissions: ['compliance'] }))
    await support.goto('/admin')
    await support.getByRole('heading', { name: 'Overview' }).waitFor()
    for (const name of ['Payouts are frozen', 'Revenue'])
      expect(await support.getByRole('heading', { name }).count()).toBe(0)
    await support.context().close()

    await tamper(-1)
    const page = await openPage(staff)
    await page.goto('/admin')
    await settle(page)
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
    const page = await openPage(creator, phone)
    await page.goto('/creator/pricing')
    await settle(page)
    for (const plan of ['Monthly', 'Add a multi-month plan', 'Yearly'])
      await page.getByRole('button', { name: plan }).tap()
    const names = await page
      .getByRole('textbox', { name: /^Price/ })
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).labels?.[0]?.textContent))
    expect(names).toHaveLength(3)
    expect(new Set(names).size).toBe(3)
    await page.context().close()
  })
})

it('no page threw an error', () => expect(faults).toEqual([]))
