import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Context } from '../../../platform/context.ts'
import { setChallenge } from './verifier.ts'

/** Solves a challenge as a browser does. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** A challenge of this site, solved. */
export async function solvedWork(ctx: Context): Promise<string> {
  const set = await setChallenge(ctx)
  if (set.provider !== 'proof-of-work') throw new Error('The settings require another captcha provider.')
  return solve(set.challenge as Challenge)
}
