import { buildConversation, buildMessage } from '@fanlight/server/modules/talk/conversations/testing'
import { buildAccess, buildFeed, buildFile } from '@fanlight/server/modules/content/posts/testing'
import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { buildVideo } from '@fanlight/server/modules/content/videos/testing'
import { buildFan, buildPlan } from '@fanlight/server/modules/money/wallet/testing'
import { buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { rankPerformers } from '@fanlight/server/modules/people/performers/ranking'
import { sql } from '@fanlight/server/platform/db/db'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../../pages/site.ts'
import { launchChromium } from '../chromium.ts'

// What people need on a phone and with a screen reader, and presses that come twice or too early. Each on a site without content.

let site: Site
let browser: Browser
let creator: { id: string; token: string; username: string }
let fan: { token: string }

beforeAll(async () => {
  site = await startSite()
  browser = await launchChromium()
  creator = await buildPerformer(site.ctx)
  fan = await buildUser(site.ctx)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function visit(path: string, token?: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-US',
    serviceWorkers: 'block',
    viewport: { width: 360, height: 740 },
    ...options,
  })
  if (token) await context.addCookies([{ name: 'token', value: token, url: site.url }])
  const page = await context.newPage()
  await page.goto(path)
  return page
}
const hydrated = (page: Page) => page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
const publish = async (post: object) => {
  const reply = await fetch(`${site.url}/api/performer/feeds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${creator.token}` },
    body: JSON.stringify({ type: 'text', status: 'published', ...post }),
  })
  expect(reply.status).toBeLessThan(300)
  return ((await reply.json()) as { data: { _id: string } }).data._id
}

describe('on a phone', () => {
  it('a visitor reaches Explore, search, languages and themes, also while scripts are loading', async () => {
    const page = await visit('/')
    await page.locator('header summary:visible').click()
    await hydrated(page)
    const menu = page.locator('header details[open]')
    for (const name of ['Explore', 'Search']) await menu.getByRole('link', { name }).waitFor()
    await menu.getByRole('button', { name: 'Dark' }).waitFor()
    await menu.getByRole('button', { name: '日本語' }).click()
    await page.waitForFunction(() => document.documentElement.lang === 'ja-JP')
    await page.context().close()
  })

  it('a creator leaves the studio for the fan side, and logs out', async () => {
    const page = await visit('/creator', creator.token)
    await hydrated(page)
    await page.getByRole('link', { name: 'Back to fan view' }).click()
    await page.waitForURL('**/home')
    const { token } = await buildPerformer(site.ctx)
    await page.context().addCookies([{ name: 'token', value: token, url: site.url }])
    await page.goto('/creator/earnings')
    await hydrated(page)
    await page.locator('summary:visible').click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/auth/login**')
    await page.context().close()
  })

  it('a creator’s own empty profile says what to do, and not to follow oneself', async () => {
    const { token, username } = await buildPerformer(site.ctx)
    const page = await visit(`/${username}`, token)
    await page.getByRole('main').getByRole('link', { name: 'Create a post' }).waitFor()
    expect(await page.getByText(/^Follow /).count()).toBe(0)
    await page.context().close()
  })
})

it.each(['zh-TW', 'en-US'])('a locked post is as wide as the screen in %s', async (locale) => {
  const id = await publish({ text: 'x', gate: { type: 'subscribers' } })
  const page = await visit(`/post/${id}`, undefined, { locale })
  const box = await page.getByRole('article').first().locator('section').first().boundingBox()
  expect(box!.width).toBeGreaterThanOrEqual(358)
  await page.context().close()
})

it('what one does with a video has whole names, which no edge cuts', async () => {
  const id = await buildVideo(site.ctx, creator)
  const page = await visit(`/video/${id}`, creator.token)
  await hydrated(page)
  const actions = page.getByRole('main').getByRole('button', { name: /^(?:Save|Download|Share)$/ })
  const cut = await actions.evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const { left, right } = button.getBoundingClientRect()
        return left < 16 || right > innerWidth - 16 || button.scrollWidth > button.clientWidth
      })
      .map((button) => button.textContent),
  )
  expect(await actions.count()).toBe(3)
  expect(cut).toEqual([])
  await page.context().close()
})

