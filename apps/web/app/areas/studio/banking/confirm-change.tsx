import { type ReactNode, useRef, useState } from 'react'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { usePageFacts, useT } from '../../../i18n/context.tsx'
import { sha256 } from '../../../parts/hashed-password.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'

export interface Proof {
  currentPassword?: string
  hashed?: boolean
}

/** What will happen, said once more, with the password where the log-in is no longer fresh. A field's refusal goes back to its form. */
export function ConfirmChange({
  children,
  onSend,
  onDone,
  onRefused,
  onClose,
}: {
  children: ReactNode
  onSend: (proof: Proof) => Promise<unknown>
  onDone: () => void
  onRefused: (problem: ProblemData) => void
  onClose: () => void
}) {
  const t = useT()
  const { config } = usePageFacts()
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [working, setWorking] = useState(false)
  const asks = problem?.code === 'PASSWORD_NEEDED' || problem?.code === 'PASSWORD_WRONG'
  const send = async () => {
    if (working) return
    setWorking(true)
    const typed = form.current ? String(new FormData(form.current).get('currentPassword') ?? '') : ''
    try {
      await onSend(
        typed
          ? config.hashPasswords
            ? { currentPassword: await sha256(typed), hashed: true }
            : { currentPassword: typed }
          : {},
      )
      onDone()
    } catch (error) {
      const refused = asProblem(error)
      if (refused.code === 'PASSWORD_NEEDED' || refused.code === 'PASSWORD_WRONG') setProblem(refused)
      else onRefused(refused)
    } finally {
      setWorking(false)
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
          <Button look="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button look="primary" busy={working ? t('ui.saving') : undefined} onClick={() => void send()}>
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
        {asks ? (
          // A password is asked for where it is needed, with the words of what was wrong with the last one.
          <FormProblem problem={problem}>
            <PasswordField
              label={t('creator.confirm.password')}
              name="currentPassword"
              autoComplete="current-password"
            />
          </FormProblem>
        ) : null}
      </form>
    </Dialog>
  )
}
