import { welcomeSubscriber } from './modules/conversations/welcome.ts'
import type { EventSubscriber } from './platform/event-subscribers.ts'

// What follows from events inside the server, one line a module. The worker runs them.
export const subscribers: EventSubscriber[] = [welcomeSubscriber]
