import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fits } from './creator-steps.ts'
import { balance, press } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import {
  creator,
  demoPassword,
  demoWorldMsMax,
  desk,
  oneStory,
  openStage,
  phone,
  photographFailures,
  type Stage,
} from './stage.ts'

// A creator blocks a fan, then a country. Each dialog says what ends and how much goes back, as much goes back, and the fans read it.

const t = texts('en-US')
const inFrance = { 'x-forwarded-for': '193.252.19.3' }
const creatorName = 'Ines Valloy'
let stage: Stage
let studio: Page

beforeAll(async () => {
  // What a proxy on this machine says of an address is believed, so that fans can be in other countries.
  stage = await openStage({ demoWorld: true, env: { TRUSTED_PROXIES: 'loopback' } })
  studio = await signedIn(creator, desk)
}, demoWorldMsMax)
afterAll(() => stage?.close())
photographFailures(() => stage)

async function signedIn(
  username: string,
  viewport: typeof desk,
  extraHTTPHeaders: Record<string, string> = {},
): Promise<Page> {
  const page = await stage.visitor(viewport, { extraHTTPHeaders })
  const reply = await page.request.post('/api/auth/login', {
    headers: { origin: stage.copy.url },
    data: { username, password: demoPassword },
  })
  expect(reply.status()).toBe(200)
  return page
}
const dataOf = async (page: Page, path: string) =>
  ((await (await page.request.get(`/api${path}`)).json()) as { data: any }).data
