import type { Egress, Incoming, Outgoing } from '../../../platform/egress.ts'

const redirectsMax = 3

/** Fetches an address and follows its redirects, which lead to public addresses over https, too. Undefined where there are too many. */
export async function sendFollowing(egress: Egress, url: string, request: Outgoing): Promise<Incoming | undefined> {
  for (let at = url, left = redirectsMax; left >= 0; left--) {
    const reply = await egress.send(at, request)
    const next = reply.headers['location']
    if (!(reply.status >= 300 && reply.status < 400 && next)) return reply
    at = new URL(next, at).href
  }
  return undefined
}
