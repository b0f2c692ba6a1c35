import { z } from 'zod'
import { endpoint, many, one } from './endpoint.ts'
import { flag, id, instant, line, listQuery, tokens } from './fields.ts'
import { performerSummary } from './items.ts'
import {
  goalTitleLengthMax,
  goalTokensMax,
  groupPeopleMax,
  groupPeopleMin,
  minutesMinMax,
  pricePerMinuteMax,
  streamTitleLengthMax,
} from './limits.ts'
import { performerRefusals } from './refusals.ts'
import { menuInput, menuItem } from './tip-menu.ts'
import { envelope, type SocketCommandSpec } from './sockets.ts'

// spec: kinds.performer

// Live video: a creator opens a stream, publishes into its room and ends it; everyone who may watch joins. The chat beside it is the creator's public chat.

export const streamTypes = ['public', 'subscribers', 'ticket'] as const
/** Those that a creator opens without having sold tickets. */
export const freeTypes = ['public', 'subscribers'] as const
export const streamStatuses = ['preparing', 'live', 'away', 'ended'] as const
/** How long an opened stream may have no video yet. */
export const preparingMinutesMax = 15

/** Why a stream is not recorded: the video of this browser can’t be kept, the creator’s space is full, or the disk of the site. */
export const recordingProblems = ['codec', 'storage', 'disk'] as const

/** What tips in the room are asked for, and what has come since. */
const streamGoal = z.object({ title: z.string(), tokens: z.int(), reached: tokens })

/** A group show as its creator offers it, and how many wait for it. */
const groupOffer = z.object({ pricePerMinute: tokens, peopleMin: z.int(), peopleMax: z.int(), waiting: z.int() })
/** A group show that runs: what joining costs, and how many are in it. */
const runningGroup = z.object({ _id: id, pricePerMinute: tokens, peopleMax: z.int(), people: z.int() })

export const stream = z.object({
  _id: id,
  type: z.enum(streamTypes),
  /** The show that it is, of which its viewers have a ticket. */
  ticketShowId: id.nullable(),
  title: z.string(),
  status: z.enum(streamStatuses),
  performer: performerSummary,
  /** The first topic of its creator. */
  category: z.string().nullable(),
  /** The public chat of its creator. */
  conversationId: id,
  viewers: z.int(),
  peakViewers: z.int(),
  /** The cover of its creator. */
  poster: z.string().nullable(),
  /** What its creator was tipped while there was video; null for everyone else. */
  tips: tokens.nullable(),
  /** One at a time. */
  goal: streamGoal.nullable(),
  /** What a minute of a private show costs; null where there are none. */
  pricePerMinute: tokens.nullable(),
  /** So many minutes of a private show are paid where its fan ends it before. */
  minutesMin: z.int(),
  /** Null where none is offered. */
  groupOffer: groupOffer.nullable(),
  groupShow: runningGroup.nullable(),
  /** Its creator is in a private show with someone, or in a group show: it goes on afterwards. */
  isInShow: z.boolean(),
  /** Whether it is kept for a replay, and why it is not where that was asked for; null for everyone but its creator. */
  recording: z.object({ isOn: z.boolean(), problem: z.enum(recordingProblems).nullable() }).nullable(),
  /** What staff wrote when they ended it; null for everyone but its creator. */
  stopReason: z.string().nullable(),
  /** The tip menu of its creator. */
  menu: z.array(menuItem),
  /** How long there was video, in seconds. */
  duration: z.int(),
  /** When video came first; null before. */
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
})
export type Stream = z.infer<typeof stream>

