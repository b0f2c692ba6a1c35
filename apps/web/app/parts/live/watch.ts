import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { agora } from './agora.ts'
import { hls } from './hls.ts'
import { liveKit } from './livekit-watch.ts'
import { whep } from './whep.ts'

export type Joined = Reply<'GET /streaming/join/:id'>['data']
export type Transport = NonNullable<Joined['transport']>

/**
 * `playing`: pictures come. `waiting`: there is no video now. `blocked`: the browser plays it at a press only. `offline`: this device has no network.
 * `refused`: the viewer may not watch any more. `unplayable`: this browser has no codec for it or no WebRTC.
 */
export type Watching = 'connecting' | 'playing' | 'blocked' | 'waiting' | 'lost' | 'offline' | 'refused' | 'unplayable'

/** How a room is entered: no transport where there is no video right now, `over` where there will be none any more. Rejects whom the room refuses. */
export type Join = (id: string) => Promise<Transport | 'over' | null>

const joinStream: Join = async (id) => {
  const { data } = await call('GET /streaming/join/:id', { params: { id } })
  return data.stream.status === 'ended' ? 'over' : data.transport
}

/** One way in which video comes to a viewer. */
export interface Way {
  /** The engine whose rooms it reaches. */
  takes: Transport['kind']
  /** What it shows was some seconds ago. */
  isDelayed?: boolean
  /** How long it may stand still before it is opened anew, where that is longer than usual. */
  stillMs?: number
  /** Whether this browser can. */
  isPossible(): boolean
  /** Gives the element something to play, until `signal` aborts. `onLost`: nothing comes any more. Rejects where the room isn't reached. */
  open(
    transport: Transport,
    video: HTMLVideoElement,
    until: { signal: AbortSignal; onLost: () => void },
  ): Promise<'open' | 'waiting' | 'lost' | 'unplayable'>
}
/** The better one first. The next one is tried where a way brought no picture. */
const ways: readonly Way[] = [whep, hls, liveKit, agora]

/** Without a new picture for so long the connection is made anew. */
const stillMs = 4_000
/** The first one may take longer: its keyframe has to come. */
const firstMs = 8_000
/** A picture younger than this says that the way still leads here. */
const freshMs = 1_000
const lookMs = 500
const retryMs = [500, 1_000, 2_000, 4_000, 8_000]

/**
 * Plays what comes into a room in a `<video>`, for as long as `isOn`, and comes back by itself after any trouble: each time it asks the product anew whether and how it
 * may watch. `play` is for a press where the browser has refused to play by itself.
 */
export function useWatching(id: string, isOn: boolean, join: Join = joinStream) {
  const video = useRef<HTMLVideoElement>(null)
  const watch = useRef<Watch>(null)
  const [watching, setWatching] = useState<Watching>('connecting')
  const [isDelayed, setDelayed] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const say = (now: Watching, isBehind = false) => {
      setWatching(now)
      setDelayed(isBehind)
    }
    const started = new Watch({ id, join, video, say })
    watch.current = started
    return () => started.stop()
  }, [id, isOn, join])
  const play = useCallback(() => watch.current?.play(), [])
  return { video, watching: isOn ? watching : ('waiting' as const), isDelayed, play }
}

interface WatchOptions {
  id: string
  join?: Join
  video: { current: HTMLVideoElement | null }
  say: (watching: Watching, isDelayed?: boolean) => void
  ways?: readonly Way[]
}

export class Watch {
  readonly #id: string
  readonly #enter: Join
  readonly #video: { current: HTMLVideoElement | null }
  readonly #say: (watching: Watching, isDelayed?: boolean) => void
  /** Those that this browser can. */
  #ways: readonly Way[]
  /** The one at hand. */
  #way: Way | undefined
  /** How many ways were tried without a picture. */
  #failed = 0
  /** Ends when nobody watches any more. */
  readonly #over = new AbortController()
  /** Ends the attempt at hand, with all that it opened. */
  #attempt = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #check: ReturnType<typeof setInterval> | undefined
  #tries = 0
  #frames = 0
  #seenAt = 0
  /** The room was reached this way, whether or not a picture came. */
  #isOpen = false

