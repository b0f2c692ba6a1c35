import { hash } from 'node:crypto'
import { constants, brotliCompressSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer that is the same for everybody who asks in one language: made once, sent many times. */
export interface KeptAnswer {
  text: string
  br: Buffer
  etag: string
}

export function keepAnswer(answer: unknown): KeptAnswer {
  const text = JSON.stringify(answer)
  // Level 9 is within a few percent of the best and takes a twentieth of its time.
  const br = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  return { text, br, etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"` }
}

/** The newest answers by name, so many at most. */
export class KeptAnswers {
  readonly #answers = new Map<string, Promise<KeptAnswer>>()
  readonly #max: number
  constructor(max: number) {
    this.#max = max
  }

  /** Askers who come while it is being made wait for the same one; a failure is not kept. */
  get(name: string, make: () => unknown): Promise<KeptAnswer> {
    const known = this.#answers.get(name)
    this.#answers.delete(name)
    const answer = known ?? Promise.resolve().then(make).then(keepAnswer)
    this.#answers.set(name, answer)
    if (!known) answer.catch(() => this.#answers.get(name) === answer && this.#answers.delete(name))
    if (this.#answers.size > this.#max) this.#answers.delete(this.#answers.keys().next().value!)
    return answer
  }
}

/**
 * Browsers keep it for an hour and ask then whether it changed. Its language follows from the address, the session or the browser,
 * so nobody in between may keep it.
 */
export function sendKept(request: FastifyRequest, reply: FastifyReply, { text, br, etag }: KeptAnswer): FastifyReply {
  reply.headers({
    'cache-control': 'private, max-age=3600',
    vary: 'accept-language, cookie, authorization, accept-encoding',
    // Weak: the same words leave compressed and plain.
    etag: `W/${etag}`,
  })
  const known = request.headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
  if (known) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  const takesBr = /(^|,)\s*br\s*(,|;\s*q=(1|0\.0*[1-9])|$)/.test(String(request.headers['accept-encoding'] ?? ''))
  return takesBr ? reply.header('content-encoding', 'br').send(br) : reply.send(text)
}
