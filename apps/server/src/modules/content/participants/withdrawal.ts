import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { sha256 } from '../../../platform/ids.ts'
import * as accounts from '../../people/accounts/performers.ts'
import { lockItemsShowing } from '../items/hiding.ts'
import { dayIn } from '../../site/mail/day.ts'
import { mail } from '../../site/mail/outbox.ts'
import { copiesOf } from '../../media/vault/quarantine.ts'
import { filesShowing, hideQuarantined } from './quarantining.ts'
import * as store from './store.ts'
import { consentWithdrawn } from './events.ts'

// Consent can be withdrawn at any time, before it was given too, and ends on the day that the person named. Every item that names the person is hidden in the same transaction,
// also from those who bought it; they get their tokens back. Its files are quarantined: nothing uses them until the person consents anew.

/** By a guest, with the invitation or the lasting link. Twice is as good as once. */
export const withdrawByLink = (ctx: Context, secret: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const found = (await store.byLink(tx, sha256(secret))) ?? refuse('NOT_FOUND')
    if (found.status === 'revoked') return
    refuseIf(!found.isLasting && (found.status !== 'invited' || found.isExpired), 'LINK_SPENT')
    await withdraw(tx, found.id, { by: null, reason: null })
  })

/** By a creator of the site, who was invited to consent. */
export const withdrawRequest = (ctx: Context, viewer: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const found = await store.byId(tx, id)
    refuseIf(found?.accountId !== viewer.id, 'NOT_FOUND')
    await withdraw(tx, id, { by: null, reason: null })
  })

/** By staff, for a person who asks them to. */
export const revokeByStaff = (
  ctx: Context,
  { viewer, requestId }: { viewer: SignedIn; requestId: string },
  id: string,
  reason: string,
): Promise<store.ReviewedRow> =>
  ctx.transaction(async (tx) => {
    const before = (await store.reviewed(tx, id)) ?? refuse('NOT_FOUND')
    refuseIf(!(await withdraw(tx, id, { by: viewer.id, reason })), 'ALREADY_REVIEWED')
    await audit(tx, viewer, requestId, {
      action: 'consent.revoked',
      target: { type: 'participant', id },
      reason,
      before: { status: before.status },
      after: { status: 'revoked' },
    })
    return (await store.reviewed(tx, id))!
  })

const batchMax = 100
/** Consents whose last day is over; a scheduled job. */
export async function endConsents(ctx: Context): Promise<void> {
  for (;;) {
    const over = await store.endingConsents(ctx, batchMax)
    for (const id of over) await ctx.transaction((tx) => withdraw(tx, id, { by: null, reason: null }))
    if (over.length < batchMax) return
  }
}

/** So many days before the last one the creator is told. */
export const noteDays = 7
/** Tells creators of consents that end soon, once each; a scheduled job. */
export async function noteEndingConsents(ctx: Context): Promise<void> {
  for (;;) {
    const noted = await ctx.transaction(async (tx) => {
      const people = await store.noteEnding(tx, noteDays, batchMax)
      for (const { performerId, name, endsOn } of people) {
        const to = await accounts.addressee(tx, performerId)
        if (!to.email) continue
        const on = dayIn(tx, { locale: to.locale, timezone: 'UTC' }, new Date(endsOn))
        const values = { name: to.name, device: name, on }
        await mail(tx, { to: to.email, kind: 'consent_ending', locale: to.locale, values })
      }
      return people.length
    })
    if (noted < batchMax) return
  }
}

/** Items are locked before the person and files, as publishing and saving do. False where there was nothing to withdraw. */
async function withdraw(
  tx: Context,
  id: string,
  decision: { by: string | null; reason: string | null },
): Promise<boolean> {
  await lockItemsShowing(tx, { participantId: id, fileIds: await copiesOf(tx, await filesShowing(tx, id)) })
  if (!(await store.revoke(tx, id, decision))) return false
  const hidden = await hideQuarantined(tx, id)
  const person = (await store.byId(tx, id))!
  await publish(tx, consentWithdrawn, { performerId: person.performerId, participantId: id })
  const to = await accounts.addressee(tx, person.performerId)
  if (to.email)
    await mail(tx, {
      to: to.email,
      kind: 'consent_withdrawn',
      locale: to.locale,
      values: {
        name: to.name,
        device: person.name,
        items: hidden
          .map(({ title }) => title)
          .filter(Boolean)
          .slice(0, 20),
      },
    })
  return true
}
