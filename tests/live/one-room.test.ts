import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Engine } from '@fanlight/live-engine/engine'
import { serveEngine } from '@fanlight/live-engine/http'
import { TcpFront } from '@fanlight/live-engine/tcp/front'
import { freePort, joinAsPeer } from '@fanlight/live-engine/testing'
import { writeGrant } from '@fanlight/live-engine/token'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium, liveVideoFlags } from '../browser/chromium.ts'

// A browser publishes, another one sees moving pictures and hears: the engine alone, without the product around it.

const key = randomBytes(32)
const [media, bind] = [await freePort(), '127.0.0.1']
const front = await TcpFront.open({ port: 0, media: { port: media, bind } })
const engine = new Engine({ port: media, bind, announced: bind, front })
const listening = async (server: Server) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const live = serveEngine(engine, key)
const empty = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Room</title><body></body>'),
)
let browser: Browser
let liveUrl: string
let pageUrl: string
beforeAll(async () => {
  liveUrl = await listening(live)
  pageUrl = await listening(empty)
  browser = await launchChromium({
    args: ['--autoplay-policy=no-user-gesture-required', ...liveVideoFlags],
  })
})
afterAll(async () => {
  await browser.close()
  await engine.stop()
  await front.close()
  live.close()
  empty.close()
})

const grant = (room: string, user: string, may: 'publish' | 'view') => {
  const now = Math.floor(Date.now() / 1000)
  return writeGrant(key, { room, user, session: `${user}’s tab`, may, issuedAt: now, expiresAt: now + 60 })
}

/** Joins from a page, which resolves when it is connected, or when the first picture is shown. With `isOnlyTcp` the page knows no other way. */
async function join(
  room: string,
  user: string,
  kind: 'whip' | 'whep',
  {
    codec = 'VP8',
    token = grant(room, user, kind === 'whip' ? 'publish' : 'view'),
    isOnlyTcp = false,
    isLayered = false,
  } = {},
): Promise<{ page: Page; status: number }> {
  const page = await browser.newPage()
  await page.goto(pageUrl)
  const status = await page.evaluate(
    async ({ url, token, kind, codec, isOnlyTcp, isLayered }) => {
      const connection = new RTCPeerConnection()
      Object.assign(window, { connection })
      const video = document.createElement('video')
      if (kind === 'whip') {
        const media = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 360 }, audio: true })
        for (const track of media.getTracks()) {
          const sendEncodings =
            isLayered && track.kind === 'video' ? [{ rid: 'small', scaleResolutionDownBy: 2 }, { rid: 'full' }] : []
          const sender = connection.addTransceiver(track, { direction: 'sendonly', sendEncodings })
          const can = RTCRtpSender.getCapabilities(track.kind)!.codecs
          if (track.kind === 'video')
            sender.setCodecPreferences(can.filter(({ mimeType }) => [`video/${codec}`, 'video/rtx'].includes(mimeType)))
        }
      } else {
        const shown = new MediaStream()
        Object.assign(window, { video })
        document.body.append(video)
        video.autoplay = true
        video.srcObject = shown
        connection.ontrack = ({ track }) => shown.addTrack(track)
        for (const medium of ['video', 'audio']) connection.addTransceiver(medium, { direction: 'recvonly' })
      }
      await connection.setLocalDescription()
      const reply = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
        body: connection.localDescription!.sdp,
      })
      if (reply.status !== 201) return reply.status
      const answer = await reply.text()
      const sdp = isOnlyTcp ? answer.replace(/a=candidate:\S+ 1 UDP .*\r\n/g, '') : answer
      await connection.setRemoteDescription({ type: 'answer', sdp })
      if (kind === 'whep') await new Promise<void>((done) => video.requestVideoFrameCallback(() => done()))
      else while (connection.connectionState !== 'connected') await new Promise((done) => setTimeout(done, 20))
      return reply.status
    },
    { url: `${liveUrl}/live/${kind}/${room}`, token, kind, codec, isOnlyTcp, isLayered },
  )
  return { page, status }
}

const roomOf = (id: string) => engine.snapshots().find((room) => room.id === id)

/** What a viewer has decoded and heard so far. */
const seen = (page: Page) =>
  page.evaluate(async () => {
    const { connection } = window as unknown as { connection: RTCPeerConnection }
    const entries = [
      ...((await connection.getStats()) as unknown as Map<string, Record<string, number | string>>).values(),
    ]
    const inbound = (kind: string) => entries.find((entry) => entry['type'] === 'inbound-rtp' && entry['kind'] === kind)
    return {
      frames: Number(inbound('video')?.['framesDecoded'] ?? 0),
      energy: Number(inbound('audio')?.['totalAudioEnergy'] ?? 0),
    }
  })

