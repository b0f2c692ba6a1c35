import type { CouponInput } from '@fanlight/contract/coupons'
import { creatorTokensPctMax } from '@fanlight/contract/coupons'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { refuse, refuseField, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { toMinor } from '../wallet/currency.ts'
import * as store from './store.ts'

// Coupons are made by creators and by staff. What a code takes off never changes: how often it is used, and until when, may.

/** Makes a coupon of this performer, or of the site. */
export async function make(
  tx: Context,
  maker: SignedIn,
  performerId: string | null,
  input: CouponInput,
): Promise<store.CouponRow> {
  const amount = input.amount === null ? null : toMinor(input.amount, tx.settings.get('currency'))
  if (amount === 0n) refuseRule('amount', 'NOT_ABOVE', 0)
  if (performerId !== null && input.appliesTo !== 'subscriptions' && (input.percent ?? 0) > creatorTokensPctMax)
    refuseRule('percent', 'CREATOR_DISCOUNT_MAX', creatorTokensPctMax)
  const starts = input.startsAt ? new Date(input.startsAt) : tx.clock.now()
  const ends = input.endsAt === null ? null : new Date(input.endsAt)
  if (ends && ends <= starts) refuseRule('endsAt', 'END_BEFORE_START')
  if (ends && ends <= tx.clock.now()) refuseRule('endsAt', 'TIME_PAST')
  const planIds = input.appliesTo === 'tokens' ? [] : [...new Set(input.planIds)]
  if (!(await store.arePlansOf(tx, performerId, planIds))) refuseRule('planIds', 'NOT_OFFERED')
  const made = await store.insert(tx, {
    performer_id: performerId,
    code: input.code,
    percent: input.percent,
    amount,
    applies_to: input.appliesTo,
    plan_ids: planIds,
    new_subscribers_only: input.appliesTo !== 'tokens' && input.newSubscribersOnly,
    max_uses: input.maxUses,
    per_user: input.perUser,
    starts_at: starts,
    ends_at: ends,
    made_by: maker.id,
  })
  return made ?? refuseField('COUPON_CODE_TAKEN', 'code')
}

interface Change {
  maxUses: number | null
  endsAt: string | null
}
/** `performerId` is the owner’s who may change it; undefined where any may be changed. */
export async function change(tx: Context, id: string, performerId: string | undefined, to: Change) {
  const before = await ownLocked(tx, id, performerId)
  const ends = to.endsAt === null ? null : new Date(to.endsAt)
  if (ends && ends <= before.starts_at) refuseRule('endsAt', 'END_BEFORE_START')
  if (to.maxUses !== null && to.maxUses < before.used) refuseRule('maxUses', 'COUPON_USES_BELOW', before.used)
  await store.update(tx, id, { max_uses: to.maxUses, ends_at: ends })
  return before
}

export async function end(tx: Context, id: string, performerId: string | undefined) {
  const before = await ownLocked(tx, id, performerId)
  const now = tx.clock.now()
  if (before.ends_at === null || before.ends_at > now)
    await store.update(tx, id, { max_uses: before.max_uses, ends_at: now })
  return before
}

async function ownLocked(tx: Context, id: string, performerId: string | undefined): Promise<store.CouponRow> {
  const found = await store.locked(tx, id)
  if (!found || (performerId !== undefined && found.performer_id !== performerId)) refuse('NOT_FOUND')
  return found
}

/** What staff did with a coupon, in the audit log. */
export const auditCoupon = (
  tx: Context,
  { staff, requestId }: { staff: SignedIn; requestId: string },
  action: 'coupon.made' | 'coupon.changed' | 'coupon.ended',
  id: string,
  what: { reason?: string; before?: Record<string, unknown>; after?: Record<string, unknown> },
) => audit(tx, staff, requestId, { action, target: { type: 'coupon', id }, ...what })
