import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Incoming } from '../incoming.ts'
import { Refusal } from '../refusal.ts'
import { folderOf, isFileName, isRoomName } from './files.ts'
import { canRecord, canServe, Recorder } from './recorder.ts'
import type { Recordings } from './recordings.ts'

/** Who has fetched nothing for so long has left. */
const watchingMs = 15_000
/** For how long segments are written when nobody watches by HLS any more. */
const restMs = 30_000
/** The first segment needs a keyframe, two seconds, and another one. */
const firstSegmentMs = 6_000
const keyframeMs = { watched: 2_000, recorded: 4_000 }

/** Whether a room is recorded at this moment, how much of it is on the disk, and why it is not where that was asked for. */
export interface RecordingState {
  isOn: boolean
  bytes: number
  problem: 'codec' | 'disk' | null
}

interface Options {
  room: string
  record: boolean
  hls: boolean
  wantKeyframe: () => void
}

/** Of one room: whether it is recorded, and who watches by HLS, for whom it is recorded while they do. */
export class RoomRecording {
  readonly #recordings: Recordings
  readonly #options: Options
  #recorder: Recorder | undefined
  /** By session of the product. */
  readonly #viewers = new Map<string, { user: string; seenAt: number }>()
  #watchedAt = -Infinity
  #keyframeAt = -Infinity
  #isClosed = false
  #isWanted: boolean
  #bytes = 0
  #hasFailed = false
  /** That there is no AAC is said once of a room. */
  #isSilent = false

  constructor(recordings: Recordings, options: Options) {
    this.#recordings = recordings
    this.#options = options
    this.#isWanted = options.record
  }

  /** From now on, or no longer: what is being written is ended within a second. */
  record(isWanted: boolean): void {
    if (isWanted && !this.#isWanted) this.#hasFailed = false
    this.#isWanted = isWanted
  }

  state(streams: readonly Incoming[]): RecordingState {
    const isFull = this.#recordings.isFull || this.#hasFailed
    const isUnfit = streams.length > 0 && !canRecord(streams, this.#recordings.keepsVp8)
    return {
      isOn: this.#recorder?.keeps === true,
      bytes: this.#bytes,
      problem: !this.#isWanted ? null : isFull ? 'disk' : isUnfit ? 'codec' : null,
    }
  }

  take(streams: readonly Incoming[], stream: Incoming, packet: Buffer): void {
    if (this.#records && canRecord(streams, this.#recordings.keepsVp8)) {
      // Whoever watches by HLS meanwhile reads what is kept.
      if (this.#recorder && !this.#recorder.keeps) this.#end()
      if (!this.#recorder) this.#start(true)
    }
    this.#recorder?.take(streams, stream, packet)
  }

  pause(): void {
    this.#recorder?.pause()
  }

  /** Throws a refusal where there is no such file, or nothing to watch by HLS. */
  async read(
    file: string,
    { user, session }: { user: string; session: string },
    streams: readonly Incoming[],
  ): Promise<Buffer> {
    if (!this.#options.hls || !isFileName(file)) throw new Refusal(404, 'There is no such file.')
    if (!canServe(streams)) throw new Refusal(406, 'The video of this room can’t be sent by HLS.')
    this.#watchedAt = performance.now()
    this.#viewers.set(session, { user, seenAt: this.#watchedAt })
    const recorder = (this.#recorder ??= this.#start(false))
    if (file.endsWith('.m3u8') && !(await recorder.hasSegments(firstSegmentMs)))
      throw new Refusal(503, 'There is nothing to play yet.')
    return readFile(join(recorder.folder, file)).catch(() => {
      throw new Refusal(404, 'There is no such file.')
    })
  }

  watching(now: number): { user: string; session: string }[] {
    return [...this.#viewers]
      .filter(([, { seenAt }]) => now - seenAt < watchingMs)
      .map(([session, { user }]) => ({ user, session }))
  }

  isWatching(session: string): boolean {
    return this.#viewers.has(session)
  }

  remove(sessions: ReadonlySet<string>): void {
    for (const session of sessions) this.#viewers.delete(session)
  }

  /** Each second: requests the keyframes at which segments are cut, and stops when nobody needs any. */
  sweep(now: number): void {
    for (const [session, { seenAt }] of this.#viewers) if (now - seenAt >= watchingMs) this.#viewers.delete(session)
    const recorder = this.#recorder
    if (!recorder) return
    if (recorder.keeps ? !this.#records : now - this.#watchedAt > restMs) {
      this.#end()
      return
    }
    if (now - this.#keyframeAt < (this.#viewers.size > 0 ? keyframeMs.watched : keyframeMs.recorded) - 100) return
    this.#keyframeAt = now
    this.#options.wantKeyframe()
  }

  close(): void {
    this.#isClosed = true
    this.#end()
  }

  get #records(): boolean {
    return this.#isWanted && !this.#hasFailed && !this.#recordings.isFull && !this.#isClosed
  }

  #end(): void {
    const recorder = this.#recorder
    this.#recorder = undefined
    if (recorder) this.#recordings.waitFor(recorder.finish().finally(() => this.#recordings.ended(recorder.folder)))
  }

  #start(keeps: boolean): Recorder {
    const { room, wantKeyframe } = this.#options
    if (!isRoomName(room)) throw new Refusal(404, 'There is no such room.')
    const recorder = new Recorder({
      folder: folderOf(this.#recordings.folder, room, { keeps, at: Date.now() }),
      keeps,
      wantKeyframe,
      wrote: (bytes) => {
        if (!keeps) return
        this.#bytes += bytes
        this.#recordings.wrote(bytes)
      },
      // What is written twice counts for the disk, and not for what a creator has.
      wroteAgain: (bytes) => keeps && this.#recordings.wrote(bytes),
      openAac: this.#recordings.openAac,
      silent: (error) => {
        if (!this.#isSilent) this.#recordings.log(`The live room ${room} has no AAC: ${String(error)}`)
        this.#isSilent = true
      },
      failed: (error) => {
        // A disk that is full stays so: it is said once, and nothing is tried again before someone asks.
        if (keeps) this.#hasFailed = true
        this.#recordings.log(`The live room ${room} could not be recorded: ${String(error)}`)
      },
    })
    this.#recorder = recorder
    if (keeps) this.#recordings.began(recorder.folder)
    return recorder
  }
}
