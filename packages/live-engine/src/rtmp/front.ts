import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Feed } from './feed.ts'
import type { Feeds } from './feeds.ts'
import { RtmpSession } from './session.ts'
import type { OpenTranscoder } from './transcoder.ts'

const sweepMs = 250
const usualLimits = {
  connectionsMax: 256,
  /** Of one address, at once. */
  perAddressMax: 16,
  /** From the connection to the key. */
  helloMs: 5_000,
}

export interface RtmpOptions {
  /** 0 takes any free one. */
  port: number
  bind: string
  /** The address that programs are given. */
  announced: string
  open: OpenTranscoder
  /** Asks the product to have the feed taken by the room of this key. Resolves with a sentence where it is not. */
  admit(asked: { key: string; feed: string; address: string }): Promise<string | undefined>
  log(line: string): void
  limits?: Partial<typeof usualLimits>
}

/** Where programs send by RTMP. Every connection becomes a feed, which has no room before the product has said whose key it is. */
export class RtmpFront {
  readonly #options: RtmpOptions
  readonly #feeds: Feeds
  readonly #limits: typeof usualLimits
  readonly #server = createServer({ noDelay: true }, (socket) => this.#accept(socket))
  readonly #sessions = new Set<RtmpSession>()
  /** Those that have named no key yet, with the time they came, the oldest first. */
  readonly #silent = new Map<RtmpSession, number>()
  readonly #perAddress = new Map<string, number>()
  readonly #sweep = setInterval(() => this.#endSilent(performance.now()), sweepMs)

  private constructor(feeds: Feeds, options: RtmpOptions) {
    this.#feeds = feeds
    this.#options = options
    this.#limits = { ...usualLimits, ...options.limits }
  }

  static async open(feeds: Feeds, options: RtmpOptions): Promise<RtmpFront> {
    const front = new RtmpFront(feeds, options)
    try {
      await new Promise<void>((done, reject) => {
        front.#server.once('error', reject).listen(options.port, options.bind, done)
      })
    } catch (error) {
      clearInterval(front.#sweep)
      throw error
    }
    // Where the system has no place for one more, those who are there stay.
    front.#server.on('error', () => {})
    feeds.address = `rtmp://${options.announced}:${front.port}/live`
    return front
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** How many connections there are, and how many of them have named no key. */
  get connections(): { all: number; silent: number } {
    return { all: this.#sessions.size, silent: this.#silent.size }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
    this.#feeds.address = null
    const closed = new Promise((done) => this.#server.close(done))
    for (const session of this.#sessions) session.end()
    await closed
  }

  #accept(socket: Socket): void {
    const address = socket.remoteAddress
    const count = this.#perAddress.get(address ?? '') ?? 0
    if (address === undefined || count >= this.#limits.perAddressMax || !this.#hasPlace()) {
      socket.destroy()
      return
    }
    this.#perAddress.set(address, count + 1)
    const feed = new Feed({
      open: this.#options.open,
      disconnect: (why) => session.end(why),
      resume: () => session.resume(),
      log: this.#options.log,
    })
    const session: RtmpSession = new RtmpSession(socket, {
      onPublish: (key) => {
        this.#silent.delete(session)
        this.#feeds.add(feed)
        return this.#options.admit({ key, feed: feed.id, address })
      },
      onMedia: (message) => feed.take(message),
      onEnd: () => {
        feed.left()
        this.#feeds.remove(feed)
        this.#sessions.delete(session)
        this.#silent.delete(session)
      },
    })
    // A connection counts until it is closed: one that has ended may still be there for a second.
    socket.once('close', () => this.#discount(address))
    this.#sessions.add(session)
    this.#silent.set(session, performance.now())
  }

  /** Who comes takes the place of who has been silent for the longest time, but of nobody who publishes. */
  #hasPlace(): boolean {
    if (this.#sessions.size < this.#limits.connectionsMax) return true
    const [silent] = this.#silent.keys()
    silent?.end()
    return silent !== undefined
  }

  #discount(address: string): void {
    const count = this.#perAddress.get(address)! - 1
    if (count > 0) this.#perAddress.set(address, count)
    else this.#perAddress.delete(address)
  }

  #endSilent(now: number): void {
    for (const [session, since] of this.#silent) if (now - since > this.#limits.helloMs) session.end()
  }
}
