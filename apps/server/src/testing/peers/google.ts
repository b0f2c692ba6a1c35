import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { listenAsPeer, type Peer, readBody, type Request, sendHtml, sendJson } from './peer.ts'

// A sign-in provider that behaves like Google: OpenID Connect with discovery, codes with PKCE, key rotation and ID tokens.

export interface Person {
  sub: string
  name?: string
  email?: string
  email_verified?: boolean
  hd?: string
}
interface Pending {
  person: Person
  query: URLSearchParams
  usedAt?: number
}

export const googleClient = { id: 'fanlight.apps.example', secret: 'gocspx-stand-in' }

export interface GooglePeer extends Peer {
  /** Configuration that leads to it. */
  env: Record<string, string>
  /** What a browser sends back after the user clicks “continue” at the URL that it was redirected to. */
  consent(url: string, person: Person): { code: string; state: string; iss: string }
  /** An ID token as one tap gives it. */
  idToken(person: Person, claims?: JWTPayload, header?: { foreignKey?: boolean }): Promise<string>
  changeKeys(): Promise<void>
  /** The next ID token says these instead. */
  lieNext(claims: JWTPayload): void
}

/** `people` are offered on its page; a browser chooses one. */
export async function startGoogle(people: readonly Person[] = []): Promise<GooglePeer> {
  const codes = new Map<string, Pending>()
  let key = await newKey()
  const foreign = await newKey()
  let lie: JWTPayload = {}

  const issue = (issuer: string, person: Person, claims: JWTPayload = {}, by = key) => {
    const now = Math.floor(Date.now() / 1000)
    const base = { iss: issuer, aud: googleClient.id, azp: googleClient.id, iat: now, exp: now + 3600 }
    return new SignJWT({ ...base, ...person, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: by.kid })
      .sign(by.secret)
  }

  const consent = (url: string, person: Person) => {
    const { searchParams: query } = new URL(url)
    const code = randomUUID()
    codes.set(code, { person, query })
    return { code, state: query.get('state') ?? '', iss: peer.url }
  }

  const peer = await listenAsPeer(async (request, response, url) => {
    const issuer = peer.url
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /.well-known/openid-configuration':
        return sendJson(response, 200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
          authorization_response_iss_parameter_supported: true,
        })
      case 'GET /keys':
        return sendJson(response, 200, { keys: [key.shown] })
      case 'GET /authorize':
        return sendHtml(
          response,
          people.map((person) => {
            const answer = consent(url.href, person)
            const back = new URL(url.searchParams.get('redirect_uri')!)
            for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value)
            return { label: `Continue as ${person.email ?? person.name}`, href: back.href }
          }),
        )
      case 'POST /token':
        return redeem(request, response)
      default:
        return sendJson(response, 404, { error: 'not_found' })
    }
  })

  async function redeem(request: Request, response: Parameters<typeof sendJson>[0]): Promise<void> {
    const form = new URLSearchParams(await readBody(request))
    const no = (error: string, status = 400) => sendJson(response, status, { error })
    if (form.get('client_id') !== googleClient.id || !same(form.get('client_secret') ?? '', googleClient.secret))
      return no('invalid_client', 401)
    const pending = codes.get(form.get('code') ?? '')
    if (form.get('grant_type') !== 'authorization_code' || !pending || pending.usedAt) return no('invalid_grant')
    pending.usedAt = Date.now()
    const { query, person } = pending
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (query.get('client_id') !== googleClient.id) return no('invalid_grant')
    if (query.get('redirect_uri') !== form.get('redirect_uri') || query.get('code_challenge') !== challenge)
      return no('invalid_grant')
    const claims = { nonce: query.get('nonce') ?? undefined, ...lie }
    lie = {}
    return sendJson(response, 200, {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: await issue(peer.url, person, claims),
    })
  }

  return Object.assign(peer, {
    env: {
      GOOGLE_CLIENT_ID: googleClient.id,
      GOOGLE_CLIENT_SECRET: googleClient.secret,
      GOOGLE_ISSUER_URL: peer.url,
    },
    consent,
    idToken: (person: Person, claims: JWTPayload = {}, { foreignKey = false } = {}) =>
      issue(peer.url, person, claims, foreignKey ? { ...foreign, kid: key.kid } : key),
    async changeKeys() {
      key = await newKey()
    },
    lieNext(claims: JWTPayload) {
      lie = claims
    },
  })
}

async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const kid = randomUUID()
  const shown: JWK = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
  return { kid, secret: privateKey, shown }
}
const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
