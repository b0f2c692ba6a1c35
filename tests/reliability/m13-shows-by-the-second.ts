import { randomUUID } from 'node:crypto'
import type { EngineRoom } from '@fanlight/server/modules/live/engine/port'
import { followShows } from '@fanlight/server/modules/live/shows/meter'
import { closeHoldsOf } from '@fanlight/server/modules/money/holds/holds'
import { walletBalance } from '@fanlight/server/modules/money/ledger/post'
import { buildFan, payer } from '@fanlight/server/modules/money/wallet/testing'
import { row, rows, sql } from '@fanlight/server/platform/db/db'
import { type Built, buildBlock, buildPerformer } from '@fanlight/server/testing/builders'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { count, ledgerViolations, type MoneyWorld, startMoneyWorld } from './money-world.ts'

// Private shows and group shows run while video stalls, the engine is started anew, the meter runs twice at once or not at all for a while, the fan spends the rest of
// the wallet elsewhere, one of them blocks the other, fans leave a group show and come back, and a bank's dispute takes what is held. However
// a show ends, it costs no more than the video that reached the fan, or the least number of minutes where the fan ended it; exactly that where the tokens
// were enough; and nothing stays held.

interface Room {
  id: string
  /** What the engine says, which forgets when it is started anew. */
  opening: string
  isGroup: boolean
  fans: Simulated[]
}
interface Simulated {
  fan: Built
  creator: Built
  /** Of a fan who came back into a group show, each time another one. */
  ids: string[]
  conversationId: string
  /** Hundredths of a token. */
  price: bigint
  tokens: number
  minutesMin: number
  /** Its video came as it ended. */
  wasCounting: boolean
  engineMs: number
  /** What has reached the fan by the engine's reports that the meter could read. */
  reachedMs: number
  /** Of `engineMs`, what the meter has read. */
  readMs: number
  mayBeShort: boolean
}
const cost = (price: bigint, ms: number): bigint => (price * BigInt(Math.floor(ms / 1_000))) / 60n

export const check: ReliabilityCheck = {
  id: 'M13',
  title: 'A private show costs the video that came, by the second',
  async run({ tier, random }) {
    const { shows, ticks } = counts.M13[tier]
    const world = await startMoneyWorld()
    const { ctx } = world
    const violations: string[] = []
    const below = (most: number) => Math.floor(random() * most)
    try {
      const open: Room[] = []
      for (let n = 0; n < shows; n++) open.push(await (n % 2 === 0 ? begin(world, below, n) : beginGroup(world, below)))
      const all = open.flatMap(({ fans }) => fans)
      for (let tick = 0; tick < ticks; tick++) {
        if (below(15) === 0)
          for (const room of open) {
            room.opening = randomUUID()
            for (const show of room.fans) Object.assign(show, { engineMs: 0, readMs: 0 })
          }
        for (const show of all) if (below(4) > 0) show.engineMs += below(1_200)
        // The meter's process is away for a tick now and then; or there are two of them.
        const meters = [1, 1, 1, 1, 2, 0][below(6)]!
        const rooms = () => new Map(open.map((room) => [room.id, roomOf(room)]))
        await Promise.all(Array.from({ length: meters }, () => followShows(ctx, rooms())))
        if (meters > 0)
          for (const show of all) {
            show.reachedMs += show.engineMs - show.readMs
            show.readMs = show.engineMs
          }
        if (below(20) === 0) await world.advance(`${below(40)} seconds`)
        const room = open[below(open.length)]!
        await disturb(world, room, room.fans[below(room.fans.length)]!, below)
      }
      // Some shows are ended by their fan and some by their creator, who both pay for what came and not alike for what didn't.
      for (const [n, show] of all.entries()) {
        show.wasCounting = await isCounting(world, show)
        await endBy(world, show, n % 2 === 0 ? show.creator : show.fan)
        violations.push(...(await wrongIn(world, show)))
      }
      if ((await count(world.owner, 'SELECT count(*) FROM wallet_holds WHERE closed_at IS NULL')) > 0)
        violations.push('something is still held')
      violations.push(...(await ledgerViolations(ctx)))
      return { n: shows, violations }
    } finally {
      await world.stop()
    }
  },
}

