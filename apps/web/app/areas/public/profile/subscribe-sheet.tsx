import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { call } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { refreshBalance, useBalance } from '../../../parts/money/balance.ts'
import type { Card } from '../../../parts/money/card-return.ts'
import { readBegun } from '../../../parts/money/checkout/begun.ts'
import { PaidBefore, PayMissing, SafeAfter } from '../../../parts/money/checkout/pay-missing.tsx'
import { useCheckout } from '../../../parts/money/checkout/use-checkout.ts'
import { usePayLabel } from '../../../parts/money/checkout/you-pay.tsx'
import { ConfirmSheet } from '../../../parts/money/confirm-sheet.tsx'
import { CouponField } from '../../../parts/money/coupon/coupon-field.tsx'
import { isCouponRefusal, useCouponLine } from '../../../parts/money/coupon/coupon-texts.ts'
import { useCoupon } from '../../../parts/money/coupon/use-coupon.ts'
import { leftTokens, missingTokens } from '../../../parts/money/missing-tokens.ts'
import { declined, isOpenPayment, isRefused, settled } from '../../../parts/money/payment.ts'
import { PayChoice } from '../../../parts/money/pay-choice.tsx'
import { wantedIn } from '../../../parts/money/wanted-page.ts'
import { useMe, useSite } from '../../../parts/site/site.ts'
import { Fanlight } from '../../../ui/fanlight.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { nextPayment, type Plan, planLength, planName, type Profile, subscribingTo } from './length.ts'