it('pages of a fan begin at one place, and home leads to those they follow', async () => {
  const follower = await buildUser(site.ctx)
  const headers = { authorization: `Bearer ${follower.token}` }
  expect((await fetch(`${site.url}/api/follows/${creator.id}`, { method: 'POST', headers })).status).toBeLessThan(300)
  const page = await visit('/home', follower.token, { viewport: { width: 1440, height: 900 } })
  const followed = page.getByRole('navigation', { name: 'Creators you follow' }).getByRole('link')
  expect(await followed.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    `/${creator.username}`,
  ])
  const starts: Record<string, number> = {}
  for (const name of ['wallet', 'transactions', 'subscriptions', 'cards', 'addresses', 'purchases', 'bookmarks']) {
    await page.goto(`/user/${name}`)
    starts[name] = (await page.getByRole('heading', { level: 1 }).boundingBox())!.x
  }
  expect(new Set(Object.values(starts)).size, JSON.stringify(starts)).toBe(1)
  await page.context().close()
})

it('the price of a paid post is shown before any account', async () => {
  const id = await publish({ title: 'The drying rack', text: 'All forty.', gate: { type: 'paid', price: 50 } })
  const page = await visit(`/post/${id}`)
  const way = page.getByRole('link', { name: /^Unlock for.*50.*\$5\.00/ })
  expect(await way.getAttribute('href')).toBe(`/auth/login?redirect=${encodeURIComponent(`/post/${id}`)}`)
  await page.context().close()
})

it('the audience is in sight beside the text, and an unapproved creator previews no badge', async () => {
  const page = await visit('/creator/posts/new', creator.token, { viewport: { width: 1440, height: 900 } })
  await hydrated(page)
  const audience = await page.getByRole('button', { name: /^Who can see this/ }).boundingBox()
  expect(audience!.y + audience!.height).toBeLessThan(900)
  const { token } = await buildPerformer(site.ctx, { approved: false })
  await page.context().addCookies([{ name: 'token', value: token, url: site.url }])
  await page.reload()
  await page.locator('#preview').getByRole('article').waitFor()
  expect(await page.locator('#preview').getByRole('img', { name: 'Verified' }).count()).toBe(0)
  await page.context().close()
})

describe('for screen readers', () => {
  it('posts of a profile have names of their own, and fields and counters are whole words', async () => {
    for (const title of ['', '']) await publish({ title, text: 'Notes.', gate: { type: 'subscribers' } })
    const titled = await publish({ title: 'Open shelf', text: 'Notes.', gate: { type: 'public' } })
    const page = await visit(`/${creator.username}`)
    const names = await page
      .locator('main a[href^="/post/"]')
      .evaluateAll((all) => all.map((link) => link.textContent ?? ''))
    expect(names.length).toBeGreaterThan(2)
    expect(names.filter((name) => name.trim().startsWith('Post by'))).toEqual([])
    await page.context().close()

    const signedIn = await visit(`/post/${titled}`, fan.token)
    await hydrated(signedIn)
    const like = signedIn.getByRole('article').first().getByRole('button', { name: 'Like' })
    await like.click()
    const unlike = signedIn
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Unlike/ })
    await unlike.waitFor()
    // A name that says what a press does has no state beside it that says the opposite.
    expect(await unlike.getAttribute('aria-pressed')).toBeNull()
    expect(await unlike.locator('.sr-only').allTextContents()).toEqual(['Unlike', '1 like'])
    await signedIn.context().close()

    const editor = await visit('/creator/posts/new', creator.token)
    await editor.getByRole('textbox', { name: 'Title optional', exact: true }).waitFor()
    await editor.context().close()
  })

  it('a payment window is named by what is paid, to whom and how much', async () => {
    const page = await visit(`/${creator.username}`, fan.token)
    await hydrated(page)
    await page.getByRole('button', { name: 'Send a tip' }).click()
    await page.getByRole('dialog', { name: /^Review and pay.*50 tokens.*Tip to .+50.*\$5\.00/ }).waitFor()
    await page.context().close()
  })

  it('what is left after a payment is read with its unit', async () => {
    const page = await visit(`/${creator.username}`, (await buildFan(site.ctx, 200)).token)
    await hydrated(page)
    await page.getByRole('button', { name: 'Send a tip' }).click()
    const sheet = page.getByRole('dialog', { name: /^Review and pay/ })
    await sheet.getByText('Balance after payment').waitFor()
    expect(await sheet.ariaSnapshot()).toMatch(/Balance after payment\s+- definition: "?[\d,.]+ tokens\b/)
    await page.context().close()
  })
})

