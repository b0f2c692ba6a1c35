import { z } from 'zod'
import { done, endpoint, one } from './endpoint.ts'
import { instant } from './fields.ts'

// Programs of the creator's own read the events of their live room from `/live/events` with a key: docs/room-events.md. The page `/live/overlay`, which
// programs such as OBS show over a picture, reads the same.

export const roomKeyKinds = ['overlay', 'feed'] as const
const kind = z.enum(roomKeyKinds)
const roomKey = z.object({ kind, createdAt: instant })
export type RoomKey = z.infer<typeof roomKey>

const group = 'streaming'
const params = z.object({ kind })

export const listRoomKeys = endpoint('GET /streaming/room-keys', {
  group,
  summary: 'Which keys the creator has for the events of their live room. The keys themselves are never shown again.',
  who: 'performer',
  limit: 'read',
  reply: one(z.array(roomKey)),
})
export const replaceRoomKey = endpoint('POST /streaming/room-keys/:kind', {
  group,
  summary:
    'Makes a key for the events of one’s live room and shows it this once. The one before of this kind works no more from this moment, and what is connected with it is disconnected. `signingSecret` verifies the events that a key of the kind `feed` reads.',
  who: 'approved',
  limit: 'write',
  idempotent: 'none',
  params,
  reply: one(z.object({ key: z.string(), signingSecret: z.string().nullable(), createdAt: instant })),
})
export const revokeRoomKey = endpoint('DELETE /streaming/room-keys/:kind', {
  group,
  summary:
    'Ends a key for the events of one’s live room, and what is connected with it. Where there is none, nothing happens.',
  who: 'performer',
  limit: 'write',
  params,
  reply: done,
})
