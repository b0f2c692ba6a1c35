import type { FastifyInstance } from 'fastify'
import sjson from 'secure-json-parse'
import { Refusal } from '../refusal.ts'

/** JSON bodies are small; files travel as multipart. */
export const jsonBytesMax = 256 * 1024

/**
 * Reads JSON bodies. Numbers that a float would bend (an exponent, more than two decimals, over 2^53) become NaN, so that every
 * schema refuses them: an amount is read by the digits that were sent, never by what a float made of them.
 */
export function readJsonBodies(app: FastifyInstance): void {
  // Content types that a form of another site can send without a CORS preflight are not accepted by any call.
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: jsonBytesMax },
    (_request, bytes, done) => {
      try {
        const text = utf8.decode(bytes as Buffer)
        done(null, text === '' ? undefined : parse(text))
      } catch {
        done(new Refusal('MALFORMED_BODY'))
      }
    },
  )
}

/** Throws at bytes that are no UTF-8, instead of storing U+FFFD in their place. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

const suspicious = /\d[eE]|\d\.\d{3}|\d{16}/
const plain = /^-?\d{1,15}(\.\d{1,2})?$/

function parse(text: string): unknown {
  const options = { protoAction: 'error', constructorAction: 'error' } as const
  if (!suspicious.test(text)) return sjson.parse(text, undefined, options)
  const exact = function (this: unknown, _key: string, value: unknown, source?: { source: string }) {
    return typeof value === 'number' && source && !plain.test(source.source) ? Number.NaN : value
  }
  return sjson.parse(text, exact as never, options)
}
