import { showReasonLengthMax } from '@fanlight/contract/limits'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import type { TicketShow } from '../../../parts/live/tickets/ticket-show.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Asks before everyone gets their tokens back. */
export function CancelShow({ show, onClose }: { show: TicketShow; onClose: () => void }) {
  const t = useT()
  const { sendOrThrow } = useMutation()
  const { revalidate } = useRevalidator()
  const [reason, setReason] = useState('')
  const sold = show.seats - show.seatsLeft
  return (
    <ConfirmDialog
      title={t('tickets.shows.cancelTitle')}
      action={t('tickets.shows.cancel')}
      busy={t('tickets.shows.cancelling')}
      onConfirm={async () => {
        await sendOrThrow('POST /streaming/ticket-shows/:id/cancel', {
          params: { id: show._id },
          body: { ...(reason.trim() && { reason: reason.trim() }) },
        })
        toast.success('tickets.shows.cancelled')
        await revalidate()
      }}
      onClose={onClose}
      fields={
        sold > 0 ? (
          <Field label={t('tickets.shows.reason')}>
            <Textarea
              rows={3}
              maxLength={showReasonLengthMax}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </Field>
        ) : undefined
      }
    >
      {t('tickets.shows.cancelText', { count: sold })}
    </ConfirmDialog>
  )
}
