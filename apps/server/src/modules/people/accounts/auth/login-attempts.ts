import type { FastifyReply } from 'fastify'
import type { Context } from '../../../../platform/context.ts'
import { row, sql } from '../../../../platform/db/db.ts'
import { newSecret, sha256 } from '../../../../platform/ids.ts'
import { Refusal, refuse } from '../../../../platform/refusal.ts'

// At most ten login attempts at one account's password or codes in any hour, over all calls, addresses and nodes together. A device on which the
// owner signed in has ten of its own, so strangers can't lock the owner out. On a new device, more attempts at the password take a captcha each;
// passkeys are not counted, and the link of a password reset gives new attempts.

export const loginAttemptsPerHour = 10
/** More attempts at the password, each with a captcha. */
export const captchaAttemptsPerHour = 100
/** Attempts with unknown names are counted in the same way, so that the rate limit does not reveal whether an account exists. */
export type AttemptTarget = { accountId: string } | { unknownName: string }
const unknownAccount = '00000000-0000-0000-0000-000000000000'

/** Takes one login attempt or refuses. The right password gives it back. */
export async function takeLoginAttempt(
  ctx: Context,
  target: AttemptTarget,
  device: string | undefined,
): Promise<{ giveBack(): Promise<void> }> {
  const known =
    device !== undefined &&
    (await isKnownDevice(ctx, 'accountId' in target ? target.accountId : unknownAccount, device))
  const who = nameOf(target)
  return take(ctx, known ? `${who}:device:${device}` : who, loginAttemptsPerHour)
}

/** One more attempt, for a sender who solved a captcha. */
export const takeCaptchaAttempt = (ctx: Context, target: AttemptTarget) =>
  take(ctx, `${nameOf(target)}:captcha`, captchaAttemptsPerHour)

/** The owner proved themselves by email: what strangers tried no longer counts. */
export const clearLoginAttempts = (tx: Context, accountId: string) =>
  sql`DELETE FROM sign_in_attempts WHERE bucket = ${sha256(nameOf({ accountId }))}`.execute(tx.db)

const nameOf = (target: AttemptTarget): string =>
  'accountId' in target ? `account:${target.accountId}` : `name:${target.unknownName.toLowerCase()}`

async function take(ctx: Context, name: string, max: number): Promise<{ giveBack(): Promise<void> }> {
  const bucket = sha256(name)
  const taken = await row(
    ctx.db,
    sql<{ at: string }>`INSERT INTO sign_in_attempts AS g (bucket, attempted_at) VALUES (${bucket}, ARRAY[app_now()])
      ON CONFLICT (bucket) DO UPDATE SET updated_at = app_now(),
        attempted_at = ARRAY(SELECT t FROM unnest(g.attempted_at) t WHERE t > app_now() - interval '1 hour') || app_now()
      WHERE (SELECT count(*) FROM unnest(g.attempted_at) t WHERE t > app_now() - interval '1 hour') < ${max}
      RETURNING app_now()::text AS at`,
  )
  if (!taken) refuse('TOO_MANY_REQUESTS', { retryAfter: await secondsUntilFree(ctx, bucket) })
  return {
    async giveBack() {
      await sql`UPDATE sign_in_attempts SET attempted_at = array_remove(attempted_at, ${taken.at}::timestamptz) WHERE bucket = ${bucket}`.execute(
        ctx.db,
      )
    },
  }
}

/** Sends the header Retry-After with a login attempt that is rejected because there were too many. */
export async function withRetryAfter<T>(reply: FastifyReply, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && typeof error.detail['retryAfter'] === 'number')
      reply.header('retry-after', String(error.detail['retryAfter']))
    throw error
  }
}

async function secondsUntilFree(ctx: Context, bucket: Buffer): Promise<number> {
  const found = await row(
    ctx.db,
    sql<{ seconds: number }>`SELECT ceil(extract(epoch FROM min(t) + interval '1 hour' - app_now()))::int AS seconds
      FROM sign_in_attempts, unnest(attempted_at) t WHERE bucket = ${bucket} AND t > app_now() - interval '1 hour'`,
  )
  return Math.max(1, found?.seconds ?? 1)
}

/** Whether the account's owner has signed in on this device before. */
export const isKnownDevice = async (ctx: Context, accountId: string, device: string): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`SELECT 1 FROM known_devices WHERE account_id = ${accountId} AND device_hash = ${sha256(device)}
      AND last_used_at > app_now() - interval '400 days'`,
  )) !== undefined

/** Stores the device on which the owner has just signed in; returns the secret for its cookie. */
export async function rememberDevice(tx: Context, accountId: string, device: string | undefined): Promise<string> {
  const secret = device ?? newSecret()
  await sql`INSERT INTO known_devices (account_id, device_hash) VALUES (${accountId}, ${sha256(secret)})
    ON CONFLICT (account_id, device_hash) DO UPDATE SET last_used_at = app_now()`.execute(tx.db)
  return secret
}

export const deleteDevices = (tx: Context, accountId: string) =>
  sql`DELETE FROM known_devices WHERE account_id = ${accountId}`.execute(tx.db)

/** Deletes login attempts older than an hour; they are no longer counted. */
export async function pruneLoginAttempts(ctx: Context): Promise<void> {
  await sql`DELETE FROM sign_in_attempts WHERE updated_at < app_now() - interval '1 hour'`.execute(ctx.db)
  await sql`DELETE FROM known_devices WHERE last_used_at < app_now() - interval '400 days'`.execute(ctx.db)
}
