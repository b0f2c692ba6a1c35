import { lazy, Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import { useMe } from '../parts/site/site.ts'
import { usePageHandle } from './page-handle.ts'
import { RouteError } from './area-error.tsx'
import { Pending } from './pending.tsx'
import type { PrimaryLayout } from './primary.tsx'
import { PublicLayout } from './public.tsx'

let rail: typeof PrimaryLayout | undefined
/** Signed-out visitors never fetch the rail. */
export const loadRail = async () => {
  rail = (await import('./primary.tsx')).PrimaryLayout
}
const LateRail = lazy(async () => ({ default: (await import('./primary.tsx')).PrimaryLayout }))

/** Renders the layout that a public page requires. `primary` is the rail for signed-in users, the slim bar for others. */
export function Shell() {
  const { layout = 'primary' } = usePageHandle()
  const me = useMe()
  // Selected once: a different component in this position would remount the page.
  const [Rail] = useState(() => rail)
  if (layout === 'blank') return <Outlet />
  const page = (
    <>
      <Pending />
      <Outlet />
    </>
  )
  if (layout === 'public' || !me) return <PublicLayout>{page}</PublicLayout>
  if (Rail) return <Rail>{page}</Rail>
  return (
    <Suspense>
      <LateRail>{page}</LateRail>
    </Suspense>
  )
}

/** A page that failed leaves whoever is signed in the rail: everything else may well work. */
export function ShellError() {
  const { layout = 'primary' } = usePageHandle()
  const me = useMe()
  const [Rail] = useState(() => rail)
  const page = <RouteError />
  return layout === 'primary' && me && Rail ? <Rail>{page}</Rail> : <PublicLayout>{page}</PublicLayout>
}
