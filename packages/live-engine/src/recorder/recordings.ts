import { repair } from './files.ts'

/** Beyond it nothing more is recorded; the room goes on, and who watches by HLS still does. */
const bytesMaxUsual = 20 * 1024 ** 3

/** What all rooms share: the folder, and how much of the disk recordings take. */
export class Recordings {
  readonly folder: string
  readonly log: (line: string) => void
  readonly #bytesMax: number
  #bytes: number
  readonly #writing = new Set<Promise<void>>()

  private constructor(of: { folder: string; log: (line: string) => void; bytes: number; bytesMax: number }) {
    this.folder = of.folder
    this.log = of.log
    this.#bytes = of.bytes
    this.#bytesMax = of.bytesMax
  }

  /** Mends what an end in the middle has left. */
  static async open(
    folder: string,
    { log, bytesMax = bytesMaxUsual }: { log: (line: string) => void; bytesMax?: number },
  ): Promise<Recordings> {
    return new Recordings({ folder, log, bytes: await repair(folder), bytesMax })
  }

  get isFull(): boolean {
    return this.#bytes >= this.#bytesMax
  }

  wrote(bytes: number): void {
    const wasFull = this.isFull
    this.#bytes += bytes
    if (!wasFull && this.isFull)
      this.log(
        `Recordings of live rooms take ${this.#bytesMax} bytes, which is all they may: nothing more is recorded.`,
      )
  }

  /** Remembers work that has to end before the process does. */
  waitFor(work: Promise<void>): void {
    const done = work.catch((error: unknown) => this.log(String(error))).finally(() => this.#writing.delete(done))
    this.#writing.add(done)
  }

  async written(): Promise<void> {
    await Promise.all(this.#writing)
  }
}
