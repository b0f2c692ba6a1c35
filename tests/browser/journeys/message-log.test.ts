import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePhoto } from '../material.ts'
import { openStageOfCreator, relate, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { oneStory, photographFailures, type Stage } from './stage.ts'

// The log of a conversation for people who hear it: only what others write now is said.

const t = texts('en-US')
let stage: Stage
let fan: Page
let creator: Page
let id: string
let creatorId: string
const sends = async (page: Page, text: string) => {
  const headers = { origin: stage.copy.url }
  const sent = await page.request.post(`/api/messages/conversations/${id}`, { headers, data: { text } })
  expect(sent.status(), await sent.text()).toBe(200)
}
beforeAll(async () => {
  ;({ stage, creator } = await openStageOfCreator({ fans: ['Jamie'], tokens: 20 }))
  await relate(stage, 'follow', 'jamie', valloy.username)
  fan = await signedIn(stage, 'jamie')
  const db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  const { rows: people } = await db.query(`SELECT id FROM accounts WHERE username = $1`, [valloy.username])
  await db.end()
  creatorId = people[0].id
  const opened = await fan.request.post('/api/conversations', {
    headers: { origin: stage.copy.url },
    data: { source: 'performer', sourceId: creatorId },
  })
  id = ((await opened.json()) as { data: { _id: string } }).data._id
  for (let n = 1; n <= 50; n++) await sends(n % 2 ? fan : creator, `Line ${n}`)
})
afterAll(() => stage?.close())
photographFailures(() => stage)

/** What is added to parts of the page that screen readers say by themselves. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    const isLive = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement
      const live = element?.closest('[aria-live],[role=log],[role=status],[role=alert]')
      return live && live.getAttribute('aria-live') !== 'off'
    }
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const node of addedNodes) if (isLive(target)) said.push(node.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true })
  })
/** Where the focus is: outside of the log, on it, on a line (its number), or on a button of a line. */
const place = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at?.closest('[role=log]')) return 'outside'
    if (at.matches('[role=log]')) return 'log'
    const line = at.closest<HTMLElement>('[data-line]')
    const number = line?.dataset['sequence'] ?? line?.textContent?.trim() ?? ''
    return at === line ? number : `${number} ${at.getAttribute('aria-label') ?? at.textContent}`
  })
