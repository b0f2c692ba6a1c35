import type { ReactNode } from 'react'

/** A narrow page. Its column begins where wide pages begin, so that nothing jumps from one to the other. */
export function ColumnPage({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-page px-4 pb-16 md:px-8 md:pt-6">
      <div className="max-w-column min-w-0">{children}</div>
    </div>
  )
}
