import { CircleCheck, Clock3 } from 'lucide-react'
import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'

type Blocker = Reply<'GET /performers/banking-settings'>['data']['blockers'][number]

/** Whether payouts are possible now, and what blocks them. */
export function PayoutStatus({ blockers }: { blockers: readonly Blocker[] }) {
  const t = useT()
  const { dateTime } = useFormats()
  const good = blockers.length === 0
  const Icon = good ? CircleCheck : Clock3
  return (
    <section
      className={`flex gap-4 rounded-lg p-5 ${good ? 'bg-success-soft text-success-soft-ink' : 'bg-token-soft text-token-soft-ink'}`}
    >
      <Icon className="icon mt-0.5 size-6!" aria-hidden="true" />
      <div className="min-w-0">
        <h2 className="text-lg">{t(good ? 'creator.payout.ready' : 'creator.payout.notYet')}</h2>
        {good ? (
          <p className="mt-1 text-sm">
            {t('creator.payout.readyHint')}{' '}
            <Link to="/creator/payouts" className="font-bold underline">
              {t('creator.payout.page')}
            </Link>
          </p>
        ) : (
          <ul className="mt-1 grid gap-1 text-sm">
            {blockers.map(({ code, until }) => (
              <li key={code}>
                {t.maybe(`creator.blocker.${code}`)}
                {until ? ` ${t('creator.payout.until', { at: dateTime(until) })}` : ''}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
