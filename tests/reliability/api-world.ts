import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Endpoint } from '@fanlight/contract/endpoint'
import { countryPort } from '@fanlight/server/modules/people/accounts/auth/identify'
import { buildAccess } from '@fanlight/server/modules/content/posts/testing'
import { giveTokens } from '@fanlight/server/modules/money/wallet/testing'
import type { Context } from '@fanlight/server/platform/context'
import { sql } from '@fanlight/server/platform/db/db'
import { sha256 } from '@fanlight/server/platform/ids'
import { api, formOf, type Reply } from '@fanlight/server/testing/api'
import {
  buildAdmin,
  buildBlock,
  buildPerformer,
  buildUnfinished,
  buildUser,
  type Built,
} from '@fanlight/server/testing/builders'
import type { GooglePeer } from '@fanlight/server/testing/peers/google'
import type { TwitterPeer } from '@fanlight/server/testing/peers/twitter'
import type { TestServer } from '@fanlight/server/testing/server'

// The people and things that the checks of the API share.

/** Everybody who may knock, by the name the table of S2 gives them. Relations are those to `performer`. */
export async function buildCast({ ctx }: TestServer) {
  await ctx.settings.set(ctx.db, 'termsVersion', termsVersion, null)
  const [performer, otherPerformer] = [await buildPerformer(ctx), await buildPerformer(ctx)]
  const [subscribed, blocked] = [await buildUser(ctx), await buildUser(ctx)]
  await buildAccess(ctx, subscribed, performer)
  // The blocked user, and the user in a blocked country, have everything else that grants access.
  await buildAccess(ctx, blocked, performer)
  const geoBlocked = await buildUser(ctx)
  await buildAccess(ctx, geoBlocked, performer)
  await buildBlock(ctx, performer, blocked)
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${performer.id}, ${blockedCountry})`.execute(
    ctx.db,
  )
  const suspended = await buildUser(ctx, { status: 'suspended' })
  await buildAccess(ctx, suspended, performer)
  return {
    anonymous: undefined,
    fan: await buildUser(ctx),
    otherFan: await buildUser(ctx),
    subscribed,
    blocked,
    geoBlocked,
    unverified: await buildUser(ctx, { status: 'pending_email', emailVerified: false }),
    unfinished: await buildUnfinished(ctx),
    termsDue: await termsDue(ctx),
    closing: await buildUser(ctx, { status: 'closing' }),
    suspended,
    performer,
    otherPerformer,
    kycPending: await buildPerformer(ctx, { approved: false }),
    suspendedPerformer: await buildPerformer(ctx, { status: 'suspended' }),
    support: await buildAdmin(ctx, { permissions: ['support'] }),
    moderator: await buildAdmin(ctx, { permissions: ['moderation'] }),
    compliance: await buildAdmin(ctx, { permissions: ['compliance'] }),
    finance: await buildAdmin(ctx, { permissions: ['finance'] }),
    owner: await buildAdmin(ctx, { permissions: ['owner'] }),
  }
}
/** The terms now in force: all but one have accepted them. */
export const termsVersion = '2026-01-31'
async function termsDue(ctx: Context): Promise<Built> {
  const fan = await buildUser(ctx)
  await sql`UPDATE accounts SET terms_version = '' WHERE id = ${fan.id}`.execute(ctx.db)
  return fan
}
export type Cast = Awaited<ReturnType<typeof buildCast>>
export type CastName = keyof Cast

export interface World {
  server: TestServer
  cast: Cast
  /** Sign-in providers, if the check has configured them. */
  peers?: { google: GooglePeer; twitter: TwitterPeer }
}

const blockedCountry = 'NL'
const countryHeader = 'x-test-country'

/** The cast with money, and what they offer. A header says which country a request comes from. */
export async function buildWorld(server: TestServer): Promise<World> {
  const { ctx } = server
  countryPort.countryOf = (request) => (request.headers[countryHeader] as string | undefined) ?? null
  ctx.config.ageProvider = { url: await startAgeProvider(), secret: 'known-to-both-of-us' }
  const cast = await buildCast(server)
  for (const who of Object.values(cast)) if (who) await giveTokens(ctx, who.id, 1_000_000)
  return { server, cast }
}

/** An age assurance provider whose verdict is still pending. */
async function startAgeProvider(): Promise<string> {
  const provider = createServer((request, reply) =>
    reply.end(
      JSON.stringify(
        request.method === 'POST'
          ? { reference: randomUUID(), url: 'https://ages.example/check' }
          : { state: 'pending', method: 'face' },
      ),
    ),
  )
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  provider.unref()
  return `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
}

/** Sessions of their own for these people, in one statement: some calls end the one they came with. */
export async function freshTokens(
  { ctx }: TestServer,
  people: readonly (Built | undefined)[],
): Promise<(string | undefined)[]> {
  const tokens = people.map((who) => who && randomBytes(32).toString('base64url'))
  const made = people.flatMap((who, index) => (who ? [{ id: who.id, hash: sha256(tokens[index]!) }] : []))
  // Seen in an hour: a request notes when its session was seen last where that is a minute ago, as long as the requests of one call may take.
  await sql`INSERT INTO sessions (account_id, token_hash, remember, second_factor_at, last_seen_at, expires_at)
    SELECT account_id, token_hash, true, app_now(), app_now() + interval '1 hour', app_now() + interval '365 days'
    FROM unnest(${made.map((entry) => entry.id)}::uuid[], ${made.map((entry) => entry.hash)}::bytea[]) AS one(account_id, token_hash)`.execute(
    ctx.db,
  )
  return tokens
}

/** Who passes the policy of a call. */
export const allowedFor = (call: Endpoint, cast: Cast): Built | undefined => {
  if (call.who === 'public') return undefined
  if (call.who === 'performer' || call.who === 'approved') return cast.performer
  return call.who.startsWith('admin:') ? cast.owner : cast.fan
}

/** One request, but for who sends it. */
export interface ApiRequest {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** Files of a form, by field; the fields of `body` travel with them. */
  files?: Record<string, Buffer>
  headers?: Record<string, string>
}

export const pathOf = (call: Endpoint, { params = {}, query }: ApiRequest): string =>
  call.path.replaceAll(/:([a-zA-Z]+)/g, (_whole, name: string) => params[name] ?? unknownId) +
  (query ? `?${new URLSearchParams(query).toString()}` : '')

/** An id that nothing has. */
export const unknownId = '01890000-0000-7000-8000-00000000dead'

/** Sends a call as its kind wants to be sent: JSON or a form. */
export function sendRequest(
  { server }: World,
  call: Endpoint,
  token: string | undefined,
  request: ApiRequest,
  name?: CastName,
): Promise<Reply> {
  const headers = {
    ...(call.idempotent === 'own' && { 'idempotency-key': randomUUID() }),
    ...(name === 'geoBlocked' && { [countryHeader]: blockedCountry }),
    ...request.headers,
  }
  const form = call.files && formOf(asFields(request.body), request.files)
  return api(server, token).call(call.method, pathOf(call, request), {
    headers,
    ...(form ? { form } : request.body !== undefined && { body: request.body }),
  })
}

const asFields = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((body ?? {}) as object).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ]),
  )
