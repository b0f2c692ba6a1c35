import { mkdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePhoto } from '../material.ts'
import { addCreator, addFans, fits, openStageOfCreator, signedIn, valloy } from './creator-steps.ts'
import { balance, press, typeCard } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, phone, photographFailures, type Stage } from './stage.ts'

// A fan without tokens pays for everything in the sheet that asks: a tip, by a second card after the bank declined the first; a subscription,
// also where the page is gone while the bank asks; a pledge for a show; a message that is sold; and the first message to a creator who is paid for it.

const inka = { name: 'Inka Toivo', username: 'inkatoivo' }
const asks = '4000000000003220'
let stage: Stage
let post: string
let show: string
/** Of each fan, a show with one seat. */
const seats: Record<string, string> = {}
/** A fan who has tokens. */
let quick: Page

beforeAll(async () => {
  let creator: Page
  ;({ stage, creator } = await openStageOfCreator())
  await addCreator(stage, inka, 'maralindt')
  await addFans(stage, 0, 'Finn Reyle', 'Finn Home')
  const write = async (page: Page, method: 'post' | 'put', path: string, data: object) => {
    const reply = await page.request[method](`/api${path}`, { headers: { origin: stage.copy.url }, data })
    expect(reply.status(), await reply.text()).toBe(200)
    return ((await reply.json()) as { data: { _id: string } }).data
  }
  await write(creator, 'put', '/performer/plans', {
    plans: [{ name: 'Front Row', type: 'monthly', price: 10, perks: [], active: true }],
  })
  const made = await write(creator, 'post', '/performer/feeds', {
    type: 'text',
    text: 'The kiln is open.',
    gate: { type: 'public' },
  })
  post = `/post/${made._id}`
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const planned = await write(creator, 'post', '/streaming/ticket-shows', {
    title: 'The winter kiln, opened live',
    startsAt: inHours(48),
    minutes: 60,
    price: 100,
    seats: 20,
    goal: 2000,
    pledgeUntil: inHours(24),
  })
  show = `/show/${planned._id}`
  await addFans(stage, 500, 'Nia Quick')
  quick = await signedIn(stage, 'niaquick')
  for (const username of ['finnreyle', 'finnhome']) {
    const { _id } = await write(creator, 'post', '/streaming/ticket-shows', {
      title: 'One seat by the kiln',
      startsAt: inHours(48),
      minutes: 60,
      price: 50,
      seats: 1,
    })
    seats[username] = _id
  }
  const photo = await makePhoto(stage.folder, 'kiln', 30)
  for (const username of ['finnreyle', 'finnhome']) {
    const fan = await signedIn(stage, username)
    const { _id } = await write(fan, 'post', '/conversations', {
      source: 'performer',
      sourceId: await idOf(valloy.username),
    })
    await fan.context().close()
    const upload = await creator.request.post('/api/messages/public/file/photo', {
      headers: { origin: stage.copy.url },
      multipart: { file: { name: 'kiln.jpg', mimeType: 'image/jpeg', buffer: readFileSync(photo) } },
    })
    expect(upload.status(), await upload.text()).toBe(200)
    const file = ((await upload.json()) as { data: { _id: string } }).data._id
    await write(creator, 'post', `/messages/conversations/${_id}`, {
      text: 'Fresh from the kiln',
      fileIds: [file],
      price: 60,
    })
  }
  const paid = await signedIn(stage, inka.username)
  await write(paid, 'put', '/performer/message-settings', { whoMayWrite: 'paid', firstMessagePrice: 45 })
})
afterAll(() => stage?.close())
photographFailures(() => stage)

async function query<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  const { rows } = await db.query<Row>(statement, values)
  await db.end()
  return rows
}
const idOf = async (username: string) =>
  (await query<{ id: string }>('SELECT id FROM accounts WHERE username = $1', [username]))[0]!.id
const shots = process.env['JOURNEY_SHOTS']
const look = async (page: Page, name: string) => {
  await fits(page)
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  const width = page.viewportSize()?.width
  await page.screenshot({ path: `${shots}/${name}-${width}-light.png` })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: `${shots}/${name}-${width}-dark.png` })
  await page.emulateMedia({ colorScheme: 'light' })
}

