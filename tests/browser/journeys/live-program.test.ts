import { mkdirSync } from 'node:fs'
import { joinAsPeer, type TestPeer, type TestVideo } from '@fanlight/live-engine/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { liveVideoFlags } from '../chromium.ts'
import { addCreator, addStaff, narrowPhone, sideways, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// A creator streams with a program of their own, such as OBS: address, key, the video that comes, what is wrong with it, the end.

const t = texts('en-US')
let stage: Stage
let creator: Page
let key: string
const running: TestPeer[] = []

beforeAll(async () => {
  stage = await openStage({ browserFlags: liveVideoFlags })
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, valloy, 'maralindt')
  creator = await signedIn(stage, valloy.username)
})
afterAll(async () => {
  for (const peer of running) peer.close()
  await stage?.close()
})
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
const look = async (name: string) => {
  for (const [width, viewport] of [
    ['360', narrowPhone],
    ['1440', desk],
  ] as const) {
    await creator.setViewportSize(viewport)
    for (const theme of ['light', 'dark'] as const) {
      await creator.emulateMedia({ colorScheme: theme })
      expect(await barriers(creator)).toEqual([])
      expect(await sideways(creator)).toBe(0)
      if (!shots) continue
      mkdirSync(shots, { recursive: true })
      await creator.screenshot({ path: `${shots}/program-${name}-${width}-${theme}.png` })
    }
  }
  await creator.emulateMedia({ colorScheme: 'light' })
}
const press = (name: string) => creator.getByRole('button', { name: t(name), exact: true }).click()
const program = async (with_: string, video?: TestVideo) => {
  const peer = await joinAsPeer(`${stage.copy.url}/live/whip`, with_, 'publish', undefined, { video })
  running.push(peer)
  return peer
}
const shownKey = () => creator.getByLabel(t('liveStudio.obs.key'), { exact: true })

describe('a creator streams with a program', () => {
  oneStory()

  it('makes a key, which is hidden until it is asked for', async () => {
    await creator.goto('/creator/live')
    await creator.getByRole('link', { name: t('liveStudio.obs.program') }).click()
    await creator.getByText(t('liveStudio.obs.keyNone')).waitFor()
    expect(await creator.getByLabel(t('liveStudio.obs.server'), { exact: true }).inputValue()).toBe(
      `${stage.copy.url}/live/whip`,
    )
    await press('liveStudio.obs.make')
    // The copy has RTMP where this machine can convert it.
    const { rtmp } = await (await creator.request.get(`${stage.copy.url}/api/streaming/key`))
      .json()
      .then(({ data }) => data)
    const second = creator.getByLabel(t('liveStudio.obs.rtmpServer'), { exact: true })
    if (rtmp === null) expect(await second.count()).toBe(0)
    else expect(await second.inputValue()).toBe(rtmp)
    expect(await shownKey().getAttribute('type')).toBe('password')
    await press('liveStudio.obs.show')
    expect(await shownKey().getAttribute('type')).toBe('text')
    key = await shownKey().inputValue()
    expect((await program(key)).status).toBe(404)
    await look('key')
  })

  it('makes another one after a question, and the first is dead', async () => {
    await press('liveStudio.obs.replace')
    const dialog = creator.getByRole('dialog')
    await dialog.getByText(t('liveStudio.obs.replaceText')).waitFor()
    await dialog.getByRole('button', { name: t('liveStudio.obs.replace') }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => shownKey().inputValue()).not.toBe(key)
    expect((await program(key)).status).toBe(401)
    key = await shownKey().inputValue()
  })

  it('prepares a stream, and reads why its video is refused', async () => {
    await creator.getByLabel(t('liveStudio.info.title')).fill('Centring clay')
    await press('liveStudio.obs.prepare')
    await creator.getByText(t('liveStudio.obs.waitingText')).waitFor()
    await look('waiting')
    expect((await program(key, { shown: (sent) => sent + [2, -1, -1][sent % 3]! })).status).toBe(201)
    await creator.getByText(t('liveStudio.obs.bFramesText')).first().waitFor()
    await look('refused')
  })

  it('is live when the video of the program comes, and reads how it is', async () => {
    await expect.poll(async () => (await program(key, { shown: (sent) => sent })).status).toBe(201)
    await creator
      .getByRole('status')
      .filter({ hasText: t('liveStudio.stateText.live') })
      .waitFor()
    const card = creator.getByRole('region', { name: t('liveStudio.obs.input') })
    await card.getByText(/^720p, \d+ fps$/).waitFor()
    await look('live')
  })

  it('finds it again after a reload, and ends it', async () => {
    await creator.reload()
    await creator.getByRole('region', { name: t('liveStudio.obs.input') }).waitFor()
    await press('liveStudio.bar.end')
    await creator
      .getByRole('dialog')
      .getByRole('button', { name: t('liveStudio.bar.end') })
      .click()
    await creator.getByRole('heading', { name: t('liveStudio.summary.title') }).waitFor()
    expect((await program(key)).status).toBe(404)
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})
