import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { egressTo } from '../../../platform/egress.ts'
import { sha256 } from '../../../platform/ids.ts'
import { openSecret } from '../../../platform/secret-settings.ts'
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
/** Google's error codes for wrong keys of ours: no user could pass the check, so they are treated as an outage. */
const ourFault = ['missing-input-secret', 'invalid-input-secret', 'bad-request']

/** No one knows whether the token was good. */
export class UnreachableCaptcha extends Error {}

export const recaptcha: CaptchaVerifier = {
  async challenge({ settings }) {
    const provider = settings.get('captchaProvider') === 'recaptcha-v3' ? 'recaptcha-v3' : 'recaptcha-v2'
    return { provider, siteKey: settings.get('recaptchaSiteKey') }
  },
  async isSolved(ctx, token, address) {
    if (!(await spend(ctx, sha256(`recaptcha ${token}`), tokenMinutes))) return false
    const verdict = await request(ctx, token, address)
    if (verdict['error-codes']?.some((code) => ourFault.includes(code)))
      throw new UnreachableCaptcha(`reCAPTCHA refuses our keys: ${verdict['error-codes'].join(', ')}`)
    if (!verdict.success) return false
    return (
      ctx.settings.get('captchaProvider') !== 'recaptcha-v3' ||
      (verdict.score ?? 0) >= ctx.settings.get('recaptchaScoreMin')
    )
  },
}

async function request(ctx: Context, token: string, address: string): Promise<z.output<typeof answer>> {
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
