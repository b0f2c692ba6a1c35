import type { NewPasskey } from '@fanlight/contract/second-factors'
import type { Context } from '../../../../platform/context.ts'
import { row, sql } from '../../../../platform/db/db.ts'
import { refuse, refuseIf } from '../../../../platform/refusal.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'
import * as authenticator from './authenticator-app.ts'
import { type SecurityChange, sendFactorEmail } from './factor-use.ts'
import { takeLoginAttempt } from '../auth/login-attempts.ts'
import { methodsOf } from '../auth/complete-sign-in.ts'
import * as passkeyStore from './passkey-store.ts'
import * as passkeys from './passkeys.ts'
import { requireFresh } from '../auth/step-up.ts'
import { isFresh } from '../auth/step-up-required.ts'
import { waysIn } from '../oauth/store.ts'
import * as recoveryCodes from './recovery-codes.ts'
import * as store from '../store.ts'

// What an account has set up beyond its password, and changes to it. The owner gets an email on every change; the user has just proved
// that it is still them.

/** Codes come with the first second factor; null where there are some already. */
type NewCodes = string[] | null

export async function stateOf(ctx: Context, viewer: SignedIn) {
  const [fresh, ways, app, left, keys] = await Promise.all([
    isFresh(ctx, viewer),
    waysIn(ctx, viewer.id),
    row(
      ctx.db,
      sql<{ addedAt: Date }>`SELECT confirmed_at AS "addedAt" FROM authenticator_apps
        WHERE account_id = ${viewer.id} AND confirmed_at IS NOT NULL`,
    ),
    recoveryCodes.left(ctx, viewer.id),
    passkeyStore.ofAccount(ctx, viewer.id),
  ])
  return {
    authenticatorAddedAt: app?.addedAt ?? null,
    recoveryCodesLeft: left,
    passkeys: keys,
    isDemanded: viewer.needsSecondFactor,
    isFresh: fresh,
    can: { removePasskey: ways > 1 },
  }
}

export async function beginAuthenticator(ctx: Context, viewer: SignedIn): Promise<{ secret: string; uri: string }> {
  await requireFresh(ctx, viewer)
  return authenticator.begin(ctx, await labelled(ctx, viewer.id))
}

export async function confirmAuthenticator(
  ctx: Context,
  viewer: SignedIn,
  device: string | undefined,
  code: string,
): Promise<NewCodes> {
  await requireFresh(ctx, viewer)
  const attempt = await takeLoginAttempt(ctx, { accountId: viewer.id }, device)
  const codes = await ctx.transaction(async (tx) => {
    await store.lock(tx, viewer.id)
    await authenticator.confirm(tx, viewer.id, code)
    return added(tx, viewer, 'authenticator_added')
  })
  await attempt.giveBack()
  return codes
}

export async function removeAuthenticator(ctx: Context, viewer: SignedIn): Promise<void> {
  await requireFresh(ctx, viewer)
  await ctx.transaction(async (tx) => {
    await store.lock(tx, viewer.id)
    if (await authenticator.remove(tx, viewer.id)) await removed(tx, viewer.id, 'authenticator_removed')
  })
}

export async function renewRecoveryCodes(ctx: Context, viewer: SignedIn): Promise<string[]> {
  await requireFresh(ctx, viewer)
  return ctx.transaction(async (tx) => {
    await store.lock(tx, viewer.id)
    refuseIf((await methodsOf(tx, viewer.id)).length === 0, 'SECOND_FACTOR_MISSING')
    await sendFactorEmail(tx, viewer.id, 'recovery_codes_made')
    return recoveryCodes.make(tx, viewer.id)
  })
}

export async function beginPasskey(ctx: Context, viewer: SignedIn, party: passkeys.Party) {
  await requireFresh(ctx, viewer)
  return passkeys.registrationOptions(ctx, party, await labelled(ctx, viewer.id))
}

export async function addPasskey(
  ctx: Context,
  viewer: SignedIn,
  party: passkeys.Party,
  { name, passkey }: { name: string; passkey: NewPasskey },
): Promise<{ passkey: passkeyStore.PasskeyRow; codes: NewCodes }> {
  await requireFresh(ctx, viewer)
  return ctx.transaction(async (tx) => {
    await store.lock(tx, viewer.id)
    const stored = await passkeys.register(tx, party, viewer.id, name, passkey)
    return { passkey: stored, codes: await added(tx, viewer, 'passkey_added', name) }
  })
}

export async function renamePasskey(ctx: Context, viewer: SignedIn, id: string, name: string) {
  return (await passkeyStore.rename(ctx, viewer.id, id, name)) ?? refuse('NOT_FOUND')
}

export async function removePasskey(ctx: Context, viewer: SignedIn, id: string): Promise<void> {
  await requireFresh(ctx, viewer)
  await ctx.transaction(async (tx) => {
    await store.lock(tx, viewer.id)
    const ways = await waysIn(tx, viewer.id)
    const gone = await passkeyStore.remove(tx, viewer.id, id)
    if (!gone) refuse('NOT_FOUND')
    refuseIf(ways <= 1, 'LAST_SIGN_IN')
    await removed(tx, viewer.id, 'passkey_removed', gone.name)
  })
}

async function added(tx: Context, viewer: SignedIn, change: SecurityChange, name?: string): Promise<NewCodes> {
  await sql`UPDATE sessions SET second_factor_at = app_now() WHERE id = ${viewer.sessionId}`.execute(tx.db)
  await sendFactorEmail(tx, viewer.id, change, name)
  return (await recoveryCodes.left(tx, viewer.id)) > 0 ? null : recoveryCodes.make(tx, viewer.id)
}

async function removed(tx: Context, accountId: string, change: SecurityChange, name?: string): Promise<void> {
  await sendFactorEmail(tx, accountId, change, name)
  if ((await methodsOf(tx, accountId)).length > 0) return
  // The last one is gone: its codes replace nothing, and no session counts as opened with one.
  await recoveryCodes.removeAll(tx, accountId)
  await sql`UPDATE sessions SET second_factor_at = NULL WHERE account_id = ${accountId}`.execute(tx.db)
}

/** How apps and passkeys call the account. */
async function labelled(ctx: Context, accountId: string): Promise<{ id: string; label: string; name: string }> {
  const account = (await store.byId(ctx, accountId))!
  const label = account.email ?? account.username ?? account.name
  return { id: accountId, label, name: account.name || label }
}
