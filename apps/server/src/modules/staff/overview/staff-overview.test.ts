import { randomUUID } from 'node:crypto'
import type { Permission } from '@fanlight/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { z } from 'zod'
import { job } from '../../../platform/jobs/jobs.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { buildReport } from '../reports/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const waiting = async (who: Built) => {
  const { status, body, text } = await api(server).as(who).get('/admin/waiting')
  expect(status, text).toBe(200)
  return body.data
}
const staff = (...permissions: string[]) => buildAdmin(server.ctx, { permissions: permissions as Permission[] })

test.each([
  [['compliance'], ['creators']],
  [['support'], ['contact']],
  [['finance'], ['money']],
  [['content'], ['content']],
  [['settings'], ['site']],
  [['moderation'], ['reports']],
  [[], []],
  [
    ['content', 'finance'],
    ['content', 'money'],
  ],
  [['owner'], ['contact', 'content', 'creators', 'money', 'reports', 'site']],
])('staff with the permission %s receive %s and nothing else', async (permissions, shown) => {
  const overview = await waiting(await staff(...permissions))
  expect(
    Object.keys(overview)
      .filter((name) => overview[name] !== null)
      .toSorted(),
  ).toEqual(shown)
})

test('only staff may read it', async () => {
  for (const who of [await buildUser(server.ctx), await buildPerformer(server.ctx)])
    expect((await api(server).as(who).get('/admin/waiting')).status).toBe(403)
  expect((await api(server).get('/admin/waiting')).status).toBe(401)
})

test('counts creators to review, messages, drafts, promos, overrides, jobs, and mails that failed', async () => {
  const owner = await staff('owner')
  const before = await waiting(owner)
  const creator = await buildPerformer(server.ctx)
  const since = '2026-01-02T03:04:05.000Z'
  await sql`INSERT INTO verifications (performer_id, status, submitted_at) VALUES (${creator.id}, 'submitted', ${since})`.execute(
    server.ctx.db,
  )
  await sql`INSERT INTO mails (to_address, subject, text, html, kind, status) VALUES
    ('a@example.com', 's', 't', 'h', 'contact_message', 'failed'), ('a@example.com', 's', 't', 'h', 'contact_message', 'sent')`.execute(
    server.ctx.db,
  )
  await sql`INSERT INTO mails (to_address, subject, text, html, kind, status, created_at)
    VALUES ('a@example.com', 's', 't', 'h', 'contact_message', 'failed', app_now() - interval '8 days')`.execute(
    server.ctx.db,
  )
  await sql`INSERT INTO posts (slug, locale, type, title, html, is_published) VALUES
    ('a', 'en-US', 'page', 'A', 'a', false), ('a', 'ja-JP', 'page', 'A', 'a', false), ('b', 'en-US', 'page', 'B', 'b', true)`.execute(
    server.ctx.db,
  )
  await sql`INSERT INTO message_overrides (locale, key, value) VALUES ('en-US', 'ui.nav.home', 'Start')`.execute(
    server.ctx.db,
  )
  await job('no-such-task', z.object({})).enqueue(server.ctx, {}, { runAt: new Date('2020-01-01T00:00:00Z') })
  await sql`INSERT INTO failed_events (subscriber, xid, event_id, topic, payload, tries, retry_at, parked_at, last_error)
    VALUES ('s', '1', 1, 't', '{}', 8, now(), now(), 'e'), ('s', '1', 2, 't', '{}', 1, now(), NULL, 'e')`.execute(
    server.ctx.db,
  )
  const now = await waiting(owner)
  expect(now.creators.submitted - before.creators.submitted).toBe(1)
  expect(now.creators.oldestAt).toBe(since)
  expect(now.contact).toMatchObject({ week: before.contact.week + 2, failed: before.contact.failed + 1 })
  expect(now.content).toMatchObject({ drafts: 1, changedMessages: 1 })
  expect(now.site.jobs.waiting - before.site.jobs.waiting).toBe(1)
  expect(now.site.jobs).toMatchObject({ oldestAt: '2020-01-01T00:00:00.000Z', lateSince: '2020-01-01T00:00:00.000Z' })
  expect(now.site.parkedEvents - before.site.parkedEvents).toBe(1)
  expect(now.site.failedMails - before.site.failedMails).toBe(1)
})

test('maintenance and frozen payouts are shown', async () => {
  const owner = await staff('owner')
  expect(await waiting(owner)).toMatchObject({ money: { freeze: { frozen: false } }, site: { maintenance: false } })
  await api(server).as(owner).post('/admin/payout-freeze', { reason: 'The bank called' })
  await server.ctx.settings.set(server.ctx.db, 'maintenanceMode', true, null)
  expect(await waiting(owner)).toMatchObject({
    money: { freeze: { frozen: true, reason: 'The bank called' } },
    site: { maintenance: true },
  })
})

