import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import type { Socket } from 'node:net'
import { FrameReader, framed } from './framing.ts'
import { askedUfrag, isStun } from './stun.ts'

/** Packets of a peer that wait until the UDP socket is there. */
const pendingMax = 16
/** A keyframe comes all at once. The system may give less. */
const receiveBytes = 1024 * 1024

/** Where the library listens for all peers. */
export interface MediaAddress {
  host: string
  port: number
}
export interface ConnectionEvents {
  /** Called with our ufrag in the first packet. False where there is no such session, or no place: the connection then ends. */
  onHello(ufrag: string): boolean
  /** Called when the first packet goes to the peer that is more than a check: this is the way which the peer has chosen. */
  onMedia(): void
  onEnd(): void
}

/**
 * A TCP connection of a peer. For the library it is a peer at a UDP port of this machine: what comes in frames goes on as datagrams, and the other way
 * round, all of it encrypted.
 */
export class TcpConnection {
  readonly #socket: Socket
  readonly #media: MediaAddress
  readonly #events: ConnectionEvents
  readonly #queuedBytesMax: number
  readonly #reader = new FrameReader()
  #udp: UdpSocket | undefined
  #isConnected = false
  #pending: Buffer[] = []
  #carriesMedia = false
  #isEnded = false
  /** When the peer was last heard, in milliseconds of `performance.now()`. */
  heardAt = performance.now()

  constructor(
    socket: Socket,
    of: { media: MediaAddress; events: ConnectionEvents /** Not yet taken by the peer. */; queuedBytesMax: number },
  ) {
    this.#socket = socket
    this.#media = of.media
    this.#events = of.events
    this.#queuedBytesMax = of.queuedBytesMax
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    for (const event of ['error', 'end', 'close']) socket.on(event, () => this.end())
  }

  get carriesMedia(): boolean {
    return this.#carriesMedia
  }

  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#udp?.close()
    this.#socket.destroy()
    this.#events.onEnd()
  }

  #read(chunk: Buffer): void {
    this.heardAt = performance.now()
    const packets = this.#reader.read(chunk)
    if (!packets) return this.end()
    for (const packet of packets) this.#toLibrary(packet)
  }

  #toLibrary(packet: Buffer): void {
    if (this.#isEnded) return
    if (!this.#udp) {
      const ufrag = askedUfrag(packet)
      if (ufrag === undefined || !this.#events.onHello(ufrag)) return this.end()
      this.#udp = this.#openUdp()
    }
    if (this.#isConnected) this.#udp.send(packet)
    else if (this.#pending.length < pendingMax) this.#pending.push(packet)
  }

  #openUdp(): UdpSocket {
    const { host, port } = this.#media
    const udp = createSocket({ type: 'udp4', recvBufferSize: receiveBytes })
    udp.on('error', () => this.end())
    udp.on('message', (packet) => this.#toPeer(packet))
    // Connected, it takes datagrams of the library alone.
    udp.bind(0, host, () => {
      if (!this.#isEnded) udp.connect(port, host)
    })
    udp.once('connect', () => {
      if (this.#isEnded) return
      this.#isConnected = true
      for (const packet of this.#pending) udp.send(packet)
      this.#pending = []
    })
    return udp
  }

  #toPeer(packet: Buffer): void {
    if (this.#isEnded) return
    if (this.#socket.writableLength > this.#queuedBytesMax) return this.end()
    if (!this.#carriesMedia && !isStun(packet)) {
      this.#carriesMedia = true
      this.#events.onMedia()
    }
    // What comes in one turn goes in one call of the system.
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork()
      setImmediate(() => this.#socket.uncork())
    }
    this.#socket.write(framed(packet))
  }
}
