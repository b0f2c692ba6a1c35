import { createHmac } from 'node:crypto'
import type { WebRtcTransport } from '@fanlight/contract/streaming'
import type { Config } from '../../../platform/config.ts'

/** Long enough to connect: a relay that is in use stays, and who comes back is given new ones. */
const credentialSecondsMax = 10 * 60

/**
 * The TURN servers of this installation, with credentials for one account (draft-uberti-behave-turn-rest, `use-auth-secret` of coturn): the server
 * reads from the name when they expire, and computes the password itself.
 */
export function turnServers(turn: Config['liveTurn'], accountId: string, now: Date): WebRtcTransport['iceServers'] {
  if (!turn) return []
  const username = `${Math.floor(now.getTime() / 1000) + credentialSecondsMax}:${accountId}`
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64')
  return [{ urls: [...turn.urls], username, credential }]
}
