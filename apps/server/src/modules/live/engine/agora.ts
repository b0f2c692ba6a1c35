import { createHash } from 'node:crypto'
import agoraToken from 'agora-token'
import type { Transport } from '@fanlight/contract/streaming'
import type { Config } from '../../../platform/config.ts'
import type { Context } from '../../../platform/context.ts'
import { keyFor } from '../../../platform/keys.ts'
import { refuse } from '../../../platform/refusal.ts'
import { AgoraApi } from './agora-api.ts'
import { agoraRooms, tokenSeconds } from './agora-rooms.ts'
import { closeRoom, hasSeat, leaveSeats, takeSeat } from './agora-seats.ts'
import type { EngineRoom, LiveEngine } from './port.ts'

const { RtcRole, RtcTokenBuilder } = agoraToken

type AgoraTransport = Extract<Transport, { kind: 'agora' }>
interface Person {
  id: string
  sessionId: string
}
/** Everybody who asks within this time gets one answer, and for so long the last one counts where Agora gives none. */
const freshMs = 2_000
const staleMs = 20_000
const lastRooms = new Map<string, { at: number; rooms: Promise<EngineRoom[]> }>()
/** For tests. */
export const forgetAnswers = (): void => lastRooms.clear()

/**
 * The network of Agora as the engine of live rooms. It says who is in a room, never what has arrived, records nothing for us and takes no program with a key: so
 * there are no paid shows, no replays and no OBS with it.
 */
export function agoraEngine(ctx: Context, of: NonNullable<Config['agora']>, appId: string): AgoraEngine {
  const api = new AgoraApi(of, appId)
  // Several installations may share a project.
  const prefix = `${createHash('sha256').update(keyFor(ctx.secret, 'live grants')).digest('hex').slice(0, 12)}_`
  const transportOf = (room: string, uid: number, may: 'publish' | 'view'): AgoraTransport => {
    const role = may === 'publish' ? RtcRole.PUBLISHER : RtcRole.SUBSCRIBER
    const channel = prefix + room
    const token = RtcTokenBuilder.buildTokenWithUid(
      appId,
      of.certificate,
      channel,
      uid,
      role,
      tokenSeconds,
      tokenSeconds,
    )
    // What the library makes of an id that is none.
    if (token === '') refuse('LIVE_UNAVAILABLE')
    return { kind: 'agora', appId, channel, uid: String(uid), token }
  }
  return {
    name: 'agora',
    meters: false,
    async close(room) {
      await closeRoom(ctx, room)
      await api.ban(prefix + room, undefined, tokenSeconds)
    },
    async remove(room, sessionIds) {
      const seats = await leaveSeats(ctx, room, sessionIds)
      for (const { uid } of seats) await api.ban(prefix + room, uid, tokenSeconds)
    },
    rooms: () => shared(appId + prefix, () => agoraRooms(ctx, api, prefix)),
    async transport(room, { sessionId }, may) {
      return transportOf(room, await takeSeat(ctx, { roomId: room, sessionId, may }), may)
    },
    async renew(room, { sessionId }, may, uid) {
      return (await hasSeat(ctx, { roomId: room, uid, sessionId, may })) ? transportOf(room, uid, may) : undefined
    },
  }
}

export interface AgoraEngine extends LiveEngine {
  /** Another right of the same number. Undefined where it is theirs no more. */
  renew(room: string, person: Person, may: 'publish' | 'view', uid: number): Promise<AgoraTransport | undefined>
}

/** Agora counts questions: one answer is for all who ask in these seconds, and a hiccup of its API ends nobody's stream. */
function shared(key: string, ask: () => Promise<EngineRoom[]>): Promise<EngineRoom[]> {
  const last = lastRooms.get(key)
  if (last && Date.now() - last.at < freshMs) return last.rooms
  const at = Date.now()
  const rooms = ask().catch((error: unknown) => {
    if (!last || Date.now() - last.at > staleMs) throw error
    lastRooms.set(key, last)
    return last.rooms
  })
  lastRooms.set(key, { at, rooms })
  return rooms
}
