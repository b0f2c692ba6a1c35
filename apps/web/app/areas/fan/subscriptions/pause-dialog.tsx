import { pauseMonths } from '@fanlight/contract/subscription-states'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Subscription } from './own-subscription.ts'

/** For how long it rests, and what that means: once, nothing is charged and nothing opens. */
export function PauseDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const t = useT()
  const { date, money } = useFormats()
  const { revalidate } = useRevalidator()
  const { sendOrThrow } = useMutation()
  const [months, setMonths] = useState<(typeof pauseMonths)[number]>(1)
  const end = subscription.currentPeriodEnd ?? subscription.startedAt
  const back = (count: number) => {
    const at = new Date(end)
    at.setUTCMonth(at.getUTCMonth() + count)
    return date(at)
  }
  const pause = async () => {
    await sendOrThrow('POST /subscriptions/:id/pause', { params: { id: subscription._id }, body: { months } })
    toast.say(t('wallet.subs.paused', { date: date(end) }))
    await revalidate()
  }
  return (
    <ConfirmDialog
      title={t('wallet.subs.pauseTitle')}
      action={t('wallet.subs.pause')}
      busy={t('ui.saving')}
      variant="primary"
      onConfirm={pause}
      onClose={onClose}
      fields={
        <RadioCards
          name="months"
          legend={t('wallet.subs.pauseFor')}
          value={String(months)}
          onChange={(value) => setMonths(value === '3' ? 3 : 1)}
          choices={pauseMonths.map((count) => ({
            value: String(count),
            title: t('wallet.subs.pauseLength', { count }),
            detail: t('wallet.subs.pauseBack', { date: back(count) }),
          }))}
        />
      }
    >
      {t('wallet.subs.pauseText', {
        date: date(end),
        price: money(subscription.price, subscription.currency),
      })}
    </ConfirmDialog>
  )
}