describe('presses', () => {
  it('a double press sends one comment and one sign-up', async () => {
    const id = await publish({ text: 'Write below.', gate: { type: 'public' } })
    const page = await visit(`/post/${id}`, fan.token)
    await hydrated(page)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
    const twice = (name: string) =>
      page.getByRole('button', { name, exact: true }).evaluate((button: HTMLButtonElement) => {
        button.click()
        button.click()
      })
    await page.getByLabel('Write a comment').fill('Once.')
    await twice('Post comment')
    await page.locator('#comments, main').getByText('Once.').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(sent.filter((path) => path === '/api/comments')).toHaveLength(1)

    await page.context().clearCookies()
    await page.goto('/auth/register')
    await page.getByLabel('Name', { exact: true }).fill('Lena Brandt')
    await hydrated(page)
    await page.getByLabel('Username', { exact: true }).fill('lenatwice')
    await page.getByLabel('Email', { exact: true }).fill('lena-twice@example.com')
    await page.getByLabel('Password', { exact: true }).fill('seven-quiet-lamps')
    await page.getByRole('checkbox').first().check()
    sent.length = 0
    await twice('Create account')
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/register'))
    expect(sent.filter((path) => path.startsWith('/auth/register'))).toHaveLength(1)
    await page.context().close()
  })

  it('a press before hydration shows on its button at once', async () => {
    const context = await browser.newContext({ baseURL: site.url, locale: 'en-US', serviceWorkers: 'block' })
    await context.addCookies([{ name: 'token', value: fan.token, url: site.url }])
    const page = await context.newPage()
    let letGo = () => {}
    const pause = new Promise<void>((done) => (letGo = done))
    await page.route(/\/assets\/(?!intent)[^/]*\.js/, async (route) => {
      await pause
      await route.continue()
    })
    await page.goto(`/${creator.username}`, { waitUntil: 'commit' })
    const tip = page.getByRole('button', { name: 'Send a tip' })
    await tip.click()
    expect(await tip.getAttribute('data-waiting')).toBe('')
    expect(await tip.evaluate((button) => getComputedStyle(button).animationName)).toBe('waiting')
    letGo()
    await page.getByRole('dialog').waitFor()
    expect(await page.locator('[data-waiting]').count()).toBe(0)
    await context.close()
  })
})

it('a receipt is printed by itself, with both parties and the site', async () => {
  const payer = await buildFan(site.ctx, 100, { name: 'Lena Brandt' })
  const seller = await buildPerformer(site.ctx, { name: 'Ana Kiln' })
  const tip = await fetch(`${site.url}/api/wallet/charges/tip/${seller.id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${payer.token}`,
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ tokens: 25 }),
  })
  expect(tip.status).toBe(200)
  const page = await visit('/user/transactions', payer.token)
  await hydrated(page)
  await page.getByRole('button', { name: /Ana Kiln/ }).click()
  const receipt = page.getByRole('dialog')
  await receipt.getByRole('button', { name: 'Print' }).waitFor()
  // As wide as a printed page: there the window is in the middle of the screen.
  await page.setViewportSize({ width: 1000, height: 740 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await receipt.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1000 })
  expect(await page.locator('#main').isVisible()).toBe(false)
  expect(await receipt.getByRole('button').filter({ visible: true }).count()).toBe(0)
  const text = await receipt.innerText()
  for (const part of ['Lena Brandt', 'Ana Kiln', new URL(site.url).host, '25', 'Receipt number'])
    expect(text).toContain(part)
  expect(await receipt.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(36, 29, 22)')
  await page.context().close()
})

/** A chart's columns are seen; the dates below it are inside it, the last one too, and none is on another. */
async function expectWholeChart(page: Page) {
  // Read at once: a chart that is rendered again has new elements.
  const read = await page.waitForFunction(() => {
    const span = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      return { left, right }
    }
    const dates = [...document.querySelectorAll('.chart-date')].map(span).sort((a, b) => a.left - b.left)
    if (dates.length === 0) return false
    const canvas = document.querySelector<HTMLCanvasElement>('figure canvas')!
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    let colored = 0
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue] = data.subarray(at, at + 3) as unknown as [number, number, number]
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) colored++
    }
    return { chart: span(document.querySelector('.chart-labels')!.parentElement!), dates, colored }
  })
  const { chart, dates, colored } = (await read.jsonValue()) as Exclude<
    Awaited<ReturnType<typeof read.jsonValue>>,
    false
  >
  expect(colored).toBeGreaterThan(50)
  expect(dates.length).toBeGreaterThan(1)
  expect(dates[0]!.left).toBeGreaterThanOrEqual(chart.left)
  expect(dates.at(-1)!.right).toBeLessThanOrEqual(chart.right)
  for (const [at, date] of dates.slice(1).entries()) expect(date.left).toBeGreaterThan(dates[at]!.right)
}

