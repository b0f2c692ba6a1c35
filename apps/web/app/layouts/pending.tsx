import { lazy, Suspense } from 'react'

/** Comes once the page at hand works: it is seen only while another one is awaited. Without it the page at hand stays until then. */
const PendingPage = lazy(() =>
  import('./pending-page.tsx').then(
    (module) => ({ default: module.PendingPage }),
    () => ({ default: () => null }),
  ),
)

interface PendingProps {
  /** Takes back the gutters of the frame: every shape has its own, as every page has. */
  className?: string
}
/** Stands before an area's page: the shape of the next page, which replaces it while that is awaited. */
export function Pending({ className }: PendingProps) {
  return (
    <Suspense>
      <PendingPage className={className} />
    </Suspense>
  )
}
