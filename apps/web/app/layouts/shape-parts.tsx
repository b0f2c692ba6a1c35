import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Skeleton } from '../ui/states.tsx'

// What shapes of pages are made of.

export const many = (count: number, child: ReactNode) =>
  // They are all alike.
  Array.from({ length: count }, (_, at) => <div key={at}>{child}</div>)

interface PageProps {
  width?: string
  className?: string
  children: ReactNode
}
export function Page({ width = 'max-w-page', className, children }: PageProps) {
  return <div className={clsx('mx-auto w-full px-4 pb-16 md:px-8 md:pt-6', width, className)}>{children}</div>
}

interface HeadProps {
  detail?: boolean
  /** On a phone it has an arrow that leads back. */
  isDeep?: boolean
  className?: string
}
/** The sticky bar of a phone, the title of a desktop. */
export function Head({ detail = false, isDeep = false, className }: HeadProps) {
  return (
    <div
      className={clsx(
        'flex flex-col justify-center max-md:mb-2 max-md:h-14 md:mb-5',
        isDeep && 'max-md:ps-11',
        className,
      )}
    >
      <Skeleton className="h-6 w-40 md:my-0.5 md:h-7" />
      {detail ? <Skeleton className="mt-1 h-4 w-72 max-md:hidden" /> : null}
    </div>
  )
}

/** A row of filters or tabs. */
export function Pills({ count = 5, className }: { count?: number; className?: string }) {
  return (
    <div className={clsx('flex gap-2 overflow-hidden', className)}>
      {many(count, <Skeleton className="h-9 w-22 rounded-full! pointer-coarse:h-11" />)}
    </div>
  )
}

/** An image and two lines beside it. */
export function Row({ image = 'size-11 rounded-full!', className }: { image?: string; className?: string }) {
  return (
    <div className={clsx('flex items-center gap-3', className)}>
      <Skeleton className={clsx('shrink-0', image)} />
      <div className="grid min-w-0 flex-1 gap-2">
        <Skeleton className="h-3.5 w-2/5 min-w-28" />
        <Skeleton className="h-3 w-3/5" />
      </div>
    </div>
  )
}

export const Card = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={clsx('rounded-lg bg-surface ring-1 ring-line', className)}>{children}</div>
)
export const Panel = () => (
  <Card className="px-5 pt-4.5 pb-5">
    <Skeleton className="mb-4.5 h-5 w-32" />
    <div className="grid gap-5">{many(3, <Row />)}</div>
  </Card>
)

export const tiles = (className: string, tile: ReactNode, count = 12) => (
  <div className={clsx('grid', className)}>{many(count, tile)}</div>
)
export const fields = (count: number) => (
  <div className="grid gap-6">
    {many(
      count,
      <>
        <Skeleton className="mb-2 h-4 w-28" />
        <Skeleton className="h-12" />
      </>,
    )}
  </div>
)
