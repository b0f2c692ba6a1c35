import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { liveVideoFlags } from '../chromium.ts'
import { addCreator, addFans, addStaff, narrowPhone, sideways, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { seesMore } from './moving-picture.ts'
import { oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// What goes wrong on phones, on both sides: a browser that refuses to play, a network that goes away, a camera that a call takes.

const t = texts('en-US')
let stage: Stage
let creator: Page
let fan: Page
const sessions = new Map<Page, string[]>()

beforeAll(async () => {
  stage = await openStage({ browserFlags: liveVideoFlags })
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, valloy, 'maralindt')
  await addFans(stage, 2000, 'Jamie Rowe')
  creator = await signedIn(stage, valloy.username, narrowPhone)
  fan = await signedIn(stage, 'jamierowe', narrowPhone)
  for (const page of [creator, fan])
    page.on('response', (response) => {
      const { location } = response.headers()
      if (/\/live\/wh[ie]p\//.test(response.url()) && location)
        sessions.set(page, [...(sessions.get(page) ?? []), location])
    })
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
const look = async (page: Page, name: string) => {
  expect(await barriers(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}-360.png` })
}
const isSaid = (state: string) =>
  creator
    .getByRole('status')
    // The bar above the page begins with the same words.
    .filter({ hasText: new RegExp(`^${t(`liveStudio.stateText.${state}`)}$`) })
    .waitFor()
const status = async () => {
  const reply = await fetch(`${stage.copy.url}/api/streaming/user/search`)
  return ((await reply.json()) as { data: { status: string }[] }).data[0]?.status
}
/** No network for the page, and none for its media, which the browser would let go on. */
const cutOff = async (page: Page) => {
  await page.context().setOffline(true)
  const ended = await fetch(stage.copy.url + sessions.get(page)!.at(-1), { method: 'DELETE' })
  expect(ended.status).toBe(200)
}

interface Cameras {
  isTaken: boolean
  last: MediaStream
}
/** As a call does. */
const takeCamera = () =>
  creator.evaluate(() => {
    const { cameras } = window as unknown as { cameras: Cameras }
    cameras.isTaken = true
    const [track] = cameras.last.getVideoTracks()
    track!.stop()
    track!.dispatchEvent(new Event('ended'))
  })
const giveCameraBack = () =>
  creator.evaluate(() => {
    const { cameras } = window as unknown as { cameras: Cameras }
    cameras.isTaken = false
  })

describe('trouble on phones', () => {
  oneStory()

  it('a browser that refuses to play leaves a button, which a key presses, too', async () => {
    await creator.addInitScript(() => {
      const cameras = { isTaken: false } as Cameras
      Object.assign(window, { cameras })
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        const refuse = () => {
          throw new DOMException('', 'NotReadableError')
        }
        if (cameras.isTaken) refuse()
        const media = await open(wanted)
        // A camera that was still being opened when the call came is gone, too.
        if (cameras.isTaken) {
          for (const track of media.getTracks()) track.stop()
          refuse()
        }
        // The page may open the microphone alone.
        if (media.getVideoTracks().length > 0) cameras.last = media
        return media
      }
    })
    await creator.goto('/creator/live')
    await creator.getByRole('button', { name: t('liveStudio.setup.turnOn'), exact: true }).click()
    await creator.getByRole('button', { name: t('liveStudio.start.goLive'), exact: true }).click()
    await isSaid('live')
    await fan.addInitScript(() => {
      const { play } = HTMLMediaElement.prototype
      // What drives the browser counts as a press by itself.
      let wasPressed = false
      addEventListener('keydown', () => (wasPressed = true), true)
      HTMLMediaElement.prototype.play = function () {
        if (wasPressed) return play.call(this)
        return Promise.reject(new DOMException('', 'NotAllowedError'))
      }
    })
    await fan.goto(`/${valloy.username}/live`)
    const button = fan.getByRole('button', { name: t('live.tapToPlay') })
    await button.waitFor()
    await look(fan, 'blocked')
    await button.focus()
    await fan.keyboard.press('Enter')
    await seesMore(fan)
    await button.waitFor({ state: 'detached' })
  })

  it('a fan whose network goes away is told, and sees more as soon as it is back', async () => {
    await cutOff(fan)
    await fan
      .getByRole('status')
      .filter({ hasText: t('live.state.offline') })
      .waitFor()
    await look(fan, 'offline')
    expect(await fan.getByText(t('live.state.lost')).count()).toBe(0)
    await fan.context().setOffline(false)
    await seesMore(fan)
    expect(sessions.get(fan)!.length).toBe(2)
  })

  it('a creator whose network goes away is told at once, and is live again by themselves', async () => {
    await cutOff(creator)
    await isSaid('offline')
    await look(creator, 'creator-offline')
    await creator.context().setOffline(false)
    await isSaid('live')
    await seesMore(fan)
  })

  it('a call takes the camera: fans and the creator read it, and it is opened again by itself', async () => {
    await takeCamera()
    await isSaid('interrupted')
    await expect.poll(status).toBe('away')
    await fan.getByText(t('live.state.away')).waitFor()
    await look(creator, 'interrupted')
    await giveCameraBack()
    await isSaid('live')
    await expect.poll(status).toBe('live')
    await seesMore(fan)
  })

  it('a fan whose page joins the room late reads what was said before', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await fan.routeWebSocket(/\/socket\.io\//, (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((message) => {
        if (String(message).includes('"stream/join"')) void held.then(() => server.send(message))
        else server.send(message)
      })
    })
    await fan.goto(`/${valloy.username}/live`)
    await fan.getByRole('button', { name: t('live.tapToPlay') }).focus()
    await fan.keyboard.press('Enter')
    await seesMore(fan)
    await takeCamera()
    await expect.poll(status).toBe('away')
    expect(await fan.getByText(t('live.state.away')).count()).toBe(0)
    letGo()
    await fan.getByText(t('live.state.away')).waitFor()
    await giveCameraBack()
    await isSaid('live')
    await seesMore(fan)
  })

  it('and no page threw an error', () => expect(stage.faults).toEqual([]))
})
