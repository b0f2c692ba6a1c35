import * as contract from '@fanlight/contract/shows'
import * as groupContract from '@fanlight/contract/group-shows'
import { pageOf } from '../../../platform/db/cursor.ts'
import { route } from '../../../platform/http/http.ts'
import { answer, ask, join } from './asking.ts'
import { messagesIn, write } from './group-chat.ts'
import { askForGroup, joinGroup, startGroup, stopGroup } from './groups.ts'
import { presentShows } from './present.ts'
import * as store from './store.ts'

export const showRoutes = [
  route(contract.askForShow, async (ctx, { viewer, body }) => ({ data: await ask(ctx, viewer, body) })),
  route(contract.answerShow, async (ctx, { viewer, params, body }) => ({
    data: await answer(ctx, viewer, params.conversationId, body.status),
  })),
  route(contract.searchShows, async (ctx, { viewer, query }) => {
    const { found, total, nextCursor } = await store.search(ctx, viewer.id, query.open, pageOf(query))
    return { data: await presentShows(ctx, viewer.id, found), total, nextCursor }
  }),
  route(contract.joinShow, async (ctx, { viewer, params }) => ({
    data: await join(ctx, viewer, params.conversationId),
  })),
  route(groupContract.askForGroupShow, async (ctx, { viewer, body }) => ({
    data: await askForGroup(ctx, viewer, body),
  })),
  route(groupContract.startGroupShow, async (ctx, { viewer }) => ({ data: await startGroup(ctx, viewer) })),
  route(groupContract.endGroupShow, async (ctx, { viewer, params }) => ({
    data: await stopGroup(ctx, viewer, params.id),
  })),
  route(groupContract.joinGroupShow, async (ctx, { viewer, params }) => ({
    data: await joinGroup(ctx, viewer, params.id),
  })),
  route(groupContract.listGroupMessages, async (ctx, { viewer, params }) => ({
    data: await messagesIn(ctx, viewer, params.id),
  })),
  route(groupContract.writeInGroupShow, async (ctx, { viewer, params, body }) => ({
    data: await write(ctx, viewer, params.id, body),
  })),
]
