import * as contract from '@fanlight/contract/fan-lists'
import type { Context } from '../../../platform/context.ts'
import { afterRow, countRows, cut, inOrder, madeOnce, pageOf, positionOf } from '../../../platform/db/cursor.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { route } from '../../../platform/http/http.ts'
import { refuse } from '../../../platform/refusal.ts'
import { presentAvatar } from '../accounts/profile/images.ts'
import { addFans, addMember, addSegment, createList, deleteList, removeMember, renameList } from './lists.ts'
import * as store from './store.ts'

const presentList = ({ id, name, members, updatedAt }: store.ListRow): contract.FanList => ({
  _id: id,
  name,
  members,
  updatedAt: updatedAt.toISOString(),
})
const presentPerson = (ctx: Context, { id, name, username, avatar }: Omit<store.MemberRow, 'addedAt'>) => ({
  _id: id,
  name,
  username,
  avatar: presentAvatar(ctx, avatar),
})
const presentMember = (ctx: Context, member: store.MemberRow) => ({
  ...presentPerson(ctx, member),
  addedAt: member.addedAt.toISOString(),
})

export const fanListRoutes = [
  route(contract.createFanList, async (ctx, { viewer, body }) => ({
    data: presentList(await createList(ctx, viewer, body.name)),
  })),
  route(contract.listFanLists, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    const from = sql`fan_lists l WHERE l.performer_id = ${viewer.id}`
    const found = page.tooDeep
      ? []
      : await rows(
          ctx.db,
          sql<
            store.ListRow & { at: string }
          >`SELECT ${store.listColumns}, ${positionOf(query, 'l')} AS at FROM ${from} AND ${afterRow(page, query, 'l')}
            ${inOrder(query, 'l')} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
        )
    const { shown, nextCursor } = cut(found, page)
    return { data: shown.map(presentList), total: await countRows(ctx, from), nextCursor }
  }),
  route(contract.renameFanList, async (ctx, { viewer, params, body }) => ({
    data: presentList(await renameList(ctx, viewer, params.id, body.name)),
  })),
  route(contract.deleteFanList, async (ctx, { viewer, params }) => {
    await deleteList(ctx, viewer, params.id)
    return { data: { success: true as const } }
  }),
  route(contract.listFanListMembers, async (ctx, { viewer, params, query }) => {
    if (!(await store.ownList(ctx, viewer.id, params.id))) refuse('NOT_FOUND')
    const page = pageOf(query)
    const from = store.membersFrom(params.id)
    const found = page.tooDeep
      ? []
      : await rows(
          ctx.db,
          sql<
            store.MemberRow & { at: string }
          >`SELECT ${store.memberColumns}, ${positionOf(query, 'm', madeOnce)} AS at FROM ${from}
            AND ${afterRow(page, query, 'm', madeOnce, 'account_id')} ${inOrder(query, 'm', madeOnce, 'account_id')}
            LIMIT ${page.size + 1} OFFSET ${page.offset}`,
        )
    const { shown, nextCursor } = cut(found, page)
    const data = shown.map((member) => presentMember(ctx, member))
    return { data, total: await countRows(ctx, from), nextCursor }
  }),
  route(contract.addFanListMember, async (ctx, { viewer, params, body }) => ({
    data: presentMember(ctx, await addMember(ctx, viewer, params.id, body.username)),
  })),
  route(contract.addFansToList, async (ctx, { viewer, params, body }) => ({
    data: {
      added: await ('ids' in body
        ? addFans(ctx, viewer, params.id, body.ids)
        : addSegment(ctx, viewer, params.id, body.segment)),
    },
  })),
  route(contract.removeFanListMember, async (ctx, { viewer, params }) => {
    await removeMember(ctx, viewer, params.id, params.accountId)
    return { data: { success: true as const } }
  }),
  route(contract.findFans, async (ctx, { viewer, query }) => {
    const found = await store.fansLike(ctx, viewer.id, query.q)
    return { data: found.map((person) => presentPerson(ctx, person)), total: found.length, nextCursor: null }
  }),
]
