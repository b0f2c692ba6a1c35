import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { liveVideoFlags } from '../chromium.ts'
import { addCreator, addFans, addStaff, narrowPhone, sideways, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// A creator goes live from a browser and a fan watches in another one: permission, preview, video, a break, a lost connection, another tab, the end.

const t = texts('en-US')
const title = 'Centring clay'
let stage: Stage
let creator: Page
let fan: Page
/** Where the sessions of the creator's page can be ended, newest last. */
const sessions: string[] = []

beforeAll(async () => {
  stage = await openStage({ browserFlags: liveVideoFlags })
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, valloy, 'maralindt')
  await addFans(stage, 2000, 'Jamie Rowe')
  creator = await signedIn(stage, valloy.username)
  remember(creator)
  fan = await signedIn(stage, 'jamierowe')
})
afterAll(() => stage?.close())
photographFailures(() => stage)

function remember(page: Page): void {
  page.on('response', (response) => {
    const { location } = response.headers()
    if (/\/live\/whip\//.test(response.url()) && location) sessions.push(location)
  })
}

const shots = process.env['JOURNEY_SHOTS']
/** Nothing keeps people out, on a phone and on a desktop. */
const look = async (page: Page, name: string) => {
  const before = page.viewportSize() ?? desk
  for (const [width, viewport] of [
    ['360', narrowPhone],
    ['1440', desk],
  ] as const) {
    await page.setViewportSize(viewport)
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      expect(await barriers(page)).toEqual([])
      expect(await sideways(page)).toBe(0)
      if (!shots) continue
      mkdirSync(shots, { recursive: true })
      await page.screenshot({ path: `${shots}/${name}-${width}-${theme}.png` })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(before)
}

const press = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
const editInfo = () =>
  creator
    .getByRole('region', { name: t('liveStudio.info.heading') })
    .getByRole('button', { name: t('liveStudio.info.edit') })
    .click()
const says = (page: Page, key: string, values = {}) => page.getByText(t(key, values), { exact: true }).first().waitFor()
const activity = () => creator.getByRole('region', { name: t('liveStudio.activity.heading') })
/** What the bar says of the stream. */
const isSaid = (page: Page, state: string) =>
  page
    .getByRole('status')
    .filter({ hasText: t(`liveStudio.stateText.${state}`) })
    .waitFor()

/** What the bar says from now on, each for however short a time: a machine at work may draw nothing of what is over at once. */
async function allThatIsSaid(page: Page): Promise<() => Promise<string[]>> {
  const said = await page.evaluateHandle(() => {
    const texts: string[] = []
    const read = () =>
      texts.push(...[...document.querySelectorAll('header [role=status]')].map(({ textContent }) => textContent))
    new MutationObserver(read).observe(document.body, { childList: true, subtree: true, characterData: true })
    return texts
  })
  return () => said.jsonValue()
}

interface Listed {
  _id: string
  title: string
  type: string
  status: string
}
async function liveNow(): Promise<Listed[]> {
  const reply = await fetch(`${stage.copy.url}/api/streaming/user/search`)
  return ((await reply.json()) as { data: Listed[] }).data
}
const status = async () => (await liveNow())[0]?.status

/** The picture is there and moves. */
const plays = (page: Page) =>
  page.evaluate(async () => {
    const video = document.querySelector('video')
    const frames = () => video?.getVideoPlaybackQuality().totalVideoFrames ?? 0
    const before = frames()
    await new Promise((done) => setTimeout(done, 500))
    return (video?.videoWidth ?? 0) > 0 && frames() > before
  })

/** The fan's page asks for the video, as any viewer does. */
async function watch(): Promise<void> {
  const [stream] = await liveNow()
  const reply = await fan.request.get(`/api/streaming/join/${stream?._id}`)
  const { data } = (await reply.json()) as { data: { transport: { url: string; bearer: string } } }
  await fan.evaluate(async ({ url, bearer }) => {
    const connection = new RTCPeerConnection()
    const video = document.createElement('video')
    const shown = new MediaStream()
    Object.assign(window, { watching: connection })
    video.muted = true
    video.autoplay = true
    video.srcObject = shown
    document.body.append(video)
    connection.ontrack = ({ track }) => shown.addTrack(track)
    for (const medium of ['video', 'audio']) connection.addTransceiver(medium, { direction: 'recvonly' })
    await connection.setLocalDescription()
    const reply = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/sdp' },
      body: connection.localDescription!.sdp,
    })
    await connection.setRemoteDescription({ type: 'answer', sdp: await reply.text() })
  }, data.transport)
}
const framesSeen = () =>
  fan.evaluate(async () => {
    const { watching } = window as unknown as { watching: RTCPeerConnection }
    const entries = [...((await watching.getStats()) as unknown as Map<string, Record<string, unknown>>).values()]
    return Number(entries.find((e) => e['type'] === 'inbound-rtp' && e['kind'] === 'video')?.['framesDecoded'] ?? 0)
  })
