import type { WebRtcTransport } from '@fanlight/contract/streaming'
import { afterEach, expect, test, vi } from 'vitest'
import { whep } from './whep.ts'
import { publish } from './whip.ts'

// The browser's own addresses are not found, and no time passes: nobody needs them to be let in.

class Unreached extends EventTarget {
  iceGatheringState = 'gathering'
  connectionState = 'connected'
  localDescription: { sdp: string } | null = null
  addTransceiver() {
    const sender = { getParameters: () => ({}), setParameters: async () => {} }
    return { sender, setCodecPreferences() {} }
  }
  async setLocalDescription() {
    this.localDescription = { sdp: 'an offer without addresses' }
  }
  async setRemoteDescription() {}
  close() {}
}
const transport: WebRtcTransport = { kind: 'webrtc-http', url: '/live/of-1', bearer: 'key', iceServers: [] }
let sent: unknown[] = []
function meet(): void {
  sent = []
  vi.useFakeTimers()
  vi.stubGlobal('RTCPeerConnection', Unreached)
  vi.stubGlobal('RTCRtpSender', { getCapabilities: () => ({ codecs: [] }) })
  vi.stubGlobal('MediaStream', class {})
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(body)
    return new Response('an answer', { status: 201, headers: { location: '/live/sessions/1' } })
  })
}
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a viewer asks to be let in before the browser knows its addresses', async () => {
  meet()
  const until = { signal: new AbortController().signal, onLost: () => {} }
  expect(await whep.open(transport, {} as HTMLVideoElement, until)).toBe('open')
  expect(sent).toEqual(['an offer without addresses'])
})

test('so does who publishes', async () => {
  meet()
  const session = await publish(transport, { video: null, audio: null })
  expect(session.state()).toBe('connected')
  expect(sent).toEqual(['an offer without addresses'])
})
