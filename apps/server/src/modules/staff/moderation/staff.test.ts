import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildSession, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { removeDueFactors } from '../../people/accounts/mfa/lost-factors.ts'
import { buildFeed } from '../../content/posts/testing.ts'
import { buildReport } from '../reports/testing.ts'
import { buildFan, giveTokens, payer } from '../../money/wallet/testing.ts'

let server: TestServer
let support: Built
let other: Built
let owner: Built
beforeAll(async () => {
  server = await startTestServer()
  support = await buildAdmin(server.ctx, { permissions: ['support'], name: 'Ines' })
  other = await buildAdmin(server.ctx, { permissions: ['support'], name: 'Tomas' })
  owner = await buildAdmin(server.ctx, { permissions: ['owner'], name: 'Olga' })
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
const see = async (id: string, who = support) => (await as(who).get(`/admin/accounts/${id}`)).body.data
const why = { reason: 'They wrote to us.' }
const act = (who: Built, id: string, moderationAction: string, body: unknown = why) =>
  as(who).post(`/admin/accounts/${id}/${moderationAction}`, body)
const mailsTo = async (to: string): Promise<string[]> =>
  (
    await rows(
      server.ctx.db,
      sql<{ kind: string }>`SELECT kind FROM mails WHERE to_address = ${to} ORDER BY created_at, id`,
    )
  ).map((row) => row.kind)
const lastMailTo = async (to: string): Promise<string | undefined> =>
  (
    await row(
      server.ctx.db,
      sql<{ text: string }>`SELECT text FROM mails WHERE to_address = ${to} ORDER BY created_at DESC, id DESC LIMIT 1`,
    )
  )?.text
const logged = async (id: string): Promise<{ action: string; reason: string; actorId: string | null }[]> =>
  rows(
    server.ctx.db,
    sql<{
      action: string
      reason: string
      actorId: string | null
    }>`SELECT action, reason, actor_id AS "actorId" FROM audit_log
      WHERE target_id = ${id} ORDER BY id`,
  )
async function withSecondFactor(who: Built): Promise<Built> {
  await sql`INSERT INTO passkeys (account_id, credential_id, public_key, counter, name, transports)
    VALUES (${who.id}, ${createHash('sha256').update(who.id).digest()}, '\\x00', 0, 'Phone', '{}')`.execute(
    server.ctx.db,
  )
  return who
}
const factors = async ({ id }: Built) =>
  (await row(server.ctx.db, sql<{ n: number }>`SELECT count(*)::int AS n FROM passkeys WHERE account_id = ${id}`))!.n

describe('the list of people', () => {
  const find = async (query: string) => (await as(support).get(`/admin/accounts?${query}`)).body
  test('finds by part of a name or username, by a name of before, by the whole address, and by id', async () => {
    const fan = await buildUser(server.ctx, {
      name: 'Quirina Zabel',
      username: 'quirinaz',
      email: 'quirina.z@example.com',
    })
    await sql`INSERT INTO former_usernames (username, account_id) VALUES ('quiri_before', ${fan.id})`.execute(
      server.ctx.db,
    )
    for (const q of ['quirina z', 'IRINAZ', '@quirinaz', 'quiri_before', 'Quirina.Z@example.com', fan.id])
      expect((await find(`q=${encodeURIComponent(q)}`)).data, q).toMatchObject([{ _id: fan.id, username: 'quirinaz' }])
    for (const q of ['quirina.z@', 'z@example.com', 'quiri_bef', '%', '___irinaz'])
      expect((await find(`q=${encodeURIComponent(q)}`)).data, q).toEqual([])
    expect(JSON.stringify(await find('q=quirinaz'))).not.toContain('example.com')
  })

  test('is filtered by kind and state, and continues by its cursor without gap or repetition', async () => {
    const creators = await Promise.all([1, 2, 3].map(() => buildPerformer(server.ctx, { name: 'Paged Person' })))
    const suspended = await buildUser(server.ctx, { name: 'Paged Person', status: 'suspended' })
    const lapsed = await buildUser(server.ctx, { name: 'Paged Person', status: 'suspended' })
    await sql`UPDATE accounts SET status_until = app_now() - interval '1 hour' WHERE id = ${lapsed.id}`.execute(
      server.ctx.db,
    )
    expect((await find('q=Paged&role=performer')).total).toBe(3)
    expect((await find('q=Paged&status=suspended')).data).toMatchObject([{ _id: suspended.id, status: 'suspended' }])
    expect((await find('q=Paged&status=active&role=user')).data).toMatchObject([{ _id: lapsed.id, status: 'active' }])
    const ids: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { data: { _id: string }[]; nextCursor: string | null } = await find(
        `q=Paged&pageSize=2&cursor=${cursor}`,
      )
      ids.push(...page.data.map((item) => item._id))
      cursor = page.nextCursor
    }
    expect(ids).toHaveLength(5)
    expect(new Set(ids)).toEqual(new Set([...creators, suspended, lapsed].map((creator) => creator.id)))
    expect((await as(support).get('/admin/accounts?cursor=nonsense')).status).toBe(400)
  })

  test.each([
    ['accounts_by_role', sql`role = 'performer' ORDER BY created_at DESC LIMIT 51`],
    ['accounts_out_of_use', sql`status = 'closing' ORDER BY created_at DESC, id DESC LIMIT 51`],
    ['accounts_newest', sql`TRUE ORDER BY created_at DESC, id DESC LIMIT 51`],
    ['accounts_by_name_trigram', sql`name ILIKE '%quirina%'`],
  ])('%s serves its filter', async (index, condition) => {
    const plan = await server.ctx.transaction(async (tx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(tx.db)
      return rows(tx.db, sql`EXPLAIN SELECT id FROM accounts WHERE ${condition}`)
    })
    expect(JSON.stringify(plan)).toContain(index)
  })
})

describe('one account', () => {
  test('shows finance staff what a person spent, earned, has and owes, and nobody else', async () => {
    const creator = await buildPerformer(server.ctx)
    const fan = await buildFan(server.ctx, 100)
    await payer(server, fan).keyed(`/wallet/charges/tip/${creator.id}`, { tokens: 40 }, 'tip')
    const none = { escrow: 0, available: 0, inPayout: 0, held: 0 }
    expect((await see(fan.id, owner)).money).toEqual({ wallet: 60, spent: 40, owed: 0, earnings: null })
    expect((await see(creator.id, owner)).money).toEqual({
      wallet: 0,
      spent: 0,
      owed: 0,
      earnings: { earned: 32, pending: 32, ...none },
    })
    // Thirty days later it is no earning of this month any more, and is theirs all the same.
    await sql`UPDATE earnings SET created_at = created_at - interval '31 days' WHERE performer_id = ${creator.id}`.execute(
      server.ctx.db,
    )
    expect((await see(creator.id, owner)).money.earnings).toEqual({ earned: 0, pending: 32, ...none })
    for (const id of [fan.id, creator.id]) expect((await see(id)).money).toBeNull()
  })

  test('shows moderators what was reported of it and decided against it, and nobody else', async () => {
    const creator = await buildPerformer(server.ctx)
    const moderator = await buildAdmin(server.ctx, { permissions: ['support', 'moderation'] })
    expect((await see(creator.id, moderator)).reports).toEqual({ strikes: 0, cases: [] })
    const target = async () => ({ type: 'feed' as const, id: await buildFeed(server.ctx, creator) })
    const [waiting, removed] = [
      await buildReport(server.ctx, await target()),
      await buildReport(server.ctx, await target()),
    ]
    // What only compliance staff may see of a case is not here either, nor is it counted.
    const withheld = await buildReport(server.ctx, await target(), { category: 'minor' })
    const decision = { action: 'remove', statement: 'This is an advertisement.', refundBuyers: false, until: null }
    const officer = await buildAdmin(server.ctx, { permissions: ['support', 'moderation', 'compliance'] })
    expect((await as(moderator).post(`/admin/reports/${removed}/decision`, decision)).status).toBe(200)
    expect((await as(officer).post(`/admin/reports/${withheld}/decision`, decision)).status).toBe(200)
    expect((await see(creator.id, officer)).reports.strikes).toBe(2)
    const { strikes, cases } = (await see(creator.id, moderator)).reports
    expect(strikes).toBe(1)
    expect(cases.map(({ _id, state }: { _id: string; state: string }) => [_id, state])).toEqual([
      [removed, 'actioned'],
      [waiting, 'open'],
    ])
    expect((await see(creator.id)).reports).toBeNull()
  })

  test('shows moderators who shares its card or its device, and nobody else', async () => {
    const moderator = await buildAdmin(server.ctx, { permissions: ['support', 'moderation'] })
    const [fan, both, card, device, stranger] = [
      await buildUser(server.ctx, { name: 'Ada' }),
      await buildUser(server.ctx, { name: 'Bea' }),
      await buildUser(server.ctx, { name: 'Cleo' }),
      await buildUser(server.ctx, { name: 'Dov' }),
      await buildUser(server.ctx, { name: 'Eli' }),
    ]
    const saveCard = (of: Built, fingerprint: string | null, deleted = false) =>
      sql`INSERT INTO cards (account_id, gateway, gateway_ref, brand, last4, exp_month, exp_year, fingerprint, deleted_at)
        VALUES (${of.id}, 'test', ${`${of.id} ${fingerprint}`}, 'visa', '4242', 1, 2030, ${fingerprint}, ${deleted ? new Date() : null})`.execute(
        server.ctx.db,
      )
    const useDevice = (of: Built, hash: string) =>
      sql`INSERT INTO known_devices (account_id, device_hash) VALUES (${of.id}, ${createHash('sha256').update(hash).digest()})`.execute(
        server.ctx.db,
      )
    await saveCard(fan, 'one')
    await saveCard(both, 'one', true)
    await saveCard(card, 'one')
    await saveCard(stranger, 'two')
    // Cards that the gateway names by nothing are nobody's same card.
    await saveCard(fan, null)
    await saveCard(stranger, null)
    await useDevice(fan, 'phone')
    await useDevice(both, 'phone')
    await useDevice(device, 'phone')
    await useDevice(stranger, 'laptop')
    const { related } = await see(fan.id, moderator)
    expect(
      related.map(({ name, sameCard, sameDevice }: Record<string, unknown>) => [name, sameCard, sameDevice]),
    ).toEqual([
      ['Bea', true, true],
      ['Dov', false, true],
      ['Cleo', true, false],
    ])
    expect(JSON.stringify(related)).not.toMatch(/one|4242/)
    expect((await see(stranger.id, moderator)).related).toEqual([])
    expect((await see(fan.id)).related).toBeNull()
    const finance = await buildAdmin(server.ctx, { permissions: ['support', 'finance', 'compliance'] })
    expect((await see(fan.id, finance)).related).toBeNull()
  })

  test('shows what staff need, with addresses masked until they are requested, and that access is logged', async () => {
    const fan = await buildUser(server.ctx, { email: 'jamie.rowe@example.co.uk', country: 'PT' })
    await giveTokens(server.ctx, fan.id, 12)
    await sql`INSERT INTO addresses (account_id, name, line1, line2, city, state, postal_code, country, phone, is_default)
      VALUES (${fan.id}, 'Jamie Rowe', '4-2-8 Shibakoen', '', 'Minato', '', '105', 'JP', '+81', true)`.execute(
      server.ctx.db,
    )
    const seen = await see(fan.id)
    expect(seen).toMatchObject({
      maskedEmail: 'j•••@e•••.uk',
      emailVerified: true,
      addresses: 1,
      country: 'PT',
      money: null,
      signIn: { hasPassword: false, passkeys: 0 },
      can: { suspend: true, lift: false, revokeVerification: false },
    })
    expect(seen.sessions).toHaveLength(1)
    expect(JSON.stringify(seen)).not.toMatch(/jamie\.rowe|Shibakoen/)
    expect((await see(fan.id, owner)).money).toEqual({ wallet: 12, spent: 0, owed: 0, earnings: null })
    expect(await logged(fan.id)).toEqual([])

    expect((await act(support, fan.id, 'personal-data', undefined)).body.data).toEqual({
      email: 'jamie.rowe@example.co.uk',
      addresses: [{ name: 'Jamie Rowe', lines: ['4-2-8 Shibakoen', '105 Minato'], country: 'JP', phone: '+81' }],
    })
    expect(await logged(fan.id)).toMatchObject([{ action: 'account.personal_data_viewed', actorId: support.id }])
    expect((await act(support, fan.id, 'notes', { text: 'Lost a phone in May.' })).status).toBe(200)
    expect((await see(fan.id)).history).toMatchObject([
      { action: 'account.noted', reason: 'Lost a phone in May.', actor: { name: 'Ines' }, about: { _id: fan.id } },
      { action: 'account.personal_data_viewed' },
    ])
  })

  test('is reinstated as it was: an unconfirmed address stays unconfirmed', async () => {
    const fan = await buildUser(server.ctx, { status: 'pending_email', emailVerified: false })
    expect((await act(support, fan.id, 'suspension')).status).toBe(200)
    expect((await act(support, fan.id, 'suspension/lift')).status).toBe(200)
    expect((await see(fan.id)).status).toBe('pending_email')
  })

  test('is suspended and reinstated, with an email each, and neither works twice', async () => {
    const fan = await buildUser(server.ctx)
    const until = new Date(server.ctx.clock.now().getTime() + 86_400_000).toISOString()
    expect((await act(support, fan.id, 'suspension', { reason: 'x' })).status).toBe(422)
    expect((await act(support, fan.id, 'suspension', { ...why, until: '2020-01-01T00:00:00Z' })).body).toMatchObject({
      code: 'RULE_BROKEN',
      errors: [{ path: 'until' }],
    })
    const both = await Promise.all([1, 2].map(() => act(support, fan.id, 'suspension', { ...why, until })))
    expect(both.map((entry) => entry.status).sort()).toEqual([200, 409])
    expect((await as(fan).get('/users/me')).status).toBe(401)
    expect(await see(fan.id)).toMatchObject({
      status: 'suspended',
      statusReason: why.reason,
      sessions: [],
      can: { lift: true },
    })
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(until))
    expect(await lastMailTo(fan.email)).toContain(`The suspension ends on ${day}`)
    expect((await act(support, fan.id, 'suspension/lift')).status).toBe(200)
    expect((await act(support, fan.id, 'suspension/lift')).body.code).toBe('NOT_SUSPENDED')
    expect(await mailsTo(fan.email)).toEqual(['account_suspended', 'account_reinstated'])
    expect((await logged(fan.id)).map((entry) => entry.action)).toEqual(['account.suspended', 'account.reinstated'])
  })

  test('is told by email that a suspension without end lasts until further notice', async () => {
    const fan = await buildUser(server.ctx)
    expect((await act(support, fan.id, 'suspension')).status).toBe(200)
    const mail = await lastMailTo(fan.email)
    expect(mail).toContain('The suspension lasts until further notice.')
    expect(mail).toContain(why.reason)
  })

  test('is signed out everywhere', async () => {
    const fan = await buildUser(server.ctx)
    const second = await buildSession(server.ctx, fan.id)
    expect((await act(support, fan.id, 'sessions/end')).body.data).toEqual({ ended: 2 })
    for (const { token } of [fan, second]) expect((await api(server).as(token).get('/users/me')).status).toBe(401)
    expect(await mailsTo(fan.email)).toEqual(['signed_out_by_staff'])
  })

  test('gets its confirmation once more, until it is confirmed', async () => {
    const fan = await buildUser(server.ctx, { emailVerified: false, status: 'pending_email' })
    expect((await act(support, fan.id, 'confirmation-mail')).status).toBe(200)
    expect(await mailsTo(fan.email)).toEqual(['verify_email'])
    for (let sent = 1; sent < 5; sent++) await act(support, fan.id, 'confirmation-mail')
    expect((await act(support, fan.id, 'confirmation-mail')).status).toBe(429)
    const confirmed = await buildUser(server.ctx)
    expect((await act(support, confirmed.id, 'confirmation-mail')).body.code).toBe('EMAIL_CONFIRMED')
  })
})

