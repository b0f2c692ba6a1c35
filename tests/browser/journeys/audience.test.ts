import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fits, narrowPhone, openStageOfCreator, relate, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { oneStory, photographFailures, type Stage } from './stage.ts'

// A creator looks through their audience, selects some people, adds them to a list and writes to them.

const t = texts('en-US')
let stage: Stage
let creator: Page
let phone: Page
const origin = () => ({ origin: stage.copy.url })

// JOURNEY_SHOTS is a folder for pictures of the screens.
const shots = process.env['JOURNEY_SHOTS']
const look = async (page: Page, name: string) => {
  if (!shots) return
  await page.waitForTimeout(400)
  await page.screenshot({ path: `${shots}/${name}-light.png`, fullPage: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForTimeout(200)
  await page.screenshot({ path: `${shots}/${name}-dark.png`, fullPage: true })
  await page.emulateMedia({ colorScheme: 'light' })
}

beforeAll(async () => {
  ;({ stage, creator } = await openStageOfCreator({ fans: ['Jamie Rowe', 'Hana Okoro', 'Tomo Iida'], tokens: 500 }))
  await relate(stage, 'subscription', valloy.username, 'jamierowe', 'hanaokoro')
  await relate(stage, 'follow', valloy.username, 'jamierowe', 'tomoiida')
  const jamie = await signedIn(stage, 'jamierowe', narrowPhone)
  const profile = await jamie.request.get(`/api/performers/${valloy.username}`)
  const { data } = (await profile.json()) as { data: { _id: string } }
  const tip = await jamie.request.post(`/api/wallet/charges/tip/${data._id}`, {
    headers: { ...origin(), 'idempotency-key': crypto.randomUUID() },
    data: { tokens: 120 },
  })
  expect(tip.status()).toBe(200)
  await jamie.context().close()
  phone = await signedIn(stage, valloy.username, narrowPhone)
})
afterAll(() => stage?.close())
photographFailures(() => stage)

describe('the audience of a creator', () => {
  oneStory()
  it('shows who subscribes, with plan and spending, and finds one by name', async () => {
    await creator.goto('/creator/subscribers')
    await creator.waitForURL('**/creator/audience')
    const jamie = creator.getByRole('row', { name: /Jamie Rowe/ })
    await jamie.getByText(t('audience.type.monthly'), { exact: true }).waitFor()
    await jamie.getByText('$12.00').waitFor()
    await jamie.getByRole('cell', { name: t('audience.active.day'), exact: true }).waitFor()
    await creator.getByRole('row', { name: /Hana Okoro/ }).waitFor()
    await look(creator, 'audience-1440')
    await fits(creator)
    await creator.getByRole('searchbox').fill('hana')
    await creator.keyboard.press('Enter')
    await creator.waitForURL('**/creator/audience?q=hana')
    await jamie.waitFor({ state: 'detached' })
    await creator.getByRole('link', { name: t('audience.clear') }).click()
    await jamie.waitFor()
  })

  it('is in groups', async () => {
    await creator.getByRole('link', { name: new RegExp(`^${t('audience.group.followers')}`) }).click()
    await creator.getByRole('row', { name: /Tomo Iida/ }).waitFor()
    await creator.getByRole('link', { name: new RegExp(`^${t('audience.group.spent')}`) }).click()
    await creator.getByRole('row', { name: /Tomo Iida/ }).waitFor({ state: 'detached' })
    await creator.getByRole('row', { name: /Jamie Rowe/ }).waitFor()
    await creator.getByRole('link', { name: new RegExp(`^${t('audience.group.lapsed')}`) }).click()
    await creator.getByText(t('audience.empty.other')).waitFor()
  })

  it('adds several people to a new list', async () => {
    await creator.goto('/creator/audience')
    await creator.getByLabel(t('audience.selectAll')).check()
    await look(creator, 'audience-selected-1440')
    const bar = creator.getByRole('region', { name: t('audience.selected', { count: 2, shown: '2' }) })
    await bar.getByRole('button', { name: t('audience.addToList') }).click()
    const dialog = creator.getByRole('dialog')
    await dialog.getByLabel(t('audience.newList')).fill('Kiln club')
    await dialog.getByRole('button', { name: t('audience.create') }).click()
    await dialog.getByRole('radio', { name: /Kiln club/ }).waitFor()
    await look(creator, 'audience-add-1440')
    await dialog.getByRole('button', { name: t('audience.addToList') }).click()
    await creator.getByText(t('audience.added', { count: 2, shown: '2', list: 'Kiln club' })).waitFor()
    await creator.getByRole('link', { name: /^Kiln club/ }).click()
    await creator.getByRole('row', { name: /Hana Okoro/ }).waitFor()
    await creator.getByRole('button', { name: t('audience.more', { name: 'Hana Okoro' }) }).click()
    await creator.getByRole('menuitem', { name: t('audience.removeFromList') }).click()
    await creator.getByRole('row', { name: /Hana Okoro/ }).waitFor({ state: 'detached' })
  })

  it('adds everybody whom the filters leave', async () => {
    await creator.goto('/creator/audience?type=monthly')
    const everybody = creator.getByRole('button', { name: t('audience.selectEverybody', { count: 2, shown: '2' }) })
    const bar = (count: number) =>
      creator.getByRole('region', { name: t('audience.selected', { count, shown: String(count) }) })
    await creator.getByLabel(t('audience.select', { name: 'Hana Okoro' })).check()
    await bar(1).waitFor()
    await look(creator, 'audience-one-1440')
    await everybody.click()
    await bar(2).waitFor()
    expect(await creator.getByLabel(t('audience.selectAll')).isChecked()).toBe(true)
    // Without one, the others of the page remain.
    await creator.getByLabel(t('audience.select', { name: 'Jamie Rowe' })).uncheck()
    await bar(1).waitFor()
    expect(await creator.getByLabel(t('audience.select', { name: 'Hana Okoro' })).isChecked()).toBe(true)
    await everybody.click()
    await bar(2)
      .getByRole('button', { name: t('audience.addToList') })
      .click()
    const dialog = creator.getByRole('dialog', { name: t('audience.addTitle', { count: 2, shown: '2' }) })
    await dialog.getByRole('radio', { name: /Kiln club/ }).check()
    await dialog.getByRole('button', { name: t('audience.addToList') }).click()
    // Jamie is on it already.
    await creator.getByText(t('audience.added', { count: 1, shown: '1', list: 'Kiln club' })).waitFor()
    // Other filters are other people.
    await creator.getByLabel(t('audience.select', { name: 'Hana Okoro' })).check()
    await everybody.click()
    await creator
      .getByRole('link', { name: t('audience.clear') })
      .first()
      .click()
    await bar(2).waitFor({ state: 'detached' })
  })

  it('shows one fan, with what they spent, a private note and their lists', async () => {
    await creator.goto('/creator/audience')
    await creator.getByRole('link', { name: /Jamie Rowe/ }).click()
    await creator.waitForURL('**/creator/audience/jamierowe')
    await creator
      .getByRole('row', { name: new RegExp(`^${t('studio.group.tips')}`) })
      .getByText('$12.00')
      .waitFor()
    await creator.getByRole('link', { name: 'Kiln club' }).waitFor()
    await creator.getByText(t('audience.wasActive.day')).waitFor()
    await creator.getByLabel(t('audience.note'), { exact: true }).fill('Left-handed.')
    await creator.getByRole('button', { name: t('audience.noteSave') }).click()
    await creator.getByText(/^Saved /).waitFor()
    await look(creator, 'audience-fan-1440')
    await fits(creator)
    await phone.goto('/creator/audience/jamierowe')
    await phone.getByLabel(t('audience.note'), { exact: true }).waitFor()
    expect(await phone.getByLabel(t('audience.note'), { exact: true }).inputValue()).toBe('Left-handed.')
    await look(phone, 'audience-fan-390')
    await fits(phone)
    // Who is no fan of hers is not found.
    const stranger = await creator.goto('/creator/audience/maralindt')
    expect(stranger?.status()).toBe(404)
  })

  it('gives a month', async () => {
    await creator.goto('/creator/audience?group=followers')
    await creator.getByRole('button', { name: t('audience.more', { name: 'Tomo Iida' }) }).click()
    await creator.getByRole('menuitem', { name: t('audience.gift') }).click()
    await creator.getByRole('button', { name: t('audience.giftGive'), exact: true }).click()
    await creator.getByText(t('audience.giftGiven', { name: 'Tomo Iida' })).waitFor()
    const tomo = creator.getByRole('row', { name: /Tomo Iida/ })
    await tomo.getByText(t('audience.type.gift'), { exact: true }).waitFor()
    await tomo.getByText(/^Ends /).waitFor()
  })

  it('blocks one', async () => {
    await creator.goto('/creator/audience?group=followers')
    await creator.getByRole('button', { name: t('audience.more', { name: 'Tomo Iida' }) }).click()
    await creator.getByRole('menuitem', { name: t('audience.block', { name: 'Tomo Iida' }) }).click()
    const dialog = creator.getByRole('alertdialog').or(creator.getByRole('dialog'))
    await dialog.getByRole('button', { name: t('profile.block'), exact: true }).click()
    await creator.getByRole('row', { name: /Tomo Iida/ }).waitFor({ state: 'detached' })
  })

  it('writes to those who were selected, from a phone', async () => {
    await phone.goto('/creator/audience')
    await phone.getByRole('row', { name: /Jamie Rowe/ }).waitFor()
    await fits(phone)
    await phone.getByLabel(t('audience.select', { name: 'Jamie Rowe' })).check()
    await look(phone, 'audience-390')
    await fits(phone)
    await phone.getByRole('button', { name: t('audience.message', { count: 1, shown: '1' }) }).click()
    const sheet = phone.getByRole('dialog')
    await sheet.getByLabel(t('audience.text')).fill('The second shelf.')
    await look(phone, 'audience-message-390')
    await sheet.getByRole('button', { name: t('audience.sendTo', { count: 1, shown: '1' }) }).click()
    await sheet.waitFor({ state: 'detached' })
    // With more to it, in the composer.
    await phone.getByLabel(t('audience.select', { name: 'Jamie Rowe' })).check()
    await phone.getByRole('button', { name: t('audience.message', { count: 1, shown: '1' }) }).click()
    await sheet.getByLabel(t('audience.text')).fill('Before everyone else.')
    await sheet.getByRole('link', { name: t('audience.toComposer') }).click()
    await phone.waitForURL('**/creator/messages/broadcast')
    await phone.getByRole('button', { name: t('broadcast.people', { count: 1, shown: '1' }), pressed: true }).waitFor()
    await phone.getByText(t('broadcast.receivers', { count: 1, shown: '1' })).waitFor()
    expect(await phone.getByLabel(t('broadcast.text')).inputValue()).toBe('Before everyone else.')
    await fits(phone)
    await phone.getByRole('button', { name: t('broadcast.send'), exact: true }).click()
    await sheet.getByText(t('broadcast.sure', { count: 1, shown: '1' })).waitFor()
    await sheet.getByRole('button', { name: t('broadcast.send'), exact: true }).click()
    await expect.poll(() => phone.getByText('1 / 1').count()).toBe(2)
    const hana = await signedIn(stage, 'hanaokoro', narrowPhone)
    const talks = await hana.request.get('/api/conversations')
    expect(((await talks.json()) as { data: unknown[] }).data).toEqual([])
    await hana.context().close()
  })

  it('writes to everybody whom the filters leave', async () => {
    const everybody = t('audience.selectEverybody', { count: 2, shown: '2' })
    const writeToAll = async (page: Page) => {
      await page.getByRole('button', { name: t('audience.message', { count: 2, shown: '2' }) }).click()
      await page
        .getByRole('dialog')
        .getByText(t('audience.reached', { count: 2, shown: '2' }))
        .waitFor()
    }
    await phone.goto('/creator/audience?type=monthly')
    await phone.getByLabel(t('audience.select', { name: 'Hana Okoro' })).check()
    await phone.getByRole('button', { name: t('audience.moreForSelected') }).click()
    await look(phone, 'audience-menu-390')
    await phone.getByRole('menuitem', { name: everybody }).click()
    await writeToAll(phone)
    const sheet = phone.getByRole('dialog')
    await sheet.getByLabel(t('audience.text')).fill('The third shelf.')
    await look(phone, 'audience-everybody-390')
    await fits(phone)
    await sheet.getByRole('button', { name: t('audience.sendTo', { count: 2, shown: '2' }) }).click()
    await sheet.waitFor({ state: 'detached' })
    const hana = await signedIn(stage, 'hanaokoro', narrowPhone)
    const talks = async () => (await hana.request.get('/api/conversations')).text()
    await expect.poll(talks, { timeout: 60_000 }).toContain('The third shelf.')
    // What hides when she is online hides when she was last there.
    const hidden = await hana.request.put('/api/users', { headers: origin(), data: { showPresence: false } })
    expect(hidden.status()).toBe(200)
    await hana.context().close()
    await creator.goto('/creator/audience?type=monthly')
    const row = creator.getByRole('row', { name: /Hana Okoro/ })
    await row.waitFor()
    expect(await row.getByText(/^Within/).count()).toBe(0)
    // In the composer, the same people are chosen.
    await creator.getByLabel(t('audience.select', { name: 'Hana Okoro' })).check()
    await creator.getByRole('button', { name: everybody }).click()
    await writeToAll(creator)
    await look(creator, 'audience-everybody-1440')
    await creator
      .getByRole('dialog')
      .getByRole('link', { name: t('audience.toComposer') })
      .click()
    await creator.waitForURL('**/creator/messages/broadcast')
    await creator
      .getByRole('button', { name: t('broadcast.people', { count: 2, shown: '2' }), pressed: true })
      .waitFor()
    await creator.getByText(t('broadcast.receivers', { count: 2, shown: '2' })).waitFor()
  })

  it('leads from comments and conversations to the page of a fan, for their creator alone', async () => {
    const made = await creator.request.post('/api/performer/feeds', {
      headers: origin(),
      data: { type: 'text', text: 'Out of the kiln today.', gate: { type: 'public' } },
    })
    const itemId = ((await made.json()) as { data: { _id: string } }).data._id
    const jamie = await signedIn(stage, 'jamierowe', narrowPhone)
    const written = await jamie.request.post('/api/comments', {
      headers: origin(),
      data: { itemId, text: 'Which glaze is it?' },
    })
    expect(written.status()).toBe(200)
    await jamie.goto(`/post/${itemId}`)
    await jamie.getByText('Which glaze is it?').waitFor()
    expect(await jamie.getByRole('link', { name: 'Jamie Rowe' }).count()).toBe(0)
    await jamie.context().close()
    await creator.goto(`/post/${itemId}`)
    await creator.getByRole('link', { name: 'Jamie Rowe' }).click()
    await creator.waitForURL('**/creator/audience/jamierowe')
    await creator.getByRole('button', { name: t('audience.open'), exact: true }).click()
    await creator.waitForURL('**/messages/*')
    await creator.getByRole('button', { name: t('messages.menu', { name: 'Jamie Rowe' }) }).click()
    await look(creator, 'audience-conversation-1440')
    await creator.getByRole('menuitem', { name: t('post.viewInAudience') }).click()
    await creator.waitForURL('**/creator/audience/jamierowe')
    await phone.goto(`/post/${itemId}`)
    await look(phone, 'audience-comment-390')
    await phone.getByRole('link', { name: 'Jamie Rowe' }).click()
    await phone.waitForURL('**/creator/audience/jamierowe')
    expect(stage.faults).toEqual([])
  })
})
