import { randomUUID } from 'node:crypto'
import type { Incoming } from './incoming.ts'
import { InputHealth, type InputProblem, type InputReading } from './input-health.ts'
import type { Loop } from './loop/loop.ts'
import { LoopPlayer, loopStreams } from './loop/player.ts'
import { Pipe, type PipeOptions } from './pipe.ts'
import { type Forwarding, Publisher, takeOffer } from './publisher.ts'
import { ReachedTime } from './reached-time.ts'
import { type Keyframe, KeyframeCatcher } from './recorder/keyframe.ts'
import type { Recordings } from './recorder/recordings.ts'
import { type RecordingState, RoomRecording } from './recorder/room-recording.ts'
import { Refusal } from './refusal.ts'
import type { Feed, FeedEnd } from './rtmp/feed.ts'
import { type Credentials, writeAnswer } from './sdp/answer.ts'
import type { Offer } from './sdp/offer.ts'
import type { Grant } from './token.ts'
import { Viewer, offerTo } from './viewer.ts'

/** How long a room waits for its publisher to come back. */
const awayMs = 60_000
const feedbackMs = 60
const reportMs = 500
/** Browsers report about every second. */
const silenceMs = 8_000
const connectMs = 10_000
/** A publisher of whom nothing came for so long has gone, or is about to be found gone. */
const flowingMs = 3_000
/** So many pictures say that a program sends what can be shown: half a second. */
const picturesMin = 15
/** Publishers answer a request for a keyframe at once; loops have one every few seconds. */
const keyframeMs = 4_000
const sessionsOfOneMax = 4
/** Of so many that published before it is known that they did. */
const formerMax = 20
/** How long a loop goes on when nobody watches it any more. */
const loopRestMs = 5_000
const loopWakeMs = 1_000

export type RoomState = 'idle' | 'live' | 'away'
export interface RoomOptions {
  id: string
  viewersMax: number
  /** Everything that is sent stays, as far as the disk is given to it. */
  record?: boolean
  /** Who can't watch by WebRTC may by HLS: the default. */
  hls?: boolean
}

interface Session<Line = Pipe> {
  id: string
  user: string
  /** The session of the product in which they are. */
  at: string
  pipe: Line
  openedAt: number
}
interface Publishing extends Session<Pipe | Feed> {
  publisher: Publisher
  health: InputHealth
  isWatched: boolean
}

/** One publisher, and those who are sent what they send. */
export class Room {
  /** Another one each time a room of this name opens: what it has counted begins anew. */
  readonly opening: string = randomUUID()
  readonly options: RoomOptions
  readonly #pipes: PipeOptions
  #state: RoomState = 'idle'
  #stateSince = performance.now()
  readonly #reached = new ReachedTime()
  #publisher: Publishing | undefined
  /** Why the last publisher was sent away, until another one’s video can be shown. */
  #problem: InputProblem | undefined
  /** Shown in place of a publisher, until one comes. */
  #loop: { player: LoopPlayer; watchedAt: number } | undefined
  /** What the last publisher sent, in full size, stays known while they are away, so that viewers can still be answered. */
  #streams: readonly Incoming[] = []
  readonly #viewers = new Map<string, Session & { viewer: Viewer }>()
  readonly #removed = new Map<string, number>()
  /** Sessions that published before, the newest last. */
  readonly #former = new Set<string>()
  readonly #timers: NodeJS.Timeout[]
  readonly #recording: RoomRecording | undefined
  /** Those who wait for the next keyframe. */
  #catching: { catcher: KeyframeCatcher; video: Incoming; tell: ((found: Promise<Keyframe>) => void)[] } | undefined