describe('staff can’t moderate themselves, and only owners can moderate staff', () => {
  test.each(['suspension', 'sessions/end', 'second-factor-removal', 'suspension/lift', 'confirmation-mail'])(
    '%s',
    async (moderationAction) => {
      expect((await act(support, support.id, moderationAction)).body.code).toBe('NOT_TO_ONESELF')
      expect((await act(owner, owner.id, moderationAction)).body.code).toBe('NOT_TO_ONESELF')
      expect((await act(support, other.id, moderationAction)).body.code).toBe('NOT_ABOVE_ONESELF')
      expect((await act(support, owner.id, moderationAction)).body.code).toBe('NOT_ABOVE_ONESELF')
      for (const permissions of [['finance'], ['compliance'], ['moderation']] as const)
        expect(
          (await act(await buildAdmin(server.ctx, { permissions: [...permissions] }), owner.id, moderationAction))
            .status,
        ).toBe(403)
      expect((await act(owner, '01890000-0000-7000-8000-000000000000', moderationAction)).status).toBe(404)
    },
  )

  test('of two owners who suspend each other at once one stays', async () => {
    const [first, second] = [await buildAdmin(server.ctx), await buildAdmin(server.ctx)]
    const replies = await Promise.all([act(first, second.id, 'suspension'), act(second, first.id, 'suspension')])
    expect(replies.map((reply) => reply.status).sort()).toEqual([
      200,
      expect.toSatisfy((code: number) => code === 401 || code === 403),
    ])
  })
})

