import type { StreamInput } from '@fanlight/contract/stream-key'
import type { Transport, WebRtcTransport } from '@fanlight/contract/streaming'

/** A room as its engine sees it. `idle`: nothing was ever published into it. */
export interface EngineRoom {
  id: string
  state: 'idle' | 'live' | 'away'
  /** The session in which the creator publishes. */
  publishing: string | null
  /** The sessions in which it is watched, once for each connection. */
  watching: string[]
  /** Another one each time the room opens: what it has counted begins anew. */
  opening: string
  /** For how long video has reached each person since the room opened, in milliseconds by their own reports: never more than it did. */
  received: { userId: string; ms: number }[]
  /** Whose they are. */
  watchingAccounts: string[]
  /** What comes in, and why the publisher before was sent away. */
  input: { reading: StreamInput | null; problem: 'bFrames' | 'encoder' | null }
  /** Whether it is recorded at this moment, how many bytes that has made, and why it is not where that was asked for. */
  recording: { isOn: boolean; bytes: number; problem: 'codec' | 'disk' | null }
}

/** What an engine has kept of one run of a room: a room that was left for long, or whose engine ended, has another one. */
export interface EngineRecording {
  room: string
  /** Its name: when it began, in milliseconds since 1970. */
  at: string
  /** It is still being written. */
  isOpen: boolean
}

/**
 * What the product needs of a server of live video, whichever it is. A room opens when its publisher comes. Its methods throw where the engine can't be
 * reached (`LIVE_UNAVAILABLE`).
 */
export interface LiveEngine {
  readonly name: 'embedded' | 'livekit' | 'agora'
  /** Whether `received` is counted. Without it nothing can be paid by what has arrived: there are no paid shows. */
  readonly meters: boolean
  close(id: string): Promise<void>
  /** Ends what these sessions see or send, and every right that they have been given until now. */
  remove(id: string, sessionIds: readonly string[]): Promise<void>
  /** Shows a recorded loop of the demo in a room that nobody publishes into. Absent where an engine can't. */
  play?(id: string, loop: string): Promise<void>
  /** A file of the HLS of a room, for a viewer of whom the caller has decided that they may watch. Null where the room's video can't be sent so; absent where an engine can't at all. Refused where there is no such file. */
  hls?(
    id: string,
    file: string,
    person: { id: string; sessionId: string },
  ): Promise<{ type: string; body: Buffer } | null>
  /** The next picture of a room that needs no other, as a video file (MP4) of one frame. Null where none comes; absent where an engine can't. */
  keyframe?(id: string): Promise<{ file: Buffer; width: number; height: number } | null>
  rooms(): Promise<EngineRoom[]>
  /** Where programs send by RTMP; null where they can't. Absent where an engine has no such way. */
  rtmp?(): Promise<string | null>
  /** A right of a minute for one person in one room. The caller has decided that they may. */
  transport(
    id: string,
    person: { id: string; sessionId: string },
    may: 'publish' | 'view',
    publishing?: { records: boolean },
  ): Promise<Transport>
  /** The same for a program that publishes: it takes nobody's place whose media flow. Absent where an engine takes none. */
  programTransport?(
    id: string,
    person: { id: string; sessionId: string },
    publishing: { records: boolean },
  ): Promise<WebRtcTransport>
  /** Absent where an engine records nothing. */
  recorder?: EngineRecorder
}

/** What an engine keeps of the rooms that it was told to record. */
export interface EngineRecorder {
  /** Whether a room is recorded from now on. */
  record(id: string, isRecorded: boolean): Promise<void>
  /** All that was recorded and is still there, oldest first. */
  recordings(): Promise<EngineRecording[]>
  /** A file of a recording: its lists are HLS, and name the others. Undefined where there is none. */
  recorded(recording: EngineRecording, file: string): Promise<Buffer | undefined>
  /** Deletes what was recorded of a room. */
  forget(id: string): Promise<void>
}

/** The same without files of HLS: they say nothing of what has arrived, and are given by session to those who may watch as everybody else does. */
export function withoutFiles(transport: Transport): Transport {
  if (transport.kind !== 'webrtc-http') return transport
  const { hlsFallback: _, ...rest } = transport
  return rest
}
