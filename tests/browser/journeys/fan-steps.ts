import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Texts } from './locale-text.ts'

// What a fan does, whatever the screen's size and language.

/** A finger where there is one, else a mouse; once the page answers, as far as it has scripts that are to wake. */
export const press = async (page: Page, target: Locator): Promise<void> => {
  await target
    .evaluate(async (element) => {
      const unhydrated = () => !Object.keys(element).some((name) => name.startsWith('__reactProps'))
      const waits = document.documentElement.dataset['page'] && !document.querySelector('script[type="text/later"]')
      for (let tries = 0; waits && unhydrated() && tries < 50; tries++)
        await new Promise((done) => setTimeout(done, 100))
    })
    .catch(() => undefined)
  const touch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches || navigator.maxTouchPoints > 0)
  await (touch ? target.tap() : target.click())
}

export async function signUp(page: Page, t: Texts, fan: { name: string; username: string; password: string }) {
  await page.getByLabel(t('auth.name'), { exact: true }).fill(fan.name)
  await page.getByLabel(t('auth.username'), { exact: true }).fill(fan.username)
  await page.getByLabel(t('auth.email'), { exact: true }).fill(`${fan.username}@example.com`)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(fan.password)
  await page.getByRole('checkbox').first().check()
  await press(page, page.getByRole('button', { name: t('auth.register.submit') }))
}

/** Types a card into the payment provider's own form. */
export async function typeCard(page: Page, number: string): Promise<void> {
  // Its fields are waited for; on a busy machine the page may take long to say that it has loaded.
  await page.waitForURL('**/test-gateway/card-form**', { waitUntil: 'commit' })
  await page.locator('input[name=number]').fill(number)
  await page.locator('input[name=expiry]').fill('12/34')
  await page.locator('input[name=cvc]').fill('123')
  await press(page, page.locator('button[type=submit], button').first())
}

export async function addCard(page: Page, t: Texts, number: string): Promise<void> {
  await page.goto('/user/cards')
  await press(page, page.getByRole('button', { name: t('wallet.card.new') }).first())
  await typeCard(page, number)
  await page.waitForURL('**/user/cards**')
  await page.getByText(number.slice(-4)).first().waitFor()
}

/** Opens "Check and pay" for an amount with one of the cards and presses Pay. */
export async function topUp(page: Page, t: Texts, amount: string, last4: string): Promise<Locator> {
  await page.goto('/user/wallet')
  await page.getByLabel(t('wallet.customLabel'), { exact: true }).fill(amount)
  await press(page, page.getByRole('button', { name: t('wallet.continue') }))
  const sheet = page.getByRole('dialog')
  await sheet.getByText(/\d{4}/).first().waitFor()
  if (!(await sheet.getByText(last4).isVisible())) {
    await press(page, sheet.getByRole('button', { name: t('wallet.card.change') }))
    await press(page, sheet.getByText(last4))
  }
  await press(page, sheet.getByRole('button', { name: t('wallet.pay', { amount: `$${amount}` }) }))
  return sheet
}

/** Says yes on the bank's page, and is back when the wallet has taken the payment out of its address. */
export async function confirmAtBank(page: Page): Promise<void> {
  await page.waitForURL('**/test-gateway/confirm/**')
  await press(page, page.locator('button[value=yes]'))
  await page.waitForURL(({ pathname, search }) => pathname === '/user/wallet' && !/payment(Id)?=/.test(search))
}

/** Adds 20 dollars of tokens with a new card. */
export async function addTokens(page: Page, t: Texts, price: string): Promise<void> {
  await page.getByLabel(t('wallet.customLabel'), { exact: true }).fill('20')
  await press(page, page.getByRole('button', { name: t('wallet.continue') }))
  const sheet = page.getByRole('dialog')
  await press(page, sheet.getByRole('button', { name: t('wallet.payNew', { amount: price }) }))
  await typeCard(page, '4242424242424242')
  await page.waitForURL('**/user/wallet**')
  await press(page, sheet.getByRole('button', { name: t('wallet.pay', { amount: price }) }))
  await expect.poll(() => balance(page)).toBe(200)
}

export const balance = async (page: Page): Promise<number> =>
  ((await (await page.request.get('/api/users/me')).json()) as { data: { balance: number } }).data.balance
