import { createContext, type RouterContext, type RouterContextProvider } from 'react-router'
import type { PublicConfig } from '../page.ts'
import type { PageHandle } from '../handle.ts'
import type { meOnPage } from '@fanlight/contract/accounts'
import type { Analytics } from '@fanlight/contract/analytics'
import type { z } from 'zod'
import type { RequestArgs, Reply, Route } from './contract.ts'

/** The API as a loader or an action reaches it: in process, as the visitor. Cookies it sets travel on with the page. */
export interface Api {
  call<R extends Route>(route: R, ...input: RequestArgs<R>): Promise<Reply<R>>
}

export type Me = z.output<typeof meOnPage>
export type PublicSettings = Reply<'GET /settings/public'>

/** One request for a page, and who makes it. */
export interface RequestContext {
  api: Api
  config: PublicConfig
  /** What the requested page declares about itself. */
  handle: PageHandle
  /** A cookie or header that may be a session; whether it is one only `me()` knows. */
  mayBeSignedIn: boolean
  me(): Promise<Me | null>
  settings(): Promise<PublicSettings>
  locale(): Promise<string>
  theme: 'light' | 'dark' | 'system'
  country: string | null
  /** The site refuses visitors from this country: every page says so and nothing else. */
  isGeoBlocked: boolean
  /** What this browser has answered to being measured. */
  analytics: Analytics
  /** Redirects to the age page, and from there back. */
  showAge(): never
  requestId: string
  /** When the request came, in milliseconds. */
  loadedAt: number
  /** Absent on pages that are cached and shared: their scripts are allowed by hash. */
  nonce: string | undefined
  origin: string
  /** Adds a cookie to the answer, whatever the answer turns out to be. */
  setCookie(cookie: string): void
}

// Server.ts runs beside the built pages, not inside them, so both must find the same key.
const shared = globalThis as { [key: symbol]: unknown }
const name = Symbol.for('fanlight.requestContext')
shared[name] ??= createContext<RequestContext>()
export const requestContextKey = shared[name] as RouterContext<RequestContext>

type Context = Readonly<RouterContextProvider>
export const requestContextOf = (context: Context): RequestContext => context.get(requestContextKey)
/** The API for a loader or an action: `const { data } = await apiOf(context).call('GET /users/me')`. */
export const apiOf = (context: Context): Api => requestContextOf(context).api
