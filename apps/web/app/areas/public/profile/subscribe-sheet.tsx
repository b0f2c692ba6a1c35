import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { call } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { setBalance, useBalance } from '../../../parts/money/balance.ts'
import { type Card, useAddCard } from '../../../parts/money/card-return.ts'
import { ConfirmSheet } from '../../../parts/money/confirm-sheet.tsx'
import { CouponField } from '../../../parts/money/coupon/coupon-field.tsx'
import { isCouponRefusal, useCouponLine } from '../../../parts/money/coupon/coupon-texts.ts'
import { useCoupon } from '../../../parts/money/coupon/use-coupon.ts'
import { leftTokens, missingTokens, useAddTokens } from '../../../parts/money/missing-tokens.ts'
import { declined, goTo, isOpenPayment, isRefused, settled } from '../../../parts/money/payment.ts'
import { PayChoice } from '../../../parts/money/pay-choice.tsx'
import { storeWanted, wantedIn } from '../../../parts/money/wanted-page.ts'
import { useMe, useSite } from '../../../parts/site/site.ts'
import { Fanlight } from '../../../ui/fanlight.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { nextPayment, type Plan, planLength, planName, type Profile } from './length.ts'

interface SubscribeProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  profile: Profile
  plan: Plan
  /** The card that was added a moment ago. */
  preferred: string | null
  /** The code that is applied when it opens, and which is since. */
  code: string | null
  onCode: (code: string | null) => void
}
/** The plan, how it is paid, what happens next time, one press. */
export function SubscribeSheet({ open, onOpenChange, profile, plan: shown, preferred, code, onCode }: SubscribeProps) {
  // What the server says the plan is by now, after what was shown was refused.
  const [changed, setChanged] = useState<Plan | null>(null)
  const plan = { ...shown, ...changed }
  const t = useT()
  const { money, date } = useFormats()
  const { currency } = useSite()
  const me = useMe()
  const balance = useBalance()
  const addCard = useAddCard()
  const addTokens = useAddTokens()
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const wanted = wantedIn(search)
  const free = plan.price === null
  const [cards, setCards] = useState<Card[] | null>(null)
  const [by, setBy] = useState<string | null>(preferred)
  useEffect(() => {
    if (free) return
    // Without its list of cards the wallet is still there.
    call('GET /payment-cards').then(
      ({ data }) => setCards(data),
      () => setCards([]),
    )
  }, [free])
  const first = cards?.find(({ isDefault }) => isDefault) ?? cards?.[0]
  const method = by ?? first?._id ?? 'wallet'
  const card = cards?.find(({ _id }) => _id === method)
  const coupon = useCoupon({ planId: plan._id }, free ? null : code, onCode)
  const { applied } = coupon
  const couponLine = useCouponLine()
  const back = new URLSearchParams({
    plan: plan._id,
    ...(applied && { coupon: applied.code }),
    ...(wanted && { back: wanted }),
  })
  const price = plan.price === null ? t('profile.plan.free') : money(plan.price, currency)
  const total = applied ? money(applied.total, currency) : price
  const cost = applied?.totalTokens ?? plan.tokens ?? 0
  const missing = !free && method === 'wallet' ? missingTokens(cost, balance) : 0
  return (
    <ConfirmSheet
      open={open}
      onOpenChange={onOpenChange}
      get={{
        icon: <Fanlight share={1} className="w-16 shrink-0" />,
        title: plan.name,
        detail: t('profile.subscribe.detail', { name: profile.name, length: planLength(t, plan) }),
      }}
      lines={[
        {
          label: planName(t, plan),
          amount: (
            <>
              {price}
              {plan.tokens ? <span className="ms-2 font-medium text-ink-3">{t.tokens(plan.tokens)}</span> : null}
            </>
          ),
        },
        ...(applied ? [couponLine(applied)] : []),
      ]}
      total={total}
      {...(applied && {
        totalLabel: t('wallet.coupon.now'),
        later: { label: t('wallet.coupon.next', { date: date(nextPayment(plan)) }), amount: price },
      })}
      {...(!free && method === 'wallet' && missing === 0 ? { balanceAfter: leftTokens(cost, balance) } : {})}
      method={
        free ? undefined : cards === null ? (
          <Skeleton className="h-10" />
        ) : (
          <PayChoice
            cards={cards}
            method={method}
            onMethod={setBy}
            balance={balance}
            onAddCard={() => void addCard(`${pathname}?${back}`).catch(toast.problem)}
          />
        )
      }
      action={
        free || applied?.total === 0
          ? t('profile.plan.actionFree')
          : missing > 0
            ? t('profile.subscribe.missing', { missing: t.tokens(missing) })
            : t('profile.plan.action', { price: total })
      }
      steps={[
        t('wallet.step.check'),
        free || method === 'wallet' ? t('post.step.pay') : t('wallet.step.bank'),
        t('post.step.open'),
      ]}
      safe={t('wallet.safe')}
      request={{
        body: {
          performerId: profile._id,
          planId: plan._id,
          paymentGateway: card ? card.gateway : ('wallet' as const),
          ...(card ? { cardId: card._id } : {}),
          expectedPrice: plan.price ?? 0,
          expectedTerms: plan.terms,
          ...(applied && { coupon: applied.code }),
        },
      }}
      onConfirm={async (request, change, step) => {
        if (missing > 0) return addTokens(missing, back)
        const { data } = await change('POST /payment/subscribe/performers', {
          ...request,
          once: true,
        }).catch((error: unknown) => {
          const problem = asProblem(error)
          const { code, details } = problem
          if (isCouponRefusal(code)) coupon.lose(problem)
          if (code === 'PLAN_CHANGED' || code === 'PRICE_CHANGED') setChanged(details['plan'] as Plan)
          throw error
        })
        if (data.payment?.status === 'requires_action' && data.payment.actionUrl) {
          storeWanted(wanted ?? pathname)
          await goTo(data.payment.actionUrl)
        }
        const payment = data.payment ? await settled(data.payment) : null
        if (payment && isRefused(payment)) throw declined(t('wallet.confirm.failed'))
        step(2)
        if (!card && !free) setBalance(me?._id, leftTokens(cost, balance))
        if (payment && isOpenPayment(payment)) toast.say(t('wallet.confirm.slow'))
        else toast.say(t('profile.subscribe.done', { name: profile.name }))
        if (wanted) await navigate(wanted)
        else await revalidate()
      }}
    >
      {free ? null : <CouponField coupon={coupon} kind="subscription" price={price} currency={currency} />}
      <p className="mt-3 text-xs text-ink-3">
        {free ? '' : t('profile.subscribe.renewal', { price })} {free ? '' : t('profile.plan.promise')}
      </p>
    </ConfirmSheet>
  )
}
