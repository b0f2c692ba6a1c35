import { expect } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import type { Built } from '../../../testing/builders.ts'
import { liveEngine } from '../engine/engine.ts'
import { followRooms } from '../streams/streaming.ts'
import type { LiveServer } from '../testing.ts'
import { saveRecording } from './saving.ts'

/** A stream with video that comes, recorded unless something else is asked for. */
export async function goLive(server: LiveServer, creator: Built, body: object = {}, codec: 'VP8' | 'H264' = 'H264') {
  const start = () =>
    api(server)
      .as(creator)
      .post('/streaming/live', { record: true, title: 'Clay', ...body })
  const { stream, transport } = (await start()).body.data
  const publisher = await server.peer(transport, 'publish', codec)
  const status = async () => {
    await followRooms(server.ctx)
    return (await api(server).as(creator).put('/streaming/set-duration', {})).body.data.status
  }
  await expect.poll(status).toBe('live')
  return { id: stream._id as string, publisher, start, status }
}

/** How many segments the engine has of a stream. */
export async function segmentsOf(server: LiveServer, streamId: string): Promise<number> {
  const recorder = liveEngine(server.ctx).recorder!
  let found = 0
  for (const run of (await recorder.recordings()).filter(({ room }) => room === streamId))
    found += (await recorder.recorded(run, 'live.m3u8').then(String, () => '')).match(/\.m4s/g)?.length ?? 0
  return found
}
/** Until it has so many. */
export const recorded = (server: LiveServer, streamId: string, segments: number): Promise<void> =>
  expect.poll(() => segmentsOf(server, streamId), { timeout: 30_000 }).toBeGreaterThanOrEqual(segments)

/** Ends it, and does what the job would. Answers its recording as its creator sees it. */
export async function end(server: LiveServer, creator: Built, streamId: string) {
  await api(server).as(creator).put(`/streaming/live/${streamId}`, { status: 'ended' })
  const found = await row(server.ctx.db, sql<{ id: string }>`SELECT id FROM recordings WHERE stream_id = ${streamId}`)
  if (found) await saveRecording(server.ctx, found.id)
  return recordingOf(server, creator, streamId)
}

export const recordingOf = async (server: LiveServer, creator: Built, streamId: string) =>
  (await api(server).as(creator).get(`/streaming/recordings?streamId=${streamId}`)).body.data[0]

/** The storage keys of a file that is being served. */
export const keysOf = async (server: LiveServer, ownerId: string): Promise<string[]> =>
  (
    await rows(
      server.ctx.db,
      sql<{
        key: string
      }>`SELECT v.storage_key AS key FROM file_variants v JOIN files f ON f.id = v.file_id WHERE f.owner_id = ${ownerId}`,
    )
  ).map(({ key }) => key)
