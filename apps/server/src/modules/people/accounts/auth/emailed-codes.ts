import { createHmac, randomInt } from 'node:crypto'
import type { Context } from '../../../../platform/context.ts'
import { row, sql } from '../../../../platform/db/db.ts'
import { keyFor } from '../../../../platform/keys.ts'
import { refuseIf } from '../../../../platform/refusal.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'
import { secretMark } from '../../../site/mail/email.ts'
import { mail, mailedEnough } from '../../../site/mail/outbox.ts'
import { lifetimeSeconds, voidAll } from './one-time-tokens.ts'
import { stepUpStateOf } from './step-up-required.ts'
import * as store from '../store.ts'

// Six-digit codes by email, for users with neither a password nor a second factor. A code works once, for ten minutes, and only in the
// session that requested it; attempts count together with password attempts. A keyed hash is stored: a plain one can be brute-forced.

/** Of two concurrent requests, the code of the later one works. */
export const mailCode = (ctx: Context, viewer: SignedIn): Promise<void> =>
  ctx.transaction(async (tx) => {
    await store.lock(tx, viewer.id)
    const { email } = await stepUpStateOf(tx, viewer)
    refuseIf(email === null, 'CODE_NOT_NEEDED')
    refuseIf(await mailedEnough(tx, email!, 'confirm_code'), 'TOO_MANY_REQUESTS', { retryAfter: 3600 })
    await voidAll(tx, 'confirm', viewer.id)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await sql`INSERT INTO one_time_tokens (token_hash, account_id, session_id, purpose, expires_at)
      VALUES (${hashOf(tx, viewer.sessionId, code)}, ${viewer.id}, ${viewer.sessionId}, 'confirm', app_now() + make_interval(secs => ${lifetimeSeconds.confirm}))
      ON CONFLICT (token_hash) DO UPDATE SET used_at = NULL, expires_at = EXCLUDED.expires_at`.execute(tx.db)
    const { name, locale } = (await store.byId(tx, viewer.id))!
    await mail(tx, { to: email!, kind: 'confirm_code', locale, values: { name, code: secretMark }, secret: code })
  })

export const spendMailedCode = async (tx: Context, sessionId: string, code: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`UPDATE one_time_tokens SET used_at = app_now()
      WHERE token_hash = ${hashOf(tx, sessionId, code)} AND purpose = 'confirm' AND used_at IS NULL AND expires_at > app_now()
      RETURNING 1`,
  )) !== undefined

const hashOf = ({ secret }: Context, sessionId: string, code: string): Buffer =>
  createHmac('sha256', keyFor(secret, 'mailed-codes')).update(`${sessionId} ${code}`).digest()
