import type { Feed } from './feed.ts'

/** What is sent by RTMP at the moment, by id: also what no room has taken yet. */
export class Feeds {
  /** Where programs send; null where nobody listens. */
  address: string | null = null
  readonly #feeds = new Set<Feed>()

  add(feed: Feed): void {
    this.#feeds.add(feed)
  }
  remove(feed: Feed): void {
    this.#feeds.delete(feed)
  }

  /** One that waits to be taken. */
  waiting(id: string): Feed | undefined {
    return [...this.#feeds].find((feed) => feed.id === id && !feed.isTaken && !feed.isOver)
  }

  /** How many are being encoded, or will be. */
  get taken(): number {
    return [...this.#feeds].filter(({ isTaken, isOver }) => isTaken && !isOver).length
  }
}
