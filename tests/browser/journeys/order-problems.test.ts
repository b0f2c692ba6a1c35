import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { sideways } from './creator-steps.ts'
import { press } from './fan-steps.ts'
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

// A problem with a parcel: the buyer reports it on a phone, the seller answers, the buyer escalates, staff split the money with a statement,
// and both sides read it. At each step each side reads what is next, and when.

const t = texts('en-US')
let stage: Stage
let buyer: Page
let seller: Page
let order: string

const call = async (who: string, method: string, path: string, body?: object) => {
  const reply = await fetch(`${stage.copy.url}/api${path}`, {
    method,
    headers: {
      authorization: await tokenOf(stage.copy, who),
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  expect(reply.status, text).toBe(200)
  return (JSON.parse(text) as { data: any }).data
}

const signedIn = async (username: string, viewport = desk): Promise<Page> => {
  const page = await stage.visitor(viewport)
  const token = await tokenOf(stage.copy, username)
  await page.context().addCookies([{ name: 'token', value: token, url: stage.copy.url }])
  return page
}

beforeAll(async () => {
  stage = await openStage({ demoWorld: true })
  const { data } = (await (
    await fetch(`${stage.copy.url}/api/performer-assets/products/search?q=tiles`, {
      headers: { authorization: await tokenOf(stage.copy, 'jamierowe') },
    })
  ).json()) as { data: { _id: string; title: string }[] }
  const product = data.find(({ title }) => title.startsWith('Glaze test tiles'))!
  order = (await call('jamierowe', 'POST', `/wallet/charges/product/${product._id}`, { expectedPrice: 225 }))._id
  await call(creator, 'PUT', `/orders/${order}/update`, { fulfilment: 'shipped' })
  buyer = await signedIn('jamierowe', phone)
  seller = await signedIn(creator)
}, demoWorldMsMax)
afterAll(() => stage?.close())
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
const look = async (page: Page, name: string) => {
  expect(await barriers(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}
/** Opens a step's dialog, writes what it takes, and confirms it. */
const act = async (page: Page, label: string, field?: [label: string, text: string]) => {
  await press(page, page.getByRole('button', { name: label, exact: true }))
  const dialog = page.getByRole('dialog')
  if (field) await dialog.getByLabel(field[0]).fill(field[1])
  await press(page, dialog.getByRole('button', { name: label, exact: true }))
  await dialog.waitFor({ state: 'detached' })
}

describe('a problem with an order', () => {
  oneStory()

  it('is reported by the buyer, who reads until when the seller answers', async () => {
    await buyer.goto(`/user/orders/${order}`)
    await buyer.getByText(/^The seller is paid on/).waitFor()
    await act(buyer, t('shop.order.report'), [t('shop.order.reportField'), 'Three of the tiles are broken.'])
    await buyer.getByText(/^The seller has until .* to answer/).waitFor()
    await buyer.getByText(/^If nothing else happens, you are refunded on/).waitFor()
    await look(buyer, 'buyer-reported-390')
  })

  it('is answered by the seller, who reads it above everything else', async () => {
    await seller.goto(`/creator/orders/${order}`)
    await seller.getByText('Three of the tiles are broken.').first().waitFor()
    await look(seller, 'seller-reported-1440')
    await act(seller, t('orders.answer'), [t('orders.answerField'), 'I can send three new ones.'])
    await seller.getByText(/^The buyer has until .* to accept your answer/).waitFor()
  })

  it('is escalated by the buyer, who does not accept the answer', async () => {
    await buyer.getByText('I can send three new ones.').first().waitFor()
    await look(buyer, 'buyer-answered-390')
    await act(buyer, t('orders.escalate'), [t('orders.escalateField'), 'I need them all before Friday.'])
    await buyer.getByText(/^Our team plans to decide by/).waitFor()
    await buyer.goto('/user/orders')
    await buyer
      .getByText(/^Our team plans to decide by/)
      .first()
      .waitFor()
    await look(buyer, 'buyer-orders-390')
  })

  it('is decided by staff, who read both sides beside the money', async () => {
    const staff = await signedIn('maralindt')
    await staff.goto('/admin/order-cases')
    await staff.getByRole('link', { name: /Demo cassette/ }).waitFor()
    await look(staff, 'staff-cases-1440')
    await press(staff, staff.getByRole('link', { name: /Glaze test tiles/ }))
    await staff.getByText('I need them all before Friday.').waitFor()
    await press(staff, staff.getByText(t('orders.cases.choice.split'), { exact: true }))
    await staff.getByLabel(t('orders.cases.tokens')).fill('100')
    await staff
      .getByLabel(t('orders.cases.statement'))
      .fill('Three of twelve tiles are broken, and the parcel was late.')
    await look(staff, 'staff-case-1440')
    await staff.setViewportSize(phone)
    await look(staff, 'staff-case-390')
    await press(staff, staff.getByRole('button', { name: t('orders.cases.choice.split'), exact: true }))
    const dialog = staff.getByRole('dialog')
    await dialog.getByText(t('orders.cases.toSeller')).waitFor()
    expect((await dialog.getByRole('definition').allInnerTexts()).map((sum) => /[\d.]+/.exec(sum)?.[0])).toEqual([
      '100',
      '125',
    ])
    await look(staff, 'staff-sure-390')
    await press(staff, dialog.getByRole('button', { name: t('orders.cases.choice.split'), exact: true }))
    await staff.getByText('The buyer gets 100 tokens back, and the seller is paid the rest.').waitFor()
    await look(staff, 'staff-decided-390')
    await staff.context().close()
  })

  it('ends with a statement that both sides read', async () => {
    await buyer.goto(`/user/orders/${order}`)
    for (const [page, name] of [
      [buyer, 'buyer-decided-390'],
      [seller, 'seller-decided-1440'],
    ] as const) {
      await page.getByRole('heading', { name: t('orders.decision.title') }).waitFor()
      await page.getByText('Three of twelve tiles are broken, and the parcel was late.').waitFor()
      await look(page, name)
    }
  })
})
