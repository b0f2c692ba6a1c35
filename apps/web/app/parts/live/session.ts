// What publishing needs of a connection to a room, whichever engine keeps the room.

export interface Tracks {
  video: MediaStreamTrack | null
  audio: MediaStreamTrack | null
}
export type TrackKind = keyof Tracks
/** `codecs`: the room takes nothing that this browser sends; `route`: no way through this network; `server`: the room doesn't answer. */
export type SessionProblem = 'codecs' | 'route' | 'server'
export class SessionError extends Error {
  readonly problem: SessionProblem
  constructor(problem: SessionProblem) {
    super(problem)
    this.problem = problem
  }
}
export interface Session {
  /** `disconnected` may come back by itself. */
  state(): RTCPeerConnectionState
  /** Called whenever the state has changed. */
  onState(listener: () => void): void
  stats(): Promise<Iterable<RTCStats>>
  /** What is sent from now on; nothing where it is sent already. */
  send(kind: TrackKind, track: MediaStreamTrack | null): void
  /** Ends it, also a second time. Answers whether another page publishes in its place; null where nobody answers. */
  end(): Promise<{ isReplaced: boolean } | null>
}