const shots = process.env['JOURNEY_SHOTS']
const look = async (page: Page, name: string) => {
  await fits(page)
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}-${page.viewportSize()!.width}.png`, fullPage: true })
}
/** On a phone, then on a desktop. */
const lookAtBoth = async (page: Page, name: string) => {
  for (const viewport of [phone, desk]) {
    await page.setViewportSize(viewport)
    await look(page, name)
  }
}
/** The number before the words, in what a dialog says. */
const numberIn = (text: string, pattern: RegExp): number =>
  Number((pattern.exec(text)?.[1] ?? 'NaN').replaceAll(',', ''))
/** The newest email to an account, which a proxied page would not be shown. */
const mailsTo = async (username: string): Promise<string[]> => {
  const { data } = (await (await fetch(`${stage.copy.url}/api/mails/outbox?pageSize=100`)).json()) as {
    data: { to: string; text: string }[]
  }
  return data.filter(({ to }) => to.startsWith(username)).map(({ text }) => text)
}

describe('a creator who blocks a fan', () => {
  oneStory()
  let fan: Page
  let order: string
  let before: number
  let returned: number

  it('reads how many days and orders go back before it is done', async () => {
    fan = await signedIn('jamierowe', phone)
    const [tiles] = (await dataOf(fan, '/performer-assets/products/search?q=tiles')) as { _id: string }[]
    const bought = await fan.request.post(`/api/wallet/charges/product/${tiles!._id}`, {
      headers: { 'idempotency-key': crypto.randomUUID(), origin: stage.copy.url },
      data: { expectedPrice: 225 },
    })
    order = ((await bought.json()) as { data: { _id: string } }).data._id
    before = await balance(fan)

    await studio.goto('/creator/blocking')
    await studio.getByLabel(t('creator.block.find')).fill('jamierowe')
    await press(studio, studio.getByRole('button', { name: t('creator.block.blockName', { name: 'Jamie Rowe' }) }))
    const dialog = studio.getByRole('dialog')
    await dialog.getByText('Their subscription to you ends now.').waitFor()
    const text = await dialog.innerText()
    returned = numberIn(text, /refund them ([\d.,]+) tokens/)
    expect(returned).toBeGreaterThan(0)
    expect(text).toContain(t('profile.blockOrders', { orders: 1, tokens: `${t.tokens(225)} ($22.50)` }))
    expect(text).toContain(t('profile.blockPurchases', { purchases: 1 }))
    await lookAtBoth(studio, 'block-fan')
    await press(studio, dialog.getByRole('button', { name: t('creator.block.block'), exact: true }))
    await dialog.waitFor({ state: 'detached' })
    await studio.getByRole('button', { name: t('creator.block.unblockName', { name: 'Jamie Rowe' }) }).waitFor()
  })

  it('gives back what the dialog said', async () => {
    // The unused days are a little fewer with each second.
    const came = (await balance(fan)) - before
    expect(came).toBeCloseTo(returned + 225, 0)
    returned = Math.round((came - 225) * 100) / 100
  })

  it('is gone for the fan, who reads what came back', async () => {
    expect((await fan.goto(`/${creator}`))?.status()).toBe(404)
    await fan.goto(`/user/orders/${order}`)
    await fan.getByText(t('shop.order.event.cancelled')).first().waitFor()
    await lookAtBoth(fan, 'block-fan-order')
    await fan.goto('/user/subscriptions?view=ended')
    await fan.getByRole('main').getByText(creatorName).first().waitFor()
    expect(await fan.getByRole('main').locator(`a[href^="/${creator}"]`).count()).toBe(0)
    await lookAtBoth(fan, 'block-fan-subscriptions')
    await fan.goto('/user/transactions')
    await lookAtBoth(fan, 'block-fan-transactions')
    await fan.getByText(t('wallet.back', { tokens: returned })).waitFor()
    const mails = await mailsTo('jamierowe')
    expect(mails.some((text) => text.includes('You paid for days you can’t use, so we refunded'))).toBe(true)
    await fan.setViewportSize(phone)
  })

  it('leaves what was bought in the library', async () => {
    await fan.goto('/user/purchases')
    await press(fan, fan.getByRole('main').getByRole('link').filter({ hasText: creatorName }).first())
    await fan.getByText(t('post.yours')).waitFor()
    await lookAtBoth(fan, 'block-fan-bought')
    await fan.context().close()
  })
})

describe('a creator who blocks a country', () => {
  oneStory()
  let fan: Page
  let before: number
  let returned: number

  it('reads how many subscriptions end there and how much goes back before it is done', async () => {
    fan = await signedIn('tomo.i', phone, inFrance)
    expect((await fan.goto(`/${creator}`))?.status()).toBe(200)
    before = await balance(fan)
    await studio.setViewportSize(desk)
    await studio.goto('/creator/blocking')
    await studio.getByLabel(t('creator.block.search')).fill('France')
    await studio.getByRole('checkbox', { name: 'France', exact: true }).check()
    await press(studio, studio.getByRole('button', { name: t('creator.block.save') }))
    const dialog = studio.getByRole('dialog')
    await dialog.getByText('Subscriptions that end now: 1.').waitFor()
    const text = await dialog.innerText()
    expect(text).toContain('France')
    returned = numberIn(text, /about ([\d.,]+) tokens/)
    expect(returned).toBeGreaterThan(100)
    expect(text).toContain(t('creator.block.keepsPurchases', { purchases: 2 }))
    await lookAtBoth(studio, 'block-country')
    await press(studio, dialog.getByRole('button', { name: t('creator.block.blockCountries'), exact: true }))
    await dialog.waitFor({ state: 'detached' })
  })

  it('gives back what the dialog said', async () => {
    expect((await balance(fan)) - before).toBeCloseTo(returned, 0)
  })

  it('is not available to a fan there, who reads what came back', async () => {
    expect((await fan.goto(`/${creator}`))?.status()).toBe(451)
    await fan.getByText(t('ui.failed.hidden.text')).waitFor()
    await lookAtBoth(fan, 'country-page')
    await fan.setViewportSize(phone)
    const mails = await mailsTo('tomo.i')
    expect(mails.some((text) => text.includes('is no longer available in the country you were last in'))).toBe(true)
    await fan.goto('/user/subscriptions?view=ended')
    await fan.getByRole('main').getByText(creatorName).first().waitFor()
    await lookAtBoth(fan, 'country-subscriptions')
    await fan.goto('/user/transactions')
    await lookAtBoth(fan, 'country-transactions')
  })

  it('leaves what was bought there in the library, post and message', async () => {
    await fan.setViewportSize(phone)
    await fan.goto(`/${creator}`)
    await press(fan, fan.getByRole('link', { name: t('ui.failed.hidden.library') }))
    await fan.waitForURL('**/user/purchases')
    const links = fan.getByRole('main').getByRole('link').filter({ hasText: creatorName })
    await links.first().waitFor()
    const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')!))
    expect(hrefs).toHaveLength(2)
    for (const [at, href] of hrefs.entries()) {
      expect((await fan.goto(href))?.status(), href).toBe(200)
      await lookAtBoth(fan, `country-bought-${at}`)
    }
    expect(stage.faults).toEqual([])
  })
})
