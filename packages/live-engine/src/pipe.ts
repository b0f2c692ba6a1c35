import rtc from 'node-datachannel'
import { Refusal } from './refusal.ts'
import { isRtcp } from './rtp/packet.ts'
import { type Credentials, tcpCandidate } from './sdp/answer.ts'
import type { Offer } from './sdp/offer.ts'
import type { TcpFront } from './tcp/front.ts'

const gatherMs = 4_000
/** More fits into no packet of a network that anyone streams over. */
const packetBytesMax = 1_500
/** What was sent before a connection broke may be taken up after it. */
const onTheWayMs = 100

export interface PipeOptions {
  /** One UDP port for all peers. */
  port: number
  /** The address to listen on. */
  bind: string
  /** The address that peers are given: the same, or the public one in front of it. */
  announced: string
  /** For peers whose network drops UDP. */
  front?: TcpFront | undefined
}
export interface PipeEvents {
  onOpen(): void
  onRtp(packet: Buffer): void
  onRtcp(packet: Buffer): void
  onClose(): void
}

/** An encrypted way to one peer: ICE, DTLS and SRTP of the library, and every packet as it is. The answer that the peer reads is ours (see `sdp/answer.ts`). */
export class Pipe {
  readonly #connection: rtc.PeerConnection
  readonly #track: rtc.Track
  readonly #events: PipeEvents
  #leaveFront: (() => void) | undefined
  /** Ends the waiting of who is being accepted. */
  #giveUp: ((reason: Error) => void) | undefined
  #isOpen = false
  #isClosed = false
  /** When the peer was last heard, in milliseconds of `performance.now()`. */
  heardAt = performance.now()

  constructor({ port, bind }: PipeOptions, events: PipeEvents) {
    this.#events = events
    this.#connection = new rtc.PeerConnection('peer', {
      iceServers: [],
      bindAddress: bind,
      enableIceUdpMux: true,
      portRangeBegin: port,
      portRangeEnd: port,
      disableAutoNegotiation: true,
    })
    // With one medium and no source of its own, all media of the peer arrive here, whatever they announce.
    const medium = new rtc.Video('0', 'SendRecv')
    medium.addVP8Codec(96)
    medium.addSSRC(1, 'live', 'live', 'live')
    this.#track = this.#connection.addTrack(medium)
    this.#track.onOpen(() => {
      this.#isOpen = true
      events.onOpen()
    })
    this.#track.onMessage((packet) => {
      this.heardAt = performance.now()
      if (packet.length < 8 || packet.length > packetBytesMax) return
      if (isRtcp(packet)) events.onRtcp(packet)
      else if (packet.length >= 12) events.onRtp(packet)
    })
    this.#connection.onStateChange((state) => {
      if (state !== 'failed' && state !== 'closed' && state !== 'disconnected') return
      this.#isOpen = false
      // A connection may not be closed inside its own callback.
      setImmediate(() => events.onClose())
    })
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Accepts an offer's credentials, and resolves with ours. Refused where it is closed before, as by a newer connection of the same person. */
  accept(offer: Offer, { bind, announced, front }: PipeOptions): Promise<Credentials> {
    return new Promise((done, reject) => {
      const late = setTimeout(() => reject(new Error('No address could be gathered.')), gatherMs)
      this.#giveUp = (reason) => {
        clearTimeout(late)
        reject(reason)
      }
      this.#connection.onGatheringStateChange((state) => {
        const description = this.#connection.localDescription()
        if (state !== 'complete' || !description) return
        clearTimeout(late)
        const lines = description.sdp.split('\r\n')
        const value = (name: string) =>
          lines.find((line) => line.startsWith(`a=${name}:`))?.slice(name.length + 3) ?? ''
        const ufrag = value('ice-ufrag')
        const found = lines.filter((line) => line.startsWith('a=candidate:'))
        const candidates = bind === announced ? found : found.map((line) => reachedAt(line, announced))
        // libdatachannel, and so OBS, writes broken frames over TCP.
        if (front && !offer.isLibdatachannel) candidates.push(tcpCandidate(announced, front.port))
        if (!this.#isClosed) this.#leaveFront ??= front?.register(ufrag, (since) => this.#endUnlessHeard(since))
        done({
          ufrag,
          password: value('ice-pwd'),
          fingerprint: value('fingerprint'),
          setup: value('setup'),
          candidates,
        })
      })
      this.#connection.setRemoteDescription(oneMedium(offer), 'offer')
      this.#connection.setLocalDescription('answer')
    })
  }

  /** False where the peer can't be sent to. The bytes are copied before it returns. */
  send(packet: Buffer): boolean {
    if (!this.#isOpen) return false
    try {
      return this.#track.sendMessageBinary(packet)
    } catch {
      return false
    }
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#isOpen = false
    this.#leaveFront?.()
    this.#giveUp?.(new Refusal(409, 'Another connection took the place of this one.'))
    this.#connection.close()
  }

  /** The library would notice after half a minute that a TCP connection is gone. */
  #endUnlessHeard(since: number): void {
    if (this.heardAt <= since + onTheWayMs) this.#events.onClose()
  }
}

/** What the library is shown of an offer: its credentials, and one medium in both directions. */
const oneMedium = ({ ufrag, password, fingerprint }: Offer): string =>
  [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    `a=fingerprint:${fingerprint}`,
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${password}`,
    'a=setup:actpass',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'c=IN IP4 0.0.0.0',
    'a=mid:0',
    'a=sendrecv',
    'a=rtcp-mux',
    'a=rtpmap:96 VP8/90000',
    '',
  ].join('\r\n')

/** A candidate line `a=candidate:1 1 UDP priority address port …` at another address. */
const reachedAt = (line: string, address: string): string => {
  const parts = line.split(' ')
  parts[4] = address
  return parts.join(' ')
}
