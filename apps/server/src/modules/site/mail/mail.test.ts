import { shippedLocales } from '@fanlight/contract/locales'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { buildUser } from '../../../testing/builders.ts'
import { type Mailbox, startMailbox } from '../../../testing/peers/mailbox.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { emailTemplate, emailKinds, emailTexts } from './emails.ts'
import { pruneOldMails, retentionDays, mail } from './outbox.ts'
import { render } from './render.ts'

let mailbox: Mailbox
let server: TestServer
beforeAll(async () => {
  mailbox = await startMailbox()
  server = await startTestServer({ env: mailbox.env })
})
afterAll(async () => {
  await server.stop()
  await mailbox.stop()
})

test('a mail goes out once, as text and HTML, with a link that works', async () => {
  const fan = await buildUser(server.ctx, { name: 'Noor <b>', password: 'a-lamp-in-the-window' })
  await api(server).post('/auth/users/forgot', { email: fan.email })
  await server.work()
  await server.work()
  expect(mailbox.received).toHaveLength(1)
  const parsed = await PostalMime.parse(mailbox.received[0]!)
  expect(parsed.to![0]!.address).toBe(fan.email)
  expect(parsed.from!.address).toBe('hello@fanlight.test')
  expect(parsed.subject).toBe('Reset your password')
  expect(parsed.html).toContain('Noor &lt;b&gt;')
  const secret = /token=([\w-]{43})/.exec(parsed.text!)![1]!
  expect(parsed.html).toContain(secret)
  expect((await api(server).put('/auth/users/reset', { token: secret, password: 'a-new-lamp-is-lit' })).status).toBe(
    200,
  )
  const stored = await row(
    server.ctx.db,
    sql<{
      status: string
      encrypted_secret: Buffer | null
    }>`SELECT status, encrypted_secret FROM mails WHERE kind = 'reset_password'`,
  )
  expect(stored).toEqual({ status: 'sent', encrypted_secret: null })
})

test('on the outbox page, a mail that no key decrypts is marked and hides no other', async () => {
  const fan = await buildUser(server.ctx)
  await api(server).post('/auth/users/forgot', { email: fan.email })
  await mail(server.ctx, {
    to: 'lost@example.com',
    kind: 'reset_password',
    locale: null,
    values: { name: 'Lio' },
    secret: 'encrypted-with-a-lost-key',
  })
  await sql`UPDATE mails SET encrypted_secret = decode(repeat('00', 48), 'hex') WHERE to_address = 'lost@example.com'`.execute(
    server.ctx.db,
  )
  const { body } = await api(server).get('/mails/outbox')
  const of = (to: string) => body.data.find((item: { to: string }) => item.to === to)
  expect(of('lost@example.com')).toMatchObject({
    subject: 'Reset your password',
    readable: false,
    text: '',
    html: '',
  })
  expect(of(fan.email)).toMatchObject({ readable: true, text: expect.stringMatching(/token=[\w-]{43}/) })
  await server.work()
})

test('a mail that could not be sent waits for another try', async () => {
  mailbox.refuse(true)
  await mail(server.ctx, {
    to: 'later@example.com',
    kind: 'password_changed',
    locale: 'ja-JP',
    values: { name: 'Sora' },
  })
  await server.work()
  const waiting = await row(
    server.ctx.db,
    sql<{
      status: string
      attempts: number
    }>`SELECT status, attempts FROM mails WHERE to_address = 'later@example.com'`,
  )
  expect(waiting).toEqual({ status: 'queued', attempts: 1 })
  mailbox.refuse(false)
  await server.ctx.transaction(async (tx) => {
    // The queue's tables are its owner's.
    await sql`SET LOCAL ROLE NONE`.execute(tx.db)
    await sql`UPDATE graphile_worker._private_jobs SET run_at = now()`.execute(tx.db)
  })
  await server.work()
  expect(
    (await row(
      server.ctx.db,
      sql<{ status: string }>`SELECT status FROM mails WHERE to_address = 'later@example.com'`,
    ))!.status,
  ).toBe('sent')
})

