import clsx from 'clsx'
import type { Health } from '../../../parts/live/health.ts'

const lit = { good: 4, unsteady: 2, poor: 1 }
const colours = { good: 'bg-success', unsteady: 'bg-token', poor: 'bg-live' }
const heights = ['h-[5px]', 'h-2', 'h-[11px]', 'h-3.5']

/** Four bars; the words stand beside them. */
export function SignalBars({ grade }: { grade: Health['grade'] }) {
  return (
    <span aria-hidden="true" className="inline-flex h-3.5 items-end gap-0.5">
      {heights.map((height, at) => (
        <span
          key={height}
          className={clsx('w-1 rounded-[1px]', height, at < lit[grade] ? colours[grade] : 'bg-line-strong')}
        />
      ))}
    </span>
  )
}
