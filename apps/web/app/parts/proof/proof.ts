import type { Api } from '../../api/visit.ts'
import type { Ask, Reply } from '../../api/contract.ts'
import type { ProblemData } from '../../api/problem.ts'

/** What an account has to show before its owner is believed again. */
export type Asked = Reply<'GET /auth/confirmation'>['data']
export type Proof = NonNullable<Ask<'POST /auth/confirmation'>['body']>

/** What `ProofFields` sent: only what was filled in. */
export function proofIn(form: FormData): Proof {
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const passkey = field('passkey')
  const password = String(form.get('currentPassword') ?? '')
  return {
    ...(password && { currentPassword: password, hashed: field('hashed') === 'true' }),
    ...(field('code') && { code: field('code') }),
    ...(field('recoveryCode') && { recoveryCode: field('recoveryCode') }),
    ...(field('mailedCode') && { mailedCode: field('mailedCode') }),
    ...(passkey && { passkey: JSON.parse(passkey) as NonNullable<Proof['passkey']> }),
  }
}

/** Without scripts the button that mails a code sends the form: true where that was all it asked for. */
export async function mailsCode(api: Api, form: FormData): Promise<boolean> {
  if (!form.has('mailCode')) return false
  await api.call('POST /auth/confirmation/code')
  return true
}

/** Whether nothing was shown yet. */
export const isMissing = ({ code }: Pick<ProblemData, 'code'>): boolean =>
  code === 'PASSWORD_NEEDED' || code === 'PROOF_NEEDED'
const codes = ['PASSWORD_NEEDED', 'PASSWORD_WRONG', 'INCORRECT_CREDENTIALS', 'PROOF_NEEDED', 'CODE_INCORRECT']
/** Whether something is missing from the proof or wrong with it, and all else was in order. */
export const isAboutProof = ({ code }: Pick<ProblemData, 'code'>): boolean =>
  codes.includes(code) || code === 'PASSKEY_REFUSED'
