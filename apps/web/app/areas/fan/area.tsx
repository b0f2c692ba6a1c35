import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { withMessages } from '../../i18n/area-messages.ts'
import { AreaError } from '../../layouts/area-error.tsx'
import { usePageHandle } from '../../layouts/page-handle.ts'
import { PrimaryLayout } from '../../layouts/primary.tsx'
import sheet from '../../styles/fan.css?url'

export const links = () => [{ rel: 'stylesheet', href: sheet }]
export const handle = { layout: 'primary', signIn: 'required', messages: ['errors'] }
export const clientMiddleware = [withMessages('errors')]

export default function FanArea() {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
      }),
  )
  const { layout } = usePageHandle()
  return (
    <QueryClientProvider client={client}>
      {layout === 'blank' ? (
        <Outlet />
      ) : (
        <PrimaryLayout>
          <Outlet />
        </PrimaryLayout>
      )}
    </QueryClientProvider>
  )
}
export { AreaError as ErrorBoundary }
