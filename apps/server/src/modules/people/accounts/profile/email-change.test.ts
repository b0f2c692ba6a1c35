import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import { api } from '../../../../testing/api.ts'
import { type Built, buildSession, buildUser } from '../../../../testing/builders.ts'
import { advanceClock } from '../../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'

const password = 'a-lamp-in-the-window'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let unique = 0
const fresh = () => `new${++unique}@example.com`
const requestChange = (fan: Built, email: string) => api(server).as(fan).post('/auth/users/me/email', { email })
const confirm = (token: string) => api(server).post('/auth/email-change', { token })
const refusal = (token: string) => api(server).post('/auth/email-change/refusal', { token })
const emailOf = async (fan: Built) =>
  (await row(
    server.ctx.db,
    sql<{
      email: string
      at: Date | null
    }>`SELECT email::text AS email, email_verified_at AS at FROM accounts WHERE id = ${fan.id}`,
  ))!
/** The kinds of mail an address got, the newest first, and the secret of the newest link. */
async function mailsTo(to: string) {
  const { body } = await api(server).get('/mails/outbox?pageSize=100')
  const found = body.data.filter((item: { to: string }) => item.to === to)
  const secretOf = (kind: string) =>
    /(?:token|not-me)=([\w-]{43})/.exec(
      found.find((entry: { kind: string }) => entry.kind === kind)?.text ?? '',
    )?.[1] ?? ''
  return { kinds: found.map((entry: { kind: string }) => entry.kind) as string[], secretOf }
}
async function startChange() {
  const fan = await buildUser(server.ctx, { password })
  const to = fresh()
  expect((await requestChange(fan, to)).status).toBe(200)
  const present = (await mailsTo(fan.email)).secretOf('email_change_requested')
  const atNew = (await mailsTo(to)).secretOf('email_change_confirm')
  expect([present, atNew]).toEqual([expect.stringMatching(/.{43}/), expect.stringMatching(/.{43}/)])
  return { fan, to, present, atNew }
}

test.each(['present first', 'new first'])(
  'the address changes when both have confirmed, %s, and both are notified',
  async (order) => {
    const { fan, to, present, atNew } = await startChange()
    const other = await buildSession(server.ctx, fan.id)
    const links = order === 'present first' ? [present, atNew] : [atNew, present]
    expect((await confirm(links[0]!)).body.data).toEqual({ changed: false })
    expect((await emailOf(fan)).email).toBe(fan.email)
    const { body } = await api(server).as(fan).get('/auth/users/me/email')
    expect(body.data).toMatchObject({
      email: to,
      presentConfirmed: order === 'present first',
      newConfirmed: order !== 'present first',
    })
    // A link counts once.
    expect((await confirm(links[0]!)).body.code).toBe('TOKEN_SPENT')
    expect((await confirm(links[1]!)).body.data).toEqual({ changed: true })
    expect(await emailOf(fan)).toMatchObject({ email: to, at: expect.any(Date) })
    expect((await mailsTo(fan.email)).kinds[0]).toBe('email_changed')
    expect((await mailsTo(to)).kinds[0]).toBe('email_changed')
    expect((await api(server).as(fan).get('/users/me')).body.data.email).toBe(to)
    expect((await api(server).as(other).get('/users/me')).status).toBe(401)
    for (const link of links) expect((await confirm(link)).body.code).toBe('TOKEN_SPENT')
  },
)

test('it takes the present password, or a log-in younger than ten minutes', async () => {
  const fan = await buildUser(server.ctx, { password })
  await sql`UPDATE sessions SET authenticated_at = app_now() - interval '10 minutes' WHERE account_id = ${fan.id}`.execute(
    server.ctx.db,
  )
  const to = fresh()
  expect((await requestChange(fan, to)).status).toBe(401)
  const wrong = await api(server).as(fan).post('/auth/users/me/email', { email: to, currentPassword: 'something-else' })
  expect(wrong.body).toMatchObject({ code: 'INCORRECT_CREDENTIALS', errors: [{ path: 'currentPassword' }] })
  expect((await mailsTo(to)).kinds).toEqual([])
  const right = await api(server).as(fan).post('/auth/users/me/email', { email: to, currentPassword: password })
  expect(right.status).toBe(200)
  // What was shown counts for ten minutes more.
  expect((await requestChange(fan, fan.email.toUpperCase())).body.code).toBe('EMAIL_UNCHANGED')
})

test('“this wasn’t me” stops it, ends all sessions and emails a link to set a new password', async () => {
  const { fan, present, atNew } = await startChange()
  // The new address can't stop what isn't its own.
  expect((await refusal(atNew)).body.code).toBe('TOKEN_SPENT')
  await confirm(atNew)
  expect((await refusal(present)).status).toBe(200)
  expect((await api(server).as(fan).get('/users/me')).status).toBe(401)
  expect((await confirm(present)).body.code).toBe('TOKEN_SPENT')
  expect((await emailOf(fan)).email).toBe(fan.email)
  const secret = (await mailsTo(fan.email)).secretOf('reset_password')
  expect((await api(server).put('/auth/users/reset', { token: secret, password: 'another-lamp-is-lit' })).status).toBe(
    200,
  )
})

