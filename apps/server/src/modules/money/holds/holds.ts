import type { ChargeType } from '@fanlight/contract/charge-types'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { bodyHash } from '../../../platform/once.ts'
import { assert } from '../../../platform/refusal.ts'
import { lockPairShared } from '../../access/pair-lock.ts'
import { charge, type ChargeRow } from '../charges/charge.ts'
import { lockAccounts, post, wallet, walletBalance, walletHold } from '../ledger/post.ts'
import { requirePayingAllowed } from '../payments/paying-block.ts'
import { balanceChanged } from '../wallet/events.ts'

// What is paid for by its time is held first: tokens move from the wallet into an account of the hold, so that nothing else can spend them. When it is
// over, what was used is charged and the rest goes back, in one transaction. Amounts are hundredths of a token. The order of locks: the pair, the wallet,
// the hold.

export interface NewHold {
  /** Of what it is for. Its charge has the same id. */
  id: string
  userId: string
  performerId: string
  type: ChargeType
  targetId: string
  tokens: bigint
}
interface HoldRow extends NewHold {
  used: bigint
  additions: number
}

/** Holds tokens of a wallet, once an id. Refuses who may not pay or has too little. The caller has decided that the two may meet. */
export async function openHold(tx: Context, hold: NewHold): Promise<void> {
  await lockPairShared(tx, hold.userId, hold.performerId)
  await lockAccounts(tx, [wallet(hold.userId)])
  // A dispute locks the wallet, too.
  await requirePayingAllowed(tx, hold.userId)
  await sql`INSERT INTO wallet_holds (id, user_id, performer_id, type, target_id, tokens)
    VALUES (${hold.id}, ${hold.userId}, ${hold.performerId}, ${hold.type}, ${hold.targetId}, ${hold.tokens})`.execute(
    tx.db,
  )
  await move(tx, { ...hold, used: 0n, additions: 0 }, hold.tokens)
}

/** Holds so much more, as far as the wallet has it and its owner may pay. Returns what was added; undefined where the hold is closed. */
export async function addToHold(tx: Context, id: string, wanted: bigint): Promise<bigint | undefined> {
  const hold = await lock(tx, id)
  if (!hold) return undefined
  const blocked = await row(
    tx.db,
    sql`SELECT 1 AS found FROM disputes WHERE account_id = ${hold.userId} AND blocks_paying`,
  )
  const present = blocked ? 0n : await walletBalance(tx, hold.userId)
  const added = wanted < present ? wanted : present
  if (added <= 0n) return 0n
  await sql`UPDATE wallet_holds SET tokens = tokens + ${added}, additions = additions + 1 WHERE id = ${id}`.execute(
    tx.db,
  )
  await move(tx, { ...hold, additions: hold.additions + 1 }, added)
  return added
}

/** What is owed of a hold by now; never more than is held, and never less than before. A closed one stays as it is. */
export async function useHold(tx: Context, id: string, used: bigint): Promise<void> {
  // By its update alone the hold would be locked before the wallet.
  if (!(await lock(tx, id))) return
  await sql`UPDATE wallet_holds SET used = greatest(used, least(tokens, ${used})) WHERE id = ${id}`.execute(tx.db)
}

/** Charges what was used and gives the rest back. Does nothing where it is closed already. */
export async function closeHold(tx: Context, id: string): Promise<void> {
  const hold = await lock(tx, id)
  if (!hold) return
  const { userId, performerId, type, targetId, tokens, used } = hold
  // All of it goes through the wallet, which is locked: from nowhere else is anything charged.
  await post(tx, {
    key: `hold:${id}:back`,
    reason: 'hold_release',
    actorId: userId,
    moves: [{ from: walletHold(id), to: wallet(userId), amount: tokens }],
  })
  if (used > 0n) await chargeUsed(tx, { id, userId, performerId, type, targetId, tokens: used })
  await sql`UPDATE wallet_holds SET closed_at = app_now() WHERE id = ${id}`.execute(tx.db)
  await tell(tx, userId)
}

/** Before something is decided about the whole wallet. What they are for ends because nothing is held for it any more. */
export async function closeHoldsOf(tx: Context, userId: string): Promise<void> {
  const open = sql<{ id: string }>`SELECT id FROM wallet_holds WHERE user_id = ${userId} AND closed_at IS NULL`
  for (const { id } of await rows(tx.db, open)) await closeHold(tx, id)
}

const chargeUsed = (tx: Context, what: NewHold): Promise<ChargeRow> =>
  charge(tx, { ...what, key: `hold:${what.id}`, bodyHash: bodyHash([what.id]), country: null, held: true })

async function move(tx: Context, { id, userId, additions }: HoldRow, amount: bigint): Promise<void> {
  await post(tx, {
    key: `hold:${id}:${additions}`,
    reason: 'hold',
    actorId: userId,
    moves: [{ from: wallet(userId), to: walletHold(id), amount }],
  })
  await tell(tx, userId)
}

const tell = async (tx: Context, userId: string) =>
  publish(tx, balanceChanged, { accountId: userId, balance: Number(await walletBalance(tx, userId)) / 100 })

/** The hold as it is until the transaction ends, or undefined where it is closed. */
async function lock(tx: Context, id: string): Promise<HoldRow | undefined> {
  assert(tx.inTransaction, 'a hold is locked until something is done with it')
  const whose = await row(
    tx.db,
    sql<{
      userId: string
      performerId: string
    }>`SELECT user_id AS "userId", performer_id AS "performerId" FROM wallet_holds
      WHERE id = ${id} AND closed_at IS NULL`,
  )
  if (!whose) return undefined
  await lockPairShared(tx, whose.userId, whose.performerId)
  await lockAccounts(tx, [wallet(whose.userId)])
  return row(
    tx.db,
    sql<HoldRow>`SELECT id, user_id AS "userId", performer_id AS "performerId", type, target_id AS "targetId", tokens, used, additions
      FROM wallet_holds WHERE id = ${id} AND closed_at IS NULL FOR UPDATE`,
  )
}
