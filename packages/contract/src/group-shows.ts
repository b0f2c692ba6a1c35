import { z } from 'zod'
import { endpoint, one } from './endpoint.ts'
import { amount, id, instant, line, tokens } from './fields.ts'
import { performerSummary } from './items.ts'
import { groupMessageLengthMax } from './limits.ts'
import { performerRefusals } from './refusals.ts'
import { show } from './shows.ts'
import { envelope } from './sockets.ts'
import { transport } from './streaming.ts'

// Group shows: fans of a public room ask to be in one, its creator begins it once there are enough, and each pays by the second for as long as video reaches
// them. The part of each fan is a show like a private one, and is left, ended and listed like one.

export const groupShow = z.object({
  _id: id,
  status: z.enum(['running', 'ended']),
  pricePerMinute: tokens,
  peopleMax: z.int(),
  /** How many are in it. */
  people: z.int(),
  startedAt: instant,
  endedAt: instant.nullable(),
})
export type GroupShow = z.infer<typeof groupShow>
export const groupMessage = z.object({
  _id: id,
  groupId: id,
  sender: performerSummary,
  text: z.string(),
  createdAt: instant,
})
export type GroupMessage = z.infer<typeof groupMessage>

const group = 'streaming'
const params = z.object({ id })

export const askForGroupShow = endpoint('POST /streaming/group-shows', {
  group,
  summary:
    'Asks to be in the group show of a creator who is live. Nothing is held before it begins. Where one runs and has room, the viewer is in it at once.',
  who: 'any',
  limit: 'money',
  idempotent: 'none',
  refuses: [
    ...performerRefusals,
    'STREAM_NOT_FOUND',
    'SUBSCRIPTION_REQUIRED',
    'TICKET_REQUIRED',
    'BANNED_FROM_ROOM',
    'SHOWS_CLOSED',
    'IN_A_SHOW',
    'SEATS_GONE',
    'PRICE_CHANGED',
    'NOT_TO_ONESELF',
    'INSUFFICIENT_BALANCE',
    'PAYING_BLOCKED',
  ],
  body: z.strictObject({
    performerId: id,
    /** The price of a minute that was shown. */
    expectedPrice: amount,
  }),
  reply: one(show),
})
export const startGroupShow = endpoint('POST /streaming/group-shows/start', {
  group,
  summary:
    'Begins the group show that one offers, with those who wait for it. Each pays from their own hold; who can’t any more stays outside. A second time, the one that runs is answered.',
  who: 'approved',
  limit: 'write',
  idempotent: 'none',
  refuses: ['STREAM_NOT_FOUND', 'SHOWS_CLOSED', 'IN_A_SHOW', 'GROUP_TOO_SMALL'],
  reply: one(groupShow),
})
export const endGroupShow = endpoint('PUT /streaming/group-shows/:id', {
  group,
  summary: 'Ends one’s own group show for all who are in it. A second time, it is answered as it is.',
  who: 'performer',
  limit: 'write',
  refuses: ['SHOW_NOT_FOUND'],
  params,
  body: z.strictObject({ status: z.literal('ended') }),
  reply: one(groupShow),
})
export const joinGroupShow = endpoint('GET /streaming/group-shows/:id/join', {
  group,
  summary:
    'How to publish into the group show, for its creator, or to watch it, for who is in it. Nobody else gets in.',
  who: 'any',
  limit: 'read',
  refuses: ['SHOW_NOT_FOUND', 'SHOW_ENDED'],
  params,
  reply: one(z.object({ group: groupShow, transport })),
})
export const listGroupMessages = endpoint('GET /streaming/group-shows/:id/messages', {
  group,
  summary: 'What was written in a group show, the newest hundred first, for its creator and those who are in it.',
  who: 'any',
  limit: 'read',
  refuses: ['SHOW_NOT_FOUND'],
  params,
  reply: one(z.array(groupMessage)),
})
export const writeInGroupShow = endpoint('POST /streaming/group-shows/:id/messages', {
  group,
  summary: 'Writes to all who are in a group show. The same `clientId` sent again answers the first message.',
  who: 'any',
  limit: 'write',
  idempotent: 'none',
  refuses: ['SHOW_NOT_FOUND', 'SHOW_ENDED', 'MUTED_IN_ROOM'],
  params,
  body: z.strictObject({ text: line(1, groupMessageLengthMax), clientId: id }),
  reply: one(groupMessage),
})

/** To its creator and all who are in it. */
export const groupShowMessages = {
  'group-message/created': envelope.extend({ groupId: id, message: groupMessage }),
}
