import { type MessageReader, sendOn } from '../../../platform/sockets/declarations.ts'
import { streamRoom } from '../streams/events.ts'
import { streamPollChanged } from './events.ts'
import { presentForAll } from './present.ts'
import * as store from './store.ts'

export const pollMessages: MessageReader[] = [
  sendOn(streamPollChanged, async (ctx, { pollId, streamId, performerId }) => {
    const poll = await store.byId(ctx, pollId, null)
    if (!poll) return []
    const message = { name: 'stream-poll/updated' as const, data: { poll: presentForAll(poll) } }
    return [
      { ...message, room: streamRoom.of(streamId) },
      { ...message, room: `account:${performerId}` as const },
    ]
  }),
]
