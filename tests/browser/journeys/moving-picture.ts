import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** So many pictures has the video of this page shown since it last began. */
export const frames = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0)

/** The picture moves. A connection that comes instead of a lost one begins to count anew. */
export async function seesMore(page: Page): Promise<void> {
  let [last, seen] = [await frames(page), 0]
  await expect
    .poll(
      async () => {
        const now = await frames(page)
        seen += now >= last ? now - last : now
        last = now
        return seen
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(20)
}
