import { Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { needMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useCheckoutReturn } from '../../../parts/money/checkout/use-checkout-return.ts'
import { wantedIn } from '../../../parts/money/wanted-page.ts'
import { useMe, useSite } from '../../../parts/site/site.ts'
import { useSubscriptionNews } from '../../../parts/money/subscription-updates.ts'
import { buttonClass, ButtonLink } from '../../../ui/button.tsx'
import { Fanlight } from '../../../ui/fanlight.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Plan, planName, type Profile, subscribingTo } from './length.ts'

// Payment has its own messages; they are loaded with the sheet.
const SubscribeSheet = lazy(async () => {
  const [{ SubscribeSheet }] = await Promise.all([import('./subscribe-sheet.tsx'), needMessages('checkout', 'wallet')])
  return { default: SubscribeSheet }
})
const PlanCoupon = lazy(async () => {
  const [{ PlanCoupon }] = await Promise.all([import('./plan-coupon.tsx'), needMessages('wallet')])
  return { default: PlanCoupon }
})
const lit = new Set(['active', 'trialing', 'paused', 'past_due'])
const box = 'scroll-mt-24 overflow-hidden rounded-xl bg-surface shadow-[var(--shadow-3),0_0_0_1px_var(--line)]'

/** The access policy. The sheet stays open beside whatever the card says meanwhile: that one subscribed in another tab. */
export function SubscribeCard({ profile }: { profile: Profile }) {
  const t = useT()
  const me = useMe()
  const [search] = useSearchParams()
  const { plans, subscription } = profile
  const requestedPlan = plans.find(({ _id }) => _id === search.get('plan'))
  const [chosenId, setChosenId] = useState(
    (requestedPlan ?? plans.find(({ type }) => type === 'monthly') ?? plans[0])?._id ?? '',
  )
  const [open, setOpen] = useState(false)
  const [code, setCode] = useState(search.get('coupon'))
  const until = subscription?.accessUntil
  const isIn = until != null && (lit.has(subscription?.status ?? '') || subscription?.cancelAtPeriodEnd === true)
  const wanted = wantedIn(search)
  const navigate = useNavigate()
  useSubscriptionNews(profile._id)
  useCheckoutReturn(subscribingTo(profile), () => setOpen(true), {
    is: isIn,
    say: () => {
      toast.say(t('profile.subscribe.done', { name: profile.name }))
      if (wanted) void navigate(wanted)
    },
  })
  const chosen = plans.find(({ _id }) => _id === chosenId)
  return (
    <>
      {isIn ? (
        <YourSubscription profile={profile} until={until} />
      ) : chosen ? (
        <Plans profile={profile} chosen={chosen} code={code} onChoose={setChosenId} onSubscribe={() => setOpen(true)} />
      ) : me?._id === profile._id ? null : (
        <aside id="subscribe" className={`${box} p-6`}>
          <Fanlight share={0} className="w-16" />
          <p className="mt-3 text-sm text-ink-2">{t('profile.plan.none')}</p>
        </aside>
      )}
      {me && open && chosen ? (
        <Suspense>
          <SubscribeSheet
            key={chosenId}
            open={open}
            onOpenChange={setOpen}
            profile={profile}
            plan={chosen}
            isIn={isIn}
            code={code}
            onCode={setCode}
          />
        </Suspense>
      ) : null}
    </>
  )
}

interface PlansProps {
  profile: Profile
  chosen: Plan
  /** The code of a coupon with which the page was opened. */
  code: string | null
  onChoose: (id: string) => void
  onSubscribe: () => void
}
/** Plans with both prices, what is behind, one button. */
function Plans({ profile, chosen, code, onChoose, onSubscribe }: PlansProps) {
  const t = useT()
  const { money, percent } = useFormats()
  const { currency } = useSite()
  const me = useMe()
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const { plans } = profile
  const own = me?._id === profile._id
  const isHydrated = useHydrated()
  const here = new URLSearchParams(search)
  here.set('plan', chosen._id)
  const price = chosen.price === null ? null : money(chosen.price, currency)
  const label = price ? t('profile.plan.action', { price }) : t('profile.plan.actionFree')
  const detail = (plan: Plan) =>
    plan.price === null || plan.type === 'monthly'
      ? t('profile.plan.anytime')
      : t('profile.plan.aMonth', {
          price: money(Math.round(Math.round(plan.price * 100) / plan.months) / 100, currency),
        })
  return (
    <aside id="subscribe" aria-label={t('profile.plan.heading', { name: profile.name })} className={box}>
      <div className="px-[18px] pt-[18px] md:px-6 md:pt-6">
        <h2 className="flex items-center gap-2.5">
          <Fanlight share={1} className="w-11 shrink-0" />
          {chosen.name}
        </h2>
        <p className="mt-1.5 text-sm text-ink-2">{profile.tagline || t('profile.plan.text')}</p>
      </div>
      <div className="px-4 pt-3.5 md:pt-4.5">
        <div className="[&_legend]:sr-only">
          <RadioCards
            name="plan"
            legend={t('profile.plan.choose')}
            value={chosen._id}
            onChange={onChoose}
            choices={plans.map((plan) => ({
              value: plan._id,
              title: planName(t, plan),
              detail: detail(plan),
              ...(plan.discountPct > 0
                ? {
                    tag: (
                      <span className="rounded-full bg-success-soft px-[7px] py-0.5 text-2xs font-strong text-success-soft-ink">
                        {t('profile.plan.save', { percent: percent(plan.discountPct / 100) })}
                      </span>
                    ),
                  }
                : {}),
              end: (
                <span className="num block">
                  <b>{plan.price === null ? t('profile.plan.free') : money(plan.price, currency)}</b>
                  {plan.tokens ? <span className="block text-xs text-ink-2">{t.tokens(plan.tokens)}</span> : null}
                </span>
              ),
            }))}
          />
        </div>
      </div>
      {me && !own && code && isHydrated ? (
        <Suspense>
          <PlanCoupon code={code} performerId={profile._id} planId={chosen._id} />
        </Suspense>
      ) : null}
      {chosen.perks.length ? (
        <ul className="grid gap-2 px-6 pt-4.5 text-sm text-ink-2">
          {chosen.perks.map((perk) => (
            <li key={perk} className="flex gap-2.5 leading-snug">
              <Check className="icon mt-px size-[18px]! text-success-text" aria-hidden="true" />
              {perk}
            </li>
          ))}
        </ul>
      ) : null}
      <div className="p-4 pt-4.5">
        {me ? (
          <button
            type="button"
            disabled={own || !profile.can.subscribe}
            onClick={onSubscribe}
            className={buttonClass('primary', 'lg', true)}
          >
            {label}
          </button>
        ) : (
          <Link
            to={`/auth/login?redirect=${encodeURIComponent(`${pathname}?${here}#subscribe`)}`}
            className={buttonClass('primary', 'lg', true)}
          >
            {label}
          </Link>
        )}
        <p className="mt-2.5 text-center text-xs text-ink-3">{own ? t('profile.owner') : t('profile.plan.promise')}</p>
      </div>
    </aside>
  )
}

/** Shown instead of the plans while a subscription is active. */
function YourSubscription({ profile, until }: { profile: Profile; until: string }) {
  const t = useT()
  const { date } = useFormats()
  return (
    <aside id="subscribe" className={`${box} p-6`}>
      <h2 className="flex items-center gap-2.5">
        <Fanlight share={1} className="w-11" />
        {t('profile.plan.yours')}
      </h2>
      <p className="mt-2 text-sm text-ink-2">
        {profile.subscription?.status === 'paused'
          ? t('profile.plan.paused')
          : profile.subscription?.cancelAtPeriodEnd
            ? t('profile.plan.until', { date: date(until) })
            : t('profile.plan.renews', { date: date(until) })}
      </p>
      <ButtonLink to="/user/subscriptions" variant="quiet" wide className="mt-4">
        {t('profile.plan.manage')}
      </ButtonLink>
    </aside>
  )
}
