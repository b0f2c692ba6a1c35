import { Check } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import type { MessageKey } from '../../../i18n/keys.ts'
import { Button } from '../../../ui/button.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { QuestionForm } from './question-form.tsx'
import { RejectionForm } from './rejection-form.tsx'
import type { Opened } from './review-panel.tsx'

export type OpenForm = 'more' | 'rejection' | null
interface DecisionProps {
  verification: Opened
  openForm: OpenForm
  setOpenForm: (openForm: OpenForm) => void
  onDecided: () => void
}

/** The three ways a review can go. What another reviewer did meanwhile is said, and shown. */
export function Decision({ verification, openForm, setOpenForm, onDecided }: DecisionProps) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const params = { id: verification._id }
  const run = async (announce: () => Promise<unknown>, said: MessageKey) => {
    if (working) return
    setWorking(true)
    setProblem(null)
    try {
      await announce()
      toast.success(said)
      onDecided()
    } catch (error) {
      const refused = asProblem(error)
      // The panel then shows who decided or who is reviewing. These buttons are removed then, so the message is shown as a toast.
      if (refused.code === 'ALREADY_REVIEWED' || refused.code === 'REVIEW_CLAIMED') toast.problem(error)
      else setProblem(refused)
    } finally {
      setWorking(false)
    }
    await revalidate()
  }
  const busy = working ? t('review.working') : undefined
  return (
    <FormProblem problem={problem}>
      {openForm === 'rejection' ? (
        <RejectionForm
          busy={busy}
          onBack={() => setOpenForm(null)}
          onSend={(reason) =>
            void run(
              () => call('POST /admin/verifications/:id/rejection', { params, body: { reason } }),
              'review.rejected',
            )
          }
        />
      ) : openForm === 'more' ? (
        <QuestionForm
          busy={busy}
          onBack={() => setOpenForm(null)}
          onSend={(fieldReasons) =>
            void run(
              () => call('POST /admin/verifications/:id/request-for-more', { params, body: { fieldReasons } }),
              'review.requested',
            )
          }
        />
      ) : (
        <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
          <p className="me-auto text-xs text-ink-3 max-lg:hidden pointer-coarse:hidden">{t('review.panelKeys')}</p>
          <Button
            variant="ghost"
            aria-keyshortcuts="R"
            onClick={() => setOpenForm('rejection')}
            className="text-danger-text!"
          >
            {t('review.reject')}
          </Button>
          <Button variant="outline" aria-keyshortcuts="M" onClick={() => setOpenForm('more')}>
            {t('review.requestMore')}
          </Button>
          <Button
            variant="primary"
            data-key="a"
            aria-keyshortcuts="A"
            busy={busy}
            className="max-sm:w-full"
            onClick={() =>
              void run(() => call('POST /admin/verifications/:id/approval', { params, body: {} }), 'review.approved')
            }
          >
            <Check aria-hidden="true" />
            {t('review.approve')}
          </Button>
        </div>
      )}
    </FormProblem>
  )
}
