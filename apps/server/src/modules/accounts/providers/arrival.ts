import { isMisleadingName } from '@fanlight/contract/look-alikes'
import type { Context } from '../../../platform/context.ts'
import { assert, refuse, refuseIf } from '../../../platform/refusal.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { mail } from '../../mail/outbox.ts'
import { type LetIn, letIn } from '../letting-in.ts'
import type { Visit } from '../sessions.ts'
import { byId } from '../store.ts'
import type { Identity } from './identity.ts'
import type { Intent } from './keeping.ts'
import * as store from './store.ts'

/** Whoever only added a sign-in stays signed in as they are. */
export type Arrival = { letIn: LetIn } | { linkedAt: string }

/** Lets in whoever another company has named: to the account that is theirs, or to a new one. Or ties the name to an account. */
export const arrive = (
  ctx: Context,
  visit: Visit,
  viewer: Viewer,
  identity: Identity,
  wishes: Intent,
): Promise<Arrival> =>
  ctx.transaction(async (tx) => {
    await store.hold(tx, identity)
    const holder = await store.holderOf(tx, identity)
    if (wishes.link) return link(tx, viewer, identity, wishes.link, holder)
    const accountId = holder ?? (await join(tx, identity, wishes)) ?? (await open(tx, viewer, identity, wishes))
    if (holder) await store.noteUse(tx, identity)
    const account = await byId(tx, accountId)
    assert(account, 'an account that was just found or made is there')
    return { letIn: await letIn(tx, visit, account, 'social', { remember: true, redirect: wishes.redirect }) }
  })

/** Only in the session that asked for it: another browser, or a later person at this one, adds nothing to the account. */
async function link(
  tx: Context,
  viewer: Viewer,
  identity: Identity,
  { accountId, sessionId }: NonNullable<Intent['link']>,
  holder: string | undefined,
): Promise<Arrival> {
  refuseIf(viewer.kind !== 'signed-in' || viewer.id !== accountId || viewer.sessionId !== sessionId, 'SIGN_IN_EXPIRED')
  refuseIf(holder !== undefined && holder !== accountId, 'ALREADY_LINKED')
  refuseIf(!holder && !(await store.add(tx, accountId, identity, false)), 'ALREADY_LINKED')
  if (!holder) await tellAdded(tx, accountId, identity)
  return { linkedAt: `/user/security?added=${identity.provider}` }
}

/**
 * The account that has the address which the company vouches for, if its owner has proved the address here too. Whoever only typed it
 * may be somebody who waits for its real owner to come, and staff are never found this way.
 */
async function join(tx: Context, identity: Identity, wishes: Intent): Promise<string | undefined> {
  if (identity.email === null || wishes.withoutEmail) return undefined
  const present = await store.holderOfMailbox(tx, identity.email)
  if (!present) return undefined
  const { role } = wishes
  refuseIf(!present.emailVerified || present.role === 'admin', 'LINK_FIRST', { role })
  refuseIf(!(await store.add(tx, present.id, identity, true)), 'LINK_FIRST', { role })
  await tellAdded(tx, present.id, identity)
  return present.id
}

const names = { google: 'Google', twitter: 'X (Twitter)' } as const
/** A way into an account never appears in silence. */
async function tellAdded(tx: Context, accountId: string, { provider }: Identity): Promise<void> {
  const account = await byId(tx, accountId)
  if (!account?.email) return
  const values = { name: account.name, device: names[provider] }
  await mail(tx, { to: account.email, kind: 'sign_in_added', locale: account.locale, values })
}

async function open(tx: Context, viewer: Viewer, identity: Identity, wishes: Intent): Promise<string> {
  const id = await store.insertUnfinished(tx, {
    role: wishes.role,
    name: nameHere(tx, identity.name),
    email: wishes.withoutEmail ? null : identity.email,
    locale: viewer.locale,
  })
  // Somebody took the address between our look and now.
  if (!id) return refuse('CONFLICT')
  await store.add(tx, id, identity, true)
  return id
}

/** Theirs, as far as it may be one here; otherwise they choose one. */
function nameHere(tx: Context, given: string): string {
  const name = plainName(given)
  return isMisleadingName(name, tx.settings.get('siteName')) ? '' : name
}

const plainName = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, 80)
    .toWellFormed()
