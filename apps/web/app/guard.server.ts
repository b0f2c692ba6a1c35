import { data, redirect, type MiddlewareFunction } from 'react-router'
import { ApiProblem } from './api/problem.ts'
import { isUnfinished } from './parts/account/unfinished.ts'
import { type Me, requestContextOf } from './api/request-context.ts'

// spec: route.login, route.home, route.user-account, route.creator-account, page.declares, page.performer-only

/** Where a signed-in person is at home: a fan on the feed, a creator on their own profile. */
export const homeOf = (me: Pick<Me, 'isPerformer' | 'username' | 'role'>): string =>
  me.role === 'admin' ? '/admin' : me.isPerformer && me.username ? `/${me.username}` : '/home'

/** The one guard: every page says in its `handle` whom it is for, and this obeys. */
export const guard: MiddlewareFunction<Response> = async ({ context, request }, next) => {
  const requestContext = requestContextOf(context)
  const {
    signIn = 'optional',
    performerOnly,
    staffOnly,
    noRedirect,
    whileUnfinished,
    whileTermsDue,
  } = requestContext.handle
  if (noRedirect || requestContext.isGeoBlocked || request.method !== 'GET') return next()

  const [me, settings] = await Promise.all([requestContext.me().catch(refused), requestContext.settings()])
  const url = new URL(request.url)
  const path = url.pathname.replace(/\/?_?\.data$/, '').replace(/^\/?_root$/, '/') || '/'
  if (!me) {
    // The root says that the site is being worked on; a log-in page would promise what it can't keep.
    if (signIn !== 'required' || settings.maintenanceMode) return next()
    throw redirect(`/auth/login?redirect=${encodeURIComponent(path + searchOf(url))}`)
  }
  const account = me.isPerformer ? '/creator/account' : '/user/account'
  if (isUnfinished(me) && !whileUnfinished && path !== account) throw redirect(account)
  if (me.termsDue && !whileTermsDue) throw redirect(`/terms-changed?back=${encodeURIComponent(path + searchOf(url))}`)
  if (signIn === 'none') throw redirect(homeOf(me))
  // A user whose account is closing may only cancel the closing; all other pages that require sign-in redirect there.
  if (me.status === 'closing' && signIn === 'required' && path !== '/user/privacy') throw redirect('/user/privacy')
  if (performerOnly && !me.isPerformer) throw redirect('/home')
  // Staff pages do not exist for anybody else.
  if (staffOnly && me.role !== 'admin') throw data(null, { status: 404 })
  // Staff without a second factor may set one up, and nothing else.
  if (staffOnly && me.needsSecondFactor) throw redirect('/user/security')
  return next()
}

/** The requested query string, without the parameter that the router adds. */
function searchOf({ searchParams }: URL): string {
  const requested = new URLSearchParams(searchParams)
  requested.delete('_routes')
  return requested.size > 0 ? `?${requested}` : ''
}

/** A refusal in the router's own shape: thrown as it is, a page would call it a fault of ours. */
function refused(error: unknown): never {
  if (!(error instanceof ApiProblem)) throw error
  throw data(error.data, error.init)
}
