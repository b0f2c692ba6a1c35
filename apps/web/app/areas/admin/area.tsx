import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { useT } from '../../i18n/context.tsx'
import { AdminLayout } from '../../layouts/admin.tsx'
import { withMessages } from '../../i18n/area-messages.ts'
import { AreaError } from '../../layouts/area-error.tsx'
import sheet from '../../styles/admin.css?url'
import { adminGroups } from './groups.ts'

export const links = () => [{ rel: 'stylesheet', href: sheet }]
export const handle = { layout: 'admin', signIn: 'required', staffOnly: true, messages: ['errors'] }
export const clientMiddleware = [withMessages('errors')]

export default function AdminArea() {
  const t = useT()
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
      }),
  )
  return (
    <QueryClientProvider client={client}>
      <AdminLayout groups={adminGroups(t)}>
        <Outlet />
      </AdminLayout>
    </QueryClientProvider>
  )
}
export { AreaError as ErrorBoundary }
