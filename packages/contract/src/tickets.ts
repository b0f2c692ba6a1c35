import { z } from 'zod'
import { endpoint, many, one } from './endpoint.ts'
import { amount, flag, id, instant, line, listQuery, shownOffer, text, tokens } from './fields.ts'
import { performerSummary } from './items.ts'
import {
  showAboutLengthMax,
  showMinutesMax,
  showReasonLengthMax,
  streamTitleLengthMax,
  ticketSeatsMax,
} from './limits.ts'
import { performerRefusals } from './refusals.ts'
import { receipt } from './wallet.ts'

// Shows that people buy a seat for: planned with a time and a price, streamed to those who have a ticket, and paid back by itself where it doesn't take
// place. One with a goal is a pledge show: people pledge at least the price of a seat, and it takes place if the goal is reached by a date.

/** `held`: it took place; `not_held`: it didn't; `not_reached`: too little was pledged for it. Of the latter two every ticket goes back. */
export const ticketShowStatuses = ['planned', 'live', 'held', 'not_held', 'cancelled', 'not_reached'] as const
/** A show has taken place once it was streamed for this long, or for half of its planned time where that is less. */
export const heldMinutesMin = 10
/** No show is planned further ahead. */
export const showDaysMax = 365
/** Planned shows of one creator at once. */
export const plannedShowsMax = 200

export const ticketShow = z.object({
  _id: id,
  performer: performerSummary,
  title: z.string(),
  about: z.string(),
  startsAt: instant,
  /** How long it is planned to be. */
  minutes: z.int(),
  /** Of a seat; of a show with a goal the least that one pledges. */
  price: tokens,
  /** Of a pledge show, what has to be pledged for it to take place; null for a show that takes place without. */
  goal: tokens.nullable(),
  /** Until then, the goal has to be reached. */
  pledgeUntil: instant.nullable(),
  /** From then on it is a show with tickets, and no pledge is taken back. */
  goalReachedAt: instant.nullable(),
  /** By those who have a seat now. */
  pledged: tokens.nullable(),
  seats: z.int(),
  seatsLeft: z.int(),
  /** Whoever subscribes needs no ticket. */
  freeForSubscribers: z.boolean(),
  /** Whoever has a ticket watches the replay without paying again, where there is one. */
  promisesReplay: z.boolean(),
  /** Videos of it that the viewer watches by their ticket, or as its creator. */
  replayIds: z.array(id),
  status: z.enum(ticketShowStatuses),
  /** What its creator wrote when they cancelled it. */
  reason: z.string(),
  /** The stream that is open for it. */
  streamId: id.nullable(),
  /** The version of all that was shown: a purchase sends it back. */
  terms: z.string(),
  /** The viewer may watch it, by a ticket or as a subscriber, staff or its creator. */
  mayWatch: z.boolean(),
  /** The newest ticket of the viewer. */
  myTicket: z.object({ tokens, boughtAt: instant, isReturned: z.boolean() }).nullable(),
  /** What its creator gets of the tickets that were not returned; null for everyone else. */
  earned: tokens.nullable(),
})
export type TicketShow = z.infer<typeof ticketShow>

const group = 'streaming'
const params = z.object({ id })
const fields = {
  title: line(1, streamTitleLengthMax),
  about: text(0, showAboutLengthMax),
  startsAt: instant,
  minutes: z.int().min(5).max(showMinutesMax),
  price: amount,
  seats: z.int().min(1).max(ticketSeatsMax),
  freeForSubscribers: z.boolean(),
  promisesReplay: z.boolean(),
  goal: amount,
  pledgeUntil: instant,
}
const refuses = ['SHOW_NOT_FOUND', 'SHOW_ENDED'] as const

