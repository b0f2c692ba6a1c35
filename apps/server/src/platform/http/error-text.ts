import type { ErrorCode } from '@fanlight/contract/errors'
import type { FieldErrorCode } from '@fanlight/contract/field-errors'

/** What is known of the language in which an error is read: the locale of the viewer, or else what the request says. */
export interface Reader {
  viewer?: { locale: string } | undefined
  query: unknown
  cookies: Record<string, string | undefined>
  headers: { 'accept-language'?: string | undefined }
}

/** The text of an error in the reader's language; `limit` is what it names: of a limiter, the seconds until it ends. */
export type ErrorText = (reader: Reader, code: ErrorCode | FieldErrorCode, limit?: number) => string

/** The reader of an answer to bytes that never became a request. */
export function readerOfBytes(bytes: unknown): Reader {
  const head = Buffer.isBuffer(bytes) ? bytes.toString('latin1', 0, headBytesMax) : ''
  const header = (name: string) => new RegExp(`^${name}:[ \\t]*([^\\r\\n]*)`, 'im').exec(head)?.[1]
  const named = (pattern: RegExp, text: string | undefined) => pattern.exec(text ?? '')?.[1]
  return {
    query: { locale: named(/[?&]locale=([\w-]+)/, head.split('\n', 1)[0]) },
    cookies: { locale: named(/(?:^|;)[ \t]*locale=([\w-]+)/, header('cookie')) },
    headers: { 'accept-language': header('accept-language') },
  }
}
const headBytesMax = 64 * 1024
