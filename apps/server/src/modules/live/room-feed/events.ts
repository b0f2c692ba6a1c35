import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

/** A key for the events of a live room is one no more: what is connected with it is disconnected. */
export const roomKeyEnded = event('room-key.ended', z.object({ keyId: id, performerId: id }))