describe('the revenue', () => {
  beforeAll(() => server.ctx.settings.set(server.ctx.db, 'maintenanceMode', false, null))
  const revenue = async (who: Built, period = '30') => {
    const { status, body, text } = await api(server).as(who).get(`/admin/revenue?period=${period}`)
    expect(status, text).toBe(200)
    return body.data
  }

  test('is what was sold, what went to creators, what the site kept, and what went back', async () => {
    const finance = await staff('finance')
    const { ctx } = server
    const before = await revenue(finance)
    const creator = await buildPerformer(ctx)
    const fan = await buildFan(ctx, 500)
    const tip = async (tokens: number) =>
      (await payer(server, fan).keyed(`/wallet/charges/tip/${creator.id}`, { tokens }, randomUUID())).body.data
        ._id as string
    const moved = (id: string, days: number) =>
      sql`UPDATE earnings SET created_at = app_now() - make_interval(days => ${days}) WHERE id = ${id}`.execute(ctx.db)
    await tip(100)
    const refunded = await tip(50)
    await sql`UPDATE earnings SET returned = net, fee_returned = fee, status = 'reversed' WHERE id = ${refunded}`.execute(
      ctx.db,
    )
    await moved(await tip(30), 10)
    await moved(await tip(20), 40)

    // A token is worth a tenth of a dollar, and the site keeps a fifth.
    const now = await revenue(finance)
    const gained = (of: 'gross' | 'fees' | 'creators' | 'refunded' | 'feesBefore') =>
      Math.round((now[of] - before[of]) * 100) / 100
    expect(now.currency).toBe('USD')
    expect([gained('gross'), gained('fees'), gained('creators'), gained('refunded')]).toEqual([18, 2.6, 10.4, 5])
    expect(gained('feesBefore')).toBe(0.4)
    expect(now.columns).toHaveLength(30)
    const today = ctx.clock.now().toISOString().slice(0, 10)
    expect(now.columns.at(-1)).toMatchObject({ date: today })
    expect(now.columns.at(-1).fees - before.columns.at(-1).fees).toBeCloseTo(2)
    const sum = (all: { fees: number }[]) => all.reduce((total, { fees }) => total + fees, 0)
    expect(sum(now.columns)).toBeCloseTo(now.fees)

    const week = await revenue(finance, '7')
    expect([week.columns.length, week.feesBefore]).toEqual([7, 0.6])
    const year = await revenue(finance, 'year')
    expect(year.columns.map(({ date }: { date: string }) => date.slice(8))).toEqual(
      Array.from({ length: 12 }, () => '01'),
    )
    expect(year.fees - now.fees).toBeCloseTo(0.4)
  })

  test('finds the earnings of a span along an index that changes of earnings do not widen', async () => {
    const plan = await server.ctx.transaction(async (tx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(tx.db)
      return rows(
        tx.db,
        sql`EXPLAIN SELECT sum(gross) FROM earnings WHERE created_at >= app_now() - interval '30 days'`,
      )
    })
    expect(JSON.stringify(plan)).toContain('earnings_by_date')
  })

  test('is for finance staff alone', async () => {
    for (const who of [
      await staff('support', 'moderation', 'content', 'compliance', 'settings'),
      await buildUser(server.ctx),
    ])
      expect((await api(server).as(who).get('/admin/revenue')).status).toBe(403)
    expect((await api(server).get('/admin/revenue')).status).toBe(401)
    expect(
      (
        await api(server)
          .as(await staff('finance'))
          .get('/admin/revenue?period=90')
      ).status,
    ).toBe(400)
  })
})

describe('decisions', () => {
  const lately = async (who: Built) => {
    const { status, body, text } = await api(server).as(who).get('/admin/decisions')
    expect(status, text).toBe(200)
    return body.data as {
      team: { _id: string; decisions: number }[]
      latest: { action: string; about: string | null; by: { _id: string }; target: { id: string } }[]
    }
  }
  const dismissed = async (by: Built, category: 'spam' | 'minor') => {
    const target = { type: 'performer', id: (await buildPerformer(server.ctx)).id } as const
    const id = await buildReport(server.ctx, target, { category })
    const body = { action: 'dismiss', statement: 'Nothing here is against our rules.' }
    expect((await api(server).as(by).post(`/admin/reports/${id}/decision`, body)).status).toBe(200)
    return id
  }

  test('are those of the queues that one may open, the newest first, and counted for the last 24 hours', async () => {
    const [moderator, officer] = [await staff('moderation'), await staff('moderation', 'compliance')]
    await sql`INSERT INTO audit_log (actor_id, action, target_type, target_id)
      VALUES (${officer.id}, 'payout.approved', 'payout', ${randomUUID()})`.execute(server.ctx.db)
    const old = await dismissed(moderator, 'spam')
    await advanceClock(server.ctx, '25 hours')
    const [ordinary, restricted] = [await dismissed(moderator, 'spam'), await dismissed(officer, 'minor')]
    const ids = (found: Awaited<ReturnType<typeof lately>>) =>
      found.latest.map(({ target }) => target.id).filter((id) => [old, ordinary, restricted].includes(id))
    const all = await lately(officer)
    expect(ids(all)).toEqual([restricted, ordinary, old])
    expect(all.latest[0]).toMatchObject({ action: 'report.dismissed', by: { _id: officer.id } })
    expect(all.latest[0]!.about).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    const countOf = (found: typeof all, { id }: Built) => found.team.find(({ _id }) => _id === id)?.decisions
    expect([countOf(all, moderator), countOf(all, officer)]).toEqual([1, 1])
    // Neither the case nor its number tells of what one may not see.
    const fewer = await lately(moderator)
    expect(ids(fewer)).toEqual([ordinary, old])
    expect([countOf(fewer, moderator), countOf(fewer, officer)]).toEqual([1, undefined])
    const paid = await lately(await staff('finance'))
    expect(paid.latest.map(({ action }) => action)).toEqual(['payout.approved'])
    expect(paid.latest[0]!.about).toBeNull()
    expect(await lately(await staff('content'))).toEqual({ team: [], latest: [] })
  })

  test('of a deleted case are shown to those alone who may see every case', async () => {
    const [moderator, officer] = [await staff('moderation'), await staff('moderation', 'compliance')]
    const id = await dismissed(moderator, 'spam')
    const shows = async (who: Built) => (await lately(who)).latest.find(({ target }) => target.id === id)
    expect(await shows(moderator)).toBeDefined()
    await sql`DELETE FROM report_cases WHERE id = ${id}`.execute(server.ctx.db)
    expect(await shows(moderator)).toBeUndefined()
    expect(await shows(officer)).toMatchObject({ about: null })
  })
})
