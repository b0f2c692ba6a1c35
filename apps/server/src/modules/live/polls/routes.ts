import * as contract from '@fanlight/contract/stream-polls'
import { route } from '../../../platform/http/http.ts'
import { endPoll, pollFor, startPoll, vote } from './polling.ts'
import { presentPoll } from './present.ts'

export const pollRoutes = [
  route(contract.getStreamPoll, async (ctx, { viewer, params }) => {
    const poll = await pollFor(ctx, viewer, params.id)
    return { data: poll && presentPoll(poll) }
  }),
  route(contract.startStreamPoll, async (ctx, { viewer, params, body, request }) => ({
    data: presentPoll(await startPoll(ctx, { viewer, requestId: request.id }, params.id, body)),
  })),
  route(contract.voteInStreamPoll, async (ctx, { viewer, params, body }) => ({
    data: presentPoll(await vote(ctx, viewer, params.id, body.choice)),
  })),
  route(contract.endStreamPoll, async (ctx, { viewer, params, request }) => ({
    data: presentPoll(await endPoll(ctx, { viewer, requestId: request.id }, params.id)),
  })),
]
