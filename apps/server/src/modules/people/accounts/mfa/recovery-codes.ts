import { randomBytes } from 'node:crypto'
import { recoveryCodeLength } from '@fanlight/contract/step-up'
import type { Context } from '../../../../platform/context.ts'
import { row, sql } from '../../../../platform/db/db.ts'
import { sha256 } from '../../../../platform/ids.ts'

// For users without access to their phone or passkey: ten codes of 80 random bits. They can't be found by trying, even by someone who
// has the hashes, so a plain hash protects them. Each works once.

const codesCount = 10
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Ten new ones; those from before stop working. Shown once. */
export async function make(tx: Context, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: codesCount }, newCode)
  await removeAll(tx, accountId)
  await sql`INSERT INTO recovery_codes (account_id, code_hash)
    SELECT ${accountId}, hash FROM unnest(${codes.map((code) => sha256(code))}::bytea[]) AS hash`.execute(tx.db)
  return codes.map((code) => code.replaceAll(/.{4}(?!$)/g, '$&-'))
}

/** Whether this code is one of theirs and was not used before. */
export const take = async (tx: Context, accountId: string, code: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`UPDATE recovery_codes SET used_at = app_now()
      WHERE account_id = ${accountId} AND code_hash = ${sha256(code)} AND used_at IS NULL RETURNING 1`,
  )) !== undefined

export const left = async (ctx: Context, accountId: string): Promise<number> =>
  (await row(
    ctx.db,
    sql<{
      n: number
    }>`SELECT count(*)::int AS n FROM recovery_codes WHERE account_id = ${accountId} AND used_at IS NULL`,
  ))!.n

export const removeAll = (tx: Context, accountId: string) =>
  sql`DELETE FROM recovery_codes WHERE account_id = ${accountId}`.execute(tx.db)

// 256 is a multiple of 32, so each character is equally likely.
const newCode = (): string => [...randomBytes(recoveryCodeLength)].map((byte) => alphabet[byte % 32]).join('')
