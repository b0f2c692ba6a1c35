// Devices and connections as browsers have them, for tests without one.

/** One that is stopped by the page itself ends without an event. */
export class FakeTrack extends EventTarget {
  readonly kind: 'audio' | 'video'
  enabled = true
  muted = false
  readyState: 'live' | 'ended' = 'live'
  contentHint = ''

  constructor(kind: 'audio' | 'video') {
    super()
    this.kind = kind
  }
  stop(): void {
    this.readyState = 'ended'
  }
  /** The device is gone. */
  end(): void {
    this.readyState = 'ended'
    this.dispatchEvent(new Event('ended'))
  }
  setMuted(muted: boolean): void {
    this.muted = muted
    this.dispatchEvent(new Event(muted ? 'mute' : 'unmute'))
  }
  getSettings(): MediaTrackSettings {
    return { deviceId: `a ${this.kind} device` }
  }
}
export const asTrack = (track: FakeTrack) => track as unknown as MediaStreamTrack

/** One that is closed by the page itself changes its state without an event. */
export class FakeConnection extends EventTarget {
  connectionState: RTCPeerConnectionState = 'connected'
  frames = 0
  close(): void {
    this.connectionState = 'closed'
  }
  become(state: RTCPeerConnectionState): void {
    this.connectionState = state
    this.dispatchEvent(new Event('connectionstatechange'))
  }
  async getStats(): Promise<Map<string, unknown>> {
    return new Map([
      ['out', { type: 'outbound-rtp', kind: 'video', framesSent: this.frames, framesPerSecond: 30, bytesSent: 1_000 }],
    ])
  }
}
