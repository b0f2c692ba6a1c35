import { Tags } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { refreshBalance, useBalance } from '../../../parts/money/balance.ts'
import { useAddCard } from '../../../parts/money/card-return.ts'
import { readBegun } from '../../../parts/money/checkout/begun.ts'
import { PaidBefore, PayMissing, SafeAfter } from '../../../parts/money/checkout/pay-missing.tsx'
import { useCheckout } from '../../../parts/money/checkout/use-checkout.ts'
import { usePayLabel } from '../../../parts/money/checkout/you-pay.tsx'
import { ConfirmSheet } from '../../../parts/money/confirm-sheet.tsx'
import { leftTokens } from '../../../parts/money/missing-tokens.ts'
import { declined, goTo, isOpenPayment, isRefused, settled } from '../../../parts/money/payment.ts'
import { PayChoice } from '../../../parts/money/pay-choice.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { Sheet } from '../../../ui/dialog.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { kindOf, pathWithSheet, type SheetProps, usePlanTitle } from './own-subscription.ts'
import { usePayWays } from './use-pay-ways.ts'

type Plan = Reply<'GET /subscriptions/:id/plans'>['data'][number]
type Change = Reply<'GET /subscriptions/:id/plan-change'>['data']

/** The other plans of a creator: what one costs, what is credited, when it begins. */
export function PlanSheet(props: SheetProps) {
  const { subscription, onClose } = props
  const t = useT()
  const [plans, setPlans] = useState<Plan[] | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  useEffect(() => {
    call('GET /subscriptions/:id/plans', { params: { id: subscription._id } }).then(
      ({ data }) => setPlans(data),
      (error: unknown) => setProblem(asProblem(error)),
    )
  }, [subscription._id])
  const first = plans?.[0]
  if (first) return <Choice {...props} plans={plans} first={first} />
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t('wallet.subs.changePlan')}>
      <FormProblem problem={problem}>
        {plans ? (
          <p className="text-ink-2">{t('wallet.subs.noOtherPlans')}</p>
        ) : problem ? null : (
          <Skeleton className="h-40" />
        )}
      </FormProblem>
    </Sheet>
  )
}

function useChange(id: string, planId: string): [Change | null, (known: Change | null) => void] {
  const [found, setFound] = useState<Change | null>(null)
  useEffect(() => {
    let isWanted = true
    call('GET /subscriptions/:id/plan-change', { params: { id }, query: { planId } }).then(
      ({ data }) => isWanted && setFound(data),
      toast.problem,
    )
    return () => {
      isWanted = false
    }
  }, [id, planId])
  return [found?.plan._id === planId ? found : null, setFound]
}