  constructor(options: RoomOptions, pipes: PipeOptions, recordings?: Recordings) {
    this.options = options
    this.#pipes = pipes
    this.#recording =
      recordings &&
      new RoomRecording(recordings, {
        room: options.id,
        record: options.record === true,
        hls: options.hls !== false,
        wantKeyframe: () => this.#publisher?.publisher.requestKeyframe(),
      })
    this.#timers = [
      setInterval(() => this.#publisher?.publisher.feedback(), feedbackMs),
      setInterval(() => this.#report(), reportMs),
    ]
  }

  get state(): RoomState {
    return this.#state
  }
  /** In which session of the product the publisher is. */
  get publishing(): { user: string; session: string } | null {
    return this.#publisher ? { user: this.#publisher.user, session: this.#publisher.at } : null
  }
  /** How the video is that comes, and what was wrong with the last one. */
  get input(): { reading: InputReading | null; problem: InputProblem | null } {
    const reading = this.#publisher?.health.read(performance.now()) ?? null
    return { reading, problem: this.#problem ?? null }
  }
  get recording(): RecordingState {
    return this.#recording?.state(this.#streams) ?? { isOn: false, bytes: 0, problem: null }
  }
  /** From now on, or no longer. */
  record(isWanted: boolean): void {
    this.#recording?.record(isWanted)
  }
  /** Who watches, and in which session of the product, once for each connection. */
  get watching(): { user: string; session: string }[] {
    const byHls = this.#recording?.watching(performance.now()) ?? []
    return [...this.#viewers.values()].map(({ user, at }) => ({ user, session: at })).concat(byHls)
  }

  /** How long video has reached each of them since the room opened, by their own reports. */
  get received(): { user: string; ms: number }[] {
    return this.#reached.all()
  }

  /** Takes a publisher's offer. Whoever published before, with the same right, is replaced; viewers stay. */
  async publish(grant: JoinGrant, offer: Offer): Promise<{ session: string; answer: string }> {
    this.#requireMayPublish(grant)
    const taken = takeOffer(offer)
    if (!taken)
      throw new Refusal(406, 'None of the codecs can be shown. Send H264 (constrained baseline) or VP8, with Opus.')
    const session = this.#newSession(grant, {
      onOpen: () => this.#publishes(session.id),
      onRtp: (packet) => publisher.onRtp(packet),
      onRtcp: (packet) => publisher.onRtcp(packet),
      onClose: () => this.#lose(session.id),
    })
    const health = new InputHealth(taken.streams.find(({ kind }) => kind === 'video')?.codec.name ?? '')
    const publisher = new Publisher({
      streams: taken.streams,
      extensions: taken.extensions,
      send: (packet) => session.pipe.send(packet),
      forward: this.#forwardingOf(session.id, health),
    })
    for (const { media } of taken.taken)
      for (const stream of taken.streams)
        if (media.mid === stream.mid && media.pair) publisher.knows(media.pair.retransmission, stream)
    const credentials = await acceptedBy(session.pipe, offer, this.#pipes)
    // A program may be set to send what can’t be shown: nobody is told of it before its first pictures are in order.
    const isWatched = grant.yields === true && taken.streams.some(({ kind }) => kind === 'video')
    this.#begin({ ...session, publisher, health, isWatched })
    return { session: session.id, answer: writeAnswer(taken.taken, credentials) }
  }

  /** Takes what a program sends by RTMP, as it takes a publisher's offer. Returns the session. */
  publishFeed(grant: JoinGrant, feed: Feed): string {
    this.#requireMayPublish(grant)
    const { streams } = feed
    const id = randomUUID()
    const health = new InputHealth('H264')
    const forward = this.#forwardingOf(id, health)
    const publisher = new Publisher({ streams, extensions: {}, send: feed.send, forward })
    const session = { id, user: grant.user, at: grant.session, pipe: feed, openedAt: performance.now() }
    this.#begin({ ...session, publisher, health, isWatched: true })
    feed.start({ publisher, onEnd: (why) => this.#feedEnded(id, why) })
    return id
  }

  #feedEnded(session: string, why: FeedEnd): void {
    if (this.#publisher?.id === session && why === 'encoder') this.#problem = 'encoder'
    this.#lose(session)
  }

  #forwardingOf(session: string, health: InputHealth): Forwarding {
    return {
      // What was replaced may still have packets on the way.
      onPacket: (stream, packet) => {
        if (this.#publisher?.id === session && !this.#isUnfit(health, stream, packet)) this.#forward(stream, packet)
      },
      onReport: (stream) => this.#eachViewer((viewer) => viewer.onReport(stream)),
    }
  }

  /** Takes the place of whoever published before, or of a loop. */
  #begin(publishing: Publishing): void {
    this.#publisher?.pipe.close()
    this.#noteFormer()
    this.#endLoop()
    this.#publisher = publishing
    // Who was promised other codecs comes again and is answered anew.
    const streams = publishing.publisher.streams.filter(({ layer }) => layer === 'full')
    if (this.#streams.length > 0 && codecsOf(this.#streams) !== codecsOf(streams))
      for (const id of this.#viewers.keys()) this.leave(id)
    this.#streams = streams
  }

  /** Shows a loop until somebody publishes. It plays while it is watched. Where there is a publisher or a loop already, nothing changes. */
  play(loop: Loop): void {
    if (this.#publisher || this.#loop) return
    const streams = loopStreams()
    const publisher = new Publisher({
      streams,
      extensions: {},
      send: () => true,
      forward: {
        onPacket: (stream, packet) => this.#forward(stream, packet),
        onReport: (stream) => this.#eachViewer((viewer) => viewer.onReport(stream)),
      },
    })
    if (this.#streams.length > 0 && codecsOf(this.#streams) !== codecsOf(streams))
      for (const id of this.#viewers.keys()) this.leave(id)
    this.#streams = streams
    this.#loop = { player: new LoopPlayer(loop, streams, publisher), watchedAt: performance.now() }
    this.#become('live')
  }

  /** For a moment, though nobody watches. */
  #wakeLoop(): void {
    if (!this.#loop || this.#loop.player.isPlaying) return
    this.#loop.watchedAt = performance.now() - loopRestMs + loopWakeMs
    this.#loop.player.start()
  }

  #endLoop(): void {
    this.#loop?.player.stop()
    this.#loop = undefined
  }

  async view(grant: JoinGrant, offer: Offer): Promise<{ session: string; answer: string }> {
    this.#requireNotRemoved(grant)
    if (this.#streams.length === 0) throw new Refusal(404, 'This room is not live.')
    if (this.#viewers.size >= this.options.viewersMax) throw new Refusal(503, 'This room is full.')
    const theirs = [...this.#viewers.values()].filter((entry) => entry.user === grant.user)
    if (theirs.length >= sessionsOfOneMax) this.leave(theirs[0]!.id)
    const possible = offerTo(offer, this.#streams)
    if (!possible) throw new Refusal(406, 'This browser can’t play the video that the room runs.')
    const session = this.#newSession(grant, {
      onOpen: () => {
        this.#loop?.player.start()
        this.#publisher?.publisher.requestKeyframe()
      },
      onRtp: () => {},
      onRtcp: (packet) => viewer.onRtcp(packet),
      onClose: () => this.leave(session.id),
    })
    const viewer = new Viewer({
      outgoing: possible.outgoing,
      send: (packet) => session.pipe.send(packet),
      wantKeyframe: (layer) => this.#publisher?.publisher.requestKeyframe(layer),
      onArrived: (now) => this.#reached.arrived(grant.user, session.id, now),
    })
    this.#viewers.set(session.id, { ...session, viewer })
    const credentials = await acceptedBy(session.pipe, offer, this.#pipes)
    return { session: session.id, answer: writeAnswer(possible.taken, credentials) }
  }

  /** A file of the room's HLS, for one viewer. */
  hls(file: string, viewer: { user: string; session: string }): Promise<Buffer> {
    if (this.#streams.length === 0 || !this.#recording) throw new Refusal(404, 'This room is not live.')
    const isNew = !this.#recording.isWatching(viewer.session)
    if (isNew && this.watching.length >= this.options.viewersMax) throw new Refusal(503, 'This room is full.')
    return this.#recording.read(file, viewer, this.#streams)
  }

  /** The next keyframe as a file. Throws a refusal where none comes. */
  async keyframe(): Promise<Keyframe> {
    const video = this.#streams.find(({ kind }) => kind === 'video')
    if (!video || this.#state !== 'live') throw new Refusal(404, 'This room is not live.')
    const found = await new Promise<Promise<Keyframe> | undefined>((done) => {
      const timer = setTimeout(() => done(undefined), keyframeMs)
      if (this.#catching?.video !== video)
        this.#catching = { video, tell: [], catcher: new KeyframeCatcher(video, (keyframe) => this.#caught(keyframe)) }
      this.#catching.tell.push((keyframe) => {
        clearTimeout(timer)
        done(keyframe)
      })
      this.#publisher?.publisher.requestKeyframe()
      this.#wakeLoop()
    })
    if (!found) throw new Refusal(503, 'No picture has come.')
    return found
  }

  #caught(keyframe: Promise<Keyframe>): void {
    const tell = this.#catching?.tell ?? []
    this.#catching = undefined
    // Whoever has waited too long hears nothing of a failure any more.
    keyframe.catch(() => {})
    for (const one of tell) one(keyframe)
  }

  /** Ends a session of either kind. False where there is none. */
  end(session: string): boolean {
    if (this.#publisher?.id === session) this.#lose(session)
    else if (!this.leave(session)) return false
    return true
  }

  /** Whether this session published, and another one does now. */
  wasReplaced(session: string): boolean {
    return this.#former.has(session) && this.#publisher !== undefined
  }

  #noteFormer(): void {
    if (this.#publisher) this.#former.add(this.#publisher.id)
    for (const id of this.#former) if (this.#former.size > formerMax) this.#former.delete(id)
  }

  leave(session: string): boolean {
    const entry = this.#viewers.get(session)
    if (!entry) return false
    this.#viewers.delete(session)
    this.#reached.left(session)
    entry.pipe.close()
    return true
  }

  /** Ends at once what these sessions of the product see or send. What was issued to them until `at` (seconds) lets them in no more. */
  remove(sessions: ReadonlySet<string>, at: number): void {
    for (const session of sessions) this.#removed.set(session, at)
    for (const entry of this.#viewers.values()) if (sessions.has(entry.at)) this.leave(entry.id)
    this.#recording?.remove(sessions)
    if (this.#publisher && sessions.has(this.#publisher.at)) this.#lose(this.#publisher.id)
  }

  close(): void {
    this.#recording?.close()
    for (const timer of this.#timers) clearInterval(timer)
    this.#endLoop()
    this.#publisher?.pipe.close()
    this.#publisher = undefined
    for (const id of this.#viewers.keys()) this.leave(id)
  }

  /** Called each second: ends peers that fell silent or never came. True where the room has waited for its publisher long enough. */
  sweep(now: number): boolean {
    for (const { id, pipe, openedAt } of this.#viewers.values()) if (isGone(pipe, openedAt, now)) this.leave(id)
    if (this.#publisher && isGone(this.#publisher.pipe, this.#publisher.openedAt, now)) this.#lose(this.#publisher.id)
    this.#recording?.sweep(now)
    if (this.#loop && this.#viewers.size > 0) this.#loop.watchedAt = now
    if (this.#loop && now - this.#loop.watchedAt > loopRestMs) this.#loop.player.stop()
    return this.#state === 'away' && now - this.#stateSince > awayMs
  }

  #newSession({ user, session: at }: JoinGrant, events: ConstructorParameters<typeof Pipe>[1]): Session {
    return { id: randomUUID(), user, at, pipe: new Pipe(this.#pipes, events), openedAt: performance.now() }
  }

  #requireMayPublish(grant: JoinGrant): void {
    this.#requireNotRemoved(grant)
    if (grant.yields && this.#publisher && performance.now() - this.#publisher.pipe.heardAt < flowingMs)
      throw new Refusal(409, 'Another program or page is sending into this room.')
  }

  /** A right that was given before they were removed is none. */
  #requireNotRemoved({ session, issuedAt }: JoinGrant): void {
    if (issuedAt <= (this.#removed.get(session) ?? -Infinity))
      throw new Refusal(403, 'You were removed from this room.')
  }

  #publishes(session: string): void {
    if (this.#publisher?.id !== session) return
    this.#publisher.publisher.requestKeyframe()
    if (!this.#publisher.isWatched) this.#become('live')
  }

  #lose(session: string): void {
    if (this.#publisher?.id !== session) return
    this.#publisher.pipe.close()
    this.#noteFormer()
    this.#publisher = undefined
    this.#recording?.pause()
    if (this.#state === 'live') this.#become('away')
  }

  #become(state: 'live' | 'away'): void {
    if (state === this.#state) return
    this.#state = state
    this.#stateSince = performance.now()
  }

  /** Ends a publisher whose video no browser shows as it is meant. */
  #isUnfit(health: InputHealth, stream: Incoming, packet: Buffer): boolean {
    if (stream.kind !== 'video' || stream.layer !== 'full') return false
    const now = performance.now()
    const problem = health.take(stream, packet, now)
    if (problem) {
      this.#problem = problem
      const { id } = this.#publisher!
      // Not inside of the pipe's own callback.
      setImmediate(() => this.#lose(id))
      return true
    }
    if (health.pictures < picturesMin) return false
    this.#problem = undefined
    this.#become('live')
    return false
  }

  #forward(stream: Incoming, packet: Buffer): void {
    const now = performance.now()
    const isKeyframe = stream.beginsKeyframe(packet)
    for (const { pipe, viewer } of this.#viewers.values())
      if (pipe.isOpen) viewer.forward(stream, packet, isKeyframe, now)
    if (stream.layer !== 'full') return
    this.#catching?.catcher.take(stream, packet)
    this.#recording?.take(this.#streams, stream, packet)
  }

  #eachViewer(work: (viewer: Viewer) => void): void {
    for (const { pipe, viewer } of this.#viewers.values()) if (pipe.isOpen) work(viewer)
  }

  /** A request for a keyframe may be lost, and a viewer who waits never asks: it is repeated while anyone waits. */
  #report(): void {
    if (!this.#publisher) return
    const { publisher } = this.#publisher
    publisher.report()
    const now = performance.now()
    const flows = publisher.flows(now)
    this.#eachViewer((viewer) => {
      viewer.review(flows, now)
      if (viewer.isWaiting(now)) publisher.requestKeyframe(viewer.layer)
    })
  }
}

type JoinGrant = Pick<Grant, 'user' | 'session' | 'issuedAt' | 'yields'>

const codecsOf = (streams: readonly Incoming[]): string =>
  streams
    .map(({ kind, codec }) => `${kind} ${codec.name}`)
    .toSorted()
    .join()

/** A pipe that can't be answered is closed: nobody else knows of it yet. */
async function acceptedBy(pipe: Pipe, offer: Offer, options: PipeOptions): Promise<Credentials> {
  try {
    return await pipe.accept(offer, options)
  } catch (error) {
    pipe.close()
    throw error
  }
}

const isGone = (pipe: Pick<Pipe, 'isOpen' | 'heardAt'>, openedAt: number, now: number): boolean =>
  pipe.isOpen ? now - pipe.heardAt > silenceMs : now - openedAt > connectMs
