import clsx from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { Loading, Skeleton } from '../ui/states.tsx'

const delayMs = 150

/** Replaces the page by a neutral skeleton once the next one takes longer than `delayMs`. A cancelled navigation shows the page again. */
export function PendingPage({ className, children }: { className?: string; children: ReactNode }) {
  const isPending = useIsPending()
  useEffect(() => {
    if (isPending) window.scrollTo(0, 0)
  }, [isPending])
  return (
    <>
      {isPending ? <PageSkeleton className={className} /> : null}
      <div className={isPending ? 'hidden' : 'contents'}>{children}</div>
    </>
  )
}

function PageSkeleton({ className }: { className: string | undefined }) {
  return (
    <Loading>
      <div className={clsx('mx-auto w-full max-w-page pb-16 [&_.skeleton]:[animation-delay:0s]', className)}>
        <Skeleton className="h-8 w-48" />
        <Skeleton className="mt-3 h-4 w-72 max-w-full" />
        <div className="mt-6 grid gap-4">
          {[0, 1, 2].map((at) => (
            <Skeleton key={at} className="h-40 rounded-lg!" />
          ))}
        </div>
      </div>
    </Loading>
  )
}

/** Whether another page (not another view of this one) has been loading for longer than `delayMs`. */
function useIsPending(): boolean {
  const { state, location: next } = useNavigation()
  const { pathname } = useLocation()
  const target = state === 'loading' && next.pathname !== pathname ? next.pathname : null
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    if (target === null) return
    const timer = setTimeout(() => setLate(target), delayMs)
    return () => {
      clearTimeout(timer)
      setLate(null)
    }
  }, [target])
  return target !== null && late === target
}
