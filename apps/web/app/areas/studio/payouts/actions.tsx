import { useState } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useExact } from '../pieces/exact-amounts.ts'
import type { OwnPayout } from './payouts.tsx'

/** What its creator can do about a payout: while it is in review, change the note or cancel it. */
export function PayoutActions({ payout }: { payout: OwnPayout }) {
  const t = useT()
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()
  const { sendOrThrow } = useMutation()
  const { money } = useExact(payout.currency)
  const [open, setOpen] = useState<'note' | 'cancel' | null>(null)
  const page = `/creator/payouts/${payout._id}`
  const isPending = payout.status === 'pending'
  if (!isPending && pathname === page) return null
  return (
    <div className="flex flex-wrap gap-2">
      {pathname === page ? null : (
        <Link to={page} className={buttonClass('quiet')}>
          {t('payout.open.details')}
        </Link>
      )}
      {isPending ? (
        <>
          <Button onClick={() => setOpen('note')}>{t(payout.note ? 'payout.note.edit' : 'payout.note.add')}</Button>
          <Button variant="ghost" onClick={() => setOpen('cancel')}>
            {t('payout.open.cancel')}
          </Button>
        </>
      ) : null}
      {open === 'note' ? <NoteDialog payout={payout} onClose={() => setOpen(null)} /> : null}
      {open === 'cancel' ? (
        <ConfirmDialog
          title={t('payout.open.cancelTitle')}
          action={t('payout.open.cancel')}
          busy={t('payout.open.cancelling')}
          keep={t('payout.open.keep')}
          variant="ghost"
          onConfirm={async () => {
            const body = { status: 'cancelled' as const }
            await sendOrThrow('PUT /payout-requests/:id', { params: { id: payout._id }, body, once: true })
            toast.success('payout.open.cancelled')
            await revalidate()
          }}
          onClose={() => setOpen(null)}
        >
          {t('payout.open.cancelText', { amount: money(payout.amount) })}
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

function NoteDialog({ payout, onClose }: { payout: OwnPayout; onClose: () => void }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { send, working, problem } = useMutation()
  const save = async (form: FormData) => {
    const body = { note: String(form.get('note') ?? '').trim() }
    if (!(await send('PUT /payout-requests/:id', { params: { id: payout._id }, body, once: true }))) return
    toast.success('ui.saved')
    onClose()
    await revalidate()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => (next || working ? undefined : onClose())}
      title={t(payout.note ? 'payout.note.edit' : 'payout.note.add')}
      locked={working}
    >
      <form
        className="grid gap-4 pb-3"
        onSubmit={(event) => {
          event.preventDefault()
          void save(new FormData(event.currentTarget))
        }}
      >
        <FormProblem problem={problem}>
          <Field label={t('payout.form.note')} name="note" hint={t('payout.form.noteHint')}>
            <Textarea rows={3} maxLength={500} dir="auto" defaultValue={payout.note} />
          </Field>
          <div className="flex justify-end gap-2">
            <Button variant="ghost" onClick={onClose} disabled={working}>
              {t('ui.back')}
            </Button>
            <Button type="submit" variant="primary" busy={working ? t('ui.saving') : undefined}>
              {t('payout.note.save')}
            </Button>
          </div>
        </FormProblem>
      </form>
    </Dialog>
  )
}
