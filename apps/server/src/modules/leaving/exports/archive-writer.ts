import { PassThrough, Readable, Writable } from 'node:stream'
import { assert } from '../../../platform/refusal.ts'

// The archive as a stream: data is sent as soon as it is added, and a slow reader slows down the writer (backpressure).

export interface Adding {
  /** Text is packed; images and videos are packed already. */
  packed?: false
}
export interface ArchiveWriter {
  add(path: string, content: AsyncIterable<Buffer>, options?: Adding): Promise<void>
}

/** Runs `fill` with a writer; what it adds comes out of `take` as one ZIP file. Where either fails, both do. */
export async function writeArchive<T>(
  fill: (writer: ArchiveWriter) => Promise<void>,
  take: (bytes: AsyncIterable<Buffer>) => Promise<T>,
  writtenAt: Date,
): Promise<T> {
  // Only the process that works loads the library.
  const { configure, ZipWriter } = await import('@zip.js/zip.js')
  configure({ useWebWorkers: false })
  const pipe = new PassThrough({ highWaterMark: 256 * 1024 })
  // Both the reader and the writer are informed of its end.
  pipe.on('error', () => {})
  const zip = new ZipWriter(Writable.toWeb(pipe), {
    bufferedWrite: false,
    lastModDate: writtenAt,
    extendedTimestamp: true,
  })
  const taken = take(pipe).catch((error: Error) => {
    pipe.destroy(error)
    throw error
  })
  const filled = fill({
    add: async (path, content, { packed } = {}) => {
      const source = Readable.from(content, { objectMode: false })
      await zip.add(path, Readable.toWeb(source) as ReadableStream<Uint8Array>, { level: packed === false ? 0 : 6 })
    },
  })
    .then(() => zip.close())
    .catch((error: Error) => {
      pipe.destroy(error)
      throw error
    })
  const [take_, fill_] = await Promise.allSettled([taken, filled])
  // Of two errors the first is the cause: the other one only says that the pipe is gone.
  if (take_.status === 'rejected' && fill_.status === 'rejected') throw causeOf(take_.reason, fill_.reason)
  if (fill_.status === 'rejected') throw fill_.reason
  if (take_.status === 'rejected') throw take_.reason
  assert(pipe.writableFinished, 'an archive that was taken was written to its end')
  return take_.value
}

const causeOf = (error: unknown, other: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? other : error

/** Rows as the text of one JSON file. */
export async function* asJson(
  head: Record<string, unknown>,
  batches: AsyncIterable<readonly Record<string, unknown>[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"records":[`)
  let before = '\n'
  for await (const batch of batches) {
    let text = ''
    for (const record of batch) {
      text += before + stringify(record)
      before = ',\n'
    }
    yield Buffer.from(text)
  }
  yield Buffer.from('\n]}\n')
}

/** The same rows as a table, in the form that spreadsheets open: commas, quotes, and a mark that says UTF-8. */
export async function* asCsv(
  columns: readonly string[],
  batches: AsyncIterable<readonly Record<string, unknown>[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`\uFEFF${columns.join(',')}\r\n`)
  for await (const batch of batches)
    yield Buffer.from(batch.map((record) => `${columns.map((name) => cell(record[name])).join(',')}\r\n`).join(''))
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'string' ? value : stringify(value)
  // User text must not be evaluated as a formula, whatever it begins with.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const stringify = (value: unknown, indent?: number): string =>
  JSON.stringify(
    value,
    (_key, entry: unknown) => {
      if (typeof entry !== 'bigint') return entry
      assert(Number.isSafeInteger(Number(entry)), 'an amount is read exactly by every reader of JSON')
      return Number(entry)
    },
    indent,
  )
