import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { press, signUp, typeCard } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { creator, demoWorldMsMax, oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// The main job of a new fan on a small phone, from a post they may not see to that post: sign-up, the email of the demo, a subscription
// with a card whose bank asks for confirmation.

let stage: Stage
let post: string

beforeAll(async () => {
  stage = await openStage({ demoWorld: true })
  const reply = await fetch(`${stage.copy.url}/api/user/feeds/search/${creator}?pageSize=50`)
  const { data } = (await reply.json()) as { data: { _id: string; gate: { type: string } }[] }
  post = `/post/${data.find(({ gate }) => gate.type === 'subscribers')!._id}`
}, demoWorldMsMax)
afterAll(() => stage?.close())
photographFailures(() => stage)

describe('a newcomer on a phone of 360 px', () => {
  oneStory()
  const t = texts('en-US')
  let page: Page

  const subscribeButton = () => page.getByRole('button', { name: /^Subscribe for/ })

  it('signs up on the way to a post for subscribers, and is back at its plans', async () => {
    page = await stage.visitor({ width: 360, height: 740 })
    await page.goto(post)
    await press(page, page.getByRole('link', { name: t('post.subscribeToSee') }))
    await page.waitForURL(`**/${creator}?**`)
    await press(page, page.getByRole('link', { name: /^Subscribe for/ }))
    await page.waitForURL('**/auth/login**')
    await press(page, page.getByRole('main').getByRole('link', { name: 'Sign up' }))
    await page.waitForURL('**/auth/register**')
    await signUp(page, t, { name: 'Ines Vaz', username: 'inesvaz', password: 'seven-quiet-lamps' })
    await page.waitForURL(`**/${creator}?**`)
    await subscribeButton().first().waitFor()
  })

  it('confirms the email from the page of the demo’s emails, and goes on to its plans', async () => {
    await press(page, page.getByRole('link', { name: t('ui.demo.mails') }))
    await page.waitForURL('**/outbox')
    const mail = page.getByRole('article').filter({ hasText: 'inesvaz@example.com' }).first()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    const link = mail.getByRole('link', { name: /\/auth\/verify/ })
    // The link leads to this server: the address is the one that it printed.
    expect(new URL((await link.getAttribute('href'))!).origin).toBe(stage.copy.url)
    await press(page, link)
    await page.waitForURL('**/auth/verify**')
    await press(page, page.getByRole('button', { name: t('auth.verify.submit') }))
    await page.getByRole('heading', { name: t('auth.verify.doneTitle') }).waitFor()
    await press(page, page.getByRole('main').getByRole('link', { name: t('auth.verify.continue') }))
    // The page that was wanted before the sign-up.
    await page.waitForURL(`**/${creator}?**`)
    await subscribeButton().first().waitFor()
  })

  it('subscribes with a new card, confirms at the bank, and is at the post', async () => {
    await press(page, subscribeButton().first())
    const sheet = page.getByRole('dialog')
    await press(page, sheet.getByRole('button', { name: t('wallet.card.new') }))
    await typeCard(page, '4000000000003220')
    await page.waitForURL(`**/${creator}?**`)
    // The name of the window says what is paid, to whom and how much.
    await page.getByRole('dialog', { name: /^Review and pay.*Valloy.*1 month.*\$\d/ }).waitFor()
    await press(page, sheet.getByRole('button', { name: /^Subscribe for/ }))
    await page.waitForURL('**/test-gateway/confirm/**')
    await press(page, page.locator('button[value=yes]'))
    await page.waitForURL(`**${post}`)
    await page
      .getByText(/^You’re in\./)
      .first()
      .waitFor()
    await page.getByRole('article').first().waitFor()
    expect(await page.getByRole('link', { name: t('post.subscribeToSee') }).count()).toBe(0)
  })

  it('no page threw an error', () => expect(stage.faults).toEqual([]))
})
