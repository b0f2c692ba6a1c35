import type { Transport } from '@fanlight/contract/streaming'
import type { Context } from '../../../platform/context.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { agoraIfOn } from '../engine/engine.ts'
import { requireMayGoLive } from '../safety/suspensions.ts'
import * as store from './store.ts'
import { requireWatching } from './watching.ts'

type AgoraTransport = Extract<Transport, { kind: 'agora' }>

/**
 * A right of two minutes in the room of a stream: of its creator to publish, of others to watch, as each may at this moment. With the number of an earlier
 * one it is the same person in the same place; a number that was taken from them gets nothing.
 */
export async function agoraTokenFor(
  ctx: Context,
  viewer: SignedIn,
  { id, uid }: { id: string; uid?: string | undefined },
): Promise<AgoraTransport> {
  const engine = agoraIfOn(ctx) ?? refuse('AGORA_OFF')
  const stream = (await store.byEither(ctx, id)) ?? refuse('STREAM_NOT_FOUND')
  const isOwn = stream.performerId === viewer.id
  if (isOwn) await requireMayGoLive(ctx, viewer.id)
  else await requireWatching(ctx, viewer, stream)
  refuseIf(stream.status === 'ended' || stream.isClosed, 'STREAM_ENDED')
  const may = isOwn ? 'publish' : 'view'
  const right = uid
    ? await engine.renew(stream.id, viewer, may, Number(uid))
    : await engine.transport(stream.id, viewer, may)
  return right?.kind === 'agora' ? right : refuse('STREAM_NOT_FOUND')
}