it.each(['en-US', 'zh-TW', 'ar'])('no amount is broken into two lines in %s', async (locale) => {
  const payer = await buildFan(site.ctx, 20_000, { locale })
  const seller = await buildPerformer(site.ctx, { locale })
  for (const tokens of [9_999.99, 9_999.99])
    await fetch(`${site.url}/api/wallet/charges/tip/${seller.id}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${payer.token}`,
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ tokens }),
    })
  const seen: string[] = []
  for (const [path, token] of [
    ['/creator', seller.token],
    ['/creator/earnings', seller.token],
    ['/user/transactions', payer.token],
    ['/user/wallet', payer.token],
  ] as const) {
    const page = await visit(path, token, { locale, viewport: { width: 320, height: 700 } })
    await hydrated(page)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale)
    const { broken, outside, amounts } = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
      const broken: string[] = []
      const outside: string[] = []
      const amounts: string[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const match of node.textContent!.matchAll(/\d[\d,]*\.\d+/g)) {
          if (!node.parentElement!.checkVisibility()) continue
          const range = document.createRange()
          range.setStart(node, match.index)
          range.setEnd(node, match.index + match[0].length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8)))
          amounts.push(match[0])
          if (lines.size > 1) broken.push(match[0])
          const card = node.parentElement!.closest('.rounded-lg')?.getBoundingClientRect()
          const { left, right } = range.getBoundingClientRect()
          if (card && (left < card.left || right > card.right)) outside.push(match[0])
        }
      return { broken, outside, amounts }
    })
    expect(broken, path).toEqual([])
    expect(outside, path).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    if (path === '/creator') await expectWholeChart(page)
    seen.push(...amounts)
    await page.context().close()
  }
  expect(seen.length).toBeGreaterThan(10)
})

it('without scripts no button is shown that would do nothing', async () => {
  const id = await publish({ title: 'Plain', text: 'Read me.', gate: { type: 'public' } })
  const names = [/^Like/, /^Share/, /^Tip/, /^Send a tip/, /^Bookmark/, /^More about/, /^Follow/]
  const shown = async (page: Page) => {
    const seen: string[] = []
    for (const name of names)
      if ((await page.getByRole('button', { name }).filter({ visible: true }).count()) > 0) seen.push(name.source)
    return seen
  }
  const counted: string[] = []
  for (const path of [`/post/${id}`, `/${creator.username}`])
    for (const token of [undefined, fan.token]) {
      const scripted = await visit(path, token)
      await scripted.locator('main h1, main article').first().waitFor()
      counted.push(...(await shown(scripted)))
      await scripted.context().close()
      const page = await visit(path, token, { javaScriptEnabled: false })
      await page.locator('main h1, main article').first().waitFor()
      expect(await shown(page), path).toEqual([])
      await page.context().close()
    }
  // With scripts there is each of them somewhere.
  expect([...new Set(counted)].sort()).toEqual(names.map(({ source }) => source).sort())
})

