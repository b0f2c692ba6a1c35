import type { Api } from '../../../api/request-context.ts'
import type { RequestInput, Reply } from '../../../api/contract.ts'
import type { ProblemData } from '../../../api/problem.ts'

/** What an account has to show before its owner is believed again. */
export type StepUpState = Reply<'GET /auth/confirmation'>['data']
export type StepUpInput = NonNullable<RequestInput<'POST /auth/confirmation'>['body']>

/** The values that `StepUpFields` sent: only the fields that were filled in. */
export function stepUpOf(form: FormData): StepUpInput {
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const passkey = field('passkey')
  const password = String(form.get('currentPassword') ?? '')
  return {
    ...(password && { currentPassword: password, hashed: field('hashed') === 'true' }),
    ...(field('code') && { code: field('code') }),
    ...(field('recoveryCode') && { recoveryCode: field('recoveryCode') }),
    ...(field('mailedCode') && { mailedCode: field('mailedCode') }),
    ...(passkey && { passkey: JSON.parse(passkey) as NonNullable<StepUpInput['passkey']> }),
  }
}

/** Without scripts, the button that emails a code submits the form: true if the submit requested only that. */
export async function mailsCode(api: Api, form: FormData): Promise<boolean> {
  if (!form.has('mailCode')) return false
  await api.call('POST /auth/confirmation/code')
  return true
}

/** Whether nothing was shown yet. */
export const isMissing = ({ code }: Pick<ProblemData, 'code'>): boolean =>
  code === 'PASSWORD_NEEDED' || code === 'STEP_UP_NEEDED'
const codes = ['PASSWORD_NEEDED', 'PASSWORD_WRONG', 'INCORRECT_CREDENTIALS', 'STEP_UP_NEEDED', 'CODE_INCORRECT']
/** Whether the step-up confirmation is missing or wrong, and everything else was valid. */
export const isStepUpProblem = ({ code }: Pick<ProblemData, 'code'>): boolean =>
  codes.includes(code) || code === 'PASSKEY_REFUSED'
