import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFan, buildPlan } from '@fanlight/server/modules/money/wallet/testing'
import { loadConfig } from '@fanlight/server/platform/config'
import { type Context, openContext } from '@fanlight/server/platform/context'
import { row, sql } from '@fanlight/server/platform/db/db'
import { loadSecret } from '@fanlight/server/platform/keys'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import { hasVideoEngine, makeClip } from '@fanlight/server/testing/clip'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Copy, startCopy } from '../copy.ts'
import { type Engine, eventually } from '../engine.ts'
import { launchFirefox, missingForFirefox } from '../firefox.ts'
import { launchWebkit, missingForWebkit } from '../webkit.ts'

// The main steps of a fan and of a creator in the engines of Safari and Firefox: log in, tip, subscribe, play a video, write a post.

const engines = [
  { name: 'WebKit', launch: launchWebkit, missing: missingForWebkit() },
  { name: 'Firefox', launch: launchFirefox, missing: missingForFirefox() },
]
for (const { name, missing } of engines)
  if (missing.length > 0) console.log(`Skipped: this machine has no ${name} (${missing.join(', ')}).`)

const password = 'seven-quiet-lamps'
const hasVideos = await hasVideoEngine()
let copy: Copy
let ctx: Context
let folder = ''
/** Its post is the video. */
let creator: Built
let video: string

beforeAll(async () => {
  if (engines.every(({ missing }) => missing.length > 0)) return
  folder = mkdtempSync(join(tmpdir(), 'fanlight-engines-'))
  copy = await startCopy()
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'error', DATABASE_POOL: '2' }, [])
  ctx = await openContext(config, copy.databaseUrl, await loadSecret(config))
  creator = await buildPerformer(ctx, { name: 'Ines Valloy' })
  await buildPlan(ctx, creator)
  if (hasVideos) video = await publishVideo()
})
afterAll(async () => {
  await ctx?.close()
  await copy?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** A post with a video that plays, by the calls of the studio. */
async function publishVideo(): Promise<string> {
  const headers = { authorization: `Bearer ${creator.token}` }
  const clip = await makeClip(join(folder, 'clay.mp4'), { seconds: 4, rate: 10, size: '640x360', image: 'plain' })
  const form = new FormData()
  form.set('file', new Blob([readFileSync(clip)], { type: 'video/mp4' }), 'clay.mp4')
  const upload = await fetch(`${copy.url}/api/performer/feeds/video/upload`, { method: 'POST', headers, body: form })
  const { data: file } = (await upload.json()) as { data: { _id: string } }
  const saved = await fetch(`${copy.url}/api/performer/feeds`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'video', title: 'Clay', fileIds: [file._id] }),
  })
  const { data: post } = (await saved.json()) as { data: { _id: string } }
  await eventually(async () => {
    const { status } = await fetch(`${copy.url}/post/${post._id}`)
    if (status !== 200) throw new Error(`The video is not published: ${status}`)
  }, 90_000)
  return `/post/${post._id}`
}