  constructor({ id, join = joinStream, video, say, ways: given = ways }: WatchOptions) {
    this.#id = id
    this.#enter = join
    this.#video = video
    this.#say = say
    this.#ways = given.filter((way) => way.isPossible())
    const can = this.#ways.length > 0
    say(can ? 'connecting' : 'unplayable')
    if (!can) return
    const { signal } = this.#over
    addEventListener('pagehide', () => this.#leave(), { signal })
    // Back from the browser's memory of pages.
    addEventListener('pageshow', ({ persisted }) => persisted && this.#now(), { signal })
    addEventListener('offline', () => this.#timer && this.#again('lost'), { signal })
    addEventListener('online', () => this.#isFresh() || this.#now(), { signal })
    void this.#join()
  }

  stop(): void {
    this.#over.abort()
    this.#leave()
  }

  /** At a press, after the browser has refused to play. */
  play(): void {
    const video = this.#video.current
    if (!video) return
    video.play().then(
      () => (this.#frames === 0 ? this.#say('connecting') : this.#sayPlaying()),
      () => {},
    )
  }

  #leave(): void {
    clearInterval(this.#check)
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#attempt.abort()
  }

  async #join(): Promise<void> {
    this.#leave()
    const attempt = (this.#attempt = new AbortController())
    const { signal } = attempt
    this.#frames = 0
    this.#isOpen = false
    try {
      const transport = await this.#enter(this.#id)
      if (signal.aborted) return
      if (transport === 'over') return this.#say('waiting')
      if (!transport) return this.#again('waiting')
      const video = this.#video.current
      if (!video) return
      const ways = this.#ways.filter(({ takes }) => takes === transport.kind)
      const way = (this.#way = ways[this.#failed % ways.length])
      if (!way) return this.#say('unplayable')
      const onLost = () => signal.aborted || this.#again('lost')
      const opened = await way.open(transport, video, { signal, onLost })
      if (signal.aborted) return
      if (opened === 'unplayable') return this.#without(way)
      if (opened !== 'open') return this.#again(opened)
      this.#show(video, signal)
    } catch (error) {
      if (signal.aborted) return
      const { status } = asProblem(error)
      if (status === 403 || status === 404 || status === 401) {
        this.#leave()
        return this.#say('refused')
      }
      this.#again('lost')
    }
  }

  #show(video: HTMLVideoElement, signal: AbortSignal): void {
    video.play().catch((error: unknown) => {
      // Playing is interrupted, too, where what is played is changed meanwhile: that is no refusal.
      if (!signal.aborted && (error as DOMException).name === 'NotAllowedError') this.#say('blocked')
    })
    this.#isOpen = true
    this.#seenAt = Date.now()
    this.#check = setInterval(() => this.#look(video), lookMs)
  }

  #look(video: HTMLVideoElement): void {
    // A pause is the viewer's own, or the browser waits for a press.
    if (video.paused || document.hidden) return void (this.#seenAt = Date.now())
    const { totalVideoFrames } = video.getVideoPlaybackQuality()
    if (totalVideoFrames !== this.#frames) {
      if (this.#frames === 0) this.#sayPlaying()
      this.#frames = totalVideoFrames
      this.#seenAt = Date.now()
      this.#tries = 0
    }
    if (Date.now() - this.#seenAt > (this.#frames === 0 ? firstMs : (this.#way?.stillMs ?? stillMs)))
      this.#again('lost')
  }

  #sayPlaying(): void {
    this.#say('playing', this.#way?.isDelayed)
  }

  /** This browser can't play what comes this way. */
  #without(way: Way): void {
    this.#leave()
    this.#ways = this.#ways.filter((other) => other !== way)
    this.#failed = 0
    if (this.#ways.length === 0) return this.#say('unplayable')
    void this.#join()
  }

  #again(watching: 'waiting' | 'lost'): void {
    this.#leave()
    if (this.#over.signal.aborted) return
    // Nothing can be reached: `online` goes on at once.
    if (!navigator.onLine) return this.#say('offline')
    // A room that answers nothing does so whichever way one comes.
    if (watching === 'lost' && this.#isOpen && this.#frames === 0) this.#failed++
    this.#say(watching)
    const wait = retryMs[Math.min(this.#tries++, retryMs.length - 1)]!
    // Not everyone in the same moment.
    this.#timer = setTimeout(() => void this.#join(), wait * (0.75 + Math.random() / 2))
  }

  #isFresh(): boolean {
    return !this.#attempt.signal.aborted && this.#frames > 0 && Date.now() - this.#seenAt < freshMs
  }

  /** The network may be another one now. */
  #now(): void {
    this.#tries = 0
    this.#failed = 0
    this.#say('connecting')
    void this.#join()
  }
}
