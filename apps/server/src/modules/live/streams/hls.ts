import { joinStream } from '@fanlight/contract/streaming'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { Limiter } from '../../../platform/http/limiter.ts'
import { authorizeCall } from '../../../platform/http/request-pipeline.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { liveEngine } from '../engine/engine.ts'
import * as store from './store.ts'
import { requireWatching } from './watching.ts'

/** Who loses the right to watch gets no further file after so long. */
const verdictMs = 2_000
const verdictsMax = 10_000
/** Two lists and two segments in two seconds are usual. */
const filesAMinuteMax = 600
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const filePattern = /^[\w-]{1,20}\.(?:m3u8|mp4|m4s)$/

/**
 * The video of a stream by HLS, for browsers that WebRTC doesn't reach: each file by the session, and by the verdict that joining asks for. No address works
 * for anyone else.
 */
export function serveHls(app: FastifyInstance, ctx: Context): void {
  const mayWatch = verdicts(ctx)
  const limiter = new Limiter(Math.ceil(filesAMinuteMax * ctx.config.rateLimitFactor), 60_000)
  app.route<{ Params: { streamId: string; file: string } }>({
    method: 'GET',
    url: '/live/hls/:streamId/:file',
    compress: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { viewer, params } = request
      authorizeCall(joinStream, viewer)
      if (viewer.kind !== 'signed-in') refuse('NOT_SIGNED_IN')
      limiter.admit(viewer.sessionId)
      if (!idPattern.test(params.streamId) || !filePattern.test(params.file)) refuse('NOT_FOUND')
      await mayWatch(viewer, params.streamId)
      const { hls } = liveEngine(ctx)
      if (!hls) refuse('NOT_FOUND')
      const found = await hls(params.streamId, params.file, viewer)
      void reply.header('cache-control', 'private, no-store')
      return found ? reply.type(found.type).send(found.body) : reply.status(406).send()
    },
  })
}

/** Asks at most once in two seconds for each session and stream. */
function verdicts(ctx: Context) {
  const asked = new Map<string, { until: number; verdict: Promise<void> }>()
  return (viewer: SignedIn, streamId: string): Promise<void> => {
    const name = `${viewer.sessionId} ${streamId}`
    const now = performance.now()
    const known = asked.get(name)
    if (known && known.until > now) return known.verdict
    const verdict = decide(ctx, viewer, streamId)
    asked.delete(name)
    asked.set(name, { until: now + verdictMs, verdict })
    const [oldest] = asked.keys()
    if (asked.size > verdictsMax && oldest) asked.delete(oldest)
    return verdict
  }
}

async function decide(ctx: Context, viewer: SignedIn, streamId: string): Promise<void> {
  const stream = (await store.byId(ctx, streamId)) ?? refuse('STREAM_NOT_FOUND')
  await requireWatching(ctx, viewer, stream)
  if (stream.status !== 'live' && stream.status !== 'away') refuse('STREAM_NOT_FOUND')
}
