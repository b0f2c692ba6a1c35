import type { RouterContextProvider } from 'react-router'
import { redirectDocument } from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { visitOf } from '../../../api/visit.ts'
import { sameSite } from './redirect.ts'

type SignedIn = Reply<'POST /auth/login'>['data']
type Challenge = NonNullable<SignedIn['secondFactor']>

const cookieName = 'challenge'
const challengeSeconds = 300
const secondStep = '/auth/second-factor'

/** Where every page that signs somebody in leads: on to what they wanted, or to the second step with the challenge in a cookie. */
export function leadOn(context: Readonly<RouterContextProvider>, signedIn: SignedIn, wished = ''): Response {
  if (!signedIn.secondFactor) {
    keepChallenge(context, null)
    return redirectDocument(sameSite(wished || signedIn.redirect, '/home'))
  }
  keepChallenge(context, signedIn.secondFactor)
  return redirectDocument(secondStep)
}

/** Scripts of the page can't read the cookie, and it goes to no other page. */
function keepChallenge(context: Readonly<RouterContextProvider>, challenge: Challenge | null): void {
  const { origin, setCookie } = visitOf(context)
  const value = challenge ? `${challenge.challenge}.${challenge.methods.join('.')}` : ''
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  setCookie(
    `${cookieName}=${value}; Path=${secondStep}; Max-Age=${challenge ? challengeSeconds : 0}; HttpOnly; SameSite=Lax${secure}`,
  )
}
