import { markersMax } from '@fanlight/contract/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
async function scene() {
  const [creator, moderator, fan] = [
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  const streamId: string = (await as(creator).post('/streaming/live', {})).body.data.stream._id
  const named = await as(creator).put(`/conversations/stream/${creator.id}/people/${moderator.id}`, {
    standing: 'moderator',
  })
  expect(named.status, named.text).toBe(200)
  return { creator, moderator, fan, streamId }
}
const begin = (streamId: string) =>
  sql`UPDATE streams SET status = 'live', started_at = app_now() - interval '90 seconds' WHERE id = ${streamId}`.execute(
    server.ctx.db,
  )
const mark = (who: Built, streamId: string, body: object = {}) => as(who).post(`/streaming/${streamId}/markers`, body)
const marks = async (who: Built, streamId: string) => (await as(who).get(`/streaming/${streamId}/markers`)).body.data

test('creator and moderators mark moments by the time of the stream, also without words', async () => {
  const { creator, moderator, streamId } = await scene()
  await begin(streamId)
  const first = await mark(creator, streamId, { label: 'The glaze' })
  expect(first.status, first.text).toBe(200)
  expect(first.body.data.at).toBeGreaterThanOrEqual(90)
  expect((await mark(moderator, streamId)).body.data).toMatchObject({ streamId, label: '' })
  for (const who of [creator, moderator])
    expect((await marks(who, streamId)).map(({ label }: { label: string }) => label)).toEqual(['The glaze', ''])
  const noted = await rows(
    server.ctx.db,
    sql<{ n: number }>`SELECT 1 AS n FROM audit_log WHERE action = 'room.marker_added'`,
  )
  expect(noted).toHaveLength(1)
})

test('others may not, and nobody before or after the stream; what is marked may go afterwards', async () => {
  const { creator, moderator, fan, streamId } = await scene()
  expect((await mark(creator, streamId)).status).toBe(404)
  await begin(streamId)
  const { _id: id } = (await mark(creator, streamId)).body.data
  for (const who of [fan, await buildPerformer(server.ctx)]) {
    expect((await mark(who, streamId)).status).toBe(403)
    expect((await as(who).get(`/streaming/${streamId}/markers`)).status).toBe(403)
    expect((await as(who).delete(`/streaming/markers/${id}`)).status).toBe(403)
  }
  await sql`UPDATE streams SET status = 'ended', ended_at = app_now() WHERE id = ${streamId}`.execute(server.ctx.db)
  expect((await mark(creator, streamId)).body.code).toBe('STREAM_ENDED')
  expect(await marks(creator, streamId)).toHaveLength(1)
  expect((await as(moderator).delete(`/streaming/markers/${id}`)).status).toBe(200)
  expect(await marks(creator, streamId)).toEqual([])
})

test('a stream has so many, also where they come at once', async () => {
  const { creator, moderator, streamId } = await scene()
  await begin(streamId)
  await sql`INSERT INTO stream_markers (stream_id, label) SELECT ${streamId}, '' FROM generate_series(2, ${markersMax})`.execute(
    server.ctx.db,
  )
  const sent = await Promise.all([creator, moderator, creator].map((who) => mark(who, streamId)))
  expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(sent.find(({ status }) => status === 409)!.body.code).toBe('MARKERS_FULL')
})
