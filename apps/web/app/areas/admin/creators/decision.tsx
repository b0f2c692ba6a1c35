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

export type Asking = 'more' | 'rejection' | null
interface DecisionProps {
  verification: Opened
  asking: Asking
  setAsking: (asking: Asking) => void
  onDecided: () => void
}

/** The three ways a review can go. What another reviewer did meanwhile is said, and shown. */
export function Decision({ verification, asking, setAsking, onDecided }: DecisionProps) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const params = { id: verification._id }
  const run = async (tell: () => Promise<unknown>, said: MessageKey) => {
    if (working) return
    setWorking(true)
    setProblem(null)
    try {
      await tell()
      toast.success(said)
      onDecided()
    } catch (error) {
      const refused = asProblem(error)
      // The panel then shows who decided or who is at it; the words stay where these buttons no longer do.
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
      {asking === 'rejection' ? (
        <RejectionForm
          busy={busy}
          onBack={() => setAsking(null)}
          onSend={(reason) =>
            void run(
              () => call('POST /admin/verifications/:id/rejection', { params, body: { reason } }),
              'review.rejected',
            )
          }
        />
      ) : asking === 'more' ? (
        <QuestionForm
          busy={busy}
          onBack={() => setAsking(null)}
          onSend={(fieldReasons) =>
            void run(
              () => call('POST /admin/verifications/:id/request-for-more', { params, body: { fieldReasons } }),
              'review.asked',
            )
          }
        />
      ) : (
        <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
          <p className="me-auto text-xs text-ink-3 max-lg:hidden pointer-coarse:hidden">{t('review.panelKeys')}</p>
          <Button
            look="ghost"
            aria-keyshortcuts="R"
            onClick={() => setAsking('rejection')}
            className="text-danger-text!"
          >
            {t('review.reject')}
          </Button>
          <Button look="outline" aria-keyshortcuts="M" onClick={() => setAsking('more')}>
            {t('review.askMore')}
          </Button>
          <Button
            look="primary"
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
