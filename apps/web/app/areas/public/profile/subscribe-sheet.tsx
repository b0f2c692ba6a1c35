import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { call } from '../../../api/client.ts'
import { ApiProblem, asProblem } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { setBalance, useBalance } from '../../../parts/money/balance.ts'
import { CardFace } from '../../../parts/money/card-face.tsx'
import { type Card, useAddCard } from '../../../parts/money/card-return.ts'
import { ConfirmSheet } from '../../../parts/money/confirm-sheet.tsx'
import { leftTokens, missingTokens, useAddTokens } from '../../../parts/money/missing-tokens.ts'
import { goTo, isOpenPayment, settled } from '../../../parts/money/payment.ts'
import { storeWanted, wantedIn } from '../../../parts/money/wanted-page.ts'
import { useMe, useSite } from '../../../parts/site/site.ts'
import { TokenIcon } from '../../../parts/money/token-icon.tsx'
import { Button } from '../../../ui/button.tsx'
import { Fanlight } from '../../../ui/fanlight.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Plan, planLength, planName, type Profile } from './length.ts'

interface SubscribeProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  profile: Profile
  plan: Plan
  /** The card that was added a moment ago. */
  preferred: string | null
}
/** The plan, how it is paid, what happens next time, one press. */
export function SubscribeSheet({ open, onOpenChange, profile, plan: shown, preferred }: SubscribeProps) {
  // What the server says the plan is by now, after what was shown was refused.
  const [changed, setChanged] = useState<Plan | null>(null)
  const plan = { ...shown, ...changed }
  const t = useT()
  const { money, tokens: number } = useFormats()
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
  const price = plan.price === null ? t('profile.plan.free') : money(plan.price, currency)
  const cost = plan.tokens ?? 0
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
              {plan.tokens ? (
                <span className="ms-2 font-medium text-ink-3">
                  {t('profile.plan.tokens', { tokens: number(plan.tokens) })}
                </span>
              ) : null}
            </>
          ),
        },
      ]}
      total={price}
      {...(!free && method === 'wallet' && missing === 0 ? { balanceAfter: leftTokens(cost, balance) } : {})}
      method={
        free ? undefined : cards === null ? (
          <Skeleton className="h-10" />
        ) : (
          <fieldset>
            <legend className="mb-1 text-sm font-semibold">{t('profile.subscribe.pay')}</legend>
            {cards.map((card) => (
              <label key={card._id} className="flex cursor-pointer items-center gap-3 py-2">
                <input
                  type="radio"
                  name="by"
                  checked={method === card._id}
                  onChange={() => setBy(card._id)}
                  className="radio"
                />
                <span className="min-w-0 flex-1">
                  <CardFace card={card} />
                </span>
              </label>
            ))}
            <label className="flex cursor-pointer items-center gap-3 py-2">
              <input
                type="radio"
                name="by"
                checked={method === 'wallet'}
                onChange={() => setBy('wallet')}
                className="radio"
              />
              <span className="grid h-8 w-[46px] place-items-center rounded-[7px] bg-token-soft">
                <TokenIcon className="size-5" />
              </span>
              <span className="num font-strong">{t('profile.subscribe.wallet', { tokens: number(balance) })}</span>
            </label>
            <Button
              variant="ghost"
              size="sm"
              onClick={() =>
                void addCard(
                  `${pathname}?${new URLSearchParams({ plan: plan._id, ...(wanted && { back: wanted }) })}`,
                ).catch(toast.problem)
              }
            >
              <Plus aria-hidden="true" />
              {t('wallet.card.new')}
            </Button>
          </fieldset>
        )
      }
      action={
        free
          ? t('profile.plan.actionFree')
          : missing > 0
            ? t('profile.subscribe.missing', { missing: number(missing) })
            : t('profile.plan.action', { price })
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
        },
      }}
      onConfirm={async (request, change, step) => {
        if (missing > 0) return addTokens(missing)
        const { data } = await change('POST /payment/subscribe/performers', {
          ...request,
          once: true,
        }).catch((error: unknown) => {
          const { code, details } = asProblem(error)
          if (code === 'PLAN_CHANGED' || code === 'PRICE_CHANGED') setChanged(details['plan'] as Plan)
          throw error
        })
        if (data.payment?.status === 'requires_action' && data.payment.actionUrl) {
          storeWanted(wanted ?? pathname)
          await goTo(data.payment.actionUrl)
        }
        const payment = data.payment ? await settled(data.payment) : null
        if (payment && (payment.status === 'failed' || payment.status === 'cancelled'))
          throw new ApiProblem({
            status: 422,
            code: 'CARD_DECLINED',
            message: t('wallet.confirm.failed'),
            errors: [],
            requestId: null,
            details: {},
          })
        step(2)
        if (!card && !free) setBalance(me?._id, leftTokens(cost, balance))
        if (payment && isOpenPayment(payment)) toast.say(t('wallet.confirm.slow'))
        else toast.say(t('profile.subscribe.done', { name: profile.name }))
        if (wanted) await navigate(wanted)
        else await revalidate()
      }}
    >
      <p className="mt-3 text-xs text-ink-3">
        {free ? '' : t('profile.subscribe.renewal', { price })} {free ? '' : t('profile.plan.promise')}
      </p>
    </ConfirmSheet>
  )
}
