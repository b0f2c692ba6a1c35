import { Outlet } from 'react-router'
import { useMe } from '../parts/site.ts'
import { PrimaryLayout, usePageHandle } from './primary.tsx'
import { PublicLayout } from './public.tsx'

/** Draws the layout that the page asks for. `primary` is the rail for who is signed in, the slim bar for others. */
export function Shell() {
  const { layout = 'primary' } = usePageHandle()
  const me = useMe()
  const page = <Outlet />
  if (layout === 'blank') return page
  if (layout === 'public' || !me) return <PublicLayout>{page}</PublicLayout>
  return <PrimaryLayout>{page}</PrimaryLayout>
}