test('a newer change voids the older one, also when both are requested at once', async () => {
  const { fan, to, atNew } = await startChange()
  const [first, second] = [fresh(), fresh()]
  expect(
    (await Promise.all([requestChange(fan, first), requestChange(fan, second)])).map((reply) => reply.status),
  ).toEqual([200, 200])
  expect((await confirm(atNew)).body.code).toBe('TOKEN_SPENT')
  const open = await rows(
    server.ctx.db,
    sql<{
      email: string
    }>`SELECT new_email::text AS email FROM email_changes WHERE account_id = ${fan.id} AND status = 'open'`,
  )
  expect(open).toHaveLength(1)
  expect([first, second]).toContain(open[0]!.email)
  expect(open[0]!.email).not.toBe(to)
  const replaced = open[0]!.email === first ? second : first
  expect((await confirm((await mailsTo(replaced)).secretOf('email_change_confirm'))).body.code).toBe('TOKEN_SPENT')
})

test('links are valid for thirty minutes; they become invalid at once when the change is cancelled or the password is changed', async () => {
  const taken = await startChange()
  expect((await api(server).as(taken.fan).delete('/auth/users/me/email')).status).toBe(200)
  expect((await confirm(taken.atNew)).body.code).toBe('TOKEN_SPENT')
  const changed = await startChange()
  await api(server).as(changed.fan).put('/auth/users/me/password', { password: 'another-lamp-is-lit' })
  expect((await confirm(changed.present)).body.code).toBe('TOKEN_SPENT')
  const late = await startChange()
  await advanceClock(server.ctx, '30 minutes')
  expect((await confirm(late.atNew)).body.code).toBe('TOKEN_SPENT')
  expect((await api(server).as(late.fan).get('/auth/users/me/email')).body.data).toBeNull()
})

test('an address that already has an account gets the same response; its owner is notified by email, and no address changes', async () => {
  const owner = await buildUser(server.ctx)
  const fan = await buildUser(server.ctx)
  const outside = ({ status, body, headers }: Awaited<ReturnType<typeof requestChange>>) => ({
    status,
    body,
    headers: Object.keys(headers).sort(),
  })
  expect(outside(await requestChange(fan, owner.email))).toEqual(
    outside(await requestChange(await buildUser(server.ctx), fresh())),
  )
  expect((await mailsTo(owner.email)).kinds).toEqual(['email_change_taken'])
  const present = (await mailsTo(fan.email)).secretOf('email_change_requested')
  expect((await confirm(present)).body.data).toEqual({ changed: false })
  expect((await api(server).as(fan).get('/auth/users/me/email')).body.data).toMatchObject({
    email: owner.email,
    newConfirmed: false,
  })
})

test('an address taken meanwhile is rejected at confirmation, and the account keeps its address', async () => {
  const first = await startChange()
  await buildUser(server.ctx, { email: first.to })
  expect((await confirm(first.present)).body.data).toEqual({ changed: false })
  expect((await confirm(first.atNew)).body.code).toBe('EMAIL_TAKEN')
  const second = await startChange()
  await confirm(second.atNew)
  await buildUser(server.ctx, { email: second.to })
  expect((await confirm(second.present)).body.code).toBe('EMAIL_TAKEN')
  expect((await emailOf(second.fan)).email).toBe(second.fan.email)
})

test('both links pressed at once change it once', async () => {
  const { fan, to, present, atNew } = await startChange()
  const replies = await Promise.all([present, atNew, present, atNew].map(confirm))
  expect(replies.filter((reply) => reply.body.data?.changed)).toHaveLength(1)
  expect((await emailOf(fan)).email).toBe(to)
  expect((await mailsTo(to)).kinds.filter((kind) => kind === 'email_changed')).toHaveLength(1)
})

test('an address that was never confirmed gets no link and needs no confirmation', async () => {
  const fan = await buildUser(server.ctx, { emailVerified: false })
  const to = fresh()
  await requestChange(fan, to)
  expect((await mailsTo(fan.email)).kinds).toEqual([])
  expect((await confirm((await mailsTo(to)).secretOf('email_change_confirm'))).body.data).toEqual({ changed: true })
  expect((await mailsTo(fan.email)).kinds).toEqual(['email_changed'])
})

test('only hashes of the links are stored, and the number of emails is limited', async () => {
  const { fan, present } = await startChange()
  const stored = await rows(server.ctx.db, sql`SELECT * FROM email_changes WHERE account_id = ${fan.id}`)
  expect(JSON.stringify(stored)).not.toContain(present)
  const victim = fresh()
  for (let at = 0; at < 7; at++) await requestChange(await buildUser(server.ctx), victim)
  expect((await mailsTo(victim)).kinds.length).toBeLessThanOrEqual(5)
  const replies = []
  for (let at = 0; at < 6; at++) replies.push((await requestChange(fan, fresh())).status)
  expect(replies).toEqual([200, 200, 200, 200, 429, 429])
})