export const planTicketShow = endpoint('POST /streaming/ticket-shows', {
  group,
  summary:
    'Plans a show that people buy a ticket for. With `goal` and `pledgeUntil` it takes place only if so much is pledged by then, half an hour before the show at the latest; otherwise all pledges go back by themselves.',
  who: 'approved',
  limit: 'write',
  refuses: ['PRICE_OUT_OF_RANGE', 'TOO_MANY_SHOWS', 'UNMETERED_ENGINE'],
  body: z.strictObject({
    ...fields,
    about: fields.about.optional(),
    freeForSubscribers: fields.freeForSubscribers.optional(),
    promisesReplay: fields.promisesReplay.optional(),
    goal: fields.goal.optional(),
    pledgeUntil: fields.pledgeUntil.optional(),
  }),
  reply: one(ticketShow),
})
export const changeTicketShow = endpoint('PUT /streaming/ticket-shows/:id', {
  group,
  summary:
    'Changes a planned show of one’s own. Time, length, price, goal and a promised replay stay as they are once someone has a ticket, and there are never fewer seats than tickets.',
  who: 'approved',
  limit: 'write',
  refuses: [...refuses, 'SHOW_HAS_TICKETS', 'PRICE_OUT_OF_RANGE'],
  params,
  body: z.strictObject(fields).partial(),
  reply: one(ticketShow),
})
export const cancelTicketShow = endpoint('POST /streaming/ticket-shows/:id/cancel', {
  group,
  summary: 'Cancels a planned show of one’s own. Everyone who has a ticket gets back what they paid.',
  who: 'performer',
  limit: 'write',
  refuses: [...refuses, 'SHOW_STARTED'],
  params,
  body: z.strictObject({ reason: text(0, showReasonLengthMax).optional() }),
  reply: one(ticketShow),
})
export const returnTicket = endpoint('POST /streaming/ticket-shows/:id/return', {
  group,
  summary:
    'Returns one’s ticket before the show begins, or takes back a pledge until the goal is reached. The tokens are back in the wallet at once.',
  who: 'any',
  limit: 'money',
  refuses: ['SHOW_NOT_FOUND', 'SHOW_ENDED', 'SHOW_STARTED', 'GOAL_REACHED', 'TICKET_REQUIRED', 'CONFLICT'],
  params,
  reply: one(ticketShow),
})
export const searchTicketShows = endpoint('GET /streaming/ticket-shows', {
  group,
  summary:
    'Shows with tickets that are to come or going on, by their time. With `mine` all of one’s own as a creator, with `bought` those that one has had a ticket for.',
  who: 'public',
  limit: 'read',
  refuses: ['NOT_SIGNED_IN'],
  query: z.object({
    ...listQuery(['startsAt']),
    performerId: id.optional(),
    mine: flag.optional(),
    bought: flag.optional(),
  }),
  reply: many(ticketShow),
})
export const getTicketShow = endpoint('GET /streaming/ticket-shows/:id', {
  group,
  summary: 'A show with tickets.',
  who: 'public',
  limit: 'read',
  refuses: [...performerRefusals, 'SHOW_NOT_FOUND'],
  params,
  reply: one(ticketShow),
})

export const ticketShowCalendar = endpoint('GET /streaming/ticket-shows/:id/calendar', {
  group,
  summary: 'A show with tickets, as an iCalendar file. One that was cancelled or did not take place is in it as such.',
  who: 'public',
  limit: 'read',
  refuses: [...performerRefusals, 'SHOW_NOT_FOUND'],
  params,
  sends: ['text/calendar'],
  reply: z.any(),
})

/** What the server’s own meter says is the price of a private show: amounts in the request change nothing of it. */
export const buyTicket = endpoint('POST /wallet/charges/stream/:id', {
  group: 'wallet',
  summary:
    'Buys a ticket of the show of this id. Until the goal of a pledge show is reached, `tokens` is what one pledges in all: at least the price of a seat, which it is without, and more than before where one has pledged already, which is returned in the same step. Of a private show that one has seen, it answers the receipt of what the server has counted: that is charged by itself when the show ends.',
  who: 'any',
  limit: 'money',
  idempotent: 'own',
  params,
  body: z.object({ ...shownOffer, tokens: amount.optional() }).optional(),
  reply: one(receipt),
  refuses: [
    ...performerRefusals,
    'SHOW_NOT_FOUND',
    'SHOW_STILL_RUNS',
    'PLEDGE_TOO_SMALL',
    'NOT_FOR_SALE',
    'NOT_TO_ONESELF',
    'PRICE_OUT_OF_RANGE',
    'PRICE_CHANGED',
    'TERMS_CHANGED',
    'ALREADY_PURCHASED',
    'SEATS_GONE',
    'CONFLICT',
    'INSUFFICIENT_BALANCE',
    'PAYING_BLOCKED',
  ],
})
