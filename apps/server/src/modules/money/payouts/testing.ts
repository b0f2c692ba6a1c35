import type { PayoutStatus } from '@fanlight/contract/payouts'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { Built } from '../../../testing/builders.ts'
import type { TestServer } from '../../../testing/server.ts'
import { clearing, post } from '../ledger/post.ts'
import { releaseEarnings } from '../ledger/upkeep.ts'
import { buildFan, payer } from '../wallet/testing.ts'
import { encryptDestination } from './destination.ts'
import { insertPayout, noteEvent } from './payout-rows.ts'
import { inPayout } from './request.ts'
import { type Bank, type Gateways, write } from '../payout-details/stored-details.ts'

export const bank: Bank = {
  accountHolder: 'Inês Prado',
  bankName: 'Landbank',
  country: 'DE',
  currency: 'EUR',
  iban: 'DE89370400440532013000',
  accountNumber: null,
  routingNumber: null,
  bic: null,
  taxId: null,
}
/** Bank details that are old enough to be paid to. */
export const buildBankDetails = (ctx: Context, performer: { id: string }): Promise<void> =>
  ctx.transaction((tx) => write(tx, performer.id, 'bank', bank, 1))
export const buildPayoutMethod = (ctx: Context, performer: { id: string }, gateways: Gateways): Promise<void> =>
  ctx.transaction((tx) => write(tx, performer.id, 'gateways', gateways, 1))

/** A tip of so many tokens, of which the creator’s part is released. Returns its charge and the fan. */
export async function buildEarning(server: TestServer, performer: Built, tokens: number) {
  const fan = await buildFan(server.ctx, tokens)
  const tipped = await payer(server, fan).tip(performer, tokens)
  if (tipped.status !== 200) throw new Error(tipped.text)
  await sql`UPDATE earnings SET available_at = app_now() WHERE performer_id = ${performer.id} AND status = 'pending'`.execute(
    server.ctx.db,
  )
  await releaseEarnings(server.ctx)
  return { fan, chargeId: tipped.body.data._id as string }
}

/** A payout in this state, made of no earnings: for tests of who may do what with it. */
export async function buildPayout(
  ctx: Context,
  performer: { id: string },
  { status = 'pending', tokens = 60_000n }: { status?: PayoutStatus; tokens?: bigint } = {},
): Promise<string> {
  const id = newId()
  await ctx.transaction(async (tx) => {
    await insertPayout(tx, {
      id,
      performerId: performer.id,
      method: 'bank',
      destination: encryptDestination(tx, id, { method: 'bank', bank }),
      destinationName: bank.bankName,
      destinationEnds: '3000',
      tokens,
      amount: tokens / 10n,
      fee: 0n,
      currency: 'USD',
      note: '',
      expectedAt: tx.clock.now(),
    })
    await noteEvent(tx, id, { type: 'requested', actorId: performer.id })
    await post(tx, {
      key: `payout:${id}:request`,
      reason: 'adjustment',
      moves: [{ from: clearing('TOK'), to: inPayout(performer.id), amount: tokens }],
    })
    await sql`UPDATE payouts SET status = ${status}, attempt = ${status === 'processing' ? 1 : 0} WHERE id = ${id}`.execute(
      tx.db,
    )
  })
  return id
}
