import type { Context } from '../../../../platform/context.ts'
import { constraintOf, row, rows, sql } from '../../../../platform/db/db.ts'
import { newSecret, sha256 } from '../../../../platform/ids.ts'
import { refuse } from '../../../../platform/refusal.ts'

// Stored passkeys, and the challenges that they have to sign. A challenge works once, within five minutes.

export interface PasskeyRow {
  id: string
  accountId: string
  credentialId: Buffer
  publicKey: Buffer
  counter: bigint
  transports: string[]
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}
const columns = sql`id, account_id AS "accountId", credential_id AS "credentialId", public_key AS "publicKey", counter, transports, name,
  created_at AS "createdAt", last_used_at AS "lastUsedAt"`

export const ofAccount = (ctx: Context, accountId: string): Promise<PasskeyRow[]> =>
  rows(ctx.db, sql<PasskeyRow>`SELECT ${columns} FROM passkeys WHERE account_id = ${accountId} ORDER BY created_at, id`)
export const byCredential = (ctx: Context, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
  row(ctx.db, sql<PasskeyRow>`SELECT ${columns} FROM passkeys WHERE credential_id = ${credentialId}`)

export async function insert(
  tx: Context,
  passkey: Pick<PasskeyRow, 'accountId' | 'credentialId' | 'publicKey' | 'transports' | 'name'> & { counter: number },
): Promise<PasskeyRow> {
  try {
    const made = await row(
      tx.db,
      sql<PasskeyRow>`INSERT INTO passkeys (account_id, credential_id, public_key, counter, transports, name)
        VALUES (${passkey.accountId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
          ${passkey.transports}, ${passkey.name}) RETURNING ${columns}`,
    )
    return made!
  } catch (error) {
    if (constraintOf(error) === 'passkeys_credential_id_key') refuse('PASSKEY_REFUSED')
    throw error
  }
}
export const rename = (tx: Context, accountId: string, id: string, name: string): Promise<PasskeyRow | undefined> =>
  row(
    tx.db,
    sql<PasskeyRow>`UPDATE passkeys SET name = ${name} WHERE id = ${id} AND account_id = ${accountId} RETURNING ${columns}`,
  )
export const remove = (tx: Context, accountId: string, id: string): Promise<PasskeyRow | undefined> =>
  row(tx.db, sql<PasskeyRow>`DELETE FROM passkeys WHERE id = ${id} AND account_id = ${accountId} RETURNING ${columns}`)

/** Notes what the passkey counted to; false where it has not counted on. Those that never count stay at zero. */
export const countOn = async (tx: Context, id: string, counter: number): Promise<boolean> =>
  (await row(
    tx.db,
    sql`UPDATE passkeys SET counter = ${counter}, last_used_at = app_now()
      WHERE id = ${id} AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0)) RETURNING 1`,
  )) !== undefined

export type Purpose = 'register' | 'sign_in' | 'second_factor'
const challengeSeconds = 5 * 60

/** Something to sign: 256 random bits. */
export async function newChallenge(ctx: Context, purpose: Purpose, accountId: string | null): Promise<string> {
  const challenge = newSecret()
  await sql`INSERT INTO passkey_challenges (challenge_hash, account_id, purpose, expires_at)
    VALUES (${sha256(challenge)}, ${accountId}, ${purpose}, app_now() + make_interval(secs => ${challengeSeconds}))`.execute(
    ctx.db,
  )
  return challenge
}
/** True for one taker. */
export const takeChallenge = async (
  ctx: Context,
  purpose: Purpose,
  accountId: string | null,
  challenge: string,
): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`UPDATE passkey_challenges SET used_at = app_now()
      WHERE challenge_hash = ${sha256(challenge)} AND purpose = ${purpose} AND account_id IS NOT DISTINCT FROM ${accountId}::uuid
        AND used_at IS NULL AND expires_at > app_now() RETURNING 1`,
  )) !== undefined

export async function pruneOldChallenges(ctx: Context): Promise<void> {
  await sql`DELETE FROM passkey_challenges WHERE expires_at < app_now()`.execute(ctx.db)
}
