import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@fanlight/contract/endpoint'
import { api, formOf, type Reply } from '@fanlight/server/testing/api'
import { type Built, buildAdmin, buildPerformer, buildSession, buildUser } from '@fanlight/server/testing/builders'
import type { TestServer } from '@fanlight/server/testing/server'

/** Everybody who may knock, by the name the table of quality S2 gives them. */
export async function buildCast({ ctx }: TestServer) {
  const [performer, otherPerformer, kycPending] = [
    await buildPerformer(ctx),
    await buildPerformer(ctx),
    await buildPerformer(ctx, { approved: false }),
  ]
  return {
    anonymous: undefined,
    fan: await buildUser(ctx),
    otherFan: await buildUser(ctx),
    unverified: await buildUser(ctx, { status: 'pending_email', emailVerified: false }),
    suspended: await buildUser(ctx, { status: 'suspended' }),
    closing: await buildUser(ctx, { status: 'closing' }),
    performer,
    otherPerformer,
    kycPending,
    suspendedPerformer: await buildPerformer(ctx, { status: 'suspended' }),
    support: await buildAdmin(ctx, { permissions: ['support'] }),
    moderator: await buildAdmin(ctx, { permissions: ['moderation'] }),
    compliance: await buildAdmin(ctx, { permissions: ['compliance'] }),
    finance: await buildAdmin(ctx, { permissions: ['finance'] }),
    owner: await buildAdmin(ctx, { permissions: ['owner'] }),
  }
}
export type Cast = Awaited<ReturnType<typeof buildCast>>
export type CastName = keyof Cast

/** A session of its own for each request: some calls end the one they came with. */
export const freshToken = async ({ ctx }: TestServer, who: Built | undefined): Promise<string | undefined> =>
  who && (await buildSession(ctx, who.id)).token

/** Who passes the policy of a call. */
export const allowedFor = (call: Endpoint, cast: Cast): Built | undefined => {
  if (call.who === 'public') return undefined
  if (call.who === 'performer' || call.who === 'approved') return cast.performer
  return call.who.startsWith('admin:') ? cast.owner : cast.fan
}

export const pathOf = (
  call: Endpoint,
  fill: (name: string) => string = () => '01890000-0000-7000-8000-000000000000',
): string => call.path.replaceAll(/:([a-zA-Z]+)/g, (_whole, name: string) => fill(name))

/** Sends a call as its kind wants to be sent: JSON or a form. */
export function sendCall(
  server: TestServer,
  call: Endpoint,
  token: string | undefined,
  path: string,
  body: unknown,
): Promise<Reply> {
  const headers = { ...(call.idempotent && { 'idempotency-key': randomUUID() }) }
  const client = api(server, token)
  if (call.files && body !== null && typeof body === 'object') {
    const fields = Object.entries(body).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ])
    return client.call(call.method, path, {
      form: formOf(Object.fromEntries(fields), { [call.files[0]!]: Buffer.from('not what it says') }),
      headers,
    })
  }
  return client.call(call.method, path, { ...(call.method !== 'GET' && body !== undefined && { body }), headers })
}
