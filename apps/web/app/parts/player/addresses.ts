// Addresses of media live four to five minutes; a film may be paused for an hour. Before a part is asked for by an address that may
// have run out, the playlists are fetched again and the part's new address is read from them.

/** Half a minute less than an address lives at least. */
const freshMs = 210_000

interface Ways {
  /** Asks the API for the film's playlist again; null where this person may no longer see it. */
  renew(): Promise<string | null>
  fetchText(url: string): Promise<string>
  now(): number
}
interface Known {
  at: number
  parts: Map<string, string>
}

export class FilmAddresses {
  private readonly ways: Ways
  private master: { url: string; at: number }
  private readonly beganAt: number
  private readonly known = new Map<number, Known>()
  private readonly asking = new Map<number, Promise<Known | null>>()

  constructor(master: string, ways: Ways) {
    this.ways = ways
    this.beganAt = ways.now()
    this.master = { url: master, at: this.beganAt }
  }

  /** The player has read a quality's playlist itself. */
  noteRead(height: number): void {
    this.known.set(height, { at: this.ways.now(), parts: new Map() })
  }

  /** Whether the addresses of the qualities' playlists, as they were first told, may have run out. */
  arePlaylistsStale(): boolean {
    return this.ways.now() - this.beganAt > freshMs
  }

  /** Whether what was read of a quality may have run out. */
  isStale(height: number): boolean {
    const known = this.known.get(height)
    return known !== undefined && this.ways.now() - known.at > freshMs
  }

  /** A working address of one part; null where there is none for this person. */
  async partOf(height: number, part: string, isRefused: boolean): Promise<string | null> {
    const known = this.known.get(height)
    const address = known?.parts.get(part)
    if (address && !isRefused && !this.isStale(height)) return address
    const fresh = await this.readAgain(height, isRefused)
    return fresh?.parts.get(part) ?? null
  }

  /** A working address of a quality's playlist. */
  async playlistOf(height: number, isRefused: boolean): Promise<string | null> {
    if (isRefused || this.ways.now() - this.master.at > freshMs) {
      const url = await this.ways.renew()
      if (!url) return null
      this.master = { url, at: this.ways.now() }
    }
    return readMaster(await this.ways.fetchText(this.master.url)).get(height) ?? null
  }

  private readAgain(height: number, isRefused: boolean): Promise<Known | null> {
    let asked = this.asking.get(height)
    if (!asked) {
      asked = this.read(height, isRefused).finally(() => this.asking.delete(height))
      this.asking.set(height, asked)
    }
    return asked
  }

  private async read(height: number, isRefused: boolean): Promise<Known | null> {
    const at = this.ways.now()
    const url = await this.playlistOf(height, isRefused)
    if (!url) return null
    const known = { at, parts: readParts(await this.ways.fetchText(url)) }
    this.known.set(height, known)
    return known
  }
}

/** Addresses of the qualities, by their height. */
export function readMaster(text: string): Map<number, string> {
  const found = new Map<number, string>()
  let height = 0
  for (const line of text.split('\n')) {
    const match = /RESOLUTION=\d+x(\d+)/.exec(line)
    if (match) height = Number(match[1])
    else if (line && !line.startsWith('#')) found.set(height, line)
  }
  return found
}

/** Addresses of the parts, by their name: the last piece of the address. */
export function readParts(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const line of text.split('\n')) {
    const address = /^#EXT-X-MAP:URI="([^"]+)"/.exec(line)?.[1] ?? (line && !line.startsWith('#') ? line : null)
    if (address) found.set(partName(address), address)
  }
  return found
}

export const partName = (url: string): string => url.slice(url.lastIndexOf('/') + 1)