const endBy = ({ server }: MoneyWorld, { conversationId }: Simulated, who: Built) =>
  payer(server, who).put(`/streaming/private-requests/${conversationId}`, { status: 'ended' })
async function isCounting({ ctx }: MoneyWorld, { ids }: Simulated): Promise<boolean> {
  const found = sql<{
    is: boolean
  }>`SELECT is_counting AND reached_at > app_now() - interval '10 seconds' AS is FROM shows WHERE id = ${ids.at(-1)!}`
  return (await row(ctx.db, found))!.is
}

async function begin({ ctx, server }: MoneyWorld, below: (most: number) => number, n: number): Promise<Room> {
  const creator = await buildPerformer(ctx)
  const perMinute = 1 + below(400)
  const minutesMin = n % 4 === 0 ? 4 + below(3) : 0
  const fan = await buildPaying(ctx, perMinute, Math.max(3, minutesMin), below)
  await sql`INSERT INTO streams (id, performer_id, type, title, status, price_per_minute, minutes_min)
    VALUES (${randomUUID()}, ${creator.id}, 'public', 'Glazing', 'live', ${BigInt(perMinute * 100)}, ${minutesMin})`.execute(
    ctx.db,
  )
  const asked = await payer(server, fan).post('/streaming/private-requests', {
    performerId: creator.id,
    expectedPrice: perMinute,
    expectedMinutesMin: minutesMin,
  })
  const { _id: id, conversationId } = asked.body.data
  const answered = await payer(server, creator).put(`/streaming/private-requests/${conversationId}`, {
    status: 'accepted',
  })
  if (answered.status !== 200) throw new Error(answered.text)
  const show = simulated({ fan, creator, id, conversationId, perMinute, minutesMin })
  return { id, opening: randomUUID(), isGroup: false, fans: [show] }
}

/** Two or three fans, of whom some have too little to come back once they have left. */
async function beginGroup({ ctx, server }: MoneyWorld, below: (most: number) => number): Promise<Room> {
  const creator = await buildPerformer(ctx)
  const perMinute = 1 + below(400)
  await sql`INSERT INTO streams (id, performer_id, type, title, status, group_price_per_minute, group_people_min, group_people_max)
    VALUES (${randomUUID()}, ${creator.id}, 'public', 'Glazing', 'live', ${BigInt(perMinute * 100)}, 2, 3)`.execute(
    ctx.db,
  )
  const fans: Simulated[] = []
  for (let n = 0; n < 2 + below(2); n++) {
    const fan = await buildPaying(ctx, perMinute, 3 + 3 * below(3), below)
    const { _id: id, conversationId } = (await askForGroup(server, fan, creator, perMinute)).body.data
    fans.push(simulated({ fan, creator, id, conversationId, perMinute, minutesMin: 0 }))
  }
  const started = await payer(server, creator).post('/streaming/group-shows/start', {})
  if (started.status !== 200) throw new Error(started.text)
  return { id: started.body.data._id, opening: randomUUID(), isGroup: true, fans }
}
const askForGroup = (server: MoneyWorld['server'], fan: Built, creator: Built, expectedPrice: number) =>
  payer(server, fan).post('/streaming/group-shows', { performerId: creator.id, expectedPrice })

type Paying = Built & { tokens: number }
async function buildPaying(
  ctx: MoneyWorld['ctx'],
  perMinute: number,
  minutes: number,
  below: (most: number) => number,
): Promise<Paying> {
  // So many minutes at least, of which some have no more.
  const tokens = perMinute * minutes + below(2) * below(400)
  return { ...(await buildFan(ctx, tokens)), tokens }
}

const simulated = ({
  fan,
  creator,
  id,
  conversationId,
  perMinute,
  minutesMin,
}: {
  fan: Paying
  creator: Built
  id: string
  conversationId: string
  perMinute: number
  minutesMin: number
}): Simulated => ({
  fan,
  creator,
  ids: [id],
  conversationId,
  price: BigInt(perMinute * 100),
  tokens: fan.tokens,
  minutesMin,
  wasCounting: false,
  engineMs: 0,
  reachedMs: 0,
  readMs: 0,
  mayBeShort: false,
})

