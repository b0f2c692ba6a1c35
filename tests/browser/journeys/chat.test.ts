import { hashPassword } from '@fanlight/server/modules/accounts/auth/password-hash'
import pg from 'pg'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { addCreator, addStaff, narrowPhone, password, sideways, signedIn } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// A fan and a creator write to each other from two browsers, also while the server is killed and started again.

const t = texts('en-US')
let stage: Stage
let fan: Page
let creator: Page
let phone: Page

beforeAll(async () => {
  stage = await openStage()
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, { name: 'Ines Valloy', username: 'valloyclay' }, 'maralindt')
  const db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  await db.query(
    `INSERT INTO accounts (role, name, username, email, password_hash, status, email_verified_at)
      VALUES ('user', 'Jamie', 'jamie', 'jamie@example.com', $1, 'active', now())`,
    [await hashPassword({ password, hashed: false })],
  )
  await db.end()
  creator = await signedIn(stage, 'valloyclay')
  fan = await signedIn(stage, 'jamie')
  phone = await signedIn(stage, 'valloyclay', narrowPhone)
}, 180_000)
afterAll(() => stage?.close())
photographFailures(() => stage)

const log = (page: Page): Locator => page.getByRole('log')
const write = async (page: Page, text: string) => {
  const field = page.getByRole('textbox', { name: /^Write to/ })
  await field.fill(text)
  await page.getByRole('button', { name: t('messages.send'), exact: true }).click()
}
const failing = (route: Route) => route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Broken' } })
/** What the messages of a page say, in the order in which they stand. */
const said = (page: Page): Promise<string[]> => log(page).locator('p[dir="auto"]').allTextContents()
const fits = async (page: Page) => {
  expect(await barriers(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
}

// spec: messages.order, messages.deleted, messages.state, conversations.state, error.loading, error.silent
describe('two people in a conversation', () => {
  oneStory()

  it('begin it on the profile of the creator, whose pages all show that something is unread', async () => {
    await Promise.all([creator.goto('/creator/pricing'), phone.goto('/creator/pricing')])
    await fan.goto('/valloyclay')
    await fan.getByRole('button', { name: t('ui.messageTo', { name: 'Ines Valloy' }) }).click()
    await fan.waitForURL('**/messages/*')
    await write(fan, 'one')
    await fan.getByText(/^Sent /).waitFor()
    const badge = 'Unread: 1'
    await Promise.all(
      [creator, phone].map((page) =>
        page.getByRole('link', { name: new RegExp(`Messages.*${badge}|${badge}.*Messages`) }).waitFor(),
      ),
    )
  })

  it('see what the other reads and types', async () => {
    await creator.goto('/messages')
    await fits(creator)
    await creator.getByRole('link', { name: /Jamie/ }).click()
    await log(creator).getByText('one', { exact: true }).waitFor()
    await fan.getByText(/^Seen /).waitFor()
    // Read on one device, read on the other.
    await phone.getByRole('link', { name: 'Messages', exact: true }).waitFor()
    await creator.getByRole('textbox', { name: /^Write to/ }).pressSequentially('two')
    await log(fan)
      .getByText(t('messages.typing', { name: 'Ines Valloy' }))
      .waitFor()
    await creator.getByRole('button', { name: t('messages.send'), exact: true }).click()
    await log(fan).getByText('two', { exact: true }).waitFor()
    await fits(fan)
  })

  it('lose, double and mix up nothing while the server is killed and started again', async () => {
    await stage.copy.kill()
    await write(fan, 'three')
    await write(fan, 'four')
    await log(fan).getByText('four', { exact: true }).waitFor()
    // The failure is a state of the message itself.
    await log(fan).locator('[data-outgoing="waiting"]').first().waitFor()
    expect(await fan.getByText(t('ui.toast.error')).count()).toBe(0)
    // What waits is there after a reload too, once there is a server to load the page from.
    await stage.copy.startAgain()
    await log(creator).getByText('four', { exact: true }).waitFor({ timeout: 60_000 })
    await write(creator, 'five')
    await log(fan).getByText('five', { exact: true }).waitFor({ timeout: 60_000 })
    const all = ['one', 'two', 'three', 'four', 'five']
    await expect.poll(() => said(fan)).toEqual(all)
    await expect.poll(() => said(creator)).toEqual(all)
    await fan.reload()
    await log(fan).getByText('five', { exact: true }).waitFor()
    expect(await said(fan)).toEqual(all)
  }, 120_000)

  it('reply, delete, and find what they typed after a reload', async () => {
    const second = log(fan).locator('[data-sequence="2"]')
    await second.hover()
    await second.getByRole('button', { name: t('messages.messageMenu') }).click()
    await fan.getByRole('menuitem', { name: t('messages.reply') }).click()
    await write(fan, 'six')
    await log(creator).getByText('six', { exact: true }).waitFor()
    await log(creator).locator('[data-sequence="6"]').getByText('two').waitFor()
    const own = log(fan).locator('[data-sequence="1"]')
    const deleteFirst = async () => {
      await own.hover()
      await own.getByRole('button', { name: t('messages.messageMenu') }).click()
      await fan.getByRole('menuitem', { name: t('messages.delete'), exact: true }).click()
      await fan
        .getByRole('dialog')
        .getByRole('button', { name: t('messages.delete'), exact: true })
        .click()
    }
    await fan.route('**/api/messages/*', failing)
    await deleteFirst()
    await own.getByText(t('messages.notDeleted')).waitFor()
    await fan.unroute('**/api/messages/*')
    expect(await fan.getByText(t('errors.INTERNAL')).count()).toBe(0)
    await deleteFirst()
    await log(creator).locator('[data-sequence="1"]').getByText('Message deleted!').waitFor()
    await fan.getByRole('textbox', { name: /^Write to/ }).fill('half a sentence')
    await fan.reload()
    await expect.poll(() => fan.getByRole('textbox', { name: /^Write to/ }).inputValue()).toBe('half a sentence')
  })

  it('read that an error occurred where a conversation or its messages can’t be loaded, and try again', async () => {
    await phone.goto('/messages')
    await phone.route('**/api/messages/conversations/**', failing)
    await phone.getByRole('link', { name: /Jamie/ }).click()
    await phone.getByText('Error occurred, please try again later').waitFor()
    await phone.unroute('**/api/messages/conversations/**')
    await phone.getByRole('button', { name: t('ui.retry') }).click()
    await log(phone).getByText('six', { exact: true }).waitFor()
  })

  it('have it on a phone, one pane at a time', async () => {
    await phone.goto('/messages')
    await phone.getByRole('link', { name: /Jamie/ }).click()
    await log(phone).getByText('six', { exact: true }).waitFor()
    await fits(phone)
    await phone.getByRole('link', { name: t('messages.backToList') }).click()
    await phone.getByRole('heading', { name: t('messages.title'), level: 1 }).waitFor()
    expect(stage.faults).toEqual([])
  })
})
