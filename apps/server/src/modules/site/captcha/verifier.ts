import type { newChallenge } from '@fanlight/contract/captcha'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { isWork, proofOfWork } from './proof-of-work.ts'
import { recaptcha, UnreachableCaptcha } from './recaptcha.ts'

export type Challenge = z.input<(typeof newChallenge)['reply']>['data']

/** Creates a challenge, and verifies its solution. */
export interface CaptchaVerifier {
  challenge(ctx: Context): Promise<Challenge>
  /** Each solution is good once. */
  isSolved(ctx: Context, token: string, address: string): Promise<boolean>
}

/** A service that did not answer is not called again for a while, if the settings allow the proof of work instead. */
const awayMs = 60_000
const awayUntil = new WeakMap<Context['config'], number>()
const isAway = ({ config }: Context): boolean => (awayUntil.get(config) ?? 0) > performance.now()
const mayFallBack = ({ settings }: Context): boolean => settings.get('captchaWhenDown') === 'proof-of-work'

export const setChallenge = (ctx: Context): Promise<Challenge> => {
  const isOwn = ctx.settings.get('captchaProvider') === 'proof-of-work' || (isAway(ctx) && mayFallBack(ctx))
  return (isOwn ? proofOfWork : recaptcha).challenge(ctx)
}

export async function isSolved(ctx: Context, token: string, address: string): Promise<boolean> {
  // A solved proof of work is accepted even if the settings have changed since it was issued.
  if (isWork(token)) return proofOfWork.isSolved(ctx, token, address)
  if (ctx.settings.get('captchaProvider') === 'proof-of-work') return false
  try {
    return await recaptcha.isSolved(ctx, token, address)
  } catch (error) {
    if (!(error instanceof UnreachableCaptcha)) throw error
    ctx.log.warn({ err: error.cause }, 'the captcha service does not answer')
    awayUntil.set(ctx.config, performance.now() + awayMs)
    refuse('CAPTCHA_UNAVAILABLE', { fallsBack: mayFallBack(ctx) })
  }
}
