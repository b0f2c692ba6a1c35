import { roomFeedEvents } from './modules/live/room-feed/messages.ts'
import { pageChanges } from './page-cache-invalidation.ts'
import type { DeclaredEvent } from './platform/events/events.ts'
import { live } from './sockets.ts'
import { subscribers } from './subscribers.ts'

/** Who reads which events. */
export const readersOfEvents: Readonly<Record<string, readonly DeclaredEvent[]>> = {
  sockets: live.messages.map(({ event }) => event),
  presence: live.presence.map(({ event }) => event),
  'page cache': pageChanges,
  'room feed': roomFeedEvents,
  ...Object.fromEntries(subscribers.map(({ name, events }) => [name, events])),
}
