import type { Stream, Transport } from '@fanlight/contract/streaming'
import { type Health, healthOf, type Reading, readStats } from './health.ts'
import { Store } from './store.ts'
import { openSession } from './open-session.ts'
import { type Session, SessionError, type Tracks } from './session.ts'

/**
 * `elsewhere`: another page or device of the same creator publishes now; this one may take it back. `over`: the stream has ended.
 */
export type PublishPhase = 'idle' | 'connecting' | 'sending' | 'reconnecting' | 'elsewhere' | 'over'
export interface PublishState {
  phase: PublishPhase
  /** This device has no network. */
  isOffline: boolean
  health: Health | null
  /** The latest uploads in kbit/s, oldest first. */
  uploads: readonly number[]
}
/** What publishing needs of the stream. Both reject where there is no answer. */
export interface Room {
  /** A fresh right to publish. */
  transport: () => Promise<Transport>
  status: () => Promise<Stream['status']>
}

const healthMs = 2_000
const uploadsMax = 30
/** A connection that hiccups comes back by itself within this time. */
const hiccupMs = 4_000
const firstTriesMax = 3
/** How often a device without a network is asked whether it has one. */
const offlineMs = 5_000
const waitMs = { least: 500, most: 8_000 }
/** After three readings without a new picture the camera is dead, whatever its track says. */
const stillReadingsMax = 3

/** Publishes until stopped: a connection that is lost is made anew without a press. */
export class Publisher extends Store<PublishState> {
  readonly #room: Room
  /** Called where the camera runs and no picture comes. */
  readonly #onStill: () => void
  #tracks: Tracks = { video: null, audio: null }
  #isStill = false
  #session: Session | null = null
  /** Ends the run at hand. */
  #run = new AbortController()

  constructor(room: Room, onStill: () => void) {
    super({ phase: 'idle', isOffline: false, health: null, uploads: [] })
    this.#room = room
    this.#onStill = onStill
  }

  /** Resolves when video flows for the first time, and rejects where it can't. From then on it looks after itself. */
  async start(tracks: Tracks): Promise<void> {
    this.#run.abort()
    this.#run = new AbortController()
    const { signal } = this.#run
    this.#tracks = tracks
    this.#watchNetwork(signal)
    this.set({ phase: 'connecting', health: null, uploads: [] })
    try {
      await this.#connect(signal, firstTriesMax)
    } catch (error) {
      if (!signal.aborted) this.set({ phase: 'idle' })
      throw error
    }
    if (!signal.aborted) void this.#keep(signal)
  }

  /** What is sent from now on. `isStill`: few pictures are no sign of a dead camera, as of a shared screen. */
  send(tracks: Tracks, isStill: boolean): void {
    this.#isStill = isStill
    for (const kind of ['video', 'audio'] as const) {
      if (this.#tracks[kind] === tracks[kind]) continue
      this.#session?.send(kind, tracks[kind])
    }
    this.#tracks = tracks
  }

  /** Without a session there is nothing to end. */
  async stop(): Promise<void> {
    this.#run.abort()
    const session = this.#session
    this.#session = null
    this.set({ phase: 'idle', health: null, uploads: [] })
    await session?.end()
  }

  #watchNetwork(signal: AbortSignal): void {
    const read = () => this.set({ isOffline: !navigator.onLine })
    read()
    addEventListener('online', read, { signal })
    addEventListener('offline', read, { signal })
  }

  async #keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#lost(signal)
      if (signal.aborted) return
      this.set({ phase: 'reconnecting', health: null })
      try {
        const next = await this.#afterLoss(signal)
        if (signal.aborted) return
        if (next !== 'again') return this.set({ phase: next })
        await this.#connect(signal, Number.POSITIVE_INFINITY)
      } catch {
        // It was stopped, or the stream has ended meanwhile.
        if (!signal.aborted) this.set({ phase: 'over' })
        return
      }
    }
  }

  /** Why the session ended, by what the room says of it. */
  async #afterLoss(signal: AbortSignal): Promise<'again' | 'elsewhere' | 'over'> {
    const session = this.#session
    this.#session = null
    let ended = session && (await session.end())
    if (session && !ended) {
      // Without a network nobody answered: another page may have taken over meanwhile.
      await online(signal)
      ended = await session.end()
    }
    const status = await this.#room.status().catch(() => null)
    if (status === 'ended') return 'over'
    return ended?.isReplaced ? 'elsewhere' : 'again'
  }

  async #connect(signal: AbortSignal, triesMax: number): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        // What can reach nobody is not tried; a first attempt is, and says that it can't.
        if (triesMax > firstTriesMax) await online(signal)
        if (tries > 1 && (await this.#room.status()) === 'ended') throw new Ended()
        const session = await openSession(await this.#room.transport(), this.#tracks)
        if (signal.aborted) return void session.end()
        this.#session = session
        // What was changed while it connected.
        for (const kind of ['video', 'audio'] as const) session.send(kind, this.#tracks[kind])
        return this.set({ phase: 'sending' })
      } catch (error) {
        if (signal.aborted || error instanceof Ended || tries >= triesMax || !mayPass(error)) throw error
      }
      await pause(Math.min(waitMs.most, waitMs.least * 2 ** tries), signal)
      signal.throwIfAborted()
    }
  }

  /** Resolves when the session at hand is lost for good, or the run ends. Reads its health meanwhile. */
  async #lost(signal: AbortSignal): Promise<void> {
    const session = this.#session
    if (!session) return
    const over = new AbortController()
    const end = () => over.abort()
    let before: Reading | undefined
    let still = 0
    const read = async () => {
      const report = await session.stats()
      if (over.signal.aborted) return
      const { video } = this.#tracks
      const isStill = this.#isStill || !video?.enabled || document.hidden
      const reading = readStats(report, performance.now())
      const health = healthOf(reading, before, isStill)
      const { uploads } = this.state
      this.set({ health, uploads: before ? [...uploads, health.kilobitsPerSecond].slice(-uploadsMax) : uploads })
      before = reading
      still = health.isMoving || isStill ? 0 : still + 1
      if (still !== stillReadingsMax) return
      still = 0
      this.#onStill()
    }
    const timer = setInterval(() => void read(), healthMs)
    const watch = async () => {
      const state = session.state()
      if (state === 'failed' || state === 'closed') return end()
      if (state !== 'disconnected') return
      await pause(hiccupMs)
      if (session.state() !== 'connected') end()
    }
    session.onState(() => void watch())
    signal.addEventListener('abort', end)
    // The way that led through the network before leads nowhere: the browser would notice after seconds.
    addEventListener('online', end, { signal: over.signal })
    void watch()
    if (!over.signal.aborted) await new Promise<void>((done) => over.signal.addEventListener('abort', () => done()))
    signal.removeEventListener('abort', end)
    clearInterval(timer)
  }
}

class Ended extends Error {}

/** A refusal stays one; no answer, a busy server and a network that comes back don't. */
function mayPass(error: unknown): boolean {
  if (error instanceof SessionError) return error.problem !== 'codecs'
  const status = (error as { status?: unknown }).status
  return typeof status !== 'number' || status === 0 || status === 429 || status >= 500
}

/** Ends early when the network comes back, or at `signal`. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      over.abort()
      done()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end, { signal: over.signal })
    signal?.addEventListener('abort', end, { signal: over.signal })
  })
}

/** Resolves while there is a network. Rejects at `signal`. */
async function online(signal: AbortSignal): Promise<void> {
  while (!navigator.onLine) {
    signal.throwIfAborted()
    await pause(offlineMs, signal)
  }
  signal.throwIfAborted()
}
