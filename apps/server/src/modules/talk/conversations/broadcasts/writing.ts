import type { BroadcastInput } from '@fanlight/contract/broadcasts'
import { toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { refuse, refuseField, refuseIf, refuseRule } from '../../../../platform/refusal.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'
import { requirePriceAllowed } from '../../../money/charges/price-limits.ts'
import { requireOwnFiles } from '../files.ts'
import { areNamedOwn, countRecipients, type Recipients } from './audience.ts'
import * as store from './store.ts'
import { sendBroadcastJob, unsendBroadcastJob } from './jobs.ts'

// What a creator does with a broadcast. Who receives it is chosen when it is sent.

export const create = (ctx: Context, creator: SignedIn, input: BroadcastInput): Promise<string> =>
  ctx.transaction(async (tx) => {
    const made = await checked(tx, creator, input)
    if ((await store.countOfDay(tx, creator.id)) >= tx.settings.get('broadcastsPerDay')) refuse('TOO_MANY_BROADCASTS')
    const id = newId()
    await store.save(tx, id, creator.id, made)
    if (made.publishAt === null) await enqueueSending(tx, id)
    return id
  })

export const update = (ctx: Context, creator: SignedIn, id: string, input: BroadcastInput): Promise<void> =>
  ctx.transaction(async (tx) => {
    await lockScheduled(tx, creator, id)
    const made = await checked(tx, creator, input)
    await store.save(tx, id, creator.id, made)
    if (made.publishAt === null) await enqueueSending(tx, id)
  })

export const cancel = (ctx: Context, creator: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await lockScheduled(tx, creator, id)
    await store.setStatus(tx, { id, performerId: creator.id }, 'cancelled', true)
  })

/** Sends no more copies; a job deletes those that were neither read nor bought. */
export const unsend = (ctx: Context, creator: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const found = await lockOwn(tx, creator, id)
    if (found.status === 'unsent') return
    refuseIf(found.status !== 'sending' && found.status !== 'sent', 'BROADCAST_NOT_SENT')
    await store.setStatus(tx, found, 'unsent', false)
    await enqueueUnsending(tx, id)
  })

export async function preview(
  ctx: Context,
  creator: SignedIn,
  { fileIds, ...audiences }: Pick<BroadcastInput, 'include' | 'exclude' | 'fileIds'>,
): Promise<{ recipients: number; owners: number }> {
  const recipients = { performerId: creator.id, ...audiences }
  await requireOwnAudiences(ctx, recipients)
  // Of files of others it would say who bought them.
  await requireOwnFiles(ctx, creator.id, fileIds, 'fileIds')
  return countRecipients(ctx, recipients, [...new Set(fileIds)])
}

/** A job with this key is in the queue once, however often it is enqueued. */
export const enqueueSending = (tx: Context, id: string) =>
  sendBroadcastJob.enqueue(tx, { broadcastId: id }, { key: `broadcast:${id}` })
export const enqueueUnsending = (tx: Context, id: string) =>
  unsendBroadcastJob.enqueue(tx, { broadcastId: id }, { key: `unsend:${id}` })

const lockOwn = async (tx: Context, creator: SignedIn, id: string): Promise<store.BroadcastRow> => {
  const found = await store.lock(tx, id)
  return found?.performerId === creator.id ? found : refuse('NOT_FOUND')
}
async function lockScheduled(tx: Context, creator: SignedIn, id: string): Promise<void> {
  const { status } = await lockOwn(tx, creator, id)
  refuseIf(status !== 'scheduled', 'BROADCAST_SENT')
}

async function requireOwnAudiences(ctx: Context, recipients: Recipients): Promise<void> {
  if (!(await areNamedOwn(ctx, recipients))) refuseField('NOT_FOUND', 'include')
}

async function checked(tx: Context, creator: SignedIn, input: BroadcastInput): Promise<store.NewBroadcast> {
  const { text, fileIds, include, exclude, leaveOutOwners, publishAt } = input
  if (text === '' && fileIds.length === 0) refuseField('INVALID_INPUT', 'text', 'MISSING')
  if (input.price !== undefined && fileIds.length === 0) refuseField('INVALID_INPUT', 'fileIds', 'MISSING')
  const price = input.price === undefined ? null : toHundredths(input.price)
  if (price !== null) requirePriceAllowed(tx, price, 'price')
  if (publishAt !== undefined && new Date(publishAt) <= tx.clock.now()) refuseRule('publishAt', 'TIME_PAST')
  await requireOwnAudiences(tx, { performerId: creator.id, include, exclude })
  await requireOwnFiles(tx, creator.id, fileIds, 'fileIds')
  return { text, price, include, exclude, leaveOutOwners, publishAt: publishAt ?? null, fileIds }
}