describe('a lost second factor', () => {
  test('is removed by two members of staff, never by one', async () => {
    const fan = await withSecondFactor(await buildUser(server.ctx))
    expect((await act(support, fan.id, 'second-factor-removal')).status).toBe(200)
    expect((await act(other, fan.id, 'second-factor-removal')).body.code).toBe('FACTOR_REMOVAL_OPEN')
    expect(await see(fan.id)).toMatchObject({
      removal: { requestedBy: 'Ines', isMine: true },
      can: { removeSecondFactor: false, approveRemoval: false, withdrawRemoval: true },
    })
    expect((await act(support, fan.id, 'second-factor-removal/approval', undefined)).body.code).toBe(
      'ANOTHER_MUST_AGREE',
    )
    expect(await factors(fan)).toBe(1)
    const both = await Promise.all([1, 2].map(() => act(other, fan.id, 'second-factor-removal/approval', undefined)))
    expect(both.map((entry) => entry.status).sort()).toEqual([200, 409])
    expect(await factors(fan)).toBe(0)
    expect((await as(fan).get('/users/me')).status).toBe(401)
    expect(await mailsTo(fan.email)).toEqual(['second_factor_removal_requested', 'second_factor_removed'])
    expect((await logged(fan.id)).map((entry) => [entry.action, entry.actorId])).toEqual([
      ['second_factor.removal_requested', support.id],
      ['second_factor.removed', other.id],
    ])
  })

  test('is removed by itself after a day in which its owner could stop it, once', async () => {
    const fan = await withSecondFactor(await buildUser(server.ctx))
    expect((await act(support, fan.id, 'second-factor-removal')).status).toBe(200)
    await advanceClock(server.ctx, '23 hours')
    await removeDueFactors(server.ctx)
    expect(await factors(fan)).toBe(1)
    await advanceClock(server.ctx, '2 hours')
    await Promise.all([removeDueFactors(server.ctx), removeDueFactors(server.ctx)])
    expect(await factors(fan)).toBe(0)
    expect((await mailsTo(fan.email)).filter((kind) => kind === 'second_factor_removed')).toHaveLength(1)
  })

  test('stays where its owner follows the mailed link, which works once', async () => {
    const fan = await withSecondFactor(await buildUser(server.ctx))
    await act(support, fan.id, 'second-factor-removal')
    const outbox = (await api(server).get('/mails/outbox?pageSize=100')).body.data as { to: string; text: string }[]
    const token = /second-factor\/keep\?token=([\w-]+)/.exec(outbox.find((entry) => entry.to === fan.email)!.text)![1]
    const stops = await Promise.all(
      [1, 2].map(() => api(server).post('/auth/second-factor-removal/refusal', { token })),
    )
    expect(stops.map((stop) => stop.status).sort()).toEqual([200, 422])
    await advanceClock(server.ctx, '25 hours')
    await removeDueFactors(server.ctx)
    expect(await factors(fan)).toBe(1)
    expect((await act(other, fan.id, 'second-factor-removal/approval', undefined)).body.code).toBe('NO_FACTOR_REMOVAL')
    expect((await api(server).post('/auth/second-factor-removal/refusal', { token: 'nonsense' })).body.code).toBe(
      'TOKEN_SPENT',
    )
  })

  test('is not removed by time if no owner could be warned, for staff, or if the requester is no longer staff', async () => {
    const gone = await buildAdmin(server.ctx, { permissions: ['support'] })
    const [mute, fan] = [
      await withSecondFactor(await buildUser(server.ctx)),
      await withSecondFactor(await buildUser(server.ctx)),
    ]
    const staff = await withSecondFactor(await buildAdmin(server.ctx, { permissions: ['content'] }))
    await sql`UPDATE accounts SET email = NULL WHERE id = ${mute.id}`.execute(server.ctx.db)
    await act(support, mute.id, 'second-factor-removal')
    await act(owner, staff.id, 'second-factor-removal')
    await act(gone, fan.id, 'second-factor-removal')
    expect((await act(owner, gone.id, 'suspension')).status).toBe(200)
    await advanceClock(server.ctx, '30 days')
    await removeDueFactors(server.ctx)
    for (const account of [mute, fan, staff]) expect(await factors(account)).toBe(1)
    expect((await act(support, mute.id, 'second-factor-removal/withdrawal', undefined)).status).toBe(200)
    expect((await act(support, mute.id, 'second-factor-removal/withdrawal', undefined)).body.code).toBe(
      'NO_FACTOR_REMOVAL',
    )
  })

  test('that is not there is not removed', async () => {
    const fan = await buildUser(server.ctx)
    expect((await act(support, fan.id, 'second-factor-removal')).body.code).toBe('SECOND_FACTOR_MISSING')
  })
})

