import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formats } from '../../../apps/web/app/i18n/formats.ts'
import { makePhoto } from '../material.ts'
import { addStaff, inTokyo, narrowPhone, password, signedIn } from './creator-steps.ts'
import { addTokens, signUp } from './fan-steps.ts'
import { desk, oneStory, openStage, photographFailures, type Stage } from './stage.ts'
import { texts } from './locale-text.ts'

// The creator's half of the main job in other languages, one of them read from the right: sign-up with documents, the review, the
// profile, plans, photos, and what a fan then gave.

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
  await addStaff(stage, 'Mara Lindt')
})
afterAll(() => stage?.close())
photographFailures(() => stage)

// spec: languages.four, direction
describe.each([
  {
    locale: 'ar',
    dir: 'rtl',
    name: 'إيناس حداد',
    legalName: 'إيناس محمد حداد',
    username: 'inashaddad',
    title: 'ضوء الصباح',
    fan: 'nourfan',
  },
  {
    locale: 'ko-KR',
    dir: 'ltr',
    name: '김하늘',
    legalName: '김하늘',
    username: 'kimhaneul',
    title: '아침 빛',
    fan: 'jiwoofan',
  },
])('a creator who reads $locale', ({ locale, dir, name, legalName, username, title, fan }) => {
  oneStory()
  const t = texts(locale)
  const { money } = formats(locale)
  let creator: Page

  const isInsideItsWindow = async (page: Page) => {
    const { scroll, client, said } = await page.evaluate(() => {
      const { scrollWidth, clientWidth, dir } = document.documentElement
      return { scroll: scrollWidth, client: clientWidth, said: dir }
    })
    expect([page.url(), scroll]).toEqual([page.url(), client])
    expect(said).toBe(dir)
  }
  const open = async (path: string) => {
    await creator.goto(path)
    await isInsideItsWindow(creator)
  }
  const button = (key: string) => creator.getByRole('button', { name: t(key), exact: true })
  const list = (key: string) => creator.getByRole('combobox', { name: t(key), exact: true })
  const field = (key: string) => creator.getByLabel(t(key), { exact: true })

  it('signs up with identity documents, and is approved by staff who use the same language', async () => {
    creator = await stage.visitor(narrowPhone, { ...inTokyo, locale })
    await open('/auth/register/creator')
    await field('auth.creator.name').fill(name)
    await field('auth.username').fill(username)
    await field('auth.email').fill(`${username}@example.com`)
    await field('auth.password').fill(password)
    await button('auth.creator.next').click()
    await field('auth.creator.legalName').fill(legalName)
    await field('auth.creator.dateOfBirth').fill('1990-04-02')
    await field('auth.creator.country').selectOption('PT')
    await field('auth.creator.gender').selectOption('female')
    await isInsideItsWindow(creator)
    await button('auth.creator.next').click()
    const identityDocument = await makePhoto(stage.folder, 'identity-document', 20)
    for (const kind of ['idFront', 'idBack', 'selfieWithId'])
      await creator.locator(`input[name=${kind}]`).setInputFiles(identityDocument)
    await creator.getByRole('checkbox').last().check()
    await isInsideItsWindow(creator)
    await button('auth.creator.submit').click()
    await creator.getByRole('heading', { name: t('auth.creator.sentTitle') }).waitFor()

    const staff = await signedIn(stage, 'maralindt', desk, { locale })
    await staff.goto('/admin/creators')
    await isInsideItsWindow(staff)
    await staff.getByRole('link', { name }).click()
    const panel = staff.getByRole('dialog')
    await panel.getByLabel(t('review.why')).fill(t('review.accessReason.first'))
    await panel.getByRole('button', { name: t('review.show', { count: 3 }) }).click()
    await expect.poll(() => panel.getByRole('img').count()).toBe(3)
    await isInsideItsWindow(staff)
    await panel.getByRole('button', { name: t('review.approve'), exact: true }).click()
    await panel.getByRole('checkbox', { name: t('review.noExpiry') }).check()
    await isInsideItsWindow(staff)
    await panel.getByRole('button', { name: t('review.approve'), exact: true }).click()
    await staff.getByText(t('review.approved')).waitFor()
    await staff.context().close()
  })

  it('says who she is and what a month costs, publishes photos, and finds what a fan gave', async () => {
    creator = await signedIn(stage, username, narrowPhone, { locale })
    await open('/creator/account')
    await creator.locator('textarea[name=bio]').fill(legalName)
    await list('traits.eyeColor').selectOption('green')
    await list('traits.height').selectOption({ index: 3 })
    await button('studio.account.save').click()
    await creator.getByText(t('ui.saved')).first().waitFor()

    await open('/creator/pricing')
    await field('studio.pricing.name').fill(name)
    await button('studio.pricing.monthly').click()
    await creator.getByLabel(t('studio.pricing.priceOf', { plan: t('studio.pricing.monthly') })).fill('7.95')
    await isInsideItsWindow(creator)
    await button('studio.pricing.save').click()
    await creator.getByText(t('ui.saved')).first().waitFor()

    await open('/creator/posts/new')
    await creator.locator('[name=title]').fill(title)
    await creator
      .locator('input[type=file][multiple]')
      .setInputFiles(await Promise.all([40, 120].map((hue) => makePhoto(stage.folder, `open-${hue}`, hue))))
    await expect
      .poll(() => creator.getByText(t('studio.editor.ready'), { exact: true }).count(), { timeout: 60_000 })
      .toBe(2)
    await isInsideItsWindow(creator)
    await button('studio.editor.publish').click()
    await creator.waitForURL('**/creator/posts')
    await creator.getByText(title).first().waitFor()
    await isInsideItsWindow(creator)

    const page = await stage.visitor(narrowPhone, { locale })
    await page.goto('/auth/register')
    await signUp(page, t, { name: 'Noor', username: fan, password })
    await page.waitForURL('**/home')
    await page.goto('/user/wallet')
    await addTokens(page, t, money(20))
    const found = await page.request.get(`/api/performers/${username}`)
    const { data } = (await found.json()) as { data: { _id: string } }
    const tip = await page.request.post(`/api/wallet/charges/tip/${data._id}`, {
      headers: { origin: stage.copy.url, 'idempotency-key': randomUUID() },
      data: { tokens: 100 },
    })
    expect(tip.status()).toBe(200)
    await page.context().close()

    await open('/creator/earnings')
    await creator.getByText(t('studio.kind.tip')).first().waitFor()
    expect(await creator.getByText(t.tokens(80)).count()).toBeGreaterThan(0)
    await open('/creator')
    await creator.context().close()
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})
