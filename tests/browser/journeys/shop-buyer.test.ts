import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { balance, press } from './fan-steps.ts'
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

// A fan buys from a creator's shop, on a phone and on a desktop: a parcel, from its page to the money that the seller gets, and a file to download.

let stage: Stage

beforeAll(async () => {
  stage = await openStage({ demoWorld: true })
}, demoWorldMsMax)
afterAll(() => stage?.close())
photographFailures(() => stage)

describe.each([
  { screen: 'phone', viewport: phone, trackingCode: 'NP1234567' },
  { screen: 'desktop', viewport: desk, trackingCode: 'NP7654321' },
])('a buyer on a $screen', ({ viewport, trackingCode }) => {
  oneStory()
  const t = texts('en-US')
  let page: Page
  let order: string

  const asSeller = async (path: string, body: object) => {
    const reply = await fetch(`${stage.copy.url}/api${path}`, {
      method: 'PUT',
      headers: { authorization: await tokenOf(stage.copy, creator), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(reply.status, await reply.clone().text()).toBe(200)
  }

  it('finds a product in the shop of a creator, and sees the whole price before paying', async () => {
    page = await stage.visitor(viewport)
    const token = await tokenOf(stage.copy, 'jamierowe')
    await page.context().addCookies([{ name: 'token', value: token, url: stage.copy.url }])
    await page.goto(`/${creator}`)
    await press(page, page.getByRole('main').getByRole('link', { name: new RegExp(`^${t('profile.tab.shop')}`) }))
    await press(page, page.getByRole('link', { name: /Glaze test tiles/ }))
    await page.waitForURL('**/product/**')
    await press(page, page.getByRole('button', { name: t('shop.product.more') }))
    await press(page, page.getByRole('button', { name: new RegExp(`^${t('shop.product.buy')}`) }))
    const sheet = page.getByRole('dialog')
    // Two of them with their shipping.
    await sheet.getByText('405').first().waitFor()
    await sheet.getByText(t('shop.order.shippingFee'), { exact: true }).waitFor()
    // The saved address is chosen.
    await sheet
      .getByRole('button', { name: t('wallet.card.change') })
      .first()
      .waitFor()
  })

  it('orders it once, and is led to the order', async () => {
    const before = await balance(page)
    const sheet = page.getByRole('dialog')
    await press(page, sheet.getByRole('button', { name: t('shop.sheet.action', { tokens: '405' }) }))
    await page.waitForURL('**/user/orders/**')
    order = page.url().split('/').at(-1)!
    await page.getByText(t('shop.order.fulfilment.not_fulfilled'), { exact: true }).waitFor()
    await page.getByText(t('orders.next.title')).waitFor()
    await expect.poll(() => balance(page)).toBe(before - 405)
    expect(await page.getByRole('button', { name: t('shop.order.cancel') }).count()).toBe(1)
  })

  it('has its receipt on the page of the order', async () => {
    await press(page, page.getByRole('button', { name: t('shop.order.receipt'), exact: true }))
    const receipt = page.getByRole('dialog', { name: t('wallet.receipt') })
    for (const line of [order, '405', t('wallet.receipt.seller')])
      await receipt.getByText(line, { exact: true }).first().waitFor()
    await page.keyboard.press('Escape')
    await receipt.waitFor({ state: 'detached' })
  })

  it('sees it shipped while the page is open, confirms the receipt, and the seller is paid', async () => {
    await asSeller(`/orders/${order}/update`, {
      fulfilment: 'shipped',
      carrier: 'Northport Post',
      trackingCode,
    })
    await page.getByText(trackingCode).waitFor()
    expect(await page.getByRole('button', { name: t('shop.order.cancel') }).count()).toBe(0)
    await press(page, page.getByRole('button', { name: t('shop.order.confirm') }))
    await press(page, page.getByRole('dialog').getByRole('button', { name: t('shop.order.confirm') }))
    await page.getByText(t('shop.order.event.released'), { exact: true }).waitFor()
    await page.getByText(t('shop.order.fulfilment.delivered'), { exact: true }).waitFor()
  })

  it('downloads a file from the library, on its card and on its page', async () => {
    await page.goto('/user/purchases?kind=product')
    const saves = async (name: string | RegExp) => {
      const saved = page.waitForEvent('download')
      await press(page, page.getByRole('button', { name, exact: true }))
      expect((await saved).suggestedFilename()).toContain('harbour')
    }
    await saves(/Harbour recording/)
    await press(page, page.getByRole('link', { name: /Harbour recording/ }))
    await page.waitForURL(/\/product\//)
    await saves(t('shop.product.download'))
    await page.context().close()
  })
})

// Where a page of content or shop leads: the pages of these kinds that people open, and every link on them.
describe('links of content and shop', () => {
  const starts = {
    visitor: ['/', '/explore', `/${creator}?tab=photos`, '/search?q=glaze'],
    jamierowe: ['/home', '/user/purchases', '/user/orders', '/user/bookmarks', '/user/bookmarks?tab=galleries'],
    [creator]: ['/creator', '/creator/vault', '/creator/trash', '/creator/orders?fulfilment=all', '/creator/comments'],
    maralindt: ['/admin', '/admin/reports?state=all', '/admin/consents', '/admin/users?role=performer'],
  }
  /** Pages whose links are followed as well. */
  const followed =
    /^\/(?:post|gallery|video|product)\/|^\/user\/(?:orders|purchases|bookmarks)|^\/creator\/(?!messages)|^\/admin\/(?:reports|consents|users)|[?&]tab=/
  /** Of pages that differ by an id or a filter alone, so many are opened. */
  const perShape = 3
  const linksOf = (html: string, from: string): string[] =>
    [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].flatMap(([, found]) => {
      const to = new URL(found!.replaceAll('&amp;', '&'), `${stage.copy.url}${from}`)
      return to.origin === stage.copy.url && to.protocol.startsWith('http') ? [to.pathname + to.search] : []
    })

  it.each(Object.entries(starts))('lead %s to pages that are there', { timeout: 120_000 }, async (who, paths) => {
    const headers: Record<string, string> =
      who === 'visitor' ? {} : { cookie: `token=${await tokenOf(stage.copy, who)}` }
    const opened = new Map<string, number>()
    const shapes = new Map<string, number>()
    const broken: string[] = []
    const queue = paths.map((path) => ({ path, from: 'the start' }))
    for (const { path, from } of queue) {
      const shape = path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replaceAll(/=[^&]*/g, '=')
      // The preview of an item that is not saved yet links to itself.
      if (path.endsWith('/draft') || path.startsWith('/auth/logout')) continue
      if (opened.has(path) || (shapes.get(shape) ?? 0) >= perShape) continue
      shapes.set(shape, (shapes.get(shape) ?? 0) + 1)
      const reply = await fetch(stage.copy.url + path, { headers: { ...headers, accept: 'text/html' } })
      const text = await reply.text()
      opened.set(path, reply.status)
      if (reply.status >= 400) broken.push(`${reply.status} ${path}, linked from ${from}`)
      if (from === 'the start' || followed.test(path))
        queue.push(...linksOf(text, path).map((to) => ({ path: to, from: path })))
    }
    expect(broken).toEqual([])
    expect(opened.size).toBeGreaterThan(25)
  })
})
