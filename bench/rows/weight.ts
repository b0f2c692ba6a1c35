import { launchChromium } from '../../tests/browser/chromium.ts'
import { type Browser, openPhone, type Page, openPage, type PageLoad, type PageLoadOptions } from '../load.ts'
import { median, type Rig, type Served, serveFloor, serveProduct } from '../rig.ts'

const creator = 'valloyclay'
const fan = 'jamierowe'
const password = 'let-the-light-in'
const rounds = 5

/** What a page weighs, and how long it and its answers take on a middling phone, beside a page without scripts. */
export async function weight(rig: Rig): Promise<void> {
  const product = await serveProduct(rig, {}, 'all')
  await worldIsFull(product)
  const floor = await serveFloor('plain-page', rig, { PRODUCT_URL: product.url })
  const browser = await launchChromium()
  try {
    const post = await firstPost(product)
    const pages = { profile: `/${creator}`, landing: '/', post: `/post/${post}` }
    const turns = new Map(Object.keys(pages).map((name) => [name, [] as { floor: PageLoad; ours: PageLoad }[]]))
    const pageLoads = new Map<string, PageLoad>()
    // The first visits fill the caches of both servers.
    for (const path of Object.values(pages)) await both(browser, floor, product, path)
    for (let round = 0; round < rounds; round++) {
      for (const [name, path] of Object.entries(pages)) turns.get(name)?.push(await both(browser, floor, product, path))
      const variant = variants[round % variants.length]
      if (variant)
        pageLoads.set(
          `${variant.locale} ${variant.theme}`,
          await openPage(browser, product.url, pages.profile, variant),
        )
    }
    const token = await tokenOf(product, fan)
    const home = await openPage(browser, product.url, '/home', { token, touch: true })
    const figures = [...turns].map(([name, both]) => rowOf(name, both))
    console.table(Object.fromEntries(figures))
    console.table({ 'home, signed in': weights(home) })
    console.table(Object.fromEntries([...pageLoads].map(([name, seen]) => [`profile ${name}`, short(seen)])))
    const presses = await interactions(browser, product, token, pages.profile)
    console.table(presses)
    console.log(`worst of ${presses.length} interactions: ${Math.max(...presses.map(({ ms }) => ms))} ms`)
  } finally {
    await browser.close()
    await floor.stop()
    await product.stop()
  }
}

const variants: Required<Pick<PageLoadOptions, 'locale' | 'theme'>>[] = [
  { locale: 'en-US', theme: 'light' },
  { locale: 'en-US', theme: 'dark' },
  { locale: 'ja-JP', theme: 'light' },
  { locale: 'ja-JP', theme: 'dark' },
]

const both = async (browser: Browser, floor: Served, product: Served, path: string) => ({
  floor: await openPage(browser, floor.url, `/page${path}`),
  ours: await openPage(browser, product.url, path, { touch: true }),
})

const kB = (bytes: number) => Math.round(bytes / 100) / 10
const weights = ({ atFirst, hydrated }: PageLoad) => ({
  'script at first': kB(atFirst.script),
  'script in all': kB(hydrated.script),
  'css in all': kB(hydrated.stylesheet),
  html: kB(atFirst.document),
  images: kB(atFirst.image),
  fonts: kB(atFirst.font),
})
const short = ({ lcpMs, tbtMs, cls }: PageLoad) => ({
  'LCP ms': Math.round(lcpMs),
  'TBT ms': Math.round(tbtMs),
  CLS: round(cls),
})
const round = (value: number) => Math.round(value * 1000) / 1000

function rowOf(name: string, both: readonly { floor: PageLoad; ours: PageLoad }[]): [string, Record<string, number>] {
  const middle = (of: (pageLoad: PageLoad) => number) => median(both.map(({ ours }) => of(ours)))
  const last = both.at(-1)
  return [
    name,
    {
      'LCP ÷ floor': round(median(both.map(({ floor, ours }) => ours.lcpMs / floor.lcpMs))),
      'LCP ms': Math.round(middle(({ lcpMs }) => lcpMs)),
      'TBT ms': Math.round(middle(({ tbtMs }) => tbtMs)),
      CLS: round(Math.max(...both.map(({ ours }) => ours.cls))),
      ...(last && weights(last.ours)),
    },
  ]
}

