import { rows, sql } from '@fanlight/server/platform/db/db'
import { buildEarning } from '@fanlight/server/modules/money/payouts/testing'
import { idOf, type Writer } from './writer.ts'

/** What a creator writes with a request for a payout, which finance staff read, and what staff answer. */
export async function payouts({ world, pen, send, filled }: Writer): Promise<void> {
  const { cast, server } = world
  const { performer, owner } = cast
  await buildEarning(server, performer, 2000)
  // The payout details were changed a moment ago.
  await sql`UPDATE performers SET payouts_frozen_until = NULL WHERE account_id = ${performer.id}`.execute(server.ctx.db)
  // Staff have frozen payouts, which their first page shows: for the time of this it is lifted.
  const frozen = await rows(
    server.ctx.db,
    sql<{
      id: string
    }>`UPDATE payout_freezes SET lifted_at = app_now(), lifted_by = ${owner.id}, lift_reason = 'Payouts are made'
      WHERE lifted_at IS NULL RETURNING id`,
  )
  const request = (note: string) => idOf(send, performer, 'POST /payout-requests', { body: { tokens: 600, note } })
  const decide = (call: 'approval' | 'payment', id: string) =>
    send(owner, `POST /admin/payouts/:id/${call}`, { params: { id } })

  const rejected = await request(pen.write('POST /payout-requests note'))
  await send(owner, 'POST /admin/payouts/:id/rejection', {
    params: { id: rejected },
    body: { reason: pen.write('POST /admin/payouts/:id/rejection reason') },
  })
  const paid = await request('For the kiln')
  await send(performer, 'PUT /payout-requests/:id', {
    params: { id: paid },
    body: { note: pen.write('PUT /payout-requests/:id note') },
  })
  for (const outcome of [
    { outcome: 'failed', reason: pen.write('POST /admin/payouts/:id/outcome reason') },
    { outcome: 'paid', reference: pen.write('POST /admin/payouts/:id/outcome reference') },
  ]) {
    await decide('approval', paid)
    await decide('payment', paid)
    await send(owner, 'POST /admin/payouts/:id/outcome', { params: { id: paid }, body: outcome })
  }
  await send(owner, 'POST /admin/payouts/:id/reversal', {
    params: { id: paid },
    body: { reason: pen.write('POST /admin/payouts/:id/reversal reason') },
  })
  // Staff see the whole account while they pay.
  const sent = await request('')
  await decide('approval', sent)
  await decide('payment', sent)
  for (const { id } of frozen)
    await sql`UPDATE payout_freezes SET lifted_at = NULL, lifted_by = NULL, lift_reason = NULL WHERE id = ${id}`.execute(
      server.ctx.db,
    )
  filled.payouts.push(rejected, paid, sent)
}
