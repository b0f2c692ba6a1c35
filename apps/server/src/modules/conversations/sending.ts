import type { MessageInput } from '@fanlight/contract/conversations'
import { toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../platform/context.ts'
import { publish } from '../../platform/events.ts'
import { newId } from '../../platform/ids.ts'
import { bodyHash } from '../../platform/once.ts'
import { refuseField, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { requireWritable } from '../access/conversations.ts'
import { lockPairShared } from '../access/pair-lock.ts'
import { own } from './opening.ts'
import * as store from './store.ts'

/** Sends a message and returns its id. What was sent with this client id before is answered with the first message. */
export function send(ctx: Context, viewer: SignedIn, conversationId: string, input: MessageInput): Promise<string> {
  const { text, fileIds } = input
  if (text === '' && fileIds.length === 0) refuseField('INVALID_INPUT', 'text', 'MISSING')
  const price = priceOf(ctx, viewer, input)
  const clientId = input.clientId ?? newId()
  const hash = bodyHash([conversationId, text, fileIds, input.price ?? null])
  return ctx.transaction(async (tx) => {
    const { otherId } = await own(tx, viewer, conversationId)
    await lockPairShared(tx, viewer.id, otherId)
    const last = await store.lockSequence(tx, conversationId)
    const first = await store.messageOfClient(tx, viewer.id, clientId)
    if (first) {
      refuseIf(!first.bodyHash.equals(hash), 'KEY_REUSED')
      return first.id
    }
    await requireWritable(tx, viewer, otherId)
    const id = newId()
    const type = await typeOf(tx, viewer, fileIds)
    const sequence = last + 1n
    await store.insertMessage(
      tx,
      { id, conversationId, senderId: viewer.id, clientId, bodyHash: hash, type, text, price, fileIds },
      sequence,
    )
    await publish(tx, 'message.sent', {
      conversationId,
      messageId: id,
      sequence: Number(sequence),
      senderId: viewer.id,
      otherId,
    })
    return id
  })
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

/** What a message is called after: its first file. */
async function typeOf(tx: Context, viewer: SignedIn, fileIds: readonly string[]): Promise<store.MessageRow['type']> {
  if (fileIds.length === 0) return 'text'
  const kinds = new Map((await store.ownFiles(tx, viewer.id, fileIds)).map(({ id, kind }) => [id, kind]))
  if (kinds.size !== fileIds.length) refuseField('NOT_FOUND', 'fileIds')
  return kinds.get(fileIds[0]!)!
}
