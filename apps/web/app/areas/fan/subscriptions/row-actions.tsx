import { CalendarOff, CreditCard, Ellipsis, PauseCircle, Tags, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button, ButtonLink, iconButtonClass } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import { isLive, isPaid, type Asked, type Subscription } from './own-subscription.ts'

/** The one thing that is next, and behind a menu the others. */
export function RowActions({
  subscription,
  home,
  onAsk,
}: {
  subscription: Subscription
  home: string | null
  onAsk: (what: Asked) => void
}) {
  const t = useT()
  const { money } = useFormats()
  const { revalidate } = useRevalidator()
  const { sendOrThrow } = useMutation()
  const [busy, setBusy] = useState(false)
  const { _id: id, status, cancelAtPeriodEnd, pauseMonths, nextPlan, performer } = subscription
  if (!isLive(subscription))
    return home ? (
      <ButtonLink variant="outline" size="sm" className="max-sm:w-full" to={`${home}#subscribe`}>
        {t('wallet.subs.again')}
      </ButtonLink>
    ) : null

  const act = async (run: () => Promise<void>) => {
    setBusy(true)
    try {
      await run()
      await revalidate()
    } catch (error) {
      toast.problem(error)
    } finally {
      setBusy(false)
    }
  }
  const resume = () =>
    act(async () => {
      const { data } = (await sendOrThrow('POST /subscriptions/:id/resume', { params: { id } }))!
      if (data.status === 'past_due') toast.refuse(t('wallet.subs.resumeFailed'))
      else toast.say(t('wallet.subs.resumed'))
    })
  const stay = () =>
    act(async () => {
      await sendOrThrow('DELETE /subscriptions/:id/plan-change', { params: { id } })
      toast.say(t('wallet.subs.planKept'))
    })
  const canChangePlan = (status === 'active' || status === 'trialing') && home !== null
  const isResting = status === 'paused'
  const price = money(subscription.price, subscription.currency)
  return (
    <div className="flex items-center gap-1 max-sm:w-full">
      {isPaid(subscription) && home && (cancelAtPeriodEnd || pauseMonths || isResting) ? (
        <Button
          variant="primary"
          size="sm"
          className="max-sm:flex-1"
          busy={busy ? t('ui.saving') : undefined}
          onClick={() => void resume()}
        >
          {isResting ? t('wallet.subs.resumeNow', { price }) : t('wallet.subs.resume')}
        </Button>
      ) : status === 'past_due' ? (
        <Button variant="primary" size="sm" className="max-sm:flex-1" onClick={() => onAsk('payment')}>
          {t('wallet.subs.payment')}
        </Button>
      ) : canChangePlan ? (
        <Button variant="outline" size="sm" className="max-sm:flex-1" onClick={() => onAsk('plan')}>
          {t('wallet.subs.changePlan')}
        </Button>
      ) : null}
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('wallet.subs.more', { name: performer?.name ?? '' })}
            className={iconButtonClass('ghost', 'sm')}
          >
            <Ellipsis aria-hidden="true" />
          </button>
        }
        actions={[
          ...(canChangePlan
            ? [
                {
                  label: t('wallet.subs.changePlan'),
                  icon: <Tags aria-hidden="true" />,
                  onPress: () => onAsk('plan'),
                },
              ]
            : []),
          ...(nextPlan
            ? [
                {
                  label: t('wallet.subs.keepPlan'),
                  icon: <Undo2 className="rtl:-scale-x-100" aria-hidden="true" />,
                  onPress: () => void stay(),
                },
              ]
            : []),
          ...(isPaid(subscription)
            ? [
                {
                  label: t('wallet.subs.payment'),
                  icon: <CreditCard aria-hidden="true" />,
                  onPress: () => onAsk('payment'),
                },
              ]
            : []),
          ...(subscription.canPause
            ? [
                {
                  label: t('wallet.subs.pause'),
                  icon: <PauseCircle aria-hidden="true" />,
                  onPress: () => onAsk('pause'),
                },
              ]
            : []),
          ...(cancelAtPeriodEnd
            ? []
            : [
                {
                  label: t('wallet.subs.stop'),
                  icon: <CalendarOff aria-hidden="true" />,
                  danger: true,
                  onPress: () => onAsk('cancel'),
                },
              ]),
        ]}
      />
    </div>
  )
}
