import { buildPerformer } from '@fanlight/server/testing/builders'
import { buildFan } from '@fanlight/server/modules/wallet/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../../pages/site.ts'
import { launchWebkit, missingForWebkit, type Webkit } from '../webkit.ts'

// What Safari's engine lays out otherwise than Chromium: a payment window shows what is paid, and choices show which is chosen.

const missing = missingForWebkit()
if (missing.length > 0) console.log(`Skipped: this machine has no WebKit (${missing.join(', ')}).`)

describe.skipIf(missing.length > 0)('in WebKit', () => {
  let site: Site
  let webkit: Webkit
  beforeAll(async () => {
    site = await startSite()
    webkit = await launchWebkit()
  }, 120_000)
  afterAll(async () => {
    await webkit?.stop()
    await site?.stop()
  })
  const signIn = async (token: string) => {
    await webkit.open(`${site.url}/contact`)
    await webkit.setCookie('token', token)
  }
  const isHydrated = `return 'hydrated' in document.documentElement.dataset ? true : null`

  it.each([1400, 390])(
    'a tip shows its amounts, its total and its button inside a window of %i px',
    async (width) => {
      const creator = await buildPerformer(site.ctx)
      await signIn((await buildFan(site.ctx, 500)).token)
      await webkit.setSize(width, 900)
      await webkit.open(`${site.url}/${creator.username}`)
      await webkit.until(isHydrated)
      await webkit.until(`document.querySelector('button[aria-label="Send a tip"]').click(); return true`)
      const seen = await webkit.until<{ parts: [number, number][]; scrolled: number; innerHeight: number }>(`
        const sheet = document.querySelector('[role=dialog]')
        if (!sheet || sheet.getAnimations().some((entry) => entry.playState === 'running')) return null
        const parts = ['#tip-amount', 'dl', 'footer button'].map((part) => sheet.querySelector(part))
        if (parts.includes(null)) return null
        const inner = sheet.querySelector('#tip-amount').closest('.overflow-y-auto')
        return {
          parts: parts.map((part) => [part.getBoundingClientRect().top, part.getBoundingClientRect().bottom]),
          scrolled: inner.scrollHeight - inner.clientHeight,
          innerHeight,
        }`)
      for (const [top, bottom] of seen.parts) {
        expect(bottom - top).toBeGreaterThan(20)
        expect(top).toBeGreaterThanOrEqual(0)
        expect(bottom).toBeLessThanOrEqual(seen.innerHeight)
      }
      // Nothing of the sheet is cut off: a collapsed one would hide most of it in a strip that scrolls.
      expect(seen.scrolled).toBeLessThan(80)
    },
    90_000,
  )

  it('the chosen audience of a post has a full radio, the others an empty one', async () => {
    await signIn((await buildPerformer(site.ctx)).token)
    await webkit.setSize(1400, 900)
    await webkit.open(`${site.url}/creator/posts/new`)
    await webkit.until(isHydrated)
    const edges = await webkit.until<string[]>(`
      const radios = [...document.querySelectorAll('input[name=gate]')]
      return radios.length ? radios.map((radio) => getComputedStyle(radio).borderTopWidth) : null`)
    expect(edges.filter((edge) => edge === '6px')).toHaveLength(1)
    expect(edges.filter((edge) => edge === '0px')).toEqual([])
  }, 90_000)
})
