import { mkdirSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hydrated } from '../new-page.ts'
import { addFans, fits, narrowPhone, openStageOfCreator, signedIn, valloy } from './creator-steps.ts'
import { balance, press, typeCard } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, phone, photographFailures, type Stage } from './stage.ts'

// Codes that lower a payment: a creator makes one and shares its link; a fan on a phone subscribes with it, another on a desktop buys tokens with
// a code of the site, for less and for nothing.

let stage: Stage
let creator: Page
let fan: Page
let buyer: Page
let link: string
const t = texts('en-US')
const ar = texts('ar')
const arabic = { locale: 'ar', theme: 'dark' } as const
const code = 'WINTERKILN'

beforeAll(async () => {
  ;({ stage, creator } = await openStageOfCreator({ fans: ['Jamie Rowe', 'Mia Brandt'] }))
  const plans = [{ name: 'Front Row', type: 'monthly', price: 20.27, perks: [], active: true }]
  const saved = await creator.request.put('/api/performer/plans', {
    headers: { origin: stage.copy.url },
    data: { plans },
  })
  expect(saved.status()).toBe(200)
  await addSiteCodes()
  fan = await signedIn(stage, 'jamierowe', phone)
  buyer = await signedIn(stage, 'miabrandt')
})
afterAll(() => stage?.close())
photographFailures(() => stage)

async function sql(statement: string) {
  const db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  const { rowCount } = await db.query(statement)
  await db.end()
  return rowCount
}

/** Codes for tokens that the site bears, one of them with all its uses taken. */
const addSiteCodes = () =>
  sql(
    `INSERT INTO coupons (code, percent, applies_to, new_subscribers_only, max_uses, used, per_user, starts_at, made_by)
      SELECT given.code, given.percent, 'tokens', false, given.most, given.used, 1, now() - interval '1 day', a.id
      FROM accounts a, (VALUES ('TOKENS10', 10, NULL, 0), ('GIFT100', 100, NULL, 0), ('LAST', 50, 1, 0), ('GONE', 50, 2, 2)) AS given(code, percent, most, used)
      WHERE a.username = 'maralindt'`,
  )

