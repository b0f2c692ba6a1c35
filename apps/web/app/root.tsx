import { directionOf } from '@fanlight/contract/locales'
import { type ReactNode, useEffect } from 'react'
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
import { visitOf } from './api/visit.ts'
import { guard } from './guard.server.ts'
import type { PageHandle } from './handle.ts'
import { everywhere } from './i18n/area-messages.ts'
import { usePageFacts } from './i18n/context.tsx'
import { Kept } from './kept.tsx'
import { RouteError } from './layouts/area-error.tsx'
import { MeasuringPlace } from './parts/measuring/place.tsx'
import { useSettings } from './parts/site.ts'
import intentUrl from './intent.js?url'
import publicSheet from './styles/public.css?url'
import { localeSheets } from './styles/locale-sheets.ts'
import { Toaster } from './ui/toast.tsx'

// spec: maintenance.mode, geo.site

export const middleware: MiddlewareFunction<Response>[] = [guard]

export async function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  if (visit.isGeoBlocked) throw data({ code: 'GEO_BLOCKED' }, { status: 451 })
  const [me, settings] = await Promise.all([visit.me(), visit.settings()])
  const path = new URL(request.url).pathname
  if (settings.maintenanceMode && me?.role !== 'admin' && !/^\/(?:auth\/login|admin)(?:\/|\.data|$)/.test(path)) {
    throw data(
      { code: 'MAINTENANCE', image: settings.maintenanceImage },
      { status: 503, headers: { 'retry-after': '300' } },
    )
  }
  // A site that is all for adults asks before anything of it is seen; what one must read beforehand, and signing in, stay open.
  if (settings.adultContent === 'everything' && !openToAllAges.test(path)) {
    const { data: standing } = await visit.api.call('GET /age')
    if (!standing.passed) visit.showAge()
  }
  return { me, settings, ...(visit.measuring.state === 'off' ? {} : { measuring: visit.measuring }) }
}

const openToAllAges = /^\/(?:age|auth|page|contact|cookies|preferences|terms|admin)(?:\/|\.data|$)/

/** Who is signed in changes by forms that load a new page, so moving between pages asks for nothing again. */
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

// In the browser alone: the server draws each page from what is true then.
let isSiteOld = false
/** All open pages hear of a change at once, and ask one after the other. */
const spreadMs = 2_000

/** Settings change, and the site closes and opens, while pages are open. */
function useSiteNews(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isSiteOld = true
        void revalidate()
      }, Math.random() * spreadMs)
    }
    addEventListener('fanlight-site-changed', ask)
    return () => {
      clearTimeout(timer)
      removeEventListener('fanlight-site-changed', ask)
    }
  }, [revalidate])
}

export const links = () => [
  // Both stand above the fold, and are drawn only when they are there at once (fonts.css).
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
const beforePaint = { blocking: 'render' }

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, ...facts } = usePageFacts()
  const { locale, theme } = facts
  const { words, faces } = localeSheets(locale)
  const matches = useMatches()
  const ids = matches.map(({ id }) => id).join(' ')
  const names = [...everywhere, ...matches.flatMap(({ handle }) => (handle as PageHandle | undefined)?.messages ?? [])]
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      className={theme === 'system' ? undefined : theme}
      data-page={JSON.stringify(facts)}
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
        <Icons />
        <Meta />
        <Links {...(nonce ? { nonce } : {})} />
        {words ? <link rel="stylesheet" href={words} /> : null}
        {nonce ? <script async type="module" src={intentUrl} nonce={nonce} {...beforePaint} /> : null}
      </head>
      <body>
        {children}
        <Kept by={['scroll']}>{() => <ScrollRestoration {...(nonce ? { nonce } : {})} />}</Kept>
        <Kept by={['scripts', ids]}>{() => <Scripts {...(nonce ? { nonce } : {})} />}</Kept>
        {faces ? <link rel="stylesheet" href={faces} /> : null}
      </body>
    </html>
  )
}

export default function App() {
  useSiteNews()
  return (
    <>
      <MeasuringPlace />
      <Outlet />
      <Toaster />
    </>
  )
}

/** What is left when even the area could not be drawn: blocked countries, maintenance, a broken start. */
export function ErrorBoundary() {
  return (
    <>
      <link rel="stylesheet" href={publicSheet} precedence="default" />
      <RouteError alone />
    </>
  )
}
