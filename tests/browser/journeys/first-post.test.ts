import { mkdirSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePhoto } from '../material.ts'
import { addCreator, addStaff, fits, narrowPhone, signedIn } from './creator-steps.ts'
import { chooseAudience, unfold } from './editor-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, openStage, phone, photographFailures, type Stage } from './stage.ts'

// A new creator publishes a first post from the empty studio in at most five taps, and the editor covers nothing on the way.

const t = texts('en-US')
let stage: Stage
let db: pg.Client

const creators = { phone: { name: 'Nora Lind', username: 'noralind' }, desk: { name: 'Ola Berg', username: 'olaberg' } }
beforeAll(async () => {
  stage = await openStage()
  await addStaff(stage, 'Mara Lindt')
  for (const creator of Object.values(creators)) await addCreator(stage, creator, 'maralindt')
  db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  await db.query('UPDATE accounts SET email_verified_at = now()')
})
afterAll(async () => {
  await db?.end()
  await stage?.close()
})
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
const look = async (page: Page, name: string) => {
  await fits(page)
  await photograph(page, name)
}
const photograph = async (page: Page, name: string) => {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}-${page.viewportSize()?.width}.png` })
}
/** The publish button is wholly in sight, and what is under its middle is the button itself. */
const isUncovered = async (page: Page) => {
  const button = page.getByRole('button', { name: t('studio.editor.publish'), exact: true })
  return button.evaluate((element) => {
    const { left, top, width, height, bottom } = element.getBoundingClientRect()
    return bottom <= innerHeight && element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
}

describe('the first post', () => {
  oneStory()

  it.each([
    ['on a phone', 'phone', phone],
    ['at a desk', 'desk', desk],
  ] as const)('is published in five taps %s', async (_where, which, viewport) => {
    const page = await signedIn(stage, creators[which].username, viewport)
    await page.goto('/creator')
    let taps = 0
    const tap = async (name: string, role: 'link' | 'button' = 'button') => {
      taps++
      await page.getByRole(role, { name, exact: true }).first().click()
    }
    await tap(t('studio.first.writePost'), 'link')
    await page.waitForURL('**/creator/posts/new')
    await page.waitForLoadState('networkidle')
    await look(page, 'editor-empty')
    taps++
    await page
      .locator('input[type=file][multiple]')
      .setInputFiles(
        await Promise.all([40, 120, 200].map((hue) => makePhoto(stage.folder, `first-${which}-${hue}`, hue))),
      )
    await expect.poll(() => page.getByText(t('studio.editor.ready'), { exact: true }).count()).toBe(3)
    taps++
    await page.getByLabel(t('studio.item.feed.text')).fill('The first pots of the day.')
    expect(await isUncovered(page)).toBe(true)
    await look(page, 'editor-photos')
    await tap(t('studio.editor.publish'))
    const view = page.getByRole('button', { name: t('studio.composer.view.feed') })
    await view.waitFor()
    await tap(t('studio.composer.view.feed'))
    await page.waitForURL('**/post/*')
    await page.getByText('The first pots of the day.').first().waitFor()
    expect(taps).toBeLessThanOrEqual(5)
    await page.context().close()
  })

  it.each([
    ['on a phone', narrowPhone],
    ['at a desk', desk],
  ] as const)('shows its price beside its audience, its options folded, and a preview %s', async (_where, viewport) => {
    const page = await signedIn(stage, creators.desk.username, viewport, {
      theme: viewport === desk ? 'light' : 'dark',
    })
    await page.goto('/creator/posts/new')
    await page.waitForLoadState('networkidle')
    await page.getByLabel(t('studio.item.feed.text')).fill('Forty-one came out whole.')
    await page.getByRole('button', { name: /^Who can see this/ }).click()
    await page.getByRole('menuitemradio', { name: /^Paid/ }).waitFor()
    // The library's own guards of the focus lie around an open menu.
    await photograph(page, 'editor-audience')
    await page.keyboard.press('Escape')
    await chooseAudience(page, t('studio.gate.paid'))
    // Before anything is typed, it is said what is missing, and nothing is wrong.
    await page.getByText(t('studio.obstacle.noPrice')).waitFor()
    const price = page.getByLabel(t('studio.editor.price'))
    expect(await price.getAttribute('aria-invalid')).toBe(null)
    await price.fill('0.1')
    expect(await price.getAttribute('aria-invalid')).toBe(null)
    await price.blur()
    await page.getByText(t('studio.obstacle.price')).waitFor()
    expect(await price.getAttribute('aria-invalid')).toBe('true')
    await price.fill('120')
    const audience = (await page.getByRole('button', { name: /^Who can see this/ }).boundingBox())!
    expect(Math.abs((await price.boundingBox())!.y - audience.y)).toBeLessThan(viewport === desk ? 8 : 80)
    await page.getByText('You earn $9.60 from each sale, after the 20% fee.').waitFor()
    await unfold(page, t('studio.composer.when'))
    // A date that has passed publishes now: nothing says that it would be scheduled.
    await page.getByLabel(/^Publish date/).fill('2024-01-01T10:00')
    await page.getByText(t('studio.editor.whenPast')).waitFor()
    expect(await page.getByRole('button', { name: /^Schedule/ }).count()).toBe(0)
    expect(await isUncovered(page)).toBe(true)
    await look(page, 'editor-options')
    await page.getByLabel(/^Publish date/).fill('2031-01-01T10:00')
    await page.getByRole('button', { name: /^Schedule/ }).waitFor()
    if (viewport !== desk) {
      await page.getByRole('button', { name: t('studio.composer.preview'), exact: true }).click()
      await page.locator('#preview').getByRole('article').waitFor()
    }
    const preview = page.locator('#preview')
    for (const as of ['visitor', 'follower', 'buyer', 'subscriber'] as const) {
      await preview.getByRole('button', { name: t(`studio.composer.as.${as}`), exact: true }).click()
      const closed = as === 'visitor' || as === 'follower'
      await preview.getByText(t(closed ? 'studio.composer.seesLocked' : 'studio.composer.seesAll')).waitFor()
      await expect.poll(() => preview.getByText('Forty-one came out whole.').count()).toBe(closed ? 0 : 1)
      if (as === 'visitor') await look(page, 'editor-preview')
    }
    await page.context().close()
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})