const shots = process.env['JOURNEY_SHOTS']
const look = async (page: Page, name: string) => {
  await fits(page)
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}-${page.viewportSize()?.width}.png`, fullPage: true })
}
/** Also as wide as a phone is. */
const lookAtBoth = async (page: Page, name: string) => {
  await look(page, name)
  await page.setViewportSize(phone)
  await look(page, name)
  await page.setViewportSize(desk)
}

const sheetOf = (page: Page) => page.getByRole('dialog')
const field = (page: Page, words = t) => sheetOf(page).getByLabel(words('wallet.coupon.label'), { exact: true })
const isFocused = (page: Page, words = t) =>
  field(page, words).evaluate((element) => element === document.activeElement)

async function enter(page: Page, typed: string, words = t) {
  await field(page, words).fill(typed)
  await press(page, sheetOf(page).getByRole('button', { name: words('wallet.coupon.apply'), exact: true }))
}
const openTopUp = async (page: Page, amount: string, words = t) => {
  await page.goto('/user/wallet')
  await page.getByLabel(words('wallet.customLabel'), { exact: true }).fill(amount)
  await press(page, page.getByRole('button', { name: words('wallet.continue') }))
}

describe('a code for subscriptions', () => {
  oneStory()

  it('is made by its creator, who copies its link', async () => {
    await creator.goto('/creator/coupons')
    await hydrated(creator)
    await creator.getByText(t('studio.coupons.none')).waitFor()
    await lookAtBoth(creator, 'coupons-empty')
    await creator
      .getByRole('link', { name: t('studio.coupons.new') })
      .first()
      .click()
    await creator.waitForURL('**/creator/coupons/new')
    await hydrated(creator)
    await creator.getByRole('button', { name: t('studio.coupons.create') }).click()
    await creator.getByLabel(t('studio.coupons.code'), { exact: true }).and(creator.locator('[aria-invalid]')).waitFor()
    await creator.getByLabel(t('studio.coupons.code'), { exact: true }).fill('gone')
    await creator.getByText(t('studio.coupons.taken')).waitFor()
    await creator.getByLabel(t('studio.coupons.discount'), { exact: true }).fill('20')
    await creator.getByRole('button', { name: t('studio.coupons.create') }).click()
    await creator.getByText(t('errors.COUPON_CODE_TAKEN')).waitFor()
    await creator.getByLabel(t('studio.coupons.code'), { exact: true }).fill(code.toLowerCase())
    await creator.getByText(t('studio.coupons.free')).waitFor()
    await creator.getByLabel(t('studio.coupons.maxUses'), { exact: true }).fill('200')
    await creator.getByLabel(t('studio.coupons.endsAt'), { exact: true }).fill('2090-11-30T23:59')
    await creator.getByText('$4.05 off Front Row, $20.27').waitFor()
    await creator.getByText('Subscribe for $16.22').waitFor()
    await lookAtBoth(creator, 'coupons-new')
    await creator.getByRole('button', { name: t('studio.coupons.preview.checkout') }).click()
    await creator.getByText('Coupon WINTERKILN, 20% off').waitFor()
    await creator.getByRole('radio', { name: new RegExp(`^${t('studio.coupons.for.everything')}`) }).check()
    await look(creator, 'coupons-new-everything')
    await creator.getByRole('radio', { name: new RegExp(`^${t('studio.coupons.for.subscriptions')}`) }).check()
    await creator.getByRole('button', { name: t('studio.coupons.create') }).click()
    await creator.waitForURL(/\/creator\/coupons$/)
    const row = creator.getByRole('row', { name: new RegExp(code) })
    await row.getByText('0 of 200').waitFor()
    await lookAtBoth(creator, 'coupons')
    await creator.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await row.getByRole('button', { name: t('studio.coupons.copy', { code }) }).click()
    await creator.getByText(t('ui.toast.copied')).waitFor()
    link = await creator.evaluate(() => navigator.clipboard.readText())
    expect(link).toBe(`${stage.copy.url}/${valloy.username}?coupon=${code}`)
  })

  it('is applied when a fan who opened the link subscribes on a phone, also after the form of a new card', async () => {
    await fan.goto(link)
    // Before anything is pressed: what the code gives.
    const note = fan.getByRole('status').filter({ hasText: code }).filter({ visible: true })
    await note.getByText('Coupon WINTERKILN, 20% off').waitFor()
    await note.getByText(t('wallet.coupon.firstPeriod', { total: '$16.22', price: '$20.27' })).waitFor()
    await note.getByText(/^Until .*2090/).waitFor()
    await look(fan, 'coupons-link-plan')
    await press(fan, fan.getByRole('button', { name: 'Subscribe for $20.27' }).first())
    const sheet = sheetOf(fan)
    await sheet.getByText(/WINTERKILN is held for you, 1[45]:\d\d left/).waitFor()
    await press(fan, sheet.getByRole('button', { name: t('wallet.card.new') }))
    await typeCard(fan, '4242424242424242')
    await fan.waitForURL(`**/${valloy.username}?**`)
    await sheet.getByText('Coupon WINTERKILN, 20% off').waitFor()
    await sheet.getByText('−$4.05').waitFor()
    await sheet.getByText(/^Next payment, /).waitFor()
    await look(fan, 'coupons-subscribe')
  })

  it('is removed, refused while it is misspelt, and applied again', async () => {
    const sheet = sheetOf(fan)
    await press(fan, sheet.getByRole('button', { name: `Remove ${code}` }))
    await sheet.getByRole('button', { name: 'Subscribe for $20.27' }).waitFor()
    await press(fan, sheet.getByRole('button', { name: t('wallet.coupon.have') }))
    await enter(fan, 'gone')
    await sheet.getByText(t('wallet.coupon.forTokens')).waitFor()
    await enter(fan, 'WINTERKLIN')
    await sheet.getByText(t('errors.COUPON_NOT_FOUND')).waitFor()
    expect(await field(fan).inputValue()).toBe('WINTERKLIN')
    await expect.poll(() => isFocused(fan)).toBe(true)
    await look(fan, 'coupons-refused')
    await enter(fan, code.toLowerCase())
    await sheet.getByRole('button', { name: 'Subscribe for $16.22' }).waitFor()
  })

  it('lowers what the card pays, and not the next payment', async () => {
    const paying = fan.waitForResponse('**/payment/subscribe/performers')
    await press(fan, sheetOf(fan).getByRole('button', { name: 'Subscribe for $16.22' }))
    const answer = (await (await paying).json()) as { data: object }
    expect(answer.data).toMatchObject({
      payment: { amount: 16.22, discount: 4.05, couponCode: code },
      subscription: { price: 20.27 },
    })
    await fan.getByText(t('profile.plan.yours'), { exact: true }).filter({ visible: true }).first().waitFor()
  })
})

describe('the list of codes', () => {
  oneStory()

  it('shows what a code brought, and changes its uses and its end', async () => {
    await creator.goto('/creator/coupons')
    await hydrated(creator)
    const row = creator.getByRole('row', { name: new RegExp(code) })
    await row.getByText('1 of 200').waitFor()
    await row.getByText('$16.22').waitFor()
    await row.getByRole('button', { name: t('studio.coupons.more', { code }) }).click()
    await creator.getByRole('menuitem', { name: t('studio.coupons.edit') }).click()
    await sheetOf(creator).getByLabel(t('studio.coupons.maxUses'), { exact: true }).fill('5')
    await look(creator, 'coupons-edit')
    await sheetOf(creator)
      .getByRole('button', { name: t('studio.coupons.save') })
      .click()
    await row.getByText('1 of 5').waitFor()
  })

  it('ends a code, and is found by the filter and the search', async () => {
    const row = creator.getByRole('row', { name: new RegExp(code) })
    await row.getByRole('button', { name: t('studio.coupons.more', { code }) }).click()
    await creator.getByRole('menuitem', { name: t('studio.coupons.end') }).click()
    await sheetOf(creator)
      .getByRole('button', { name: t('studio.coupons.end') })
      .click()
    await row.getByText(t('studio.coupons.state.ended'), { exact: true }).waitFor()
    await creator.getByRole('link', { name: /^Active/ }).click()
    await creator.getByText(t('studio.coupons.noMatch')).waitFor()
    await creator.goto('/creator/coupons?state=ended&q=kiln')
    await hydrated(creator)
    await row.waitFor()
    await look(creator, 'coupons-ended')
    await sql(`UPDATE accounts SET locale = 'ar' WHERE username = '${valloy.username}'`)
    const page = await signedIn(stage, valloy.username, narrowPhone, arabic)
    await page.goto('/creator/coupons')
    await look(page, 'coupons-arabic')
    await page.goto('/creator/coupons/new')
    await look(page, 'coupons-new-arabic')
    await page.context().close()
  })
})

describe('a code for tokens', () => {
  oneStory()

  it('that is used up is refused with the price', async () => {
    await openTopUp(buyer, '20')
    await press(buyer, sheetOf(buyer).getByRole('button', { name: t('wallet.coupon.have') }))
    await expect.poll(() => isFocused(buyer)).toBe(true)
    await enter(buyer, 'GONE')
    await sheetOf(buyer).getByText('All 2 uses are taken. The price is $20.00.').waitFor()
    expect(await field(buyer).inputValue()).toBe('GONE')
    await look(buyer, 'coupons-used-up')
    await enter(buyer, code)
    await sheetOf(buyer).getByText(t('wallet.coupon.forSubscriptions')).waitFor()
  })

  it('lowers the price of tokens, also after the form of a new card', async () => {
    const sheet = sheetOf(buyer)
    await enter(buyer, 'TOKENS10')
    await press(buyer, sheet.getByRole('button', { name: t('wallet.payNew', { amount: '$18.00' }) }))
    await typeCard(buyer, '4242424242424242')
    await buyer.waitForURL('**/user/wallet**')
    await sheet.getByText(/TOKENS10 is held for you/).waitFor()
    await look(buyer, 'coupons-tokens')
    await press(buyer, sheet.getByRole('button', { name: 'Remove TOKENS10' }))
    await press(buyer, sheet.getByRole('button', { name: t('wallet.coupon.have') }))

    // Someone else takes the last use while the sheet is open: nothing is paid, and the full price is back.
    await enter(buyer, 'LAST')
    const half = sheet.getByRole('button', { name: t('wallet.pay', { amount: '$10.00' }) })
    await half.waitFor()
    await sql(`DELETE FROM coupon_uses WHERE coupon_id = (SELECT id FROM coupons WHERE code = 'LAST')`)
    await sql(`UPDATE coupons SET used = 1 WHERE code = 'LAST'`)
    await press(buyer, half)
    await sheet.getByText('The only use of this code is taken. The price is $20.00.').waitFor()
    await sheet.getByRole('button', { name: t('wallet.pay', { amount: '$20.00' }) }).waitFor()
    expect(await field(buyer).inputValue()).toBe('LAST')
    await look(buyer, 'coupons-lost')

    await enter(buyer, 'TOKENS10')
    await press(buyer, sheet.getByRole('button', { name: t('wallet.pay', { amount: '$18.00' }) }))
    await expect.poll(() => balance(buyer)).toBe(200)
  })

  it('says what it takes off each package when its link is opened, or why it takes off nothing', async () => {
    await addFans(stage, 0, 'Una Berg')
    const page = await signedIn(stage, 'unaberg', phone)
    await page.goto('/user/wallet?coupon=tokens10')
    const note = page.getByRole('status').filter({ hasText: 'TOKENS10' })
    await note.getByText('Coupon TOKENS10, 10% off').waitFor()
    const fifty = page.getByRole('button', { name: t('wallet.coupon.instead', { price: '$50.00' }) })
    await fifty.getByText('$45.00').waitFor()
    await look(page, 'coupons-link-wallet')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize(desk)
    await look(page, 'coupons-link-wallet-dark')
    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme: 'light' })
    // Nobody holds a use of it by looking.
    const uses = `SELECT FROM coupon_uses u JOIN coupons c ON c.id = u.coupon_id JOIN accounts a ON a.id = u.account_id
      WHERE c.code = 'TOKENS10' AND a.username = 'unaberg'`
    expect(await sql(uses)).toBe(0)
    await press(page, fifty)
    await sheetOf(page)
      .getByText(/TOKENS10 is held for you/)
      .waitFor()
    expect(await sql(uses)).toBe(1)
    await press(page, sheetOf(page).getByRole('button', { name: 'Remove TOKENS10' }))
    await page.keyboard.press('Escape')
    await sheetOf(page).waitFor({ state: 'detached' })
    await fifty.waitFor({ state: 'detached' })
    expect(await note.count()).toBe(0)

    await page.goto('/user/wallet?coupon=GONE')
    const refused = page.getByRole('status').filter({ hasText: 'GONE' })
    await refused.getByText(t('errors.COUPON_USED_UP')).waitFor()
    await look(page, 'coupons-link-used-up')
    await press(page, refused.getByRole('button', { name: 'Remove GONE' }))
    await refused.waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('that takes off everything needs no card, also from right to left', async () => {
    await addFans(stage, 0, 'Noa Lind')
    const page = await signedIn(stage, 'noalind', narrowPhone, arabic)
    await openTopUp(page, '10', ar)
    const sheet = sheetOf(page)
    await press(page, sheet.getByRole('button', { name: ar('wallet.coupon.have') }))

    // A hold that is about to end: its end is said, and the code can be applied again.
    await page.route('**/apply-coupon', async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { data: { reservedUntil: string } }
      json.data.reservedUntil = new Date(Date.now() + 1_500).toISOString()
      await route.fulfill({ response, json })
    })
    await enter(page, 'GIFT100', ar)
    await field(page, ar).waitFor()
    await sheet
      .getByText(ar('wallet.coupon.over', { price: '' }).slice(0, 20))
      .first()
      .waitFor()
    await expect.poll(() => isFocused(page, ar)).toBe(true)
    await look(page, 'coupons-over')
    await page.unroute('**/apply-coupon')

    await enter(page, 'GIFT100', ar)
    const get = sheet.getByRole('button', { name: ar('wallet.coupon.tokensFree') })
    await get.waitFor()
    // Nothing is paid, and nothing speaks of paying.
    await sheet.getByText(ar('ui.confirm.review')).waitFor()
    await look(page, 'coupons-tokens-free')
    await press(page, get)
    await expect.poll(() => balance(page)).toBe(100)
  })

  it('is made, limited and ended by staff', async () => {
    const staff = await signedIn(stage, 'maralindt')
    await staff.goto('/admin/coupons')
    await hydrated(staff)
    await staff.getByRole('row', { name: /TOKENS10/ }).waitFor()
    await staff.getByRole('button', { name: t('studio.coupons.new') }).click()
    const sheet = sheetOf(staff)
    const save = sheet.getByRole('button', { name: t('studio.coupons.create') })
    const label = (name: string) => sheet.getByLabel(name, { exact: true })
    await label(t('studio.coupons.code')).fill('tokens10')
    await label(t('studio.coupons.discount')).fill('40')
    await label(t('studio.coupons.appliesTo')).selectOption('everything')
    await save.click()
    await sheet.getByText(t('errors.COUPON_CODE_TAKEN')).waitFor()
    await label(t('studio.coupons.code')).fill('spring-40')
    await look(staff, 'admin-coupons-new')
    await save.click()
    await staff.getByText(t('site.coupons.made', { code: 'SPRING-40' })).waitFor()
    const row = staff.getByRole('row', { name: /SPRING-40/ })
    await row.getByText('40% off', { exact: true }).waitFor()
    await lookAtBoth(staff, 'admin-coupons')

    const choose = async (what: 'edit' | 'end') => {
      await row.getByRole('button', { name: t('studio.coupons.more', { code: 'SPRING-40' }) }).click()
      await staff.getByRole('menuitem', { name: t(`studio.coupons.${what}`) }).click()
    }
    await choose('edit')
    await label(t('studio.coupons.maxUses')).fill('50')
    await sheet.getByRole('button', { name: t('studio.coupons.save') }).click()
    await row.getByText(t('studio.coupons.usedOf', { used: '0', most: '50' })).waitFor()
    await choose('end')
    await label(t('site.coupons.reason')).fill('The campaign is over.')
    await look(staff, 'admin-coupons-end')
    await sheet.getByRole('button', { name: t('studio.coupons.end') }).click()
    await row.getByText(t('studio.coupons.state.ended'), { exact: true }).waitFor()
    expect(await row.getByRole('button').count()).toBe(0)

    await staff.getByRole('link', { name: t('studio.coupons.state.scheduled') }).click()
    await staff.getByText(t('studio.coupons.noMatch')).waitFor()
    await lookAtBoth(staff, 'admin-coupons-no-match')
    const narrow = await signedIn(stage, 'maralindt', narrowPhone, arabic)
    await narrow.goto('/admin/coupons')
    await narrow.getByRole('row', { name: /SPRING-40/ }).waitFor()
    await look(narrow, 'admin-coupons-arabic')
    await narrow.getByRole('button', { name: ar('studio.coupons.new') }).click()
    await sheetOf(narrow).getByLabel(ar('studio.coupons.code'), { exact: true }).waitFor()
    await look(narrow, 'admin-coupons-new-arabic')

    // A creator’s own codes are found from the account page.
    const { data } = (await (await staff.request.get(`/api/performers/${valloy.username}`)).json()) as {
      data: { _id: string }
    }
    await staff.goto(`/admin/users/${data._id}`)
    await staff.getByRole('link', { name: t('people.coupons') }).click()
    await staff.getByRole('heading', { name: t('site.coupons.ofCreator') }).waitFor()
    await staff.getByRole('row', { name: new RegExp(code) }).waitFor()
    expect(await staff.getByRole('row', { name: /TOKENS10/ }).count()).toBe(0)
    expect(await staff.getByRole('button', { name: t('studio.coupons.new') }).count()).toBe(0)
  })

  it('no page threw an error', () => expect(stage.faults).toEqual([]))
})
