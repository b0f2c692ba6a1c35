import { useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { CouponNote, type LookedAtCoupon } from '../../../parts/money/coupon/coupon-note.tsx'
import { useSite } from '../../../parts/site/site.ts'

interface PlanCouponProps {
  code: string
  performerId: string
  /** The plan that is chosen. */
  planId: string
}
/** What the code of the address takes off the plan that is chosen, before one subscribes. */
export function PlanCoupon({ code, performerId, planId }: PlanCouponProps) {
  const t = useT()
  const { money } = useFormats()
  const { currency } = useSite()
  const [looked, setLooked] = useState<LookedAtCoupon | ProblemData | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    call('GET /coupons/:code', { params: { code }, query: { performerId }, signal: leaving.signal }).then(
      ({ data }) => setLooked(data),
      (error: unknown) => leaving.signal.aborted || setLooked(asProblem(error)),
    )
    return () => leaving.abort()
  }, [code, performerId])
  if (!looked) return null
  const offer = 'offers' in looked ? looked.offers.find(({ _id }) => _id === planId) : undefined
  return (
    <div className="px-4 pt-3.5">
      <CouponNote code={code} looked={looked} kind="subscription" currency={currency} isElsewhere={!offer}>
        {offer ? (
          <p>
            {t('wallet.coupon.firstPeriod', {
              total: money(offer.total, currency),
              price: money(offer.price, currency),
            })}
          </p>
        ) : (
          <p>{t('wallet.coupon.forOther')}</p>
        )}
      </CouponNote>
    </div>
  )
}