const roomOf = ({ id, opening, fans }: Room): EngineRoom => ({
  id,
  opening,
  state: 'live',
  publishing: null,
  recording: { isOn: false, bytes: 0, problem: null },
  watching: [],
  watchingAccounts: [],
  input: { reading: null, problem: null },
  received: fans.map(({ fan, engineMs }) => ({ userId: fan.id, ms: engineMs })),
})

async function disturb(world: MoneyWorld, room: Room, show: Simulated, below: (most: number) => number): Promise<void> {
  const { ctx, server } = world
  const dice = below(60)
  if (dice < 3) {
    const left = Number(await walletBalance(ctx, show.fan.id)) / 100
    if (left >= 2) await payer(server, show.fan).tip(await buildPerformer(ctx), Math.floor(left / 2))
  } else if (dice === 3) await Promise.all([show.fan, show.creator].map((who) => endBy(world, show, who)))
  else if (dice === 4) await buildBlock(ctx, show.creator, show.fan)
  else if (dice === 5)
    // A bank's dispute, while the meter runs.
    await Promise.all([
      ctx.transaction((tx) => closeHoldsOf(tx, show.fan.id)),
      followShows(ctx, new Map([[room.id, roomOf(room)]])),
    ])
  else if (dice < 40 && room.isGroup) {
    // Some leave again before anything has come.
    for (let n = 0; n <= below(3); n++) {
      await endBy(world, show, show.fan)
      const again = await askForGroup(server, show.fan, show.creator, Number(show.price) / 100)
      if (again.status !== 200) show.mayBeShort = true
      else if (!show.ids.includes(again.body.data._id)) show.ids.push(again.body.data._id)
    }
    // What came before is paid, and what comes then is counted further.
    return
  } else return
  // From here on what comes may no longer be counted.
  if (dice > 2) show.mayBeShort = true
}

async function wrongIn({ ctx }: MoneyWorld, show: Simulated): Promise<string[]> {
  const parts = await rows(
    ctx.db,
    sql<{
      status: string
      by: string
      ms: bigint
      paid: bigint
    }>`SELECT s.status, s.ended_by AS by, s.counted_ms AS ms, coalesce(c.tokens, 0) AS paid
      FROM shows s LEFT JOIN charges c ON c.id = s.id WHERE s.id = ANY(${show.ids}::uuid[]) ORDER BY s.created_at, s.id`,
  )
  const { by } = parts.at(-1)!
  const sum = (values: bigint[]) => values.reduce((all, value) => all + value, 0n)
  const paid = sum(parts.map((part) => part.paid))
  const ms = sum(parts.map((part) => part.ms))
  const came = cost(show.price, show.reachedMs)
  // Only a fan who ends a show pays for more than came.
  const least = by === 'fan' ? show.price * BigInt(show.minutesMin) : 0n
  const most = least > came ? least : came
  const said = `of ${show.reachedMs} ms, ${ms} were counted and ${paid} paid for, ended by ${by}`
  const open = parts.find(({ status }) => status !== 'ended')
  if (open) return [`a show of ${show.conversationId} is ${open.status}`]
  if (paid > most) return [`more than came: ${said}`]
  if (paid > BigInt(show.tokens) * 100n) return [`more than there was: ${said}`]
  if (least === 0n && paid > cost(show.price, Number(ms))) return [`more than was counted: ${said}`]
  const exact = show.wasCounting ? most : came
  // Each part is rounded down to a hundredth.
  const lost = BigInt(parts.length - 1)
  const areLeft = parts.every((part) => part.by === 'fan' || part.by === 'performer')
  if (!show.mayBeShort && areLeft && paid + lost < exact) return [`less than came: ${said}`]
  if (!show.mayBeShort && areLeft && paid > exact) return [`not what came: ${said}`]
  return []
}
