import { useRevalidator } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { kindOf, type Subscription } from './own-subscription.ts'

/** Says what stays before it says goodbye. The safe button is the first one. */
export function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const t = useT()
  const { date } = useFormats()
  const { revalidate } = useRevalidator()
  const { sendOrThrow } = useMutation()
  const isResting = subscription.status === 'paused'
  const until = subscription.accessUntil ?? subscription.currentPeriodEnd
  const stop = async () => {
    const gateway =
      subscription.paymentGateway === 'test' || subscription.paymentGateway === 'stripe'
        ? subscription.paymentGateway
        : 'wallet'
    const stopped = await sendOrThrow('POST /payment/:gateway/cancel-subscription/:id', {
      params: { gateway, id: subscription._id },
    })
    if (!stopped) return
    const { data } = stopped
    toast.say(
      data.status === 'expired'
        ? t('wallet.subs.over')
        : t('wallet.subs.cancelled', { date: date(data.accessUntil ?? data.currentPeriodEnd ?? new Date()) }),
    )
    await revalidate()
  }
  return (
    <ConfirmDialog
      title={t('wallet.subs.cancelTitle')}
      keep={t('wallet.subs.keep')}
      action={t('wallet.subs.stop')}
      busy={t('wallet.subs.cancelling')}
      variant="ghost"
      onConfirm={stop}
      onClose={onClose}
    >
      {isResting
        ? t('wallet.subs.cancelPaused')
        : until
          ? t('wallet.subs.cancelText', { plan: kindOf(t, subscription), date: date(until) })
          : ''}
    </ConfirmDialog>
  )
}
