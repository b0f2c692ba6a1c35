import { mkdirSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fits, openStageOfCreator, signedIn, valloy } from './creator-steps.ts'
import { balance, press } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, phone, photographFailures, type Stage } from './stage.ts'

// What a page says when a thing is gone, bought or removed while people look at it, and where it leads from there.

const t = texts('en-US')
let stage: Stage
let db: pg.Client
let creator: Page
let fan: Page
let rival: Page

beforeAll(async () => {
  ;({ stage, creator } = await openStageOfCreator({ fans: ['Jamie Rowe', 'Pia Holm'], tokens: 200 }))
  db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  fan = await signedIn(stage, 'jamierowe', phone)
  rival = await signedIn(stage, 'piaholm', desk)
})
afterAll(async () => {
  await db?.end()
  await stage?.close()
})
photographFailures(() => stage)

const address = {
  name: 'Jamie Rowe',
  line1: '4-2-8 Shibakoen',
  city: 'Minato',
  postalCode: '105-0011',
  country: 'JP',
}
const shots = process.env['JOURNEY_SHOTS']
const look = async (page: Page, name: string) => {
  await fits(page)
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/gone-${name}-${page.viewportSize()!.width}.png` })
}
async function send<Data = { _id: string }>(page: Page, path: string, data: object): Promise<Data> {
  const reply = await page.request.post(`/api${path}`, {
    headers: { origin: stage.copy.url, 'idempotency-key': crypto.randomUUID() },
    data,
  })
  expect(reply.status(), `${path} ${await reply.text()}`).toBeLessThan(300)
  return ((await reply.json()) as { data: Data }).data
}
const chargesOf = async (username: string) =>
  (
    await db.query<{ type: string }>(
      'SELECT c.type FROM charges c JOIN accounts a ON a.id = c.user_id WHERE a.username = $1 ORDER BY c.created_at',
      [username],
    )
  ).rows.map(({ type }) => type)

describe('a product that sells out while a fan looks at it', () => {
  oneStory()
  let productId: string
  const sheet = () => fan.getByRole('dialog')
  const buy = (tokens: string) => sheet().getByRole('button', { name: t('shop.sheet.action', { tokens }), exact: true })

  it('says so in the sheet and on the page, and charges nothing', async () => {
    const product = {
      title: 'Ash-glazed bowl',
      type: 'physical',
      price: 30,
      stock: 1,
      shippingFee: 0,
      processingDays: 3,
      status: 'published',
    }
    ;({ _id: productId } = await send(creator, '/performer/performer-assets/products', product))
    await send(fan, '/addresses/create', address)
    const { _id: addressId } = await send(rival, '/addresses/create', address)
    await fan.goto(`/product/${productId}`)
    await fan
      .getByText(t('shop.product.left', { count: '1' }))
      .first()
      .waitFor()
    await press(fan, fan.getByRole('button', { name: new RegExp(`^${t('shop.product.buy')}`) }))
    await buy('30').waitFor()
    await send(rival, `/wallet/charges/product/${productId}`, { addressId, quantity: 1, expectedPrice: 30 })
    await press(fan, buy('30'))
    await sheet()
      .getByRole('alert')
      .filter({ hasText: t('errors.SOLD_OUT') })
      .waitFor()
    await sheet().getByText(t('shop.product.soldOut'), { exact: true }).waitFor()
    // Nothing can be paid any more.
    expect(await buy('30').count()).toBe(0)
    expect(await sheet().getByText(t('checkout.youPay')).count()).toBe(0)
    await look(fan, 'sold-out-sheet')
    expect(await chargesOf('jamierowe')).toEqual([])
    expect(await balance(fan)).toBe(200)
    await press(
      fan,
      sheet()
        .getByRole('button', { name: t('ui.close'), exact: true })
        .last(),
    )
    await sheet().waitFor({ state: 'detached' })
    const soldOut = fan.getByRole('button', { name: t('shop.product.soldOut'), exact: true })
    await soldOut.waitFor()
    expect(await soldOut.isDisabled()).toBe(true)
    await look(fan, 'sold-out-page')
  })

  it('is offered to nobody who comes later', async () => {
    await fan.goto(`/${valloy.username}?tab=shop`)
    await fan
      .getByRole('link', { name: /Ash-glazed bowl/ })
      .filter({ hasText: t('shop.product.soldOut') })
      .waitFor()
    const visitor = await stage.visitor(phone)
    await visitor.goto(`/product/${productId}`)
    const soldOut = visitor.getByRole('button', { name: t('shop.product.soldOut'), exact: true })
    await soldOut.waitFor()
    expect(await soldOut.isDisabled()).toBe(true)
    await visitor.context().close()
  })

  it('leads its buyer to the order', async () => {
    await rival.goto(`/product/${productId}`)
    await press(rival, rival.getByRole('link', { name: t('shop.product.toOrder') }))
    await rival.waitForURL('**/user/orders')
    await rival.getByText('Ash-glazed bowl').first().waitFor()
  })
})

describe('a product whose seller changes the offer while a fan looks at it', () => {
  oneStory()
  const sheet = () => fan.getByRole('dialog')
  const buy = (tokens: string) => sheet().getByRole('button', { name: t('shop.sheet.action', { tokens }), exact: true })
  const told = (code: 'PRICE_CHANGED' | 'TERMS_CHANGED' | 'ADDRESS_REQUIRED') =>
    sheet()
      .getByRole('alert')
      .filter({ hasText: t(`errors.${code}`) })
      .waitFor()
  let path: string
  const change = async (offer: object) => {
    const reply = await creator.request.put(`/api/performer/performer-assets/products/${path.split('/').at(-1)}`, {
      headers: { origin: stage.copy.url },
      data: offer,
    })
    expect(reply.status(), await reply.text()).toBe(200)
  }

  it('asks for the new price before anything is charged', async () => {
    const { _id } = await send(creator, '/performer/performer-assets/products', {
      title: 'Slip-trailed jug',
      type: 'physical',
      price: 30,
      stock: 3,
      shippingFee: 0,
      processingDays: 3,
      status: 'published',
    })
    path = `/product/${_id}`
    await fan.goto(path)
    await press(fan, fan.getByRole('button', { name: new RegExp(`^${t('shop.product.buy')}`) }))
    await buy('30').waitFor()
    await change({ price: 45 })
    await press(fan, buy('30'))
    await told('PRICE_CHANGED')
    await buy('45').waitFor()
    await look(fan, 'price-changed-sheet')
    expect(await chargesOf('jamierowe')).toEqual([])
    expect(await balance(fan)).toBe(200)
  })

  it('says that it is no longer shipped to the address that was chosen', async () => {
    await change({ shippingCountries: ['DE'] })
    await press(fan, buy('45'))
    await told('TERMS_CHANGED')
    await look(fan, 'not-shipped-sheet')
    await sheet()
      .getByText(t('shop.sheet.notServed', { country: 'Japan' }))
      .waitFor()
    expect(await buy('45').isDisabled()).toBe(true)
    expect(await chargesOf('jamierowe')).toEqual([])
    await fan.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
  })

  it('asks for an address where the chosen one was deleted meanwhile', async () => {
    await change({ shippingCountries: [] })
    await fan.goto(path)
    await press(fan, fan.getByRole('button', { name: new RegExp(`^${t('shop.product.buy')}`) }))
    await sheet().getByText(address.line1).waitFor()
    const { data: saved } = (await (await fan.request.get('/api/addresses/search')).json()) as {
      data: { _id: string }[]
    }
    for (const { _id } of saved)
      expect(
        (await fan.request.delete(`/api/addresses/${_id}`, { headers: { origin: stage.copy.url } })).status(),
      ).toBe(200)
    await press(fan, buy('45'))
    await told('ADDRESS_REQUIRED')
    await sheet().locator('[name=line1]').waitFor()
    await look(fan, 'address-gone-sheet')
    expect(await chargesOf('jamierowe')).toEqual([])
    await fan.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
  })
})

describe('a post that is sold', () => {
  oneStory()
  const secret = 'The glaze is two parts ash.'
  let postId: string
  const title = 'The recipe'
  const card = () => fan.getByRole('article').filter({ hasText: title })
  const unlock = () => card().getByRole('button', { name: new RegExp(`^${t('ui.unlockFor')}`) })

  it('says that it is unlocked on its card, and keeps open there and on its page', async () => {
    const me = (await (await creator.request.get('/api/users/me')).json()) as { data: { _id: string } }
    await send(fan, `/follows/${me.data._id}`, {})
    ;({ _id: postId } = await send(creator, '/performer/feeds', {
      type: 'text',
      title,
      text: secret,
      gate: { type: 'paid', price: 12 },
    }))
    const home = async () => ((await (await fan.request.get('/api/user/feeds')).json()) as { data: object[] }).data
    await expect.poll(async () => (await home()).length).toBe(1)
    await fan.goto('/home')
    await unlock().waitFor()
    expect(await fan.getByText(secret).count()).toBe(0)
    await press(fan, unlock())
    const sheet = fan.getByRole('dialog')
    await press(fan, sheet.getByRole('button', { name: t('post.unlock.action', { tokens: t.tokens(12) }) }))
    await fan.getByText(t('post.unlock.done')).first().waitFor()
    await card().getByText(secret).waitFor()
    expect(await unlock().count()).toBe(0)
    await look(fan, 'unlocked-card')
    expect(await balance(fan)).toBe(188)
    await fan.goto(`/post/${postId}`)
    await fan.getByText(secret).waitFor()
    expect(await fan.getByRole('button', { name: new RegExp(`^${t('ui.unlockFor')}`) }).count()).toBe(0)
    await look(fan, 'unlocked-page')
    expect(await chargesOf('jamierowe')).toEqual(['feed'])
  })

  it('is in the library, which leads to it', async () => {
    await fan.goto('/user/purchases')
    await press(fan, fan.getByRole('main').locator(`a[href="/post/${postId}"]`))
    await fan.waitForURL(`**/post/${postId}`)
    await fan.getByText(secret).waitFor()
  })

  it('is reported from its menu, with a reason, and the fan is thanked with a number', async () => {
    await press(fan, fan.getByRole('button', { name: t('post.more.feed') }))
    await press(fan, fan.getByRole('menuitem', { name: t('ui.report') }))
    const dialog = fan.getByRole('dialog')
    await press(fan, dialog.getByRole('radio', { name: new RegExp(`^${t('report.category.harassment')}`) }))
    await dialog.getByLabel(t('report.text')).fill('It mocks a neighbour by name.')
    await look(fan, 'report')
    await press(fan, dialog.getByRole('button', { name: t('report.send') }))
    await fan.getByRole('dialog', { name: t('report.sentTitle') }).waitFor()
    const { rows } = await db.query<{ category: string; text: string }>('SELECT category, text FROM reports')
    expect(rows).toEqual([{ category: 'harassment', text: 'It mocks a neighbour by name.' }])
    await dialog
      .getByRole('status')
      .filter({ hasText: t('report.sentMail') })
      .waitFor()
    await look(fan, 'report-sent')
    await press(fan, dialog.getByRole('button', { name: t('report.close') }).last())
    await dialog.waitFor({ state: 'detached' })
  })

  const reason = 'The post names a neighbour and mocks her.'
  it('is removed by staff: its author reads why among the posts, and appeals', async () => {
    const staff = await signedIn(stage, 'maralindt')
    const queue = (await (await staff.request.get('/api/admin/reports')).json()) as { data: { _id: string }[] }
    const report = `/admin/reports/${queue.data[0]!._id}`
    await send(staff, `${report}/assignment`, {})
    await send(staff, `${report}/decision`, { action: 'remove', statement: reason })
    await staff.context().close()
    await creator.goto('/creator/posts')
    const row = creator.getByRole('row').filter({ hasText: title })
    await row.getByRole('cell', { name: t('studio.status.removed'), exact: true }).waitFor()
    await row.getByText(reason).waitFor()
    await look(creator, 'removed-row')
    await row
      .getByRole('link')
      .filter({ hasText: t('studio.reasonAndAppeal') })
      .click()
    await creator.waitForURL('**/appeal?id=*')
    await creator.getByText(reason).waitFor()
    await creator.getByText(t('report.appeal.action.remove')).waitFor()
    await creator.getByLabel(t('report.appeal.text')).fill('She asked me to write it.')
    await creator.getByRole('button', { name: t('report.appeal.submit') }).click()
    await creator.getByText(t('report.appeal.waiting')).waitFor()
    await look(creator, 'appealed')
  })

  it('is not found by who has its link, and neither bought nor listed any more', async () => {
    for (const page of [fan, rival]) {
      expect((await page.goto(`/post/${postId}`))?.status()).toBe(404)
      await page.getByRole('heading', { name: t('ui.failed.missing.title') }).waitFor()
      await page.getByRole('link', { name: t('ui.failed.home') }).waitFor()
      expect(await page.getByText(secret).count()).toBe(0)
    }
    await look(fan, 'removed-link')
    await fan.goto('/home')
    await fan.getByText(t('post.home.empty')).waitFor()
    await fan.goto(`/${valloy.username}`)
    await fan.getByRole('heading', { name: valloy.name }).first().waitFor()
    expect(await fan.getByText(title).count()).toBe(0)
  })
})

describe('the studio', () => {
  it.each([
    { screen: 'desktop', viewport: desk },
    { screen: 'phone', viewport: phone },
  ])('leads to the vault and to mass messages on a $screen', async ({ viewport }) => {
    const page = await signedIn(stage, valloy.username, viewport)
    await page.goto('/creator/posts')
    await press(page, page.getByRole('main').getByRole('link', { name: t('ui.nav.vault'), exact: true }))
    await page.waitForURL('**/creator/vault')
    await page.getByRole('heading', { name: t('studio.vault.title'), level: 1 }).waitFor()
    await fits(page)
    await page.goto('/messages')
    await press(page, page.getByRole('link', { name: t('ui.nav.broadcasts') }))
    await page.waitForURL('**/creator/messages/broadcast')
    await page.getByRole('heading', { name: t('broadcast.title'), level: 1 }).waitFor()
    await fits(page)
    await page.context().close()
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})
