import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { ApiProblem } from './api/problem.ts'
import { type RequestContext, requestContextOf } from './api/request-context.ts'
import { LanguageProvider } from './i18n/context.tsx'
import { overriddenFiles, overrideTranslations, translatorFor } from './i18n/messages.server.ts'
import intentUrl from './intent.js?url'
import { loadErrorPage } from './layouts/area-error.tsx'
import { loadRail } from './layouts/shell.tsx'
import type { PageInfo } from './page.ts'

export { intentUrl, overrideTranslations }

// Pages come in one piece with their rail: what waited for its code would be shown by a script alone.
await Promise.all([loadRail(), loadErrorPage()])

/** A deferred value that has not come by then is given up. */
export const streamTimeout = 10_000

function pageInfoOf(
  { config, theme, requestId, loadedAt, origin, nonce }: RequestContext,
  locale: string,
  status: number,
): PageInfo {
  // A cached page is read by many: no request's id is written into it.
  const overridden = overriddenFiles(locale)
  return {
    config,
    locale,
    theme,
    requestId: nonce || status >= 400 ? requestId : '',
    ...(nonce ? { loadedAt } : {}),
    origin,
    nonce,
    overridden,
  }
}

const pageOf = (page: EntryContext, { nonce }: RequestContext, url: string, info: PageInfo) => (
  <LanguageProvider translate={translatorFor(info.locale)} info={info}>
    <ServerRouter context={page} url={url} {...(nonce ? { nonce } : {})} />
  </LanguageProvider>
)

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  const requestContext = requestContextOf(context)
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD' && requestContext.mayBeSignedIn) return new Response(null, { status, headers })

  const locale = await requestContext.locale()
  const { nonce } = requestContext
  // Shared pages and robots get everything at once: a page that must be complete without scripts cannot stream.
  const whole = !nonce || isbot(request.headers.get('user-agent'))

  return new Promise<Response>((resolve, reject) => {
    let answered = status
    const timer = setTimeout(() => abort(), streamTimeout + 1_000)
    const send = () => {
      const body = new PassThrough({
        final(done) {
          clearTimeout(timer)
          done()
        },
      })
      pipe(body)
      resolve(new Response(createReadableStreamFromReadable(body), { status: answered, headers }))
    }
    const { pipe, abort } = renderToPipeableStream(
      pageOf(routerContext, requestContext, request.url, {
        ...pageInfoOf(requestContext, locale, status),
        ...(routerContext.staticHandlerContext.actionData ? { hasActionData: true } : {}),
      }),
      {
        ...(nonce ? { nonce } : {}),
        // A large part that is ready stays in its place: moved behind the rest, it would be shown by a script alone.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        ...(whole ? { onAllReady: send } : { onShellReady: send }),
        onShellError: reject,
        onError(error) {
          answered = 500
          report(error)
        },
      },
    )
  })
}

/** Refusals and redirects are answers, not faults. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  if (error instanceof ApiProblem && error.status < 500) return
  report(error)
}

function report(error: unknown): void {
  console.error(error)
}