test.each(['H264', 'VP8'])('one browser sees and hears what another sends in %s', async (codec) => {
  engine.open({ id: codec, viewersMax: 10 })
  const maker = await join(codec, 'maker', 'whip', { codec })
  const fan = await join(codec, 'fan', 'whep')
  expect([maker.status, fan.status]).toEqual([201, 201])
  const before = await seen(fan.page)
  await expect.poll(async () => (await seen(fan.page)).frames).toBeGreaterThan(before.frames + 30)
  await expect.poll(async () => (await seen(fan.page)).energy).toBeGreaterThan(before.energy)
  expect(roomOf(codec)).toMatchObject({ state: 'live', watching: [{ user: 'fan', session: 'fan’s tab' }] })
  await Promise.all([maker.page.close(), fan.page.close()])
})

test('a publisher who comes back replaces the connection before, and viewers stay', async () => {
  engine.open({ id: 'again', viewersMax: 10 })
  const first = await join('again', 'maker', 'whip')
  const fan = await join('again', 'fan', 'whep')
  await first.page.close()
  const second = await join('again', 'maker', 'whip')
  const before = await seen(fan.page)
  await expect.poll(async () => (await seen(fan.page)).frames).toBeGreaterThan(before.frames + 30)
  expect(roomOf('again')!.watching.length).toBe(1)
  await Promise.all([second.page.close(), fan.page.close()])
})

test('browsers whose network drops UDP publish and watch over TCP', async () => {
  engine.open({ id: 'tcp', viewersMax: 10 })
  const maker = await join('tcp', 'maker', 'whip', { isOnlyTcp: true })
  const fan = await join('tcp', 'fan', 'whep', { isOnlyTcp: true })
  const before = await seen(fan.page)
  await expect.poll(async () => (await seen(fan.page)).frames).toBeGreaterThan(before.frames + 60)
  await expect.poll(async () => (await seen(fan.page)).energy).toBeGreaterThan(before.energy)
  expect(front.open.all).toBeGreaterThanOrEqual(2)
  // No DELETE is sent: its connections end with the page.
  await fan.page.close()
  await expect.poll(() => roomOf('tcp')!.watching, { timeout: 6_000 }).toEqual([])
  await maker.page.close()
})

test('who is removed sees nothing from then on, and those who stay do', async () => {
  engine.open({ id: 'removing', viewersMax: 10 })
  const maker = await join('removing', 'maker', 'whip')
  const [fan, other] = [await join('removing', 'fan', 'whep'), await join('removing', 'other', 'whep')]
  const token = grant('removing', 'fan', 'view')
  engine.remove('removing', ['fan’s tab'])
  const [removed, stayed] = [await seen(fan.page), await seen(other.page)]
  await expect.poll(async () => (await seen(other.page)).frames).toBeGreaterThan(stayed.frames + 40)
  expect((await seen(fan.page)).frames - removed.frames).toBeLessThan(15)
  expect((await join('removing', 'fan', 'whep', { token })).status).toBe(403)
  await Promise.all([maker, fan, other].map(({ page }) => page.close()))
})

test('a publisher who comes back with another codec is seen by those who come again', async () => {
  engine.open({ id: 'other', viewersMax: 10 })
  const first = await join('other', 'maker', 'whip', { codec: 'VP8' })
  const fan = await join('other', 'fan', 'whep')
  await first.page.close()
  const second = await join('other', 'maker', 'whip', { codec: 'H264' })
  expect(roomOf('other')!.watching).toEqual([])
  const again = await join('other', 'fan', 'whep')
  await expect.poll(async () => (await seen(again.page)).frames).toBeGreaterThan(20)
  await Promise.all([second, fan, again].map(({ page }) => page.close()))
})

test.each(['VP8', 'H264'])('a picture that is sent in two sizes in %s is seen in full', async (codec) => {
  const room = `sizes-${codec}`
  engine.open({ id: room, viewersMax: 10 })
  const maker = await join(room, 'maker', 'whip', { codec, isLayered: true })
  const fan = await join(room, 'fan', 'whep')
  expect([maker.status, fan.status]).toEqual([201, 201])
  const width = () => fan.page.evaluate(() => (window as unknown as { video: HTMLVideoElement }).video.videoWidth)
  const before = await seen(fan.page)
  await expect.poll(async () => (await seen(fan.page)).frames).toBeGreaterThan(before.frames + 30)
  await expect.poll(width).toBe(640)
  await Promise.all([maker.page.close(), fan.page.close()])
})

test('who loses much of it is sent the small size, and those whose line is wide the full one', async () => {
  engine.open({ id: 'sizes', viewersMax: 10 })
  const maker = await join('sizes', 'maker', 'whip', { isLayered: true })
  const watch = (user: string) => joinAsPeer(`${liveUrl}/live/whep/sizes`, grant('sizes', user, 'view'), 'view')
  const [narrow, wide] = [await watch('narrow'), await watch('wide')]
  await expect.poll(() => [narrow.width(), wide.width()], { timeout: 10_000 }).toEqual([640, 640])
  narrow.lose(80)
  await expect.poll(() => narrow.width(), { timeout: 10_000 }).toBe(320)
  // A browser that has much else to do may send the small size alone for a while.
  await expect.poll(() => wide.width(), { timeout: 10_000 }).toBe(640)
  for (const peer of [narrow, wide]) peer.close()
  await maker.page.close()
})
