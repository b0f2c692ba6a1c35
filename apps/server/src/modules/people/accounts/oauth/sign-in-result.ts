import { isMisleadingName } from '@fanlight/contract/confusables'
import { isBlank } from '@fanlight/contract/fields'
import type { Context } from '../../../../platform/context.ts'
import { assert, refuse, refuseIf } from '../../../../platform/refusal.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { mail } from '../../../site/mail/outbox.ts'
import { type SignInResult, completeSignIn } from '../auth/complete-sign-in.ts'
import type { RequestContext } from '../auth/sessions.ts'
import { byId } from '../store.ts'
import type { Identity } from './identity.ts'
import type { Intent } from './pending-sign-ins.ts'
import * as store from './store.ts'

/** The person who only added a sign-in stays signed in as they are. */
export type ProviderSignIn = { signedIn: SignInResult } | { linkedAt: string }

/** Signs in the user identified by another provider: to their account or to a new one. Or links the identity to an account. */
export const signInWithIdentity = (
  ctx: Context,
  requestContext: RequestContext,
  viewer: Viewer,
  identity: Identity,
  intent: Intent,
): Promise<ProviderSignIn> =>
  ctx.transaction(async (tx) => {
    await store.lockIdentity(tx, identity)
    const owner = await store.identityOwner(tx, identity)
    if (intent.link) return link(tx, viewer, identity, intent.link, owner)
    const accountId = owner ?? (await join(tx, identity, intent)) ?? (await open(tx, viewer, identity, intent))
    if (owner) await store.noteUse(tx, identity)
    const account = await byId(tx, accountId)
    assert(account, 'an account that was just found or made is there')
    return {
      signedIn: await completeSignIn(tx, requestContext, account, 'social', {
        remember: true,
        redirect: intent.redirect,
      }),
    }
  })

/** Only in the session that requested it: another browser, or a later user of this one, links nothing to the account. */
async function link(
  tx: Context,
  viewer: Viewer,
  identity: Identity,
  { accountId, sessionId }: NonNullable<Intent['link']>,
  owner: string | undefined,
): Promise<ProviderSignIn> {
  refuseIf(viewer.kind !== 'signed-in' || viewer.id !== accountId || viewer.sessionId !== sessionId, 'SIGN_IN_EXPIRED')
  refuseIf(owner !== undefined && owner !== accountId, 'ALREADY_LINKED')
  refuseIf(!owner && !(await store.add(tx, accountId, identity, false)), 'ALREADY_LINKED')
  if (!owner) await sendIdentityAdded(tx, accountId, identity)
  return { linkedAt: `/user/security?added=${identity.provider}` }
}

/**
 * The account with the address that the provider vouches for, if its owner has verified the address here too. An unverified address may
 * have been entered by an attacker who waits for its real owner to sign in. Staff accounts are never matched this way.
 */
async function join(tx: Context, identity: Identity, intent: Intent): Promise<string | undefined> {
  if (identity.email === null || intent.withoutEmail) return undefined
  const present = await store.mailboxOwner(tx, identity.email)
  if (!present) return undefined
  const { role } = intent
  refuseIf(!present.emailVerified || present.role === 'admin', 'LINK_FIRST', { role })
  refuseIf(!(await store.add(tx, present.id, identity, true)), 'LINK_FIRST', { role })
  await sendIdentityAdded(tx, present.id, identity)
  return present.id
}

const names = { google: 'Google', twitter: 'X (Twitter)' } as const
/** A way into an account never appears in silence. */
async function sendIdentityAdded(tx: Context, accountId: string, { provider }: Identity): Promise<void> {
  const account = await byId(tx, accountId)
  if (!account?.email) return
  const values = { name: account.name, device: names[provider] }
  await mail(tx, { to: account.email, kind: 'sign_in_added', locale: account.locale, values })
}

async function open(tx: Context, viewer: Viewer, identity: Identity, intent: Intent): Promise<string> {
  const id = await store.insertUnfinished(tx, {
    role: intent.role,
    name: nameHere(tx, identity.name),
    email: intent.withoutEmail ? null : identity.email,
    locale: viewer.locale,
  })
  // Another account took the address between the check and the insert.
  if (!id) return refuse('CONFLICT')
  await store.add(tx, id, identity, true)
  return id
}

/** Theirs, as far as it may be one here; otherwise they choose one. */
function nameHere(tx: Context, given: string): string {
  const name = plainName(given)
  return isBlank(name) || isMisleadingName(name, tx.settings.get('siteName')) ? '' : name
}

const plainName = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, 80)
    .toWellFormed()
