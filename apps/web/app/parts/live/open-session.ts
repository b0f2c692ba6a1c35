import type { Transport } from '@fanlight/contract/streaming'
import { publishToAgora } from './agora.ts'
import { publishToLiveKit } from './livekit-publish.ts'
import { type Session, SessionError, type Tracks } from './session.ts'
import { publish } from './whip.ts'

/** Publishes into a room, and resolves once video can flow. Rejects with a `SessionError`. */
export async function openSession(transport: Transport, tracks: Tracks): Promise<Session> {
  if (transport.kind === 'webrtc-http') return publish(transport, tracks)
  if (transport.kind === 'agora') return publishToAgora(transport, tracks)
  if (transport.kind === 'livekit') return publishToLiveKit(transport, tracks)
  throw new SessionError('server')
}