describe.each(engines)('in $name', ({ launch, missing }) => {
  let engine: Engine
  // A browser for each step: Debian's WebKit may crash in its media library while a page whose video plays is left.
  beforeEach(async () => {
    if (missing.length === 0) engine = await launch()
  }, 60_000)
  afterEach(() => engine?.stop())

  const open = async (path: string) => {
    await engine.open(copy.url + path)
    await engine.until(`return 'hydrated' in document.documentElement.dataset || null`)
  }
  const type = (selector: string, text: string) =>
    engine.until(`
      const field = document.querySelector(${JSON.stringify(selector)})
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${JSON.stringify(text)})
      field.dispatchEvent(new Event('input', { bubbles: true }))
      return true`)
  const element = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`
  const button = (text: RegExp) =>
    `[...document.querySelectorAll('button')].find((entry) => ${text}.test(entry.textContent) && entry.offsetParent)`
  const isAt = (path: string) => engine.until(`return location.pathname === ${JSON.stringify(path)} || null`)

  /** The parts of the open sheet, which all are whole and inside the window. */
  async function expectWhole(...parts: string[]) {
    const seen = await engine.until<{ edges: [number, number][]; scrolled: number; innerHeight: number }>(`
      const sheet = document.querySelector('[role=dialog]')
      if (!sheet || sheet.getAnimations().some((entry) => entry.playState === 'running')) return null
      const parts = ${JSON.stringify(parts)}.map((part) => sheet.querySelector(part))
      if (parts.includes(null)) return null
      const inner = parts[0].closest('.overflow-y-auto')
      return {
        edges: parts.map((part) => [part.getBoundingClientRect().top, part.getBoundingClientRect().bottom]),
        scrolled: inner.scrollHeight - inner.clientHeight,
        innerHeight,
      }`)
    for (const [top, bottom] of seen.edges) {
      expect(bottom - top).toBeGreaterThan(20)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(bottom).toBeLessThanOrEqual(seen.innerHeight)
    }
    // Nothing of the sheet is cut off: a collapsed one would hide most of it in a strip that scrolls.
    expect(seen.scrolled).toBeLessThan(80)
  }

  it.skipIf(missing.length > 0).each([1400, 390])(
    'a fan logs in, sees what a tip costs, subscribes and plays a video in a window of %i px',
    async (width) => {
      const fan = await buildFan(ctx, 500, { password })
      await engine.setSize(width, 900)
      await engine.setCookie(copy.url, 'token', 'none')
      await open('/auth/login')
      await type('input[name$=identifier]', fan.username)
      await type('input[name$=password]', password)
      await engine.click(button(/^Log in$/))
      await isAt('/home')

      await open(`/${creator.username}`)
      await engine.click(element('button[aria-label="Send a tip"]'))
      await expectWhole('#tip-amount', 'dl', 'footer button')

      await open(`/${creator.username}`)
      await engine.click(button(/^Subscribe for/))
      await expectWhole('dl', 'fieldset', 'footer button')
      await engine.click(element('[role=dialog] footer button'))
      await engine.until(`return document.querySelector('[role=dialog]') ? null : true`)
      const status = () =>
        row(ctx.db, sql<{ status: string }>`SELECT status FROM subscriptions WHERE fan_id = ${fan.id}`)
      await expect.poll(status).toEqual({ status: 'active' })
      // The button that opened the sheet may be gone: the focus does not fall to the body.
      await engine.until(`return document.activeElement !== document.body || null`)

      if (video) {
        await open(video)
        await engine.click(button(/^Play Clay/))
        await engine.until(`return document.querySelector('video')?.currentTime > 0.3 || null`)
        await engine.until(
          `${element('button[aria-haspopup=menu][aria-label="Quality and speed"]')}.click(); return true`,
        )
        const menu = await engine.until<{
          left: number
          right: number
          scrolls: number
          page: number
          window: number
        }>(`
          const menu = document.querySelector('[role=menu][aria-label="Quality and speed"]')
          if (!menu) return null
          const { left, right } = menu.getBoundingClientRect()
          return { left, right, scrolls: menu.scrollWidth - menu.clientWidth, page: document.documentElement.scrollWidth - innerWidth, window: innerWidth }`)
        expect(menu.left).toBeGreaterThanOrEqual(0)
        expect(menu.right).toBeLessThanOrEqual(menu.window)
        expect(menu.scrolls).toBeLessThanOrEqual(0)
        expect(menu.page).toBeLessThanOrEqual(0)
      }
      expect(engine.faults).toEqual([])
    },
    110_000,
  )

  it.skipIf(missing.length > 0).each([1400, 390])(
    'a creator writes a post in a window of %i px, and sees which audience is chosen',
    async (width) => {
      const author = await buildPerformer(ctx)
      await engine.setSize(width, 900)
      await engine.setCookie(copy.url, 'token', author.token)
      await open('/creator/posts/new')
      const chosen = await engine.until<string>(`
        const button = document.querySelector('button[aria-label^="Who can see this"]')
        return button && !button.closest('fieldset').disabled ? button.textContent : null`)
      expect(chosen).toBe('Everyone')
      await type('[name=text]', 'From another engine.')
      await engine.click(button(/^Publish$/))
      await isAt('/creator/posts')
      await engine.until(`return document.body.textContent.includes('From another engine.') || null`)
      expect(engine.faults).toEqual([])
    },
    90_000,
  )

  it.skipIf(missing.length > 0)(
    'an empty date does not look like a chosen one',
    async () => {
      const author = await buildPerformer(ctx)
      await engine.setCookie(copy.url, 'token', author.token)
      await open('/creator/account')
      const color = () => engine.until<string>(`return getComputedStyle(${element('input[type=date]')}).color`)
      await type('input[type=date]', '1990-05-17')
      const chosen = await color()
      await type('input[type=date]', '')
      await engine.until(`return ${element('input[type=date]')}.hasAttribute('data-empty') || null`)
      expect(await color()).not.toBe(chosen)
    },
    60_000,
  )

  it.skipIf(missing.length > 0)(
    'leaving a page before its data is complete reports no broken stream',
    async () => {
      await engine.setCookie(copy.url, 'token', (await buildFan(ctx, 5)).token)
      for (let times = 0; times < 5; times++) {
        await open('/user/wallet')
        // The data of the next page is on its way, and the page is left.
        await engine.until(`document.querySelector('a[href="/home"]').click(); return true`)
        await engine.open(`${copy.url}/explore`)
      }
      expect(engine.faults.filter((fault) => fault.includes('stream'))).toEqual([])
    },
    90_000,
  )
})
