import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStage, phone, photographFailures, type Stage } from './stage.ts'

// What a form misses is said by the page in its own language, whichever the browser has, and goes away once it is mended.

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, 300_000)
afterAll(() => stage?.close())
photographFailures(() => stage)

it.for([
  ['ja-JP', '入力してください。', 'name@example.com のようなメールアドレスを入力してください。'],
  ['ar', 'املأ هذه الخانة.', 'اكتب عنوان بريد إلكتروني، مثل name@example.com.'],
] as const)('a form says in %s what is missing', async ([locale, missing, noAddress]) => {
  const page = await stage.visitor(phone)
  await page.context().addCookies([{ name: 'locale', value: locale, url: stage.copy.url }])
  await page.goto('/contact')
  const form = page.locator('form:has([name="message"])')
  const field = (name: string) => form.locator(`[name="${name}"]`)
  const textOf = async (name: string) => {
    const by = (await field(name).getAttribute('aria-describedby')) ?? ''
    return page.locator(`[id="${by.split(' ')[0]}"]`).textContent()
  }
  await field('email').fill('username')
  // What is pressed before the scripts run has its own test.
  await page.locator('html[data-hydrated]').waitFor()
  await form.locator('button[type="submit"]').last().click()
  await form.locator('[name="name"][aria-invalid]').waitFor()
  expect(await textOf('name')).toBe(missing)
  expect(await textOf('email')).toBe(noAddress)
  expect(await textOf('message')).toBe(missing)
  await expect.poll(() => field('name').evaluate((entry) => entry === document.activeElement)).toBe(true)

  await field('name').fill('Hana')
  await expect.poll(() => field('name').getAttribute('aria-invalid')).toBeNull()
  expect(await field('email').getAttribute('aria-invalid')).toBe('true')
  await page.context().close()
})
