import { afterAll, beforeAll, expect, it } from 'vitest'
import { creator, demoWorldMsMax, openStage, phone, photographFailures, type Stage } from './stage.ts'

// On a slow connection the fonts load after the text. In English they replace stand-ins of nearly the same widths; in other
// languages they wait for the next page (docs/decisions/0353).

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ demoWorld: true })
}, demoWorldMsMax)
afterAll(() => stage?.close())
photographFailures(() => stage)

const facesLateBy = 1_500

it.for([
  ['en-US', 0.02],
  ['ar', 0.001],
  ['ja-JP', 0.001],
  ['ko-KR', 0.001],
  ['zh-TW', 0.001],
] as const)('a public page in %s moves by less than %d when its faces come late', async ([locale, shiftMax]) => {
  const reply = await fetch(`${stage.copy.url}/api/user/feeds/search/${creator}?pageSize=1`)
  const { data } = (await reply.json()) as { data: { _id: string }[] }
  const paths = ['/', '/contact', `/${creator}`, `/post/${data[0]?._id}`]
  // Most of the time is spent waiting for the late fonts, so all pages wait side by side.
  const moved = await Promise.all(paths.map(async (path) => [path, await shiftsOf(path, locale)] as const))
  for (const [path, shifts] of moved) {
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    expect(sum, `${path} moves: ${JSON.stringify(shifts)}`).toBeLessThan(shiftMax)
  }
})

async function shiftsOf(path: string, locale: string): Promise<Shift[]> {
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
  await expect.poll(() => faces).toBeGreaterThanOrEqual(2)
  await page.waitForLoadState('networkidle')
  await page.evaluate(settled)
  const shifts = await page.evaluate(() => globalThis.shifts)
  await page.context().close()
  return shifts
}

/** Runs in the page: what the last face moved is rendered and reported. */
async function settled(): Promise<void> {
  await document.fonts.ready
  for (let frames = 0; frames < 3; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
}

interface Shift {
  value: number
  what: string
}
declare global {
  var shifts: Shift[]
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
