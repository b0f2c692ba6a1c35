import type { AuditActionOf } from '@fanlight/contract/audit-actions'
import { moderatorsMax, type Standing } from '@fanlight/contract/public-chat'
import { audit } from '../../../../platform/audit.ts'
import type { Context } from '../../../../platform/context.ts'
import { publish } from '../../../../platform/events/events.ts'
import { refuse, refuseIf } from '../../../../platform/refusal.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'
import * as conversations from '../store.ts'
import { bannedFromRoom, roomStandingChanged, streamMessageRefused } from './events.ts'
import * as held from './held-store.ts'
import * as people from './people-store.ts'
import { readable } from './reading.ts'
import * as store from './store.ts'

// Who moderates the public chat of a creator: the creator, and those whom they name. A ban is about the chat and the live rooms of a creator alone:
// unlike a block it ends no subscription and returns nothing.

export interface Moderator {
  viewer: SignedIn
  requestId: string
}

export const moderates = (viewer: SignedIn, performerId: string, { standing }: Pick<store.PublicChatRow, 'standing'>) =>
  viewer.id === performerId || standing === 'moderator'

/** Refuses who does not moderate the chat. */
export async function requireModerating(ctx: Context, viewer: SignedIn, performerId: string): Promise<void> {
  refuseIf(!moderates(viewer, performerId, await readable(ctx, viewer, performerId)), 'NOT_ALLOWED')
}
/** Locks a chat for who moderates it. What is written meanwhile waits. */
export async function lockModerated(tx: Context, viewer: SignedIn, performerId: string): Promise<bigint> {
  refuseIf(!moderates(viewer, performerId, await readable(tx, viewer, performerId)), 'NOT_ALLOWED')
  await store.insertRows(tx, performerId)
  return conversations.lockSequence(tx, performerId)
}

/** Writes into the audit log what a moderator did in the chat of another person. */
export async function noteModeration(
  tx: Context,
  { viewer, requestId }: Moderator,
  performerId: string,
  action: AuditActionOf<'room'>,
  after?: Record<string, unknown>,
): Promise<void> {
  if (viewer.id === performerId) return
  await audit(tx, viewer, requestId, {
    action: `room.${action}`,
    target: { type: 'performer', id: performerId },
    ...(after && { after }),
  })
}

const minutesOf = { 'minutes-5': 5, hour: 60, stream: null } as const

export const setStanding = (
  ctx: Context,
  by: Moderator,
  performerId: string,
  accountId: string,
  { standing, muteFor = 'stream' }: { standing: Standing; muteFor?: keyof typeof minutesOf | undefined },
): Promise<people.PersonRow> =>
  ctx.transaction(async (tx) => {
    await lockModerated(tx, by.viewer, performerId)
    refuseIf(accountId === performerId, 'NOT_ALLOWED')
    if (!(await people.isVisible(tx, by.viewer, accountId))) refuse('NOT_FOUND')
    const before = await people.person(tx, performerId, accountId)
    requireMayChange(by.viewer, performerId, before?.standing, standing)
    if (standing === 'moderator' && before?.standing !== 'moderator')
      refuseIf((await people.total(tx, performerId, 'moderator')) >= moderatorsMax, 'TOO_MANY_MODERATORS')
    const minutes = standing === 'muted' ? minutesOf[muteFor] : null
    const streamId =
      standing === 'muted' && minutes === null
        ? ((await people.openStreamOf(tx, performerId)) ?? refuse('STREAM_NOT_FOUND'))
        : null
    await people.put(tx, performerId, accountId, { standing, minutes, streamId })
    await noteModeration(tx, by, performerId, standing, { accountId, ...(standing === 'muted' && { muteFor }) })
    const person = { conversationId: performerId, accountId }
    if (standing === 'banned') {
      await refuseAll(tx, performerId, accountId)
      await publish(tx, bannedFromRoom, person)
    } else await publish(tx, roomStandingChanged, person)
    return (await people.person(tx, performerId, accountId))!
  })

/** Takes back whatever they were. Where they were nothing, nothing happens. */
export const removeStanding = (ctx: Context, by: Moderator, performerId: string, accountId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await lockModerated(tx, by.viewer, performerId)
    const before = await people.person(tx, performerId, accountId)
    if (!before) return
    requireMayChange(by.viewer, performerId, before.standing, null)
    await people.remove(tx, performerId, accountId)
    await noteModeration(tx, by, performerId, `${before.standing}_removed`, { accountId })
    await publish(tx, roomStandingChanged, { conversationId: performerId, accountId })
  })

/** Only the creator decides who moderates. */
function requireMayChange(
  viewer: SignedIn,
  performerId: string,
  before: Standing | undefined,
  after: Standing | null,
): void {
  refuseIf(viewer.id !== performerId && (before === 'moderator' || after === 'moderator'), 'NOT_ALLOWED')
}

/** What waits of one person, or of all. */
export async function refuseAll(tx: Context, performerId: string, senderId: string | null): Promise<number> {
  const refused = await held.removeAll(tx, performerId, senderId)
  for (const { id: messageId, senderId: by } of refused)
    await publish(tx, streamMessageRefused, { conversationId: performerId, messageId, senderId: by })
  return refused.length
}

/** Refuses who is banned from the rooms of a creator. */
export async function requireNotBanned(ctx: Context, viewer: SignedIn, performerId: string): Promise<void> {
  refuseIf(await people.isBanned(ctx, viewer, performerId), 'BANNED_FROM_ROOM')
}
export { notBanned } from './people-store.ts'
