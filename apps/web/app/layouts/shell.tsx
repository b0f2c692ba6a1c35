import { lazy, Suspense, useState } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { useMe } from '../parts/site.ts'
import { usePageHandle } from './page-handle.ts'
import type { PrimaryLayout } from './primary.tsx'
import { PublicLayout } from './public.tsx'

let rail: typeof PrimaryLayout | undefined
/** Signed-out visitors never fetch the rail. */
export const loadRail = async () => {
  rail = (await import('./primary.tsx')).PrimaryLayout
}
const LateRail = lazy(async () => ({ default: (await import('./primary.tsx')).PrimaryLayout }))

/** A quiet line while the next page is on its way. */
function Going() {
  return useNavigation().state === 'loading' ? <div className="going" aria-hidden="true" /> : null
}

/** Draws the layout that a public page asks for. `primary` is the rail for who is signed in, the slim bar for others. */
export function Shell() {
  const { layout = 'primary' } = usePageHandle()
  const me = useMe()
  // Chosen once: another component in its place would begin the page anew.
  const [Rail] = useState(() => rail ?? LateRail)
  const page = (
    <>
      <Going />
      <Outlet />
    </>
  )
  if (layout === 'blank') return page
  if (layout === 'public' || !me) return <PublicLayout>{page}</PublicLayout>
  return (
    <Suspense>
      <Rail>{page}</Rail>
    </Suspense>
  )
}
