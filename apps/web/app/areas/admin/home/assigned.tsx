import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { CaseList } from '../pieces/case-list.tsx'

interface AssignedToMeProps {
  cases: Reply<'GET /admin/reports'>['data']
  total: number
  /** When they were read. */
  now: string
}
/** The cases that this member of staff took over, those due first. */
export function AssignedToMe({ cases, total, now }: AssignedToMeProps) {
  const t = useT()
  if (cases.length === 0) return null
  return (
    <section className="rounded-lg bg-surface px-4 pt-4 pb-2 ring-1 ring-line md:px-[22px]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{t('staff.home.reports.mine')}</h2>
        {total > cases.length ? (
          <Link to="/admin/reports?mine=1" className="link text-sm">
            {t('staff.home.reports.allMine', { total })}
          </Link>
        ) : null}
      </div>
      <CaseList cases={cases} now={now} />
    </section>
  )
}