function Choice({ subscription, preferred, plans, first, onClose }: SheetProps & { plans: Plan[]; first: Plan }) {
  const t = useT()
  const { money, date } = useFormats()
  const me = useMe()
  const balance = useBalance()
  const { revalidate } = useRevalidator()
  const { _id: id, currency } = subscription
  const what = `plan:${id}`
  const [begun] = useState(() => readBegun(what, me?._id)?.choices ?? {})
  const [chosenId, setChosenId] = useState(plans.find(({ _id }) => _id === begun['plan'])?._id ?? first._id)
  const [change, setChange] = useChange(id, chosenId)
  const plan = plans.find(({ _id }) => _id === chosenId) ?? first
  const cost = change?.dueTokens ?? 0
  const isNow = change?.atOnce ?? false
  const ways = usePayWays(subscription, preferred ?? (begun['method'] === 'wallet' ? 'wallet' : null))
  const byWallet = ways.sent.paymentGateway === 'wallet'
  const checkout = useCheckout({
    what,
    path: pathWithSheet('plan', subscription),
    price: isNow && byWallet ? cost : 0,
    terms: plan.terms,
  })
  const { missing } = checkout
  const addCard = useAddCard()
  const titleOf = usePlanTitle()
  const isNothing = change !== null && (!isNow || change.due === 0)
  const due = change ? money(change.due, currency) : '–'
  const payLabel = usePayLabel(checkout, 'change', t('wallet.subs.changeFor', { price: due }))
  return (
    <ConfirmSheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('wallet.subs.changePlan')}
      get={{
        icon: <Tags className="size-9 shrink-0" aria-hidden="true" />,
        title: plan.name,
        detail: change
          ? change.atOnce
            ? t('wallet.subs.beginsNow', { date: date(change.periodEnd) })
            : t('wallet.subs.beginsOn', { date: date(change.beginsAt) })
          : kindOf(t, plan),
      }}
      choice={
        plans.length > 1 ? (
          <div className="mb-4">
            <RadioCards
              name="plan"
              legend={t('wallet.subs.choosePlan')}
              value={chosenId}
              onChange={setChosenId}
              choices={plans.map((other) => ({
                value: other._id,
                title: other.name,
                detail: kindOf(t, other),
                end: <b className="num">{money(other.price ?? 0, currency)}</b>,
              }))}
            />
          </div>
        ) : undefined
      }
      lines={[
        { label: t('wallet.subs.newPrice'), amount: money(plan.price ?? 0, currency) },
        ...(change && change.credit > 0
          ? [{ label: t('wallet.subs.credit'), amount: `−${money(change.credit, currency)}`, saving: true }]
          : []),
      ]}
      total={isNow ? due : money(0, currency)}
      totalLabel={t('wallet.subs.dueNow')}
      isFree={isNothing}
      later={
        change
          ? {
              label: t('wallet.subs.dueOn', { date: date(change.atOnce ? change.periodEnd : change.beginsAt) }),
              amount: money(plan.price ?? 0, currency),
            }
          : undefined
      }
      {...(isNow && byWallet && missing === 0 ? { balanceAfter: leftTokens(cost, balance) } : {})}
      method={
        ways.cards === null ? (
          <Skeleton className="h-10" />
        ) : (
          <PayChoice
            cards={ways.cards}
            method={ways.method}
            onMethod={ways.setMethod}
            balance={balance}
            onAddCard={() => void addCard(pathWithSheet('plan', subscription)).catch(toast.problem)}
          />
        )
      }
      action={isNow ? payLabel : t('wallet.subs.changeLater', { date: date(change?.beginsAt ?? new Date()) })}
      once={isNow ? undefined : t('wallet.subs.changeLaterHint')}
      steps={[
        t('wallet.step.check'),
        ...(isNothing ? [] : [byWallet && missing === 0 ? t('wallet.step.pay') : t('wallet.step.bank')]),
        t('wallet.subs.stepDone'),
      ]}
      safe={<SafeAfter checkout={checkout}>{t('wallet.safe')}</SafeAfter>}
      isReady={change !== null && ways.cards !== null && checkout.isReady && !checkout.isWaiting}
      before={checkout.problem}
      mendable={['NOT_FOUND']}
      paid={<PaidBefore checkout={checkout} />}
      goesOn={checkout.goesOn}
      request={{
        params: { id },
        body: {
          planId: plan._id,
          ...ways.sent,
          expectedDue: change?.due ?? 0,
          expectedTerms: plan.terms,
        },
      }}
      onConfirm={async (request, send, step) => {
        if (!change) return
        // What is due by now is shown with the refusal.
        const refused = async (error: unknown): Promise<never> => {
          setChange(
            (await call('GET /subscriptions/:id/plan-change', { params: { id }, query: { planId: plan._id } })).data,
          )
          throw error
        }
        checkout.choose({ plan: plan._id, method: byWallet ? 'wallet' : 'card' })
        const data =
          isNow && byWallet
            ? await checkout.pay('POST /subscriptions/:id/plan-change', request, step).catch(refused)
            : (await send('POST /subscriptions/:id/plan-change', { ...request, once: true }).catch(refused)).data
        if (data.payment?.status === 'requires_action' && data.payment.actionUrl) await goTo(data.payment.actionUrl)
        const payment = data.payment ? await settled(data.payment) : null
        if (payment && isRefused(payment)) throw declined(t('wallet.confirm.failed'))
        step(2)
        if (isNow && byWallet) await refreshBalance(me?._id)
        toast.say(
          payment && isOpenPayment(payment)
            ? t('wallet.confirm.slow')
            : isNow
              ? t('wallet.subs.planChanged', { plan: titleOf(plan) })
              : t('wallet.subs.planChanges', { plan: titleOf(plan), date: date(change.beginsAt) }),
        )
        await revalidate()
      }}
    >
      <PayMissing checkout={checkout} price={cost} />
    </ConfirmSheet>
  )
}
