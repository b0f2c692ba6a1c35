import type { saveBanking, saveGateways } from '@fanlight/contract/banking'
import type { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { refuse, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { addressee } from '../../people/accounts/performers.ts'
import { type StepUpInput, type StepUpSource, requireStepUp } from '../../people/accounts/auth/step-up.ts'
import { mail } from '../../site/mail/outbox.ts'
import { checkedBank } from './bank-checks.ts'
import { destinationOf, isSameDestination } from '../payouts/destination.ts'
import { maskedBank, maskedGateways } from './present.ts'
import { cancelPayoutToOther } from '../payouts/request.ts'
import * as store from './stored-details.ts'

/** Whose details they are, and the request they come with. */
export interface Saver {
  viewer: SignedIn
  requestId: string
  from: StepUpSource
}
/** How long nothing is paid to a new destination. */
export const restHours = 72

export async function saveBank(
  ctx: Context,
  saver: Saver,
  { version, ...typed }: z.output<(typeof saveBanking)['body']>,
): Promise<void> {
  const { details, stepUpInput } = parted(typed)
  const bank = checkedBank(details)
  await requireStepUp(ctx, saver.viewer, saver.from, stepUpInput, 'elsewhere')
  await save(ctx, saver, 'bank', version, () => bank)
}

export async function saveGatewaySettings(
  ctx: Context,
  saver: Saver,
  { version, ...form }: z.output<(typeof saveGateways)['body']>,
): Promise<void> {
  const { details: typed, stepUpInput } = parted(form)
  await requireStepUp(ctx, saver.viewer, saver.from, stepUpInput, 'elsewhere')
  await save(ctx, saver, 'gateways', version, async (tx, before) => {
    const stripe =
      typed.stripe === undefined
        ? (before?.stripe ?? null)
        : typed.stripe && {
            accountId: typed.stripe.accountId,
            // A key belongs to its account: it stays only while the account does.
            secretKey:
              typed.stripe.secretKey ??
              (before?.stripe?.accountId === typed.stripe.accountId ? before.stripe.secretKey : null),
          }
    const manual = typed.manual === undefined ? (before?.manual ?? null) : typed.manual
    const payoutMethod = typed.payoutMethod ?? before?.payoutMethod ?? 'bank'
    if (payoutMethod === 'stripe' && !stripe) refuseRule('payoutMethod', 'STRIPE_MISSING')
    if (payoutMethod === 'manual' && !manual) refuseRule('payoutMethod', 'MANUAL_MISSING')
    if (payoutMethod === 'bank' && before && before.payoutMethod !== 'bank') {
      const bank = await store.read(tx, saver.viewer.id, 'bank')
      if (!bank) refuseRule('payoutMethod', 'BANK_MISSING')
    }
    return { payoutMethod, stripe, manual }
  })
}

/**
 * Stores the account that the gateway opened for a creator. `known` is the account that was stored before the request to the
 * gateway: refused where another has been saved since. The way of payout stays what it is.
 */
export const saveStripeAccount = (
  ctx: Context,
  saver: Pick<Saver, 'viewer' | 'requestId'>,
  accountId: string,
  known: string | null,
): Promise<void> =>
  save(ctx, saver, 'gateways', undefined, (_tx, before) => {
    const stored = before?.stripe?.accountId ?? null
    if (before && stored === accountId) return before
    refuseIf(stored !== known, 'CONFLICT')
    return { payoutMethod: 'bank', manual: null, ...before, stripe: { accountId, secretKey: null } }
  })

/** Separates the data to save from the step-up authentication that confirms the owner's request. */
function parted<T extends StepUpInput>({
  currentPassword,
  hashed,
  code,
  recoveryCode,
  passkey,
  mailedCode,
  ...details
}: T) {
  return { details, stepUpInput: { currentPassword, hashed, code, recoveryCode, passkey, mailedCode } }
}

/**
 * Everything that follows a change happens with it or not at all: the rest of payouts where they would go elsewhere now, the email, the log. `version` is the one that the
 * change starts from; undefined where `make` itself refuses a conflict.
 */
function save<K extends keyof store.Kinds>(
  ctx: Context,
  { viewer, requestId }: Pick<Saver, 'viewer' | 'requestId'>,
  kind: K,
  version: number | undefined,
  make: (tx: Context, before: store.Kinds[K] | undefined) => Promise<store.Kinds[K]> | store.Kinds[K],
): Promise<void> {
  return ctx.transaction(async (tx) => {
    await store.lockPerformer(tx, viewer.id)
    const before = await store.read(tx, viewer.id, kind)
    const after = await make(tx, before?.value)
    // Sent again because the response was lost: the data is already saved, and the freeze does not start again.
    if (before && JSON.stringify(before.value) === JSON.stringify(after)) return
    const stored = before?.version ?? 0
    refuseIf(version !== undefined && version !== stored, 'CONFLICT')
    const usedBefore = await presentDestination(tx, viewer.id)
    await store.write(tx, viewer.id, kind, after, stored + 1)
    const used = await presentDestination(tx, viewer.id)
    const isOther = used !== undefined && !(usedBefore && isSameDestination(used, usedBefore))
    if (isOther) await store.freezePayouts(tx, viewer.id, restHours)
    await cancelPayoutToOther(tx, viewer.id, used)
    await audit(tx, viewer, requestId, {
      action: `payout_details.${kind}_changed`,
      target: { type: 'performer', id: viewer.id },
      ...(before && { before: masked(kind, before.value) }),
      after: masked(kind, after),
    })
    const to = await addressee(tx, viewer.id)
    if (to.email)
      await mail(tx, {
        to: to.email,
        kind: isOther ? 'payout_details_changed' : 'payout_details_saved',
        locale: to.locale,
        values: { name: to.name, ending: endingOf(kind, after) },
      })
  })
}

async function presentDestination(tx: Context, performerId: string) {
  const bank = await store.read(tx, performerId, 'bank')
  const gateways = await store.read(tx, performerId, 'gateways')
  return destinationOf(bank?.value, gateways?.value)
}

/** For the audit log, which is never deleted: free-text instructions may contain anything, so only their existence is logged. */
const masked = <K extends keyof store.Kinds>(kind: K, value: store.Kinds[K]): Record<string, unknown> =>
  kind === 'bank' ? maskedBank(value as store.Bank) : withoutText(value as store.Gateways)
const withoutText = ({ manual, ...gateways }: store.Gateways) => ({
  ...maskedGateways({ ...gateways, manual: null }),
  hasInstructions: manual !== null,
})
const endingOf = <K extends keyof store.Kinds>(kind: K, value: store.Kinds[K]): string =>
  kind === 'bank' ? maskedBank(value as store.Bank).accountEnds : (value as store.Gateways).payoutMethod

/** Payout details for staff; logged before they are decrypted. */
export const readDetails = (ctx: Context, viewer: SignedIn, requestId: string, performerId: string, reason: string) =>
  ctx.transaction(async (tx) => {
    const status = await store.statusOf(tx, performerId)
    if (!status) refuse('NOT_FOUND')
    await audit(tx, viewer, requestId, {
      action: 'payout_details.viewed',
      target: { type: 'performer', id: performerId },
      reason,
    })
    const [bank, gateways] = [await store.read(tx, performerId, 'bank'), await store.read(tx, performerId, 'gateways')]
    return { status, bank, gateways }
  })

/** Deletes the payout details of a person who closes their account. */
export const deletePayoutDetails = (tx: Context, performerId: string) => store.deleteDetails(tx, performerId)
