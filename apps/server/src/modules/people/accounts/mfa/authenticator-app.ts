import type { Context } from '../../../../platform/context.ts'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import { keyFor, keysFor, nameOf } from '../../../../platform/keys.ts'
import { refuse, refuseIf } from '../../../../platform/refusal.ts'
import { encrypt, decrypt } from '../../../../platform/encryption.ts'

// Codes of an authenticator app (TOTP, RFC 6238): six digits, a new one every 30 seconds. The secret is stored encrypted. A code counts once:
// the step of time it belongs to is taken in the statement that accepts it, so of two at once one wins.

// Seldom wanted, so loaded when it is.
const otp = () => import('otplib')

const purpose = 'authenticator-apps'
const contextOf = (accountId: string) => `authenticator_apps/${accountId}`
/** A code of the step before or after is right too: clocks differ, and typing takes time. */
const toleranceSeconds = 30

/** A new secret, which replaces one that was never confirmed. */
export async function begin(
  tx: Context,
  account: { id: string; label: string },
): Promise<{ secret: string; uri: string }> {
  const { generateSecret, generateURI } = await otp()
  const secret = generateSecret()
  const key = keyFor(tx.secret, purpose)
  const begun = await row(
    tx.db,
    sql`INSERT INTO authenticator_apps AS a (account_id, encrypted_secret, key_id)
      VALUES (${account.id}, ${encrypt(key, contextOf(account.id), secret)}, ${nameOf(key)})
      ON CONFLICT (account_id) DO UPDATE SET encrypted_secret = excluded.encrypted_secret, key_id = excluded.key_id,
        last_step = 0, created_at = app_now() WHERE a.confirmed_at IS NULL RETURNING 1`,
  )
  refuseIf(!begun, 'APP_SET_UP')
  return { secret, uri: generateURI({ issuer: tx.settings.get('siteName'), label: account.label, secret }) }
}

/** The first code shows that the app has the secret. */
export async function confirm(tx: Context, accountId: string, code: string): Promise<void> {
  const step = await stepOf(tx, accountId, code)
  if (step === undefined) refuse('CODE_INCORRECT')
  const confirmed = await row(
    tx.db,
    sql`UPDATE authenticator_apps SET confirmed_at = app_now(), last_step = ${step}
      WHERE account_id = ${accountId} AND confirmed_at IS NULL RETURNING 1`,
  )
  refuseIf(!confirmed, 'APP_SET_UP')
}

/** Whether this code is correct and unused; marks it as used. */
export async function takeCode(tx: Context, accountId: string, code: string): Promise<boolean> {
  const step = await stepOf(tx, accountId, code)
  if (step === undefined) return false
  const taken = await row(
    tx.db,
    sql`UPDATE authenticator_apps SET last_step = ${step}
      WHERE account_id = ${accountId} AND confirmed_at IS NOT NULL
        AND last_step < ${step} RETURNING 1`,
  )
  return taken !== undefined
}

export const remove = async (tx: Context, accountId: string): Promise<boolean> =>
  (
    await row(
      tx.db,
      sql<{ confirmed: boolean }>`DELETE FROM authenticator_apps WHERE account_id = ${accountId}
      RETURNING confirmed_at IS NOT NULL AS confirmed`,
    )
  )?.confirmed ?? false

/** The step of time at which the app shows this code. */
async function stepOf(ctx: Context, accountId: string, code: string): Promise<number | undefined> {
  const found = await row(
    ctx.db,
    sql<{
      encrypted: Buffer
    }>`SELECT encrypted_secret AS encrypted FROM authenticator_apps WHERE account_id = ${accountId}`,
  )
  if (!found) return undefined
  const secret = decrypt(keysFor(ctx, purpose), contextOf(accountId), found.encrypted)
  const epoch = Math.floor(ctx.clock.now().getTime() / 1000)
  const { verify } = await otp()
  const result = await verify({ secret, token: code, epoch, epochTolerance: toleranceSeconds })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

const batch = 200

/** Secrets that were encrypted with a key from before are encrypted with the present one. May be cut short and run again. */
export async function reencryptAuthenticators(ctx: Context): Promise<{ reencrypted: number; lost: number }> {
  const counts = { reencrypted: 0, lost: 0 }
  const key = keyFor(ctx.secret, purpose)
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const found = await rows(
      ctx.db,
      sql<{
        id: string
        encrypted: Buffer
      }>`SELECT account_id AS id, encrypted_secret AS encrypted FROM authenticator_apps
        WHERE key_id <> ${nameOf(key)} AND account_id > ${after} ORDER BY account_id LIMIT ${batch}`,
    )
    for (const { id, encrypted } of found) {
      try {
        const fresh = encrypt(key, contextOf(id), decrypt(keysFor(ctx, purpose), contextOf(id), encrypted))
        await sql`UPDATE authenticator_apps SET encrypted_secret = ${fresh}, key_id = ${nameOf(key)}
          WHERE account_id = ${id} AND encrypted_secret = ${encrypted}`.execute(ctx.db)
        counts.reencrypted += 1
      } catch (error) {
        ctx.log.warn({ err: error, account: id }, 'the secret of an authenticator app could not be opened')
        counts.lost += 1
      }
    }
    if (found.length < batch) return counts
    after = found.at(-1)!.id
  }
}
