import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { buildAdmin, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: '1', MAIL_FROM: 'Lantern <hello@lantern.test>' } })
})
afterAll(() => server.stop())

// The limiter counts by address: each test writes from one of its own.
let from: string
let tests = 0
beforeEach(async () => {
  from = `203.0.113.${++tests}`
  await sql`DELETE FROM mails`.execute(server.ctx.db)
  await server.ctx.settings.set(server.ctx.db, 'adminEmail', '', null)
})
const write = (body: object, sending: object = {}) => api(server).post('/contact', body, { from, ...sending })

const form = { name: 'Noor', email: 'noor@example.com', message: 'The lamp on my page is broken.' }
const mails = () =>
  rows(
    server.ctx.db,
    sql<{ to: string; replyTo: string; subject: string; text: string; html: string }>`SELECT to_address AS "to",
      reply_to AS "replyTo", subject, text, html FROM mails WHERE kind = 'contact_message' ORDER BY created_at`,
  )

test('a visitor’s message is mailed to the operator, and a reply goes to the visitor', async () => {
  await server.ctx.settings.set(server.ctx.db, 'adminEmail', 'desk@lantern.test', null)
  const sent = await write(form)
  expect(sent).toMatchObject({ status: 200, body: { data: { success: true } } })
  const [mail] = await mails()
  expect(mail).toMatchObject({ to: 'desk@lantern.test', replyTo: 'noor@example.com' })
  expect(mail!.text).toContain(form.message)
})

test('without that setting it goes to the first owner, and without one to our own address', async () => {
  await write(form)
  await buildAdmin(server.ctx, { permissions: ['support'] })
  const owner = await buildAdmin(server.ctx, { permissions: ['owner'] })
  await write(form)
  expect((await mails()).map((mail) => mail.to)).toEqual(['hello@lantern.test', owner.email])
})

test('nothing a visitor types becomes a header or markup', async () => {
  expect((await write({ ...form, name: 'A\r\nBcc: all@example.com' })).status).toBe(422)
  expect((await write({ ...form, email: 'a@b.example\r\nBcc: c@d.example' })).status).toBe(422)
  await write({ ...form, name: '<b>Noor</b>', message: '<script>alert(1)</script>' })
  const [mail] = await mails()
  expect(mail!.html).not.toMatch(/<script|<b>/)
  expect(mail!.html).toContain('&lt;script&gt;')
})

test('each field says what is wrong with it', async () => {
  const refused = await write({ name: '', email: 'nowhere', message: 'short' })
  expect(refused.status).toBe(422)
  expect(refused.body.errors.map((error: { path: string }) => error.path).sort()).toEqual(['email', 'message', 'name'])
  expect(await mails()).toEqual([])
})

test('one network address sends five messages in ten minutes, all together a hundred and twenty in an hour', async () => {
  await server.ctx.settings.set(server.ctx.db, 'adminEmail', 'desk@lantern.test', null)
  for (let at = 0; at < 5; at++) expect((await write(form)).status).toBe(200)
  const sixth = await write(form)
  expect(sixth.status).toBe(429)
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
  // The message names the minutes that are left of the ten, in the reader's language.
  for (const [locale, text] of [
    ['en-US', (minutes: number) => `Too many attempts. Try again in ${minutes} minutes.`],
    ['ja-JP', (minutes: number) => `試行回数が多すぎます。${minutes}分後にもう一度お試しください。`],
  ] as const) {
    const { body } = await write(form, { headers: { 'accept-language': locale } })
    expect(body.retryAfter).toBeGreaterThan(120)
    expect(body.message).toBe(text(Math.ceil(body.retryAfter / 60)))
  }
  await sql`INSERT INTO mails (to_address, subject, text, html, kind)
    SELECT 'desk@lantern.test', '', '', '', 'contact_message' FROM generate_series(1, 115)`.execute(server.ctx.db)
  expect((await write(form, { from: '203.0.113.99' })).status).toBe(429)
})

test('a signed-in person’s retry under the same key sends once', async () => {
  const fan = await buildUser(server.ctx)
  const headers = { 'idempotency-key': 'message-1' }
  for (let at = 0; at < 2; at++)
    expect((await write(form, { headers: { ...headers, authorization: fan.token } })).status).toBe(200)
  expect(await mails()).toHaveLength(1)
})
