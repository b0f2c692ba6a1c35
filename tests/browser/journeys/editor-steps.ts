import type { Page } from 'playwright-core'

// What a creator does in the editors of posts, videos, galleries and products.

/** Chooses the audience in an editor, by what the page calls it. */
export async function chooseAudience(page: Page, gate: string, who = 'Who can see this'): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${who}`) }).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${gate}`) }).click()
}

/** Opens one of the folded rows of an editor. */
export const unfold = (page: Page, row: string): Promise<void> =>
  page.locator('summary').filter({ hasText: row }).click()
