// Addresses of media work for four to five minutes; a video may be paused for an hour. All addresses of a file begin with its base, so
// before a part is fetched by a base that may have expired, the file is fetched again and the part's address gets the new base.

/** Half a minute less than a base works at least. */
const freshMs = 210_000

export interface BaseSource {
  /** Fetches the file again and returns its base; null where this person may no longer see it. */
  renew(): Promise<string | null>
  now(): number
}

export class RenewedBase {
  private readonly source: BaseSource
  private base: string
  private at: number
  private renewing: Promise<string | null> | null = null

  constructor(base: string, source: BaseSource) {
    this.source = source
    this.base = base
    this.at = source.now()
  }

  /** Whether it may have expired. */
  get isStale(): boolean {
    return this.source.now() - this.at > freshMs
  }

  /** The address of the same part below the present base. */
  apply(url: string): string {
    const part = /\/media\/[^/]+\/(.*)$/.exec(url)?.[1]
    return part === undefined ? url : this.base + part
  }

  /** Whether there is a new base; requests that come together share one. */
  async renew(): Promise<boolean> {
    this.renewing ??= this.source.renew().finally(() => (this.renewing = null))
    const base = await this.renewing
    if (base === null) return false
    this.base = base
    this.at = this.source.now()
    return true
  }
}
