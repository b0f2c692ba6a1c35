import type { StaffPayout } from '@fanlight/contract/payouts'
import { TriangleAlert } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { useReason } from './reason.ts'
import { isOpenPayout } from '../../../parts/money/payout-states.ts'
import { Badge } from '../../../ui/badge.tsx'

type Flagged = Pick<StaffPayout, 'status' | 'needsTwoPeople' | 'needsReview' | 'waits'>

/** What to know of an open request before deciding it. */
export function PayoutFlags({ payout: { status, needsTwoPeople, needsReview, waits } }: { payout: Flagged }) {
  const t = useT()
  const reason = useReason()
  if (!isOpenPayout(status) || !(needsReview || waits || needsTwoPeople)) return null
  const className = 'h-5! text-2xs!'
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {needsReview ? (
        <Badge tone="ember" className={className}>
          <TriangleAlert aria-hidden="true" />
          {t('paying.flag.noAnswer')}
        </Badge>
      ) : null}
      {waits ? (
        <Badge tone="ember" className={className}>
          {reason(waits)}
        </Badge>
      ) : null}
      {needsTwoPeople ? <Badge className={className}>{t('paying.flag.twoPeople')}</Badge> : null}
    </span>
  )
}
