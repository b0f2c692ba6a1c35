import { Check } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { asProblem } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import type { MessageKey } from '../../../i18n/keys.ts'
import { type Change, useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ApprovalForm } from './approval-form.tsx'
import { QuestionForm } from './question-form.tsx'
import { RejectionForm } from './rejection-form.tsx'
import type { Opened } from './review-panel.tsx'

export type OpenForm = 'approval' | 'more' | 'rejection' | null
interface DecisionProps {
  verification: Opened
  openForm: OpenForm
  setOpenForm: (openForm: OpenForm) => void
  onDecided: () => void
  onUndo: (id: string) => void
  isOpened: (document: IdentityDocument) => boolean
  /** The server counts a document as unopened: the claim began anew. */
  onNotOpened: () => void
}
type IdentityDocument = Opened['documents'][number]
/** Kinds of documents that expire. */
const identityDocuments = new Set<IdentityDocument['kind']>(['id_front', 'id_back'])

/** The three ways a review can go. What another reviewer did meanwhile is said, and shown. */
export function Decision(props: DecisionProps) {
  const { verification, openForm, setOpenForm, onDecided, onUndo, isOpened, onNotOpened } = props
  const t = useT()
  const { revalidate } = useRevalidator()
  const { attempt, working, problem } = useMutation()
  const params = { id: verification._id }
  const pending = verification.documents.filter(({ status }) => status === 'pending')
  const openApproval = () => {
    if (pending.every(isOpened)) return setOpenForm('approval')
    toast.refuse(t('review.openFirst'))
    document.querySelector<HTMLElement>('[data-key="o"]')?.focus()
  }
  const run = async (decide: (change: Change) => Promise<unknown>, said: MessageKey) => {
    await attempt(said, async (change) => {
      try {
        await decide(change)
        if (said === 'review.approved')
          toast.success(said, { action: { label: t('review.undo'), run: () => onUndo(params.id) } })
        else toast.success(said)
        onDecided()
      } catch (error) {
        const { code } = asProblem(error)
        // The panel then shows who decided or who is reviewing. These buttons are removed then, so the message is shown as a toast.
        if (code === 'DOCUMENTS_NOT_OPENED') onNotOpened()
        else if (code !== 'ALREADY_REVIEWED' && code !== 'REVIEW_CLAIMED') throw error
        toast.problem(error)
      }
    })
    await revalidate()
  }
  const busy = working ? t('review.working') : undefined
  return (
    <FormProblem problem={problem}>
      {openForm === 'approval' ? (
        <ApprovalForm
          busy={busy}
          hasIdentityDocument={pending.some(({ kind }) => identityDocuments.has(kind))}
          onBack={() => setOpenForm(null)}
          onSend={(documentExpiresOn) =>
            void run(
              (change) => change('POST /admin/verifications/:id/approval', { params, body: { documentExpiresOn } }),
              'review.approved',
            )
          }
        />
      ) : openForm === 'rejection' ? (
        <RejectionForm
          busy={busy}
          onBack={() => setOpenForm(null)}
          onSend={(reason) =>
            void run(
              (change) => change('POST /admin/verifications/:id/rejection', { params, body: { reason } }),
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
              (change) => change('POST /admin/verifications/:id/request-for-more', { params, body: { fieldReasons } }),
              'review.requested',
            )
          }
        />
      ) : (
        <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
          <p className="w-full text-xs text-ink-3 max-lg:hidden pointer-coarse:hidden">{t('review.panelKeys')}</p>
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
          <Button variant="primary" data-key="a" aria-keyshortcuts="A" className="max-sm:w-full" onClick={openApproval}>
            <Check aria-hidden="true" />
            {t('review.approve')}
          </Button>
        </div>
      )}
    </FormProblem>
  )
}
