import { Outlet } from 'react-router'
import { useT } from '../../i18n/context.tsx'
import { AdminLayout } from '../../layouts/admin.tsx'
import { withMessages } from '../../i18n/area-messages.ts'
import { AreaError, RouteError } from '../../layouts/area-error.tsx'
import { Pending } from '../../layouts/pending.tsx'
import { useMe } from '../../parts/site/site.ts'
import sheet from '../../styles/admin.css?url'
import { adminGroups } from './groups.ts'

export const links = () => [{ rel: 'stylesheet', href: sheet }]
export const handle = {
  layout: 'admin',
  signIn: 'required',
  staffOnly: true,
  messages: ['errors', 'fields', 'people', 'review', 'site', 'staff'],
}
export const clientMiddleware = [withMessages('errors', 'fields', 'people', 'review', 'site', 'staff')]

const permissionsOf = (me: ReturnType<typeof useMe>) => me?.permissions ?? []

export default function AdminArea() {
  const t = useT()
  const me = useMe()
  return (
    <AdminLayout groups={adminGroups(t, permissionsOf(me))}>
      <Pending className="-mx-4 -mt-4 md:-mx-6" />
      <Outlet />
    </AdminLayout>
  )
}

/** On an error, staff keep their navigation; for all other users this area does not exist. */
export function ErrorBoundary() {
  const t = useT()
  const me = useMe()
  const isStaff = me?.role === 'admin'
  if (!isStaff) return <AreaError />
  return (
    <AdminLayout groups={adminGroups(t, permissionsOf(me))}>
      <RouteError />
    </AdminLayout>
  )
}
