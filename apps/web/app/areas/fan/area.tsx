import { Outlet } from 'react-router'
import { withMessages } from '../../i18n/area-messages.ts'
import { RouteError } from '../../layouts/area-error.tsx'
import { usePageHandle } from '../../layouts/page-handle.ts'
import { Pending } from '../../layouts/pending.tsx'
import { PrimaryLayout } from '../../layouts/primary.tsx'
import { StudioLayout } from '../../layouts/studio.tsx'
import { useMe } from '../../parts/site/site.ts'
import { isUnfinished } from '../../parts/account/unfinished.ts'
import sheet from '../../styles/fan.css?url'

export const links = () => [{ rel: 'stylesheet', href: sheet }]
export const handle = { layout: 'primary', signIn: 'required', measured: 'area', messages: ['errors'] }
export const clientMiddleware = [withMessages('errors')]

export default function FanArea() {
  const { layout } = usePageHandle()
  const me = useMe()
  // A page of both sides: creators have it among their work.
  const Layout = layout === 'studio' && me?.isPerformer ? StudioLayout : PrimaryLayout
  // Nothing around the one page that is open to them leads anywhere.
  return layout === 'blank' || (me && (isUnfinished(me) || me.termsDue)) ? (
    <Outlet />
  ) : (
    <Layout>
      <Pending />
      <Outlet />
    </Layout>
  )
}
/** A page that failed leaves the rail: everything else may well work. */
export function ErrorBoundary() {
  return (
    <PrimaryLayout>
      <RouteError />
    </PrimaryLayout>
  )
}
