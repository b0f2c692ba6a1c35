import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { sha256 } from '../../../platform/ids.ts'
import { keysFor } from '../../../platform/keys.ts'
import { spend } from './passes.ts'
import type { CaptchaVerifier } from './verifier.ts'

// The device counts up until a derived key begins with the prefix of the challenge. The server chose the number, so a challenge costs one
// derivation, verifying an answer costs two signatures, and no client computes more than the difficulty specifies.

const minutes = 10
/** Rounds of PBKDF2 for each count. */
const cost = 1_000

const work = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
      salt: z.string().regex(/^[0-9a-f]{32}$/),
      cost: z.literal(cost),
      keyLength: z.literal(32),
      keyPrefix: z.string().regex(/^[0-9a-f]{2,64}$/),
      keySignature: z.string().regex(/^[0-9a-f]{64}$/),
      expiresAt: z.int(),
    }),
    signature: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  solution: z.object({ counter: z.int().min(0), derivedKey: z.string().regex(/^[0-9a-f]{64}$/) }),
})

const keys = (ctx: Context) =>
  keysFor(ctx, 'captcha-work').map((key) => ({
    hmacSignatureSecret: key.toString('hex'),
    hmacKeySignatureSecret: sha256(`solution ${key.toString('hex')}`).toString('hex'),
  }))

/** Whether this is work of ours at all, right or wrong. */
export const isWork = (token: string): boolean => readWork(token) !== undefined

function readWork(token: string): z.output<typeof work> | undefined {
  try {
    return work.safeParse(JSON.parse(Buffer.from(token, 'base64').toString('utf8'))).data
  } catch {
    return undefined
  }
}

export const proofOfWork: CaptchaVerifier = {
  async challenge(ctx) {
    const most = ctx.settings.get('captchaDifficulty')
    const made = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost,
      counter: randomInt(Math.floor(most / 2), most) + 1,
      expiresAt: new Date(ctx.clock.now().getTime() + minutes * 60_000),
      deriveKey,
      ...keys(ctx)[0]!,
    })
    return { provider: 'proof-of-work', challenge: { parameters: made.parameters, signature: made.signature ?? '' } }
  },
  async isSolved(ctx, token) {
    const given = readWork(token)
    if (!given || given.challenge.parameters.expiresAt * 1000 <= ctx.clock.now().getTime()) return false
    for (const own of keys(ctx)) {
      const { verified } = await verifySolution({ ...given, deriveKey, ...own })
      if (verified) return spend(ctx, sha256(`work ${given.challenge.signature}`), minutes)
    }
    return false
  },
}
