import { awaySecondsMax } from '@fanlight/contract/limits'
import type { Stream, Transport } from '@fanlight/contract/streaming'
import { call } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import type { Capture } from '../../../parts/live/capture.ts'
import { Publisher, type Room } from '../../../parts/live/publish.ts'
import { isRunning, joinGroup, joinShow, type Show } from '../../../parts/live/shows/use-shows.ts'
import { Store } from '../../../parts/live/store.ts'

export interface BroadcastState {
  /** One's own stream as it was last read; null before the first. */
  stream: Stream | null
  /** When it was read, in milliseconds of `performance.now()`: its duration is of that moment. */
  readAt: number
  /** Since when it has been away, on the same clock. */
  awaySince: number | null
  /** A program of the creator’s own sends, and not this page. */
  isByProgram: boolean
  /** The creator takes a break. */
  isPaused: boolean
  /** Its camera gives no picture, as after a phone call, and is opened again. */
  isInterrupted: boolean
  /** It ended because it had been away for too long. */
  isTimedOut: boolean
  /** The private show or group show that runs: what this page sends goes there. */
  show: ShowRoom | null
  /** From the public room into the one of a show, or back. */
  isMoving: boolean
  /** The creator has stopped everything at once; null otherwise. */
  stopped: Stopped | null
}
export interface Stopped {
  /** The show that it was in. */
  show: ShowRoom | null
  /** The server has answered. */
  isTold: boolean
}
/** When it was away first is known to about a second. */
const leewaySeconds = 5
const tellAgainMs = 2_000
/** Where a show is. */
export type ShowRoom = Show | { _id: string; isGroup: true }
/** Who may watch what a creator opens without having sold tickets. */
export type OpenType = Exclude<Stream['type'], 'ticket'>
export interface Wanted {
  title?: string
  type?: OpenType
  record?: boolean
}
/** What is chosen at first. Of a show with tickets nothing is: it stays theirs who have one. */
export const openTypeOf = (stream: Stream | null): OpenType =>
  stream && stream.type !== 'ticket' ? stream.type : 'public'

/** The creator's stream on this page: what the server says of it, and what this page sends into it. */
export class Broadcast extends Store<BroadcastState> {
  readonly publisher: Publisher
  readonly #capture: Capture
  #wanted: Wanted = {}
  /** The server was told that this page gives no picture, though it sends. */
  #isToldAway = false
  #isTelling = false
  #moves: Promise<void> = Promise.resolve()
  /** Another room was not reached: the next one is tried all the same. */
  #isStranded = false

  constructor(open: Stream | null, capture: Capture, isByProgram = false) {
    super({
      stream: open,
      readAt: 0,
      awaySince: null,
      isByProgram,
      isPaused: false,
      isInterrupted: false,
      isTimedOut: false,
      show: null,
      isMoving: false,
      stopped: null,
    })
    this.#capture = capture
    capture.subscribe(() => {
      const { isInterrupted } = capture.state
      if (isInterrupted === this.state.isInterrupted) return
      this.set({ isInterrupted })
      void this.#tell()
    })
    const room: Room = {
      transport: () => this.#transport(),
      status: () => this.#status(),
    }
    this.publisher = new Publisher(room, () => capture.reopen())
  }

  /** Goes live, or goes on with the open stream from this page. Rejects where no video can be sent. */
  async goLive(wanted: Wanted): Promise<void> {
    this.#wanted = wanted
    this.#isStranded = false
    this.#capture.pause(false)
    this.set({ isPaused: false, isByProgram: false, stopped: null })
    this.#isToldAway = false
    if (this.state.stream?.status === 'ended') this.set({ stream: null, awaySince: null })
    const { video, audio } = this.#capture.state
    await this.publisher.start({ video, audio })
    void this.#tell()
  }

  /** A show runs, or none any more: what this page sends goes there, and back into the public room afterwards. */
  setShow(show: ShowRoom | null): void {
    const { show: before } = this.state
    this.set({ show })
    if (before?._id !== show?._id) this.#moves = this.#moves.then(() => this.#move())
  }

