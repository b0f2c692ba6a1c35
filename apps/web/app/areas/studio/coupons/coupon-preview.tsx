import { TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useDiscountText } from '../../../parts/money/coupon/coupon-texts.ts'
import { useSite } from '../../../parts/site/site.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { instantOf } from '../../../parts/time/zone.ts'
import { useOwnZone } from '../../../parts/time/own-zone.ts'
import { type Draft, discountOf, sampleTokensPrice, shownPlan, valueOf } from './coupon-draft.ts'
import { type Plan, usePlanTitle } from '../../../parts/money/coupon/coupon-list.ts'
import type { CouponCreator } from './new-coupon.tsx'
import { Segments } from './segments.tsx'

interface PreviewProps {
  draft: Draft
  plans: readonly Plan[]
  creator: CouponCreator
  tokensPctMax: number
}

/** What a fan sees, as it is typed: on the page that the link leads to, and at the checkout. */
export function CouponPreview({ draft, plans, creator, tokensPctMax }: PreviewProps) {
  const t = useT()
  const { currency } = useSite()
  const [view, setView] = useState<'link' | 'checkout'>('link')
  const plan = shownPlan(draft, plans)
  const isTokens = draft.appliesTo === 'tokens'
  const price = isTokens ? sampleTokensPrice : (plan?.price ?? 0)
  const value = valueOf(draft)
  const coupon = {
    code: draft.code || 'CODE',
    percent: draft.kind === 'percent' ? (value ?? 0) : null,
    amount: draft.kind === 'amount' ? (value ?? 0) : null,
    currency,
    price,
    off: discountOf(draft, price, isTokens, tokensPctMax),
  }
  if (!isTokens && !plan) return null
  return (
    <section className="rounded-xl bg-surface-2 p-4 md:p-5">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="font-sans text-sm font-semibold tracking-normal text-ink-2">{t('studio.coupons.preview')}</h2>
        {isTokens ? null : (
          <Segments
            label={t('studio.coupons.preview')}
            value={view}
            onChange={setView}
            choices={[
              { value: 'link', text: t('studio.coupons.preview.link') },
              { value: 'checkout', text: t('studio.coupons.preview.checkout') },
            ]}
          />
        )}
      </div>
      {!isTokens && plan && view === 'link' ? (
        <LinkPreview coupon={coupon} plan={plan} creator={creator} endsAt={draft.endsAt} />
      ) : (
        <CheckoutPreview coupon={coupon} isTokens={isTokens} />
      )}
    </section>
  )
}

interface Shown {
  code: string
  percent: number | null
  amount: number | null
  currency: string
  price: number
  off: number
}
const left = ({ price, off }: Shown) => (Math.round(price * 100) - Math.round(off * 100)) / 100
const box = 'overflow-hidden rounded-lg bg-surface shadow-[var(--shadow-2),0_0_0_1px_var(--line)]'

function LinkPreview({
  coupon,
  plan,
  creator,
  endsAt,
}: {
  coupon: Shown
  plan: Plan
  creator: CouponCreator
  endsAt: string
}) {
  const t = useT()
  const { money, date } = useFormats()
  const zone = useOwnZone()
  const titleOf = usePlanTitle()
  const discount = useDiscountText()(coupon)
  const price = money(coupon.price, coupon.currency)
  const paid = money(left(coupon), coupon.currency)
  const until = endsAt === '' ? null : instantOf(zone, endsAt)
  return (
    <div className={box}>
      <div className="h-[92px] bg-linear-120 from-(--lamp-200) to-(--sky-200)">
        {creator.cover ? <img src={creator.cover} alt="" className="size-full object-cover" /> : null}
      </div>
      <div className="num px-5 pb-5 text-center">
        <Avatar src={creator.avatar} size={68} className="-mt-[34px] ring-4 ring-surface" />
        <p className="mt-2 font-display text-xl font-heavy">
          <bdi>{creator.name}</bdi>
        </p>
        <p className="text-sm text-ink-3">{titleOf(plan)}</p>
        <p className="mt-2 flex flex-wrap items-baseline justify-center gap-2.5">
          {coupon.off > 0 ? <s className="text-ink-3">{price}</s> : null}
          <b className="font-display text-2xl font-heavy">{paid}</b>
        </p>
        <p className="text-sm text-ink-3">{t('studio.coupons.preview.then', { price })}</p>
        {coupon.off > 0 ? (
          <p className="mt-3.5 flex items-center justify-center gap-2.5 rounded-md bg-success-soft px-3 py-2.5 text-sm font-strong text-success-soft-ink">
            <TicketPercent className="icon" aria-hidden="true" />
            {until
              ? t('studio.coupons.preview.until', { code: coupon.code, discount, date: date(until) })
              : t('studio.coupons.preview.code', { code: coupon.code, discount })}
          </p>
        ) : null}
        <p className="mt-3 rounded-full bg-ink py-3 text-md leading-none font-strong text-canvas">
          {left(coupon) === 0 ? t('profile.plan.actionFree') : t('profile.plan.action', { price: paid })}
        </p>
      </div>
    </div>
  )
}

function CheckoutPreview({ coupon, isTokens }: { coupon: Shown; isTokens: boolean }) {
  const t = useT()
  const { money } = useFormats()
  const discount = useDiscountText()(coupon)
  const price = money(coupon.price, coupon.currency)
  const saving = [t('wallet.coupon.line', { code: coupon.code, discount }), money(-coupon.off, coupon.currency)]
  const rows = [
    [t(isTokens ? 'wallet.line.amount' : 'studio.coupons.preview.first'), price],
    ...(coupon.off > 0 ? [saving] : []),
    [t('wallet.coupon.now'), money(left(coupon), coupon.currency)],
    ...(isTokens ? [] : [[t('studio.coupons.preview.next'), price]]),
  ]
  return (
    <dl className={`${box} num px-5 py-3`}>
      {rows.map((row) => (
        <div key={row[0]} className="flex justify-between gap-3 py-1.5 text-ink-2">
          <dt className="min-w-0 wrap-anywhere">{row[0]}</dt>
          <dd className={row === saving ? 'font-strong text-success-text' : 'font-strong text-ink'}>{row[1]}</dd>
        </div>
      ))}
    </dl>
  )
}
