import type { Page } from 'playwright-core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStageOfCreator, relate, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { oneStory, photographFailures, type Stage } from './stage.ts'

// The log of a conversation for people who hear it: only what others write now is said.

const t = texts('en-US')
let stage: Stage
let fan: Page
let creator: Page
let id: string
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
  const opened = await fan.request.post('/api/conversations', {
    headers: { origin: stage.copy.url },
    data: { source: 'performer', sourceId: people[0].id },
  })
  id = ((await opened.json()) as { data: { _id: string } }).data._id
  for (let n = 1; n <= 50; n++) await sends(n % 2 ? fan : creator, `Line ${n}`)
}, 180_000)
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
    const skip = fan.getByRole('button', { name: t('messages.skipToField') })
    await skip.focus()
    await fan.keyboard.press('Enter')
    expect(await fan.evaluate(() => document.activeElement?.matches('[data-message-field]'))).toBe(true)
  })
  it('opens at its newest message where the page is enlarged to 400 %', async () => {
    const small = await signedIn(stage, 'jamie', { width: 320, height: 256 })
    await small.goto(`/messages/${id}`)
    const last = small.locator('[data-sequence="52"]')
    await last.waitFor()
    await expect.poll(() => last.evaluate((it) => it.getBoundingClientRect().top < innerHeight)).toBe(true)
  })
})
