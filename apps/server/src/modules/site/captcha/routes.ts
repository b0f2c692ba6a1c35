import { newChallenge, verifyCaptcha } from '@fanlight/contract/captcha'
import { route } from '../../../platform/http/http.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import { newPass } from './passes.ts'
import { isSolved, setChallenge } from './verifier.ts'

export const captchaRoutes = [
  route(newChallenge, async (ctx) => ({ data: await setChallenge(ctx) })),
  route(verifyCaptcha, async (ctx, { body, request }) => {
    refuseIf(!(await isSolved(ctx, body.token, request.requester.address)), 'CAPTCHA_FAILED')
    const { pass, expiresAt } = newPass(ctx)
    return { data: { success: true as const, pass, expiresAt: expiresAt.toISOString() } }
  }),
]
