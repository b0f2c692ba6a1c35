import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { liveVideoFlags } from '../chromium.ts'
import { addCreator, addFans, addStaff, narrowPhone, sideways, signedIn, valloy } from './creator-steps.ts'
import { balance, typeCard } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { frames, seesMore } from './moving-picture.ts'
import { desk, oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// spec: publish.live
// Fans watch a creator who is live, each in a browser of their own: the list, the room, what is heard, chat, tips, who may not watch, the end.

const t = texts('en-US')
const title = 'Centring clay'
const room = `/${valloy.username}/live`
let stage: Stage
let creator: Page
let fan: Page
let phone: Page
let visitor: Page
/** Where the fan's sessions can be ended, newest last. */
const sessions: string[] = []

beforeAll(async () => {
  stage = await openStage({ browserFlags: liveVideoFlags })
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, valloy, 'maralindt')
  await addFans(stage, 2000, 'Jamie Rowe', 'Robin Vale')
  creator = await signedIn(stage, valloy.username)
  fan = await signedIn(stage, 'jamierowe')
  phone = await signedIn(stage, 'robinvale', narrowPhone)
  visitor = await stage.visitor(desk)
  fan.on('response', (response) => {
    const { location } = response.headers()
    if (/\/live\/whep\//.test(response.url()) && location) sessions.push(location)
  })
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
/** Nothing keeps people out, at the size of the page, in both themes. */
const look = async (page: Page, name: string) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await barriers(page)).toEqual([])
    expect(await sideways(page)).toBe(0)
    if (!shots) continue
    mkdirSync(shots, { recursive: true })
    await page.screenshot({ path: `${shots}/${name}-${page.viewportSize()?.width}-${theme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
const press = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
const editInfo = () =>
  creator
    .getByRole('region', { name: t('liveStudio.info.heading') })
    .getByRole('button', { name: t('liveStudio.info.edit') })
    .click()
/** Beside the video on wide screens, and over it on phones. */
const goalIs = (page: Page, reached: string) =>
  page
    .getByText(t('live.goal.of', { reached, tokens: t.tokens(1200) }))
    .filter({ visible: true })
    .first()
    .waitFor()
const chat = (page: Page) => page.getByRole('log', { name: t('live.chat') })
const write = async (page: Page, text: string) => {
  const field = page.getByRole('textbox', { name: t('live.write') })
  await field.fill(text)
  await field.press('Enter')
}
/** Whether anything sounds in what the page plays, for as long as the camera of a test beeps once or twice. */
const hears = (page: Page) =>
  page.evaluate(async () => {
    const video = document.querySelector('video')
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(video?.srcObject as MediaStream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let loudest = 0
    for (let tries = 0; tries < 150 && loudest < 0.01; tries++) {
      await new Promise((done) => setTimeout(done, 20))
      analyser.getFloatTimeDomainData(samples)
      loudest = Math.max(loudest, ...samples.map(Math.abs))
    }
    await context.close()
    return loudest >= 0.01
  })

describe('fans in a live room', () => {
  oneStory()

  it('find nobody while nobody is live', async () => {
    await visitor.goto('/live')
    await visitor.getByText(t('live.nobodyText')).waitFor()
    await look(visitor, 'nobody')
    await fan.goto(room)
    await fan.getByText(t('live.notLive', { name: valloy.name })).waitFor()
    await look(fan, 'not-live')
  })

  it('who wait in the room see the creator as soon as they are live', async () => {
    await creator.goto('/creator/live')
    await press(creator, 'liveStudio.setup.turnOn')
    await creator.getByLabel(t('liveStudio.info.title')).fill(title)
    await press(creator, 'liveStudio.start.goLive')
    await creator
      .getByRole('status')
      .filter({ hasText: t('liveStudio.stateText.live') })
      .waitFor()
    await fan.getByRole('heading', { name: title }).waitFor()
    await seesMore(fan)
  })

  it('come from the list, on a phone, too, and see and hear', async () => {
    await phone.goto('/live')
    await phone.getByRole('link', { name: new RegExp(title) }).waitFor()
    await look(phone, 'list')
    await phone.getByRole('link', { name: new RegExp(title) }).click()
    await seesMore(phone)
    await look(phone, 'room')
    expect(await hears(phone)).toBe(true)
    // Who came by a click hears it; where it is muted, a press is enough.
    expect(await phone.evaluate(() => document.querySelector('video')?.muted)).toBe(false)
    await fan.evaluate(() => {
      const video = document.querySelector('video')
      if (video) video.muted = true
    })
    await press(fan, 'live.tapToUnmute')
    await expect.poll(() => fan.evaluate(() => document.querySelector('video')?.muted)).toBe(false)
    await creator.getByText(t('liveStudio.bar.watching', { peak: '2' })).waitFor()
    await look(fan, 'room')
  })

  it('keep the page as it is where their browser refuses a full screen', async () => {
    await fan.evaluate(() => {
      Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Full screen is refused'))
    })
    await press(fan, 'live.fullscreen')
    // What is thrown into the page comes before the answer to the next question.
    await fan.evaluate(() => new Promise((done) => setTimeout(done)))
    expect(stage.faults).toEqual([])
  })

  it('chat with one another and with the creator', async () => {
    await write(fan, 'Hello from the ferry')
    await chat(phone).getByText('Hello from the ferry').waitFor()
    await write(phone, 'Hello ferry')
    await chat(fan).getByText('Hello ferry').waitFor()
    await chat(creator).getByText('Hello ferry').waitFor()
    await write(creator, 'Hello both')
    await chat(fan).getByText('Hello both').waitFor()
    // What was said meanwhile is there for who comes back.
    await phone.context().setOffline(true)
    await write(fan, 'Are you still there?')
    await chat(creator).getByText('Are you still there?').waitFor()
    await phone.context().setOffline(false)
    await chat(phone).getByText('Are you still there?').waitFor()
  })

  it('lose nothing of what the rules of the chat refuse', async () => {
    await press(creator, 'live.rules')
    await creator.getByLabel(t('live.rules.pause')).selectOption('300')
    await fan.getByText(t('live.slow', { time: '5 min' })).waitFor()
    await write(fan, 'And one more thing')
    await fan.getByRole('alert').waitFor()
    expect(await fan.getByRole('textbox', { name: t('live.write') }).inputValue()).toBe('And one more thing')
    await creator.getByLabel(t('live.rules.pause')).selectOption('0')
    await creator.keyboard.press('Escape')
    await fan.getByText(t('live.slow', { time: '5 min' })).waitFor({ state: 'detached' })
    await fan.getByRole('textbox', { name: t('live.write') }).press('Enter')
    await chat(creator).getByText('And one more thing').waitFor()
  })

  it('wait with a message that the creator holds back, until it is approved', async () => {
    await press(creator, 'live.rules')
    const sheet = creator.getByRole('dialog')
    await sheet.getByLabel(t('live.rules.words')).fill('glaze')
    await sheet.getByRole('button', { name: t('live.rules.saveWords') }).click()
    await creator.getByText(t('ui.saved')).waitFor()
    await look(creator, 'settings')
    await creator.keyboard.press('Escape')
    await write(fan, 'Which glaze is it?')
    await chat(fan).getByText(t('live.held.waiting')).waitFor()
    expect(await chat(phone).getByText('Which glaze is it?').count()).toBe(0)
    await look(fan, 'waiting')
    await creator.getByRole('button', { name: t('live.held', { number: '1' }) }).click()
    await look(creator, 'held')
    await creator.getByRole('button', { name: t('live.held.approveOf', { name: 'Jamie Rowe' }) }).click()
    await creator.keyboard.press('Escape')
    for (const page of [fan, phone]) await chat(page).getByText('Which glaze is it?').waitFor()
    await chat(fan).getByText(t('live.held.waiting')).waitFor({ state: 'detached' })
  })

  it('are muted and banned by a moderator whom the creator names', async () => {
    const menuOf = async (page: Page, said: string, name: string, key: string) => {
      const line = chat(page).getByRole('listitem').filter({ hasText: said })
      await line.hover()
      await line.getByRole('button', { name: t('live.messageMenu', { name }) }).click()
      await page.getByRole('menuitem', { name: t(key) }).click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await look(page, key.replaceAll('.', '-'))
      await dialog.getByRole('button', { name: t(key) }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await menuOf(creator, 'Which glaze is it?', 'Jamie Rowe', 'live.person.moderator')
    await fan.getByRole('button', { name: t('live.rules') }).waitFor()
    await write(fan, 'Now with a badge')
    await chat(phone)
      .getByRole('listitem')
      .filter({ hasText: 'Now with a badge' })
      .getByText(t('live.role.moderator'))
      .waitFor()
    await menuOf(fan, 'Hello ferry', 'Robin Vale', 'live.person.mute')
    await phone.getByText(/You can’t write here until/).waitFor()
    await look(phone, 'muted')
    await menuOf(fan, 'Hello ferry', 'Robin Vale', 'live.person.ban')
    await phone.getByText(t('live.writing.banned')).filter({ visible: true }).first().waitFor()
    const moreFrames = async () => {
      const before = await frames(phone)
      await phone.waitForTimeout(1_000)
      return (await frames(phone)) - before
    }
    await expect.poll(moreFrames).toBeLessThan(5)
    await look(phone, 'banned')
    await press(fan, 'live.rules')
    await look(fan, 'people')
    const action = t('live.people.remove.banned')
    await fan.getByRole('button', { name: t('live.people.removeOf', { action, name: 'Robin Vale' }) }).click()
    await fan
      .getByRole('region', { name: t('live.people.banned') })
      .getByText(t('live.people.none'))
      .waitFor()
    await fan.keyboard.press('Escape')
    await phone.reload()
    await seesMore(phone)
  })

  it('tip in front of everybody, towards the goal of the creator', async () => {
    const set = await creator.request.put('/api/streaming/update', {
      headers: { origin: stage.copy.url },
      data: { goal: { title: 'A shelf for the kiln', tokens: 1_200 } },
    })
    expect(set.status()).toBe(200)
    for (const page of [fan, phone]) await goalIs(page, '0')
    await fan.getByRole('button', { name: t('live.tipTokens', { tokens: t.tokens(500) }) }).click()
    const sheet = fan.getByRole('dialog')
    await sheet.getByLabel(t('post.tip.note')).fill('The tall vase, please')
    await sheet.getByRole('button', { name: t('post.tip.action', { tokens: t.tokens(500) }) }).click()
    for (const page of [fan, phone, creator]) await chat(page).getByText('The tall vase, please').waitFor()
    // On the stage of the others, for a few seconds.
    await phone.getByRole('status').filter({ hasText: 'The tall vase, please' }).waitFor()
    for (const page of [fan, phone]) await goalIs(page, '500')
    await look(fan, 'goal')
    await look(phone, 'tipped')
    await phone.getByRole('status').filter({ hasText: 'The tall vase, please' }).waitFor({ state: 'detached' })
  })

  it('ask for something from the tip menu, and get their tokens back where it is declined', async () => {
    await press(creator, 'liveStudio.menu.set')
    const dialog = creator.getByRole('dialog')
    await dialog.getByLabel(t('liveStudio.menu.itemTitle', { n: 1 })).fill('Throw a bowl')
    await dialog.getByLabel(t('liveStudio.menu.itemTokens', { n: 1 })).fill('100')
    await dialog.getByRole('button', { name: t('liveStudio.menu.add') }).click()
    await dialog.getByLabel(t('liveStudio.menu.itemTitle', { n: 2 })).fill('Say a name')
    await dialog.getByLabel(t('liveStudio.menu.itemTokens', { n: 2 })).fill('40')
    await dialog.getByRole('button', { name: t('liveStudio.menu.up', { n: 2 }) }).click()
    await look(creator, 'menu-edit')
    await dialog.getByRole('button', { name: t('liveStudio.menu.save') }).click()
    await dialog.waitFor({ state: 'detached' })
    const ask = async (page: Page, title: string, tokens: string) => {
      await page
        .getByRole('list', { name: t('live.menu') })
        .getByRole('button', { name: new RegExp(title) })
        .filter({ visible: true })
        .last()
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('live.menu.action', { tokens: t.tokens(Number(tokens)) }) })
        .click()
      for (const other of [fan, phone, creator]) await chat(other).getByText(t('live.asked', { title })).waitFor()
    }
    await ask(fan, 'Throw a bowl', '100')
    await ask(phone, 'Say a name', '40')
    await look(fan, 'menu')
    await look(phone, 'menu')
    const activity = creator.getByRole('region', { name: t('liveStudio.activity.toDo', { number: '2' }) })
    await activity.waitFor()
    await look(creator, 'orders')
    await creator
      .getByRole('button', { name: t('liveStudio.activity.doneOf', { title: 'Say a name', name: 'Robin Vale' }) })
      .click()
    await creator
      .getByRole('button', { name: t('liveStudio.activity.declineOf', { title: 'Throw a bowl', name: 'Jamie Rowe' }) })
      .click()
    await dialog
      .getByText(t('liveStudio.activity.declineText', { name: 'Jamie Rowe', tokens: t.tokens(100) }))
      .waitFor()
    await dialog.getByRole('button', { name: t('liveStudio.activity.decline') }).click()
    await dialog.waitFor({ state: 'detached' })
    await activity.waitFor({ state: 'detached' })
    const { data } = (await (await fan.request.get('/api/wallet/charges/search')).json()) as {
      data: { status: string; note: string }[]
    }
    expect(data[0]).toMatchObject({ status: 'refunded', note: 'Throw a bowl' })
  })

  it('ask without tokens, by a card in the same window', async () => {
    await addFans(stage, 0, 'Ada Low')
    const poor = await signedIn(stage, 'adalow')
    await poor.goto(`/${valloy.username}/live`)
    await poor
      .getByRole('list', { name: t('live.menu') })
      .getByRole('button', { name: /Say a name/ })
      .filter({ visible: true })
      .last()
      .click()
    const add = poor.getByRole('dialog').getByRole('button', { name: t('checkout.payNewCard', { amount: '$4.00' }) })
    await add.waitFor()
    await look(poor, 'menu-missing')
    await add.click()
    await typeCard(poor, '4242424242424242')
    await poor.waitForURL(`**/${valloy.username}/live**`)
    for (const [page, name] of [
      [poor, t('live.you')],
      [fan, 'Ada Low'],
      [creator, 'Ada Low'],
    ] as const)
      await chat(page)
        .getByRole('listitem')
        .filter({ hasText: name })
        .getByText(t('live.asked', { title: 'Say a name' }))
        .waitFor()
    expect(await balance(poor)).toBe(0)
    await creator
      .getByRole('button', { name: t('liveStudio.activity.doneOf', { title: 'Say a name', name: 'Ada Low' }) })
      .click()
    await poor.context().close()
  })

  it('see a message go that the creator deletes', async () => {
    const line = chat(creator).getByRole('listitem').filter({ hasText: 'Hello from the ferry' })
    await line.hover()
    await line.getByRole('button', { name: t('live.messageMenu', { name: 'Jamie Rowe' }) }).click()
    await creator.getByRole('menuitem', { name: t('live.delete') }).click()
    for (const page of [fan, phone]) {
      await chat(page).getByText(t('live.deleted')).waitFor()
      expect(await chat(page).getByText('Hello from the ferry').count()).toBe(0)
    }
  })

  it('watch signed in only; a visitor sees whose room it is and what was said', async () => {
    await visitor.goto('/live')
    await look(visitor, 'list')
    await visitor.getByRole('link', { name: new RegExp(title) }).click()
    await visitor.getByText(t('live.signIn'), { exact: true }).waitFor()
    await chat(visitor).getByText('Hello ferry').waitFor()
    expect(await visitor.evaluate(() => document.querySelector('video')?.srcObject ?? null)).toBeNull()
    await look(visitor, 'visitor')
  })

  it('see more by themselves after the connection was lost', async () => {
    const before = sessions.length
    const ended = await fetch(stage.copy.url + sessions.at(-1), { method: 'DELETE' })
    expect(ended.status).toBe(200)
    await expect.poll(() => sessions.length).toBeGreaterThan(before)
    await seesMore(fan)
  })

  it('lose the video when it becomes one for subscribers, and are told', async () => {
    await editInfo()
    const dialog = creator.getByRole('dialog')
    await dialog.getByText(t('liveStudio.info.type.subscribers'), { exact: true }).click()
    await dialog.getByRole('button', { name: t('liveStudio.info.save') }).click()
    for (const page of [fan, phone]) await page.getByText(t('live.subscribersOnly'), { exact: true }).waitFor()
    const before = await frames(fan)
    await fan.waitForTimeout(1_000)
    expect((await frames(fan)) - before).toBeLessThan(5)
    await look(fan, 'subscribers')
    await editInfo()
    await dialog.getByText(t('liveStudio.info.type.public'), { exact: true }).click()
    await dialog.getByRole('button', { name: t('liveStudio.info.save') }).click()
    await fan.reload()
    await seesMore(fan)
  })

  it('see that the stream has ended', async () => {
    await press(creator, 'liveStudio.bar.end')
    await creator
      .getByRole('dialog')
      .getByRole('button', { name: t('liveStudio.bar.end') })
      .click()
    await fan.getByText(t('live.ended', { name: valloy.name })).waitFor()
    await look(fan, 'ended')
  })

  it('and no page threw an error', () => expect(stage.faults).toEqual([]))
})
