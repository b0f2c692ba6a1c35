import type { Context } from '../../../platform/context.ts'
import { accountsOf } from '../shows/group-rows.ts'
import type { AgoraApi } from './agora-api.ts'
import { allSeats, forgetSeats, type Seat } from './agora-seats.ts'
import type { EngineRoom } from './port.ts'

/** So many channels are asked at once: Agora answers twenty questions a second for all that its customer does. */
const atOnce = 5
/** How long a right lasts. A number whose person isn't there after that has nobody. */
export const tokenSeconds = 120
const seatMs = (tokenSeconds + 30) * 1_000

interface Channel {
  name: string
  roomId: string
  publishing: number[]
  watching: number[]
}

/** Our rooms among the channels of Agora. Whoever has no business there is kept out from now on. */
export async function agoraRooms(ctx: Context, api: AgoraApi, prefix: string): Promise<EngineRoom[]> {
  const names = (await api.channels()).filter((name) => name.startsWith(prefix))
  const channels = await inTurns(names, async (name): Promise<Channel> => {
    return { name, roomId: name.slice(prefix.length), ...(await api.people(name)) }
  })
  const seats = await allSeats(ctx)
  const seatOf = new Map(seats.map((seat) => [`${seat.roomId} ${seat.uid}`, seat]))
  const found = channels.map((channel) => ({ channel, ...sorted(channel, seatOf) }))
  // Where that fails, they are found again by the next look.
  for (const { channel, foreign } of found)
    for (const uid of foreign) await api.ban(channel.name, uid, tokenSeconds).catch(() => {})
  await forgetEmpty(ctx, seats, channels)
  const accounts = await accountsOf(
    ctx,
    found.flatMap(({ viewers }) => viewers.map(({ sessionId }) => sessionId)),
  )
  return found.map(({ channel: { roomId }, publisher, viewers }) => ({
    id: roomId,
    state: publisher ? 'live' : 'away',
    publishing: publisher?.sessionId ?? null,
    watching: viewers.map(({ sessionId }) => sessionId),
    watchingAccounts: viewers.flatMap(({ sessionId }) => accounts.get(sessionId) ?? []),
    opening: '',
    received: [],
    input: { reading: null, problem: null },
    recording: { isOn: false, bytes: 0, problem: null },
  }))
}

/**
 * Who may be in a channel as what they are there. Foreign is a number that was given to nobody, one that publishes with a right to watch, both of which Agora
 * lets in unless its project is set up to refuse them, and a publisher in whose place a newer one has come.
 */
function sorted({ roomId, publishing, watching }: Channel, seatOf: ReadonlyMap<string, Seat>) {
  const seat = (uid: number) => seatOf.get(`${roomId} ${uid}`)
  const publishers = publishing
    .flatMap((uid) => seat(uid) ?? [])
    .filter(({ may }) => may === 'publish')
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const [publisher] = publishers
  const viewers = watching.flatMap((uid) => seat(uid) ?? [])
  const foreign = [
    ...publishing.filter((uid) => uid !== publisher?.uid),
    ...watching.filter((uid) => seat(uid) === undefined),
  ]
  return { publisher, viewers, foreign }
}

async function forgetEmpty(ctx: Context, seats: readonly Seat[], channels: readonly Channel[]): Promise<void> {
  const before = ctx.clock.now().getTime() - seatMs
  const taken = new Set(
    channels.flatMap(({ roomId, publishing, watching }) =>
      [...publishing, ...watching].map((uid) => `${roomId} ${uid}`),
    ),
  )
  const gone = seats.filter(
    ({ roomId, uid, createdAt }) => createdAt.getTime() < before && !taken.has(`${roomId} ${uid}`),
  )
  if (gone.length > 0) await forgetSeats(ctx, gone)
}

async function inTurns<Item, Result>(items: readonly Item[], each: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += atOnce)
    results.push(...(await Promise.all(items.slice(from, from + atOnce).map(each))))
  return results
}
