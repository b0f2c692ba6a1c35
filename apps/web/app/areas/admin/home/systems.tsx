import { CircleCheck } from 'lucide-react'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'

type Waiting = Reply<'GET /admin/waiting'>['data']

/** One line where nothing is wrong with the site; what is wrong has warnings and queues of its own. */
export function Systems({ site, money }: { site: NonNullable<Waiting['site']>; money: Waiting['money'] }) {
  const t = useT()
  const { number, ago } = useFormats()
  const { jobs, workers } = site
  const faults = [
    site.maintenance,
    workers === 0,
    jobs.lateSince,
    jobs.failed > 0,
    site.failedMails > 0,
    site.failedFiles > 0,
    site.parkedEvents > 0,
    money && !['passed', 'pending'].includes(money.ledgerCheck.state),
    money?.freeze.frozen,
  ]
  if (faults.some(Boolean)) return null
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-1 rounded-md px-4 py-3 text-sm text-ink-2 ring-1 ring-line">
      <span className="inline-flex items-center gap-2 font-strong text-ink">
        <CircleCheck className="icon size-4.5! text-success-text" aria-hidden="true" />
        {t('staff.home.noFailures')}
      </span>
      <span>
        {t('staff.home.workers')} <span className="num text-ink">{number(workers)}</span>
      </span>
      <span>
        {t('staff.home.jobs')} <span className="num text-ink">{number(jobs.waiting)}</span>
      </span>
      {money?.ledgerCheck.passedAt ? (
        <span suppressHydrationWarning>{t('staff.home.ledger.passed', { ago: ago(money.ledgerCheck.passedAt) })}</span>
      ) : null}
    </p>
  )
}
