import clsx from 'clsx'
import { Circle, CircleCheck, CircleDot } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import type { StaffReport } from './report.tsx'

/** How far a case is: reported, assigned, decided, appealed; when, and by whom. */
export function CaseCourse({ found }: { found: StaffReport }) {
  const t = useT()
  const { ago } = useFormats()
  const { state, assignedTo, decision, appeal } = found
  const steps: { title: string; detail: ReactNode; isDone: boolean; isNext: boolean }[] = [
    {
      title: t('cases.course.reported'),
      detail: <LocalTime at={found.createdAt} className="num" />,
      isDone: true,
      isNext: false,
    },
    {
      title: t('cases.states.triaged'),
      detail: assignedTo ? <bdi>{assignedTo.name}</bdi> : t('cases.unassigned'),
      isDone: assignedTo !== null,
      isNext: state === 'open',
    },
    {
      title: t('cases.decision'),
      detail: decision ? (
        <LocalTime at={decision.at} className="num" />
      ) : (
        <span suppressHydrationWarning>{t('cases.dueAt', { when: ago(found.dueAt) })}</span>
      ),
      isDone: decision !== null,
      isNext: state === 'triaged',
    },
    {
      title: t('cases.appealTitle'),
      detail: appeal ? <LocalTime at={appeal.at} className="num" /> : t('cases.course.noAppeal'),
      isDone: appeal !== null && appeal.outcome !== null,
      isNext: state === 'appealed',
    },
  ]
  // A case may be decided by someone who did not take it over first.
  const shown = decision && !assignedTo ? steps.toSpliced(1, 1) : steps
  return (
    <ol
      aria-label={t('cases.course')}
      className="mt-4 grid grid-cols-2 overflow-hidden rounded-lg ring-1 ring-line md:auto-cols-fr md:grid-flow-col md:grid-cols-none"
    >
      {shown.map(({ title, detail, isDone, isNext }) => {
        const Icon = isNext ? CircleDot : isDone ? CircleCheck : Circle
        return (
          <li
            key={title}
            aria-current={isNext ? 'step' : undefined}
            className={clsx('flex min-w-0 gap-2.5 px-3.5 py-3', isNext && 'bg-primary-soft text-primary-soft-ink')}
          >
            <Icon
              className={clsx('icon size-4.5! shrink-0', isNext ? '' : isDone ? 'text-success-text' : 'text-ink-3')}
              aria-hidden="true"
            />
            <div className="min-w-0 text-xs">
              <p className="text-sm font-strong">{title}</p>
              <p className={clsx('wrap-anywhere', !isNext && 'text-ink-3')}>{detail}</p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
