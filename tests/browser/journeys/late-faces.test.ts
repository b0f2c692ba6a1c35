import { afterAll, beforeAll, expect, it } from 'vitest'
import { creator, openStage, phone, photographFailures, type Stage } from './stage.ts'

// On a slow line the faces come after the words. Nothing may move when they do.

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ demoWorld: true })
}, 300_000)
afterAll(() => stage?.close())
photographFailures(() => stage)

const facesLateBy = 1_500

it.for(['en-US', 'ar', 'ja-JP'])('nothing moves on a public page in %s when its faces come late', async (locale) => {
  const reply = await fetch(`${stage.copy.url}/api/user/feeds/search/${creator}?pageSize=1`)
  const { data } = (await reply.json()) as { data: { _id: string }[] }
  for (const path of ['/', '/contact', `/${creator}`, `/post/${data[0]?._id}`]) {
    const page = await stage.visitor(phone)
    await page.context().addCookies([{ name: 'locale', value: locale, url: stage.copy.url }])
    let faces = 0
    await page.route(/\.woff2$|-faces-[\w-]+\.css$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, facesLateBy))
      await route.continue()
    })
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'font') faces += 1
    })
    await page.addInitScript(watchShifts)
    await page.goto(path, { waitUntil: 'load' })
    await expect.poll(() => faces, { timeout: 15_000 }).toBeGreaterThanOrEqual(2)
    await page.waitForTimeout(500)
    const shifts = await page.evaluate(() => globalThis.shifts)
    const moved = shifts.reduce((sum, { value }) => sum + value, 0)
    expect(moved, `${path} moves: ${JSON.stringify(shifts)}`).toBeLessThan(0.001)
    await page.context().close()
  }
})

declare global {
  var shifts: { value: number; what: string }[]
}
/** Runs in the page before anything of it. */
function watchShifts(): void {
  globalThis.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node: Node | null }[] }
      const what = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 30)}`).join(', ')
      globalThis.shifts.push({ value, what })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
