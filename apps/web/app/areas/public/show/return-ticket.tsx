import { useRevalidator } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import type { TicketShow } from '../../../parts/live/tickets/ticket-show.ts'
import { setBalance, useBalance } from '../../../parts/money/balance.ts'
import { useMe } from '../../../parts/site/site.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.tsx'

interface ReturnTicketProps {
  show: TicketShow
  /** What it cost. */
  tokens: number
  onClose: () => void
}
/** Asks before a ticket or a pledge goes back. */
export function ReturnTicket({ show, tokens: paid, onClose }: ReturnTicketProps) {
  const t = useT()
  const me = useMe()
  const balance = useBalance()
  const { sendOrThrow } = useMutation()
  const { revalidate } = useRevalidator()
  const isPledge = show.goal !== null
  return (
    <ConfirmDialog
      title={t(isPledge ? 'tickets.pledge.takeBackTitle' : 'tickets.returnTitle')}
      action={t(isPledge ? 'tickets.pledge.takeBack' : 'tickets.returnAction')}
      busy={t(isPledge ? 'tickets.pledge.takingBack' : 'tickets.returning')}
      keep={t(isPledge ? 'tickets.pledge.keep' : 'tickets.keep')}
      variant="ghost"
      onConfirm={async () => {
        await sendOrThrow('POST /streaming/ticket-shows/:id/return', { params: { id: show._id } })
        setBalance(me?._id, (Math.round(balance * 100) + Math.round(paid * 100)) / 100)
        toast.success(isPledge ? 'tickets.pledge.takenBack' : 'tickets.returned')
        await revalidate()
      }}
      onClose={onClose}
    >
      {t('tickets.returnText', { tokens: t.tokens(paid) })}
    </ConfirmDialog>
  )
}
