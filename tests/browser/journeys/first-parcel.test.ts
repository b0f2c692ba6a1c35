import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { balance, press, signUp, typeCard } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import {
  creator,
  demoWorldMsMax,
  desk,
  oneStory,
  openStage,
  phone,
  photographFailures,
  type Stage,
  tokenOf,
} from './stage.ts'

// Somebody new buys their first parcel in one sheet: the address, the card that the bank declines, another one whose bank asks, and the order.
// The second one needs one press. A post is unlocked in the same way.

let stage: Stage

beforeAll(async () => {
  stage = await openStage({ demoWorld: true })
}, demoWorldMsMax)
afterAll(() => stage?.close())
photographFailures(() => stage)

const photograph = async (page: Page, name: string) => {
  const folder = process.env['JOURNEY_SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/first-parcel-${name}.png` })
}
const address = { name: 'Finn Reyle', line1: '8 Harbour Row', postalCode: 'EH6 6QU', city: 'Leith' }
const get = async <T>(page: Page, path: string): Promise<T> =>
  ((await (await page.request.get(`/api${path}`)).json()) as { data: T }).data
const orders = (page: Page) => get<{ total: number; number: string }[]>(page, '/orders/users/search')
const payments = (page: Page) => get<{ status: string; amount: number }[]>(page, '/payment/transactions/user/search')

describe.each([
  { screen: 'phone', viewport: phone, username: 'finnreyle' },
  { screen: 'desktop', viewport: desk, username: 'finnathome' },
])('a first parcel on a $screen', ({ viewport, username }) => {
  oneStory()
  const t = texts('en-US')
  let page: Page
  let product: string

  const sheet = () => page.getByRole('dialog')
  const payButton = () => sheet().getByRole('button', { name: t('checkout.pay.buy', { amount: '$22.50' }) })

  it('signs up on the way, and is back in the sheet', async () => {
    page = await stage.visitor(viewport)
    await page.goto(`/${creator}?tab=shop`)
    await press(page, page.getByRole('link', { name: /Glaze test tiles/ }))
    await page.waitForURL('**/product/**')
    product = new URL(page.url()).pathname
    await press(page, page.getByRole('link', { name: new RegExp(`^${t('shop.product.buy')}`) }))
    await page.waitForURL('**/auth/login**')
    await press(page, page.getByRole('main').getByRole('link', { name: 'Sign up' }))
    await page.waitForURL('**/auth/register**')
    await signUp(page, t, { name: 'Finn Reyle', username, password: 'seven-quiet-lamps' })
    await page.waitForURL(`**${product}**`)
    await sheet()
      .getByRole('button', { name: t('checkout.payNewCard', { amount: '$22.50' }) })
      .waitFor()
  })

  it('says at the fields what is missing of the address, and takes nothing', async () => {
    await press(page, sheet().getByRole('button', { name: t('checkout.payNewCard', { amount: '$22.50' }) }))
    await expect.poll(() => sheet().locator('[aria-invalid=true]').count()).toBeGreaterThan(2)
    expect(await payments(page)).toEqual([])
    for (const [name, value] of Object.entries(address)) await sheet().locator(`[name=${name}]`).fill(value)
    await sheet().locator('[name=country]').selectOption('GB')
    await photograph(page, `address-${username}`)
  })

  it('adds a card that its bank declines: nothing is taken, and what was typed is still there', async () => {
    await press(page, sheet().getByRole('button', { name: t('checkout.payNewCard', { amount: '$22.50' }) }))
    await typeCard(page, '4000000000000002')
    await page.waitForURL(`**${product}**`)
    await sheet().getByText(t('errors.CARD_DECLINED')).waitFor()
    await sheet().getByText(address.line1).waitFor()
    expect(await orders(page)).toEqual([])
    expect(await balance(page)).toBe(0)
    await photograph(page, `declined-${username}`)
  })

  it('pays with another card whose bank asks, and the order is placed without another press', async () => {
    await press(page, sheet().getByRole('button', { name: t('checkout.otherCard') }))
    await sheet().getByText(t('wallet.card.choose'), { exact: true }).waitFor()
    await press(page, sheet().getByRole('button', { name: t('wallet.card.new') }))
    await typeCard(page, '4000000000003220')
    await page.waitForURL(`**${product}**`)
    await sheet().getByText('3220').waitFor()
    // A card that was only added pays nothing.
    expect(await orders(page)).toEqual([])
    await photograph(page, `ready-${username}`)
    await press(page, payButton())
    await page.waitForURL('**/test-gateway/confirm/**')
    await press(page, page.locator('button[value=yes]'))
    await page.waitForURL('**/user/orders/**')
    expect(await orders(page)).toHaveLength(1)
    expect(await balance(page)).toBe(0)
    const paid = (await payments(page)).filter(({ status }) => status === 'succeeded')
    expect(paid.map(({ amount }) => amount)).toEqual([22.5])
    await photograph(page, `order-${username}`)
  })

  it('pays nothing again by going back or loading the page again', async () => {
    await page.goBack()
    await page.goto(product)
    await page.reload()
    await page.getByRole('button', { name: new RegExp(`^${t('shop.product.buy')}`) }).waitFor()
    expect(await sheet().count()).toBe(0)
    expect(await orders(page)).toHaveLength(1)
  })

  it('buys the second time with one press, the address and the card being there', async () => {
    const reply = await page.request.get('/api/payment-cards')
    expect(((await reply.json()) as { data: unknown[] }).data).toHaveLength(2)
    await press(page, page.getByRole('button', { name: new RegExp(`^${t('shop.product.buy')}`) }))
    await sheet().getByText(address.line1).waitFor()
    await photograph(page, `second-${username}`)
    await payButton().waitFor()
  })

  it('finds the order where the page was gone between payment and purchase', async () => {
    await page.route('**/api/wallet/charges/product/*', (route) => route.abort())
    await press(
      page,
      sheet()
        .getByRole('button', { name: t('wallet.card.change') })
        .last(),
    )
    await press(page, sheet().getByRole('button', { name: t('wallet.card.new') }))
    await typeCard(page, '4242424242424242')
    await page.waitForURL(`**${product}**`)
    await press(page, payButton())
    await expect.poll(() => orders(page)).toHaveLength(2)
    await page.goto('/home')
    await page.unroute('**/api/wallet/charges/product/*')
    await page.goto(product)
    await press(page, page.getByRole('button', { name: new RegExp(`^${t('shop.product.buy')}`) }))
    await sheet()
      .getByText(t('checkout.madeBefore', { amount: '$22.50' }))
      .waitFor()
    await photograph(page, `paid-${username}`)
    await page.keyboard.press('Escape')
    expect(await orders(page)).toHaveLength(2)
    expect(await balance(page)).toBe(0)
    expect((await payments(page)).filter(({ status }) => status === 'succeeded')).toHaveLength(2)
    const [newest] = await get<{ _id: string }[]>(page, '/orders/users/search')
    await page.goto(`/user/orders/${newest!._id}`)
  })

  it('shows what came back in the rail as soon as the order is cancelled', async () => {
    await press(page, page.getByRole('button', { name: t('shop.order.cancel') }))
    await press(page, sheet().getByRole('button', { name: t('shop.order.cancel') }))
    await expect.poll(() => balance(page)).toBe(225)
    if (viewport === desk) await page.getByRole('navigation').getByText('225', { exact: true }).first().waitFor()
  })

  it('is followed at its carrier, and its seller sees what they earn and prints the slips', async () => {
    const [order] = (await get<{ _id: string; fulfilment: string }[]>(page, '/orders/users/search')).filter(
      ({ fulfilment }) => fulfilment === 'not_fulfilled',
    )
    const seller = await stage.visitor(viewport)
    const token = await tokenOf(stage.copy, creator)
    await seller.context().addCookies([{ name: 'token', value: token, url: stage.copy.url }])
    await seller.goto(`/creator/orders/${order!._id}`)
    await seller.getByText(t('orders.earn.title'), { exact: true }).waitFor()
    // A fifth of the price alone is the fee.
    await seller.getByText('$18.90').first().waitFor()
    await photograph(seller, `seller-${username}`)
    await seller.goto('/creator/orders/slips')
    await seller.getByText(address.line1).first().waitFor()
    await photograph(seller, `slips-${username}`)
    await seller.context().close()
    const shipped = await fetch(`${stage.copy.url}/api/orders/${order!._id}/update`, {
      method: 'PUT',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ fulfilment: 'shipped', carrier: 'Royal Mail', trackingCode: 'RN 4821 0937 5GB' }),
    })
    expect(shipped.status).toBe(200)
    await page.goto(`/user/orders/${order!._id}`)
    const link = page.getByRole('link', { name: t('orders.step.track', { carrier: 'Royal Mail' }) })
    expect(await link.getAttribute('href')).toContain('RN482109375GB')
    await photograph(page, `shipped-${username}`)
  })

  it('unlocks a post by one press that adds what is missing', async () => {
    const { _id, performer } = await lockedPost(page)
    // All but a few tokens are spent elsewhere.
    const spent = await page.evaluate(async (id) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
      const body = JSON.stringify({ tokens: 215 })
      return (await fetch(`/api/wallet/charges/tip/${id}`, { method: 'POST', headers, body })).status
    }, performer._id)
    expect(spent).toBe(200)
    await page.goto(`/post/${_id}`)
    await press(page, page.getByRole('button', { name: new RegExp(`^${t('ui.unlockFor')}`) }).first())
    const button = sheet().getByRole('button', { name: /^Pay \$[\d.]+ and unlock$/ })
    await button.waitFor()
    await photograph(page, `unlock-${username}`)
    await press(page, button)
    await page.getByText(t('post.unlock.done')).waitFor()
    await page.context().close()
  })

  it('no page threw an error', () => expect(stage.faults).toEqual([]))
})

interface Sold {
  _id: string
  gate: { type: string; price: number | null }
  performer: { _id: string }
}
/** A post of the creator that costs more than a few tokens. */
async function lockedPost(page: Page): Promise<Sold> {
  const found = await get<Sold[]>(page, `/user/feeds/search/${creator}?pageSize=50`)
  return found.find(({ gate }) => gate.type === 'paid' && (gate.price ?? 0) > 20)!
}
