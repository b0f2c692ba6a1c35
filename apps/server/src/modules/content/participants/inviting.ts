import { invitationDays, type NewParticipant, participantsMax } from '@fanlight/contract/participants'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { newId, newSecret, sha256 } from '../../../platform/ids.ts'
import { refuse, refuseField, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import * as accounts from '../../people/accounts/performers.ts'
import { mail, mailedEnough } from '../../site/mail/outbox.ts'
import { performerFor } from '../../people/performers/visible.ts'
import { codeOf } from './codes.ts'
import * as store from './store.ts'

const hashOf = (secret: string | null): Buffer | null => (secret === null ? null : sha256(secret))

/** Adds a person and invites them. A creator of the site signs in the studio, a guest by a link. */
export async function addParticipant(
  ctx: Context,
  creator: SignedIn,
  { username, name = '', email, locale }: NewParticipant,
): Promise<store.ParticipantRow> {
  const account = username === undefined ? null : await performerFor(ctx, creator, username)
  refuseIf(account?.id === creator.id, 'NOT_TO_ONESELF')
  if (email !== undefined && (await isOwnAddress(ctx, creator.id, email))) refuseField('NOT_TO_ONESELF', 'email')
  return ctx.transaction(async (tx) => {
    // A person who withdrew is invited as the same person: what names them comes back if they consent anew.
    const before = await store.revokedOf(tx, creator.id, { accountId: account?.id ?? null, email: email ?? null })
    if (before) return invited(tx, before)
    const count = await store.countOf(tx, creator.id)
    refuseIf(count >= participantsMax, 'TOO_MANY_PARTICIPANTS')
    const id = newId()
    const secret = account ? null : newSecret()
    const person = {
      id,
      performerId: creator.id,
      accountId: account?.id ?? null,
      name: account ? '' : name,
      email: account ? null : (email ?? null),
      locale: locale ?? null,
    }
    const isNew = await store.insert(tx, person, { hash: hashOf(secret), days: invitationDays })
    refuseIf(!isNew, 'ALREADY_PARTICIPANT')
    const saved = (await store.byId(tx, id))!
    await send(tx, saved, secret)
    return saved
  })
}

/** The link before stops working. A person who withdrew is invited again by adding them again. */
export const inviteAgain = (ctx: Context, creator: SignedIn, id: string): Promise<store.ParticipantRow> =>
  ctx.transaction(async (tx) => {
    const person = (await store.lockOwn(tx, creator.id, id)) ?? refuse('NOT_FOUND')
    refuseIf(!['invited', 'expired', 'rejected'].includes(person.status), 'CONSENT_ANSWERED')
    return invited(tx, person)
  })

async function invited(tx: Context, person: store.ParticipantRow): Promise<store.ParticipantRow> {
  const secret = person.accountId ? null : newSecret()
  await store.invite(tx, person.id, { hash: hashOf(secret), days: invitationDays })
  await send(tx, person, secret)
  return (await store.byId(tx, person.id))!
}

export const removeParticipant = (ctx: Context, creator: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const person = (await store.lockOwn(tx, creator.id, id)) ?? refuse('NOT_FOUND')
    refuseIf(await store.isInUse(tx, person.id), 'PARTICIPANT_IN_USE')
    await store.remove(tx, id)
  })

async function send(tx: Context, person: store.ParticipantRow, secret: string | null): Promise<void> {
  const creator = await accounts.addressee(tx, person.performerId)
  if (person.accountId) {
    const to = await accounts.addressee(tx, person.accountId)
    if (!to.email || (await mailedEnough(tx, to.email, 'consent_requested'))) return
    const values = { name: to.name, creator: creator.name }
    await mail(tx, { to: to.email, kind: 'consent_requested', locale: to.locale, values })
    return
  }
  if (!person.email || !secret) return
  refuseIf(await mailedEnough(tx, person.email, 'consent_invited'), 'TOO_MANY_REQUESTS')
  const values = { name: person.name, creator: creator.name, code: codeOf(tx.secret, secret) }
  await mail(tx, { to: person.email, kind: 'consent_invited', locale: person.locale, values, secret })
}

/** Whether it is the creator's own address, to which the link of a guest must not go. */
const isOwnAddress = async (ctx: Context, creatorId: string, email: string): Promise<boolean> =>
  (await accounts.addressee(ctx, creatorId)).email?.toLowerCase() === email.toLowerCase()

const batchMax = 500
/** Invitations that were not signed in time; a scheduled job. */
export async function expireInvitations(ctx: Context): Promise<void> {
  for (;;) {
    const expired = await rows(
      ctx.db,
      sql<{ id: string }>`UPDATE participants SET status = 'expired', updated_at = app_now() WHERE id IN (
        SELECT id FROM participants WHERE status = 'invited' AND link_expires_at <= app_now() LIMIT ${batchMax} FOR UPDATE SKIP LOCKED)
        RETURNING id`,
    )
    if (expired.length < batchMax) return
  }
}
