import { mkdirSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, oneStory, phone, photographFailures, type Stage } from './stage.ts'
import { openStageOfCreator, relate, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'

// A fan finds a message by its words, opens it in its conversation, walks through the others, and goes to a day.

const t = texts('en-US')
let stage: Stage
beforeAll(async () => {
  ;({ stage } = await openStageOfCreator({ fans: ['Jamie'], tokens: 20 }))
  await relate(stage, 'follow', 'jamie', valloy.username)
  const fan = await signedIn(stage, 'jamie')
  const db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  const { rows: people } = await db.query(`SELECT id FROM accounts WHERE username = $1`, [valloy.username])
  const headers = { origin: stage.copy.url }
  const opened = await fan.request.post('/api/conversations', {
    headers,
    data: { source: 'performer', sourceId: people[0].id },
  })
  const { _id: id } = ((await opened.json()) as { data: { _id: string } }).data
  for (let n = 1; n <= 60; n++) {
    const text =
      n === 3
        ? 'Is it the copper carbonate?'
        : n === 30
          ? 'Cöpper bites <b>harder</b>'
          : n === 58
            ? 'Copper, a little luck'
            : `Line ${n}`
    const sent = await fan.request.post(`/api/messages/conversations/${id}`, { headers, data: { text } })
    expect(sent.status(), await sent.text()).toBe(200)
  }
  await db.query(
    `UPDATE messages SET created_at = now() - ((60 - sequence) || ' days')::interval WHERE conversation_id = $1`,
    [id],
  )
  await db.end()
  await fan.context().close()
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
const look = async (page: Page, name: string) => {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}.png` })
}

describe.each([
  ['at a desk', desk, 'light'],
  ['on a phone', phone, 'dark'],
] as const)('a search %s', (name, size, theme) => {
  oneStory()
  let page: Page
  it('begins as one types, and an older answer never replaces a newer', async () => {
    page = await signedIn(stage, 'jamie', size, { theme })
    await page.goto('/messages')
    // The answer to the first letters comes last.
    await page.route('**/api/messages/search?q=line*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue().catch(() => undefined)
    })
    const field = page.getByRole('searchbox', { name: t('messages.search') })
    await field.pressSequentially('line')
    await page.waitForTimeout(400)
    await field.fill('copper')
    await page
      .getByText(t('messages.foundIn_one', { found: '3' }))
      .last()
      .waitFor()
    await page.waitForTimeout(1600)
    const results = page.locator('a[href*="find="]')
    expect(await results.count()).toBe(3)
    expect(await results.locator('mark').allTextContents()).toEqual(['Copper', 'Cöpper', 'copper'])
    expect(await results.first().textContent()).toContain('Ines Valloy')
    expect(await results.first().locator('time').count()).toBe(1)
    await look(page, `results-${name}`)
  })
  it('opens a message in its conversation, and steps through the others', async () => {
    await page.locator('a[href*="#m58"]').click()
    await page.waitForURL('**/messages/*#m58')
    const bar = page.getByRole('search', { name: t('messages.searchWithin') })
    await bar.getByText(t('messages.find.position', { at: '3', total: '3' })).waitFor()
    await look(page, `within-${name}`)
    await bar.getByRole('button', { name: t('messages.find.older') }).click()
    await bar.getByText(t('messages.find.position', { at: '2', total: '3' })).waitFor()
    const middle = page.locator('[data-sequence="30"] mark')
    await middle.waitFor()
    await expect.poll(() => middle.evaluate((mark) => mark.getBoundingClientRect().top > 0)).toBe(true)
    await bar.getByRole('searchbox').press('Enter')
    await bar.getByText(t('messages.find.position', { at: '1', total: '3' })).waitFor()
    await page.locator('[data-sequence="3"] mark').waitFor()
    expect(await page.locator('[data-found]').count()).toBe(3)
  })
  it('goes to a day, ends with Escape, and begins again in the field', async () => {
    const bar = page.getByRole('search', { name: t('messages.searchWithin') })
    await bar.getByRole('button', { name: t('messages.day.title') }).click()
    const dialog = page.getByRole('dialog')
    const day = new Date(Date.now() - 20 * 86_400_000).toLocaleDateString('en-CA')
    await dialog.getByLabel(t('messages.day.field')).fill(day)
    await dialog.getByRole('button', { name: t('messages.day.go') }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() =>
        page
          .locator('[data-sequence="40"],[data-sequence="41"]')
          .first()
          .evaluate((it) => {
            const { top } = it.getBoundingClientRect()
            return top > 0 && top < innerHeight
          }),
      )
      .toBe(true)
    await look(page, `day-${name}`)
    await bar.getByRole('searchbox').focus()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-opens-find'))).toBe(true)
    expect(page.url()).not.toContain('find=')
    if (size === desk) await page.getByRole('button', { name: t('messages.searchWithin') }).click()
    else {
      await page.getByRole('button', { name: t('messages.menu', { name: 'Ines Valloy' }) }).click()
      await page.getByRole('menuitem', { name: t('messages.searchWithin') }).click()
    }
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
  })
  it('remembers in this browser what was searched for, until it is removed', async () => {
    await page.goto('/messages')
    await page.getByRole('searchbox', { name: t('messages.search') }).click()
    await page.getByRole('button', { name: 'copper', exact: true }).waitFor()
    await look(page, `start-${name}`)
    await page.getByRole('button', { name: t('messages.recentForget', { words: 'copper' }) }).click()
    expect(await page.getByRole('button', { name: 'copper', exact: true }).count()).toBe(0)
    await page.getByRole('searchbox', { name: t('messages.search') }).fill('zinc')
    await page
      .getByText(t('messages.foundNone', { words: 'zinc' }))
      .last()
      .waitFor()
    await look(page, `none-${name}`)
  })
})
