import { useEffect, useRef, useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { gathered } from './whip.ts'

export type Joined = Reply<'GET /streaming/join/:id'>['data']
export type Transport = NonNullable<Joined['transport']>

/**
 * `playing`: pictures come. `waiting`: there is no video now. `refused`: the viewer may not watch any more. `unplayable`: this browser has no codec for it
 * or no WebRTC.
 */
export type Watching = 'connecting' | 'playing' | 'waiting' | 'lost' | 'refused' | 'unplayable'

/** Without a new picture for so long the connection is made anew. */
const stillMs = 4_000
/** The first one may take longer: its keyframe has to come. */
const firstMs = 10_000
const retryMs = [500, 1_000, 2_000, 4_000, 8_000]

/**
 * Plays a stream in a `<video>` by WHEP, for as long as `isOn`, and comes back by itself after any trouble: each time it asks the product anew whether and
 * how it may watch.
 */
export function useWatching(streamId: string, isOn: boolean) {
  const video = useRef<HTMLVideoElement>(null)
  const [watching, setWatching] = useState<Watching>('connecting')
  useEffect(() => {
    if (!isOn) return
    if (typeof RTCPeerConnection === 'undefined') return setWatching('unplayable')
    const watch = new Watch(streamId, video, setWatching)
    return () => watch.stop()
  }, [streamId, isOn])
  return { video, watching: isOn ? watching : ('waiting' as const) }
}

class Watch {
  readonly #streamId: string
  readonly #video: { current: HTMLVideoElement | null }
  readonly #say: (watching: Watching) => void
  #connection: RTCPeerConnection | undefined
  #session: { url: string; bearer: string } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #check: ReturnType<typeof setInterval> | undefined
  #tries = 0
  #isOver = false
  #frames = 0
  #seenAt = 0

  constructor(streamId: string, video: { current: HTMLVideoElement | null }, say: (watching: Watching) => void) {
    this.#streamId = streamId
    this.#video = video
    this.#say = say
    say('connecting')
    addEventListener('pagehide', this.#leave)
    void this.#join()
  }

  stop(): void {
    this.#isOver = true
    removeEventListener('pagehide', this.#leave)
    clearTimeout(this.#timer)
    this.#leave()
  }

  /** The engine learns that this viewer is gone; without it, it would after some seconds. */
  readonly #leave = (): void => {
    clearInterval(this.#check)
    this.#connection?.close()
    this.#connection = undefined
    const session = this.#session
    this.#session = undefined
    if (session)
      void fetch(session.url, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${session.bearer}` },
        keepalive: true,
      }).catch(() => {})
  }

  async #join(): Promise<void> {
    try {
      const { data } = await call('GET /streaming/join/:id', { params: { id: this.#streamId } })
      if (this.#isOver) return
      if (data.stream.status === 'ended') return this.#say('waiting')
      if (!data.transport) return this.#again('waiting')
      await this.#connect(data.transport)
    } catch (error) {
      if (this.#isOver) return
      const { status } = asProblem(error)
      if (status === 403 || status === 404 || status === 401) return this.#say('refused')
      this.#again('lost')
    }
  }

  async #connect({ url, bearer, iceServers }: Transport): Promise<void> {
    const connection = new RTCPeerConnection({ iceServers })
    this.#connection = connection
    const media = new MediaStream()
    connection.ontrack = ({ track }) => media.addTrack(track)
    connection.onconnectionstatechange = () => {
      if (connection === this.#connection && ['failed', 'closed'].includes(connection.connectionState))
        this.#again('lost')
    }
    for (const kind of ['video', 'audio'] as const) connection.addTransceiver(kind, { direction: 'recvonly' })
    await connection.setLocalDescription()
    await gathered(connection)
    const reply = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/sdp' },
      body: connection.localDescription!.sdp,
    })
    if (this.#isOver || connection !== this.#connection) return connection.close()
    if (reply.status === 406) {
      this.#leave()
      return this.#say('unplayable')
    }
    // Not live yet, or full for the moment.
    if (reply.status !== 201) return this.#again(reply.status === 404 ? 'waiting' : 'lost')
    const location = reply.headers.get('location')
    if (location) this.#session = { url: location, bearer }
    await connection.setRemoteDescription({ type: 'answer', sdp: await reply.text() })
    const video = this.#video.current
    if (!video) return
    video.srcObject = media
    // What the browser doesn't play by itself it plays at a touch.
    video.play().catch(() => {})
    this.#seenAt = Date.now()
    this.#frames = 0
    this.#check = setInterval(() => this.#look(video), 500)
  }

  #look(video: HTMLVideoElement): void {
    const { totalVideoFrames } = video.getVideoPlaybackQuality()
    // A pause is the viewer's own.
    if (video.paused || document.hidden) this.#seenAt = Date.now()
    if (totalVideoFrames > this.#frames) {
      if (this.#frames === 0) this.#say('playing')
      this.#frames = totalVideoFrames
      this.#seenAt = Date.now()
      this.#tries = 0
    }
    if (Date.now() - this.#seenAt > (this.#frames === 0 ? firstMs : stillMs)) this.#again('lost')
  }

  #again(watching: 'waiting' | 'lost'): void {
    this.#leave()
    if (this.#isOver) return
    this.#say(watching)
    clearTimeout(this.#timer)
    const wait = retryMs[Math.min(this.#tries++, retryMs.length - 1)]!
    // Not everyone in the same moment.
    this.#timer = setTimeout(() => void this.#join(), wait * (0.75 + Math.random() / 2))
  }
}
