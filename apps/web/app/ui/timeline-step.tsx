import clsx from 'clsx'
import { Check, CircleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const looks = {
  done: { dot: 'bg-success-soft text-success-soft-ink', line: 'bg-success-soft', icon: Check },
  setback: { dot: 'bg-danger-soft text-danger-soft-ink', line: 'bg-success-soft', icon: CircleAlert },
  now: { dot: 'bg-primary text-primary-ink ring-4 ring-primary-soft', line: 'bg-line', icon: Check },
  coming: { dot: 'bg-surface-2 text-ink-3', line: 'bg-line', icon: Check },
}

interface TimelineStepProps {
  is: keyof typeof looks
  icon?: LucideIcon
  isLast: boolean
  children: ReactNode
}

/** One entry in a list of what has happened and what is to come, with the line to the next. */
export function TimelineStep({ is, icon, isLast, children }: TimelineStepProps) {
  const { dot, line, icon: usual } = looks[is]
  const Icon = icon ?? usual
  return (
    <li className="relative flex gap-4 pb-5 last:pb-0">
      {isLast ? null : (
        <span aria-hidden="true" className={clsx('absolute start-[13px] top-7 bottom-0 w-0.5 rounded-full', line)} />
      )}
      <span aria-hidden="true" className={clsx('grid size-7 shrink-0 place-items-center rounded-full', dot)}>
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  )
}
