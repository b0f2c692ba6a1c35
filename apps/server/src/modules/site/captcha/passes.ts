import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { CaptchaForm } from '@fanlight/contract/captcha'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { networkOf } from '../../../platform/http/remote-address.ts'
import { sha256 } from '../../../platform/ids.ts'
import { keyFor, keysFor } from '../../../platform/keys.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'

// A form requires a pass if its setting says always, or if its network has sent many forms within an hour. Otherwise it needs no pass.

const passMinutes = 10
const purpose = 'captcha-pass'
const settingOf = {
  register: 'captchaRegister',
  contact: 'captchaContact',
  forgot: 'captchaForgot',
  report: 'captchaContact',
} as const

/** Does `work` for a form that may need a pass. If the form is rejected for another reason, the pass can be used again. */
export async function withCaptcha<T>(
  ctx: Context,
  form: { form: CaptchaForm; address: string; pass: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const spent = await spendPass(ctx, form)
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) await spent.giveBack()
    throw error
  }
}

export async function spendPass(
  ctx: Context,
  { form, address, pass }: { form: CaptchaForm; address: string; pass: string | undefined },
): Promise<{ giveBack(): Promise<unknown> }> {
  const frequency = ctx.settings.get(settingOf[form])
  const nothing = { giveBack: async () => {} }
  if (frequency === 'never') return nothing
  if (frequency === 'after-tries' && !(await isSuspicious(ctx, form, address))) return nothing
  const hash = await requirePass(ctx, form, pass)
  return { giveBack: () => sql`DELETE FROM captcha_spent WHERE hash = ${hash}`.execute(ctx.db) }
}

/** Spends a pass, whatever the settings of forms say; refuses where there is none, or a spent one. */
export async function requirePass(
  ctx: Context,
  form: CaptchaForm | 'login',
  pass: string | undefined,
): Promise<Buffer> {
  const hash = pass === undefined ? undefined : readPass(ctx, pass)
  if (!hash || !(await spend(ctx, hash, passMinutes))) refuse('CAPTCHA_REQUIRED', { form })
  return hash
}

/** Counts this form; true if its network has sent too many within the hour. */
async function isSuspicious(ctx: Context, form: CaptchaForm, address: string): Promise<boolean> {
  const bucket = sha256(`${form} ${networkOf(address)}`)
  await sql`INSERT INTO captcha_tries (bucket) VALUES (${bucket})`.execute(ctx.db)
  const counted = await row(
    ctx.db,
    sql<{ tries: bigint }>`SELECT count(*) AS tries FROM captcha_tries
      WHERE bucket = ${bucket} AND tried_at > app_now() - interval '1 hour'`,
  )
  return Number(counted!.tries) > ctx.settings.get('captchaAfterTries') * ctx.config.rateLimitFactor
}

/** True for the first to spend it. */
export const spend = async (ctx: Context, hash: Buffer, minutes: number): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`INSERT INTO captcha_spent (hash, expires_at) VALUES (${hash}, app_now() + make_interval(mins => ${minutes}))
      ON CONFLICT DO NOTHING RETURNING hash`,
  )) !== undefined

export function newPass(ctx: Context): { pass: string; expiresAt: Date } {
  const expiresAt = new Date(ctx.clock.now().getTime() + passMinutes * 60_000)
  const plain = `${Math.floor(expiresAt.getTime() / 1000)}.${randomBytes(16).toString('base64url')}`
  return { pass: `${plain}.${sign(keyFor(ctx.secret, purpose), plain).toString('base64url')}`, expiresAt }
}

/** The hash to store of a pass that this site issued and that has not expired. */
function readPass(ctx: Context, pass: string): Buffer | undefined {
  const [expires = '', nonce = '', signature = ''] = pass.split('.')
  const given = Buffer.from(signature, 'base64url')
  const isOurs = keysFor(ctx, purpose).some((key) => {
    const right = sign(key, `${expires}.${nonce}`)
    return given.length === right.length && timingSafeEqual(given, right)
  })
  if (!isOurs || Number(expires) * 1000 <= ctx.clock.now().getTime()) return undefined
  return sha256(`pass ${expires}.${nonce}`)
}

const sign = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Deletes expired rows: expired passes are rejected without them. */
export async function deleteCaptchas(ctx: Context): Promise<void> {
  await sql`DELETE FROM captcha_spent WHERE expires_at < app_now()`.execute(ctx.db)
  await sql`DELETE FROM captcha_tries WHERE tried_at < app_now() - interval '1 hour'`.execute(ctx.db)
}
