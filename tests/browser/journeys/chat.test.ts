import { readFile } from 'node:fs/promises'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePhoto } from '../material.ts'
import { fits, narrowPhone, openStageOfCreator, relate, signedIn, valloy } from './creator-steps.ts'
import { balance, press } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { oneStory, photographFailures, type Stage } from './stage.ts'

// A fan and a creator write to each other from several browsers, also while the server is killed and started again; then the creator sells.

const t = texts('en-US')
let stage: Stage
let fan: Page
let creator: Page
let phone: Page

beforeAll(async () => {
  ;({ stage, creator } = await openStageOfCreator({ fans: ['Jamie', 'Robin'], tokens: 200 }))
  fan = await signedIn(stage, 'jamie')
  phone = await signedIn(stage, valloy.username, narrowPhone)
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const log = (page: Page): Locator => page.getByRole('log')
const write = async (page: Page, text: string) => {
  const field = page.getByRole('textbox', { name: /^Write to/ })
  await field.fill(text)
  await page.getByRole('button', { name: t('messages.send'), exact: true }).click()
}
const failing = (route: Route) => route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Broken' } })
/** What the messages of a page say, in the order in which they stand. */
const said = (page: Page): Promise<string[]> => log(page).locator('p[dir="auto"]').allTextContents()

// spec: messages.order, messages.deleted, messages.state, conversations.state, error.loading, error.silent, error.no-retry
describe('two people in a conversation', () => {
  oneStory()

  it('begin it on the profile of the creator, whose pages all show that something is unread', async () => {
    await Promise.all([creator.goto('/creator/pricing'), phone.goto('/creator/pricing')])
    await fan.goto('/valloyclay')
    await fan.getByRole('button', { name: t('ui.messageTo', { name: 'Ines Valloy' }) }).click()
    await fan.waitForURL('**/messages/*')
    await write(fan, 'one')
    await fan.getByText(/^Sent /).waitFor()
    const badge = 'Unread: 1'
    await Promise.all(
      [creator, phone].map((page) =>
        page.getByRole('link', { name: new RegExp(`Messages.*${badge}|${badge}.*Messages`) }).waitFor(),
      ),
    )
  })

  it('see what the other reads and types', async () => {
    await creator.goto('/messages')
    await fits(creator)
    await creator.getByRole('link', { name: /Jamie/ }).click()
    await log(creator).getByText('one', { exact: true }).waitFor()
    await fan.getByText(/^Seen /).waitFor()
    // Read on one device, read on the other.
    await phone.getByRole('link', { name: 'Messages', exact: true }).waitFor()
    await creator.getByRole('textbox', { name: /^Write to/ }).pressSequentially('two')
    await log(fan)
      .getByText(t('messages.typing', { name: 'Ines Valloy' }))
      .waitFor()
    await creator.getByRole('button', { name: t('messages.send'), exact: true }).click()
    await log(fan).getByText('two', { exact: true }).waitFor()
    await fits(fan)
  })

  it('lose, double and mix up nothing while the server is killed and started again', async () => {
    await stage.copy.kill()
    await write(fan, 'three')
    await write(fan, 'four')
    await log(fan).getByText('four', { exact: true }).waitFor()
    // The failure is a state of the message itself.
    await log(fan).locator('[data-outgoing="waiting"]').first().waitFor()
    expect(await fan.getByText(t('ui.toast.error')).count()).toBe(0)
    // What waits is there after a reload too, once there is a server to load the page from.
    await stage.copy.startAgain()
    await log(creator).getByText('four', { exact: true }).waitFor({ timeout: 60_000 })
    await write(creator, 'five')
    await log(fan).getByText('five', { exact: true }).waitFor({ timeout: 60_000 })
    const all = ['one', 'two', 'three', 'four', 'five']
    await expect.poll(() => said(fan)).toEqual(all)
    await expect.poll(() => said(creator)).toEqual(all)
    await fan.reload()
    await log(fan).getByText('five', { exact: true }).waitFor()
    expect(await said(fan)).toEqual(all)
  }, 120_000)

  it('reply, delete, and find what they typed after a reload', async () => {
    const second = log(fan).locator('[data-sequence="2"]')
    await second.hover()
    await second.getByRole('button', { name: t('messages.messageMenu') }).click()
    await fan.getByRole('menuitem', { name: t('messages.reply') }).click()
    await write(fan, 'six')
    await log(creator).getByText('six', { exact: true }).waitFor()
    await log(creator).locator('[data-sequence="6"]').getByText('two').waitFor()
    const own = log(fan).locator('[data-sequence="1"]')
    const deleteFirst = async () => {
      await own.hover()
      await own.getByRole('button', { name: t('messages.messageMenu') }).click()
      await fan.getByRole('menuitem', { name: t('messages.delete'), exact: true }).click()
      await fan
        .getByRole('dialog')
        .getByRole('button', { name: t('messages.delete'), exact: true })
        .click()
    }
    await fan.route('**/api/messages/*', failing)
    await deleteFirst()
    await own.getByText(t('messages.notDeleted')).waitFor()
    await fan.unroute('**/api/messages/*')
    expect(await fan.getByText(t('errors.INTERNAL')).count()).toBe(0)
    await deleteFirst()
    await log(creator).locator('[data-sequence="1"]').getByText('Message deleted!').waitFor()
    await fan.getByRole('textbox', { name: /^Write to/ }).fill('half a sentence')
    await fan.reload()
    await expect.poll(() => fan.getByRole('textbox', { name: /^Write to/ }).inputValue()).toBe('half a sentence')
  })

  it.each([
    ['seven', { status: 500, json: { code: 'INTERNAL', message: 'Broken' } }, t('messages.notSent')],
    ['eight', { status: 403, json: { code: 'FOLLOW_REQUIRED', message: '' } }, t('messages.refused.FOLLOW_REQUIRED')],
  ])('read that a message was not sent, and send it again themselves: %s', async (text, answer, said) => {
    let attempts = 0
    await fan.route('**/api/messages/conversations/*', (route) =>
      route.request().method() === 'POST' ? (attempts++, route.fulfill(answer)) : route.continue(),
    )
    await write(fan, text)
    const bubble = log(fan).locator('[data-outgoing=failed]')
    await bubble.getByText(said, { exact: true }).waitFor()
    expect(await fan.getByText(t('messages.waiting')).count()).toBe(0)
    // Not by itself: neither when the connection comes back, nor with the page.
    await fan.evaluate(() => dispatchEvent(new Event('online')))
    await fan.reload()
    await bubble.getByText(said, { exact: true }).waitFor()
    await fan.evaluate(() => dispatchEvent(new Event('online')))
    await write(fan, `after ${text}`)
    await bubble.nth(1).waitFor()
    expect(attempts).toBe(2)
    await fan.unroute('**/api/messages/conversations/*')
    await bubble
      .last()
      .getByRole('button', { name: t('messages.discard') })
      .click()
    await bubble.getByRole('button', { name: t('ui.retry') }).click()
    await log(creator).getByText(text, { exact: true }).waitFor()
    expect(await bubble.count()).toBe(0)
  })

  it('send what they wrote offline when the connection is back', async () => {
    await fan.context().setOffline(true)
    await write(fan, 'nine')
    await log(fan).locator('[data-outgoing=waiting]').getByText(t('messages.waiting')).waitFor()
    await fan.context().setOffline(false)
    await log(creator).getByText('nine', { exact: true }).waitFor()
    await expect.poll(() => log(fan).locator('[data-outgoing]').count()).toBe(0)
  })

  it('read that an error occurred where a conversation or its messages can’t be loaded, and try again', async () => {
    await phone.goto('/messages')
    await phone.route('**/api/messages/conversations/**', failing)
    // Before its scripts run the page would be loaded from the server, which fails at nothing.
    await press(phone, phone.getByRole('link', { name: /Jamie/ }))
    await phone.getByText('Error occurred, please try again later').waitFor()
    await phone.unroute('**/api/messages/conversations/**')
    await phone.getByRole('button', { name: t('ui.retry') }).click()
    await log(phone).getByText('six', { exact: true }).waitFor()
  })

  it('have it on a phone, one pane at a time', async () => {
    await phone.goto('/messages')
    await phone.getByRole('link', { name: /Jamie/ }).click()
    await log(phone).getByText('six', { exact: true }).waitFor()
    await fits(phone)
    await phone.getByRole('link', { name: t('messages.backToList') }).click()
    await phone.getByRole('heading', { name: t('messages.title'), level: 1 }).waitFor()
    expect(stage.faults).toEqual([])
  })
})

describe('a creator who sells in conversations', () => {
  oneStory()
  let fanPhone: Page
  let photo: string
  const unread = (page: Page, count: number): Locator =>
    page.getByRole('link', { name: new RegExp(`Messages.*Unread: ${count}|Unread: ${count}.*Messages`) }).first()
  const attach = async (page: Page, ...files: string[]) => {
    await page.locator('input[type=file][multiple]').setInputFiles(files)
    await expect
      .poll(() =>
        page
          .getByRole('list', { name: t('messages.attached') })
          .getByRole('progressbar')
          .count(),
      )
      .toBe(0)
  }
  /** Each image of a conversation that is shown, larger than a preview. */
  const photosIn = (page: Page): Promise<number> =>
    log(page)
      .locator('img')
      .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 100).length)
  const unlock = async (page: Page, tokens: string) => {
    await press(
      page,
      log(page)
        .getByRole('button', { name: /^Unlock for/ })
        .last(),
    )
    await press(
      page,
      page
        .getByRole('dialog')
        .getByRole('button', { name: t('post.unlock.action', { tokens: t.tokens(Number(tokens)) }) }),
    )
  }

  beforeAll(async () => {
    await relate(stage, 'subscription', valloy.username, 'jamie', 'robin')
    fanPhone = await signedIn(stage, 'jamie', narrowPhone, { permissions: ['microphone'] })
    photo = await makePhoto(stage.folder, 'kiln', 20)
  })

  it('sends a photo with a price, which a fan sees blurred, unlocks on a phone and looks at', async () => {
    await creator.goto('/messages')
    await creator.getByRole('link', { name: /Jamie/ }).click()
    await fanPhone.goto('/messages')
    await creator.getByRole('button', { name: t('messages.emoji') }).click()
    await creator.getByRole('tab', { name: t('messages.emoji.smileys') }).waitFor()
    await creator.keyboard.press('ArrowRight')
    await creator.keyboard.press('Enter')
    await fits(creator)
    await creator.keyboard.press('Escape')
    const field = creator.getByRole('textbox', { name: /^Write to/ })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await field.inputValue()).toMatch(/^\p{Extended_Pictographic}/u)
    await attach(creator, photo)
    await creator.getByRole('button', { name: t('messages.setPrice') }).click()
    await creator.getByLabel(t('messages.price')).fill('25')
    await fits(creator)
    await write(creator, 'From the kiln')
    await press(fanPhone, fanPhone.getByRole('link', { name: /Ines Valloy/ }))
    await log(fanPhone)
      .getByRole('button', { name: /^Unlock for/ })
      .waitFor()
    const newest = async () => {
      const reply = await creator.request.get(`/api/messages/conversations/${creator.url().split('/').at(-1)}`)
      return ((await reply.json()) as { data: { files: { status: string }[] }[] }).data[0]!.files
    }
    await expect.poll(newest).toMatchObject([{ status: 'ready' }])
    expect(await log(fanPhone).textContent()).not.toContain('From the kiln')
    expect(await photosIn(fanPhone)).toBe(0)
    await fits(fanPhone)
    await unlock(fanPhone, '25')
    await log(fanPhone).getByText('From the kiln').waitFor()
    await expect.poll(() => photosIn(fanPhone)).toBe(1)
    // A keyboard that covers the window, as on iOS: the field stays above it, and so does what was said last.
    await fanPhone.evaluate(() => {
      Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => innerHeight - 300 })
      visualViewport!.dispatchEvent(new Event('resize'))
    })
    const bottom = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().bottom)
    expect(await bottom(fanPhone.getByRole('textbox', { name: /^Write to/ }))).toBeLessThan(narrowPhone.height - 300)
    expect(await bottom(log(fanPhone).getByText('From the kiln'))).toBeLessThan(narrowPhone.height - 300)
    await fanPhone.evaluate(() => {
      delete (visualViewport as { height?: number }).height
      visualViewport!.dispatchEvent(new Event('resize'))
    })
    await press(fanPhone, log(fanPhone).getByRole('button', { name: t('post.openPhoto') }))
    await fanPhone.getByRole('dialog').locator('img').first().waitFor()
    await fanPhone.keyboard.press('Escape')
    expect(await balance(fanPhone)).toBe(175)
  })

  it('is led to a price that is refused, and told of a file that is, above none of what is pressed', async () => {
    const field = creator.getByRole('textbox', { name: /^Write to/ })
    const price = creator.getByLabel(t('messages.price'))
    /** A button that would refuse can be pressed: it says why. */
    const tryToWrite = async (text: string) => {
      await field.fill(text)
      await creator.getByRole('button', { name: t('messages.send'), exact: true }).click({ force: true })
    }
    const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)
    await attach(creator, photo)
    await creator.getByRole('button', { name: t('messages.setPrice') }).click()
    for (const wrong of ['', '0']) {
      await price.fill(wrong)
      await tryToWrite('Not for nothing')
      await creator
        .getByRole('alert')
        .getByText(/^From [\d,]+ to [\d,]+ tokens$/)
        .waitFor()
      expect(await isFocused(price)).toBe(true)
      expect(await price.getAttribute('aria-invalid')).toBe('true')
    }
    await creator.getByRole('button', { name: /^Remove .*\.\w+$/ }).click()
    await tryToWrite('Not for nothing')
    await creator.getByRole('alert').getByText(t('messages.priceFiles')).waitFor()
    expect(await isFocused(price)).toBe(true)
    await creator.getByRole('button', { name: t('messages.noPrice') }).click()
    await field.fill('')
    expect(await log(creator).getByText('Not for nothing').count()).toBe(0)

    const before = creator.viewportSize()!
    const bar = creator.locator('[data-bottom-bar]')
    const notice = creator
      .getByRole('region', { name: t('ui.toast.region') })
      .locator('div', { has: creator.locator('.lucide-circle-alert') })
      .getByText(t('messages.file.UNSUPPORTED_MEDIA', { name: 'kiln.exe' }))
    for (const viewport of [before, narrowPhone]) {
      await creator.setViewportSize(viewport)
      await creator
        .locator('input[type=file][multiple]')
        .setInputFiles({ name: 'kiln.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
      await notice.first().waitFor()
      const [over, under] = [(await notice.first().boundingBox())!, (await bar.boundingBox())!]
      expect(over.y + over.height, `${viewport.width} px`).toBeLessThanOrEqual(under.y)
      await notice.first().waitFor({ state: 'detached' })
    }
    await creator.setViewportSize(before)
  })

  it('is tipped in the conversation, where both see it', async () => {
    await press(fanPhone, fanPhone.getByRole('button', { name: t('messages.tip'), exact: true }))
    const sheet = fanPhone.getByRole('dialog')
    await sheet.getByLabel(t('post.tip.note')).fill('For more clay')
    await press(fanPhone, sheet.getByRole('button', { name: t('post.tip.action', { tokens: t.tokens(50) }) }))
    await log(fanPhone)
      .getByText(t('messages.youTipped', { tokens: t.tokens(50) }))
      .waitFor()
    await log(creator)
      .getByText(t('messages.tippedBy', { name: 'Jamie', tokens: t.tokens(50) }))
      .waitFor()
    await log(creator).getByText('For more clay').waitFor()
    expect(await balance(fanPhone)).toBe(125)
  })

  it('is shown as online, and no longer after switching that off', async () => {
    const online = fanPhone.locator('header').getByText(t('messages.online'), { exact: true })
    await online.waitFor()
    await phone.goto('/user/privacy')
    await press(phone, phone.getByRole('switch', { name: t('privacy.presence.show') }))
    await online.waitFor({ state: 'detached' })
    await fits(phone)
  })

  it('hears a voice note that a fan recorded on a phone', async () => {
    await press(fanPhone, fanPhone.getByRole('button', { name: t('messages.record') }))
    await fanPhone.getByText('0:02', { exact: true }).waitFor()
    await press(fanPhone, fanPhone.getByRole('button', { name: t('messages.stopVoice') }))
    await press(fanPhone, fanPhone.getByRole('button', { name: t('messages.send'), exact: true }))
    const play = log(creator).getByRole('button', { name: t('post.play', { title: t('messages.voice') }) })
    await play.waitFor()
    await play.click()
    await expect
      .poll(() =>
        log(creator)
          .locator('audio')
          .evaluate((audio) => (audio as HTMLAudioElement).currentTime),
      )
      .toBeGreaterThan(0)
  })

  it('is paid for the first message of a fan', async () => {
    await creator.goto('/messages')
    await creator.getByRole('link', { name: t('messages.settings') }).click()
    await creator.getByRole('heading', { name: t('creator.contact.title'), level: 1 }).waitFor()
    // What the server rendered has the ids that the page gives: what is rendered again keeps its label.
    await creator.reload()
    await creator.locator('html[data-hydrated]').waitFor()
    expect(
      await creator.evaluate(() =>
        [...document.querySelectorAll('[id^="_R_"]')]
          .map((element) => {
            const name = Object.keys(element).find((key) => key.startsWith('__reactProps'))
            return [element.id, name && (element as unknown as Record<string, { id?: string }>)[name]!.id]
          })
          // React's own script for forms is no component.
          .filter(([ofServer, ofPage]) => ofPage !== undefined && ofServer !== ofPage),
      ),
    ).toEqual([])
    await creator.getByRole('radio', { name: new RegExp(`^${t('creator.contact.paid')}`) }).check()
    await creator.getByLabel(t('creator.contact.price')).fill('10')
    await creator.getByRole('switch', { name: t('creator.contact.welcomeOn') }).check()
    await creator.getByLabel(t('creator.contact.welcomeText')).fill('Welcome to the kiln')
    await fits(creator)
    await creator.getByRole('button', { name: t('creator.contact.save') }).click()
    await creator.getByText(t('ui.saved'), { exact: true }).waitFor()
    const robin = await signedIn(stage, 'robin', narrowPhone)
    await robin.goto(`/${valloy.username}`)
    await press(robin, robin.getByRole('button', { name: t('ui.messageTo', { name: valloy.name }) }))
    await robin.getByRole('textbox', { name: /^Write to/ }).waitFor()
    await fits(robin)
    await write(robin, 'May I ask something?')
    await fits(robin)
    await press(robin, robin.getByRole('button', { name: t('messages.firstAction', { tokens: t.tokens(10) }) }))
    await robin.getByText(/^Sent /).waitFor()
    expect(await balance(robin)).toBe(190)
    await unread(creator, 1).waitFor()
    await robin.context().close()
  })

  it('reads on one device, and the badges of the other go at once', async () => {
    await Promise.all([creator.goto('/messages'), phone.goto('/messages')])
    const row = (page: Page) => page.getByRole('link', { name: /Robin.*Unread: 1/ })
    await Promise.all([creator, phone].flatMap((page) => [row(page).waitFor(), unread(page, 1).waitFor()]))
    await press(phone, phone.getByRole('link', { name: /Robin/ }))
    await log(phone).getByText('May I ask something?').waitFor()
    await row(creator).waitFor({ state: 'detached' })
    await creator.getByRole('link', { name: 'Messages', exact: true }).first().waitFor()
    // The other way round: the phone shows what the desktop has read.
    await press(phone, phone.getByRole('link', { name: t('messages.backToList') }))
    await write(fanPhone, 'Another question')
    await Promise.all([creator, phone].map((page) => page.getByRole('link', { name: /Jamie.*Unread: 1/ }).waitFor()))
    await creator.getByRole('link', { name: /Jamie/ }).click()
    await phone.getByRole('link', { name: /Jamie.*Unread: 1/ }).waitFor({ state: 'detached' })
    await phone.getByRole('link', { name: 'Messages', exact: true }).first().waitFor()
  })

  it('is shown what came while the page was connecting', async () => {
    const sent = Promise.withResolvers<void>()
    await creator.route('**/api/auth/socket-ticket', async (route) => {
      await sent.promise
      await route.continue()
    })
    await creator.goto('/messages')
    const row = creator.getByRole('link', { name: /Jamie.*Unread: 1/ })
    await creator.getByRole('link', { name: /Jamie/ }).waitFor()
    expect(await row.count()).toBe(0)
    const reply = fanPhone.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().includes('/messages/conversations/'),
    )
    await write(fanPhone, 'Are you there?')
    await reply
    sent.resolve()
    await row.waitFor()
    await unread(creator, 1).waitFor()
    await creator.unroute('**/api/auth/socket-ticket')
    await row.click()
    await log(creator).getByText('Are you there?').waitFor()
  })

  it('sends one photo to all subscribers, sells a copy, and takes back the one that was not read', async () => {
    const robin = await signedIn(stage, 'robin')
    await robin.goto('/valloyclay')
    const uploaded = await creator.request.post('/api/performer/feeds/photo/upload', {
      headers: { origin: stage.copy.url },
      multipart: { file: { name: 'kiln.jpg', mimeType: 'image/jpeg', buffer: await readFile(photo) } },
    })
    expect(uploaded.status()).toBeLessThan(300)
    await creator.goto('/creator/messages/broadcast')
    await creator.getByText(t('broadcast.empty')).waitFor()
    await fits(creator)
    await creator.getByLabel(t('broadcast.text')).fill('For all of you')
    await creator.getByRole('button', { name: t('messages.vault') }).click()
    const vault = creator.getByRole('dialog')
    await vault.getByRole('button', { name: /kiln/ }).click()
    await fits(creator)
    await vault.getByRole('button', { name: t('messages.vaultAdd'), exact: true }).click()
    await creator.getByRole('button', { name: /^Describe / }).click()
    await creator.getByRole('dialog').getByLabel(t('messages.describeField')).fill('Bowls in a warm kiln')
    await fits(creator)
    await creator.getByRole('button', { name: t('messages.describeSave') }).click()
    await creator.getByRole('button', { name: /^Edit the description of / }).waitFor()
    await creator.getByLabel(t('broadcast.price')).fill('15')
    const preview = creator.getByRole('region', { name: t('broadcast.preview') })
    expect(await preview.getByText('For all of you').count()).toBe(0)
    await preview.getByRole('button', { name: t('broadcast.unlockedView') }).click()
    await preview.getByText('For all of you').waitFor()
    await creator.getByText(t('broadcast.receivers', { count: 2, shown: '2' })).waitFor()
    await fits(creator)
    await creator.getByRole('button', { name: t('broadcast.send'), exact: true }).click()
    const sure = creator.getByRole('dialog')
    await sure.getByText(t('broadcast.sure', { count: 2, shown: '2' })).waitFor()
    await sure.getByRole('button', { name: t('broadcast.send'), exact: true }).click()
    await log(fanPhone)
      .getByRole('button', { name: /^Unlock for/ })
      .waitFor()
    await unread(robin, 1).waitFor()
    await unlock(fanPhone, '15')
    await log(fanPhone).getByText('For all of you').waitFor()
    await expect.poll(() => photosIn(fanPhone)).toBe(2)
    expect(await log(fanPhone).getByAltText('Bowls in a warm kiln').count()).toBe(1)
    const sent = creator.getByRole('listitem').filter({ hasText: 'For all of you' })
    await sent.getByText(t('broadcast.status.sent'), { exact: true }).first().waitFor()
    await sent.getByText('2 / 2').waitFor()
    await fits(creator)
    await sent.getByRole('button', { name: t('broadcast.unsend') }).click()
    await creator
      .getByRole('dialog')
      .getByRole('button', { name: t('broadcast.unsend') })
      .click()
    await sent.getByText(t('broadcast.status.unsent'), { exact: true }).waitFor()
    await unread(robin, 1).waitFor({ state: 'detached' })
    await robin.goto('/messages')
    await robin.getByRole('link', { name: /Ines Valloy/ }).click()
    await log(robin).getByText('Message deleted!').waitFor()
    await fanPhone.reload()
    await log(fanPhone).getByText('For all of you').waitFor()
    expect(stage.faults).toEqual([])
  })
})
