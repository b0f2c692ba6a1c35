import { hashPassword } from '@fanlight/server/modules/people/accounts/auth/password-hash'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { balance } from './fan-steps.ts'
import {
  demoPassword,
  demoWorldMsMax,
  desk,
  openStage,
  phone,
  photographFailures,
  type Stage,
  tokenOf,
} from './stage.ts'

// Every screen of visitors and fans in both themes: no barrier that axe would call serious, nothing wider than the window, right-to-left and
// zoomed too. Then the way in by keyboard alone, and each way in which a page can fail.

let stage: Stage
let screens: { who: string | null; paths: string[] }[]

beforeAll(async () => {
  stage = await openStage({ demoWorld: true })
  const post = async (query: string, fits: (post: Found) => boolean, who?: string) => {
    const headers: Record<string, string> = who ? { authorization: `Bearer ${await tokenOf(stage.copy, who)}` } : {}
    const list = async (more: string) => {
      const reply = await fetch(`${stage.copy.url}/api/user/feeds${more}`, { headers })
      return ((await reply.json()) as { data: Found[] }).data
    }
    // What is discovered leaves out whom one follows.
    const found = [...(await list(query)), ...(who ? await list('?pageSize=100') : [])].find(fits)
    if (!found) throw new Error('The demo world has no such post.')
    return `/post/${found._id}`
  }
  const video = async (fits: (video: Found) => boolean, who?: string) => {
    const headers: Record<string, string> = who ? { authorization: `Bearer ${await tokenOf(stage.copy, who)}` } : {}
    const reply = await fetch(`${stage.copy.url}/api/performer-assets/videos/search`, { headers })
    const found = ((await reply.json()) as { data: Found[] }).data.find(fits)
    if (!found) throw new Error('The demo world has no such video.')
    return `/video/${found._id}`
  }
  const accountPage = async (username: string) => {
    const headers = { authorization: `Bearer ${await tokenOf(stage.copy, 'maralindt')}` }
    const reply = await fetch(`${stage.copy.url}/api/admin/accounts?q=${username}`, { headers })
    const [found] = ((await reply.json()) as { data: { _id: string }[] }).data
    if (!found) throw new Error(`The demo world has no ${username}.`)
    return `/admin/users/${found._id}`
  }
  const conversations = async (username: string) => {
    const headers = { authorization: `Bearer ${await tokenOf(stage.copy, username)}` }
    const reply = await fetch(`${stage.copy.url}/api/conversations?pageSize=2`, { headers })
    return ((await reply.json()) as { data: { _id: string }[] }).data.map(({ _id }) => `/messages/${_id}`)
  }
  /** Pages of galleries and of a shop: some of each kind, and the orders of one fan. */
  const shopPages = async (username: string) => {
    const headers = { authorization: `Bearer ${await tokenOf(stage.copy, username)}` }
    const idsOf = async (path: string) =>
      ((await (await fetch(`${stage.copy.url}/api${path}`, { headers })).json()) as { data: { _id: string }[] }).data
    const products = await idsOf('/performer-assets/products/search?pageSize=2')
    const orders = await idsOf('/orders/users/search')
    const galleries = await idsOf('/performer-assets/galleries/search?pageSize=3')
    return [
      ...galleries.map(({ _id }) => `/gallery/${_id}`),
      ...products.map(({ _id }) => `/product/${_id}`),
      ...orders.map(({ _id }) => `/user/orders/${_id}`),
    ]
  }
  /** Messages that a fan bought; of one the seller has blocked them since. */
  const boughtMessages = async (username: string) => {
    const headers = { authorization: `Bearer ${await tokenOf(stage.copy, username)}` }
    const reply = await fetch(`${stage.copy.url}/api/user/purchases?type=message`, { headers })
    const { data } = (await reply.json()) as { data: { _id: string }[] }
    if (data.length === 0) throw new Error(`The demo world has no message that ${username} bought.`)
    return data.map(({ _id }) => `/user/purchases/messages/${_id}`)
  }
  const all = '?discover=true&pageSize=100'
  screens = [
    {
      who: null,
      paths: [
        '/',
        '/auth/login',
        '/auth/register',
        '/auth/register/creator',
        '/auth/forgot',
        '/auth/reset?token=a',
        '/auth/second-factor/keep?token=a',
        '/unsubscribe?token=a',
        '/auth/email?token=a',
        '/auth/email?not-me=a',
        '/search',
        '/search?q=cla',
        '/explore/why',
        '/explore?country=PT',
        '/explore?q=no-such-creator',
        '/valloyclay',
        '/valloyclay?tab=about',
        '/contact',
        '/page/terms',
        '/auth/verify?token=a',
        '/auth/login?reason=forbidden',
        '/auth/login?reason=suspended',
        '/valloyclay?tab=photos',
        '/valloyclay?tab=videos',
        '/valloyclay?tab=shop',
        '/no-such-page',
        await video(({ gate }) => gate.type === 'public'),
        await video(({ gate }) => gate.type === 'paid'),
        // The last one is unlocked by keyboard below.
        await post('/search/valloyclay?pageSize=50', ({ gate }) => gate.type === 'paid'),
      ],
    },
    {
      who: 'jamierowe',
      paths: [
        '/home',
        '/home?view=discover',
        '/explore',
        '/luluokarin',
        '/user/wallet',
        '/user/transactions',
        '/user/transactions?view=paid',
        '/user/transactions?type=stream',
        '/user/subscriptions?view=ended',
        '/user/cards',
        '/user/addresses',
        '/user/addresses?edit=new',
        '/user/subscriptions',
        '/user/bookmarks',
        '/user/purchases',
        '/user/purchases?kind=product',
        ...(await boughtMessages('jamierowe')),
        '/messages',
        '/messages?filter=unread',
        ...(await conversations('jamierowe')),
        '/user/orders',
        ...(await shopPages('jamierowe')),
        '/user/bookmarks?tab=videos',
        '/user/following',
        '/notifications',
        '/notifications?filter=tips',
        '/user/notifications',
        '/user/account',
        '/user/account/email',
        '/user/security',
        '/user/privacy',
        '/user/privacy/close',
        await post(all, ({ poll, locked }) => poll !== null && !locked, 'jamierowe'),
        await post(all, ({ type, locked }) => type === 'audio' && !locked, 'jamierowe'),
        await post(all, ({ type, locked }) => type === 'photo' && !locked, 'jamierowe'),
        await post(all, ({ locked }) => locked !== null, 'jamierowe'),
      ],
    },
    {
      who: 'valloyclay',
      paths: ['/valloyclay', '/creator/messages/broadcast', ...(await conversations('valloyclay'))],
    },
    {
      who: 'maralindt',
      paths: [
        '/admin',
        '/admin/posts',
        '/admin/posts?state=draft',
        '/admin/posts/terms/en-US',
        '/admin/posts/house-rules/ar?title=Rules',
        '/admin/translations?in=ar&q=wallet',
        '/admin/translations?open=ui.nav.home&q=ui.nav.home',
        '/admin/translations?state=changed',
        '/admin/countries',
        '/admin/countries?blocked=true',
        '/admin/languages',
        '/admin/settings?q=blockedCountries',
        '/admin/menus',
        '/admin/promos',
        '/admin/users',
        '/admin/users?role=performer&status=suspended',
        '/admin/users?q=jamierowe',
        await accountPage('jamierowe'),
        await accountPage('valloyclay'),
        '/admin/live',
        '/admin/live?filter=private',
        '/admin/reports',
        '/admin/reports?state=all',
        '/admin/disputes',
        '/admin/disputes?all=1',
        '/admin/order-cases',
        '/admin/order-cases?show=closed',
        '/admin/payouts',
        '/admin/payouts?show=all',
        '/admin/coupons',
        '/admin/audit',
        '/admin/audit?action=account&from=2026-01-01',
      ],
    },
  ]
}, demoWorldMsMax)
afterAll(() => stage?.close())
photographFailures(() => stage)

