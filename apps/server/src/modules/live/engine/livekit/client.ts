import { RoomServiceClient, TwirpError } from 'livekit-server-sdk'
import type { Config } from '../../../../platform/config.ts'
import { EgressError, egressTo } from '../../../../platform/egress.ts'
import { refuse } from '../../../../platform/refusal.ts'

const deadlineMs = 3_000
const bytesMax = 16 * 1024 * 1024

/**
 * The official client of a LiveKit server, whose requests go through the place of ours that reaches other machines: the library takes no other `fetch`, but what
 * sends its calls is one object. Calls reject with `LIVE_UNAVAILABLE` where the server doesn't answer, and with a `TwirpError` where it refuses.
 */
export function roomService({ url, key, secret }: NonNullable<Config['liveKit']>): RoomServiceClient {
  const client = new RoomServiceClient(url, key, secret, { failover: false })
  Reflect.set(client, 'rpc', {
    async request(service: string, method: string, data: unknown, headers: Record<string, string>): Promise<unknown> {
      const { status, body } = await egressTo(url, { isOwn: true })
        .send(`${url}/twirp/livekit.${service}/${method}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(data),
          deadlineMs,
          bytesMax,
        })
        .catch((error: unknown) => {
          if (error instanceof EgressError) refuse('LIVE_UNAVAILABLE')
          throw error
        })
      if (status === 200) return JSON.parse(String(body))
      // A proxy before it, or the server where it shuts down.
      if (status >= 500) refuse('LIVE_UNAVAILABLE')
      throw new TwirpError(method, `The LiveKit server answered ${status} to ${method}.`, status, codeIn(body))
    },
  })
  return client
}

/** `not_found` and its like (Twirp). */
function codeIn(body: Buffer): string {
  try {
    return String((JSON.parse(String(body)) as { code?: unknown }).code)
  } catch {
    return 'unknown'
  }
}

/** What is not there needs not be removed. */
export async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof TwirpError && error.code === 'not_found') return undefined
    throw error
  }
}
