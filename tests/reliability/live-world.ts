import { setTimeout as sleep } from 'node:timers/promises'
import type { WebRtcTransport } from '@fanlight/contract/streaming'
import type { TestPeer } from '@fanlight/live-engine/testing'
import { followRooms } from '@fanlight/server/modules/live/streams/streaming'
import { type LiveServer, startLiveServer } from '@fanlight/server/modules/live/testing'
import { api } from '@fanlight/server/testing/api'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'

/** Live rooms with real video, for checks. */
export interface LiveWorld {
  server: LiveServer
  /** Someone who is live, and how they got there. */
  goLive(more?: object): Promise<{ creator: Built; id: string; transport: WebRtcTransport; publisher: TestPeer }>
  /** What the product gives this viewer; null where it gives none. */
  join(who: Built, id: string): Promise<WebRtcTransport | null>
  watch(transport: WebRtcTransport): Promise<TestPeer>
  publish(transport: WebRtcTransport): Promise<TestPeer>
  /** Whether video comes within this many milliseconds. */
  isShown(viewer: TestPeer, ms?: number): Promise<boolean>
  stop(): Promise<void>
}

export async function startLiveWorld(): Promise<LiveWorld> {
  const server = await startLiveServer({ apart: true })
  const peers: TestPeer[] = []
  const peer = async (transport: WebRtcTransport, may: 'publish' | 'view') => {
    const made = await server.peer(transport, may)
    peers.push(made)
    return made
  }
  const isShown = async (viewer: TestPeer, ms = 3_000) => {
    const before = viewer.received()
    for (const end = Date.now() + ms; Date.now() < end; await sleep(20)) if (viewer.received() > before) return true
    return false
  }
  return {
    server,
    async goLive(more = {}) {
      const creator = await buildPerformer(server.ctx)
      const asked = await api(server)
        .as(creator)
        .post('/streaming/live', { title: 'Centring clay', ...more })
      const { stream, transport } = asked.body.data as { stream: { _id: string }; transport: WebRtcTransport }
      const publisher = await peer(transport, 'publish')
      const statusOf = async () => {
        await followRooms(server.ctx)
        return (await api(server).as(creator).put('/streaming/set-duration', {})).body.data?.status
      }
      for (const end = Date.now() + 10_000; (await statusOf()) !== 'live'; await sleep(50))
        if (Date.now() > end) throw new Error('The room does not become live.')
      return { creator, id: stream._id, transport, publisher }
    },
    async join(who, id) {
      const { data } = (await api(server).as(who).get(`/streaming/join/${id}`)).body
      return (data as { transport: WebRtcTransport | null } | undefined)?.transport ?? null
    },
    watch: (transport) => peer(transport, 'view'),
    publish: (transport) => peer(transport, 'publish'),
    isShown,
    async stop() {
      for (const made of peers) made.close()
      await server.stop()
    },
  }
}

/** An offer that an engine answers, of somebody who never comes. */
export const idleOffer = (may: 'publish' | 'view'): string =>
  [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'c=IN IP4 0.0.0.0',
    'a=ice-ufrag:idle',
    `a=ice-pwd:${'p'.repeat(24)}`,
    `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
    'a=setup:actpass',
    'a=mid:0',
    may === 'publish' ? 'a=sendonly' : 'a=recvonly',
    'a=rtcp-mux',
    'a=rtpmap:96 VP8/90000',
    ...(may === 'publish' ? ['a=ssrc:7 cname:idle'] : []),
    '',
  ].join('\r\n')