it('the tile of audio carries the mark of audio, and not that of video', async () => {
  const owner = await buildPerformer(site.ctx)
  const photo = await buildFile(site.ctx, owner)
  const bare = await buildFile(site.ctx, owner, { purpose: 'feed-audio' })
  await sql`DELETE FROM file_variants WHERE file_id = ${bare}`.execute(site.ctx.db)
  const covered = await buildFile(site.ctx, owner, { purpose: 'feed-audio' })
  const tiles = {
    'Room tone': await buildFeed(site.ctx, owner, { type: 'audio', title: 'Room tone', files: [bare] }),
    'Field notes': await buildFeed(site.ctx, owner, { type: 'audio', title: 'Field notes', files: [covered, photo] }),
    'Locked tone': await buildFeed(site.ctx, owner, {
      type: 'audio',
      title: 'Locked tone',
      gate: { type: 'subscribers' },
    }),
    'First turn': await buildFeed(site.ctx, owner, { type: 'video', title: 'First turn' }),
  }
  const page = await visit(`/${owner.username}`)
  const marks: Record<string, string[]> = {}
  for (const [title, id] of Object.entries(tiles))
    marks[title] = await page
      .locator(`main a[href="/post/${id}"] svg`)
      .evaluateAll((icons) => icons.map((icon) => /lucide-(audio-lines|play)\b/.exec(icon.classList.value)?.[1] ?? ''))
  for (const [title, found] of Object.entries(marks))
    expect(
      found.filter((mark) => mark !== ''),
      title,
    ).toEqual([title === 'First turn' ? 'play' : 'audio-lines'])
  // Without an image of its own it shows its name, and no drawing that says nothing of it.
  const bareTile = page.locator(`main a[href="/post/${tiles['Room tone']}"]`)
  expect(await bareTile.locator('img').count()).toBe(0)
  expect(await bareTile.getByText('Room tone').isVisible()).toBe(true)
  await page.context().close()
})

/** How often the text is seen; where it runs out of the window without a sign that it goes on; what to press stands outside. */
const beyondTheEdge = (page: Page, text: string) =>
  page.evaluate((text) => {
    const found: string[] = []
    let seen = 0
    const isBeyond = ({ right }: DOMRect) => right > innerWidth + 1
    const name = (element: Element) => `${element.tagName} ${element.className} in ${element.parentElement?.className}`
    /** The page itself cuts what is too wide: that is no place to go to. */
    const hasAround = (element: Element, holds: (style: CSSStyleDeclaration) => boolean) => {
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement)
        if (holds(getComputedStyle(box)) && !isBeyond(box.getBoundingClientRect())) return true
      return false
    }
    /** At this width it is read aloud, and takes one pixel. */
    const isForReadersAlone = (element: Element) => {
      for (let box: Element | null = element; box; box = box.parentElement)
        if (getComputedStyle(box).overflow === 'hidden' && box.clientWidth <= 1) return true
      return false
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!
      if (!node.textContent!.includes(text) || !parent.checkVisibility({ visibilityProperty: true })) continue
      if (isForReadersAlone(parent)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const rect = range.getBoundingClientRect()
      if (rect.width === 0) continue
      seen++
      if (isBeyond(rect) && !hasAround(parent, ({ textOverflow }) => textOverflow === 'ellipsis'))
        found.push(name(parent))
    }
    for (const element of document.querySelectorAll('body :is(a, button, input, dd)'))
      if (
        element.checkVisibility({ visibilityProperty: true }) &&
        isBeyond(element.getBoundingClientRect()) &&
        !hasAround(element, ({ overflowX }) => overflowX !== 'visible')
      )
        found.push(name(element))
    return { seen, found }
  }, text)

