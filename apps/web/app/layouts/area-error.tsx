import { lazy, Suspense } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { PublicLayout } from './public.tsx'

// Drawings for pages that went wrong: fetched when one does.
const ErrorPage = lazy(() => import('./error-page.tsx').then(({ ErrorPage }) => ({ default: ErrorPage })))

/** The error page of an area, inside the slim bar. Every area exports it as its ErrorBoundary. */
export function AreaError() {
  return (
    <PublicLayout>
      <RouteError />
    </PublicLayout>
  )
}

export function RouteError({ alone = false }: { alone?: boolean }) {
  const error = useRouteError()
  return (
    <Suspense>
      <ErrorPage
        alone={alone}
        error={isRouteErrorResponse(error) ? { status: error.status, data: error.data } : { status: 500, data: null }}
      />
    </Suspense>
  )
}
