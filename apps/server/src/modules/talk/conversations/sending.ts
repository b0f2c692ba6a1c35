import type { MessageInput } from '@fanlight/contract/conversations'
import { toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { bodyHash } from '../../../platform/once.ts'
import { refuseField, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requireWritable } from '../../access/conversations.ts'
import { lockPairShared } from '../../access/pair-lock.ts'
import { requirePriceAllowed } from '../../money/charges/price-limits.ts'
import { purchaseWithin } from '../../money/charges/purchase.ts'
import { firstMessageTerms, refuseNewTerms, type Shown, shownParts } from '../../money/charges/shown-terms.ts'
import { append } from './appending.ts'
import { requireOwnFiles, typeOfFiles } from './files.ts'
import { requireConversation } from './opening.ts'
import * as store from './store.ts'

// spec: messages.sending
/** Sends a message and returns its id. What was sent with this client id before is answered with the first message. */
export function send(ctx: Context, viewer: SignedIn, conversationId: string, input: MessageInput): Promise<string> {
  const { text, fileIds } = input
  if (text === '' && fileIds.length === 0) refuseField('INVALID_INPUT', 'text', 'MISSING')
  const price = priceOf(ctx, viewer, input)
  const clientId = input.clientId ?? newId()
  const hash = bodyHash([
    conversationId,
    text,
    fileIds,
    input.price ?? null,
    ...(input.replyToId === undefined && input.expectedPrice === undefined && input.expectedTerms === undefined
      ? []
      : [input.replyToId ?? null, ...(shownParts(input).length > 0 ? shownParts(input) : [null])]),
  ])
  return ctx.transaction(async (tx) => {
    const { otherId } = await requireConversation(tx, viewer, conversationId)
    await lockPairShared(tx, viewer.id, otherId)
    const last = await store.lockSequence(tx, conversationId)
    const first = await store.messageOfClient(tx, viewer.id, clientId)
    if (first) {
      refuseIf(!first.bodyHash.equals(hash), 'KEY_REUSED')
      return first.id
    }
    const cost = await requireWritable(tx, viewer, conversationId, otherId)
    const replyToId = await repliedTo(tx, conversationId, input.replyToId)
    const id = newId()
    const type = typeOfFiles(await requireOwnFiles(tx, viewer.id, fileIds, 'fileIds'), fileIds)
    const authorKind = store.authorKindOf(viewer)
    const made = { id, conversationId, senderId: viewer.id, clientId, bodyHash: hash, type, authorKind, replyToId }
    const message: store.NewMessage = { ...made, text, price, fileIds }
    // A price that was shown and is no longer required is not charged: nothing is owed, and nothing is in the way of the message.
    if (cost === null) await append(tx, message, otherId, last)
    else await payFirst(tx, viewer, otherId, message, cost, input, () => append(tx, message, otherId, last))
    return id
  })
}

/**
 * The first message to a creator who is paid for it: charged with the message or not at all. Like every purchase it is not given back
 * because there was no answer.
 */
async function payFirst(
  tx: Context,
  viewer: SignedIn,
  performerId: string,
  message: store.NewMessage,
  price: bigint,
  { expectedPrice, expectedTerms }: Shown,
  add: () => Promise<void>,
) {
  const offer = {
    type: 'message',
    targetId: message.id,
    performerId,
    price,
    terms: firstMessageTerms(performerId, price),
  } as const
  // Who writes without having been shown a price is shown it first.
  if (expectedPrice === undefined && expectedTerms === undefined) refuseNewTerms(offer)
  await purchaseWithin(
    tx,
    viewer,
    { key: `first-message:${message.id}`, bodyHash: message.bodyHash, shown: { expectedPrice, expectedTerms } },
    {
      offer: async () => offer,
      withCharge: async (_tx, _offer, pay) => {
        await add()
        const charged = await pay()
        await store.setPaidFor(tx, message, charged.id)
        return charged
      },
    },
  )
}

async function repliedTo(tx: Context, conversationId: string, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null
  const found = await store.message(tx, id)
  if (found?.conversationId !== conversationId || found.isDeleted) refuseField('NOT_FOUND', 'replyToId')
  return id
}

/** Only creators sell, and only files. */
function priceOf(ctx: Context, viewer: SignedIn, { price, fileIds }: MessageInput): bigint | null {
  if (price === undefined) return null
  refuseIf(viewer.role !== 'performer', 'NOT_ALLOWED')
  if (fileIds.length === 0) refuseField('INVALID_INPUT', 'fileIds', 'MISSING')
  const tokens = toHundredths(price)
  requirePriceAllowed(ctx, tokens, 'price')
  return tokens
}
