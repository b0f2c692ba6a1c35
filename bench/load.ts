import { gzipSync } from 'node:zlib'
import type { launchChromium } from '../tests/browser/chromium.ts'

// One cold visit on a mid-range phone with a slow connection: how long the visitor waits, and what the page makes the browser fetch.

export type Browser = Awaited<ReturnType<typeof launchChromium>>
type BrowserContext = Awaited<ReturnType<Browser['newContext']>>
export type Page = Awaited<ReturnType<BrowserContext['newPage']>>
type CDPSession = Awaited<ReturnType<BrowserContext['newCDPSession']>>

const phone = { width: 390, height: 844 }
/** Lighthouse's mobile line: 1.6 Mbit/s and 150 ms, with what the browser's own throttling makes of them. */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }
const cpuSlowdown = 4

export interface PageLoadOptions {
  locale?: string
  theme?: 'light' | 'dark'
  token?: string
}
export interface PageLoad {
  lcpMs: number
  tbtMs: number
  cls: number
  /** Bytes as gzip would send them, by kind. */
  atFirst: Weights
  /** The same once the page has been touched. */
  hydrated: Weights
}
export interface Weights {
  script: number
  stylesheet: number
  document: number
  image: number
  font: number
}

export async function openPhone(
  browser: Browser,
  url: string,
  { locale = 'en-US', theme = 'light', token }: PageLoadOptions = {},
): Promise<{ context: BrowserContext; page: Page; wire: CDPSession }> {
  const context = await browser.newContext({
    viewport: phone,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale,
    colorScheme: theme,
    baseURL: url,
    serviceWorkers: 'block',
  })
  if (token) await context.addCookies([{ name: 'token', value: token, url }])
  const page = await context.newPage()
  await page.addInitScript(watch)
  const wire = await context.newCDPSession(page)
  await wire.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  return { context, page, wire }
}

interface PageTimings {
  lcp: number
  fcp: number
  cls: number
  longTasks: { start: number; length: number }[]
  /** The longest answer to each interaction. */
  presses: Map<number, number>
}
declare global {
  var seen: PageTimings
}

/** Runs in the page before anything of it. */
function watch(): void {
  const seen: PageTimings = { lcp: 0, fcp: 0, cls: 0, longTasks: [], presses: new Map() }
  globalThis.seen = seen
  const on = (type: string, take: (entry: PerformanceEntry & Record<string, unknown>) => void, more = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as PerformanceEntry & Record<string, unknown>)
    }).observe({ type, buffered: true, ...more })
  on('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime))
  on('paint', ({ name, startTime }) => name === 'first-contentful-paint' && (seen.fcp = startTime))
  on('layout-shift', ({ value, hadRecentInput }) => hadRecentInput || (seen.cls += Number(value)))
  on('longtask', ({ startTime, duration }) => seen.longTasks.push({ start: startTime, length: duration }))
  on(
    'event',
    ({ interactionId, duration }) => {
      const id = Number(interactionId)
      if (id) seen.presses.set(id, Math.max(duration, seen.presses.get(id) ?? 0))
    },
    { durationThreshold: 16 },
  )
}

/** Loads a page cold, and touches it when it has come to rest. */
export async function openPage(
  browser: Browser,
  url: string,
  path: string,
  options: PageLoadOptions & { touch?: boolean } = {},
): Promise<PageLoad> {
  const { context, page, wire } = await openPhone(browser, url, options)
  await wire.send('Network.enable')
  await wire.send('Network.emulateNetworkConditions', slow4g)
  const loaded: { kind: string; url: string; body: Promise<Buffer> }[] = []
  page.on('requestfinished', (request) => {
    const body = request
      .response()
      .then(async (reply) => (await reply?.body()) ?? Buffer.alloc(0))
      .catch(() => Buffer.alloc(0))
    loaded.push({ kind: request.resourceType(), url: request.url(), body })
  })
  await page.goto(path, { waitUntil: 'load', timeout: 60_000 })
  await page.waitForTimeout(1_000)
  const { lcp, cls, fcp, longTasks: tasks } = await page.evaluate(() => ({ ...globalThis.seen, presses: 0 }))
  const atFirst = await weigh(loaded)
  if (options.touch) {
    await wire.send('Network.emulateNetworkConditions', {
      ...slow4g,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    // A tap at the edge, where there is no control. For a signed-in user the page hydrates without it.
    if (!options.token) await page.touchscreen.tap(2, 2)
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
    await page.waitForTimeout(1_000)
    await page.waitForLoadState('networkidle')
  }
  const hydrated = await weigh(loaded)
  await context.close()
  const blocked = tasks.filter(({ start }) => start >= fcp).reduce((sum, { length }) => sum + length - 50, 0)
  return { lcpMs: lcp, tbtMs: blocked, cls, atFirst, hydrated }
}

async function weigh(loaded: readonly { kind: string; body: Promise<Buffer> }[]): Promise<Weights> {
  const sums: Weights = { script: 0, stylesheet: 0, document: 0, image: 0, font: 0 }
  for (const { kind, body } of loaded) {
    if (!(kind in sums)) continue
    const bytes = await body
    sums[kind as keyof Weights] += /^(?:image|font)$/.test(kind) ? bytes.length : gzipSync(bytes, { level: 9 }).length
  }
  return sums
}
