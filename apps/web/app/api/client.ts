import { publicConfig } from '../page.ts'
import { addressOf } from './address.ts'
import type { Ask, Asked, LooseAsk, Reply, Route } from './contract.ts'
import { offline, problemFrom } from './problem.ts'

// spec: error.401, error.no-retry, upload.progress

/** Asks the API from the browser. Throws an `ApiProblem` when refused; never tries again by itself. */
export async function call<R extends Route>(route: R, ...[ask]: Asked<R>): Promise<Reply<R>> {
  const { body, key, signal } = (ask ?? {}) as LooseAsk
  const { method, path } = addressOf(route, (ask ?? {}) as LooseAsk)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  let response: Response
  try {
    response = await fetch(publicConfig().apiUrl + path, {
      method,
      headers,
      credentials: 'include',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw offline()
  }
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer as Reply<R>
  throw refused(route, response.status, answer, response.headers.get('x-request-id'))
}

/** A key that makes a repeated press of one button one charge. Make it when the button appears, not when it is pressed. */
export const newKey = (): string => crypto.randomUUID()

export interface UploadProgress {
  sentBytes: number
  totalBytes: number
  /** Null until enough was sent to tell. */
  secondsLeft: number | null
}

export interface Upload {
  params?: unknown
  fields?: Record<string, string | number | boolean | undefined>
  files: Record<string, Blob | readonly Blob[]>
  key?: string
  onProgress?: (progress: UploadProgress) => void
  signal?: AbortSignal
}

/** Sends files as multipart with progress. XMLHttpRequest: fetch cannot tell how much of a body has left. */
export function upload<R extends Route>(
  route: R,
  { params, fields, files, key, onProgress, signal }: Upload,
): Promise<Reply<R>> {
  const { method, path } = addressOf(route, { params })
  const form = new FormData()
  // Fields first: the server reads the form as a stream and knows them before the first file begins.
  for (const [name, value] of Object.entries(fields ?? {})) if (value !== undefined) form.append(name, String(value))
  for (const [name, given] of Object.entries(files))
    for (const file of given instanceof Blob ? [given] : given) form.append(name, file)
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

/** A lost session leads to the log-in page, except while logging in; terms that are due, to the page that asks for them. */
function refused(route: string, status: number, body: unknown, requestId: string | null) {
  const problem = problemFrom(status, body, requestId)
  const here = location.pathname + location.search
  if (status === 401 && !route.includes(' /auth/')) {
    location.assign(`/auth/login?redirect=${encodeURIComponent(here)}&reason=forbidden`)
  }
  if (problem.code === 'TERMS_NOT_ACCEPTED') location.assign(`/terms-changed?back=${encodeURIComponent(here)}`)
  return problem
}

export type { Ask, Reply, Route }
