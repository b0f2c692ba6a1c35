import { mkdirSync } from 'node:fs'
import { hasVideoEngine } from '@fanlight/server/testing/clip'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { liveVideoFlags } from '../chromium.ts'
import { addCreator, addFans, addStaff, narrowPhone, sideways, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { eventually } from '../engine.ts'
import { launchWebkit, missingForWebkit } from '../webkit.ts'
import { oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// Who can't watch by WebRTC does by HLS: a browser without it, and one whose network lets nothing of it through.

const t = texts('en-US')
const hasEncoder = await hasVideoEngine()
let stage: Stage
let creator: Page
let without: Page
let cutOff: Page

beforeAll(async () => {
  stage = await openStage({ browserFlags: liveVideoFlags })
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, valloy, 'maralindt')
  await addFans(stage, 2000, 'Jamie Rowe', 'Robin Vale')
  creator = await signedIn(stage, valloy.username)
  without = await signedIn(stage, 'jamierowe', narrowPhone)
  await without.addInitScript(() => {
    Reflect.deleteProperty(window, 'RTCPeerConnection')
  })
  cutOff = await signedIn(stage, 'robinvale')
  await cutOff.addInitScript(() => {
    // The answer is read, and nothing of it leads anywhere.
    RTCPeerConnection.prototype.setRemoteDescription = async () => {}
  })
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
const seen = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector('video')
    return {
      width: video?.videoWidth ?? 0,
      at: video?.currentTime ?? 0,
      frames: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      heard: (video as unknown as { webkitAudioDecodedByteCount?: number })?.webkitAudioDecodedByteCount ?? 0,
    }
  })
const seesMore = async (page: Page) => {
  await expect.poll(async () => (await seen(page)).frames, { timeout: 40_000 }).toBeGreaterThan(10)
  const before = await seen(page)
  await expect.poll(async () => (await seen(page)).frames).toBeGreaterThan(before.frames + 60)
  const after = await seen(page)
  expect(after.width).toBeGreaterThan(0)
  expect(after.at).toBeGreaterThan(before.at)
  expect(after.heard).toBeGreaterThan(before.heard)
}

describe('a live room by HLS', () => {
  oneStory()

  it('shows moving pictures to a browser without WebRTC, and says that they are late', async () => {
    await creator.goto('/creator/live')
    await creator.getByRole('button', { name: t('liveStudio.setup.turnOn'), exact: true }).click()
    await creator.getByLabel(t('liveStudio.info.title')).fill('Centring clay')
    await creator.getByRole('button', { name: t('liveStudio.start.goLive'), exact: true }).click()
    await creator
      .getByRole('status')
      .filter({ hasText: t('liveStudio.stateText.live') })
      .waitFor()
    await without.goto(`/${valloy.username}/live`)
    await seesMore(without)
    await without
      .getByRole('status')
      .filter({ hasText: t('live.delayed') })
      .waitFor()
    expect(await barriers(without)).toEqual([])
    expect(await sideways(without)).toBe(0)
    if (shots) {
      mkdirSync(shots, { recursive: true })
      await without.screenshot({ path: `${shots}/hls-360.png` })
    }
    await creator.getByText(t('liveStudio.bar.watching', { peak: '1' })).waitFor()
  })

  it.skipIf(!hasEncoder)('plays the variant with AAC, which players without Opus need', async () => {
    const asked = new Set<string>()
    without.on('request', (request) => asked.add(new URL(request.url()).pathname.split('/').at(-1) ?? ''))
    await without.reload()
    await seesMore(without)
    expect([...asked].filter((name) => /^aac-\d+\.m4s$/.test(name)).length).toBeGreaterThan(1)
    expect(asked).toContain('aac.m3u8')
    expect([...asked].filter((name) => /^(?:live\.m3u8|\d+\.m4s)$/.test(name))).toEqual([])
  })

  it.skipIf(!hasEncoder || missingForWebkit().length > 0)(
    'plays with AAC in the engine of Safari',
    async () => {
      const token = (await without.context().cookies()).find(({ name }) => name === 'token')!.value
      const webkit = await launchWebkit()
      try {
        await webkit.setCookie(stage.copy.url, 'token', token)
        await webkit.open(`${stage.copy.url}/${valloy.username}/live`)
        const played = `(() => { const video = document.querySelector('video'); return video?.videoWidth > 0 ? video.currentTime : null })()`
        const before = await eventually(() => webkit.until<number>(`return ${played}`), 60_000)
        await webkit.until(`return ${played} > ${before} + 2 || null`)
        const names = await webkit.until<string[]>(
          `return performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))`,
        )
        expect(names.filter((name) => /^aac-\d+\.m4s$/.test(name)).length).toBeGreaterThan(1)
        expect(names.filter((name) => /^\d+\.m4s$/.test(name))).toEqual([])
      } finally {
        await webkit.stop()
      }
    },
    150_000,
  )

  it('comes by itself where the network lets nothing else through', async () => {
    await cutOff.goto(`/${valloy.username}/live`)
    await seesMore(cutOff)
    await cutOff
      .getByRole('status')
      .filter({ hasText: t('live.delayed') })
      .waitFor()
    if (shots) await cutOff.screenshot({ path: `${shots}/hls-1440.png` })
  })

  it('ends within seconds for those who may not watch any more', async () => {
    const changed = await creator.request.put('/api/streaming/update', {
      headers: { origin: stage.copy.url },
      data: { type: 'subscribers' },
    })
    expect(changed.status()).toBe(200)
    const isStill = async (page: Page) => {
      const before = (await seen(page)).frames
      await page.waitForTimeout(1_000)
      return (await seen(page)).frames === before
    }
    for (const page of [without, cutOff]) await expect.poll(() => isStill(page)).toBe(true)
  })
})
