import type { Context } from '../../../platform/context.ts'
import { assert } from '../../../platform/refusal.ts'
import * as store from './store.ts'

// What the review of documents may do to a creator's account.

export { insertPerformer, setIdentity, setVerificationStatus } from './store.ts'

/** The recipient of an email to this account. */
export async function addressee(
  ctx: Context,
  accountId: string,
): Promise<{ email: string | null; name: string; locale: string | null }> {
  const account = await store.byId(ctx, accountId)
  assert(account, `account ${accountId} exists`)
  return account
}

/** The status of an account, as everybody is shown it. */
export async function statusOf(ctx: Context, accountId: string): Promise<store.SignInRow['status']> {
  const account = await store.byId(ctx, accountId)
  assert(account, `account ${accountId} exists`)
  return account.status
}
