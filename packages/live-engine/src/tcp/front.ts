import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TcpConnection } from './connection.ts'

const sweepMs = 250
/** Time for the library's last word to the peer. */
const lingerMs = 500

/** What a peer may take up. Connections of one address count from their first check on: browsers also open some that never speak. */
const usualLimits = {
  connectionsMax: 8_192,
  perAddressMax: 128,
  helloMs: 5_000,
  idleMs: 15_000,
  queuedBytesMax: 1024 * 1024,
  /** A browser may have several connections, and change over from one to another. */
  graceMs: 2_000,
}
type Limits = typeof usualLimits

export interface TcpFrontOptions {
  /** The TCP port to listen on; 0 takes any free one. */
  port: number
  /** Where the library listens for peers, and at which addresses of the machine. */
  media: { port: number; bind: string }
  limits?: Partial<Limits>
}

interface Session {
  connections: Set<TcpConnection>
  onLost: (since: number) => void
  /** Runs when no connection with media is left. */
  grace: NodeJS.Timeout | undefined
  isOver: boolean
}

/**
 * Lets peers in whose network drops UDP: a passive end of ICE over TCP (RFC 6544), which the library lacks. Every connection becomes a UDP peer of the
 * library (`connection.ts`), and only those whose first packet names a session that is there stay.
 */
export class TcpFront {
  readonly #media: { host: string; port: number }
  readonly #limits: Limits
  readonly #server = createServer({ noDelay: true }, (socket) => this.#accept(socket))
  readonly #sessions = new Map<string, Session>()
  readonly #connections = new Set<TcpConnection>()
  /** Those that have not said whose they are, with the time they came, the oldest first. */
  readonly #silent = new Map<TcpConnection, number>()
  readonly #perAddress = new Map<string, number>()
  readonly #sweep = setInterval(() => this.#endSilent(performance.now()), sweepMs)

  private constructor({ media, limits }: TcpFrontOptions) {
    // Bound to all addresses, it is reached at the one of this machine.
    this.#media = { port: media.port, host: media.bind === '0.0.0.0' ? '127.0.0.1' : media.bind }
    this.#limits = { ...usualLimits, ...limits }
  }

  static async open(options: TcpFrontOptions): Promise<TcpFront> {
    const front = new TcpFront(options)
    try {
      await new Promise<void>((done, reject) => {
        front.#server.once('error', reject).listen(options.port, options.media.bind, done)
      })
    } catch (error) {
      clearInterval(front.#sweep)
      throw error
    }
    // Where the system has no place for one more, those who are there stay.
    front.#server.on('error', () => {})
    return front
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** How many connections there are, and how many of them have not said whose they are. */
  get open(): { all: number; silent: number } {
    return { all: this.#connections.size, silent: this.#silent.size }
  }

  /**
   * Lets the peer of the session `ufrag` in until the returned function is called. `onLost` is called when its connections are gone, with the time
   * (`performance.now()`) of the last one's end: a peer that went over to UDP has been heard since.
   */
  register(ufrag: string, onLost: (since: number) => void): () => void {
    const session: Session = { connections: new Set(), onLost, grace: undefined, isOver: false }
    this.#sessions.set(ufrag, session)
    return () => {
      if (this.#sessions.get(ufrag) === session) this.#sessions.delete(ufrag)
      session.isOver = true
      clearTimeout(session.grace)
      setTimeout(() => {
        for (const connection of session.connections) connection.end()
      }, lingerMs).unref()
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
    for (const session of this.#sessions.values()) {
      session.isOver = true
      clearTimeout(session.grace)
    }
    this.#sessions.clear()
    const closed = new Promise((done) => this.#server.close(done))
    for (const connection of this.#connections) connection.end()
    await closed
  }

  #accept(socket: Socket): void {
    const address = socket.remoteAddress
    if (address === undefined || !this.#hasRoom()) {
      socket.destroy()
      return
    }
    let session: Session | undefined
    const connection: TcpConnection = new TcpConnection(socket, {
      media: this.#media,
      queuedBytesMax: this.#limits.queuedBytesMax,
      events: {
        onHello: (ufrag) => {
          const asked = this.#sessions.get(ufrag)
          if (!asked || !this.#count(address)) return false
          session = asked
          session.connections.add(connection)
          this.#silent.delete(connection)
          return true
        },
        onMedia: () => clearTimeout(session?.grace),
        onEnd: () => {
          this.#connections.delete(connection)
          this.#silent.delete(connection)
          if (!session) return
          this.#discount(address)
          this.#leave(session, connection)
        },
      },
    })
    this.#connections.add(connection)
    this.#silent.set(connection, performance.now())
  }

  /** Who comes takes the place of who has been silent for the longest time, but of nobody who watches. */
  #hasRoom(): boolean {
    if (this.#connections.size < this.#limits.connectionsMax) return true
    const [silent] = this.#silent.keys()
    silent?.end()
    return silent !== undefined
  }

  #count(address: string): boolean {
    const count = this.#perAddress.get(address) ?? 0
    if (count >= this.#limits.perAddressMax) return false
    this.#perAddress.set(address, count + 1)
    return true
  }

  #discount(address: string): void {
    const count = this.#perAddress.get(address)! - 1
    if (count > 0) this.#perAddress.set(address, count)
    else this.#perAddress.delete(address)
  }

  #leave(session: Session, connection: TcpConnection): void {
    session.connections.delete(connection)
    const isLast = connection.carriesMedia && ![...session.connections].some(({ carriesMedia }) => carriesMedia)
    if (!isLast || session.isOver) return
    const since = performance.now()
    clearTimeout(session.grace)
    session.grace = setTimeout(() => session.onLost(since), this.#limits.graceMs)
  }

  #endSilent(now: number): void {
    const { helloMs, idleMs } = this.#limits
    for (const [connection, since] of this.#silent) if (now - since > helloMs) connection.end()
    for (const connection of this.#connections) if (now - connection.heardAt > idleMs) connection.end()
  }
}
