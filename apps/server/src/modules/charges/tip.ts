import { toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../platform/context.ts'
import { bodyHash } from '../../platform/once.ts'
import { Refusal, refuseField, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { requireVisiblePerformer } from '../access/policy.ts'
import { type ChargeRow, charge, chargedOnce } from './charge.ts'

export interface NewTip {
  performerId: string
  tokens: number
  note?: string | undefined
  /** Shows it in the conversation of the two. */
  inConversation?: boolean | undefined
  key: string
}

/** Runs a charge, in one transaction with what belongs to it. */
export type ChargeWithin = (pay: (within: Context) => Promise<ChargeRow>) => Promise<ChargeRow>

/** Moves tokens from a fan to a performer. Any number of fans may tip one performer in the same moment. */
export function sendTip(
  ctx: Context,
  fan: SignedIn,
  tip: NewTip,
  within: ChargeWithin = (pay) => pay(ctx),
): Promise<ChargeRow> {
  const key = `tip:${tip.key}`
  const hash = bodyHash([tip.performerId, tip.tokens, tip.note ?? '', ...(tip.inConversation ? [true] : [])])
  return chargedOnce(ctx, fan.id, key, hash, async () => {
    const tokens = toHundredths(tip.tokens)
    refuseIf(tip.performerId === fan.id, 'NOT_TO_ONESELF')
    const { minimumTipPrice: minimum, maximumTipPrice: maximum } = ctx.settings.all()
    if (tokens < toHundredths(minimum)) refuseField('TIP_BELOW_MINIMUM', 'tokens', undefined, { minimum })
    if (tokens > toHundredths(maximum)) refuseField('TIP_ABOVE_MAXIMUM', 'tokens', undefined, { maximum })
    const pay = (at: Context) =>
      charge(at, {
        userId: fan.id,
        performerId: tip.performerId,
        type: 'tip',
        targetId: tip.performerId,
        tokens,
        key,
        bodyHash: hash,
        country: fan.country,
        ...(tip.note && { note: tip.note }),
      })
    return within(pay).catch(async (error: unknown) => {
      // The statement rejects performers that the access policy hides; the access policy returns the reason.
      if (error instanceof Refusal && error.code === 'PERFORMER_NOT_FOUND')
        await requireVisiblePerformer(ctx, fan, tip.performerId)
      throw error
    })
  })
}
