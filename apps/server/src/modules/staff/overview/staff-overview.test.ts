import type { Permission } from '@fanlight/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { z } from 'zod'
import { job } from '../../../platform/jobs/jobs.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

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