interface Press {
  what: string
  ms: number
}
/** Twenty presses, each one's time from finger to next image. */
async function interactions(browser: Browser, product: Served, token: string, profile: string): Promise<Press[]> {
  const presses: Press[] = []
  const on = async (page: Page, what: string, act: () => Promise<unknown>) => {
    await page.evaluate(() => globalThis.seen.presses.clear())
    await act()
    await page.waitForTimeout(700)
    presses.push({ what, ms: await page.evaluate(() => Math.max(0, ...globalThis.seen.presses.values())) })
  }
  const { context, page } = await openPhone(browser, product.url, { token })
  await page.goto('/home', { waitUntil: 'networkidle' })
  await page.waitForTimeout(2_000)
  const tap = (name: string | RegExp, at: number) => page.getByRole('button', { name }).nth(at).tap({ timeout: 5_000 })
  for (const at of [0, 1, 2]) await on(page, `like ${at + 1}`, () => tap(/^(?:Like|Unlike)/, at))
  for (const at of [0, 1, 2]) await on(page, `bookmark ${at + 1}`, () => tap(/^(?:Bookmark|Remove bookmark)/, at))
  for (const at of [0, 1, 2]) {
    await on(page, `menu ${at + 1}`, () => tap('More about this post', at))
    await on(page, `menu ${at + 1} closes`, () => page.keyboard.press('Escape'))
  }
  for (const at of [0, 1]) {
    await on(page, `tip ${at + 1}`, () => tap(/^Tip\b/, at))
    await on(page, `tip ${at + 1} closes`, () => page.keyboard.press('Escape'))
  }
  await context.close()

  const visitor = await openPhone(browser, product.url)
  await visitor.page.goto(profile, { waitUntil: 'load' })
  const languages = visitor.page
    .locator('summary[aria-label="Language"]:visible, summary[aria-label="言語"]:visible')
    .first()
  await languages.scrollIntoViewIfNeeded()
  await visitor.page.waitForTimeout(1_000)
  await on(visitor.page, 'languages open, which wakes the page', () => languages.tap({ timeout: 5_000 }))
  await on(visitor.page, 'languages close', () => languages.tap({ timeout: 5_000 }))
  await on(visitor.page, 'languages open again', () => languages.tap({ timeout: 5_000 }))
  const japanese = visitor.page.locator('button[value="ja-JP"]:visible').first()
  if (!(await japanese.isVisible())) await languages.tap()
  await japanese.tap({ timeout: 5_000 })
  await visitor.page.waitForFunction(() => document.documentElement.lang === 'ja-JP')
  await on(visitor.page, 'languages open in Japanese', () => languages.tap({ timeout: 5_000 }))
  await visitor.context.close()
  return presses
}

async function tokenOf({ url }: Served, username: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return ((await reply.json()) as { data: { token: string } }).data.token
}

interface Post {
  _id: string
  gate?: string
  files: { kind: string; status: string; hls: unknown }[]
}
async function postsOf({ url }: Served, headers: Record<string, string> = {}): Promise<Post[]> {
  const reply = await fetch(`${url}/api/user/feeds/search/${creator}?pageSize=50`, { headers })
  return ((await reply.json()) as { data?: Post[] }).data ?? []
}
/** The newest post with an image. */
async function firstPost(product: Served): Promise<string> {
  const posts = await postsOf(product, { authorization: `Bearer ${await tokenOf(product, creator)}` })
  const found = posts.find(({ files }) => files.some(({ kind }) => kind === 'photo')) ?? posts[0]
  if (!found) throw new Error('The creator of the demo world has no post.')
  return found._id
}

/** People and posts come first; then what processing makes of their files. */
async function worldIsFull(product: Served): Promise<void> {
  for (const began = performance.now(); performance.now() - began < 240_000; ) {
    const token = await tokenOf(product, creator).catch(() => undefined)
    const files = token
      ? (await postsOf(product, { authorization: `Bearer ${token}` })).flatMap((entry) => entry.files)
      : []
    if (files.length > 0 && files.every(({ kind, status, hls }) => (kind === 'video' ? hls : status === 'ready')))
      return
    await new Promise((resolve) => setTimeout(resolve, 1_500))
  }
  throw new Error('The demo world did not fill.')
}
