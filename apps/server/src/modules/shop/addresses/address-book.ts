import { addressesMax } from '@fanlight/contract/addresses'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { assert, refuseIf } from '../../../platform/refusal.ts'

/** An address as its owner writes it; `isDefault` left out leaves the default where it is. */
export interface Written {
  name: string
  line1: string
  line2: string
  city: string
  state: string
  postalCode: string
  country: string
  phone: string
  isDefault?: boolean | undefined
}
export interface AddressRow extends Written {
  id: string
  isDefault: boolean
  createdAt: Date
  updatedAt: Date
}
export const columns = sql`id, name, line1, line2, city, state, postal_code AS "postalCode", country, phone,
  is_default AS "isDefault", created_at AS "createdAt", updated_at AS "updatedAt"`

/** Stores a new address. The eleventh is rejected, and the first is the default in any case. */
export const save = (ctx: Context, ownerId: string, written: Written): Promise<AddressRow> =>
  ctx.transaction(async (tx) => {
    await takeTurns(tx, ownerId)
    const counted = await row(
      tx.db,
      sql<{ n: number }>`SELECT count(*)::int AS n FROM addresses WHERE account_id = ${ownerId}`,
    )
    assert(counted, 'a count is a row')
    refuseIf(counted.n >= addressesMax, 'TOO_MANY_ADDRESSES')
    const isDefault = counted.n === 0 || written.isDefault === true
    if (isDefault) await leaveDefault(tx, ownerId)
    const stored = await row(
      tx.db,
      sql<AddressRow>`INSERT INTO addresses (account_id, name, line1, line2, city, state, postal_code, country, phone, is_default)
        VALUES (${ownerId}, ${written.name}, ${written.line1}, ${written.line2}, ${written.city}, ${written.state},
          ${written.postalCode}, ${written.country}, ${written.phone}, ${isDefault}) RETURNING ${columns}`,
    )
    assert(stored, 'what was inserted is there')
    return stored
  })

/** Writes an address anew. The default stays one until another replaces it: `isDefault: false` on it changes nothing. */
export const rewrite = (ctx: Context, ownerId: string, id: string, written: Written): Promise<AddressRow> =>
  ctx.transaction(async (tx) => {
    await takeTurns(tx, ownerId)
    const mine = await row(tx.db, sql`SELECT FROM addresses WHERE id = ${id} AND account_id = ${ownerId}`)
    refuseIf(!mine, 'NOT_FOUND')
    if (written.isDefault) await leaveDefault(tx, ownerId)
    const stored = await row(
      tx.db,
      sql<AddressRow>`UPDATE addresses SET name = ${written.name}, line1 = ${written.line1}, line2 = ${written.line2},
          city = ${written.city}, state = ${written.state}, postal_code = ${written.postalCode}, country = ${written.country},
          phone = ${written.phone}, is_default = is_default OR ${written.isDefault === true}, updated_at = app_now()
        WHERE id = ${id} RETURNING ${columns}`,
    )
    assert(stored, 'a locked address is there')
    return stored
  })

/** Deletes an address. The default passes to the one changed last. */
export const deleteAddress = (ctx: Context, ownerId: string, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await takeTurns(tx, ownerId)
    const gone = await row(
      tx.db,
      sql<{ wasDefault: boolean }>`DELETE FROM addresses WHERE id = ${id} AND account_id = ${ownerId}
        RETURNING is_default AS "wasDefault"`,
    )
    refuseIf(!gone, 'NOT_FOUND')
    if (!gone?.wasDefault) return
    await sql`UPDATE addresses SET is_default = true WHERE id =
      (SELECT id FROM addresses WHERE account_id = ${ownerId} ORDER BY updated_at DESC, id DESC LIMIT 1)`.execute(tx.db)
  })

/** Deletes all addresses of an account that is being closed. */
export const deleteAddresses = (tx: Context, ownerId: string) =>
  sql`DELETE FROM addresses WHERE account_id = ${ownerId}`.execute(tx.db)

/** Changes of an account's addresses run one after the other, so that concurrent requests can't exceed the limit or set two defaults. */
const takeTurns = (tx: Context, ownerId: string) =>
  sql`SELECT FROM accounts WHERE id = ${ownerId} FOR NO KEY UPDATE`.execute(tx.db)

const leaveDefault = (tx: Context, ownerId: string) =>
  sql`UPDATE addresses SET is_default = false WHERE account_id = ${ownerId} AND is_default`.execute(tx.db)

/** The address that a parcel goes to, as an order copies it: the one that was chosen, or the default; undefined where there is none. */
export const addressFor = (
  ctx: Context,
  ownerId: string,
  id?: string,
): Promise<Omit<Written, 'isDefault'> | undefined> =>
  row(
    ctx.db,
    sql<
      Omit<Written, 'isDefault'>
    >`SELECT name, line1, line2, city, state, postal_code AS "postalCode", country, phone FROM addresses
      WHERE account_id = ${ownerId} AND ${id === undefined ? sql`is_default` : sql`id = ${id}`}`,
  )
