// What a client of the live socket does with what it receives: each message once, in order, also over a gap. The browser uses it, and the
// reliability checks do.

/** Any message as it comes in. */
export interface AnyMessage {
  name: string
  data: { id: string; seq: string }
}

/** More than a replayed gap has. */
const knownMax = 10_000

export class SocketInbox {
  readonly #handle: (message: AnyMessage) => void
  /** Ids in the order in which they came. */
  readonly #known = new Set<string>()
  #held: AnyMessage[] | undefined
  #position: string | undefined
  #newest: string | undefined

  constructor(handle: (message: AnyMessage) => void) {
    this.#handle = handle
  }

  /** Everything up to here was received: what `sync/since` needs after a reconnect. */
  get position(): string | undefined {
    return this.#position
  }

  /** The connection is new: what comes is held back until it is known what was sent in between. */
  hold(): void {
    this.#held ??= []
    this.#newest = undefined
  }

  receive(message: AnyMessage): void {
    const { id, seq } = message.data
    this.#newest = seq
    // What is no event has no place in their order.
    if (this.#held && numberOf(id) !== undefined) this.#held.push(message)
    else {
      if (!this.#held) this.#position = seq
      this.#take(message)
    }
  }

  /** The gap is closed, or everything is fetched again: held messages are handled in their order. */
  release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    this.#position = this.#newest ?? this.#position
    held.sort((a, b) => compare(a.data.id, b.data.id))
    for (const message of held) this.#take(message)
  }

  #take(message: AnyMessage): void {
    const { id } = message.data
    if (this.#known.has(id)) return
    this.#known.add(id)
    if (this.#known.size > knownMax) for (const oldest of this.#known) if (this.#known.delete(oldest)) break
    this.#handle(message)
  }
}

/** The number of an event is before the first dot. Messages of one event come in their order. */
const numberOf = (id: string): bigint | undefined => (/^\d+\./.test(id) ? BigInt(id.split('.', 1)[0]!) : undefined)
function compare(a: string, b: string): number {
  const [first, second] = [numberOf(a) ?? 0n, numberOf(b) ?? 0n]
  if (first === second) return 0
  return first < second ? -1 : 1
}
