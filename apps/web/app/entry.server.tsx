import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { ApiProblem } from './api/problem.ts'
import { type Visit, visitOf } from './api/visit.ts'
import { LanguageProvider } from './i18n/context.tsx'
import { overriddenFiles, overrideWords, translatorFor } from './i18n/messages.server.ts'
import intentUrl from './intent.js?url'
import { forgetKept, keepingParts, noncePlace, withKeptParts } from './kept.server.tsx'
import { PageRouter } from './page-router.server.tsx'
import type { PageFacts } from './page.ts'

export { forgetKept, intentUrl, overrideWords }
/** A deferred value that has not come by then is given up. */
export const streamTimeout = 10_000

/** The page in one pass, without its data. */
export async function paint(page: EntryContext, visit: Visit): Promise<string> {
  const locale = await visit.locale()
  const nonce = visit.nonce && noncePlace
  const facts = { ...factsOf(visit, locale, 200), nonce }
  const drawn = renderToString(
    <LanguageProvider translate={translatorFor(locale)} facts={facts}>
      {keepingParts(`${locale} ${visit.theme} ${nonce ?? ''}`, <PageRouter context={page} nonce={nonce} />)}
    </LanguageProvider>,
  )
  const html = withKeptParts(drawn)
  if (!visit.nonce) return html
  // React's own script, which keeps a form that is sent before its handler is there.
  return html
    .replace('<script id="_R_">', `<script id="_R_" nonce="${noncePlace}">`)
    .replaceAll(noncePlace, visit.nonce)
}

function factsOf({ config, theme, requestId, origin, nonce }: Visit, locale: string, status: number): PageFacts {
  // A kept page is read by many: no request's id is written into it.
  const overridden = overriddenFiles(locale)
  return { config, locale, theme, requestId: nonce || status >= 400 ? requestId : '', origin, nonce, overridden }
}

const pageOf = (page: EntryContext, { nonce }: Visit, url: string, facts: PageFacts) => (
  <LanguageProvider translate={translatorFor(facts.locale)} facts={facts}>
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
  const visit = visitOf(context)
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD' && visit.mayBeSignedIn) return new Response(null, { status, headers })

  const locale = await visit.locale()
  const { nonce } = visit
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
      pageOf(routerContext, visit, request.url, factsOf(visit, locale, status)),
      {
        ...(nonce ? { nonce } : {}),
        ...(whole ? { onAllReady: send, progressiveChunkSize: Number.POSITIVE_INFINITY } : { onShellReady: send }),
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
