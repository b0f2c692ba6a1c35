import { useRevalidator } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { goTo, settled } from '../../../parts/money/payment.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Paid } from '../wallet/mixed-moves.ts'

/** The same payment once more: it is charged once, however often this is pressed. */
export function Retry({ payment }: { payment: Paid }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { attempt, working } = useMutation({ toasts: true })
  const retry = () =>
    attempt(payment._id, async (change) => {
      if (payment.status === 'requires_action' && payment.actionUrl) await goTo(payment.actionUrl)
      const { data } = await change('POST /payment/retry/:id', { params: { id: payment._id }, body: {}, once: true })
      if (data.status === 'requires_action' && data.actionUrl) await goTo(data.actionUrl)
      const after = await settled(data)
      if (after.status === 'succeeded') toast.say(t('wallet.arrived', { count: after.tokens }))
      else toast.error('wallet.confirm.failed')
    }).finally(() => void revalidate())
  return (
    <Button size="sm" variant="outline" busy={working ? t('wallet.retrying') : undefined} onClick={() => void retry()}>
      {payment.status === 'requires_action' ? t('wallet.confirm.open') : t('wallet.retry')}
    </Button>
  )
}
