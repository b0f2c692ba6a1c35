import { type ReactNode, useRef, useState } from 'react'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { usePageInfo, useT } from '../../../i18n/context.tsx'
import { fieldsOf } from '../../../parts/account/hashed-password.ts'
import { type Change, useMutation } from '../../../parts/forms/use-mutation.ts'
import { isStepUpProblem, type StepUpInput, stepUpOf } from '../../../parts/account/step-up/step-up.ts'
import { LazyStepUpFields } from '../../../parts/account/step-up/step-up-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/**
 * Shows the change again before it is sent, with step-up fields if the log-in is no longer fresh. The error of a field is
 * shown in its own form.
 */
export function ConfirmChange({
  children,
  onSend,
  onDone,
  onRefused,
  onClose,
}: {
  children: ReactNode
  onSend: (stepUp: StepUpInput, change: Change) => Promise<unknown>
  onDone: () => void
  onRefused: (problem: ProblemData) => void
  onClose: () => void
}) {
  const t = useT()
  const { config } = usePageInfo()
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const { attemptOrThrow, working } = useMutation()
  const send = async () => {
    try {
      const stepUp = form.current ? stepUpOf(await fieldsOf(form.current, config.hashPasswords)) : {}
      if (await attemptOrThrow(stepUp, (change) => onSend(stepUp, change))) onDone()
    } catch (error) {
      const refused = asProblem(error)
      if (isStepUpProblem(refused)) setProblem(refused)
      else onRefused(refused)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('creator.confirm.title')}
      locked={working}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button variant="primary" busy={working ? t('ui.saving') : undefined} onClick={() => void send()}>
            {t('creator.confirm.action')}
          </Button>
        </div>
      }
    >
      <form
        ref={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {children}
        <p className="text-sm text-ink-2">{t('creator.confirm.text')}</p>
        {/* Rendered when step-up authentication is required, with the error of the last attempt. */}
        {problem ? <LazyStepUpFields problem={problem} password={t('creator.confirm.password')} /> : null}
      </form>
    </Dialog>
  )
}
