import type { ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Skeleton } from '../../ui/states.tsx'

/** The shape of a staff page before its rows come; null where it is none of them. */
export function shapeOf(path: string): ReactNode {
  return path === '/admin' ? <HomeShape /> : path === '/admin/creators' ? <CreatorsShape /> : null
}

function HomeShape() {
  const t = useT()
  return (
    <div className="mx-auto max-w-[1100px]">
      <h1 className="text-xl">{t('staff.home.title')}</h1>
      <p className="mt-0.5 text-xs text-ink-3">{t('staff.home.detail')}</p>
      <div className="mt-5 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {[0, 1, 2, 3].map((at) => (
          <div key={at} className="grid gap-2.5 rounded-sm p-4 ring-1 ring-line">
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="h-7 w-12" />
            <Skeleton className="h-3 w-28" />
          </div>
        ))}
      </div>
    </div>
  )
}

function CreatorsShape() {
  const t = useT()
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-xl">{t('review.title')}</h1>
          <p className="mt-0.5 text-xs text-ink-3 pointer-coarse:hidden">{t('review.keys')}</p>
        </div>
        <Skeleton className="h-10 w-full rounded-full! sm:w-72" />
      </div>
      <div className="mt-3 flex gap-2 overflow-hidden">
        {[0, 1, 2, 3, 4, 5, 6, 7].map((at) => (
          <Skeleton key={at} className="h-9 w-24 shrink-0 rounded-full!" />
        ))}
      </div>
      <div className="mt-3 rounded-sm ring-1 ring-line">
        {Array.from({ length: 8 }, (_, at) => (
          <div key={at} className="flex h-9 items-center gap-6 border-t border-line px-3 first:border-0">
            <Skeleton className="h-3.5 w-48" />
            <Skeleton className="h-3.5 w-16" />
            <span className="flex-1" />
            <Skeleton className="h-3.5 w-16" />
          </div>
        ))}
      </div>
    </>
  )
}