it.each([
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])('a title of 200 letters makes no page wider, at %j', async (viewport) => {
  const title = 'W'.repeat(200)
  const owner = await buildPerformer(site.ctx)
  const reader = await buildFan(site.ctx, 500)
  const post = await buildFeed(site.ctx, owner, { title })
  const paid = await buildFeed(site.ctx, owner, { title, gate: { type: 'paid', price: 5000n } })
  const video = await buildVideo(site.ctx, owner, { title })
  const paidVideo = await buildVideo(site.ctx, owner, { title, gate: { type: 'paid', price: 5000n } })
  const { id: gallery } = await buildGallery(site.ctx, owner, { title })
  const { id: paidGallery } = await buildGallery(site.ctx, owner, { title, gate: { type: 'paid', price: 5000n } })
  const product = await buildProduct(site.ctx, owner)
  await sql`UPDATE items SET title = ${title} WHERE id = ${product}`.execute(site.ctx.db)
  const wrong: Record<string, unknown> = {}
  const look = async (page: Page, place: string, isShown = true) => {
    const { seen, found } = await beyondTheEdge(page, title)
    if (found.length > 0 || (isShown && seen === 0)) wrong[place] = { seen, found }
  }
  const page = await visit('/contact', reader.token, { viewport })
  for (const tab of ['', '?tab=videos', '?tab=galleries', '?tab=shop']) {
    await page.goto(`/${owner.username}${tab}`, { waitUntil: 'networkidle' })
    await look(page, `profile ${tab}`, false)
  }
  for (const path of [
    `/post/${post}`,
    `/post/${paid}`,
    `/video/${video}`,
    `/video/${paidVideo}`,
    `/gallery/${gallery}`,
    `/gallery/${paidGallery}`,
    `/product/${product}`,
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await look(page, path)
  }
  await page.getByRole('button', { name: /^Buy/ }).first().click()
  await page.getByRole('dialog').waitFor()
  await look(page, 'the window of an order')
  await page.goto(`/post/${paid}`)
  await hydrated(page)
  await page
    .getByRole('button', { name: /^Unlock for/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await look(page, 'the window that unlocks', false)
  expect(wrong).toEqual({})
  await page.context().close()
})

it.each([
  ['open', {}],
  ['locked', { type: 'paid', price: 500n }],
] as const)('the title of a post is one heading on its page: %s', async (_state, gate) => {
  const title = 'The second shelf of the kiln'
  const owner = await buildPerformer(site.ctx)
  const page = await visit(`/post/${await buildFeed(site.ctx, owner, { title, gate })}`, fan.token)
  const headings = page.getByRole('heading', { name: title })
  expect(await headings.evaluateAll((all) => all.map(({ tagName }) => tagName))).toEqual(['H1'])
  await page.context().close()
})

/** Each place where a name is cut at its beginning: the first character is outside of what a parent shows. */
const cutNames = (page: Page, name: string) =>
  page.evaluate((name) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const seen: string[] = []
    const cut: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent!.indexOf(name)
      const parent = node.parentElement!
      if (at < 0 || !parent.checkVisibility({ visibilityProperty: true }) || parent.closest('.sr-only')) continue
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 3)
      const { left, right, width } = range.getBoundingClientRect()
      if (width === 0) continue
      const place = `${parent.tagName} ${parent.className} in ${parent.parentElement!.className}`
      seen.push(place)
      let isReached = false
      for (let box: Element | null = parent; box && box !== document.documentElement; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box)
        if (overflowX === 'visible') continue
        // A strip that people move sideways cuts nothing: what is beyond its edge is reached.
        if ((overflowX === 'auto' || overflowX === 'scroll') && box.scrollWidth > box.clientWidth) {
          isReached = true
          break
        }
        const shown = box.getBoundingClientRect()
        if (left < shown.left - 1 || right > shown.right + 1) {
          cut.push(place)
          break
        }
      }
      if (!isReached && (left < -1 || right > innerWidth + 1)) cut.push(place)
    }
    return { seen, cut: [...new Set(cut)] }
  }, name)

it('right-to-left, no Latin name of a person is cut at its beginning', async () => {
  const name = 'Bartholomew Maximilian Featherstonehaugh-Cholmondeley of Kilnside'
  const username = 'bartholomew_featherstonehaugh_'
  const owner = await buildPerformer(site.ctx, { name, username, locale: 'ar' })
  const buyer = await buildFan(site.ctx, 5_000, { name, username: 'bartholomew_cholmondeley_kiln', locale: 'ar' })
  const headers = { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' }
  const post = await buildFeed(site.ctx, owner, { title: 'Open shelf' })
  const paid = await buildFeed(site.ctx, owner, { title: 'Paid shelf', gate: { type: 'paid', price: 500n } })
  const video = await buildVideo(site.ctx, owner, { title: 'First turn' })
  await buildVideo(site.ctx, owner, { title: 'Second turn' })
  const product = await buildProduct(site.ctx, owner)
  await buildPlan(site.ctx, owner)
  await buildAccess(site.ctx, buyer, owner)
  const conversation = await buildConversation(site.ctx, buyer, owner)
  await buildMessage(site.ctx, conversation, owner, { text: 'Hello from the kiln' })
  await buildMessage(site.ctx, conversation, buyer, { text: 'Hello back' })
  const send = (path: string, body?: object) =>
    fetch(`${site.url}/api${path}`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      ...(body && { body: JSON.stringify(body) }),
    })
  for (const [path, body] of [
    [`/follows/${owner.id}`],
    [`/wallet/charges/tip/${owner.id}`, { tokens: 25 }],
    [`/wallet/charges/feed/${paid}`],
    ['/comments', { itemId: post, text: 'A comment' }],
  ] as const)
    expect((await send(path, body)).status, path).toBeLessThan(300)
  await rankPerformers(site.ctx)

  const cut: Record<string, string[]> = {}
  const unseen: string[] = []
  for (const [token, paths] of [
    [
      buyer.token,
      [
        '/home',
        '/explore',
        '/search?q=Bartholomew',
        `/${owner.username}`,
        `/post/${post}`,
        `/video/${video}`,
        `/product/${product}`,
        '/user/subscriptions',
        '/user/following',
        '/user/purchases',
        '/user/transactions',
        '/messages',
        `/messages/${conversation}`,
      ],
    ],
    [owner.token, ['/creator/audience', '/creator/audience?group=followers', '/creator/earnings', '/messages']],
  ] as const) {
    const page = await visit('/contact', token, { locale: 'ar' })
    for (const path of paths) {
      await page.goto(path)
      expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
      for (const part of ['Bartholomew', 'bartholomew_']) {
        // A page that is still being filled may not show the name yet, or not where it stays.
        let found = await cutNames(page, part)
        const isSettled = () => found.cut.length === 0 && (part !== 'Bartholomew' || found.seen.length > 0)
        for (const end = Date.now() + 5_000; !isSettled() && Date.now() < end; found = await cutNames(page, part))
          await page.evaluate(() => new Promise(requestAnimationFrame))
        if (part === 'Bartholomew' && found.seen.length === 0) unseen.push(path)
        if (found.cut.length > 0) (cut[path] ??= []).push(...found.cut)
      }
    }
    await page.context().close()
  }
  expect(cut).toEqual({})
  expect(unseen).toEqual([])
})

