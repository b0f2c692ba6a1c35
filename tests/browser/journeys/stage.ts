import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { beforeEach } from 'vitest'
import { launchChromium } from '../chromium.ts'
import { type Copy, startCopy } from '../copy.ts'

export const phone = { width: 390, height: 844 }
export const desk = { width: 1440, height: 900 }

/** A running copy, a browser before it, and somewhere for files. */
export interface Stage {
  copy: Copy
  browser: Browser
  folder: string
  /** Errors that pages threw. */
  faults: string[]
  /** Somebody at a screen of this size; a narrow one is touched. */
  visitor(viewport: { width: number; height: number }, more?: VisitorWishes): Promise<Page>
  close(): Promise<void>
}
export interface VisitorWishes {
  locale?: string
  theme?: 'light' | 'dark'
  timezoneId?: string
  /** Such as 'camera'. */
  permissions?: string[]
  /** With the worker that knows what to say offline; it also stands before requests that a test wants to answer. */
  serviceWorker?: boolean
}

interface StageWishes {
  demoWorld?: boolean
  env?: Record<string, string>
}
export async function openStage({ env = {}, ...options }: StageWishes = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'fanlight-journey-'))
  const copy = await startCopy(env, options)
  const browser = await launchChromium()
  const faults: string[] = []
  if (options.demoWorld) await worldIsFull(copy)
  return {
    copy,
    browser,
    folder,
    faults,
    async visitor(viewport, { theme = 'light', serviceWorker = false, ...wishes } = {}) {
      const context = await browser.newContext({
        viewport,
        baseURL: copy.url,
        locale: 'en-US',
        colorScheme: theme,
        serviceWorkers: serviceWorker ? 'allow' : 'block',
        hasTouch: viewport.width < 500,
        timezoneId: 'Europe/Berlin',
        ...wishes,
      })
      context.setDefaultTimeout(15_000)
      const page = await context.newPage()
      page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
      return page
    },
    async close() {
      await browser.close()
      await copy.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The creator of the demo world whose things tests look at; her files are the first to be made. */
export const creator = 'valloyclay'
export const demoPassword = 'let-the-light-in'

/** A session of somebody in the demo world. */
export async function tokenOf({ url }: Copy, username: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  return ((await reply.json()) as { data: { token: string } }).data.token
}

// The demo world fills while the copy runs already: people, posts, then what processing makes of their files.
async function worldIsFull(copy: Copy): Promise<void> {
  const began = Date.now()
  let token: string | undefined
  const look = async () => {
    // Nobody can log in before there are people.
    token ??= await tokenOf(copy, creator).catch(() => undefined)
    if (!token) return 0
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(`${copy.url}/api/user/feeds/search/${creator}?pageSize=50`, { headers })
    const { data = [] } = (await reply.json()) as {
      data?: { files: { kind: string; status: string; hls: unknown }[] }[]
    }
    const files = data.flatMap((post) => post.files)
    return files.filter(({ kind, status, hls }) => (kind === 'video' ? hls : status === 'ready')).length / files.length
  }
  while ((await look()) !== 1) {
    if (Date.now() - began > 240_000) throw new Error('The demo world did not fill.')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
  }
}

const pictures = fileURLToPath(new URL('../../../.tools/journey/', import.meta.url))

/** Keeps what people saw when a step failed. */
export function photographFailures(stage: () => Stage | undefined): void {
  beforeEach(({ task, onTestFailed }) => {
    onTestFailed(async () => {
      mkdirSync(pictures, { recursive: true })
      const name = task.name.replaceAll(/[^a-zA-Z0-9]+/g, '-').slice(0, 60)
      const pages = stage()
        ?.browser.contexts()
        .flatMap((context) => context.pages())
      await Promise.all(
        (pages ?? []).map((page, at) =>
          page.screenshot({ path: join(pictures, `failed-${name}-${at}.png`) }).catch(() => undefined),
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
