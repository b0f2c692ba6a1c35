import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { beforeEach } from 'vitest'
import { closeBrowser, launchChromium } from '../chromium.ts'
import { type Copy, startCopy } from '../copy.ts'

export { creator, demoPassword, demoWorldMsMax, tokenOf } from '../demo-world.ts'

export const phone = { width: 390, height: 844 }
export const desk = { width: 1440, height: 900 }

/** A running copy, a browser before it, and somewhere for files. */
export interface Stage {
  copy: Copy
  browser: Browser
  folder: string
  /** Errors that pages threw. What their policies forbid is said by `close`. */
  faults: string[]
  /** A visitor with a screen of this size; a narrow screen is a touch screen. */
  visitor(viewport: { width: number; height: number }, more?: VisitorOptions): Promise<Page>
  close(): Promise<void>
}
export interface VisitorOptions {
  locale?: string
  theme?: 'light' | 'dark'
  timezoneId?: string
  /** Such as 'camera'. */
  permissions?: string[]
  /** With the worker that knows what to say offline; it also is before requests that a test wants to answer. */
  serviceWorker?: boolean
  /** Sent with each request, such as what a proxy says of the visitor's address. */
  extraHTTPHeaders?: Record<string, string>
}

interface StageOptions {
  demoWorld?: boolean
  env?: Record<string, string>
  /** More flags of the browser. */
  browserFlags?: readonly string[]
}
export async function openStage({ env = {}, browserFlags = [], ...options }: StageOptions = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'fanlight-journey-'))
  const copy = await startCopy(env, options)
  const browser = await launchChromium({ args: [...browserFlags] })
  const faults: string[] = []
  return {
    copy,
    browser,
    folder,
    faults,
    async visitor(viewport, { theme = 'light', serviceWorker = false, ...contextOptions } = {}) {
      const context = await browser.newContext({
        viewport,
        baseURL: copy.url,
        locale: 'en-US',
        colorScheme: theme,
        serviceWorkers: serviceWorker ? 'allow' : 'block',
        hasTouch: viewport.width < 500,
        timezoneId: 'Europe/Berlin',
        ...contextOptions,
      })
      const page = await context.newPage()
      page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
      waitForScripts(page)
      return page
    },
    close: () =>
      closeBrowser(browser, async () => {
        await copy.stop()
        rmSync(folder, { recursive: true, force: true })
      }),
  }
}

/**
 * `goto` and `reload` also wait until the page answers: on a busy machine what is pressed or chosen before is lost or left to the
 * browser, and the story goes another way. What people do before the scripts run has its own test.
 */
function waitForScripts(page: Page): void {
  const answers = () => {
    const { dataset } = document.documentElement
    return 'hydrated' in dataset || !dataset['page'] || document.querySelector('script[type="text/later"]') !== null
  }
  // A page whose scripts a test holds back is left to the test.
  const wait = () => page.waitForFunction(answers, undefined, { timeout: 30_000 }).catch(() => undefined)
  const { goto, reload } = page
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options)
    if (!options?.waitUntil) await wait()
    return response
  }
  page.reload = async (options) => {
    const response = await reload.call(page, options)
    if (!options?.waitUntil) await wait()
    return response
  }
}

const images = fileURLToPath(new URL('../../../.tools/journey/', import.meta.url))

/** Keeps what people saw when a step failed. */
export function photographFailures(stage: () => Stage | undefined): void {
  beforeEach(({ task, onTestFailed }) => {
    onTestFailed(async () => {
      mkdirSync(images, { recursive: true })
      const name = task.name.replaceAll(/[^a-zA-Z0-9]+/g, '-').slice(0, 60)
      const pages = stage()
        ?.browser.contexts()
        .flatMap((context) => context.pages())
      await Promise.all(
        (pages ?? []).map((page, at) =>
          page.screenshot({ path: join(images, `failed-${name}-${at}.png`) }).catch(() => undefined),
        ),
      )
    })
  })
}

/** The steps of one story: after the first that breaks, the rest of its `describe` would only repeat it and is skipped. */
export function oneStory(): void {
  let broken = false
  beforeEach(({ skip, onTestFailed }) => {
    if (broken) skip('an earlier step broke')
    onTestFailed(() => {
      broken = true
    })
  })
}