describe('a creator’s approval', () => {
  test('is revoked, and after that documents are requested again', async () => {
    const creator = await buildPerformer(server.ctx)
    const reviewer = await buildAdmin(server.ctx, { permissions: ['compliance', 'support'] })
    const before = await see(creator.id, reviewer)
    expect(before).toMatchObject({
      verificationStatus: 'approved',
      can: { revokeVerification: true, requestDocuments: true },
    })
    expect((await see(creator.id)).can).toMatchObject({ revokeVerification: false, requestDocuments: false })
    const of = `/admin/verifications/${before.verification._id}`
    expect((await as(reviewer).post(`${of}/revocation`, why)).status).toBe(200)
    expect(await see(creator.id, reviewer)).toMatchObject({
      verificationStatus: 'revoked',
      can: { requestDocuments: true },
    })
    const requestedDocuments = { fieldReasons: { id_front: 'Please send your present passport.' } }
    expect((await as(reviewer).post(`${of}/request-for-more`, requestedDocuments)).status).toBe(200)
    expect(await see(creator.id, reviewer)).toMatchObject({ verificationStatus: 'more_info' })
    expect((await api(server).get(`/performers/${creator.username}`)).status).toBe(404)
    expect((await see(creator.id, reviewer)).history.map((entry: { action: string }) => entry.action)).toEqual([
      'verification.more_info',
      'verification.revoked',
    ])
  })
})
