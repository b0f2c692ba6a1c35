import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ProblemData } from '../../api/problem.ts'
import { useFormats, useT } from '../../i18n/context.tsx'

// spec: login.states

type Problem = ProblemData | null

export const isSuspension = (problem: Problem): problem is ProblemData => problem?.code === 'ACCOUNT_SUSPENDED'
/** What a form says itself: of a suspension, the notice says more. */
export const otherProblem = (problem: Problem): Problem => (isSuspension(problem) ? null : problem)

/** Why nobody can log in to an account, until when, and whom to ask; nothing for any other refusal. It needs the messages `auth`. */
export function SuspensionNotice({ problem, className = '' }: { problem: Problem; className?: string }) {
  const t = useT()
  const { dateTime } = useFormats()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [problem])
  if (!isSuspension(problem)) return null
  const { reason, until } = problem.details
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className={`flex gap-3 rounded-lg bg-danger-soft px-4 py-3.5 text-danger-soft-ink outline-none ${className}`}
    >
      <CircleAlert className="icon mt-px" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-strong">
          {typeof until === 'string' ? t('auth.suspended.until', { when: dateTime(until) }) : t('auth.suspended.open')}
        </p>
        {typeof reason === 'string' && reason ? (
          <p className="mt-1.5 text-sm">
            {t('auth.suspended.reason')} <bdi className="whitespace-pre-line wrap-anywhere">{reason}</bdi>
          </p>
        ) : null}
        <Link to="/contact" className="mt-1 inline-flex min-h-11 items-center text-sm underline underline-offset-4">
          {t('auth.suspended.contact')}
        </Link>
      </div>
    </div>
  )
}
