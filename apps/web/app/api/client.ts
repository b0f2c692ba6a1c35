import { publicConfig } from '../page.ts'
import { addressOf } from './address.ts'
import type { RequestInput, RequestArgs, AnyRequestInput, Reply, Route } from './contract.ts'
import { offline, problemFrom } from './problem.ts'

// spec: error.401, error.no-retry

/** Calls the API from the browser. Throws an `ApiProblem` on an error response; never retries by itself. */
export async function call<R extends Route>(route: R, ...args: RequestArgs<R>): Promise<Reply<R>> {
  // Not read by its own type: that of all calls together is too large for the compiler.
  const [input = {}] = args as unknown as [input?: AnyRequestInput]
  const { body, key, signal } = input
  const { method, path } = addressOf(route, input)
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

/**
 * A lost session redirects to the log-in page, except during log-in. Terms that are due redirect to the page that requests
 * acceptance.
 */
export function refused(route: string, status: number, body: unknown, requestId: string | null) {
  const problem = problemFrom(status, body, requestId)
  const here = location.pathname + location.search
  if (status === 401 && !route.includes(' /auth/')) {
    location.assign(`/auth/login?redirect=${encodeURIComponent(here)}&reason=forbidden`)
  }
  if (problem.code === 'TERMS_NOT_ACCEPTED') location.assign(`/terms-changed?back=${encodeURIComponent(here)}`)
  return problem
}

export type { RequestInput, Reply, Route }
