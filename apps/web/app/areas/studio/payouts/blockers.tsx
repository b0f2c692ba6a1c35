import { Clock3 } from 'lucide-react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import type { Quote } from './payouts.tsx'

type Code = Quote['blockers'][number]['code']
/** Where each of them is removed. */
const ways: Partial<Record<Code, string>> = {
  NOT_APPROVED: '/creator/verification',
  DOCUMENT_EXPIRED: '/creator/verification',
  PAYOUT_DETAILS_MISSING: '/creator/payment-gateways',
  PAYOUT_DETAILS_NEW: '/creator/payment-gateways',
  PAYOUT_BELOW_MINIMUM: '/creator/earnings',
  DISPUTE_OPEN: '/creator/earnings',
}

/** What stands against a payout, each with the page that removes it. */
export function Blockers({ blockers, minimum }: { blockers: Quote['blockers']; minimum: string }) {
  const t = useT()
  const { dateTime } = useFormats()
  return (
    <section className="flex gap-4 rounded-lg bg-token-soft p-5 text-token-soft-ink">
      <Clock3 className="icon mt-0.5 size-6!" aria-hidden="true" />
      <div className="min-w-0">
        <h2 className="text-lg">{t('payout.blocked')}</h2>
        <ul className="mt-1 grid gap-1 text-sm">
          {blockers.map(({ code, until }) => (
            <li key={code}>
              {t.rich(
                `payout.blocker.${code}`,
                {
                  link: (text) => (
                    <Link to={ways[code] ?? '/creator/payouts'} className="font-bold underline">
                      {text}
                    </Link>
                  ),
                },
                { minimum, at: until ? dateTime(until) : '' },
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