  async #move(): Promise<void> {
    const { phase } = this.publisher.state
    const isOurs = this.#isStranded || (phase !== 'idle' && phase !== 'elsewhere')
    if (!isOurs || this.state.isByProgram || this.state.stream?.status === 'ended') return
    this.set({ isMoving: true })
    this.#isStranded = false
    try {
      await this.publisher.stop()
      if (this.state.stopped) return
      const { video, audio } = this.#capture.state
      await this.publisher.start({ video, audio })
      void this.#tell()
    } catch {
      this.#isStranded = true
    } finally {
      this.set({ isMoving: false })
    }
  }

  /** Nobody sees or hears anything from this moment, whatever the server answers: camera and microphone end first, then the connection, then it is told. */
  stopNow(): void {
    if (this.state.stopped) return
    const { show, isByProgram } = this.state
    this.#capture.close()
    this.#isStranded = false
    this.set({ stopped: { show, isTold: false } })
    void this.publisher.stop().catch(() => {})
    void this.#tellStopped(show, isByProgram)
  }

  /** What was stopped has been read. */
  afterStop(): void {
    this.set({ stopped: null })
  }

  /** Until it is heard. What a program sends ends at the server alone: its stream is over at once; another one waits a minute for its creator. */
  async #tellStopped(show: ShowRoom | null, isByProgram: boolean): Promise<void> {
    const id = this.state.stream?._id
    for (let isTold = false; !isTold && this.state.stopped; ) {
      try {
        if (show) await endShow(show)
        if (id) {
          const { data } = await call('PUT /streaming/live/:id', {
            params: { id },
            body: { status: isByProgram ? 'ended' : 'away' },
          })
          this.take(data)
        }
        isTold = true
      } catch (error) {
        // It is over already, or was never live.
        isTold = [404, 409].includes(asProblem(error).status)
        if (!isTold) await new Promise((done) => setTimeout(done, tellAgainMs))
      }
    }
    if (this.state.stopped) this.set({ stopped: { ...this.state.stopped, isTold: true } })
  }

  /** A stream is open for a program of the creator’s own. */
  waitForProgram(stream: Stream): void {
    this.set({ stream: null, awaySince: null, isByProgram: true, isPaused: false, isTimedOut: false })
    this.take(stream)
  }

  /** A program sends into the open stream. */
  showProgram(): void {
    this.set({ isByProgram: true })
    void this.heartbeat()
  }

  /** The next one is another stream. */
  forget(): void {
    void this.publisher.stop()
    this.set({ stream: null, awaySince: null, isByProgram: false, isPaused: false, isTimedOut: false, stopped: null })
  }

  pause(isPaused: boolean): void {
    this.#capture.pause(isPaused)
    this.set({ isPaused })
    // The break has told the server where this page is.
    this.#isToldAway = false
    void this.#tell()
  }

  /** Packets go on where a camera stands still: the server hears from here that there is no picture, and that there is one again. */
  async #tell(): Promise<void> {
    if (this.#isTelling) return
    this.#isTelling = true
    try {
      for (let id = this.#untold(); id; id = this.#untold()) {
        const { isInterrupted } = this.state
        const { data } = await call('PUT /streaming/live/:id', {
          params: { id },
          body: { status: isInterrupted ? 'away' : 'live' },
        })
        // A break that began meanwhile says it by itself.
        if (this.state.isPaused) return
        this.#isToldAway = isInterrupted
        this.take(data)
      }
    } catch {
      setTimeout(() => void this.#tell(), tellAgainMs)
    } finally {
      this.#isTelling = false
    }
  }

  /** The stream of which the server doesn't know yet whether there is a picture. */
  #untold(): string | undefined {
    const { stream, isPaused, isInterrupted, show } = this.state
    const { phase } = this.publisher.state
    const isOurs = phase === 'sending' || phase === 'reconnecting'
    if (!isOurs || show || !stream || stream.status === 'ended' || isPaused) return undefined
    return isInterrupted === this.#isToldAway ? undefined : stream._id
  }

  /**
   * Takes over what the server says of the stream. Another stream than the one at hand is none of this page's, nor is the end of one that it
   * never had: that may be told late, after a reload.
   */
  take(stream: Stream): void {
    const { stream: known, awaySince } = this.state
    if (known ? known._id !== stream._id : stream.status === 'ended') return
    // Messages to everyone don't say what its creator was tipped.
    const tips = stream.tips ?? known?.tips ?? null
    const recording = stream.recording ?? known?.recording ?? null
    const stopReason = stream.stopReason ?? known?.stopReason ?? null
    // Of a show it waits for as long as that runs.
    const isAway = stream.status === 'away' && !stream.isInShow
    const awayMs = awaySince === null ? 0 : performance.now() - awaySince
    this.set({
      stream: { ...stream, tips, recording, stopReason, peakViewers: Math.max(stream.peakViewers, stream.viewers) },
      readAt: performance.now(),
      awaySince: isAway ? (awaySince ?? performance.now()) : null,
      isTimedOut:
        stream.status === 'ended' && (this.state.isTimedOut || awayMs > (awaySecondsMax - leewaySeconds) * 1000),
    })
    if (stream.status !== 'ended') return
    void this.publisher.stop()
    // The camera's light goes out.
    this.#capture.close()
  }

  setViewers(streamId: string, viewers: number): void {
    const { stream } = this.state
    if (stream?._id !== streamId) return
    this.set({ stream: { ...stream, viewers, peakViewers: Math.max(stream.peakViewers, viewers) } })
  }

  setGoal(streamId: string, goal: Stream['goal']): void {
    const { stream } = this.state
    if (stream?._id === streamId) this.set({ stream: { ...stream, goal } })
  }

  setMenu(streamId: string, menu: Stream['menu']): void {
    const { stream } = this.state
    if (stream?._id === streamId) this.set({ stream: { ...stream, menu } })
  }

  /** Reads the stream anew, also after its end. */
  async refresh(): Promise<Stream> {
    const { stream } = this.state
    if (!stream) throw new Error('There is no stream to read.')
    const { data } = await call('GET /streaming/join/:id', { params: { id: stream._id } })
    this.take(data.stream)
    return this.state.stream ?? data.stream
  }

  /** Says that this page is there. What the server says of the stream is read anew where it is another than was known. */
  async heartbeat(): Promise<void> {
    const { stream } = this.state
    if (!stream) return
    try {
      const { data } = await call('PUT /streaming/set-duration', { body: { streamId: stream._id } })
      if (data.status === stream.status)
        this.set({ readAt: performance.now(), stream: { ...this.state.stream!, ...data } })
      else await this.refresh()
    } catch (error) {
      if (asProblem(error).status === 404) await this.refresh().catch(() => {})
    }
  }

  async #status(): Promise<Stream['status']> {
    const { show } = this.state
    if (!show) return (await this.refresh()).status
    if ('isGroup' in show) return (await this.refresh()).groupShow?._id === show._id ? 'live' : 'ended'
    const { data } = await call('GET /streaming/private-requests', { query: { open: 'true' } })
    return data.some((open) => open._id === show._id && isRunning(open)) ? 'live' : 'ended'
  }

  async #transport(): Promise<Transport> {
    const { stream: known, show } = this.state
    if (show) {
      const transport = await ('isGroup' in show ? joinGroup(show._id) : joinShow(show.conversationId))
      if (!transport || transport === 'over') throw new EndedMeanwhile()
      return transport
    }
    const { data } = await call('POST /streaming/live', { body: this.#wanted })
    this.#wanted = {}
    if (known && known._id !== data.stream._id) {
      // It ended in this very moment, and nobody asked for a new one.
      await call('PUT /streaming/live/:id', { params: { id: data.stream._id }, body: { status: 'ended' } })
      await this.refresh()
      throw new EndedMeanwhile()
    }
    this.take(data.stream)
    return data.transport
  }
}

function endShow(show: ShowRoom): Promise<unknown> {
  const body = { status: 'ended' } as const
  if ('isGroup' in show) return call('PUT /streaming/group-shows/:id', { params: { id: show._id }, body })
  const { conversationId } = show
  return call('PUT /streaming/private-requests/:conversationId', { params: { conversationId }, body })
}

class EndedMeanwhile extends Error {
  readonly status = 409
}
