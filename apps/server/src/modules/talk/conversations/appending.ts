import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { publicUrl } from '../../../platform/http/origin.ts'
import { linkToPreview } from './link-previews.ts'
import * as store from './store.ts'
import { messageSent } from './events.ts'
import { fetchLinkPreviewJob } from './jobs.ts'

/** Adds a message to a conversation whose sequence is locked, and notifies both people after the commit. */
export async function append(tx: Context, message: store.NewMessage, otherId: string, last: bigint): Promise<void> {
  const sequence = last + 1n
  await store.insertMessage(tx, message, sequence)
  if (linkToPreview(message.text, publicUrl(tx.config)))
    await fetchLinkPreviewJob.enqueue(tx, { messageId: message.id })
  await publish(tx, messageSent, {
    conversationId: message.conversationId,
    messageId: message.id,
    sequence: Number(sequence),
    senderId: message.senderId,
    otherId,
  })
}
