import type { Context } from '../../platform/context.ts'
import { assert } from '../../platform/refusal.ts'
import * as store from './store.ts'

// What the review of papers may do to a creator's account.

export { insertPerformer, setIdentity, setVerificationStatus } from './store.ts'

/** Whom a letter to this account goes to. */
export async function addressee(
  ctx: Context,
  accountId: string,
): Promise<{ email: string | null; name: string; locale: string | null }> {
  const account = await store.byId(ctx, accountId)
  assert(account, `account ${accountId} exists`)
  return account
}
