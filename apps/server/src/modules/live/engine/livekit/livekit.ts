import { grantSecondsMax, writeGrant } from '@fanlight/live-engine/token'
import type { RoomServiceClient } from 'livekit-server-sdk'
import type { Config } from '../../../../platform/config.ts'
import type { Context } from '../../../../platform/context.ts'
import { keyFor } from '../../../../platform/keys.ts'
import type { LiveEngine } from '../port.ts'
import { roomService, unlessMissing } from './client.ts'
import { openPerson, publisherName, roomIdOf, roomName } from './names.ts'
import { type LiveKitRoom, readRoom } from './room.ts'
import { countReached, noteRemoved } from './store.ts'

/** So many rooms are asked for their people at once. */
const asksMax = 16

/**
 * Rooms on a LiveKit server. Browsers reach its signalling through our own address (see `signals.ts`), and send and receive media directly. It keeps no
 * recording, makes no pictures and no HLS, and takes no program: without programs of its own beside it, it can't.
 */
export function liveKitEngine(ctx: Context, config: NonNullable<Config['liveKit']>): LiveEngine {
  const service = roomService(config)
  return {
    name: 'livekit',
    meters: true,
    async close(id) {
      await noteRemoved(ctx, id)
      await unlessMissing(service.deleteRoom(roomName(ctx, id)))
    },
    async remove(id, sessions) {
      // First of all, so that whoever comes from now on is refused.
      await noteRemoved(ctx, id, sessions)
      const room = roomName(ctx, id)
      const people = (await unlessMissing(service.listParticipants(room))) ?? []
      const gone = people.filter(({ identity, metadata }) => {
        const person = openPerson(ctx, identity === publisherName ? metadata : identity)
        return person?.room === id && sessions.includes(person.session)
      })
      await Promise.all(gone.map(({ identity }) => unlessMissing(removeNow(service, room, identity))))
    },
    async rooms() {
      const rooms = await readAll(ctx, service)
      const reached = rooms.flatMap(({ reached: of }) => of)
      const openings = rooms.map(({ opening }) => opening)
      const counted = await countReached(ctx, openings, reached)
      return rooms.map(({ reached: _, ...room }) => ({
        ...room,
        received: counted.filter(({ opening }) => opening === room.opening).map(({ userId, ms }) => ({ userId, ms })),
        input: { reading: null, problem: null },
        recording: { isOn: false, bytes: 0, problem: null },
      }))
    },
    async transport(id, person, may) {
      const issuedAt = Math.floor(Date.now() / 1000)
      return {
        kind: 'livekit',
        url: '/live',
        token: writeGrant(keyFor(ctx.secret, 'live grants'), {
          room: id,
          user: person.id,
          session: person.sessionId,
          may,
          issuedAt,
          expiresAt: issuedAt + grantSecondsMax,
        }),
      }
    },
  }
}

/** A server that knows how to (LiveKit Cloud does) refuses the tokens of its own from before, too. */
export const removeNow = (service: RoomServiceClient, room: string, identity: string): Promise<void> =>
  service.removeParticipant(room, identity, { revokeTokenTs: BigInt(Math.floor(Date.now() / 1000)) })

async function readAll(ctx: Context, service: RoomServiceClient): Promise<LiveKitRoom[]> {
  const own = (await service.listRooms()).flatMap(({ name, sid }) => {
    const id = roomIdOf(ctx, name)
    return id === undefined ? [] : [{ id, name, sid }]
  })
  const read: LiveKitRoom[] = []
  for (let at = 0; at < own.length; at += asksMax)
    read.push(
      ...(await Promise.all(
        own.slice(at, at + asksMax).map(async ({ id, name, sid }) => {
          const people = (await unlessMissing(service.listParticipants(name))) ?? []
          return readRoom({ id, opening: sid }, people, (sealed) => openPerson(ctx, sealed))
        }),
      )),
    )
  return read
}