it('a creator of less than 18 years is named as such', async () => {
  const page = await visit('/auth/register/creator')
  await page.getByLabel('Display name').fill('Lena Brandt')
  await hydrated(page)
  await page.getByLabel('Username', { exact: true }).fill('lenayoung')
  await page.getByLabel('Email', { exact: true }).fill('lena-young@example.com')
  await page.getByLabel('Password', { exact: true }).fill('seven-quiet-lamps')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Date of birth').fill(`${new Date().getUTCFullYear() - 10}-01-02`)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText('You must be 18 or older.').waitFor()
  await page.context().close()
})

it('a taken username keeps a creator at the first step, before any document is requested', async () => {
  const page = await visit('/auth/register/creator')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await page.getByLabel('Display name').fill('Lena Brandt')
  await hydrated(page)
  await page.getByLabel('Email', { exact: true }).fill('lena-taken@example.com')
  await page.getByLabel('Password', { exact: true }).fill('seven-quiet-lamps')
  // Typed last, and the button is pressed before the check of the username has an answer.
  await page.getByLabel('Username', { exact: true }).fill(creator.username)
  const next = page.getByRole('button', { name: 'Continue', exact: true })
  await next.click()
  await page.getByText('This username is already taken.').waitFor()
  expect(await page.getByLabel('Legal name').isVisible()).toBe(false)
  await next.click()
  expect(await page.getByLabel('Username', { exact: true }).isVisible()).toBe(true)
  expect(await page.getByLabel('Legal name').isVisible()).toBe(false)
  expect(sent.filter((path) => path.includes('register'))).toEqual([])
  await page.context().close()
})

it('the reason of a suggestion is whole, in a column of three', async () => {
  const [known, near] = [
    await buildPerformer(site.ctx, { name: 'Maximiliane Hohenstein' }),
    await buildPerformer(site.ctx),
  ]
  const readers = { 'en-US': await buildUser(site.ctx), ar: await buildUser(site.ctx, { locale: 'ar' }) }
  const follow = (who: { token: string }, id: string) =>
    fetch(`${site.url}/api/follows/${id}`, { method: 'POST', headers: { authorization: `Bearer ${who.token}` } })
  for (const reader of Object.values(readers)) await follow(reader, known.id)
  for (let n = 0; n < 3; n++) {
    const other = await buildUser(site.ctx)
    for (const { id } of [known, near]) await follow(other, id)
  }
  for (const [locale, reader] of Object.entries(readers)) {
    const page = await visit('/home', reader.token, { viewport: { width: 1440, height: 900 } })
    const reasons = page.locator('aside .why-line > span')
    await reasons.filter({ hasText: 'Maximiliane' }).first().waitFor()
    const cut = await reasons.evaluateAll((all) =>
      all.filter((line) => line.scrollHeight > line.clientHeight + 1).map((line) => line.textContent),
    )
    expect(cut, locale).toEqual([])
    await page.context().close()
  }
})
