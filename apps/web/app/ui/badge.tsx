import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

const tones = {
  quiet: 'bg-surface-2 text-ink-2',
  sky: 'bg-primary-soft text-primary-soft-ink',
  leaf: 'bg-success-soft text-success-soft-ink',
  lamp: 'bg-token-soft text-token-soft-ink',
  ember: 'bg-danger-soft text-danger-soft-ink',
  plan: 'bg-plan-soft text-plan-soft-ink',
  media: 'bg-[rgb(24_19_16/.66)] text-white backdrop-blur-sm',
}
export type Tone = keyof typeof tones

/** A short label in a pill. */
export function Badge({ tone = 'quiet', className, ...rest }: ComponentProps<'span'> & { tone?: Tone }) {
  return (
    <span
      {...rest}
      className={clsx(
        'inline-flex h-6 items-center gap-1.5 rounded-full px-2.5 font-sans text-xs font-semibold tracking-normal leading-none whitespace-nowrap [&>svg]:size-3.5',
        tones[tone],
        className,
      )}
    />
  )
}

/** A number of new things. */
export function CountBadge({ count, className }: { count: number; className?: string }) {
  if (count <= 0) return null
  return (
    <span
      className={clsx(
        'num grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1.5 text-xs font-heavy leading-none text-on-primary',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}

export function LiveBadge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-6 items-center gap-1.5 rounded-full bg-live px-2.5 text-xs font-heavy leading-none text-on-live">
      <span className="size-1.5 rounded-full bg-white" />
      {children}
    </span>
  )
}
