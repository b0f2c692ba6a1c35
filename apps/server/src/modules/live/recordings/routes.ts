import * as contract from '@fanlight/contract/replays'
import type { Context } from '../../../platform/context.ts'
import { route } from '../../../platform/http/http.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { addFileReferences } from '../../media/vault/deletion.ts'
import { discard, publish, trim } from './deciding.ts'
import { presentRecordings } from './present.ts'
import { readReplay, readReplayChat } from './replaying.ts'
import * as store from './store.ts'

addFileReferences(store.filesAmong)

const own = async (ctx: Context, viewer: SignedIn, id: string) => {
  const recording = (await store.ownById(ctx, viewer.id, id)) ?? refuse('NOT_FOUND')
  return { data: (await presentRecordings(ctx, viewer, [recording]))[0]! }
}

export const recordingRoutes = [
  route(contract.listRecordings, async (ctx, { viewer, query }) => {
    const found = await store.undecided(ctx, viewer.id, query.streamId ?? null, contract.recordingsMax)
    return { data: await presentRecordings(ctx, viewer, found), total: found.length, nextCursor: null }
  }),
  route(contract.publishRecording, async (ctx, { viewer, params, body }) => {
    await publish(ctx, viewer, params.id, body)
    return own(ctx, viewer, params.id)
  }),
  route(contract.trimRecording, async (ctx, { viewer, params, body }) => {
    await trim(ctx, viewer, params.id, body)
    return own(ctx, viewer, params.id)
  }),
  route(contract.discardRecording, async (ctx, { viewer, params }) => {
    await discard(ctx, viewer.id, params.id)
    return { data: { success: true as const } }
  }),
  route(contract.getReplay, async (ctx, { viewer, params }) => ({ data: await readReplay(ctx, viewer, params.id) })),
  route(contract.listReplayMessages, async (ctx, { viewer, params, query }) => {
    const found = await readReplayChat(ctx, viewer, params.id, query)
    return { data: found, total: found.length, nextCursor: found.length === query.limit ? found.at(-1)!._id : null }
  }),
]
