import { type FormEvent, useState } from 'react'
import { call } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { usePageFacts, useT } from '../../../i18n/context.tsx'
import { sha256 } from '../../../parts/hashed-password.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'

/** Does what changes the locks of the account. Where the log-in is older than ten minutes it asks for the password, then goes on. */
export function useGuarded(hasPassword: boolean) {
  const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null)
  const guarded = async <T,>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (asProblem(error).code !== 'CONFIRMATION_REQUIRED') throw error
      const confirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
      setAnswer(null)
      return confirmed ? await work() : undefined
    }
  }
  return { guarded, confirmation: answer ? <StillYou hasPassword={hasPassword} onAnswer={answer} /> : null }
}

function StillYou({ hasPassword, onAnswer }: { hasPassword: boolean; onAnswer: (confirmed: boolean) => void }) {
  const t = useT()
  const { config } = usePageFacts()
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('currentPassword') ?? '')
    setBusy(true)
    try {
      const hashed = config.hashPasswords
      await call('POST /auth/confirmation', { body: { currentPassword: hashed ? await sha256(typed) : typed, hashed } })
      onAnswer(true)
    } catch (error) {
      setProblem(asProblem(error, { INCORRECT_CREDENTIALS: 'currentPassword' }))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onAnswer(false)}
      title={t('security.confirm.title')}
      description={t(hasPassword ? 'security.confirm.lead' : 'security.confirm.noPassword')}
    >
      <div>
        {hasPassword ? (
          <form onSubmit={(event) => void send(event)} className="flex flex-col gap-5 py-3">
            <FormProblem problem={problem}>
              <PasswordField
                label={t('account.password.current')}
                name="currentPassword"
                autoComplete="current-password"
              />
              <Button type="submit" look="primary" size="lg" wide busy={busy ? t('security.checking') : undefined}>
                {t('security.confirm.submit')}
              </Button>
            </FormProblem>
          </form>
        ) : null}
      </div>
    </Dialog>
  )
}
