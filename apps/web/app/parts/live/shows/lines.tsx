import clsx from 'clsx'
import type { ReactNode } from 'react'

/** One line of a bill or a meter. */
export const Line = ({ label, value, strong }: { label: ReactNode; value: ReactNode; strong?: boolean }) => (
  <div className={clsx('flex justify-between gap-3', strong && 'border-t border-line pt-3 font-semibold')}>
    <dt className={strong ? 'text-ink' : 'text-ink-2'}>{label}</dt>
    <dd className="font-semibold text-ink">{value}</dd>
  </div>
)
