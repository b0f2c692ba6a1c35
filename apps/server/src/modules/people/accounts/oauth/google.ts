import { isDeepStrictEqual } from 'node:util'
import type { RemoteJWKSet } from 'jose'
import type * as OpenId from 'openid-client'
import { z } from 'zod'
import type { Config } from '../../../../platform/config.ts'
import type { Context } from '../../../../platform/context.ts'
import { Refusal, refuse, refuseIf } from '../../../../platform/refusal.ts'
import type { Begun, Identity } from './identity.ts'
import { isUnavailable, reach, unavailable } from './provider-request.ts'

// Google, or any compatible OpenID Connect provider: the code flow with PKCE, state and nonce, and the ID token of One Tap.

type Settings = NonNullable<Config['google']>
interface Google {
  settings: Settings
  client: typeof OpenId
  configuration: OpenId.Configuration
  keys: RemoteJWKSet
  openedAt: number
}

export async function begin(ctx: Context, callback: string): Promise<Begun & { clientId: string; nonce: string }> {
  const { client, configuration, settings } = await open(ctx)
  const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    prompt: 'select_account',
  })
  return { url: url.href, pending: { state, nonce, verifier }, clientId: settings.clientId, nonce }
}

export interface CodeAnswer {
  code: string
  state: string
  iss?: string | undefined
}
/** Trades the code for the person's ID token. */
export async function redeem(
  ctx: Context,
  callback: string,
  stored: Record<string, string>,
  answer: CodeAnswer,
): Promise<Identity> {
  const google = await open(ctx)
  const { client, configuration } = google
  const url = new URL(callback)
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value)
  const tokens = await unlessUnreachable(ctx, () =>
    client.authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: stored['verifier'] ?? '',
      expectedState: stored['state'] ?? '',
      expectedNonce: stored['nonce'] ?? '',
      idTokenExpected: true,
    }),
  )
  return read(ctx, google, tokens.id_token!, stored['nonce'] ?? '')
}

/** Reads the ID token of one tap. It names our nonce where the browser was given one. */
export async function readCredential(ctx: Context, credential: string, nonce: string | undefined): Promise<Identity> {
  return read(ctx, await open(ctx), credential, nonce)
}

const claims = z.object({
  sub: z.string().min(1).max(255),
  azp: z.string().optional(),
  nonce: z.string().optional(),
  name: z.string().default(''),
  email: z.email().max(254).toLowerCase().optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.stringbool()]).catch(false),
  hd: z.string().optional(),
})

async function read(ctx: Context, google: Google, token: string, nonce: string | undefined): Promise<Identity> {
  const { jwtVerify } = await import('jose')
  const { settings, keys } = google
  const { payload } = await unlessUnreachable(ctx, () =>
    jwtVerify(token, keys, {
      issuer: issuersOf(settings),
      audience: settings.clientId,
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: ctx.clock.now(),
      clockTolerance: 30,
    }),
  )
  const { success, data } = claims.safeParse(payload)
  refuseIf(!success, 'SIGN_IN_REFUSED')
  const given = data!
  // Made for another program of the same project, or for several: it may be shown around there.
  refuseIf(given.azp !== undefined && given.azp !== settings.clientId, 'SIGN_IN_REFUSED')
  refuseIf(!isDeepStrictEqual(payload.aud, settings.clientId), 'SIGN_IN_REFUSED')
  refuseIf(given.nonce !== undefined && given.nonce !== nonce, 'SIGN_IN_REFUSED')
  const email = given.email !== undefined && isTheirMailbox(given.email, given) ? given.email : null
  return { provider: 'google', subject: given.sub, label: given.email ?? given.name, name: given.name, email }
}

/** Google verifies its own mailboxes continuously. Other addresses were verified once, perhaps years ago. */
const isTheirMailbox = (email: string, { email_verified, hd }: { email_verified: boolean; hd?: string | undefined }) =>
  email_verified &&
  (/@(gmail|googlemail)\.com$/.test(email) || (hd !== undefined && email.endsWith(`@${hd.toLowerCase()}`)))

const googleIssuer = 'https://accounts.google.com'
/** Google's own tokens have named it without the scheme, too. */
const issuersOf = ({ issuerUrl }: Settings): string[] =>
  issuerUrl === googleIssuer ? [googleIssuer, 'accounts.google.com'] : [issuerUrl]

const opened = new WeakMap<Settings, Google>()
const openForMs = 60 * 60_000

/** Where Google's calls are, found once an hour. */
async function open(ctx: Context): Promise<Google> {
  const settings = ctx.config.google ?? refuse('PROVIDER_NOT_OFFERED')
  const known = opened.get(settings)
  const now = ctx.clock.now().getTime()
  if (known && Math.abs(now - known.openedAt) < openForMs) return known
  return unlessUnreachable(ctx, async () => {
    const [client, jose] = await Promise.all([import('openid-client'), import('jose')])
    const fetch = through(settings)
    const configuration = await client.discovery(
      new URL(settings.issuerUrl),
      settings.clientId,
      undefined,
      client.ClientSecretPost(settings.clientSecret),
      {
        [client.customFetch]: fetch,
        execute: settings.issuerUrl.startsWith('http://') ? [client.allowInsecureRequests] : [],
      },
    )
    const { jwks_uri: keysAt } = configuration.serverMetadata()
    if (!keysAt) return unavailable()
    // Keys are rotated without notice: an unknown key causes a new request, at most every few seconds.
    const keys = jose.createRemoteJWKSet(new URL(keysAt), { [jose.customFetch]: fetch, cooldownDuration: 5_000 })
    const made = { settings, client, configuration, keys, openedAt: now }
    opened.set(settings, made)
    return made
  })
}

interface FetchOptions {
  method?: string
  headers?: ConstructorParameters<typeof Headers>[0]
  body?: unknown
}
/** What the libraries take for `fetch`, made of platform/egress.ts. */
const through =
  ({ issuerUrl }: Settings) =>
  async (address: string | URL, { method, headers, body }: FetchOptions = {}): Promise<Response> => {
    const reply = await reach({ url: issuerUrl, isPublic: issuerUrl === googleIssuer }, String(address), {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && body !== null && { body: String(body) }),
    })
    return new Response(new Uint8Array(reply.body), { status: reply.status, headers: reply.headers })
  }

/** Maps all errors of the libraries to one of two results: provider unreachable, or not authenticated. */
async function unlessUnreachable<T>(ctx: Context, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Refusal) throw error
    const reason = { code: (error as { code?: unknown }).code, error: (error as { error?: unknown }).error }
    ctx.log.warn({ part: 'providers', provider: 'google', ...reason, why: String(error) }, 'a sign-in failed')
    // Keys that Google does not take are our operator's fault; the visitor can do nothing about them.
    if (isUnavailable(error) || isOurFault(error)) return unavailable()
    return refuse('SIGN_IN_REFUSED')
  }
}

const isOurFault = (error: unknown): boolean =>
  ['invalid_client', 'unauthorized_client', 'redirect_uri_mismatch'].includes(
    String((error as { error?: unknown }).error),
  ) ||
  // Another server responds at that address: not OpenID Connect at all.
  ['OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'].includes(
    String((error as { code?: unknown }).code),
  )