describe.each([
  { screen: 'phone', viewport: phone, username: 'finnreyle' },
  { screen: 'desktop', viewport: desk, username: 'finnhome' },
])('a fan without tokens on a $screen', ({ viewport, username }) => {
  oneStory()
  const t = texts('en-US')
  let page: Page
  const sheet = () => page.getByRole('dialog')
  const pay = (verb: 'tip' | 'subscribe' | 'unlock' | 'send' | 'pledge' | 'buy', amount: string) =>
    sheet().getByRole('button', { name: t(`checkout.pay.${verb}`, { amount }) })
  /** Tokens of each charge of a kind. */
  const charges = async (type: string) =>
    (
      await query<{ tokens: string }>(
        `SELECT c.tokens FROM charges c JOIN accounts a ON a.id = c.user_id WHERE a.username = $1 AND c.type = $2 ORDER BY c.created_at`,
        [username, type],
      )
    ).map(({ tokens }) => Number(tokens) / 100)
  const sayYes = async () => {
    await page.waitForURL('**/test-gateway/confirm/**')
    await press(page, page.locator('button[value=yes]'))
  }

  it('tips on a post: the bank declines the new card, and the amount that was typed is still there', async () => {
    page = await signedIn(stage, username, viewport)
    await page.goto(post)
    await press(page, page.getByRole('button', { name: t('post.tip'), exact: true }))
    await sheet().getByLabel(t('post.tip.other')).fill('35')
    await sheet().getByText(t('checkout.missing'), { exact: true }).waitFor()
    const add = sheet().getByRole('button', { name: t('checkout.payNewCard', { amount: '$3.50' }) })
    await add.waitFor()
    await look(page, 'tip-new-card')
    await press(page, add)
    await typeCard(page, '4000000000000002')
    await page.waitForURL(`**${post}`)
    await sheet().getByText(t('errors.CARD_DECLINED')).waitFor()
    expect(await sheet().getByLabel(t('post.tip.other')).inputValue()).toBe('35')
    expect(await charges('tip')).toEqual([])
    expect(await balance(page)).toBe(0)
    await look(page, 'tip-declined')
  })

  it('tips with another card whose bank asks, by one press', async () => {
    await press(page, sheet().getByRole('button', { name: t('checkout.otherCard') }))
    await press(page, sheet().getByRole('button', { name: t('wallet.card.new') }))
    await typeCard(page, asks)
    await page.waitForURL(`**${post}`)
    await sheet().getByText('3220').waitFor()
    expect(await charges('tip')).toEqual([])
    await look(page, 'tip-card')
    // The bank's no is said in the sheet, and the same can be asked again.
    await press(page, pay('tip', '$3.50'))
    await page.waitForURL('**/test-gateway/confirm/**')
    await press(page, page.locator('button[value=no]'))
    await page.waitForURL(`**${post}`)
    await sheet()
      .getByRole('alert')
      .filter({ hasText: t('wallet.confirm.failed') })
      .waitFor()
    // Still with that card, not with the one that was declined before it.
    await sheet().getByText('3220').waitFor()
    await look(page, 'tip-bank-no')
    expect(await charges('tip')).toEqual([])
    await press(page, pay('tip', '$3.50'))
    await sayYes()
    await page.waitForURL(`**${post}`)
    await page.getByText(t('post.tip.done', { tokens: t.tokens(35), name: valloy.name })).waitFor()
    await sheet().waitFor({ state: 'detached' })
    expect(await charges('tip')).toEqual([35])
    expect(await balance(page)).toBe(0)
  })

  it('tips nothing again by a reload or the same page once more', async () => {
    await page.reload()
    await page.goto(post)
    await press(page, page.getByRole('button', { name: t('post.tip'), exact: true }))
    await pay('tip', '$5.00').waitFor()
    await page.keyboard.press('Escape')
    expect(await charges('tip')).toEqual([35])
  })

  it('subscribes from the wallet that a card fills, though the page is gone when the bank has its answer', async () => {
    await page.goto(`/${valloy.username}`)
    await press(page, page.getByRole('button', { name: 'Subscribe for $10.00' }).first())
    await press(page, sheet().getByText(/^Wallet,/))
    await pay('subscribe', '$10.00').waitFor()
    await look(page, 'subscribe')
    await press(page, pay('subscribe', '$10.00'))
    await page.waitForURL('**/test-gateway/confirm/**')
    // The bank's answer, and nobody comes back.
    const answered = await page.request.post(page.url(), { form: { answer: 'yes' }, maxRedirects: 0 })
    expect(answered.status()).toBeLessThan(400)
    await expect.poll(() => charges('subscription'), { timeout: 60_000 }).toEqual([100])
    await page.goto(`/${valloy.username}`)
    await page.getByText(t('profile.plan.yours'), { exact: true }).waitFor()
    expect(await balance(page)).toBe(0)
  })

  it('pledges for a show, more than was suggested, and the bank’s question loses nothing of it', async () => {
    await page.goto(show)
    await press(page, page.getByRole('button', { name: t('tickets.pledge.get'), exact: true }))
    await pay('pledge', '$10.00').waitFor()
    await sheet().getByLabel(t('tickets.pledge.amount')).fill('120')
    await pay('pledge', '$12.00').waitFor()
    await look(page, 'pledge')
    await press(page, pay('pledge', '$12.00'))
    await sayYes()
    await page.waitForURL(`**${show}`)
    await page.getByText(t('tickets.pledge.has', { tokens: t.tokens(120) })).waitFor()
    await sheet().waitFor({ state: 'detached' })
    expect(await charges('stream')).toEqual([120])
    expect(await balance(page)).toBe(0)
  })

  it('unlocks a message by one press and the bank’s question', async () => {
    await page.goto('/messages')
    await press(page, page.getByRole('link', { name: new RegExp(valloy.name) }).first())
    await press(page, page.getByRole('button', { name: new RegExp(`^${t('ui.unlockFor')}`) }).first())
    await pay('unlock', '$6.00').waitFor()
    await look(page, 'unlock')
    await press(page, pay('unlock', '$6.00'))
    await sayYes()
    await page.waitForURL('**/messages/**')
    await page.getByText(t('post.unlock.done')).waitFor()
    expect(await charges('message')).toEqual([60])
    expect(await balance(page)).toBe(0)
  })

  it('pays for the first message in its sheet, and what was written is sent', async () => {
    await page.goto(`/${inka.username}`)
    await press(page, page.getByRole('button', { name: t('ui.messageTo', { name: inka.name }) }).first())
    await page.waitForURL('**/messages/**')
    const field = page.getByRole('textbox', { name: t('messages.write', { name: inka.name }) })
    await field.fill('How do you glaze the inside?')
    await press(page, page.getByRole('button', { name: t('messages.send') }))
    await pay('send', '$4.50').waitFor()
    await look(page, 'first-message')
    await press(page, pay('send', '$4.50'))
    await sayYes()
    await page.waitForURL('**/messages/**')
    await sheet().waitFor({ state: 'detached' })
    await page.getByRole('log').getByText('How do you glaze the inside?').waitFor()
    expect(await field.inputValue()).toBe('')
    expect(await charges('message')).toEqual([60, 45])
    await page.reload()
    expect(await page.getByRole('log').getByText('How do you glaze the inside?').count()).toBe(1)
  })

  it('is told that the last seat went while the bank asked, and keeps the tokens that the card paid for', async () => {
    const seat = seats[username]!
    await page.goto(`/show/${seat}`)
    await press(page, page.getByRole('button', { name: new RegExp(`^${t('tickets.get')}`) }))
    await pay('buy', '$5.00').waitFor()
    await press(page, pay('buy', '$5.00'))
    await page.waitForURL('**/test-gateway/confirm/**')
    const bought = await quick.request.post(`/api/wallet/charges/stream/${seat}`, {
      headers: { origin: stage.copy.url, 'idempotency-key': crypto.randomUUID() },
      data: { expectedPrice: 50 },
    })
    expect(bought.status(), await bought.text()).toBe(200)
    await press(page, page.locator('button[value=yes]'))
    await page.waitForURL(`**/show/${seat}**`)
    await sheet().getByText(t('errors.SEATS_GONE')).waitFor()
    await sheet()
      .getByRole('heading', { name: t('ui.confirm.over') })
      .waitFor()
    await sheet()
      .getByText(t('checkout.paid', { amount: '$5.00', tokens: '50 tokens' }))
      .waitFor()
    await look(page, 'seat-gone')
    await expect.poll(() => balance(page)).toBe(50)
    expect(await charges('stream')).toEqual([120])
    // The tokens of the card are there, and still there is nothing to buy with them.
    expect(
      await sheet()
        .getByRole('button', { name: t('tickets.buyFor', { tokens: '50 tokens' }) })
        .count(),
    ).toBe(0)
    await press(
      page,
      sheet()
        .getByRole('button', { name: t('ui.close'), exact: true })
        .last(),
    )
    await page.getByText(t('tickets.soldOut'), { exact: true }).first().waitFor()
    await page.context().close()
  })

  it('no page threw an error', () => expect(stage.faults).toEqual([]))
})
