import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { egressTo } from '../../platform/egress.ts'
import { sha256 } from '../../platform/ids.ts'
import { openSecret } from '../site/secret-settings.ts'
import { spend } from './passes.ts'
import type { CaptchaVerifier } from './verifier.ts'

const deadlineMs = 5_000
const bytesMax = 64 * 1024
/** Google's tokens live two minutes and are good once there; they are good once here too. */
const tokenMinutes = 5

const answer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).optional(),
})
/** What Google says when our keys are wrong: nobody could get in, so it counts as being away. */
const ourFault = ['missing-input-secret', 'invalid-input-secret', 'bad-request']

/** Nobody knows whether the token was good. */
export class UnreachableCaptcha extends Error {}

export const recaptcha: CaptchaVerifier = {
  async challenge({ settings }) {
    const provider = settings.get('captchaProvider') === 'recaptcha-v3' ? 'recaptcha-v3' : 'recaptcha-v2'
    return { provider, siteKey: settings.get('recaptchaSiteKey') }
  },
  async isSolved(ctx, token, address) {
    if (!(await spend(ctx, sha256(`recaptcha ${token}`), tokenMinutes))) return false
    const said = await ask(ctx, token, address)
    if (said['error-codes']?.some((code) => ourFault.includes(code)))
      throw new UnreachableCaptcha(`reCAPTCHA refuses our keys: ${said['error-codes'].join(', ')}`)
    if (!said.success) return false
    return (
      ctx.settings.get('captchaProvider') !== 'recaptcha-v3' ||
      (said.score ?? 0) >= ctx.settings.get('recaptchaScoreMin')
    )
  },
}

async function ask(ctx: Context, token: string, address: string): Promise<z.output<typeof answer>> {
  const { origin, hostname } = new URL(ctx.config.recaptchaUrl)
  const egress = egressTo(origin, { isOwn: hostname !== 'www.google.com' })
  try {
    const reply = await egress.send(`${origin}/recaptcha/api/siteverify`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        secret: openSecret(ctx, 'recaptchaSecretKey'),
        response: token,
        remoteip: address,
      }).toString(),
      deadlineMs,
      bytesMax,
    })
    if (reply.status !== 200) throw new Error(`reCAPTCHA answers ${reply.status}`)
    return answer.parse(JSON.parse(reply.body.toString('utf8')))
  } catch (error) {
    throw new UnreachableCaptcha('reCAPTCHA does not answer', { cause: error })
  }
}
