import { randomUUID } from 'node:crypto'
import type { EngineRoom } from '@fanlight/server/modules/live/engine/port'
import { followShows } from '@fanlight/server/modules/live/shows/meter'
import { closeHoldsOf } from '@fanlight/server/modules/money/holds/holds'
import { walletBalance } from '@fanlight/server/modules/money/ledger/post'
import { buildFan, payer } from '@fanlight/server/modules/money/wallet/testing'
import { row, sql } from '@fanlight/server/platform/db/db'
import { type Built, buildBlock, buildPerformer } from '@fanlight/server/testing/builders'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { count, ledgerViolations, type MoneyWorld, startMoneyWorld } from './money-world.ts'

// Private shows run while video stalls, the engine is started anew, the meter runs twice at once or not at all for a while, the fan spends the rest of
// the wallet elsewhere, one of them blocks the other, and a bank's dispute takes what is held. However a show ends, it costs no more than the video that
// reached the fan, exactly that where the tokens were enough, and nothing stays held.

interface Simulated {
  fan: Built
  creator: Built
  id: string
  conversationId: string
  /** Hundredths of a token. */
  price: bigint
  tokens: number
  /** What the engine says, which forgets when it is started anew. */
  opening: string
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
      const all: Simulated[] = []
      for (let n = 0; n < shows; n++) all.push(await begin(world, below))
      for (let tick = 0; tick < ticks; tick++) {
        if (below(15) === 0)
          for (const show of all) Object.assign(show, { opening: randomUUID(), engineMs: 0, readMs: 0 })
        for (const show of all) if (below(4) > 0) show.engineMs += below(1_200)
        // The meter's process is away for a tick now and then; or there are two of them.
        const meters = [1, 1, 1, 1, 2, 0][below(6)]!
        const rooms = () => new Map(all.map((show) => [show.id, roomOf(show)]))
        await Promise.all(Array.from({ length: meters }, () => followShows(ctx, rooms())))
        if (meters > 0)
          for (const show of all) {
            show.reachedMs += show.engineMs - show.readMs
            show.readMs = show.engineMs
          }
        if (below(20) === 0) await world.advance(`${below(40)} seconds`)
        await disturb(world, all[below(all.length)]!, below)
      }
      for (const show of all) {
        await payer(world.server, show.fan).put(`/streaming/private-requests/${show.conversationId}`, {
          status: 'ended',
        })
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

async function begin({ ctx, server }: MoneyWorld, below: (most: number) => number): Promise<Simulated> {
  const creator = await buildPerformer(ctx)
  const perMinute = 1 + below(400)
  // Three minutes at least, of which some have no more.
  const tokens = perMinute * 3 + below(2) * below(400)
  const fan = await buildFan(ctx, tokens)
  await sql`INSERT INTO streams (id, performer_id, type, title, status, price_per_minute)
    VALUES (${randomUUID()}, ${creator.id}, 'public', 'Glazing', 'live', ${BigInt(perMinute * 100)})`.execute(ctx.db)
  const asked = await payer(server, fan).post('/streaming/private-requests', {
    performerId: creator.id,
    expectedPrice: perMinute,
  })
  const { _id: id, conversationId } = asked.body.data
  const answered = await payer(server, creator).put(`/streaming/private-requests/${conversationId}`, {
    status: 'accepted',
  })
  if (answered.status !== 200) throw new Error(answered.text)
  return {
    fan,
    creator,
    id,
    conversationId,
    price: BigInt(perMinute * 100),
    tokens,
    opening: randomUUID(),
    engineMs: 0,
    reachedMs: 0,
    readMs: 0,
    mayBeShort: false,
  }
}

const roomOf = ({ id, fan, opening, engineMs }: Simulated): EngineRoom => ({
  id,
  opening,
  state: 'live',
  publishing: null,
  recording: { isOn: false, bytes: 0, problem: null },
  watching: [],
  watchingAccounts: [],
  input: { reading: null, problem: null },
  received: [{ userId: fan.id, ms: engineMs }],
})

async function disturb({ ctx, server }: MoneyWorld, show: Simulated, below: (most: number) => number): Promise<void> {
  const dice = below(60)
  if (dice < 3) {
    const left = Number(await walletBalance(ctx, show.fan.id)) / 100
    if (left >= 2) await payer(server, show.fan).tip(await buildPerformer(ctx), Math.floor(left / 2))
  } else if (dice === 3)
    await Promise.all(
      [show.fan, show.creator].map((who) =>
        payer(server, who).put(`/streaming/private-requests/${show.conversationId}`, { status: 'ended' }),
      ),
    )
  else if (dice === 4) await buildBlock(ctx, show.creator, show.fan)
  else if (dice === 5)
    // A bank's dispute, while the meter runs.
    await Promise.all([
      ctx.transaction((tx) => closeHoldsOf(tx, show.fan.id)),
      followShows(ctx, new Map([[show.id, roomOf(show)]])),
    ])
  else return
  // From here on what comes may no longer be counted.
  if (dice > 2) show.mayBeShort = true
}

async function wrongIn({ ctx }: MoneyWorld, show: Simulated): Promise<string[]> {
  const found = await row(
    ctx.db,
    sql<{
      status: string
      by: string
      ms: bigint
      paid: bigint
    }>`SELECT s.status, s.ended_by AS by, s.counted_ms AS ms, coalesce(c.tokens, 0) AS paid
      FROM shows s LEFT JOIN charges c ON c.id = s.id WHERE s.id = ${show.id}`,
  )
  const { status, by, ms, paid } = found!
  const most = cost(show.price, show.reachedMs)
  const said = `of ${show.reachedMs} ms, ${ms} were counted and ${paid} paid for, ended by ${by}`
  if (status !== 'ended') return [`show ${show.id} is ${status}`]
  if (paid > most) return [`more than came: ${said}`]
  if (paid > BigInt(show.tokens) * 100n) return [`more than there was: ${said}`]
  if (paid > cost(show.price, Number(ms))) return [`more than was counted: ${said}`]
  if (!show.mayBeShort && by === 'fan' && paid !== most) return [`not what came: ${said}`]
  return []
}
