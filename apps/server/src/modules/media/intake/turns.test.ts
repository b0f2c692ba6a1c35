import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { z } from 'zod'
import { job } from '../../../platform/jobs/jobs.ts'
import { api, formOf } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { resumeUnfinished } from '../processing/processing.ts'
import { samples } from '../testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())

async function upload(who: Built, path = '/performer/feeds/photo/upload', field = 'file'): Promise<string> {
  const form = formOf({}, { [field]: await samples.photo() })
  const reply = await api(server).as(who).upload(path, form)
  expect(reply.status).toBe(200)
  return reply.body.data._id
}
/** The files in the order in which their processing began. */
async function processed(count: number): Promise<string[]> {
  const begun = () =>
    rows(
      server.ctx.db,
      sql<{ fileId: string }>`SELECT payload->>'fileId' AS "fileId" FROM events
        WHERE topic = 'file.progressed' AND payload->>'status' = 'scanning' ORDER BY id`,
    )
  // The runner ends where it finds a queue locked by the job that it just finished.
  for (let tries = 0; tries < 50 && (await begun()).length < count; tries++) await server.work()
  return (await begun()).map(({ fileId }) => fileId)
}

test('one photo does not wait for all photos of another creator, and an avatar waits for none', async () => {
  const [many, one, other, fan] = [
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
  ]
  const first = [await upload(many), await upload(many), await upload(many), await upload(many)]
  const single = await upload(one)
  const pair = [await upload(other), await upload(other)]
  const avatar = await upload(fan, '/users/avatar/upload', 'avatar')
  // Enqueued again, as for files whose job may have been lost: they keep their turns.
  await sql`UPDATE files SET updated_at = app_now() - interval '1 hour' WHERE owner_id = ${many.id}`.execute(
    server.ctx.db,
  )
  await resumeUnfinished(server.ctx)
  const order = await processed(8)
  expect(order[0]).toBe(avatar)
  expect(new Set(order.slice(1, 4))).toEqual(new Set([first[0], single, pair[0]]))
  expect(new Set(order.slice(4, 6))).toEqual(new Set([first[1], pair[1]]))
  expect(order.slice(6)).toEqual(first.slice(2))
}, 60_000)

const laterJob = job('later', z.object({ name: z.string() }))
test('later owners don’t overtake a job for good', async () => {
  const [many, ...others] = await Promise.all(Array.from({ length: 4 }, () => buildUser(server.ctx)))
  const add = (who: Built, name: string) => laterJob.enqueue(server.ctx, { name }, { queue: 'turns', owner: who.id })
  for (const name of ['a', 'b', 'c']) await add(many!, name)
  // The next job is b: later arrivals get its turn and come after it.
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: server.ownerUrl })
  await client.connect()
  try {
    await client.query(`DELETE FROM graphile_worker._private_jobs WHERE payload->>'name' = 'a'`)
    for (const [at, other] of others.entries()) await add(other, `new ${at}`)
    const { rows: jobs } = await client.query<{ name: string }>(
      `SELECT payload->>'name' AS name FROM graphile_worker._private_jobs j
        JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
        WHERE q.queue_name = 'turns' ORDER BY priority, run_at, j.id`,
    )
    expect(jobs.map(({ name }) => name)).toEqual(['b', 'new 0', 'new 1', 'new 2', 'c'])
  } finally {
    await client.end()
  }
})
