import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { takeBackEarned } from '../earnings/reversal.ts'
import { post, wallet, walletBalance } from '../ledger/post.ts'
import { balanceChanged } from '../wallet/events.ts'

/** Returns part of a charge to its payer's wallet: `net` from what it earned, `fee` from what the site took. `nth` counts the returns of one charge. */
export async function returnPart(
  tx: Context,
  { chargeId, userId, net, fee, nth = 0 }: { chargeId: string; userId: string; net: bigint; fee: bigint; nth?: number },
): Promise<void> {
  const sources = await takeBackEarned(tx, chargeId, { net, fee })
  await post(tx, {
    key: nth === 0 ? returnKey(chargeId) : `${returnKey(chargeId)}:${nth}`,
    reason: 'refund',
    actorId: userId,
    reverses: chargeId,
    moves: sources.map(({ from, amount }) => ({ from, to: wallet(userId), amount })),
  })
  await sql`UPDATE charges SET tokens_returned = tokens_returned + ${net + fee},
    status = CASE WHEN tokens = tokens_returned + ${net + fee} THEN 'refunded' ELSE 'partially_refunded' END,
    updated_at = app_now() WHERE id = ${chargeId}`.execute(tx.db)
  await publish(tx, balanceChanged, { accountId: userId, balance: Number(await walletBalance(tx, userId)) / 100 })
}

/** The key of the posting that first returned part of a charge. */
export const returnKey = (chargeId: string): string => `return:${chargeId}`
