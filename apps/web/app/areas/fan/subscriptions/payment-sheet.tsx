import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useBalance } from '../../../parts/money/balance.ts'
import { useAddCard } from '../../../parts/money/card-return.ts'
import { PayChoice } from '../../../parts/money/pay-choice.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { pathWithSheet, type SheetProps } from './own-subscription.ts'
import { usePayWays } from './use-pay-ways.ts'

/** How the next periods are paid; what has failed is tried with it at once. */
export function PaymentSheet({ subscription, preferred, onClose }: SheetProps) {
  const t = useT()
  const { money } = useFormats()
  const balance = useBalance()
  const addCard = useAddCard()
  const { revalidate } = useRevalidator()
  const { attempt, working, problem } = useMutation()
  const { cards, method, setMethod, sent } = usePayWays(subscription, preferred)
  const [failed, setFailed] = useState(false)
  const isBehind = subscription.status === 'past_due'
  const price = money(subscription.price, subscription.currency)
  const save = async () => {
    setFailed(false)
    const request = { params: { id: subscription._id }, body: sent }
    await attempt(request, async (change) => {
      const { data } = await change('PUT /subscriptions/:id/payment', request)
      await revalidate()
      if (isBehind && data.status === 'past_due') {
        setFailed(true)
        return
      }
      toast.say(isBehind ? t('wallet.subs.paymentPaid', { price }) : t('wallet.subs.paymentChanged'))
      onClose()
    })
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      locked={working}
      title={t('wallet.subs.payment')}
      description={isBehind ? t('wallet.subs.paymentNow', { price }) : t('wallet.subs.paymentNext', { price })}
      footer={
        <Button
          variant="primary"
          size="xl"
          wide
          disabled={cards === null}
          busy={working ? t('ui.saving') : undefined}
          onClick={() => void save()}
        >
          {isBehind ? t('wallet.subs.payNow', { price }) : t('wallet.subs.save')}
        </Button>
      }
    >
      <FormProblem problem={problem}>
        {failed ? (
          <p role="alert" className="mb-3 text-sm text-danger-text">
            {t('wallet.subs.paymentFailed')}
          </p>
        ) : null}
        {cards === null ? (
          <Skeleton className="h-24" />
        ) : (
          <PayChoice
            cards={cards}
            method={method}
            onMethod={setMethod}
            balance={balance}
            onAddCard={() => void addCard(pathWithSheet('payment', subscription)).catch(toast.problem)}
          />
        )}
      </FormProblem>
    </Sheet>
  )
}
