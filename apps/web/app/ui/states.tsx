import clsx from 'clsx'
import type { CSSProperties, ReactNode } from 'react'
import type { ProblemData } from '../api/problem.ts'
import { useT } from '../i18n/context.tsx'
import { Button } from './button.tsx'
import { Fanlight } from './fanlight.tsx'
import { useProblemText } from './form.tsx'

/** A grey placeholder with the shape of the content. Give it the size of the real content. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return <span aria-hidden="true" className={clsx('skeleton block', className)} style={style} />
}

/** Says that something loads, to those who cannot see the skeleton. */
export function Loading({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <div role="status" aria-label={t('ui.loading')}>
      {children}
    </div>
  )
}

interface EmptyStateProps {
  /** One line: what will be here. */
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  className?: string
}
/** A dim window, one line, one action. */
export function EmptyState({ title, children, action, className }: EmptyStateProps) {
  return (
    <div className={clsx('mx-auto flex max-w-md flex-col items-center px-6 py-16 text-center', className)}>
      <Fanlight share={0} className="w-28" />
      <p className="mt-6 font-display text-xl font-bold tracking-(--tracking-tight) text-balance">{title}</p>
      {children ? <div className="mt-2 text-ink-2 text-balance">{children}</div> : null}
      {action ? <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  )
}

interface ErrorStateProps {
  problem: ProblemData
  /** What is safe in spite of it: "You were not charged." */
  safe?: ReactNode
  onRetry?: (() => void) | undefined
  className?: string
}
/** What happened, what is safe, Retry, and the request's id in small. */
export function ErrorState({ problem, safe, onRetry, className }: ErrorStateProps) {
  const t = useT()
  const problemText = useProblemText()
  return (
    <div role="alert" className={clsx('mx-auto flex max-w-md flex-col items-center px-6 py-14 text-center', className)}>
      <p className="font-display text-lg font-bold">{problemText(problem)}</p>
      {safe ? <p className="mt-1.5 text-ink-2">{safe}</p> : null}
      {onRetry ? (
        <Button variant="quiet" className="mt-5" onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      ) : null}
      {problem.requestId ? (
        <p className="mt-4 text-xs text-ink-3">{t('ui.requestId', { id: problem.requestId })}</p>
      ) : null}
    </div>
  )
}

/** Something came and something did not: a quiet row with Retry. */
export function PartialState({ children, onRetry }: { children: ReactNode; onRetry?: () => void }) {
  const t = useT()
  return (
    <div
      role="status"
      className="flex items-center justify-between gap-3 rounded-md bg-surface-2 px-4 py-2.5 text-sm text-ink-2"
    >
      <span>{children}</span>
      {onRetry ? (
        <Button size="sm" variant="ghost" onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      ) : null}
    </div>
  )
}
