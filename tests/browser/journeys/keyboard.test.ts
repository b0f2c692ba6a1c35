import { buildFan } from '@fanlight/server/modules/money/wallet/testing'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../../pages/site.ts'
import { launchChromium } from '../chromium.ts'
import { hydrated, newPage } from '../new-page.ts'
import { texts } from './locale-text.ts'

// Where the focus is when what had it is gone: after another page, a payment, a report, a deletion. It never falls to the body, from
// where a person with a keyboard or a screen reader would begin again at the top.

const t = texts('en-US')
let site: Site
let browser: Browser
let creator: Built
let fan: Built
const faults: string[] = []

beforeAll(async () => {
  site = await startSite()
  browser = await launchChromium()
  creator = await buildPerformer(site.ctx, { name: 'Ines Valloy' })
  fan = await buildFan(site.ctx, 500)
  await post(creator, '/performer/feeds', {
    type: 'text',
    status: 'published',
    title: 'The winter kiln',
    text: 'What the kiln holds.',
    gate: { type: 'paid', price: 5, freeForSubscribers: false },
  })
  for (const name of ['Ana Reis', 'Bo Lind', 'Cy Moor'])
    await post(fan, '/addresses/create', {
      name,
      line1: 'Rua do Sol 4',
      city: 'Porto',
      postalCode: '4000-527',
      country: 'PT',
    })
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

afterEach(() => expect(faults).toEqual([]))

async function post(who: Built, path: string, body: object) {
  const reply = await fetch(`${site.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${who.token}` },
    body: JSON.stringify(body),
  })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return ((await reply.json()) as { data: { _id: string } }).data
}
async function open(path: string): Promise<Page> {
  const page = await newPage(browser, site.url, { token: fan.token, faults, viewport: { width: 1280, height: 900 } })
  await page.goto(path)
  await hydrated(page)
  return page
}
/** What has the focus: its element's name and what it is called. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement!
    return `${active.localName} ${(active.getAttribute('aria-label') ?? active.textContent ?? '').trim().slice(0, 60)}`
  })
/** Presses as a keyboard does: what is pressed has the focus. */
async function enter(page: Page, name: string | RegExp, role: 'button' | 'link' | 'menuitem' = 'button') {
  const target = page.getByRole(role, { name, exact: true }).first()
  await target.focus()
  await target.press('Enter')
}

describe('another page', () => {
  it('is read from its heading, and the way back returns to the link that was followed', async () => {
    const page = await open('/home')
    await enter(page, 'Explore', 'link')
    await page.waitForURL('**/explore')
    await expect.poll(() => focused(page)).toBe('h1 Explore')
    const card = page.locator(`main a[href="/${creator.username}"]`).first()
    await card.focus()
    await card.press('Enter')
    await page.waitForURL(`**/${creator.username}`)
    await expect.poll(() => focused(page)).toMatch(/^h1 Ines Valloy/)
    await page.goBack()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('href')))
      .toBe(`/${creator.username}`)
    await page.context().close()
  })

  it('leaves the focus on a tab of the same page', async () => {
    const page = await open(`/${creator.username}`)
    const tab = page
      .getByRole('tab', { name: /^Videos/ })
      .or(page.getByRole('link', { name: /^Videos/ }))
      .first()
    await tab.focus()
    await tab.press('Enter')
    await page.waitForURL(/videos/)
    await page.waitForTimeout(500)
    expect(await focused(page)).toMatch(/Videos/)
    await page.context().close()
  })
})

describe('the link in a notification of a reply', () => {
  it('opens the thread at the reply, with the field to answer', async () => {
    const { _id: itemId } = await post(creator, '/performer/feeds', {
      type: 'text',
      status: 'published',
      text: 'Ask me.',
    })
    const { _id: parentId } = await post(fan, '/comments', { itemId, text: 'Which clay is it?' })
    for (let more = 0; more < 25; more++) await post(creator, '/comments', { itemId, text: `Note ${more}` })
    const { _id } = await post(creator, '/comments', { itemId, parentId, text: 'Stoneware, with grog.' })
    const page = await open(`/post/${itemId}?reply&comment=${_id}#comments`)
    const answer = page.locator('#comments [aria-current]')
    await answer.getByText('Stoneware, with grog.').waitFor()
    const isInSight = () =>
      answer.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top > 0 && bottom < innerHeight
      })
    await expect.poll(isInSight).toBe(true)
    await page.getByRole('textbox', { name: /^Reply to / }).waitFor()
    await expect.poll(() => focused(page)).toMatch(/^textarea/)
    await page.context().close()
  })
})

describe('what had the focus is gone', () => {
  it('after a post was unlocked, the focus is on the post', async () => {
    const page = await open(`/${creator.username}`)
    await enter(page, /^(Paid.*)?The winter kiln/, 'link')
    await page.waitForURL('**/post/**')
    await page
      .getByRole('button', { name: /^Unlock/ })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog')
    await sheet.locator('footer button').last().focus()
    await page.keyboard.press('Enter')
    await page.getByText('What the kiln holds.').waitFor()
    await sheet.waitFor({ state: 'hidden' })
    await expect.poll(() => focused(page)).toMatch(/^article /)
    await page.context().close()
  })

  it('after an entry of a list was removed, the focus is on its neighbour, and at last on the page', async () => {
    const page = await open('/user/addresses')
    const remove = async (name: string) => {
      await enter(page, t('addresses.removeOf', { name }))
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('addresses.remove'), exact: true })
        .press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: t('addresses.removeOf', { name }) }).waitFor({ state: 'detached' })
    }
    const inside = (text: string) =>
      page.evaluate((name) => document.activeElement!.closest('li,article')?.textContent?.includes(name), text)
    await remove('Bo Lind')
    await expect.poll(async () => (await inside('Ana Reis')) || (await inside('Cy Moor'))).toBe(true)
    await remove('Cy Moor')
    await expect.poll(() => inside('Ana Reis')).toBe(true)
    await remove('Ana Reis')
    await expect.poll(() => focused(page)).toMatch(/^h1 /)
    await page.context().close()
  })

  it('after a report was sent, the focus is where the report was opened', async () => {
    const page = await open(`/${creator.username}`)
    const more = page.getByRole('button', { name: /^More/ }).first()
    await more.focus()
    const name = await more.getAttribute('aria-label')
    await more.press('Enter')
    await enter(page, t('ui.report'), 'menuitem')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio').first().check()
    await dialog.getByLabel(t('report.text')).fill('The photo on the second sleeve is mine.')
    await dialog.getByRole('button', { name: t('report.send') }).press('Enter')
    await dialog.getByText(t('report.sentTitle')).waitFor()
    expect(await page.evaluate(() => document.activeElement!.closest('[role=dialog]') !== null)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => focused(page)).toBe(`button ${name}`)
    await page.context().close()
  })
})
