import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { type Account, available, balancesOf, lockAccounts } from '../ledger/post.ts'
import { withdrawEarnings } from '../payouts/request.ts'
import { whereHeld } from './reversal.ts'

// Earnings of disputed payments. They are held in the performer's reserve until the bank decides, so that what may have to go back is neither
// released nor paid out.

export interface Held {
  chargeId: string
  performerId: string
  /** Of the disputed tokens, in hundredths. */
  tokens: bigint
  /** Moved to the reserve; less than the share of the earning where the performer no longer has it. */
  held: bigint
  /** The site's fee of the disputed tokens. */
  fee: bigint
  /** The rest of the share, which the performer was paid out already: what they owe if the dispute is lost. */
  owed: bigint
  from: Account
}

/** Marks shares of earnings as held. The caller posts a move from each `from` to the performer's reserve. */
export async function hold(tx: Context, wanted: readonly { id: string; tokens: bigint }[]): Promise<Held[]> {
  await withdrawEarnings(
    tx,
    wanted.map(({ id }) => id),
  )
  type Earned = { id: string; performerId: string; status: string; tokens: bigint; net: bigint; fee: bigint }
  const earned = await rows(
    tx.db,
    sql<Earned>`SELECT e.id, e.performer_id AS "performerId", e.status, w.tokens,
        least(e.net - e.returned - e.held, e.net * w.tokens / e.gross) AS net, least(e.fee - e.fee_returned, w.tokens - e.net * w.tokens / e.gross) AS fee
      FROM earnings e JOIN unnest(${wanted.map(({ id }) => id)}::uuid[], ${wanted.map(({ tokens }) => String(tokens))}::bigint[]) AS w(id, tokens)
        ON w.id = e.id WHERE e.status <> 'reversed' ORDER BY e.id FOR UPDATE OF e`,
  )
  const released = earned.filter(({ status }) => status === 'available')
  await lockAccounts(
    tx,
    released.map(({ performerId }) => available(performerId)),
  )
  const owners = [...new Set(released.map(({ performerId }) => performerId))]
  const balances = await balancesOf(tx, owners.map(available))
  const left = new Map(owners.map((id, at) => [id, balances[at]!]))
  const held: Held[] = []
  for (const { id, performerId, status, tokens, net, fee } of earned) {
    // Before its release an earning is in an account of its own, which has all of it. After its release it is in what the performer may be
    // paid, which may have been paid out since: only what is left there can be held.
    const own = whereHeld(id, { status, performerId })
    const present = own ? net : status === 'available' ? left.get(performerId)! : 0n
    const amount = net < present ? net : present
    if (status === 'available') left.set(performerId, present - amount)
    held.push({
      chargeId: id,
      performerId,
      tokens,
      held: amount,
      fee,
      owed: net - amount,
      from: own ?? available(performerId),
    })
  }
  await change(tx, held, sql`held = e.held + w.held`)
  return held
}

/** The bank decided for the site: the caller has posted the way back. A payout may have taken the rest: this part may be paid out too. */
export const releaseHeld = (tx: Context, held: readonly Pick<Held, 'chargeId' | 'held' | 'fee'>[]): Promise<void> =>
  change(
    tx,
    held,
    sql`held = e.held - w.held, status = CASE WHEN e.status IN ('in_payout', 'paid') AND e.net - e.returned - e.held + w.held > e.paid_out
      THEN 'available' ELSE e.status END`,
  )

/** The bank decided for the payer: what was held is gone, what was paid out already is taken back, and the fee with them. */
export const reverseHeld = (
  tx: Context,
  held: readonly Pick<Held, 'chargeId' | 'held' | 'fee' | 'owed'>[],
): Promise<void> =>
  change(
    tx,
    held,
    sql`held = e.held - w.held, returned = e.returned + w.held + w.owed, fee_returned = least(e.fee, e.fee_returned + w.fee),
      status = CASE WHEN e.returned + w.held + w.owed = e.net THEN 'reversed' ELSE e.status END`,
  )

async function change(
  tx: Context,
  held: readonly (Pick<Held, 'chargeId' | 'held' | 'fee'> & Partial<Pick<Held, 'owed'>>)[],
  set: ReturnType<typeof sql>,
): Promise<void> {
  const column = (of: 'held' | 'fee' | 'owed') => held.map((entry) => String(entry[of] ?? 0n))
  await sql`UPDATE earnings e SET ${set} FROM unnest(${held.map(({ chargeId }) => chargeId)}::uuid[],
    ${column('held')}::bigint[], ${column('fee')}::bigint[], ${column('owed')}::bigint[]) AS w(id, held, fee, owed) WHERE e.id = w.id`.execute(
    tx.db,
  )
}
