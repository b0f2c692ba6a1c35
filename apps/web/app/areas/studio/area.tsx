import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { withMessages } from '../../i18n/area-messages.ts'
import { AreaError } from '../../layouts/area-error.tsx'
import { usePageHandle } from '../../layouts/page-handle.ts'
import { StudioLayout } from '../../layouts/studio.tsx'
import sheet from '../../styles/studio.css?url'

export const links = () => [{ rel: 'stylesheet', href: sheet }]
export const handle = { layout: 'studio', signIn: 'required', performerOnly: true, messages: ['errors'] }
export const clientMiddleware = [withMessages('errors')]

export default function StudioArea() {
  const { layout } = usePageHandle()
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
      }),
  )
  return (
    <QueryClientProvider client={client}>
      {layout === 'blank' ? (
        <Outlet />
      ) : (
        <StudioLayout>
          <Outlet />
        </StudioLayout>
      )}
    </QueryClientProvider>
  )
}
export { AreaError as ErrorBoundary }
