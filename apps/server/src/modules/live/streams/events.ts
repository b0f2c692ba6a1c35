import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'
import { room } from '../../../platform/sockets/rooms.ts'

/** Who follows a stream: they watch it, or they are its creator. */
export const streamRoom = room('stream')

const stream = z.object({ streamId: id, performerId: id })
const to = { accounts: ['performerId'], rooms: [{ room: streamRoom, field: 'streamId' }] } as const

/** Video has come for the first time, or again. */
export const streamLive = event('stream.live', stream, { to })
/** Its title, its type or its state has changed. */
export const streamChanged = event('stream.changed', stream, { to })
export const streamEnded = event('stream.ended', stream, { to })
export const streamViewersChanged = event('stream.viewers_changed', stream.extend({ viewers: z.int() }), { to })
