import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { type Change, useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Select, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { ModerationAction } from './actions.tsx'
import type { StaffAccount } from './user.tsx'

const lengths = { open: null, day: 1, week: 7, month: 30 } as const
const documents = ['id_front', 'id_back', 'selfie_with_id', 'address', 'tax'] as const
const dayMs = 86_400_000

interface ModerationActionDialogProps {
  action: ModerationAction
  account: StaffAccount
  onClose: () => void
}

/** What it means, why it is done, and doing it once. */
export function ModerationActionDialog({ action: moderationAction, account, onClose }: ModerationActionDialogProps) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { attempt, working, problem } = useMutation()
  const reason = useRef<HTMLTextAreaElement>(null)
  const choice = useRef<HTMLSelectElement>(null)
  const hasChoice = moderationAction === 'suspend' || moderationAction === 'requestDocuments'
  const send = async (form: FormData) => {
    const isDone = await attempt([...form], (change, at) => carryOut(moderationAction, account, form, change, at))
    if (isDone) {
      toast.success('people.done')
      onClose()
    }
    await revalidate()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => (next || working ? undefined : onClose())}
      title={t(`people.staffAction.${moderationAction}`)}
      description={t(`people.about.${moderationAction}`)}
      locked={working}
      initialFocus={hasChoice ? choice : reason}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send(new FormData(event.currentTarget))
        }}
        className="grid gap-4 pb-3"
      >
        <FormProblem problem={problem}>
          {moderationAction === 'suspend' ? (
            <Field label={t('people.howLong')} name="until">
              <Select ref={choice} name="length" defaultValue="open">
                {(Object.keys(lengths) as (keyof typeof lengths)[]).map((key) => (
                  <option key={key} value={key}>
                    {t(`people.long.${key}`)}
                  </option>
                ))}
              </Select>
            </Field>
          ) : null}
          {moderationAction === 'requestDocuments' ? (
            <Field label={t('people.document')}>
              <Select ref={choice} name="document" defaultValue="id_front">
                {documents.map((document) => (
                  <option key={document} value={document}>
                    {t(`review.field.${document}`)}
                  </option>
                ))}
              </Select>
            </Field>
          ) : null}
          <Field label={t('people.why')} name="reason" hint={t('people.whyHint')} required>
            <Textarea ref={reason} minLength={3} maxLength={500} rows={3} dir="auto" />
          </Field>
          <div className="flex justify-end gap-2">
            <Button variant="ghost" onClick={onClose} disabled={working}>
              {t('ui.back')}
            </Button>
            <Button
              type="submit"
              variant={moderationAction === 'lift' ? 'primary' : 'danger'}
              busy={working ? t('people.working') : undefined}
            >
              {t(`people.staffAction.${moderationAction}`)}
            </Button>
          </div>
        </FormProblem>
      </form>
    </Dialog>
  )
}

function carryOut(
  moderationAction: ModerationAction,
  { _id, verification }: StaffAccount,
  form: FormData,
  change: Change,
  at: Date,
): Promise<unknown> {
  const reason = String(form.get('reason') ?? '').trim()
  const [params, body] = [{ id: _id }, { reason }]
  const review = { id: verification?._id ?? '' }
  switch (moderationAction) {
    case 'suspend': {
      const days = lengths[String(form.get('length')) as keyof typeof lengths]
      const until = days === null ? null : new Date(at.getTime() + days * dayMs).toISOString()
      return change('POST /admin/accounts/:id/suspension', { params, body: { reason, until }, once: true })
    }
    case 'lift':
      return change('POST /admin/accounts/:id/suspension/lift', { params, body, once: true })
    case 'endSessions':
      return change('POST /admin/accounts/:id/sessions/end', { params, body, once: true })
    case 'removeSecondFactor':
      return change('POST /admin/accounts/:id/second-factor-removal', { params, body })
    case 'mailConfirmation':
      return change('POST /admin/accounts/:id/confirmation-mail', { params, body })
    case 'revokeVerification':
      return change('POST /admin/verifications/:id/revocation', { params: review, body, once: true })
    case 'requestDocuments': {
      const identityDocument = documents.find((document) => document === form.get('document')) ?? 'id_front'
      const fieldReasons = { [identityDocument]: reason }
      return change('POST /admin/verifications/:id/request-for-more', {
        params: review,
        body: { fieldReasons },
        once: true,
      })
    }
  }
}
