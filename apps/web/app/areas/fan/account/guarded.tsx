import { type FormEvent, useState } from 'react'
import { call } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { usePageInfo, useT } from '../../../i18n/context.tsx'
import { fieldsOf } from '../../../parts/account/hashed-password.ts'
import { stepUpOf } from '../../../parts/account/step-up/step-up.ts'
import { LazyStepUpFields } from '../../../parts/account/step-up/step-up-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** Runs a change of account security. If the log-in is older than ten minutes, step-up confirmation is required first. */
export function useGuarded() {
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
  return { guarded, confirmation: answer ? <StillYou onAnswer={answer} /> : null }
}

function StillYou({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const t = useT()
  const { config } = usePageInfo()
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    try {
      await call('POST /auth/confirmation', { body: stepUpOf(await fieldsOf(form, config.hashPasswords)) })
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
      description={t('security.confirm.lead')}
    >
      <form onSubmit={(event) => void send(event)} className="flex flex-col gap-5 py-3">
        <LazyStepUpFields problem={problem} password={t('account.password.current')} />
        <Button type="submit" variant="primary" size="lg" wide busy={busy ? t('security.checking') : undefined}>
          {t('security.confirm.submit')}
        </Button>
      </form>
    </Dialog>
  )
}
