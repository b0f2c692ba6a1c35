import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { on, subscriber } from '../../../platform/events/event-subscribers.ts'
import type { PayloadOf } from '../../../platform/events/events.ts'
import { newId, sha256 } from '../../../platform/ids.ts'
import { bodyHash } from '../../../platform/once.ts'
import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { canStillBePaidBy, lockPairShared } from '../../access/pair-lock.ts'
import { subscriptionStarted } from '../../money/subscriptions/events.ts'
import { append } from './appending.ts'
import { typeOfFiles } from './files.ts'
import { sendWelcomeMessageJob } from './jobs.ts'
import { messageSettingsOf } from './message-settings.ts'
import * as store from './store.ts'

type Started = PayloadOf<typeof subscriptionStarted>

/** The job sends the message, so that subscribing waits for no conversation. */
export const welcomeSubscriber = subscriber('welcome-messages', [
  on(subscriptionStarted, (tx, started) => sendWelcomeMessageJob.enqueue(tx, started)),
])
export const welcomeJobs: JobHandler[] = [handle(sendWelcomeMessageJob, sendWelcome)]

/** Welcomes a fan when they subscribe to a creator for the first time. Its client id follows from the pair, so that it is sent once. */
export async function sendWelcome(ctx: Context, { subscriptionId, userId, performerId }: Started): Promise<void> {
  await ctx.transaction(async (tx) => {
    const settings = await messageSettingsOf(tx, performerId)
    if (!settings?.welcomeEnabled) return
    await lockPairShared(tx, userId, performerId)
    if (!(await isFirst(tx, { subscriptionId, userId, performerId }))) return
    if (!(await canStillBePaidBy(tx, userId, performerId))) return
    // Files that were blocked or deleted since are left out.
    const files = new Map(
      (await store.ownFiles(tx, performerId, settings.welcomeFileIds)).map(({ id, kind }) => [id, kind]),
    )
    const fileIds = settings.welcomeFileIds.filter((id) => files.has(id))
    if (settings.welcomeMessage === '' && fileIds.length === 0) return
    const conversationId = await store.insertPair(tx, userId, performerId)
    const last = await store.lockSequence(tx, conversationId)
    const clientId = clientIdOf(performerId, userId)
    if (await store.messageOfClient(tx, performerId, clientId)) return
    const message: store.NewMessage = {
      id: newId(),
      conversationId,
      senderId: performerId,
      clientId,
      bodyHash: bodyHash([clientId]),
      type: typeOfFiles(files, fileIds),
      authorKind: 'automation',
      replyToId: null,
      text: settings.welcomeMessage,
      price: null,
      fileIds,
    }
    await append(tx, message, userId, last)
  })
}

const isFirst = async (tx: Context, { subscriptionId, userId, performerId }: Started): Promise<boolean> =>
  (await row(
    tx.db,
    sql`SELECT FROM subscriptions s JOIN accounts a ON a.id = s.fan_id AND a.status = 'active'
      WHERE s.id = ${subscriptionId} AND NOT EXISTS (SELECT FROM subscriptions o
        WHERE o.fan_id = ${userId} AND o.performer_id = ${performerId} AND o.id <> s.id AND o.status <> 'incomplete')`,
  )) !== undefined

function clientIdOf(performerId: string, fanId: string): string {
  const hex = sha256(`welcome ${performerId} ${fanId}`).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