/** Our own engine: WHIP to publish, WHEP to watch, with a right that lasts a minute. */
const webRtcTransport = z.object({
  kind: z.literal('webrtc-http'),
  url: z.string(),
  bearer: z.string(),
  /** TURN servers with credentials with which a relay can be had for ten minutes; none where none is configured. */
  iceServers: z.array(z.object({ urls: z.array(z.string()), username: z.string(), credential: z.string() })),
  /** To watch, some seconds later, where WebRTC does not come through: the list of an HLS stream, by the session of the browser. Absent where there is none. */
  hlsFallback: z.string().optional(),
})
/** A LiveKit server: the address of its socket, and a token of its own. */
const liveKitTransport = z.object({ kind: z.literal('livekit'), url: z.string(), token: z.string() })
/** The network of Agora: a channel of it, and a token of its own. */
const agoraTransport = z.object({
  kind: z.literal('agora'),
  appId: z.string(),
  channel: z.string(),
  uid: z.string(),
  token: z.string(),
})
/** How a browser reaches the room, by the engine that this installation has. */
export const transport = z.discriminatedUnion('kind', [webRtcTransport, liveKitTransport, agoraTransport])
export type Transport = z.infer<typeof transport>
export type WebRtcTransport = z.infer<typeof webRtcTransport>

const group = 'streaming'
const params = z.object({ id })
const title = line(0, streamTitleLengthMax)

