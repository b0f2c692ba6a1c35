import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useMe } from '../parts/site.ts'
import { usePageHandle } from './page-handle.ts'
import { PublicLayout } from './public.tsx'

// Signed-out visitors never fetch the rail.
const PrimaryLayout = lazy(() => import('./primary.tsx').then(({ PrimaryLayout }) => ({ default: PrimaryLayout })))

/** Draws the layout that a public page asks for. `primary` is the rail for who is signed in, the slim bar for others. */
export function Shell() {
  const { layout = 'primary' } = usePageHandle()
  const me = useMe()
  const page = <Outlet />
  if (layout === 'blank') return page
  if (layout === 'public' || !me) return <PublicLayout>{page}</PublicLayout>
  return (
    <Suspense>
      <PrimaryLayout>{page}</PrimaryLayout>
    </Suspense>
  )
}
