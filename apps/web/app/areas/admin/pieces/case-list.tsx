import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { dot } from '../../../ui/dot.ts'
import { isWaiting, stateTones } from './case-states.ts'
import { Due } from './due.tsx'

type ListedCase = Reply<'GET /admin/reports'>['data'][number]

interface CaseListProps {
  cases: readonly ListedCase[]
  /** When they were read. */
  now: string
  empty?: string
}
/** Cases of reports beside something else: a line each, with the time by which they have to be decided. */
export function CaseList({ cases, now, empty }: CaseListProps) {
  const t = useT()
  if (cases.length === 0) return <p className="mt-2 text-xs text-ink-3">{empty}</p>
  return (
    <ul className="mt-1 text-sm">
      {cases.map((entry) => (
        <li key={entry._id} className="border-t border-line py-2 first:border-0">
          <Link to={`/admin/reports/${entry._id}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink">
            <span className="min-w-40 flex-1 truncate font-strong">
              <bdi>{entry.title || t(`cases.target.${entry.targetType}`)}</bdi>
            </span>
            <span className="text-xs text-ink-3">
              {t(`report.category.${entry.category}`)}
              {entry.action ? `${dot}${t(`cases.action.${entry.action}`)}` : ''}
            </span>
            {isWaiting(entry.state) ? (
              <span className="text-xs">
                <span className="text-ink-3">{t('cases.column.due')}</span> <Due entry={entry} now={now} />
              </span>
            ) : null}
            <Badge tone={stateTones[entry.state]} className="h-5! text-2xs!">
              {t(`cases.states.${entry.state}`)}
            </Badge>
          </Link>
        </li>
      ))}
    </ul>
  )
}
