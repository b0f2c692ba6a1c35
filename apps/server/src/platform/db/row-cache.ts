import type { Context } from '../context.ts'

// What was made of rows, by the version of these rows. PostgreSQL writes into every row the number of the transaction that made it
// (`xmin`); a fast-path query brings those numbers from its own snapshot, and only what was made from the very same rows is used. So nothing
// has to be invalidated, and outdated data is never returned. docs/fast-path-queries.md

interface Versioned {
  id: string
  version: string
}

const idLength = 36
/** Ids with spaces between, and the version right behind each. */
export const versionsIn = (text: string | null): (readonly [id: string, version: string])[] =>
  text === null ? [] : text.split(' ').map((part) => [part.slice(0, idLength), part.slice(idLength)])

/** Fetches rows that are not cached or are cached in another version. Rows deleted meanwhile are missing in the result. */
export class VersionedCache<T extends Versioned> {
  readonly #byId = new Map<string, T>()
  readonly #fetch: (ctx: Context, ids: string[]) => Promise<T[]>
  readonly #max: number
  readonly #isLong: (entry: T) => boolean
  constructor(
    fetch: (ctx: Context, ids: string[]) => Promise<T[]>,
    max: number,
    isLong: (entry: T) => boolean = () => false,
  ) {
    this.#fetch = fetch
    this.#max = max
    this.#isLong = isLong
  }

  async take(ctx: Context, versions: readonly (readonly [id: string, version: string])[]): Promise<Map<string, T>> {
    const taken = new Map<string, T>()
    const missing: string[] = []
    for (const [id, version] of versions) {
      const entry = this.#byId.get(id)
      if (entry?.version === version) taken.set(id, entry)
      else missing.push(id)
    }
    if (missing.length === 0) return taken
    for (const entry of await this.#fetch(ctx, missing)) {
      taken.set(entry.id, entry)
      this.#keep(entry)
    }
    return taken
  }

  #keep(entry: T): void {
    this.#byId.delete(entry.id)
    if (this.#isLong(entry)) return
    this.#byId.set(entry.id, entry)
    if (this.#byId.size <= this.#max) return
    // A map keeps the order in which things came: the first ones are the oldest.
    let left = this.#max / 10
    for (const id of this.#byId.keys()) {
      if (left-- <= 0) return
      this.#byId.delete(id)
    }
  }
}