test('a mail of a transaction that failed never leaves', async () => {
  await expect(
    server.ctx.transaction(async (tx) => {
      await mail(tx, { to: 'never@example.com', kind: 'password_changed', locale: null, values: { name: 'X' } })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await row(server.ctx.db, sql`SELECT 1 FROM mails WHERE to_address = 'never@example.com'`)).toBeUndefined()
})

test('every email exists in every language, and contains no script', () => {
  const values = {
    name: '<img src=x onerror=alert(1)>',
    site: 'Fanlight',
    reason: '<script>',
    items: ['<script>'],
    code: '<script>',
    number: '7QF2-9KXM',
    title: '<img src=x onerror=alert(1)>',
  }
  const own = { 'ja-JP': /[\u3040-\u30ff]/, 'zh-TW': /\p{sc=Han}/u, 'ko-KR': /\p{sc=Hangul}/u, ar: /\p{sc=Arabic}/u }
  const english = emailTexts['en-US']!
  const gaps = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([gap]) => gap).sort()
  const stem = (key: string) => key.replace(/_(?:zero|one|two|few|many|other)$/, '')
  const stems = (texts: object) => [...new Set(Object.keys(texts).map(stem))].sort()
  for (const locale of shippedLocales) {
    const emailText = emailTexts[locale]!
    expect(stems(emailText), locale).toEqual(stems(english))
    // A form for one number alone may write it as a word.
    for (const [key, text] of Object.entries(emailText))
      if (!/_(?:one|two)$/.test(key) || gaps(text).length > 0)
        expect(gaps(text), `${locale} ${key}`).toEqual(gaps(english[key] ?? english[`${stem(key)}_other`]))
    for (const kind of emailKinds) {
      const written = emailTemplate(kind, locale, values)
      if (locale !== 'en-US') expect(written.subject).toMatch(own[locale])
      const { html } = render(written, { site: 'Fanlight', siteUrl: 'http://localhost', locale })
      expect(html).not.toMatch(/<script|<img|\{\{(?!secret)/)
      expect(html).toContain(`dir="${locale === 'ar' ? 'rtl' : 'ltr'}"`)
    }
  }
})

test('a mail is written in the language nearest to the requested one', () => {
  const subject = (locale: string) => emailTemplate('reset_password', locale, { name: 'Lio', site: 'Fanlight' }).subject
  expect(subject('zh-HK')).toBe(subject('zh-TW'))
  expect(subject('ar-EG')).toBe(subject('ar'))
  expect(subject('xx')).toBe(subject('en-US'))
})

test('a mail server in a private network is reached only if the configuration allows it', async () => {
  const { port } = new URL(mailbox.env['SMTP_URL']!)
  const strict = await startTestServer({ env: { SMTP_URL: `smtp://localhost:${port}`, LOG_LEVEL: 'silent' } })
  const before = mailbox.received.length
  const fan = await buildUser(strict.ctx)
  await api(strict).post('/auth/users/forgot', { email: fan.email })
  await strict.work()
  const waiting = await row(
    strict.ctx.db,
    sql<{ status: string; attempts: number }>`SELECT status, attempts FROM mails`,
  )
  expect(waiting).toMatchObject({ status: 'queued', attempts: 1 })
  expect(mailbox.received).toHaveLength(before)
  await strict.stop()
})

test('the outbox is read by the day of writing or of the last change, either way round', async () => {
  await sql`DELETE FROM mails`.execute(server.ctx.db)
  await sql`INSERT INTO mails (to_address, subject, text, html, kind, status, created_at, sent_at) VALUES
    ('a@example.com', 'a', '', '', 'test', 'sent', app_now() - interval '3 hours', app_now()),
    ('b@example.com', 'b', '', '', 'test', 'stored', app_now() - interval '2 hours', NULL),
    ('c@example.com', 'c', '', '', 'test', 'queued', app_now() - interval '1 hour', NULL)`.execute(server.ctx.db)
  const subjects = async (query: string) =>
    (await api(server).get(`/mails/outbox?${query}`)).body.data
      .map((item: { subject: string }) => item.subject)
      .join('')
  expect(await subjects('')).toBe('cba')
  expect(await subjects('sortBy=updatedAt')).toBe('acb')
  expect(await subjects('sortBy=updatedAt&sort=asc')).toBe('bca')
  expect(await subjects('sortBy=createdAt&sort=asc&pageSize=2&current=2')).toBe('c')
  const { nextCursor } = (await api(server).get('/mails/outbox?pageSize=2')).body
  expect(await subjects(`pageSize=2&cursor=${nextCursor}`)).toBe('a')
  expect((await api(server).get(`/mails/outbox?pageSize=2&cursor=${nextCursor}`)).body.nextCursor).toBeNull()
})

test('an email that was sent is deleted after thirty days, and a queued one is not', async () => {
  await sql`DELETE FROM mails`.execute(server.ctx.db)
  await sql`INSERT INTO mails (to_address, subject, text, html, kind, status, created_at)
    SELECT 'fan@example.com', status || ' ' || days, '', '', 'test', status, app_now() - make_interval(days => days)
    FROM unnest(ARRAY['sent', 'stored', 'failed', 'queued']) status, unnest(ARRAY[${retentionDays - 1}::int, ${retentionDays + 1}::int]) days`.execute(
    server.ctx.db,
  )
  await pruneOldMails(server.ctx)
  await pruneOldMails(server.ctx)
  const left = await rows(server.ctx.db, sql<{ subject: string }>`SELECT subject FROM mails ORDER BY subject`)
  expect(left.map((entry) => entry.subject)).toEqual(['failed 29', 'queued 29', 'queued 31', 'sent 29', 'stored 29'])
})
