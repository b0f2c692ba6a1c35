import clsx from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { Loading, Skeleton } from '../ui/states.tsx'

const delayMs = 150

/** Pages whose main part is a list, of which as many rows as a screen has are drawn. */
const lists =
  /^\/(?:messages|notifications|user\/(?:orders|transactions)|creator\/(?:posts|orders|videos|galleries|products|coupons|audience))$/

/** Replaces the page by a skeleton of the next one's shape once the next one takes longer than `delayMs`. A cancelled navigation shows the page again. */
export function PendingPage({ className, children }: { className?: string; children: ReactNode }) {
  const next = usePending()
  const isPending = next !== null
  useEffect(() => {
    if (isPending) window.scrollTo(0, 0)
  }, [isPending])
  return (
    <>
      {isPending ? <PageSkeleton className={className} isList={lists.test(next)} /> : null}
      <div className={isPending ? 'hidden' : 'contents'}>{children}</div>
    </>
  )
}

function PageSkeleton({ className, isList }: { className: string | undefined; isList: boolean }) {
  return (
    <Loading>
      <div className={clsx('mx-auto w-full max-w-page pb-16 [&_.skeleton]:[animation-delay:0s]', className)}>
        <Skeleton className="h-8 w-48" />
        <Skeleton className="mt-3 h-4 w-72 max-w-full" />
        <div className={clsx('mt-6 grid', isList ? 'gap-2.5' : 'gap-4')}>
          {Array.from({ length: isList ? 8 : 3 }, (_, at) => (
            <Skeleton key={at} className={isList ? 'h-16' : 'h-40 rounded-lg!'} />
          ))}
        </div>
      </div>
    </Loading>
  )
}

/** The path of another page (not another view of this one) that has been loading for longer than `delayMs`. */
function usePending(): string | null {
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
  return late === target ? target : null
}
