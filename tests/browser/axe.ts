import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type AxeBuild from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe calls serious or worse, one line each. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    // What fades in is judged when it is there; what a page does once its scripts run may begin a frame later.
    const fading = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
        )
    for (let still = 0, looks = 0; still < 3 && looks < 20; looks++) {
      await new Promise(requestAnimationFrame)
      const running = fading()
      still = running.length === 0 ? still + 1 : 0
      await Promise.race([
        Promise.allSettled(running.map((entry) => entry.finished)),
        new Promise((enough) => setTimeout(enough, 1_000)),
      ])
    }
    const { axe } = globalThis as unknown as { axe: typeof AxeBuild }
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      // Only what is wrong is described, and without selectors, which take most of the time.
      resultTypes: ['violations'],
      selectors: false,
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  })
}
