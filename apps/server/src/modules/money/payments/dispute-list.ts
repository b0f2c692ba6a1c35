import type { Dispute } from '@fanlight/contract/disputes'
import { fromHundredths } from '@fanlight/contract/fields'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { afterRow, countRows, cut, inOrder, madeOnce, type Page, positionOf } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { fromMinor } from '../wallet/currency.ts'

interface ListedDispute {
  id: string
  status: Dispute['status']
  account_id: string
  name: string | null
  username: string | null
  amount: bigint
  currency: string
  brand: string | null
  last4: string | null
  tokens: bigint
  from_wallet: bigint
  held: bigint
  owed: bigint
  owed_by_creators: bigint
  blocks_paying: boolean
  created_at: Date
  closed_at: Date | null
  reviewed_at: Date | null
  note: string
}
const columns = sql`d.*, (SELECT coalesce(sum(o.owed), 0)::bigint FROM dispute_charges o WHERE o.payment_id = d.id AND d.status <> 'won') AS owed_by_creators,
  a.name, a.username, p.amount, p.currency, c.brand, c.last4`
const joined = sql`JOIN payment_transactions p ON p.id = d.id LEFT JOIN accounts a ON a.id = d.account_id LEFT JOIN cards c ON c.id = p.card_id`

interface Query {
  sortBy: 'createdAt'
  sort: 'asc' | 'desc'
  status?: Dispute['status'] | undefined
  reviewed?: boolean | undefined
}
export async function disputes(ctx: Context, query: Query, page: Page) {
  const wanted = sql`(${query.status ?? null}::text IS NULL OR d.status = ${query.status ?? null})
    AND (${query.reviewed ?? null}::boolean IS NULL OR (d.reviewed_at IS NOT NULL) = ${query.reviewed ?? null})`
  const found = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<
          ListedDispute & { at: string }
        >`SELECT ${columns}, ${positionOf(query, 'd', madeOnce)} AS at FROM disputes d ${joined}
          WHERE ${wanted} AND ${afterRow(page, query, 'd', madeOnce)} ${inOrder(query, 'd', madeOnce)} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
      )
  const { shown, nextCursor } = cut(found, page)
  return { data: shown.map(presentDispute), total: await countRows(ctx, sql`disputes d WHERE ${wanted}`), nextCursor }
}

/** A dispute that is still open may be reviewed, too: its outcome brings it back to the queue. */
export const review = (
  ctx: Context,
  { viewer, requestId }: { viewer: SignedIn; requestId: string },
  id: string,
  { allowPaying, note }: { allowPaying: boolean; note: string },
): Promise<Dispute> =>
  ctx.transaction(async (tx) => {
    const before = await row(
      tx.db,
      sql<{ blocks_paying: boolean }>`SELECT blocks_paying FROM disputes WHERE id = ${id} FOR UPDATE`,
    )
    if (!before) refuse('NOT_FOUND')
    await sql`UPDATE disputes SET blocks_paying = ${!allowPaying}, note = ${note}, reviewed_at = app_now(), reviewed_by = ${viewer.id}
      WHERE id = ${id}`.execute(tx.db)
    await audit(tx, viewer, requestId, {
      action: 'dispute.reviewed',
      target: { type: 'payment', id },
      reason: note,
      before: { payingBlocked: before.blocks_paying },
      after: { payingBlocked: !allowPaying },
    })
    return presentDispute(
      (await row(tx.db, sql<ListedDispute>`SELECT ${columns} FROM disputes d ${joined} WHERE d.id = ${id}`))!,
    )
  })

const presentDispute = (found: ListedDispute): Dispute => ({
  _id: found.id,
  user: found.name === null ? null : { _id: found.account_id, name: found.name, username: found.username },
  status: found.status,
  amount: fromMinor(found.amount, found.currency),
  currency: found.currency,
  card: found.brand && found.last4 ? { brand: found.brand, last4: found.last4 } : null,
  tokens: fromHundredths(found.tokens),
  fromWallet: fromHundredths(found.from_wallet),
  held: fromHundredths(found.held),
  owed: fromHundredths(found.owed),
  owedByCreators: fromHundredths(found.owed_by_creators),
  payingBlocked: found.blocks_paying,
  openedAt: found.created_at.toISOString(),
  closedAt: found.closed_at?.toISOString() ?? null,
  reviewedAt: found.reviewed_at?.toISOString() ?? null,
  note: found.note,
})
