import { hash } from 'node:crypto'
import { constants, brotliCompressSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A reply that is identical for all requests in one language: generated once, sent many times. */
export interface CachedResponse {
  text: string
  br: Buffer
  etag: string
}

export function cacheResponse(answer: unknown): CachedResponse {
  const text = JSON.stringify(answer)
  // Level 9 is within a few percent of the best and takes a twentieth of its time.
  const br = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  return { text, br, etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"` }
}

/** The newest answers by name, so many at most. */
export class CachedResponses {
  readonly #answers = new Map<string, Promise<CachedResponse>>()
  readonly #max: number
  constructor(max: number) {
    this.#max = max
  }

  /** Requests that arrive while the reply is being generated share the same promise; a failure is not cached. */
  get(name: string, make: () => unknown): Promise<CachedResponse> {
    const known = this.#answers.get(name)
    this.#answers.delete(name)
    const answer = known ?? Promise.resolve().then(make).then(cacheResponse)
    this.#answers.set(name, answer)
    if (!known) answer.catch(() => this.#answers.get(name) === answer && this.#answers.delete(name))
    if (this.#answers.size > this.#max) this.#answers.delete(this.#answers.keys().next().value!)
    return answer
  }
}

/**
 * Browsers cache it for an hour and then revalidate. Its language depends on the URL, the session or the browser,
 * so shared caches must not store it.
 */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, br, etag }: CachedResponse,
): FastifyReply {
  reply.headers({
    'cache-control': 'private, max-age=3600',
    vary: 'accept-language, cookie, authorization, accept-encoding',
    // A weak ETag, because the same text is sent both compressed and uncompressed.
    etag: `W/${etag}`,
  })
  const known = request.headers['if-none-match']?.split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
  if (known) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  const takesBr = /(^|,)\s*br\s*(,|;\s*q=(1|0\.0*[1-9])|$)/.test(String(request.headers['accept-encoding'] ?? ''))
  return takesBr ? reply.header('content-encoding', 'br').send(br) : reply.send(text)
}
