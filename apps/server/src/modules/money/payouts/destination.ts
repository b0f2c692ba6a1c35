import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { decrypt, encrypt, opensWith } from '../../../platform/encryption.ts'
import { keyFor, keysFor } from '../../../platform/keys.ts'
import { maskedBank } from '../payout-details/present.ts'
import type { Method } from './payout-rows.ts'
import type { Bank, Gateways } from '../payout-details/stored-details.ts'

/** The account that a payout goes to, as it was when the payout was requested. */
export type Destination =
  | { method: 'bank'; bank: Bank }
  | { method: 'stripe'; accountId: string }
  | { method: 'manual'; instructions: string }

/** Where a creator is paid now; undefined where that is not set. */
export function destinationOf(bank: Bank | undefined, gateways: Gateways | undefined): Destination | undefined {
  const method: Method = gateways?.payoutMethod ?? 'bank'
  if (method === 'stripe') return gateways?.stripe ? { method, accountId: gateways.stripe.accountId } : undefined
  if (method === 'manual') return gateways?.manual ? { method, instructions: gateways.manual.instructions } : undefined
  return bank && { method, bank }
}

export const isSameDestination = (one: Destination, other: Destination | undefined): boolean =>
  isDeepStrictEqual(one, other)

/** What may be shown of it. */
export function maskedDestination(destination: Destination): { name: string; ends: string | null } {
  if (destination.method === 'bank') {
    const { bankName, accountEnds } = maskedBank(destination.bank)
    return { name: bankName, ends: accountEnds }
  }
  return destination.method === 'stripe'
    ? { name: 'Stripe', ends: destination.accountId.slice(-4) }
    : { name: '', ends: null }
}

const purpose = 'payout-details'
const contextOf = (payoutId: string) => `payouts/${payoutId}`
export const encryptDestination = (ctx: Context, payoutId: string, destination: Destination): Buffer =>
  encrypt(keyFor(ctx.secret, purpose), contextOf(payoutId), JSON.stringify(destination))
export const decryptDestination = (ctx: Context, payoutId: string, encrypted: Buffer): Destination =>
  JSON.parse(decrypt(keysFor(ctx, purpose), contextOf(payoutId), encrypted)) as Destination

/** Encrypts one again where it was encrypted with a secret from before. True where it was. */
export async function reencryptDestination(tx: Context, id: string): Promise<boolean> {
  const found = await row(
    tx.db,
    sql<{
      destination: Buffer
    }>`SELECT destination FROM payouts WHERE id = ${id} AND destination IS NOT NULL FOR UPDATE`,
  )
  if (!found || opensWith(keyFor(tx.secret, purpose), contextOf(id), found.destination)) return false
  const encrypted = encryptDestination(tx, id, decryptDestination(tx, id, found.destination))
  await sql`UPDATE payouts SET destination = ${encrypted} WHERE id = ${id}`.execute(tx.db)
  return true
}
export const payoutsWithDestination = async (ctx: Context, after: string, limit: number): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{
        id: string
      }>`SELECT id FROM payouts WHERE destination IS NOT NULL AND id > ${after} ORDER BY 1 LIMIT ${limit}`,
    )
  ).map(({ id }) => id)
