import type { Context } from '../../../../platform/context.ts'
import { handle, type JobHandler } from '../../../../platform/jobs/jobs.ts'
import { typeOfFiles } from '../files.ts'
import { ownFiles } from '../store.ts'
import { areNamedOwn } from './audience.ts'
import { chooseRecipients, sendBatch, unsendBatch } from './copies.ts'
import { sendBroadcastJob, unsendBroadcastJob } from './jobs.ts'
import * as store from './store.ts'
import { enqueueSending, enqueueUnsending } from './writing.ts'

// Each batch is a transaction that also moves the cursor of the broadcast, whose row it locks. A job that was killed goes on after the last
// batch; two at once take turns. No recipient has two copies, because the row of the recipient names the one that was sent.

const batchSize = 200
const resumedMax = 100

export const broadcastJobs: JobHandler[] = [
  handle(sendBroadcastJob, (ctx, { broadcastId }) => sendBroadcast(ctx, broadcastId)),
  handle(unsendBroadcastJob, (ctx, { broadcastId }) => unsendBroadcast(ctx, broadcastId)),
]

/** Enqueues what is due, and what no job goes on with. */
export async function resumeBroadcasts(ctx: Context): Promise<void> {
  for (const { id, status } of await store.unfinished(ctx, resumedMax))
    await (status === 'unsent' ? enqueueUnsending(ctx, id) : enqueueSending(ctx, id))
}

export async function sendBroadcast(ctx: Context, id: string, size = batchSize): Promise<void> {
  while (await ctx.transaction((tx) => step(tx, id, size)));
}

async function step(tx: Context, id: string, size: number): Promise<boolean> {
  const broadcast = await store.lock(tx, id)
  if (!broadcast?.isDue || (broadcast.status !== 'scheduled' && broadcast.status !== 'sending')) return false
  // A creator who was suspended, or whose list or file is gone, sends no more.
  const files = await store.filesAre(tx, broadcast.fileIds)
  const mayGoOn = (await store.isPerformerOpen(tx, broadcast.performerId)) && files !== 'unusable'
  if (broadcast.status === 'scheduled') {
    if (!mayGoOn || !(await areNamedOwn(tx, broadcast))) {
      await store.setStatus(tx, broadcast, 'cancelled', true)
      return false
    }
    // It is tried again until the files are there.
    if (files === 'processing') return false
    await chooseRecipients(tx, broadcast)
    await store.publishChange(tx, broadcast)
    return true
  }
  const kinds = new Map(
    (await ownFiles(tx, broadcast.performerId, broadcast.fileIds)).map((file) => [file.id, file.kind]),
  )
  if (mayGoOn && (await sendBatch(tx, broadcast, typeOfFiles(kinds, broadcast.fileIds), size))) {
    await store.publishChange(tx, broadcast)
    return true
  }
  await store.setStatus(tx, broadcast, 'sent', true)
  return false
}

export async function unsendBroadcast(ctx: Context, id: string, size = batchSize): Promise<void> {
  const next = async (tx: Context): Promise<boolean> => {
    const broadcast = await store.lock(tx, id)
    if (broadcast?.status !== 'unsent' || broadcast.finishedAt) return false
    if (await unsendBatch(tx, broadcast, size)) return true
    await store.setStatus(tx, broadcast, 'unsent', true)
    return false
  }
  while (await ctx.transaction(next));
}
