import { mkdirSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCreator, addStaff, fits, narrowPhone, signedIn } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, openStage, phone, photographFailures, type Stage } from './stage.ts'

// The first page of the studio: a new creator is led to the first post; later it says where things stand, and each number leads to its list.

const t = texts('en-US')
const ar = texts('ar')
let stage: Stage
let db: pg.Client
let creator: Page

beforeAll(async () => {
  stage = await openStage()
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, { name: 'Nora Lind', username: 'noralind' }, 'maralindt')
  db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  creator = await signedIn(stage, 'noralind')
})
afterAll(async () => {
  await db?.end()
  await stage?.close()
})
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
const look = async (page: Page, name: string) => {
  await fits(page)
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}-${page.viewportSize()?.width}.png`, fullPage: true })
}
const step = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: t(`studio.first.step.${name}`) })

describe('the dashboard', () => {
  oneStory()

  it('of a new creator says what to do next, and leads there', async () => {
    await creator.goto('/creator')
    await creator.getByRole('heading', { name: t('studio.first.title') }).waitFor()
    await creator.getByText(t('studio.first.verified')).waitFor()
    // Nobody has paid anything: no row of zeros.
    expect(await creator.getByRole('region', { name: t('studio.dashboard.sums') }).count()).toBe(0)
    await look(creator, 'dashboard-first')
    await creator.setViewportSize(phone)
    await look(creator, 'dashboard-first')
    const next = creator.locator('[aria-current=step]')
    await next.getByText(t('studio.first.step.email')).waitFor()
    await db.query(`UPDATE accounts SET email_verified_at = now() WHERE username = 'noralind'`)
    await creator.reload()
    await next.getByText(t('studio.first.step.page')).waitFor()
    await step(creator, 'plan')
      .getByRole('button', { name: t('studio.first.stayFree') })
      .click()
    await creator.getByText(t('studio.first.staysFree')).waitFor()
    await step(creator, 'post')
      .getByRole('link', { name: t('studio.first.writePost') })
      .click()
    await creator.waitForURL('**/creator/posts/new')
  })

  it('says which documents staff want again, why, and how far the review is', async () => {
    const question = 'The lower edge is cut off.'
    const ask = async (status: string, reasons: Record<string, string>) => {
      await db.query(`UPDATE performers SET verification_status = $1`, [status])
      await db.query(`UPDATE verifications SET status = $1, field_reasons = $2`, [status, JSON.stringify(reasons)])
    }
    await ask('more_info', { id_back: question })
    await creator.goto('/creator')
    await creator.getByRole('heading', { name: t('studio.verification.state.more_info') }).waitFor()
    await creator.getByText(question).waitFor()
    // It comes before the step that was next.
    await creator.locator('[aria-current=step]').getByText(t('studio.first.step.verify')).waitFor()
    await look(creator, 'dashboard-more-info')
    await creator.setViewportSize(desk)
    await look(creator, 'dashboard-more-info')
    await creator
      .getByRole('main')
      .getByRole('link', { name: t('studio.verification.again') })
      .click()
    await creator.waitForURL('**/creator/verification')
    await ask('submitted', {})
    await creator.goto('/creator')
    await creator.getByText(t('studio.verification.next.submitted')).waitFor()
    expect(await creator.getByText(question).count()).toBe(0)
    await look(creator, 'dashboard-in-review')
  })

  it('keeps a draft that is written meanwhile, and offers it once the creator is verified', async () => {
    await step(creator, 'post')
      .getByRole('link', { name: t('studio.first.startDraft') })
      .click()
    await creator.waitForURL('**/creator/posts/new')
    await creator.getByText(t('studio.editor.draftsOnly')).waitFor()
    await creator.getByLabel(/^Title/).fill('The first signature')
    await creator.getByText(/^Saved /).waitFor()
    await creator.waitForURL(/\/creator\/posts\/[0-9a-f-]{36}$/)
    expect(await creator.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
    await look(creator, 'draft-unverified')
    await db.query(`UPDATE performers SET verification_status = 'approved'`)
    await db.query(`UPDATE verifications SET status = 'approved'`)
    await creator.goto('/creator')
    await creator.getByText('Your draft “The first signature” is ready to publish.').waitFor()
    await look(creator, 'dashboard-verified')
    await creator
      .getByRole('main')
      .getByRole('link', { name: t('studio.first.openDraft') })
      .click()
    await creator.getByRole('heading', { name: t('studio.item.feed.edit') }).waitFor()
    expect(await creator.getByLabel(/^Title/).inputValue()).toBe('The first signature')
    await creator.request.delete(new URL(creator.url()).pathname.replace('/creator/posts', '/api/performer/feeds'), {
      headers: { origin: stage.copy.url },
    })
  })

  it('goes on after the first post, with numbers that lead to their lists', async () => {
    await creator.setViewportSize(desk)
    const published = await creator.request.post('/api/performer/feeds', {
      headers: { origin: stage.copy.url },
      data: { type: 'text', text: 'Why glaze crawls', status: 'published' },
    })
    expect(published.status()).toBe(200)
    await creator.goto('/creator')
    await creator.getByRole('region', { name: t('studio.dashboard.sums') }).waitFor()
    await look(creator, 'dashboard-filled')
    await creator
      .getByRole('region', { name: t('studio.dashboard.sums') })
      .getByRole('link', { name: t('studio.dashboard.pending') })
      .click()
    await creator.waitForURL('**/creator/earnings')
  })

  it('leads on a phone to everything that the bar has no room for', async () => {
    await creator.setViewportSize(phone)
    await creator.goto('/creator')
    const bar = creator.getByRole('navigation', { name: t('ui.nav.tabs') })
    const more = bar.getByRole('link', { name: t('ui.nav.more') })
    await more.click()
    await creator.waitForURL('**/creator/more')
    await look(creator, 'more')
    const links = creator.getByRole('main').getByRole('link')
    const places = await links.evaluateAll((all) =>
      all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    )
    for (const place of ['/creator/audience', '/creator/products', '/creator/vault', '/creator/messages/broadcast'])
      expect(places).toContain(place)
    await creator
      .getByRole('main')
      .getByRole('link', { name: t('ui.nav.plans') })
      .click()
    await creator.waitForURL('**/creator/pricing')
    expect(await more.getAttribute('class')).toContain('text-primary-text')
    await creator.setViewportSize(desk)
  })

  it('fits a narrow phone, from right to left and in the dark', async () => {
    await db.query(`UPDATE accounts SET locale = 'ar' WHERE username = 'noralind'`)
    await db.query(`UPDATE items SET status = 'draft', published_at = NULL`)
    const page = await signedIn(stage, 'noralind', narrowPhone, { theme: 'dark' })
    await page.goto('/creator')
    await page.getByRole('heading', { name: ar('studio.first.title') }).waitFor()
    await look(page, 'dashboard-ar')
    await page.goto('/creator/more')
    await page
      .getByRole('main')
      .getByRole('link', { name: ar('ui.nav.vault') })
      .waitFor()
    await look(page, 'more-ar')
    await page.context().close()
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})
