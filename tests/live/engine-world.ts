import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Transport } from '@fanlight/contract/streaming'
import { liveEngine } from '@fanlight/server/modules/live/engine/engine'
import type { EngineRoom, LiveEngine } from '@fanlight/server/modules/live/engine/port'
import { runTestEngine } from '@fanlight/server/modules/live/testing-engine'
import { keyFor } from '@fanlight/server/platform/keys'
import { freeTcpPort, freeUdpPort } from '@fanlight/server/platform/process/free-port'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import type { Browser, Page } from 'playwright-core'
import { launchChromium, liveVideoFlags } from '../browser/chromium.ts'
import { startLiveKitServer } from './livekit-server.ts'

// A product with one of its engines, and browsers that come into its rooms by the product's own code.

export interface EngineWorld {
  server: TestServer
  engine: LiveEngine
  room(id: string): Promise<EngineRoom | undefined>
  /** A browser that publishes, or watches. */
  publish(transport: Transport): Promise<Peer>
  watch(transport: Transport): Promise<Peer>
  /** Closes the browsers of everyone who came. */
  leave(): Promise<void>
  stop(): Promise<void>
}
export interface Peer {
  page: Page
  /** What the way in said: `open`, or why not. */
  opened: string
  /** Pictures that were shown. */
  frames(): Promise<number>
  isLost(): Promise<boolean>
  /** The ports at which its browser takes media, and the text of all that it was told of the other side. */
  told(): Promise<{ ports: string[]; text: string }>
  /** Ends it as its page does; for a publisher, whether another one has its place. */
  end(): Promise<{ isReplaced: boolean } | null>
}

const web = fileURLToPath(new URL('../../apps/web/app/parts/live/', import.meta.url))
const entry = `
import { openSession } from './open-session.ts'
import { liveKit } from './livekit-watch.ts'
import { whep } from './whep.ts'
const over = new AbortController()
const connections = []
const candidates = []
const Own = RTCPeerConnection
window.RTCPeerConnection = class extends Own {
  constructor(...options) {
    super(...options)
    connections.push(this)
  }
  addIceCandidate(candidate) {
    candidates.push(candidate?.candidate ?? '')
    return super.addIceCandidate(candidate)
  }
}
let session, video
let isLost = false
Object.assign(window, {
  async publish(transport) {
    const media = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 360 }, audio: true })
    const tracks = { video: media.getVideoTracks()[0], audio: media.getAudioTracks()[0] }
    try {
      session = await openSession(transport, tracks)
    } catch (error) {
      return error.problem ?? String(error)
    }
    session.onState(() => { if (['failed', 'closed'].includes(session.state())) isLost = true })
    return 'open'
  },
  async watch(transport) {
    video = document.createElement('video')
    video.muted = true
    document.body.append(video)
    const way = [whep, liveKit].find(({ takes }) => takes === transport.kind)
    const opened = await way.open(transport, video, { signal: over.signal, onLost: () => (isLost = true) })
    if (opened === 'open') void video.play().catch(() => {})
    return opened
  },
  frames: () => video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
  isLost: () => isLost,
  told: () => ({
    ports: connections.flatMap(({ localDescription }) =>
      [...(localDescription?.sdp ?? '').matchAll(/a=candidate:\\S+ \\d \\S+ \\d+ \\S+ (\\d+)/g)].map(([, port]) => port),
    ),
    text: [...candidates, ...connections.map(({ remoteDescription }) => remoteDescription?.sdp ?? '')].join(),
  }),
  end: () => (session ? session.end() : (over.abort(), null)),
})
`

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: web, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    define: { 'import.meta.env.DEV': 'false' },
    logLevel: 'error',
  })
  return outputFiles[0]!.text
}

export async function openEngineWorld(kind: 'embedded' | 'livekit'): Promise<EngineWorld> {
  const liveKit = kind === 'livekit' ? await startLiveKitServer() : undefined
  const port = await freeTcpPort()
  const script = await bundle()
  const server = await startTestServer({
    listen: true,
    env: liveKit?.env ?? { LIVE_ENGINE_URL: `http://127.0.0.1:${port}` },
    prepare(app) {
      app.get('/peer', (_request, reply) =>
        reply.type('text/html').send(`<!doctype html><title>Peer</title><script type="module">${script}</script>`),
      )
    },
  })
  const stopEngine = liveKit
    ? liveKit.stop
    : await runTestEngine({
        http: port,
        media: await freeUdpPort(),
        folder: `${server.ctx.config.dataDir}/live`,
        key: keyFor(server.ctx.secret, 'live grants'),
      })
  const browser = await launchChromium({ args: ['--autoplay-policy=no-user-gesture-required', ...liveVideoFlags] })
  const engine = liveEngine(server.ctx)
  const come = async (transport: Transport, as: 'publish' | 'watch') => {
    const page = await pageOf(browser, server.url)
    return peerOf(page, String(await run(page, as, transport)))
  }
  return {
    server,
    engine,
    room: async (id) => (await engine.rooms()).find((room) => room.id === id),
    publish: (transport) => come(transport, 'publish'),
    watch: (transport) => come(transport, 'watch'),
    leave: async () => void (await Promise.all(browser.contexts().map((context) => context.close()))),
    async stop() {
      await browser.close()
      await server.stop()
      await stopEngine()
    },
  }
}

async function pageOf(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] })
  const page = await context.newPage()
  await page.goto(`${url}/peer`)
  await page.waitForFunction(() => 'publish' in window)
  return page
}

const run = (page: Page, name: string, argument?: unknown): Promise<unknown> =>
  page.evaluate(
    ({ name, argument }) => (window as unknown as Record<string, (of: unknown) => unknown>)[name]!(argument),
    { name, argument },
  )

const peerOf = (page: Page, opened: string): Peer => ({
  page,
  opened,
  frames: async () => Number(await run(page, 'frames')),
  isLost: async () => (await run(page, 'isLost')) === true,
  told: async () => (await run(page, 'told')) as { ports: string[]; text: string },
  end: async () => (await run(page, 'end')) as { isReplaced: boolean } | null,
})
