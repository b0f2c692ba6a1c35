import { mkdirSync } from 'node:fs'
import { joinAsPeer, type TestPeer } from '@fanlight/live-engine/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { liveVideoFlags } from '../chromium.ts'
import { addCreator, addFans, addStaff, narrowPhone, sideways, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// A creator puts tips, the goal and the chat over their picture, by an address that a program opens without a session, and revokes it.

const t = texts('en-US')
// Markup is text.
const marked = 'The <i>glaze</i>'
const note = '<b>For the kiln</b>'
let stage: Stage
let creator: Page
let fan: Page
let overlay: Page
let address: string
let program: TestPeer | undefined

beforeAll(async () => {
  stage = await openStage({ browserFlags: liveVideoFlags })
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, valloy, 'maralindt')
  await addFans(stage, 2_000, 'Jamie Rowe')
  creator = await signedIn(stage, valloy.username)
  fan = await signedIn(stage, 'jamierowe')
})
afterAll(async () => {
  program?.close()
  await stage?.close()
})
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
const photograph = async (page: Page, name: string) => {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/overlay-${name}.png`, fullPage: true })
}
const look = async (page: Page, name: string) => {
  for (const [width, viewport] of [
    ['360', narrowPhone],
    ['1440', desk],
  ] as const) {
    await page.setViewportSize(viewport)
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      expect(await barriers(page)).toEqual([])
      expect(await sideways(page)).toBe(0)
      await photograph(page, `${name}-${width}-${theme}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
const make = async () => {
  await creator.getByRole('button', { name: t('liveStudio.overlay.make'), exact: true }).click()
  const field = creator.getByLabel(t('liveStudio.overlay.address'), { exact: true })
  await field.waitFor()
  return field
}
const change = async (path: string, data: object, method: 'put' | 'post' = 'put') => {
  const reply = await creator.request[method](`/api${path}`, { headers: { origin: stage.copy.url }, data })
  expect(reply.status()).toBe(200)
  return (await reply.json()).data
}
const tipAgain = async () => {
  await fan.getByRole('button', { name: t('live.tipTokens', { tokens: t.tokens(500) }) }).click()
  await fan
    .getByRole('dialog')
    .getByRole('button', { name: t('post.tip.action', { tokens: t.tokens(500) }) })
    .click()
  await expect.poll(async () => (await open()).goal.reached).toBe(1_000)
}
const said = (text: string) => overlay.locator('#chat').getByText(text)

describe('an overlay for programs such as OBS', () => {
  oneStory()

  it('has an address that the creator makes and composes', async () => {
    const startsAt = new Date(Date.now() + 10 * 60_000).toISOString()
    await change('/streaming/schedule', { title: 'Kiln, opened live', type: 'public', startsAt, minutes: 60 }, 'post')
    await creator.goto('/creator/live?from=program')
    await creator.getByText(t('liveStudio.overlay.none')).waitFor()
    // What was announced for about now is what goes live.
    expect(await creator.getByLabel(t('liveStudio.info.title')).inputValue()).toBe('Kiln, opened live')
    const field = await make()
    expect(await field.getAttribute('type')).toBe('password')
    await creator.getByLabel(t('liveStudio.overlay.tips'), { exact: true }).uncheck()
    expect(await field.inputValue()).toContain('?show=goal,chat&locale=en-US#')
    await creator.getByLabel(t('liveStudio.overlay.tips'), { exact: true }).check()
    address = await field.inputValue()
    await creator.getByRole('button', { name: t('liveStudio.tools.make') }).click()
    await creator.getByLabel(t('liveStudio.tools.secret'), { exact: true }).waitFor()
    await look(creator, 'studio')
  })

  it('is empty and transparent before the stream, in a browser that knows nobody', async () => {
    overlay = await stage.visitor({ width: 1280, height: 720 })
    await overlay.goto(address)
    expect(await overlay.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
    expect((await overlay.locator('body').innerText()).trim()).toBe('')
    expect(await overlay.context().cookies()).toEqual([])
  })

  it('shows what a fan gives and says while the stream runs, as text', async () => {
    const { key } = await change('/streaming/key', {}, 'post')
    await change('/streaming/live', { title: 'Centring clay' }, 'post')
    program = await joinAsPeer(`${stage.copy.url}/live/whip`, key, 'publish', undefined, {
      video: { shown: (sent) => sent },
    })
    expect(program.status).toBe(201)
    await change('/streaming/update', { goal: { title: 'A shelf for the kiln', tokens: 1_200 } })
    await fan.goto(`/${valloy.username}/live`)
    await overlay.locator('#goal').getByText('A shelf for the kiln').waitFor()
    await fan.getByRole('button', { name: t('live.tipTokens', { tokens: t.tokens(500) }) }).click()
    const sheet = fan.getByRole('dialog')
    await sheet.getByLabel(t('post.tip.note')).fill(note)
    await sheet.getByRole('button', { name: t('post.tip.action', { tokens: t.tokens(500) }) }).click()
    const alert = overlay.locator('#alert')
    await alert.getByText(note).waitFor()
    await alert.getByText('Jamie Rowe').waitFor()
    await alert.getByText('500').waitFor()
    await overlay.locator('#goal').getByText('500 / 1,200').waitFor()
    await fan.getByRole('textbox', { name: t('live.write') }).fill('Lovely bowl')
    await fan.keyboard.press('Enter')
    await said('Lovely bowl').waitFor()
    await photograph(overlay, 'page')
  })

  it('has markers, by the button and by a key, which the creator reads after the end, too', async () => {
    await creator.goto('/creator/live?from=program')
    const card = creator.getByRole('region', { name: t('liveStudio.markers.heading') })
    await card.getByLabel(t('liveStudio.markers.label')).fill(marked)
    await card.getByRole('button', { name: t('liveStudio.markers.set') }).click()
    await card.getByText(marked).waitFor()
    // What is written is no key.
    await card.getByLabel(t('liveStudio.markers.label')).fill('m')
    await creator.keyboard.press('m')
    await card.getByLabel(t('liveStudio.markers.label')).fill('')
    expect(await card.getByRole('listitem').count()).toBe(1)
    await creator.getByRole('heading', { name: t('liveStudio.markers.heading') }).click()
    await creator.keyboard.press('m')
    await card.getByText(t('liveStudio.markers.untitled')).waitFor()
    await look(creator, 'console')
  })

  it('takes back what is deleted', async () => {
    const { data } = await (await creator.request.get(`/api/messages/stream/${await idOf(creator)}`)).json()
    const message = data.find(({ text }: { text: string }) => text === 'Lovely bowl')
    const reply = await creator.request.delete(`/api/messages/${message._id}`, { headers: { origin: stage.copy.url } })
    expect(reply.status()).toBe(200)
    await said('Lovely bowl').waitFor({ state: 'detached' })
  })

  it('is there again after a reload, and empty once the address is revoked', async () => {
    await overlay.reload()
    await overlay.locator('#goal').getByText('500 / 1,200').waitFor()
    await creator.goto('/creator/live?from=program')
    await creator.getByRole('button', { name: t('liveStudio.overlay.revoke') }).click()
    const dialog = creator.getByRole('dialog')
    await look(creator, 'revoke')
    await dialog.getByRole('button', { name: t('liveStudio.overlay.revoke') }).click()
    await creator.getByText(t('liveStudio.overlay.none')).waitFor()
    await expect.poll(async () => (await overlay.locator('body').innerText()).trim()).toBe('')
    await tipAgain()
    // What came after it is not there either.
    expect((await overlay.locator('body').innerText()).trim()).toBe('')
  })

  it('is another page with another address, which outlasts the stream', async () => {
    address = await (await make()).inputValue()
    await overlay.goto(address)
    await overlay.reload()
    await overlay.locator('#goal').getByText('1,000 / 1,200').waitFor()
    await change(`/streaming/live/${(await open())._id}`, { status: 'ended' })
    program?.close()
    await creator.getByRole('heading', { name: t('liveStudio.summary.title') }).waitFor()
    await creator.getByText(marked).waitFor()
    await look(creator, 'summary')
    await expect.poll(async () => (await overlay.locator('body').innerText()).trim()).toBe('')
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})

const idOf = async (page: Page): Promise<string> =>
  (await (await page.request.get('/api/performers/me')).json()).data._id
const open = async () =>
  (await (await creator.request.get(`/api/streaming/join/${await idOf(creator)}`)).json()).data.stream
