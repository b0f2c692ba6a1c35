import { type ComponentType, lazy, Suspense } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { useT } from '../i18n/context.tsx'
import { buttonClass } from '../ui/button.tsx'
import type { ErrorPageProps } from './error-page.tsx'
import { PublicLayout } from './public.tsx'

// Illustrations for error pages: loaded only on an error. Without a network, the page shows only text.
const ErrorPage = lazy(() =>
  import('./error-page.tsx').then(
    ({ ErrorPage }) => ({ default: ErrorPage }),
    () => ({ default: PlainErrorPage }),
  ),
)

let ready: ComponentType<ErrorPageProps> | undefined
/** For the server, which sends an error page in one piece: one that waited for its code would be shown by a script alone. */
export const loadErrorPage = async () => {
  ready = (await import('./error-page.tsx')).ErrorPage
}

/** The error page of an area, inside the slim bar. Every area exports it as its ErrorBoundary. */
export function AreaError() {
  return (
    <PublicLayout>
      <RouteError />
    </PublicLayout>
  )
}

/** The status and the data of a page's error. Without a network there is no response that could have a status. */
function failureOf(error: unknown): { status: number; data: unknown } {
  if (isRouteErrorResponse(error)) return { status: error.status, data: error.data }
  const isOffline = error instanceof TypeError && (navigator.onLine === false || unanswered.test(error.message))
  return isOffline ? { status: 0, data: { code: 'OFFLINE' } } : { status: 500, data: null }
}

/** What Chromium, Firefox and WebKit say of a request without a response, also where the device has a network. */
const unanswered = /^(?:Failed to fetch|NetworkError when attempting|Load failed)/

export function RouteError({ alone = false }: { alone?: boolean }) {
  const error = useRouteError()
  const Page = ready ?? ErrorPage
  return (
    <Suspense>
      <Page alone={alone} error={failureOf(error)} />
    </Suspense>
  )
}

function PlainErrorPage({ error, alone = false }: ErrorPageProps) {
  const t = useT()
  const { pathname, search } = useLocation()
  const what = error.status === 0 ? 'offline' : 'broken'
  const Main = alone ? 'main' : 'div'
  return (
    <Main className="flex min-h-[min(78dvh,46rem)] flex-col items-center justify-center px-6 py-12 text-center">
      <title>{t(`ui.failed.${what}.title`)}</title>
      <h1 className="text-3xl">{t(`ui.failed.${what}.title`)}</h1>
      <p className="mt-3 max-w-[26em] text-lg text-ink-2">{t(`ui.failed.${what}.text`)}</p>
      <a href={pathname + search} className={`${buttonClass('primary', 'lg')} mt-7`}>
        {t('ui.failed.again')}
      </a>
    </Main>
  )
}
