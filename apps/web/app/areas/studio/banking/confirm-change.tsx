import { type ReactNode, useRef, useState } from 'react'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { usePageFacts, useT } from '../../../i18n/context.tsx'
import { fieldsOf } from '../../../parts/hashed-password.ts'
import { isAboutProof, type Proof, proofIn } from '../../../parts/proof/proof.ts'
import { LateProofFields } from '../../../parts/proof/proof-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** What will happen, said once more, with a proof of who is there where the log-in is no longer fresh. A field's refusal goes back to its form. */
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
  const send = async () => {
    if (working) return
    setWorking(true)
    try {
      await onSend(form.current ? proofIn(await fieldsOf(form.current, config.hashPasswords)) : {})
      onDone()
    } catch (error) {
      const refused = asProblem(error)
      if (isAboutProof(refused)) setProblem(refused)
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
        {/* Asked for where it is needed, with the words of what was wrong the last time. */}
        {problem ? <LateProofFields problem={problem} password={t('creator.confirm.password')} /> : null}
      </form>
    </Dialog>
  )
}
