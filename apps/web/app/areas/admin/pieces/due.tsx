import clsx from 'clsx'
import { AlarmClock } from 'lucide-react'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { Moment } from '../../../parts/time/moment.tsx'
import { isWaiting } from './case-states.ts'

type ListedCase = Pick<Reply<'GET /admin/reports'>['data'][number], 'state' | 'dueAt'>

/** By when a case has to be decided. `now`: when the list was read. */
export function Due({ entry: { state, dueAt }, now }: { entry: ListedCase; now: string }) {
  const t = useT()
  if (!isWaiting(state)) return <span className="text-ink-3">{t('cases.decidedAlready')}</span>
  const isLate = dueAt <= now
  return (
    <span
      className={clsx('inline-flex items-center gap-1.5 whitespace-nowrap', isLate && 'font-strong text-danger-text')}
    >
      {isLate ? <AlarmClock className="icon size-4!" aria-hidden="true" /> : null}
      <Moment at={dueAt} />
    </span>
  )
}
