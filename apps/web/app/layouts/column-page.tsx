import clsx from 'clsx'
import type { ReactNode } from 'react'

interface ColumnPageProps {
  /** From 1280 px, something stands beside the column: the page places both. */
  hasAside?: boolean
  children: ReactNode
}

/** A narrow page. Its column begins where wide pages begin, so that nothing jumps from one to the other; on a tablet it also ends where they do. */
export function ColumnPage({ hasAside = false, children }: ColumnPageProps) {
  return (
    <div className="mx-auto w-full max-w-page px-4 pb-16 md:px-8 md:pt-6">
      <div className={clsx('max-w-list min-w-0 lg:max-w-column', hasAside && 'xl:max-w-none')}>{children}</div>
    </div>
  )
}
