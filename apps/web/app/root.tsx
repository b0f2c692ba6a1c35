import { directionOf } from '@fanlight/contract/locales'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import {
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRevalidator,
} from 'react-router'
import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { requestContextOf } from './api/request-context.ts'
import { guard } from './guard.server.ts'
import type { PageHandle } from './handle.ts'
import { everywhere } from './i18n/area-messages.ts'
import { usePageInfo } from './i18n/context.tsx'
import { RouteError } from './layouts/area-error.tsx'
import { AnalyticsMount } from './parts/analytics/slot.tsx'
import { useSettings } from './parts/site/site.ts'
import { PendingBar } from './layouts/pending-bar.tsx'
import intentUrl from './intent.js?url'
import publicSheet from './styles/public.css?url'
import { localeSheets } from './styles/locale-sheets.ts'
import { Overlay } from './ui/overlay.ts'
import { Toaster } from './ui/toast.tsx'

// spec: maintenance.mode, geo.site

export const middleware: MiddlewareFunction<Response>[] = [guard]

export async function loader({ context, request }: LoaderFunctionArgs) {
  const requestContext = requestContextOf(context)
  if (requestContext.isGeoBlocked) throw data({ code: 'GEO_BLOCKED' }, { status: 451 })
  const [me, settings] = await Promise.all([requestContext.me(), requestContext.settings()])
  const path = new URL(request.url).pathname
  if (settings.maintenanceMode && me?.role !== 'admin' && !/^\/(?:auth\/login|admin)(?:\/|\.data|$)/.test(path)) {
    throw data(
      { code: 'MAINTENANCE', image: settings.maintenanceImage },
      { status: 503, headers: { 'retry-after': '300' } },
    )
  }
  // A site with only adult content checks the age before it shows anything; the legal pages and sign-in stay accessible.
  if (settings.adultContent === 'everything' && !openToAllAges.test(path)) {
    const { data: pageStatus } = await requestContext.api.call('GET /age')
    if (!pageStatus.passed) requestContext.showAge()
  }
  return { me, settings, ...(requestContext.analytics.state === 'off' ? {} : { analytics: requestContext.analytics }) }
}

const openToAllAges = /^\/(?:age|auth|page|contact|cookies|preferences|terms|admin)(?:\/|\.data|$)/

/** The signed-in user changes only through forms that load a new page, so navigation between pages requests nothing again. */
export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: {
  formMethod?: string
  defaultShouldRevalidate: boolean
}) => {
  if (isSiteOld) {
    isSiteOld = false
    return true
  }
  return formMethod && formMethod !== 'GET' ? defaultShouldRevalidate : false
}

// Only in the browser: the server renders each page from the current data.
let isSiteOld = false
/** All open pages receive a change at the same time; this interval spreads their requests. */
const spreadMs = 2_000

/** Settings change, and the site closes and opens, while pages are open. */
function useSiteNews(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const reload = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isSiteOld = true
        void revalidate()
      }, Math.random() * spreadMs)
    }
    addEventListener('fanlight-site-changed', reload)
    return () => {
      clearTimeout(timer)
      removeEventListener('fanlight-site-changed', reload)
    }
  }, [revalidate])
}

export const links = () => [
  // Both fonts are used above the fold.
  ...[figtree, bricolage].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** Of a refusal, only when to come back leaves with the page. */
export const headers = ({ errorHeaders }: HeadersArgs) => {
  const retryAfter = errorHeaders?.get('retry-after')
  return retryAfter ? { 'retry-after': retryAfter } : new Headers()
}

/** Ours, or the one that an operator uploaded. */
function Icons() {
  const favicon = useSettings()?.favicon ?? ourIcon
  return favicon === ourIcon ? (
    <>
      <link rel="icon" href={ourIcon} type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
    </>
  ) : (
    <>
      <link rel="icon" href={favicon} type="image/png" />
      <link rel="apple-touch-icon" href={favicon} />
    </>
  )
}
const ourIcon = '/favicon.svg'

/** Nothing can be pressed before the script that remembers presses is there. */
const beforeHydration = { blocking: 'render' }

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, ...info } = usePageInfo()
  const { locale, theme } = info
  const { text, faces } = localeSheets(locale)
  const matches = useMatches()
  // What the guard requires a session for is nothing for search engines.
  const isForOne = matches.some(({ handle }) => (handle as PageHandle | undefined)?.signIn === 'required')
  const names = [
    ...everywhere,
    ...matches.flatMap(({ handle }) => (handle as PageHandle | undefined)?.messages ?? []),
    // A form came back: the browser has to read what is wrong with its fields as the server wrote it.
    ...(info.hasActionData ? ['fields'] : []),
  ]
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      className={theme === 'system' ? undefined : theme}
      data-page={JSON.stringify(info)}
      data-messages={[...new Set(names)].join(' ')}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content={theme === 'system' ? 'light dark' : theme} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf9f6" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#110e0c" />
        {isForOne ? <meta name="robots" content="noindex" /> : null}
        <Icons />
        <Meta />
        <Links {...(nonce ? { nonce } : {})} />
        {text ? <link rel="stylesheet" href={text} /> : null}
        {nonce ? <script async type="module" src={intentUrl} nonce={nonce} {...beforeHydration} /> : null}
      </head>
      <body>
        {children}
        <ScrollRestoration {...(nonce ? { nonce } : {})} />
        <Scripts {...(nonce ? { nonce } : {})} />
        {faces ? <link rel="stylesheet" href={faces} /> : null}
      </body>
    </html>
  )
}

/** Nothing is seen of it, and no page waits for it. */
const ShownPage = lazy(() => import('./layouts/shown-page.ts'))

export default function App() {
  useSiteNews()
  return (
    <>
      <PendingBar />
      <AnalyticsMount />
      <Outlet />
      <Suspense>
        <ShownPage />
      </Suspense>
      <Overlay />
      <Toaster />
    </>
  )
}

/** What is left when even the area could not be rendered: blocked countries, maintenance, a broken start. */
export function ErrorBoundary() {
  return (
    <>
      <link rel="stylesheet" href={publicSheet} precedence="default" />
      <RouteError alone />
    </>
  )
}
