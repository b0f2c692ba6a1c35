import { toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { bodyHash } from '../../../platform/once.ts'
import { refuseField, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requireVisiblePerformer } from '../../access/policy.ts'
import type { ChargeRow } from './charge.ts'
import { type Offer, purchase, type Sale } from './purchase.ts'

export interface NewTip {
  performerId: string
  tokens: number
  note?: string | undefined
  /** Shows it in the conversation of the two. */
  inConversation?: boolean | undefined
  /** Shows it in the public chat of the performer. */
  inPublicChat?: boolean | undefined
  /** What it asks for from the tip menu of the performer, as it was shown. */
  asked?: { _id: string; title: string } | undefined
  key: string
}

/** Moves tokens from a fan to a performer. Any number of fans may tip one performer in the same moment. */
export function sendTip(
  ctx: Context,
  fan: SignedIn,
  { performerId, tokens, note, inConversation, inPublicChat, asked, key }: NewTip,
  withCharge?: Sale<Offer>['withCharge'],
): Promise<ChargeRow> {
  const shown = asked ? [asked._id] : inConversation ? [true] : inPublicChat ? ['public'] : []
  const hash = bodyHash([performerId, tokens, note ?? '', ...shown])
  return purchase(
    ctx,
    fan,
    { key: `tip:${key}`, bodyHash: hash, shown: {} },
    {
      offer: async () => {
        refuseIf(performerId === fan.id, 'NOT_TO_ONESELF')
        const price = toHundredths(tokens)
        requireTipAllowed(ctx, price)
        return { type: 'tip', targetId: performerId, performerId, price, terms: null, ...(note && { note }) }
      },
      requireVisible: (at) => requireVisiblePerformer(at, fan, performerId),
      ...(withCharge && { withCharge }),
    },
  )
}

function requireTipAllowed(ctx: Context, tokens: bigint): void {
  const { minimumTipPrice: minimum, maximumTipPrice: maximum } = ctx.settings.all()
  if (tokens < toHundredths(minimum)) refuseField('TIP_BELOW_MINIMUM', 'tokens', undefined, { minimum })
  if (tokens > toHundredths(maximum)) refuseField('TIP_ABOVE_MAXIMUM', 'tokens', undefined, { maximum })
}
