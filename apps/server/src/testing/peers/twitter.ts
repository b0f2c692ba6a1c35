import { createHmac, randomUUID } from 'node:crypto'
import { listenAsPeer, type Peer, readBody, type Request, sendForm, sendHtml, sendJson } from './peer.ts'

// A sign-in provider that behaves like Twitter: three-legged OAuth 1.0a (RFC 5849), every signature verified.

export interface Person {
  userId: string
  screenName: string
}
interface Pending {
  secret: string
  callback: string
  verifier?: string
  person?: Person
}

export const twitterApp = { key: 'app-key-of-fanlight', secret: 'app-secret-of-fanlight' }

export interface TwitterPeer extends Peer {
  /** Configuration that leads to it. */
  env: Record<string, string>
  /** What a browser sends back after the user authorizes the app at the URL that it was redirected to. */
  allow(url: string, person: Person): { oauthToken: string; oauthVerifier: string }
}

/** `people` are offered on its page; a browser chooses one. */
export async function startTwitter(people: readonly Person[] = []): Promise<TwitterPeer> {
  const pending = new Map<string, Pending>()
  const nonces = new Set<string>()

  const allow = (url: string, person: Person) => {
    const oauthToken = new URL(url).searchParams.get('oauth_token') ?? ''
    const attempt = pending.get(oauthToken)
    if (attempt) Object.assign(attempt, { person, verifier: (attempt.verifier ??= randomUUID()) })
    return { oauthToken, oauthVerifier: attempt?.verifier ?? '' }
  }

  const peer = await listenAsPeer(async (request, response, url) => {
    const no = (status: number) => sendJson(response, status, { errors: [{ code: 32 }] })
    switch (`${request.method} ${url.pathname}`) {
      case 'POST /oauth/request_token': {
        const signed = await readSigned(request, url, () => '')
        if (!signed || nonces.has(signed['oauth_nonce']!)) return no(401)
        nonces.add(signed['oauth_nonce']!)
        if (!signed['oauth_callback']) return no(403)
        const made = { token: randomUUID(), secret: randomUUID() }
        pending.set(made.token, { secret: made.secret, callback: signed['oauth_callback'] })
        return sendForm(response, 200, {
          oauth_token: made.token,
          oauth_token_secret: made.secret,
          oauth_callback_confirmed: 'true',
        })
      }
      case 'GET /oauth/authenticate': {
        const callback = pending.get(url.searchParams.get('oauth_token') ?? '')?.callback
        if (!callback) return no(401)
        return sendHtml(
          response,
          people.map((person) => {
            const { oauthToken, oauthVerifier } = allow(url.href, person)
            const back = new URL(callback)
            back.searchParams.set('oauth_token', oauthToken)
            back.searchParams.set('oauth_verifier', oauthVerifier)
            return { label: `Authorise as @${person.screenName}`, href: back.href }
          }),
        )
      }
      case 'POST /oauth/access_token': {
        const signed = await readSigned(request, url, (token) => pending.get(token)?.secret)
        const known = pending.get(signed?.['oauth_token'] ?? '')
        if (!signed || !known?.person || signed['oauth_verifier'] !== known.verifier) return no(401)
        pending.delete(signed['oauth_token']!)
        return sendForm(response, 200, {
          oauth_token: `${known.person.userId}-${randomUUID()}`,
          oauth_token_secret: randomUUID(),
          user_id: known.person.userId,
          screen_name: known.person.screenName,
        })
      }
      default:
        return no(404)
    }
  })

  return Object.assign(peer, {
    env: {
      TWITTER_API_KEY: twitterApp.key,
      TWITTER_API_SECRET: twitterApp.secret,
      TWITTER_API_URL: peer.url,
    },
    allow,
  })
}

/** The parameters of a request whose signature is right; undefined for any other. */
async function readSigned(
  request: Request,
  url: URL,
  secretOf: (token: string) => string | undefined,
): Promise<Record<string, string> | undefined> {
  const header = request.headers.authorization ?? ''
  if (!header.startsWith('OAuth ')) return undefined
  const oauth = Object.fromEntries(
    [...header.slice(6).matchAll(/([\w]+)="([^"]*)"/g)].map(([, name, value]) => [name!, decodeURIComponent(value!)]),
  )
  const body = Object.fromEntries(new URLSearchParams(await readBody(request)))
  const secret = secretOf(oauth['oauth_token'] ?? '')
  if (oauth['oauth_consumer_key'] !== twitterApp.key || secret === undefined) return undefined
  if (Math.abs(Date.now() / 1000 - Number(oauth['oauth_timestamp'])) > 300) return undefined
  const { oauth_signature: signature, ...signed } = oauth
  // A token that is in both the body and the header counts once.
  const all = Object.entries({ ...Object.fromEntries(url.searchParams), ...body, ...signed })
  const text = all
    .map(([name, value]) => [percent(name), percent(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
  const base = ['POST', url.origin + url.pathname, text].map(percent).join('&')
  const expected = createHmac('sha1', `${percent(twitterApp.secret)}&${percent(secret)}`)
    .update(base)
    .digest('base64')
  return signature === expected ? { ...body, ...signed } : undefined
}

const percent = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (entry) => `%${entry.charCodeAt(0).toString(16).toUpperCase()}`)
