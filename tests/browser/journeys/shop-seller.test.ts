import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { makePhoto } from '../material.ts'
import { addCreator, addStaff, password, sideways, signedIn } from './creator-steps.ts'
import { addTokens } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, openStage, phone, photographFailures, type Stage } from './stage.ts'

// What a seller does: makes a product, sees an order come in, ships it, and gets the money once the buyer has received it.

let stage: Stage
let page: Page
let fan: Page
let productId: string
let orderId: string

beforeAll(async () => {
  stage = await openStage()
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, { name: 'Ines Valloy', username: 'valloyclay' }, 'maralindt')
  page = await signedIn(stage, 'valloyclay')
  await page.request.post('/api/auth/users/register', {
    headers: { origin: stage.copy.url },
    data: { name: 'Jamie Rowe', username: 'jamierowe', email: 'jamie@example.com', password, acceptTerms: true },
  })
  fan = await signedIn(stage, 'jamierowe', desk)
})
afterAll(() => stage?.close())
photographFailures(() => stage)

/** What the buyer does on the pages of fans. */
async function asFan(method: 'GET' | 'POST', path: string, data?: object) {
  const reply = await fan.request.fetch(`/api${path}`, {
    method,
    headers: { origin: stage.copy.url, 'idempotency-key': randomUUID() },
    ...(data && { data }),
  })
  const answer = (await reply.json()) as { data: { _id: string } }
  expect([path, reply.status() < 300, answer]).toEqual([path, true, answer])
  return answer.data
}

