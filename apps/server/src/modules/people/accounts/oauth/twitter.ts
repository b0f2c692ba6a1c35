import type { IGetHttpRequestArgs, ITwitterApiClientPlugin } from 'twitter-api-v2'
import { z } from 'zod'
import type { Config } from '../../../../platform/config.ts'
import type { Context } from '../../../../platform/context.ts'
import { Refusal, refuse } from '../../../../platform/refusal.ts'
import type { Begun, Identity } from './identity.ts'
import { isUnavailable, reach, unavailable } from './provider-request.ts'

// Twitter: OAuth 1.0a in three legs. The library signs; what is signed leaves through platform/egress.ts.

type Settings = NonNullable<Config['twitter']>
export const twitterAddress = 'https://api.x.com'

export async function begin(ctx: Context, callback: string): Promise<Begun> {
  const settings = ctx.config.twitter ?? refuse('PROVIDER_NOT_OFFERED')
  const client = await clientOf(settings)
  // Whatever it answers here is between Twitter and our keys.
  const link = await unlessUnreachable(ctx, unavailable, () =>
    client.generateAuthLink(callback, { linkMode: 'authenticate' }),
  )
  const made = requestToken.safeParse(link)
  if (!made.success) return unavailable()
  const { oauth_token: oauthToken, oauth_token_secret: oauthTokenSecret, url } = made.data
  const { pathname, search } = new URL(url)
  return { url: new URL(pathname + search, settings.apiUrl).href, pending: { oauthToken, oauthTokenSecret } }
}

export async function redeem(ctx: Context, stored: Record<string, string>, verifier: string): Promise<Identity> {
  const settings = ctx.config.twitter ?? refuse('PROVIDER_NOT_OFFERED')
  const client = await clientOf(settings, {
    accessToken: stored['oauthToken'] ?? '',
    accessSecret: stored['oauthTokenSecret'] ?? '',
  })
  const answer = await unlessUnreachable(
    ctx,
    () => refuse('SIGN_IN_REFUSED'),
    () => client.login(verifier),
  )
  const { success, data } = accessToken.safeParse(answer)
  if (!success) return refuse('SIGN_IN_REFUSED')
  // The access token itself is discarded: no other request is sent to Twitter, which does not return an email address.
  const { userId, screenName } = data
  return { provider: 'twitter', subject: userId, label: `@${screenName}`, name: screenName, email: null }
}

const requestToken = z.object({
  oauth_token: z.string().min(1).max(200),
  oauth_token_secret: z.string().min(1).max(200),
  oauth_callback_confirmed: z.literal('true'),
  url: z.url(),
})
const accessToken = z.object({ userId: z.string().regex(/^\d{1,20}$/), screenName: z.string().regex(/^\w{1,50}$/) })

async function clientOf(settings: Settings, token: { accessToken?: string; accessSecret?: string } = {}) {
  const { TwitterApi } = await import('twitter-api-v2')
  const keys = { appKey: settings.apiKey, appSecret: settings.apiSecret, ...token }
  return new TwitterApi(keys, { plugins: [through(settings)] })
}

class Answered extends Error {
  readonly status: number
  constructor(status: number) {
    super(`Twitter answered ${status}`)
    this.status = status
  }
}

/** What the library computes before it sends: the request with its signature. Its types do not export this. */
interface Signer {
  getHttpRequestArgs(params: IGetHttpRequestArgs): {
    url: URL
    headers: Record<string, unknown>
    body?: string | Buffer
  }
}

/** Sends the library's requests itself, before it would: signed for the address that the configuration names. */
const through = ({ apiUrl }: Settings): ITwitterApiClientPlugin => ({
  async onBeforeRequestConfig({ client, url, params }) {
    const address = new URL(url.pathname + url.search, apiUrl).href
    const signed = (client as unknown as Signer).getHttpRequestArgs({ ...params, url: address })
    const reply = await reach({ url: apiUrl, isPublic: apiUrl === twitterAddress }, signed.url.href, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(signed.headers).map(([name, value]) => [name, String(value)])),
      ...(signed.body !== undefined && { body: signed.body.toString() }),
    })
    if (reply.status !== 200) throw new Answered(reply.status)
    const data = Object.fromEntries(new URLSearchParams(reply.body.toString('utf8')))
    return { data, headers: reply.headers }
  },
})

async function unlessUnreachable<T>(ctx: Context, otherwise: () => never, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Refusal) throw error
    ctx.log.warn({ part: 'providers', provider: 'twitter', why: String(error) }, 'a sign-in failed')
    return isUnavailable(error) ? unavailable() : otherwise()
  }
}
