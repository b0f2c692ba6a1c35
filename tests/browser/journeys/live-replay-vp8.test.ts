import { hasVideoEngine } from '@fanlight/server/testing/clip'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liveVideoFlags } from '../chromium.ts'
import { addCreator, addFans, addStaff, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// A creator whose browser has no H264, as a fresh Firefox: their stream has a replay all the same.

const t = texts('en-US')
const hasEncoder = await hasVideoEngine()
let stage: Stage
let creator: Page
let fan: Page

beforeAll(async () => {
  if (!hasEncoder) return
  stage = await openStage({ browserFlags: liveVideoFlags })
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, valloy, 'maralindt')
  await addFans(stage, 2000, 'Jamie Rowe')
  creator = await signedIn(stage, valloy.username)
  await creator.addInitScript(() => {
    const all = RTCRtpSender.getCapabilities.bind(RTCRtpSender)
    RTCRtpSender.getCapabilities = (kind) => {
      const found = all(kind)
      return found && { ...found, codecs: found.codecs.filter(({ mimeType }) => !/h264/i.test(mimeType)) }
    }
  })
  fan = await signedIn(stage, 'jamierowe')
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const seen = () =>
  fan.evaluate(() => {
    const video = document.querySelector('video')
    return {
      width: video?.videoWidth ?? 0,
      at: video?.currentTime ?? 0,
      frames: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      heard: (video as unknown as { webkitAudioDecodedByteCount?: number })?.webkitAudioDecodedByteCount ?? 0,
    }
  })

describe.skipIf(!hasEncoder)('the replay of a stream in VP8', () => {
  oneStory()
  let videoPath: string

  it('is recorded, and waits after the end as any other', async () => {
    await creator.goto('/creator/live')
    await button(creator, t('liveStudio.setup.turnOn')).click()
    await creator.getByLabel(t('liveStudio.info.title')).fill('Shaping dough')
    await button(creator, t('liveStudio.start.goLive')).click()
    await creator
      .getByRole('status')
      .filter({ hasText: t('liveStudio.stateText.live') })
      .waitFor()
    await creator.getByText(t('replay.on'), { exact: true }).waitFor()
    await creator.waitForTimeout(9_000)
    await button(creator, t('liveStudio.bar.end')).click()
    await creator
      .getByRole('dialog')
      .getByRole('button', { name: t('liveStudio.bar.end'), exact: true })
      .click()
    await button(creator, t('replay.publish')).click({ timeout: 60_000 })
    const watch = creator.getByRole('link', { name: t('replay.watch') })
    await watch.waitFor()
    videoPath = (await watch.getAttribute('href'))!
  })

  it('plays moving pictures and sound to a fan, in H264 and AAC', async () => {
    const lists: Promise<string>[] = []
    fan.on('response', (reply) => {
      if (new URL(reply.url()).pathname.endsWith('master.m3u8')) lists.push(reply.text())
    })
    await fan.goto(videoPath)
    await fan.getByRole('button', { name: t('replay.chapter.start') }).click()
    await expect.poll(async () => (await seen()).frames).toBeGreaterThan(30)
    const before = await seen()
    expect(before.width).toBeGreaterThan(0)
    await expect.poll(async () => (await seen()).at).toBeGreaterThan(before.at + 1)
    const after = await seen()
    expect(after.frames).toBeGreaterThan(before.frames)
    expect(after.heard).toBeGreaterThan(0)
    expect(await lists[0]).toMatch(/CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2"/i)
  })
})