const seesMore = async () => {
  const before = await framesSeen()
  await expect.poll(framesSeen).toBeGreaterThan(before + 30)
}

describe('a creator goes live', () => {
  oneStory()

  it.each([
    ['NotAllowedError', 'denied'],
    ['NotReadableError', 'busy'],
    ['NotFoundError', 'noMicrophone'],
  ])('not where the browser answers %s, and the page says what helps', async (name, problem) => {
    const page = await signedIn(stage, valloy.username)
    await page.addInitScript((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', name))
    }, name)
    await page.goto('/creator/live')
    await press(page, 'liveStudio.setup.turnOn')
    await page
      .getByRole('alert')
      .getByText(t(`liveStudio.captureTitle.${problem}`))
      .waitFor()
    await says(page, `liveStudio.capture.${problem}`)
    expect(await page.getByRole('button', { name: t('liveStudio.start.goLive') }).isDisabled()).toBe(true)
    if (problem === 'denied') await look(page, 'denied')
    await page.context().close()
  })

  it('nor with a browser that can’t send video', async () => {
    const page = await signedIn(stage, valloy.username)
    await page.addInitScript(() => Reflect.deleteProperty(window, 'RTCPeerConnection'))
    await page.goto('/creator/live')
    await press(page, 'liveStudio.setup.turnOn')
    await page.getByRole('alert').getByText(t('liveStudio.captureTitle.unsupported')).waitFor()
    await page.context().close()
  })

  it('sees a preview and the level of the microphone before anyone sees them', async () => {
    await creator.goto('/creator')
    await creator
      .getByRole('link', { name: t('ui.nav.live'), exact: true })
      .first()
      .click()
    await says(creator, 'liveStudio.start.noCamera')
    await look(creator, 'before')
    await press(creator, 'liveStudio.setup.turnOn')
    await expect.poll(() => plays(creator)).toBe(true)
    const meter = creator.getByRole('meter').first()
    const levels = new Set<string | null>()
    await expect.poll(async () => levels.add(await meter.getAttribute('aria-valuenow')).size).toBeGreaterThan(2)
    await says(creator, 'liveStudio.checks.server.good')
    await says(creator, 'liveStudio.start.ready.public')
    expect(await creator.getByLabel(t('liveStudio.devices.camera')).locator('option').count()).toBeGreaterThan(0)
    await look(creator, 'setup')
    expect(await liveNow()).toEqual([])
  })

  it('presses Go live, and a fan sees the video', async () => {
    await creator.getByLabel(t('liveStudio.info.title')).fill(title)
    await press(creator, 'liveStudio.start.goLive')
    await isSaid(creator, 'live')
    await expect.poll(status).toBe('live')
    expect((await liveNow())[0]).toMatchObject({ title, type: 'public' })
    await fan.goto('/home')
    await watch()
    await expect.poll(framesSeen).toBeGreaterThan(20)
    await creator.getByText(t('liveStudio.bar.watching', { peak: '1' })).waitFor()
    await says(creator, 'liveStudio.connection.upload')
  })

  it('chats with those who watch', async () => {
    const { performer } = (await liveNow())[0] as unknown as { performer: { _id: string } }
    const sent = await fan.request.post(`/api/messages/stream/${performer._id}`, {
      headers: { origin: stage.copy.url },
      data: { text: 'Hello from the ferry' },
    })
    expect(sent.status()).toBe(200)
    const chat = creator.getByRole('region', { name: t('live.chat') })
    await chat.getByRole('listitem').filter({ hasText: 'Hello from the ferry' }).waitFor()
    await chat.getByRole('textbox').fill('Hello ferry')
    await chat.getByRole('textbox').press('Enter')
    await chat.getByRole('listitem').filter({ hasText: 'Hello ferry' }).waitFor()
  })

  it('sets a goal', async () => {
    await press(creator, 'liveStudio.goal.set')
    const dialog = creator.getByRole('dialog')
    await dialog.getByLabel(t('liveStudio.goal.title')).fill('A shelf for the kiln')
    const save = dialog.getByRole('button', { name: t('liveStudio.goal.save') })
    expect(await save.isDisabled()).toBe(true)
    await dialog.getByLabel(t('liveStudio.goal.tokens'), { exact: true }).fill('600')
    await look(creator, 'goal')
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    await creator.getByText(t('live.goal.of', { reached: '0', tokens: t.tokens(600) })).waitFor()
  })

  it('reads of a tip and its note while live', async () => {
    const { data } = (await (await fan.request.get(`/api/performers/${valloy.username}`)).json()) as {
      data: { _id: string }
    }
    const tip = await fan.request.post(`/api/wallet/charges/tip/${data._id}`, {
      headers: { origin: stage.copy.url, 'idempotency-key': randomUUID() },
      data: { tokens: 150, note: 'The tall vase, please', inPublicChat: true },
    })
    expect(tip.status()).toBe(200)
    await activity().getByText('Jamie Rowe').waitFor()
    await activity().getByText('The tall vase, please').waitFor()
    await creator.locator('header').getByText('$15.00').waitFor()
    await creator.getByText(t('live.goal.of', { reached: '150', tokens: t.tokens(600) })).waitFor()
    await look(creator, 'live')
  })

  it('changes the title while fans watch', async () => {
    await editInfo()
    const dialog = creator.getByRole('dialog')
    await dialog.getByLabel(t('liveStudio.info.title')).fill('The tall vase')
    await dialog.getByRole('button', { name: t('liveStudio.info.save') }).click()
    await dialog.waitFor({ state: 'detached' })
    await creator.getByText('The tall vase', { exact: true }).waitFor()
    await expect.poll(async () => (await liveNow())[0]?.title).toBe('The tall vase')
  })

  it('takes a break and comes back', async () => {
    await press(creator, 'liveStudio.bar.takeBreak')
    await isSaid(creator, 'away')
    await expect.poll(status).toBe('away')
    await creator.getByText(/^Ends automatically in 0:[0-5]\d$/).waitFor()
    await look(creator, 'away')
    await press(creator, 'liveStudio.bar.comeBack')
    await isSaid(creator, 'live')
    await expect.poll(status).toBe('live')
    await seesMore()
  })

  it('is live again by itself after a lost connection', async () => {
    const before = sessions.length
    const said = await allThatIsSaid(creator)
    const ended = await fetch(stage.copy.url + sessions.at(-1), { method: 'DELETE' })
    expect(ended.status).toBe(200)
    await expect.poll(said, { timeout: 60_000 }).toContain(t('liveStudio.stateText.reconnecting'))
    await isSaid(creator, 'live')
    expect(sessions.length).toBe(before + 1)
    await seesMore()
  })

  it('goes on from another tab, and the first one says so instead of fighting for it', async () => {
    const other = await creator.context().newPage()
    remember(other)
    await other.goto('/creator/live')
    await says(other, 'liveStudio.start.open')
    // Permission was given: the camera opens without a press where the browser says so.
    const on = other.getByRole('button', { name: t('liveStudio.setup.turnOn') })
    const goOn = other.getByRole('button', { name: t('liveStudio.start.goOn') })
    await on
      .or(goOn.and(other.locator(':enabled')))
      .first()
      .waitFor()
    if (await on.isVisible()) await on.click()
    await goOn.click()
    await isSaid(other, 'live')
    await isSaid(creator, 'elsewhere')
    await seesMore()
    await press(creator, 'liveStudio.start.goOn')
    await isSaid(creator, 'live')
    await isSaid(other, 'elsewhere')
    await other.close({ runBeforeUnload: false })
    await seesMore()
    await expect.poll(status).toBe('live')
  })

  it('goes on after a reload', async () => {
    creator.once('dialog', (dialog) => void dialog.accept())
    await creator.reload()
    await says(creator, 'liveStudio.start.open')
    const on = creator.getByRole('button', { name: t('liveStudio.setup.turnOn') })
    if (await on.isVisible()) await on.click()
    await look(creator, 'open')
    await press(creator, 'liveStudio.start.goOn')
    await isSaid(creator, 'live')
    await expect.poll(status).toBe('live')
    // What was tipped before is still there.
    await activity().getByText('The tall vase, please').waitFor()
  })

  it('is asked before leaving while live', async () => {
    await creator
      .getByRole('link', { name: t('ui.nav.earnings'), exact: true })
      .first()
      .click()
    const dialog = creator.getByRole('dialog')
    await dialog.getByText(t('liveStudio.leave.text')).waitFor()
    await dialog.getByRole('button', { name: t('liveStudio.end.keep') }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(status).toBe('live')
  })

  it('ends the stream, and sees what it was', async () => {
    await press(creator, 'liveStudio.bar.end')
    const dialog = creator.getByRole('dialog')
    await look(creator, 'ending')
    await dialog.getByRole('button', { name: t('liveStudio.bar.end') }).click()
    await creator.getByRole('heading', { name: t('liveStudio.summary.title') }).waitFor()
    await creator.getByText('$15.00').waitFor()
    expect(await liveNow()).toEqual([])
    await look(creator, 'ended')
    await press(creator, 'liveStudio.summary.again')
    await says(creator, 'liveStudio.start.ready.public')
    await expect.poll(() => plays(creator)).toBe(true)
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})