describe('a product is sold', () => {
  oneStory()

  it('a fan has tokens', async () => {
    await fan.goto('/user/wallet')
    await addTokens(fan, texts('en-US'), '$20.00')
  })

  it('the creator makes a physical product with an image', async () => {
    await page.goto('/creator/products')
    await page.getByRole('link', { name: 'New product' }).first().click()
    await page.waitForURL('**/creator/products/new')
    await page.getByLabel(/^Title/).fill('Ash-glazed bowl')
    await page.getByLabel('Description').fill('Thrown by hand, 14 cm wide.')
    await page.getByLabel('Price in tokens').fill('30')
    await page.getByLabel('Limited stock').check()
    await page.getByLabel('Items in stock').fill('4')
    await page.getByLabel('Shipping fee').fill('5')
    await page.getByText('Selected countries').click()
    await page.getByLabel('Search countries').fill('japan')
    await page.getByRole('checkbox', { name: 'Japan' }).check()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await makePhoto(stage.folder, 'bowl', 30))
    await page.getByText('Ready', { exact: true }).waitFor({ timeout: 60_000 })
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.waitForURL(/\/creator\/products$/)
    const row = page.getByRole('row', { name: /Ash-glazed bowl/ })
    await row.getByRole('cell', { name: 'Published', exact: true }).waitFor()
    const path = await row.getByRole('link').first().getAttribute('href')
    productId = path?.split('/').pop() ?? ''
    const own = await page.request.get(`/api/performer/performer-assets/products/${productId}/view`)
    expect(((await own.json()) as { data: object }).data).toMatchObject({
      type: 'physical',
      price: 30,
      stock: 4,
      images: [{ kind: 'photo' }],
      shipping: { fee: 5, countries: ['JP'], processingDays: 3 },
    })
  })

  it('the order of a fan appears among those to ship while the list is open', async () => {
    await page.goto('/creator/orders')
    await page.waitForLoadState('networkidle')
    const address = {
      name: 'Jamie Rowe',
      line1: '4-2-8 Shibakoen',
      city: 'Minato',
      postalCode: '105-0011',
      country: 'JP',
    }
    const { _id: addressId } = await asFan('POST', '/addresses/create', address)
    orderId = (
      await asFan('POST', `/wallet/charges/product/${productId}`, { addressId, quantity: 2, expectedPrice: 65 })
    )._id
    await page.getByRole('link', { name: /Ash-glazed bowl/ }).click()
    await page.waitForURL(`**/creator/orders/${orderId}`)
    for (const text of ['4-2-8 Shibakoen', '105-0011 Minato', 'Japan'])
      await page.locator('address').getByText(text).waitFor()
    expect(await barriers(page)).toEqual([])
  })

  it('printed, there is the packing slip alone, without a price', async () => {
    await page.emulateMedia({ media: 'print' })
    const slip = page.locator('.packing-slip')
    expect(await slip.isVisible()).toBe(true)
    const text = await slip.innerText()
    expect(text).toContain('Ash-glazed bowl')
    expect(text).toContain('Jamie Rowe')
    // But for the line with the number of the order, which is random, and the date.
    expect(text.replace(/[0-9A-Z]{4}-[0-9A-Z]{4}.*/, '')).not.toMatch(/30|65|token/)
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
  })

  it('the dashboard names it, and it is shipped with a tracking number', async () => {
    await page.goto('/creator')
    await page.getByRole('link', { name: /order.* to ship/ }).waitFor()
    await page.goto(`/creator/orders/${orderId}`)
    await page.waitForLoadState('networkidle')
    await page.getByText('The buyer can cancel until you mark it as processing.').waitFor()
    // The steps to come say it all, with their dates.
    expect(await page.getByRole('heading', { name: 'What happens next' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Mark as processing' }).click()
    await page.getByText('If it isn’t shipped, the buyer can cancel from').waitFor()
    await page.getByLabel('Carrier').fill('Japan Post')
    await page.getByLabel('Tracking number').fill('JP123456789')
    await page.getByText('The buyer gets an email with the tracking link.').waitFor()
    await page.getByRole('button', { name: 'Mark as shipped' }).click()
    await page.getByText('JP123456789').waitFor()
    await page.getByText('On its way').waitFor()
    expect(await asFan('GET', `/orders/${orderId}`)).toMatchObject({
      fulfilment: 'shipped',
      carrier: 'Japan Post',
      trackingCode: 'JP123456789',
    })
  })

  it('a press leads to the next order to ship, and another back', async () => {
    await asFan('POST', `/wallet/charges/product/${productId}`, { expectedPrice: 35 })
    const third = await asFan('POST', `/wallet/charges/product/${productId}`, { expectedPrice: 35 })
    await page.goto('/creator/orders?fulfilment=not_fulfilled')
    await page.waitForLoadState('networkidle')
    await page
      .getByRole('link', { name: /Ash-glazed bowl/ })
      .first()
      .click()
    await page.waitForURL(`**/creator/orders/${third._id}?fulfilment=not_fulfilled`)
    await page.getByText('1 of 2').waitFor()
    await page.getByRole('link', { name: 'Next order' }).filter({ visible: true }).click()
    await page.getByText('2 of 2').waitFor()
    expect(await page.getByRole('link', { name: 'Next order' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Previous order' }).click()
    await page.waitForURL(`**/creator/orders/${third._id}?fulfilment=not_fulfilled`)
    await page.getByRole('link', { name: /^Next to ship, by .*Ash-glazed bowl/ }).waitFor()
    expect(await barriers(page)).toEqual([])
    // Once one of them is shipped, the other is still beside it.
    await page.goto(`/creator/orders/${orderId}`)
    await page.getByRole('link', { name: 'Previous order' }).waitFor()
    expect(await page.getByText(/^\d of \d$/).count()).toBe(0)
  })

  it('a problem that the buyer reports is shown above all, and part of the price is refunded', async () => {
    await asFan('POST', `/orders/${orderId}/problem`, { text: 'One bowl has a crack.' })
    await page.getByRole('heading', { name: 'The buyer reported a problem' }).waitFor()
    await page.getByText('One bowl has a crack.').first().waitFor()
    await page.getByRole('heading', { name: 'What happens next' }).waitFor()
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Partial refund').click()
    await dialog.getByLabel('Amount in tokens').fill('66')
    await dialog.getByText('Up to 65 tokens.').waitFor()
    await dialog.getByLabel('Amount in tokens').fill('10')
    await dialog.getByRole('button', { name: 'Refund 10 tokens' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Partially refunded').first().waitFor()
    expect(await asFan('GET', `/orders/${orderId}`)).toMatchObject({ returned: 10, hasProblem: true })
  })

  it('once the buyer has received it, the page shows that the money is released', async () => {
    await asFan('POST', `/orders/${orderId}/received`)
    await page.getByText(/^Released to your pending earnings on/).waitFor()
    expect(await page.getByText('The buyer reported a problem').count()).toBe(0)
  })

  it('sales are exported as a file for spreadsheets, and the list fits a phone', async () => {
    await page.goto('/creator/orders?fulfilment=delivered')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const stream = await file.createReadStream()
    const text = Buffer.concat(await stream.toArray()).toString()
    expect(text).toMatch(/^\uFEFFOrder number,/)
    expect(text).toContain('JP123456789')
    const small = await signedIn(stage, 'valloyclay', phone, { theme: 'dark' })
    for (const path of [
      '/creator/products',
      '/creator/products/new',
      '/creator/orders?fulfilment=all',
      `/creator/orders/${orderId}`,
    ]) {
      await small.goto(path)
      expect([path, await sideways(small), await barriers(small)]).toEqual([path, 0, []])
    }
    await small.context().close()
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})
