import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { keyFor } from '../../../platform/keys.ts'

// The code that is mailed with the link of an invitation, and typed to sign. It follows from the link by a key of the site, so that it is
// stored nowhere, and who has the link alone doesn't know it.

export const codeTriesMax = 10

export const codeOf = (siteSecret: Buffer, linkSecret: string): string =>
  String(
    createHmac('sha256', keyFor(siteSecret, 'consent-code')).update(linkSecret).digest().readUInt32BE() % 1_000_000,
  ).padStart(6, '0')

/** Codes that were mailed before the secret was rotated work, too. */
export const isCodeOf = (ctx: Context, linkSecret: string, code: string): boolean =>
  [ctx.secret, ...ctx.oldSecrets].some((secret) =>
    timingSafeEqual(Buffer.from(codeOf(secret, linkSecret)), Buffer.from(code)),
  )
