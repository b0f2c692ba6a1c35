import { secondFactorMethods } from '@fanlight/contract/auth'
import type { RouterContextProvider } from 'react-router'
import { redirectDocument } from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { requestContextOf } from '../../../api/request-context.ts'
import { sameSite } from './redirect.ts'

type SignedIn = Reply<'POST /auth/login'>['data']
export type Challenge = NonNullable<SignedIn['secondFactor']>

const cookieName = 'challenge'
const challengeSeconds = 300
const secondStep = '/auth/second-factor'

/** Where every sign-in page redirects: to the requested page, or to the second step with the challenge in a cookie. */
export function leadOn(context: Readonly<RouterContextProvider>, signedIn: SignedIn, returnTo = ''): Response {
  if (!signedIn.secondFactor) {
    keepChallenge(context, null)
    return redirectDocument(sameSite(returnTo || signedIn.redirect, '/home'))
  }
  keepChallenge(context, signedIn.secondFactor)
  return redirectDocument(secondStep)
}

/**
 * Scripts can't read the cookie, and it is sent to the sign-in pages only. A page that is requested with it is not cached for
 * other users.
 */
export function keepChallenge(context: Readonly<RouterContextProvider>, challenge: Challenge | null): void {
  const { origin, setCookie } = requestContextOf(context)
  const value = challenge ? `${challenge.challenge}.${challenge.methods.join('.')}` : ''
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  setCookie(
    `${cookieName}=${value}; Path=/auth; Max-Age=${challenge ? challengeSeconds : 0}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/** The challenge that this browser holds, and how it may be answered. */
export function storedChallenge(request: Request): Challenge | null {
  const cookie = /(?:^|;\s*)challenge=([\w-]+)\.([\w.]+)/.exec(request.headers.get('cookie') ?? '')
  if (!cookie) return null
  const named = cookie[2]!.split('.')
  return { challenge: cookie[1]!, methods: secondFactorMethods.filter((method) => named.includes(method)) }
}
