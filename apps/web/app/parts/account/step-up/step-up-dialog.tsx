import { type FormEvent, useState } from 'react'
import { call } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { needMessages } from '../../../i18n/area-messages.ts'
import { usePageInfo, useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showOverlay } from '../../../ui/overlay.ts'
import { fieldsOf } from '../hashed-password.ts'
import { stepUpOf } from './step-up.ts'
import { LazyStepUpFields } from './step-up-fields.tsx'

/** Shows the step-up dialog above the page. Resolves with true once the person has confirmed, with false if they closed it. */
export async function confirmStepUp(): Promise<boolean> {
  await needMessages('account', 'security', 'stepUp')
  return new Promise((resolve) =>
    showOverlay(
      <StepUpDialog
        onAnswer={(confirmed) => {
          showOverlay(null)
          resolve(confirmed)
        }}
      />,
    ),
  )
}

function StepUpDialog({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const t = useT()
  const { config } = usePageInfo()
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    try {
      // Not `useMutation`, which opens this dialog.
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
