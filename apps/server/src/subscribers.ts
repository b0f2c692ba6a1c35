import { welcomeSubscriber } from './modules/conversations/welcome.ts'
import { notificationSubscriber } from './modules/notifications/subscriber.ts'
import type { EventSubscriber } from './platform/event-subscribers.ts'

// What follows from events inside the server, one line a module. The worker runs them.
export const subscribers: EventSubscriber[] = [notificationSubscriber, welcomeSubscriber]