const shots = process.env['JOURNEY_SHOTS']
/** At both widths, light and dark. */
async function photograph(page: Page, name: string) {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  const desktop = page.viewportSize()!
  for (const width of [desktop.width, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: width === 390 ? 844 : desktop.height })
      await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png` })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(desktop)
}
const said = (page: Page) => page.evaluate(() => (globalThis as unknown as { said: string[] }).said)

describe('the log of a conversation', () => {
  oneStory()
  it('says no older messages, and new ones of the other person once', async () => {
    await fan.goto(`/messages/${id}`)
    await fan.locator('[data-sequence="50"]').waitFor()
    await watch(fan)
    await fan.getByRole('log').evaluate((log) => log.scrollTo(0, -log.scrollHeight))
    await fan.locator('[data-sequence="1"]').waitFor()
    expect((await said(fan)).filter((text) => text.includes('Line'))).toEqual([])
    await sends(creator, 'Hello now')
    await expect.poll(() => said(fan)).toContain('Ines Valloy: Hello now')
    await fan.getByRole('textbox', { name: /^Write to/ }).fill('My own')
    await fan.keyboard.press('Enter')
    await fan.locator('[data-sequence="52"]').waitFor()
    expect((await said(fan)).filter((text) => /Hello now|My own/.test(text))).toEqual(['Ines Valloy: Hello now'])
  })
  it('is skipped with one key', async () => {
    const skip = fan.getByRole('button', { name: t('ui.skipToField') })
    await skip.focus()
    await fan.keyboard.press('Enter')
    expect(await fan.evaluate(() => document.activeElement?.matches('[data-message-field]'))).toBe(true)
  })
  it('is one stop of the Tab key, and arrows lead through its lines and their buttons', async () => {
    await fan.locator('[data-message-field]').focus()
    // Back over what stands between the field and the log.
    for (let tries = 0; tries < 6 && (await place(fan)) === 'outside'; tries++) await fan.keyboard.press('Shift+Tab')
    expect(await place(fan)).toBe('log')
    await fan.keyboard.press('ArrowUp')
    expect(await place(fan)).toBe('52')
    await fan.keyboard.press('ArrowUp')
    await fan.keyboard.press('ArrowUp')
    expect(await place(fan)).toBe('50')
    await fan.keyboard.press('ArrowDown')
    expect(await place(fan)).toBe('51')
    await fan.keyboard.press('Home')
    expect(await place(fan)).toBe('1')
    await fan.keyboard.press('End')
    expect(await place(fan)).toBe('52')
    await fan.keyboard.press('ArrowUp')
    await fan.keyboard.press('ArrowRight')
    expect(await place(fan)).toBe(`51 ${t('messages.messageMenu')}`)
    await fan.keyboard.press('Enter')
    await fan.getByRole('menuitem', { name: t('messages.reply') }).waitFor()
    await fan.keyboard.press('Escape')
    await expect.poll(() => place(fan)).toBe(`51 ${t('messages.messageMenu')}`)
    await fan.keyboard.press('ArrowLeft')
    expect(await place(fan)).toBe('51')
    await fan.keyboard.press('Shift+Tab')
    expect(await place(fan)).toBe('outside')
    await fan.keyboard.press('Tab')
    expect(await place(fan)).toBe('log')
    await fan.keyboard.press('Tab')
    expect(await place(fan)).toBe('outside')
  })
  it('keeps the focus with a message that was unlocked', async () => {
    const headers = { origin: stage.copy.url }
    const folder = mkdtempSync(join(tmpdir(), 'fanlight-log-'))
    const buffer = readFileSync(await makePhoto(folder, 'kiln', 30))
    rmSync(folder, { recursive: true })
    const photo = { name: 'kiln.jpg', mimeType: 'image/jpeg', buffer }
    const uploaded = await creator.request.post('/api/messages/private/file', { headers, multipart: { file: photo } })
    const { data: file } = (await uploaded.json()) as { data: { _id: string } }
    const data = { text: 'The new kiln', price: 5, fileIds: [file._id] }
    const sent = await creator.request.post(`/api/messages/conversations/${id}`, { headers, data })
    expect(sent.status(), await sent.text()).toBe(200)
    const { data: message } = (await sent.json()) as { data: { _id: string } }
    const status = async () => {
      const reply = await creator.request.get(`/api/messages/${message._id}/file/${file._id}/status`)
      return ((await reply.json()) as { data: { status: string } }).data.status
    }
    await expect.poll(status).toBe('ready')
    const line = fan.locator('[data-sequence="53"]')
    const unlock = line.getByRole('button', { name: new RegExp(`^${t('ui.unlockFor')}`) })
    await unlock.waitFor()
    await fan.getByRole('log').focus()
    await fan.keyboard.press('End')
    await fan.keyboard.press('ArrowRight')
    await fan.keyboard.press('Enter')
    const sheet = fan.getByRole('dialog')
    await sheet.locator('footer button').last().press('Enter')
    await sheet.waitFor({ state: 'hidden' })
    await line.getByText('The new kiln').waitFor()
    await fan.locator(`a[href="/messages/${id}"]`).getByText('The new kiln').waitFor()
    await expect.poll(() => place(fan)).toBe('53')
    // From there one goes on.
    await fan.keyboard.press('ArrowUp')
    expect(await place(fan)).toBe('52')
  })
  it('lets one report a message of the other, and none of one’s own', async () => {
    const menuOf = async (sequence: number) => {
      const line = fan.locator(`[data-sequence="${sequence}"]`)
      await line.hover()
      await line.getByRole('button', { name: t('messages.messageMenu') }).click()
      await fan.getByRole('menuitem', { name: t('messages.reply') }).waitFor()
    }
    await menuOf(52)
    expect(await fan.getByRole('menuitem', { name: t('ui.report') }).count()).toBe(0)
    await fan.keyboard.press('Escape')
    await fan.getByRole('menu').waitFor({ state: 'hidden' })
    await menuOf(51)
    await fan.getByRole('menuitem', { name: t('ui.report') }).click()
    const dialog = fan.getByRole('dialog', { name: t('report.title.message') })
    await dialog.getByText(t('report.messageLead')).waitFor()
    await photograph(fan, 'report-message')
    await dialog.getByText(t('report.category.harassment'), { exact: true }).click()
    await dialog.getByRole('button', { name: t('report.send') }).click()
    await fan.getByRole('dialog', { name: t('report.sentTitle') }).waitFor()
    await fan.keyboard.press('Escape')
    const staff = await signedIn(stage, 'maralindt')
    await staff.goto('/admin/reports')
    await photograph(staff, 'reports')
    expect(await staff.getByText('Hello now').count()).toBe(0)
    await staff
      .getByRole('link', { name: new RegExp(t('cases.target.message')) })
      .first()
      .click()
    await staff.getByText('Hello now', { exact: true }).waitFor()
    await staff.getByText(t('cases.besideHint')).waitFor()
    await staff.getByText('My own', { exact: true }).waitFor()
    await staff.getByText('Line 50', { exact: true }).waitFor()
    expect(await staff.getByText('Line 49', { exact: true }).count()).toBe(0)
    await photograph(staff, 'case')
    await staff.getByText(t('cases.about.delete_message')).click()
    await staff.getByRole('textbox', { name: t('cases.statement') }).fill('It threatens the person who got it.')
    await staff.getByRole('button', { name: t('cases.submit.delete_message') }).click()
    // Both read at once that it is gone.
    await fan.locator('[data-sequence="51"]').getByText(t('messages.deleted')).waitFor()
    await staff.context().close()
  })
  it('opens at its newest message where the page is enlarged to 400 %', async () => {
    const small = await signedIn(stage, 'jamie', { width: 320, height: 256 })
    await small.goto(`/messages/${id}`)
    const last = small.locator('[data-sequence="53"]')
    await last.waitFor()
    await expect.poll(() => last.evaluate((it) => it.getBoundingClientRect().top < innerHeight)).toBe(true)
  })
})

describe('the chat of a live room', () => {
  oneStory()
  const writes = async (page: Page, text: string) => {
    const headers = { origin: stage.copy.url }
    const data = { text, clientId: crypto.randomUUID() }
    const sent = await page.request.post(`/api/messages/stream/${creatorId}`, { headers, data })
    expect(sent.status(), await sent.text()).toBe(200)
  }
  it('says what others write now, once, and neither what was there before nor one’s own', async () => {
    await writes(creator, 'Long before')
    await fan.goto(`/${valloy.username}/live`)
    await fan.getByRole('log').getByText('Long before').waitFor()
    await watch(fan)
    await writes(creator, 'Welcome in')
    await expect.poll(() => said(fan)).toContain('Ines Valloy: Welcome in')
    const field = fan.getByRole('textbox', { name: t('live.write') })
    await field.fill('Thank you')
    await field.press('Enter')
    await fan
      .getByRole('log')
      .getByRole('listitem')
      .filter({ hasText: `${t('live.you')}Thank you` })
      .waitFor()
    await writes(creator, 'Still here')
    await expect.poll(() => said(fan)).toContain('Ines Valloy: Still here')
    expect((await said(fan)).filter((text) => /Long before|Welcome|Thank you|Still/.test(text))).toEqual([
      'Ines Valloy: Welcome in',
      'Ines Valloy: Still here',
    ])
  })
  it('is one stop, whose lines are reached by arrows, with a way to the field', async () => {
    await fan.getByRole('log').focus()
    await fan.keyboard.press('ArrowUp')
    expect(await place(fan)).toMatch(/Still here/)
    await fan.keyboard.press('ArrowUp')
    await fan.keyboard.press('ArrowRight')
    expect(await place(fan)).toMatch(/Thank you.* Options|Thank you/)
    expect(await fan.evaluate(() => document.activeElement?.localName)).toBe('button')
    await fan.keyboard.press('Tab')
    expect(await place(fan)).toBe('outside')
    await fan.getByRole('button', { name: t('ui.skipToField') }).focus()
    await photograph(fan, 'room-skip')
    await fan.keyboard.press('Enter')
    expect(await fan.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(t('live.write'))
  })
})