interface Found {
  _id: string
  type: string
  gate: { type: string }
  poll: object | null
  locked: object | null
}

async function inDatabase(statement: string, values: unknown[] = []): Promise<void> {
  const db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  await db.query(statement, values)
  await db.end()
}

/** A name of the maximum length, made of words that have no line break opportunity. */
const longName = 'Wilhelmina-Featherstonehaugh Cholmondeley-Marjoribanks'

async function signedIn(page: Page, username: string): Promise<void> {
  await page.context().addCookies([{ name: 'token', value: await tokenOf(stage.copy, username), url: stage.copy.url }])
}

/** Sends a form, and goes on once its button was seen busy: the answer is held back until then. */
async function whileSending(page: Page, send: () => Promise<void>): Promise<void> {
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
  await page.waitForLoadState('networkidle')
  let release = (): void => undefined
  const seen = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/*.data*', async (route) => {
    if (route.request().method() === 'POST') await seen
    await route.continue()
  })
  await send()
  await page.locator('button[aria-busy="true"]').waitFor()
  release()
  await page.locator('button[aria-busy="true"]').waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'wait' })
}

/** Elements outside the viewport that cannot be reached by scrolling. */
const spills = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Charts take the new width in the frame that follows.
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
    const wide = document.documentElement.clientWidth
    const isVisible = (element: Element): boolean => {
      for (let up = element.parentElement; up && up !== document.body; up = up.parentElement)
        if (getComputedStyle(up).overflowX !== 'visible') return true
      return false
    }
    return [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { left, right, width, height } = element.getBoundingClientRect()
        return width > 1 && height > 1 && (right > wide + 1 || left < -1) && !isVisible(element)
      })
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`.slice(0, 120))
      .slice(0, 3)
  })

/** By day CI looks at each screen once, on a desk or on a phone; everywhere else, and at night, on both. */
const byDay = process.env['CI'] && !process.env['CI_NIGHT']

describe('every screen', () => {
  // On the phone each page is also made narrower and turned: 320 px is a window of 1280 px at 400 %, 720 px one of 1440 px at 200 %.
  it.each([
    ['a desk in daylight', desk, 'light', [], 0],
    ['a phone at night', phone, 'dark', [320, 720, 360], 1],
  ] as const)('has no serious barrier on %s, and stays inside its window', async (_, viewport, theme, widths, turn) => {
    const found: Record<string, string[]> = {}
    for (const { who, paths } of screens) {
      const page = await stage.visitor(viewport, { theme })
      if (who) await signedIn(page, who)
      for (const [index, path] of paths.entries()) {
        if (byDay && index % 2 !== turn) continue
        await page.setViewportSize(viewport)
        await page.goto(path)
        const at = `${who ?? 'visitor'} ${path}`
        found[at] = await barriers(page)
        found[`${at} beside its window`] = await spills(page)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 740 })
          found[`${at} at ${width} px`] = await spills(page)
        }
        await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
        found[`${at} right-to-left`] = await spills(page)
      }
      await page.context().close()
    }
    expect(Object.entries(found).filter(([, lines]) => lines.length > 0)).toEqual([])
  })
})

describe('by keyboard alone', () => {
  /** Presses Tab until the thing with this name has the focus, and the focus can be seen there. */
  async function tabTo(page: Page, name: string | RegExp): Promise<void> {
    for (let presses = 0; presses < 120; presses++) {
      await page.keyboard.press('Tab')
      const at = page.locator(':focus')
      const cardText = await at
        .evaluate((element) => {
          const label = (element as HTMLInputElement).labels?.[0]?.textContent ?? ''
          const ring = getComputedStyle(element)
          return {
            name: (element.getAttribute('aria-label') ?? (label || element.textContent || '')).trim(),
            ring: ring.outlineStyle !== 'none' && Number.parseFloat(ring.outlineWidth) > 0,
            field: element.matches('input:not([type=checkbox]), textarea'),
          }
        })
        .catch(() => null)
      if (cardText && (typeof name === 'string' ? cardText.name === name : name.test(cardText.name))) {
        if (!cardText.field) expect(cardText.ring, `the focus can be seen on “${cardText.name}”`).toBe(true)
        return
      }
    }
    throw new Error(`Tab never came to ${String(name)}.`)
  }
  const type = async (page: Page, name: string | RegExp, text: string) => {
    await tabTo(page, name)
    await page.keyboard.type(text)
  }

  it('a new fan signs up, adds tokens and unlocks a post', async () => {
    const page = await stage.visitor(desk)
    await page.goto('/auth/register')
    await type(page, 'Name', 'Kaya Lund')
    await type(page, 'Username', 'kayalund')
    await type(page, 'Email', 'kaya@example.com')
    await type(page, 'Password', 'seven-quiet-lamps')
    await tabTo(page, /^I’m 18 or older/)
    await page.keyboard.press('Space')
    await tabTo(page, 'Create account')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/home')

    await page.goto('/user/wallet')
    await type(page, 'Amount', '20')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, 'Add a card to pay $20.00')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/test-gateway/card-form**')
    await page.locator('input[name=number]').focus()
    await page.keyboard.type('4242424242424242')
    await page.keyboard.press('Tab')
    await page.keyboard.type('12/34')
    await page.keyboard.press('Tab')
    await page.keyboard.type('123')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/user/wallet**')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, /^Pay \$20\.00/)
    await page.keyboard.press('Enter')
    await expect.poll(() => balance(page)).toBe(200)

    await page.goto(screens[0]?.paths.at(-1) ?? '')
    await tabTo(page, /^Unlock for/)
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog')
    await sheet.waitFor()
    // Escape is the way back, and it leads to where one was.
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.locator(':focus').evaluate((element) => element.textContent ?? ''))
      .toMatch(/^Unlock for/)
    await page.keyboard.press('Enter')
    await sheet.waitFor()
    await tabTo(page, 'Unlock for 120 tokens')
    await page.keyboard.press('Enter')
    await expect.poll(() => balance(page)).toBe(80)
    await sheet.waitFor({ state: 'detached' })
    await page.context().close()
  })
})

describe('a new visitor', () => {
  const paths = [
    '/home',
    '/user/wallet',
    '/user/transactions',
    '/user/transactions?view=paid',
    '/user/cards',
    '/user/subscriptions',
    '/user/bookmarks',
    '/user/purchases',
    '/user/orders',
    '/user/following',
    '/user/account',
    '/user/security',
  ]

  // spec: login.states, state.auth
  it('sees why a log-in failed, then logs in', async () => {
    await inDatabase(
      `INSERT INTO accounts (role, name, username, email, password_hash, status, email_verified_at)
        VALUES ('user', $2, 'newfan', 'newfan@example.com', $1, 'active', now())`,
      [await hashPassword({ password: demoPassword, hashed: false }), longName],
    )
    const page = await stage.visitor(desk)
    await page.goto('/auth/login')
    const logIn = async (password: string) => {
      await page.getByLabel('Email or username').fill('newfan')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
    }
    // The scripts of this page load when it is first used.
    await page.getByLabel('Email or username').fill('newfan')
    await whileSending(page, () => logIn('not-the-password'))
    await page.getByText('Incorrect credentials!').waitFor()
    expect(await page.getByLabel('Email or username').inputValue()).toBe('newfan')
    expect(await page.getByRole('main').getByRole('link', { name: 'Sign up' }).count()).toBe(1)
    await logIn(demoPassword)
    await page.waitForURL('**/home')
    await page.getByText('@newfan').first().waitFor()
    await page.context().close()
  })

  it.each([
    ['a desk in daylight', desk, 'light'],
    ['a phone at night', phone, 'dark'],
  ] as const)('finds each page empty with a way on, and no barrier, on %s', async (_, viewport, theme) => {
    const found: Record<string, string[]> = {}
    const page = await stage.visitor(viewport, { theme })
    await signedIn(page, 'newfan')
    for (const path of paths) {
      await page.goto(path)
      found[path] = [...(await barriers(page)), ...(await spills(page))]
    }
    await page.goto('/user/bookmarks')
    await page.getByText('No bookmarks yet').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Home' }).waitFor()
    await page.context().close()
    expect(Object.entries(found).filter(([, lines]) => lines.length > 0)).toEqual([])
  })
})

describe('a page that fails', () => {
  const failed = async (page: Page, path: string, status: number, title: string) => {
    const reply = await page.goto(path)
    expect(reply?.status()).toBe(status)
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByText(/^Request [0-9a-f-]{36}$/).waitFor()
    expect(await barriers(page)).toEqual([])
  }

  it('says that a page does not exist, that access is denied, or that something broke, with the request id to report', async () => {
    await inDatabase(
      `INSERT INTO accounts (role, name, username, email, password_hash, status, email_verified_at, permissions)
        VALUES ('admin', 'New Staff', 'newstaff', 'new@example.com', $1, 'active', now(), '{}')`,
      [await hashPassword({ password: demoPassword, hashed: false })],
    )
    const staff = await stage.visitor(desk)
    await signedIn(staff, 'newstaff')
    await failed(staff, '/admin/creators', 403, 'Access denied')
    await staff.context().close()

    const page = await stage.visitor(phone)
    await signedIn(page, 'jamierowe')
    await failed(page, '/no-such-page', 404, 'Page not found')
    await inDatabase('ALTER TABLE feed_inbox RENAME TO feed_inbox_away')
    await failed(page, '/home', 500, 'Something went wrong')
    await inDatabase('ALTER TABLE feed_inbox_away RENAME TO feed_inbox')
    await page.getByRole('link', { name: 'Try again' }).tap()
    await page.getByRole('article').first().waitFor()
    await page.context().close()
  })

  // spec: error.update, me.update-flags, profile.update
  it('says of a profile and a password whether they were changed', async () => {
    const page = await stage.visitor(phone)
    await signedIn(page, 'newfan')
    await page.goto('/user/account')
    const save = () => page.getByRole('button', { name: 'Save changes' }).tap()
    await page.getByLabel('Name', { exact: true }).fill('Anouk Tessel')
    await whileSending(page, save)
    await page.getByRole('status').filter({ hasText: 'Changes saved' }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Another name')
    await page.context().setOffline(true)
    await save()
    await page.getByRole('alert').filter({ hasText: 'Error occurred, please try again later' }).waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Another name')
    await page.context().setOffline(false)
    await page.goto('/user/account')
    await inDatabase(
      `CREATE FUNCTION refuse_changes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'away'; END $$`,
    )
    await inDatabase(
      'CREATE TRIGGER refuse_changes BEFORE UPDATE OF name, password_hash ON accounts FOR EACH ROW EXECUTE FUNCTION refuse_changes()',
    )
    await page.getByLabel('Name', { exact: true }).fill('Another name')
    await save()
    await page.getByRole('alert').filter({ hasText: 'Error occurred, please try again later' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.goto('/user/security')
    const change = async (current: string) => {
      await page.getByLabel('Current password').fill(current)
      await page.getByLabel('New password').fill('eleven-quiet-lamps')
      await page.getByRole('button', { name: 'Change password' }).tap()
    }
    await change(demoPassword)
    await page.getByRole('alert').filter({ hasText: 'Error occurred, please try again later' }).waitFor()
    await inDatabase('DROP TRIGGER refuse_changes ON accounts')
    await change('not-my-password')
    await page.getByText('Incorrect credentials!').waitFor()
    await change(demoPassword)
    await page.getByRole('status').filter({ hasText: 'Changes saved' }).waitFor()
    await page.context().close()
  })

  it('says what is missing on a page that loaded in part, and loads it again on request', async () => {
    const page = await stage.visitor(desk)
    await signedIn(page, 'jamierowe')
    await inDatabase('ALTER TABLE blocks RENAME COLUMN created_at TO made_at')
    await page.goto('/user/privacy')
    await page.getByRole('heading', { name: 'Close your account' }).waitFor()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    expect(await barriers(page)).toEqual([])
    await inDatabase('ALTER TABLE blocks RENAME COLUMN made_at TO created_at')
    await again.click()
    await page.getByText('You haven’t blocked anyone. You can block someone from the menu on their profile.').waitFor()
    await page.context().close()
  })

  it.each([
    ['/auth/login', { 'Email or username': 'username' }, 'Log in'],
    ['/auth/register', { Name: 'Nia Blank', Email: 'nia@example.com' }, 'Create account'],
    ['/contact', { 'Your name': 'Nia Blank', Message: 'A window that was never lit.' }, 'Send message'],
  ])('keeps what was typed on %s where the line is lost, and says so', async (path, typed, press) => {
    const page = await stage.visitor(phone)
    await page.goto(path)
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
    // Scripts load only when the user interacts; before they have the form, it is sent as a page.
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    const button = page.getByRole('main').getByRole('button', { name: press, exact: true })
    await button.evaluate((element: HTMLButtonElement) => {
      if (element.form) element.form.noValidate = true
      element.click()
    })
    await page
      .getByRole('alert')
      .filter({ hasText: 'No response from the server. Check your connection and try again.' })
      .waitFor()
    for (const [label, text] of Object.entries(typed))
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(text)
    await page.context().close()
  })

  it('says so when the network is away, from the worker that was left on the first visit', async () => {
    const page = await stage.visitor(phone, { serviceWorker: true })
    await page.goto('/auth/login')
    await page.getByLabel('Email or username').tap()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.context().setOffline(true)
    await page.goto('/explore').catch(() => undefined)
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).tap()
    await page.getByRole('heading', { name: 'Explore' }).first().waitFor()
    await page.context().close()
  })

  it.each([
    ['ja-JP', 'ltr', 'オフラインです'],
    ['zh-TW', 'ltr', '你目前離線'],
    ['ko-KR', 'ltr', '오프라인이에요'],
    ['ar', 'rtl', 'أنت غير متصل'],
  ])('says it in the language in which the page was read: %s', async (locale, dir, title) => {
    const page = await stage.visitor(phone, { serviceWorker: true, locale })
    await page.goto('/auth/login')
    await page.locator('input[name=identifier]:not([type=hidden])').tap()
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.context().setOffline(true)
    await page.goto('/explore').catch(() => undefined)
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await page.title()).toBe(title)
    expect(await page.locator('html').getAttribute('dir')).toBe(dir)
    expect(await page.getByRole('heading').count()).toBe(1)
    expect(await barriers(page)).toEqual([])
    await page.context().close()
  })
})
