import { publicConfig } from '../page.ts'
import { addressOf } from './address.ts'
import { type Reply, refused, type Route } from './client.ts'
import type { FileField } from './contract.ts'
import { offline } from './problem.ts'

// spec: upload.progress

export interface UploadProgress {
  sentBytes: number
  totalBytes: number
  /** Null until enough data is sent to estimate it. */
  secondsLeft: number | null
  bytesPerSecond?: number | null
}

export interface Upload<R extends Route> {
  params?: unknown
  fields?: Record<string, string | number | boolean | undefined>
  /** By the name of the field, as the contract has it. */
  files: { [F in FileField<R>]?: Blob | readonly Blob[] }
  key?: string
  onProgress?: (progress: UploadProgress) => void
  signal?: AbortSignal
}

/** Uploads files as multipart with progress. XMLHttpRequest: fetch cannot report how much of a body was sent. */
export function upload<R extends Route>(
  route: R,
  { params, fields, files, key, onProgress, signal }: Upload<R>,
): Promise<Reply<R>> {
  const { method, path } = addressOf(route, { params })
  const form = new FormData()
  // Fields first: the server reads the form as a stream and knows them before the first file begins.
  for (const [name, value] of Object.entries(fields ?? {})) if (value !== undefined) form.append(name, String(value))
  for (const [name, given] of Object.entries<Blob | readonly Blob[] | undefined>(files))
    for (const file of given instanceof Blob ? [given] : (given ?? [])) form.append(name, file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, publicConfig().apiUrl + path)
    request.withCredentials = true
    request.responseType = 'json'
    request.setRequestHeader('accept', 'application/json')
    if (key) request.setRequestHeader('idempotency-key', key)
    const startedAt = performance.now()
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress?.({
        sentBytes: loaded,
        totalBytes: total,
        secondsLeft: secondsLeft(loaded, total, performance.now() - startedAt),
      })
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as Reply<R>)
      else reject(refused(route, request.status, request.response, request.getResponseHeader('x-request-id')))
    }
    request.onerror = () => reject(offline())
    request.onabort = () => reject(new DOMException('Upload stopped', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function secondsLeft(sent: number, total: number, elapsedMs: number): number | null {
  if (elapsedMs < 1000 || sent === 0) return null
  return Math.max(0, Math.round(((total - sent) / sent) * (elapsedMs / 1000)))
}