export const startStream = endpoint('POST /streaming/live', {
  group,
  summary: 'Opens a stream, or finds the one that is open, and says how to publish into it.',
  who: 'approved',
  limit: 'write',
  idempotent: 'none',
  refuses: [
    'SHOW_NOT_FOUND',
    'SHOW_ENDED',
    'SHOW_NOT_YET',
    'SHOW_HAS_TICKETS',
    'STREAM_IS_OPEN',
    'LIVE_SUSPENDED',
    'UNMETERED_ENGINE',
  ],
  body: z.strictObject({
    title: title.optional(),
    type: z.enum(freeTypes).optional(),
    /** Opens it for those who have a ticket of this show. */
    ticketShowId: id.optional(),
    /** Whether it is recorded for a replay. */
    record: z.boolean().optional(),
  }),
  reply: one(z.object({ stream, transport })),
})
export const changeStreamStatus = endpoint('PUT /streaming/live/:id', {
  group,
  summary: 'Says that one’s own stream is live, that one is away for a moment, or ends it.',
  who: 'approved',
  limit: 'write',
  refuses: ['STREAM_NOT_FOUND', 'STREAM_ENDED'],
  params,
  body: z.strictObject({ status: z.enum(['live', 'away', 'ended']) }),
  reply: one(stream),
})
export const makeAgoraToken = endpoint('POST /streaming/agora/token', {
  group,
  summary:
    'Lets the browser of whoever is in the room of a stream stay there: a token of Agora for two minutes, where this site streams through Agora. Its creator may publish, others watch. With the number of a token before it is renewed; without one it is a new one.',
  who: 'any',
  limit: 'write',
  idempotent: 'none',
  refuses: [
    ...performerRefusals,
    'STREAM_NOT_FOUND',
    'STREAM_ENDED',
    'AGORA_OFF',
    'SUBSCRIPTION_REQUIRED',
    'TICKET_REQUIRED',
    'LIVE_SUSPENDED',
  ],
  body: z.strictObject({
    id,
    uid: z
      .string()
      .regex(/^[1-9][0-9]{0,9}$/)
      .optional(),
  }),
  reply: one(agoraTransport),
})
export const updateStream = endpoint('PUT /streaming/update', {
  group,
  summary:
    'Changes the title of one’s open stream, who may watch it, its goal, what shows cost, or one’s tip menu, which stays for later streams. Who may not watch any more leaves at once. A goal that is not reached yet is changed and keeps what came; after one that is reached another one begins. null ends it.',
  who: 'approved',
  limit: 'write',
  refuses: [
    'STREAM_NOT_FOUND',
    'SHOW_HAS_TICKETS',
    'RULE_BROKEN',
    'TIP_BELOW_MINIMUM',
    'TIP_ABOVE_MAXIMUM',
    'UNMETERED_ENGINE',
  ],
  body: z.strictObject({
    title: title.optional(),
    type: z.enum(freeTypes).optional(),
    goal: z
      .strictObject({ title: line(1, goalTitleLengthMax), tokens: z.int().min(1).max(goalTokensMax) })
      .nullable()
      .optional(),
    /** Of private shows, in tokens; null ends offering them. */
    pricePerMinute: z.int().min(1).max(pricePerMinuteMax).nullable().optional(),
    /** Of private shows: the least that is paid where the fan ends one. */
    minutesMin: z.int().min(0).max(minutesMinMax).optional(),
    /** Another price sends away who waits for a group show; null ends offering it. */
    groupOffer: z
      .strictObject({
        pricePerMinute: z.int().min(1).max(pricePerMinuteMax),
        peopleMin: z.int().min(groupPeopleMin).max(groupPeopleMax),
        peopleMax: z.int().min(groupPeopleMin).max(groupPeopleMax),
      })
      .nullable()
      .optional(),
    menu: menuInput.optional(),
    /** Whether it is recorded from now on; what was recorded before stays. */
    record: z.boolean().optional(),
  }),
  reply: one(stream),
})
export const setStreamDuration = endpoint('PUT /streaming/set-duration', {
  group,
  summary: 'The studio’s sign of life. Answers how long the stream has been live by the server’s clock.',
  who: 'performer',
  limit: 'write',
  refuses: ['STREAM_NOT_FOUND'],
  // Other clients send their own count, from which nothing is taken.
  body: z.strictObject({ streamId: id.optional(), duration: z.number().min(0).max(1_000_000_000).optional() }),
  reply: one(z.object({ duration: z.int(), status: z.enum(streamStatuses) })),
})
export const joinStream = endpoint('GET /streaming/join/:id', {
  group,
  summary:
    'The stream of this id, or the open one of the creator of this id, and how to watch it: null where there is no video right now.',
  who: 'any',
  limit: 'read',
  refuses: [...performerRefusals, 'STREAM_NOT_FOUND', 'SUBSCRIPTION_REQUIRED', 'TICKET_REQUIRED', 'BANNED_FROM_ROOM'],
  params,
  reply: one(z.object({ stream, transport: transport.nullable() })),
})
export const searchStreams = endpoint('GET /streaming/user/search', {
  group,
  summary: 'Who is live now, those with most viewers first unless another order is requested.',
  who: 'public',
  limit: 'read',
  query: z.object({
    ...listQuery(['viewers', 'updatedAt']),
    /** The open stream of this creator alone. */
    performerId: id.optional(),
    /** Only of creators whom the viewer follows. */
    followed: flag.optional(),
    /** Only of creators of this topic. */
    category: line(1, 60).optional(),
    type: z.enum(streamTypes).optional(),
  }),
  reply: many(stream),
})

const streamBody = z.strictObject({ streamId: id })
/** `stream/join`: from now on the socket learns what becomes of a stream. Refused to those who may not watch it. */
export const joinStreamCommand = {
  who: 'any',
  limit: 'read',
  method: 'GET',
  body: streamBody,
} as const satisfies SocketCommandSpec
/** `stream/leave`. */
export const leaveStreamCommand = {
  who: 'any',
  limit: 'read',
  method: 'GET',
  body: streamBody,
} as const satisfies SocketCommandSpec

const state = envelope.extend({ streamId: id, stream })
/** To those who joined a stream, and to its creator. */
export const streamMessages = {
  /** There is video, for the first time or again. */
  'stream/started': state,
  'stream/updated': state,
  'stream/ended': state,
  'stream/viewers': envelope.extend({ streamId: id, viewers: z.int() }),
  /** A tip has come for it. To those who read the chat of the room. */
  'goal/updated': envelope.extend({ streamId: id, goal: streamGoal }),
  /** They may not watch it any more. */
  'stream/left': envelope.extend({ streamId: id }),
}
