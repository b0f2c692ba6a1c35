import type { Context } from '@fanlight/server/platform/context'
import { testGatewayHost } from './listener.ts'

/** Calls the gateway as a merchant's back office or a cardholder's bank: `callFakeStripe(ctx, 'refunds', { payment_intent, amount })`. */
export async function requestGateway(
  ctx: Context,
  path: string,
  fields: Record<string, string | number>,
  headers: Record<string, string> = {},
) {
  const { url, secretKey, egress } = await testGatewayHost(ctx)
  const form = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const reply = await egress.send(`${url}/v1/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: String(form),
  })
  return { status: reply.status, body: JSON.parse(String(reply.body)) }
}
