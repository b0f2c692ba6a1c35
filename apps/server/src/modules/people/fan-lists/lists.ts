import type { AudienceSegment } from '@fanlight/contract/audience'
import { fanListMembersMax, fanListsMax } from '@fanlight/contract/fan-lists'
import type { Context } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse, refuseField, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { raiseAccessEpoch } from '../accounts/access-epoch.ts'
import { listIdOf, segmentOf } from '../audience/segments.ts'
import * as store from './store.ts'

// Rules for lists of fans. The access policy reads the members on each request, so a change counts as of its commit.

export const createList = (ctx: Context, creator: SignedIn, name: string): Promise<store.ListRow> =>
  ctx.transaction(async (tx) => {
    refuseIf((await store.countLists(tx, creator.id)) >= fanListsMax, 'TOO_MANY_LISTS')
    const id = newId()
    await store.insert(tx, { id, performerId: creator.id, name })
    return (await store.ownList(tx, creator.id, id))!
  })

export const renameList = (ctx: Context, creator: SignedIn, id: string, name: string): Promise<store.ListRow> =>
  ctx.transaction(async (tx) => {
    if (!(await store.rename(tx, creator.id, id, name))) refuse('NOT_FOUND')
    return (await store.ownList(tx, creator.id, id))!
  })

/** An item for this list alone would then open to no one. */
export const deleteList = (ctx: Context, creator: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    if (!(await store.lockOwn(tx, creator.id, id))) refuse('NOT_FOUND')
    refuseIf(await store.isInUse(tx, creator.id, id), 'LIST_IN_USE')
    await store.remove(tx, id)
  })

export const addMember = (ctx: Context, creator: SignedIn, id: string, username: string): Promise<store.MemberRow> =>
  ctx.transaction(async (tx) => {
    // Locked, so that two at once don't add more than there may be.
    if (!(await store.lockOwn(tx, creator.id, id))) refuse('NOT_FOUND')
    const fan = await store.fanNamed(tx, creator.id, username)
    if (!fan) refuseField('NOT_A_FAN', 'username')
    const before = await store.memberOf(tx, id, fan)
    if (before) return before
    refuseIf((await store.countMembers(tx, id)) >= fanListMembersMax, 'TOO_MANY_MEMBERS')
    await store.insertMember(tx, id, fan)
    return (await store.memberOf(tx, id, fan))!
  })

/** Adds those in a segment of the creator's audience who are not on it yet; the number of them. */
export const addSegment = (ctx: Context, creator: SignedIn, id: string, segment: AudienceSegment): Promise<number> =>
  ctx.transaction(async (tx) => {
    if (!(await store.lockOwn(tx, creator.id, id))) refuse('NOT_FOUND')
    const listId = listIdOf(segment)
    if (listId && !(await store.ownList(tx, creator.id, listId))) refuseField('NOT_FOUND', 'segment.listId')
    const added = await store.insertSegment(tx, creator, id, segmentOf(segment))
    refuseIf((await store.countMembers(tx, id)) > fanListMembersMax, 'TOO_MANY_MEMBERS')
    return added
  })

/** Adds those who are fans and not on it yet; the number of them. */
export const addFans = (ctx: Context, creator: SignedIn, id: string, accountIds: readonly string[]): Promise<number> =>
  ctx.transaction(async (tx) => {
    if (!(await store.lockOwn(tx, creator.id, id))) refuse('NOT_FOUND')
    const added = await store.insertFans(tx, creator.id, id, accountIds)
    refuseIf((await store.countMembers(tx, id)) > fanListMembersMax, 'TOO_MANY_MEMBERS')
    return added
  })

/** Media addresses that were given to the fan before end. */
export const removeMember = (ctx: Context, creator: SignedIn, id: string, accountId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    if (!(await store.lockOwn(tx, creator.id, id))) refuse('NOT_FOUND')
    if (!(await store.deleteMember(tx, id, accountId))) refuse('NOT_FOUND')
    await raiseAccessEpoch(tx, accountId)
  })

/** After a block between the two, in either direction. */
export const removeFromLists = store.deleteBetween

/** The lists of an account that is being closed, and its place on those of others. */
export const deleteListsOf = store.deleteOf

/** Whether this is a list of this creator. */
export const isListOf = async (ctx: Context, creator: SignedIn, id: string): Promise<boolean> =>
  (await store.ownList(ctx, creator.id, id)) !== undefined

/** Whether all of these are lists of this performer; none is deleted until the transaction ends. */
export const areListsOf = store.lockLists
