import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let reader: Built
let writer: Built
let fan: Built
beforeAll(async () => {
  server = await startTestServer()
  reader = await buildAdmin(server.ctx, { permissions: ['compliance'] })
  writer = await buildAdmin(server.ctx, { permissions: ['support'], name: '=Ines, "the" writer' })
  fan = await buildUser(server.ctx)
  await sql`INSERT INTO audit_log (actor_id, action, target_type, target_id, reason, created_at)
    SELECT ${writer.id}, CASE WHEN n % 2 = 0 THEN 'account.noted' ELSE 'account.suspended' END, 'account', ${fan.id}, 'Number ' || n,
      -- Several at one moment: the number decides their order.
      timestamptz '2026-03-01T00:00:00Z' + make_interval(hours => n / 3) FROM generate_series(1, 1200) AS n`.execute(
    server.ctx.db,
  )
})
afterAll(() => server.stop())

const read = async (query: string) => (await api(server).as(reader).get(`/admin/audit?${query}`)).body
const numbers = (page: { data: { reason: string }[] }) => page.data.map(({ reason }) => Number(reason.split(' ')[1]))

// The types of `audit` know all actions; a statement beside it could write one that no page has a word for.
test('nothing writes into the audit log but its own functions', () => {
  const source = join(import.meta.dirname, '../../..')
  const writers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/(?:\.test|\/testing)\.ts$/.test(file))
    .filter((file) => /INSERT INTO audit_log\b/i.test(readFileSync(join(source, file), 'utf8')))
  expect(writers).toEqual(['platform/audit.ts'])
  const functions = join(source, '../sql/functions')
  const written = readdirSync(functions).filter((file) =>
    /INSERT INTO audit_log\b/i.test(readFileSync(join(functions, file), 'utf8')),
  )
  expect(written).toEqual([])
})

describe('the audit log', () => {
  test('is read the newest first, page after page, without gap or repetition', async () => {
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { data: { reason: string }[]; nextCursor: string | null } = await read(
        `about=${fan.id}&pageSize=100&cursor=${cursor}`,
      )
      seen.push(...numbers(page))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(Array.from({ length: 1200 }, (_, at) => 1200 - at))
    expect((await read(`about=${fan.id}`)).data[0]).toMatchObject({
      actor: { _id: writer.id },
      about: { _id: fan.id, username: fan.username },
    })
    expect((await api(server).as(reader).get('/admin/audit?cursor=nonsense')).status).toBe(400)
    for (const cursor of ['["2026-01-01T00:00:00Z","1; DROP"]', '["0001-01-01T00:00:00Z","1"]'])
      expect(
        (
          await api(server)
            .as(reader)
            .get(`/admin/audit?cursor=${Buffer.from(cursor).toString('base64url')}`)
        ).status,
      ).toBe(400)
  })

  test('is filtered by who, about whom, what and when', async () => {
    expect((await read(`actor=${writer.id}&action=account.noted`)).total).toBe(600)
    expect((await read(`actor=${writer.id}&action=account`)).total).toBe(1200)
    expect((await read(`actor=${writer.id}&action=accoun`)).total).toBe(0)
    expect((await read(`actor=${reader.id}&action=account`)).total).toBe(0)
    expect(numbers(await read(`about=${fan.id}&from=2026-03-02&to=2026-03-02&pageSize=100`))).toEqual(
      Array.from({ length: 72 }, (_, at) => 143 - at),
    )
    expect((await api(server).as(reader).get('/admin/audit?from=yesterday')).status).toBe(422)
  })

  test('filters by username too, and by a former one', async () => {
    await sql`INSERT INTO former_usernames (username, account_id) VALUES ('was_before', ${fan.id})`.execute(
      server.ctx.db,
    )
    const page = await read(`actor=@${writer.username!.toUpperCase()}&action=account.noted`)
    expect(page.total).toBe(600)
    expect(page.data[0].actor).toMatchObject({ _id: writer.id, username: writer.username })
    expect(page.staff).toContainEqual({ _id: writer.id, name: '=Ines, "the" writer', username: writer.username })
    expect(page.staff.map((entry: { _id: string }) => entry._id)).not.toContain(fan.id)
    for (const filter of [fan.username, 'was_before']) expect((await read(`about=${filter}`)).total, filter!).toBe(1200)
    for (const filter of ['actor=no_such_account', `actor=${writer.username}&about=no_such_account`])
      expect(await read(filter), filter).toMatchObject({ data: [], total: 0, nextCursor: null })
    expect((await api(server).as(reader).get('/admin/audit?actor=not%20a%20name')).status).toBe(422)
  })

  test('knows whom a verification and its identity documents are about', async () => {
    const creator = await buildPerformer(server.ctx, { approved: false })
    const [{ id }] = (await rows(
      server.ctx.db,
      sql<{ id: string }>`SELECT id FROM verifications WHERE performer_id = ${creator.id}`,
    )) as [{ id: string }]
    await api(server).as(reader).get(`/admin/verifications/${id}`)
    expect((await read(`about=${creator.id}`)).data).toMatchObject([
      { action: 'verification.viewed', targetId: id, actor: { _id: reader.id }, about: { _id: creator.id } },
    ])
  })

  test('leaves as a CSV file, whole, with nothing that a spreadsheet would run; the export is logged', async () => {
    const file = await api(server).as(reader).get(`/admin/audit/export?about=${fan.id}&action=account.noted`)
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
    const lines = file.text.split('\r\n').slice(0, -1)
    expect(lines).toHaveLength(601)
    expect(lines[0]).toBe(
      '\ufeff"number","at","action","actor_id","actor","target_type","target_id","about_id","about","reason","before","after"',
    )
    expect(lines[1]).toContain(`"'=Ines, ""the"" writer"`)
    expect(lines[1]).toContain('"Number 1200"')
    expect((await read('action=audit.exported')).data).toMatchObject([
      { actor: { _id: reader.id }, after: { about: fan.id, action: 'account.noted' } },
    ])
  })

  test.each(['support', 'moderation', 'finance', 'content', 'settings'] as const)(
    '%s alone does not read it',
    async (permission) => {
      const who = api(server).as(await buildAdmin(server.ctx, { permissions: [permission] }))
      expect((await who.get('/admin/audit')).status).toBe(403)
      expect((await who.get('/admin/audit/export')).status).toBe(403)
    },
  )

  test.each([
    ['audit_log_by_actor', sql`actor_id = '01890000-0000-7000-8000-000000000000'`],
    ['audit_log_by_target', sql`(target_type, target_id) IN (VALUES ('account', 'a'))`],
    // One that is rare: half of all are notes, which the newest entries alone find sooner.
    ['audit_log_by_action', sql`action = 'coupon.made'`],
    ['audit_log_newest', sql`created_at >= '2026-03-05'`],
  ])('%s serves its filter', async (index, condition) => {
    const plan = await server.ctx.transaction(async (tx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(tx.db)
      return rows(
        tx.db,
        sql`EXPLAIN SELECT id FROM audit_log WHERE ${condition} ORDER BY created_at DESC, id DESC LIMIT 51`,
      )
    })
    expect(JSON.stringify(plan)).toContain(index)
  })
})
