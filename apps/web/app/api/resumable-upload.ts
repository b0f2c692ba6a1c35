import type { UploadPurpose } from '@fanlight/contract/uploads'
import { publicConfig } from '../page.ts'
import { refused } from './client.ts'
import { offline } from './problem.ts'
import type { UploadProgress } from './upload.ts'

// Uploads that go on where they stopped, by the protocol tus. The address of an unfinished one stays in this browser under the name,
// size and date of its file: the same file, chosen again, goes on, also after the page was closed.

const chunkBytes = 16 * 1024 * 1024
/** Waits between tries while the connection or the server is away: ten minutes in all. Each part that arrives begins anew. */
const retryDelays = [500, 1000, 3000, 5000, ...Array.from({ length: 60 }, () => 10_000)]
const progressEveryMs = 200

export interface ResumableUpload {
  type: UploadPurpose
  file: File
  /** It stays in the vault although nothing uses it. */
  keep: boolean
  /** `from`: how much had arrived before this page began to send. */
  onProgress: (progress: UploadProgress, from: number) => void
  onDone: (fileId: string) => void
  onProblem: (problem: unknown) => void
}
export interface Sending {
  /** Stops sending. The same file goes on from there. */
  pause(): void
  /** Stops sending, and deletes what has arrived. */
  cancel(): void
}

export function sendResumably({ type, file, keep, onProgress, onDone, onProblem }: ResumableUpload): Sending {
  let state: 'sending' | 'paused' | 'cancelled' = 'sending'
  let running: { abort: (terminate?: boolean) => Promise<void> } | undefined
  const begin = async () => {
    const { Upload, DetailedError } = await import('tus-js-client')
    let startedAt = 0
    let from = 0
    let shownAt = 0
    const upload = new Upload(file, {
      endpoint: `${publicConfig().apiUrl}/uploads`,
      metadata: { type, filename: file.name, ...(keep && { keep: 'true' }) },
      chunkSize: chunkBytes,
      retryDelays,
      // Also while the browser says that it is offline, as a phone does in a tunnel.
      onShouldRetry: (error, tries) => mayPass(error.originalResponse?.getStatus() ?? 0, tries),
      removeFingerprintOnSuccess: true,
      fingerprint: () => Promise.resolve(['fanlight', type, keep, file.name, file.size, file.lastModified].join(' ')),
      onBeforeRequest: (request) => {
        ;(request.getUnderlyingObject() as XMLHttpRequest).withCredentials = true
      },
      onProgress: (sentBytes, totalBytes) => {
        const now = performance.now()
        if (startedAt === 0) [startedAt, from] = [now, sentBytes]
        if (now - shownAt < progressEveryMs && sentBytes < totalBytes) return
        shownAt = now
        const elapsed = (now - startedAt) / 1000
        const bytesPerSecond = elapsed > 1 && sentBytes > from ? (sentBytes - from) / elapsed : null
        const secondsLeft = bytesPerSecond === null ? null : Math.round((totalBytes - sentBytes) / bytesPerSecond)
        onProgress({ sentBytes, totalBytes, secondsLeft, bytesPerSecond }, from)
      },
      onSuccess: () => onDone(upload.url!.split('/').at(-1)!),
      onError: (error) => {
        if (state !== 'sending') return
        const response = error instanceof DetailedError ? error.originalResponse : null
        if (!response || response.getStatus() === 0) return onProblem(offline())
        onProblem(
          refused(
            'PATCH /uploads/:id',
            response.getStatus(),
            bodyOf(response.getBody()),
            response.getHeader('x-request-id') ?? null,
          ),
        )
      },
    })
    running = upload
    const [previous] = await upload.findPreviousUploads()
    if (previous) upload.resumeFromPreviousUpload(previous)
    if (state === 'sending') upload.start()
    else if (state === 'cancelled') await upload.abort(true)
  }
  begin().catch((error: unknown) => state === 'sending' && onProblem(error))
  const stop = (next: 'paused' | 'cancelled') => {
    state = next
    // What can't be deleted now expires within a day.
    running?.abort(next === 'cancelled').catch(() => undefined)
  }
  return { pause: () => stop('paused'), cancel: () => stop('cancelled') }
}

/** The server can't be reached, or is tried a few times more: it failed, or still writes what was sent before. */
const mayPass = (status: number, tries: number): boolean =>
  [0, 502, 503, 504].includes(status) || ((status >= 500 || status === 409 || status === 423) && tries < 5)

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Files that this browser began to send and did not finish: choosing the same file again goes on. */
export async function unfinishedFiles(): Promise<{ name: string; key: string }[]> {
  const { defaultOptions } = await import('tus-js-client')
  const found = await defaultOptions.urlStorage.findAllUploads()
  const since = Date.now() - 86_400_000
  return found
    .filter(({ creationTime }) => Date.parse(creationTime) > since)
    .map(({ metadata, urlStorageKey }) => ({ name: metadata['filename'] ?? '', key: urlStorageKey }))
}
