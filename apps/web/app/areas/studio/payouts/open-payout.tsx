import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PayoutDestination } from '../../../parts/money/payout-destination.tsx'
import { isOpenPayout } from '../../../parts/money/payout-states.ts'
import { Fanlight } from '../../../ui/fanlight.tsx'
import { useExact } from '../pieces/exact-amounts.ts'
import { PayoutActions } from './actions.tsx'
import type { OwnPayout } from './payouts.tsx'
import { PayoutSteps } from './steps.tsx'
import { Waiting } from './waiting.tsx'

const shares = { pending: 0.2, approved: 0.6, processing: 0.8 } as const

/** The request that is open: how far it is, and what can still be changed of it. */
export function OpenPayout({ payout }: { payout: OwnPayout }) {
  const t = useT()
  const { date } = useFormats()
  const { money } = useExact(payout.currency)
  if (!isOpenPayout(payout.status)) return null
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg bg-surface p-4 ring-1 ring-line md:p-[22px]">
      <div className="flex items-center gap-4">
        <Fanlight share={shares[payout.status]} color="success" className="w-18 shrink-0" />
        <div className="min-w-0">
          <h2 className="text-lg">
            <Link to={`/creator/payouts/${payout._id}`}>
              {t('payout.open.title', { amount: money(payout.amount) })}
            </Link>
          </h2>
          {payout.expectedAt ? (
            <p className="text-sm text-ink-2">
              {t(`payout.open.text.${payout.status}`, { date: date(payout.expectedAt) })}
            </p>
          ) : null}
        </div>
      </div>
      {payout.waits ? <Waiting waits={payout.waits} /> : null}
      {payout.reason ? (
        <p className="rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-soft-ink wrap-anywhere">
          {t('payout.open.failed', { reason: payout.reason })}
        </p>
      ) : null}
      <PayoutSteps status={payout.status} />
      <dl className="num grid gap-1.5 text-sm">
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">{t('payout.net')}</dt>
          <dd className="font-heavy">{money(payout.net)}</dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">{t('payout.to')}</dt>
          <dd className="text-end">
            <PayoutDestination of={payout.destination} />
          </dd>
        </div>
      </dl>
      <PayoutActions payout={payout} />
    </section>
  )
}
