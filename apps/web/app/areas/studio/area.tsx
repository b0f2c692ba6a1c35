import { Outlet } from 'react-router'
import { withMessages } from '../../i18n/area-messages.ts'
import { RouteError } from '../../layouts/area-error.tsx'
import { usePageHandle } from '../../layouts/page-handle.ts'
import { Pending } from '../../layouts/pending.tsx'
import { StudioLayout } from '../../layouts/studio.tsx'
import { useMe } from '../../parts/site/site.ts'
import { isUnfinished } from '../../parts/account/unfinished.ts'
import sheet from '../../styles/studio.css?url'

export const links = () => [{ rel: 'stylesheet', href: sheet }]
export const handle = { layout: 'studio', signIn: 'required', performerOnly: true, messages: ['errors', 'studio'] }
export const clientMiddleware = [withMessages('errors', 'studio')]

export default function StudioArea() {
  const { layout } = usePageHandle()
  const me = useMe()
  // Nothing around the one page of an unfinished account leads anywhere.
  return layout === 'blank' || (me && isUnfinished(me)) ? (
    <Outlet />
  ) : (
    <StudioLayout>
      <Pending className="-mx-4 md:-mx-8 md:-mt-6" />
      <Outlet />
    </StudioLayout>
  )
}

/** A page that failed leaves the rail: everything else may well work. */
export function ErrorBoundary() {
  return (
    <StudioLayout>
      <RouteError />
    </StudioLayout>
  )
}
