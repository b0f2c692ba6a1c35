import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '../../../platform/config.ts'
import { egressTo } from '../../../platform/egress.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** A provider of age assurance. It verifies the person and returns the result, the method and its reference of the check. */
export interface AgeAssurance {
  name: string
  start(check: { id: string; returnUrl: string; locale: string }): Promise<{ url: string; reference: string }>
  result(reference: string): Promise<{ state: 'pending' | 'passed' | 'failed'; method: string }>
  /** The check that a signed callback is about; undefined if the signature is not the provider's, or is too old. */
  readCallback(body: string, signature: string, now: Date): string | undefined
}

const reference = z.string().regex(/^[\w.:-]{1,200}$/)
const started = z.object({ reference, url: z.url({ protocol: /^https?$/ }) })
const outcome = z.object({ state: z.enum(['pending', 'passed', 'failed']), method: z.string().min(1).max(40) })
const referenceReply = z.object({ reference })
const toleranceMs = 300_000
const deadlineMs = 8_000

/** Any provider behind three small calls (docs/operating.md); undefined where the configuration names none. */
export function openAssurance({ ageProvider }: Config): AgeAssurance | undefined {
  if (!ageProvider) return undefined
  const { url, secret } = ageProvider
  const request = async <T>(shape: z.ZodType<T>, path: string, body?: object): Promise<T> => {
    try {
      const reply = await egressTo(url, { isOwn: true }).send(url + path, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${secret}`, accept: 'application/json', 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        deadlineMs,
        bytesMax: 64 * 1024,
      })
      if (reply.status >= 300) throw new Error(`answered ${reply.status}`)
      return shape.parse(JSON.parse(String(reply.body)))
    } catch (error) {
      throw Object.assign(new Refusal('AGE_CHECK_UNAVAILABLE'), { cause: error })
    }
  }
  return {
    name: new URL(url).host,
    start: (check) => request(started, '/checks', check),
    result: (checkReference) => request(outcome, `/checks/${encodeURIComponent(checkReference)}`),
    readCallback(body, signature, now) {
      const [, at, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
      if (!at || !given || Math.abs(now.getTime() - Number(at) * 1000) > toleranceMs) return undefined
      const ours = createHmac('sha256', secret).update(`${at}.${body}`).digest()
      if (!timingSafeEqual(ours, Buffer.from(given, 'hex'))) return undefined
      return referenceReply.safeParse(jsonOf(body)).data?.reference
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
