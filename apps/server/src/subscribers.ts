import { welcomeSubscriber } from './modules/talk/conversations/welcome.ts'
import { notificationSubscriber } from './modules/talk/notifications/subscriber.ts'
import { pledgeSubscriber } from './modules/live/tickets/returning.ts'
import { replaySubscriber } from './modules/live/tickets/replays.ts'
import type { EventSubscriber } from './platform/events/event-subscribers.ts'

// What follows from events inside the server, one line a module. The worker runs them.
export const subscribers: EventSubscriber[] = [
  notificationSubscriber,
  pledgeSubscriber,
  replaySubscriber,
  welcomeSubscriber,
]
