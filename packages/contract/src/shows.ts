import { z } from 'zod'
import { endpoint, many, one } from './endpoint.ts'
import { amount, flag, id, instant, listQuery, tokens } from './fields.ts'
import { performerSummary } from './items.ts'
import { minutesMinMax } from './limits.ts'
import { performerRefusals } from './refusals.ts'
import { envelope } from './sockets.ts'
import { transport } from './streaming.ts'
import { counterpart } from './wallet.ts'

// Private shows: a fan asks, the creator accepts, and the fan pays by the second for as long as video reaches them. A show is known by the conversation of
// the two, in which they write to one another.

/** In a group show several fans are in one room. Each of them has a show of their own, with its meter and its receipt. */
export const showTypes = ['private', 'group'] as const
export const showStatuses = ['requested', 'accepted', 'declined', 'expired', 'cancelled', 'active', 'ended'] as const
export const showEndings = ['fan', 'performer', 'no_funds', 'disconnect', 'moderator'] as const

export const show = z.object({
  _id: id,
  type: z.enum(showTypes),
  /** The group show that it is a part of; null for private ones, and while it waits to begin. */
  groupId: id.nullable(),
  conversationId: id,
  status: z.enum(showStatuses),
  /** Null unless it has ended. */
  endedBy: z.enum(showEndings).nullable(),
  performer: performerSummary,
  user: counterpart.extend({ avatar: z.string() }),
  pricePerMinute: tokens,
  /** So many minutes are paid where the fan ends it before. */
  minutesMin: z.int(),
  /** Whether video reaches the fan right now. What doesn't reach them is not counted. */
  isCounting: z.boolean(),
  /** Whole seconds that were counted, and seconds since its begin that were not. */
  counted: z.int(),
  notCounted: z.int(),
  /** What the counted seconds cost; of a show that is over, what was paid. */
  cost: tokens,
  /** What of `cost` was paid to reach `minutesMin`. */
  toMinimum: tokens,
  /** What is held now, of which `cost` is a part. */
  held: tokens,
  /** What was held and not used, and has gone back; null for the creator, and while it runs. */
  returned: tokens.nullable(),
  /** How many seconds more the hold and the wallet pay for; null when it is over. To its creator, never more than ten minutes: what a fan has is theirs to know. */
  secondsLeft: z.int().nullable(),
  /** What the creator gets of `cost`; null for the fan, and while it runs. */
  earned: tokens.nullable(),
  /** Whether staff have watched it; null while it runs. */
  wasLookedAt: z.boolean().nullable(),
  /** A request that nobody answers is over then. */
  expiresAt: instant,
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
})
export type Show = z.infer<typeof show>

const group = 'streaming'
// spec: stream.private-requests
const params = z.object({ conversationId: id })

export const askForShow = endpoint('POST /streaming/private-requests', {
  group,
  summary:
    'Asks a creator who is live for a private show. Nothing is held before they accept. A second request to the same creator finds the first; one to another creator takes the first back.',
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
    'PRICE_CHANGED',
    'NOT_TO_ONESELF',
    'INSUFFICIENT_BALANCE',
    'PAYING_BLOCKED',
  ],
  body: z.strictObject({
    performerId: id,
    /** The price of a minute that was shown. */
    expectedPrice: amount,
    /** The least number of minutes that was shown. Without it, none was. */
    expectedMinutesMin: z.int().min(0).max(minutesMinMax).default(0),
  }),
  reply: one(show),
})
export const answerShow = endpoint('PUT /streaming/private-requests/:conversationId', {
  group,
  summary:
    'A creator accepts or declines, a fan takes back what they asked for, and either ends the show: what was used is paid, and the rest of the hold goes back. Of a group show it is the part of this fan: a group begins for all at once.',
  who: 'any',
  limit: 'write',
  refuses: ['SHOW_NOT_FOUND', 'SHOW_ENDED', 'IN_A_SHOW', 'INSUFFICIENT_BALANCE', 'PAYING_BLOCKED', 'SHOW_FOR_ALL'],
  params,
  body: z.strictObject({ status: z.enum(['accepted', 'declined', 'cancelled', 'ended']) }),
  reply: one(show),
})
export const searchShows = endpoint('GET /streaming/private-requests', {
  group,
  summary:
    'Private shows of the viewer, and their parts of group shows, on either side, the newest first. With `open`, those that wait for an answer or run.',
  who: 'any',
  limit: 'read',
  query: z.object({ ...listQuery(['createdAt']), open: flag.optional() }),
  reply: many(show),
})
export const joinShow = endpoint('GET /streaming/private-requests/:conversationId/join', {
  group,
  summary: 'How to publish into the private show, for its creator, or to watch it, for its fan. Nobody else gets in.',
  who: 'any',
  limit: 'read',
  refuses: ['SHOW_NOT_FOUND', 'SHOW_ENDED'],
  params,
  reply: one(z.object({ show, transport })),
})

const state = envelope.extend({ conversationId: id, show })
/** To both. */
export const showMessages = {
  'private-request/created': state,
  'private-request/updated': state,
  'private-show/started': state,
  /** Every ten seconds that are counted, when counting stops or goes on, and when a minute or 20 seconds are left. */
  'private-show/ticked': state,
  'private-show/ended': state,
}
