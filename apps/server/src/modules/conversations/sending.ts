import type { MessageInput } from '@fanlight/contract/conversations'
import { toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { bodyHash } from '../../platform/once.ts'
import { refuseField, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { requireWritable } from '../access/conversations.ts'
import { lockPairShared } from '../access/pair-lock.ts'
import { charge } from '../charges/charge.ts'
import { firstMessageTerms, refuseNewTerms, requireShown, shownParts } from '../charges/shown-terms.ts'
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
    const offered = cost === null ? null : { terms: firstMessageTerms(otherId, cost), price: cost }
    // A price that was shown and is no longer required is not charged: nothing is owed, and nothing is in the way of the message.
    if (offered && input.expectedPrice === undefined && input.expectedTerms === undefined) refuseNewTerms(offered)
    if (offered) await requireShown(tx, offered, input)
    const replyToId = await repliedTo(tx, conversationId, input.replyToId)
    const id = newId()
    const type = typeOfFiles(await requireOwnFiles(tx, viewer.id, fileIds, 'fileIds'), fileIds)
    const authorKind = store.authorKindOf(viewer)
    const made = { id, conversationId, senderId: viewer.id, clientId, bodyHash: hash, type, authorKind, replyToId }
    const message: store.NewMessage = { ...made, text, price, fileIds }
    await append(tx, message, otherId, last)
    if (cost !== null) await payFirst(tx, viewer, otherId, message, cost)
    return id
  })
}

/**
 * The first message to a creator who is paid for it: charged with the message or not at all. Like every purchase it is not given back
 * because there was no answer.
 */
async function payFirst(tx: Context, viewer: SignedIn, performerId: string, message: store.NewMessage, tokens: bigint) {
  const { id } = await charge(tx, {
    userId: viewer.id,
    performerId,
    type: 'message',
    targetId: message.id,
    tokens,
    key: `first-message:${message.id}`,
    bodyHash: message.bodyHash,
    country: viewer.country,
  })
  await store.setPaidFor(tx, message, id)
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
  const { minimumContentPrice, maximumContentPrice } = ctx.settings.all()
  refuseIf(
    tokens < toHundredths(minimumContentPrice) || tokens > toHundredths(maximumContentPrice),
    'PRICE_OUT_OF_RANGE',
  )
  return tokens
}