interface SubscribeProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  profile: Profile
  plan: Plan
  /** One is subscribed by now. */
  isIn: boolean
  /** The code that is applied when it opens, and which is since. */
  code: string | null
  onCode: (code: string | null) => void
}
/** The plan, how it is paid, what happens next time, one press. */
export function SubscribeSheet({ open, onOpenChange, profile, plan: shown, isIn, code, onCode }: SubscribeProps) {
  // What the server says the plan is by now, after what was shown was refused.
  const [changed, setChanged] = useState<Plan | null>(null)
  const plan = { ...shown, ...changed }
  const t = useT()
  const { money, date } = useFormats()
  const { currency } = useSite()
  const me = useMe()
  const balance = useBalance()
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const wanted = wantedIn(search)
  const free = plan.price === null
  const saved = useCards(!free)
  const coupon = useCoupon({ planId: plan._id }, free ? null : code, onCode)
  const { applied } = coupon
  const couponLine = useCouponLine()
  const what = subscribingTo(profile)
  const back = new URLSearchParams({
    plan: plan._id,
    ...(applied && { coupon: applied.code }),
    ...(wanted && { back: wanted }),
  })
  const price = plan.price === null ? t('profile.plan.free') : money(plan.price, currency)
  const total = applied ? money(applied.total, currency) : price
  const cost = applied?.totalTokens ?? plan.tokens ?? 0
  const lacks = missingTokens(cost, balance)
  const [by, setBy] = useState(() => readBegun(what, me?._id)?.choices?.['method'] as string | undefined)
  const byWallet = by === 'wallet' || (by === undefined && saved?.length === 0 && lacks === 0)
  const checkout = useCheckout({
    what,
    path: `${pathname}?${back}`,
    price: byWallet && !free ? cost : 0,
    // With its coupon: until that is applied again, nothing goes on by itself.
    terms: applied ? `${plan.terms} ${applied.code}` : plan.terms,
  })
  const cards = withCard(saved, checkout.added)
  // Whoever has no card and too few tokens adds a card, which pays from then on.
  const card = byWallet
    ? undefined
    : (cards?.find(({ _id }) => _id === by) ??
      checkout.added ??
      cards?.find(({ isDefault }) => isDefault) ??
      cards?.[0])
  const isNothing = free || applied?.total === 0
  const needsCard = !isNothing && !byWallet && !card
  const { missing } = checkout
  // What this sheet itself brings about is said when it is done.
  const [isSent, setSent] = useState(false)
  const [isAnswered, setAnswered] = useState(false)
  const isThere = isIn && !isSent && !checkout.isWaiting && !checkout.isPaidByCard && !checkout.goesOn
  const finish = async () => {
    toast.say(t('profile.subscribe.done', { name: profile.name }))
    if (wanted) await navigate(wanted)
    else await revalidate()
  }
  const done = useEffectEvent(() => {
    onOpenChange(false)
    void finish()
  })
  useEffect(() => {
    if (checkout.isPaidByCard) done()
  }, [checkout.isPaidByCard])
  const payLabel = usePayLabel(checkout, 'subscribe', t('profile.plan.action', { price: total }))
  const request = {
    body: {
      performerId: profile._id,
      planId: plan._id,
      paymentGateway: card ? card.gateway : ('wallet' as const),
      ...(card ? { cardId: card._id } : {}),
      expectedPrice: plan.price ?? 0,
      expectedTerms: plan.terms,
      ...(applied && { coupon: applied.code }),
    },
  }
  const subscribe: ComponentProps<typeof ConfirmSheet<typeof request>>['onConfirm'] = async (
    { body },
    change,
    step,
  ) => {
    const refused = (error: unknown): never => {
      const problem = asProblem(error)
      const { code, details } = problem
      if (isCouponRefusal(code)) coupon.lose(problem)
      if (code === 'PLAN_CHANGED' || code === 'PRICE_CHANGED') setChanged(details['plan'] as Plan)
      if (code === 'ALREADY_SUBSCRIBED') {
        setAnswered(true)
        void revalidate()
      }
      throw error
    }
    if (needsCard) return checkout.goOnWithNewCard()
    if (byWallet && !free) {
      checkout.choose({ method: 'wallet' })
      await checkout.pay('POST /payment/subscribe/performers', { body }, step).catch(refused)
      await refreshBalance(me?._id)
      return finish()
    }
    const { data } = await change('POST /payment/subscribe/performers', {
      body: { ...body, returnPath: checkout.returnPath },
      once: true,
    }).catch(refused)
    if (data.payment?.status === 'requires_action' && data.payment.actionUrl)
      await checkout.askBank(data.payment.actionUrl)
    const payment = data.payment ? await settled(data.payment) : null
    if (payment && isRefused(payment)) throw declined(t('wallet.confirm.failed'))
    step(2)
    if (payment && isOpenPayment(payment)) {
      toast.say(t('wallet.confirm.slow'))
      return revalidate()
    }
    await finish()
  }
  const lines = [
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
  ]
  return (
    <ConfirmSheet
      open={open}
      onOpenChange={onOpenChange}
      get={{
        icon: <Fanlight share={1} className="w-16 shrink-0" />,
        title: plan.name,
        detail: t('profile.subscribe.detail', { name: profile.name, length: planLength(t, plan) }),
      }}
      lines={isThere || free ? [] : lines}
      total={total}
      isFree={isNothing}
      {...(isThere && { title: t('profile.plan.yours'), foot: <></>, once: '' })}
      {...(free && !isThere && { once: t('profile.subscribe.freeEnds', { length: planLength(t, plan) }) })}
      {...(!isThere &&
        applied && {
          totalLabel: t('wallet.coupon.now'),
          later: { label: t('wallet.coupon.next', { date: date(nextPayment(plan)) }), amount: price },
        })}
      {...(!isThere && !isNothing && byWallet && missing === 0 ? { balanceAfter: leftTokens(cost, balance) } : {})}
      method={
        free || isThere ? undefined : cards === null ? (
          <Skeleton className="h-10" />
        ) : (
          <PayChoice
            cards={cards}
            method={card?._id ?? (byWallet ? 'wallet' : '')}
            onMethod={setBy}
            balance={balance}
            onAddCard={() => {
              checkout.choose({})
              void checkout.addAnother()
            }}
          />
        )
      }
      action={
        isThere
          ? t('profile.plan.yours')
          : isNothing
            ? t('profile.plan.actionFree')
            : needsCard
              ? t('checkout.payNewCard', { amount: total })
              : payLabel
      }
      steps={[
        t('wallet.step.check'),
        ...(isNothing ? [] : [byWallet && missing === 0 ? t('wallet.step.pay') : t('wallet.step.bank')]),
        t('post.step.open'),
      ]}
      {...(!isThere && { safe: <SafeAfter checkout={checkout}>{t('wallet.safe')}</SafeAfter> })}
      isReady={(free || saved !== null) && checkout.isReady && !checkout.isWaiting && !isThere}
      before={checkout.problem}
      mendable={['NOT_FOUND']}
      paid={<PaidBefore checkout={checkout} />}
      goesOn={checkout.goesOn && (free || saved !== null)}
      request={request}
      onConfirm={(...sent) => {
        setSent(true)
        return subscribe(...sent).catch((error: unknown) => {
          setSent(false)
          throw error
        })
      }}
    >
      {isThere ? (
        <p role="status" className="text-sm text-ink-2">
          {isAnswered ? null : t('profile.subscribe.there', { name: profile.name })}
        </p>
      ) : (
        <>
          <PayMissing checkout={checkout} price={cost} />
          {free ? null : <CouponField coupon={coupon} kind="subscription" price={price} currency={currency} />}
          {free ? null : (
            <p className="mt-3 text-xs text-ink-3">
              {t('profile.subscribe.renewal', { price })} {t('profile.plan.promise')}
            </p>
          )}
        </>
      )}
    </ConfirmSheet>
  )
}

/** The saved cards, once they have come. Without its list of cards the wallet is still there. */
function useCards(isWanted: boolean): Card[] | null {
  const [cards, setCards] = useState<Card[] | null>(null)
  useEffect(() => {
    if (!isWanted) return
    call('GET /payment-cards').then(
      ({ data }) => setCards(data),
      () => setCards([]),
    )
  }, [isWanted])
  return cards
}

const withCard = (cards: Card[] | null, added: Card | null): Card[] | null =>
  cards && added && !cards.some(({ _id }) => _id === added._id) ? [added, ...cards] : cards
