import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { untilBlocked } from '../../../testing/blocked.ts'
import { buildAdmin, type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { webhookSecret } from '@fanlight/fake-stripe/keys'
import { testGatewayHost } from '@fanlight/fake-stripe/listener'
import type { Transfer } from '@fanlight/fake-stripe/objects'
import type { PayeeBehaviour } from '@fanlight/fake-stripe/payee-behaviours'
import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { GatewayDown, GatewayRefusal, GatewayTimeout } from '../payments/gateway.ts'
import { openGateway } from '../payments/open-gateway.ts'
import { lockPayoutAlone } from '../payouts/payout-rows.ts'
import { sendTransfer, transfer } from '../payouts/sending.ts'
import { buildEarning } from '../payouts/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())

const connect = (who: Built) => api(server).as(who).post('/stripe/accounts')
const view = async (who: Built) => (await api(server).as(who).get('/stripe/accounts')).body.data
const settingsOf = async (who: Built) =>
  (await api(server).as(who).get('/performers/payment-gateway-settings')).body.data
const put = (who: Built, body: unknown) => api(server).as(who).put('/performers/payment-gateway-settings', body)
/** What its owner enters in the gateway's form; answers where the form leads. */
const fillIn = async (url: string, behaviour: string) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `behaviour=${behaviour}`,
  })
const accountsOf = (who: Built) =>
  rows(
    server.ctx.db,
    sql<{
      id: string
    }>`SELECT id FROM fake_stripe.objects WHERE kind = 'acct' AND body->'metadata'->>'performerId' = ${who.id}`,
  )
const emailsTo = (who: Built) =>
  rows(
    server.ctx.db,
    sql`SELECT id FROM mails WHERE to_address = ${who.email} AND kind = ANY(ARRAY['payout_details_changed', 'payout_details_saved'])`,
  )
const loggedOf = (who: Built) =>
  rows(
    server.ctx.db,
    sql<{
      action: string
      after: unknown
    }>`SELECT action, after FROM audit_log WHERE target_id = ${who.id} ORDER BY id`,
  )
const transfersTo = async (accountId: string) =>
  (
    await rows(
      server.ctx.db,
      sql<{
        body: Transfer
      }>`SELECT body FROM fake_stripe.objects WHERE kind = 'tr' AND body->>'destination' = ${accountId}`,
    )
  ).map(({ body }) => body)

/** A creator with an account that does this with transfers. */
async function connected(behaviour: PayeeBehaviour | null = 'pays'): Promise<{ creator: Built; accountId: string }> {
  const creator = await buildPerformer(server.ctx)
  const reply = await connect(creator)
  expect(reply.status, reply.text).toBe(200)
  if (behaviour !== null) await fillIn(reply.body.data.url, behaviour)
  return { creator, accountId: reply.body.data.accountId }
}

test('an account is opened, stored without holding payouts to the bank, and enabled on the gateway’s own page', async () => {
  const creator = await buildPerformer(server.ctx)
  expect(await view(creator)).toBeNull()
  const { status, text, body } = await connect(creator)
  expect(status, text).toBe(200)
  const { accountId, url } = body.data
  expect(body.data).toMatchObject({
    accountId: expect.stringMatching(/^acct_/),
    payoutsEnabled: false,
    requirements: expect.arrayContaining(['external_account']),
    url: expect.stringMatching(/^\/test-gateway\/payee\//),
  })
  expect(await settingsOf(creator)).toMatchObject({
    version: 1,
    // The creator chooses it; it is not chosen for them.
    payoutMethod: 'bank',
    stripe: { accountId, hasSecretKey: false },
    // Payouts go where they went.
    payoutsFrozenUntil: null,
  })
  expect(await emailsTo(creator)).toHaveLength(1)
  expect(await loggedOf(creator)).toEqual([
    { action: 'payout_details.gateways_changed', after: expect.objectContaining({ payoutMethod: 'bank' }) },
  ])

  const form = await server.app.inject({ url })
  expect(form.payload).toContain('Connect your account')
  expect((await fillIn(url, 'nonsense')).statusCode).toBe(422)
  expect((await view(creator)).payoutsEnabled).toBe(false)
  expect((await fillIn(url, 'restricted')).headers.location).toBe('/creator/payment-gateways?method=stripe')
  expect(await view(creator)).toEqual({
    accountId,
    payoutsEnabled: false,
    requirements: ['individual.verification.document'],
  })

  // Again: another link to the same account, and nothing that follows a change.
  const again = await connect(creator)
  expect(again.body.data).toMatchObject({ accountId, requirements: ['individual.verification.document'] })
  expect(again.body.data.url).not.toBe(url)
  // A link opens the form once.
  expect((await server.app.inject({ url })).statusCode).toBe(303)
  await fillIn(url, 'pays')
  expect((await view(creator)).payoutsEnabled).toBe(false)
  await fillIn(again.body.data.url, 'pays')
  expect(await view(creator)).toEqual({ accountId, payoutsEnabled: true, requirements: [] })
  expect((await settingsOf(creator)).version).toBe(1)
  expect(await emailsTo(creator)).toHaveLength(1)
  expect(await accountsOf(creator)).toHaveLength(1)

  // The way of payout that was chosen stays, and so does the account with it.
  expect((await put(creator, { payoutMethod: 'stripe', version: 1 })).body.data.stripe.accountId).toBe(accountId)
  expect((await connect(creator)).body.data.accountId).toBe(accountId)
  // Only now they go elsewhere.
  expect(await settingsOf(creator)).toMatchObject({
    payoutMethod: 'stripe',
    version: 2,
    payoutsFrozenUntil: expect.any(String),
  })
})

test('a link to the form expires', async () => {
  const creator = await buildPerformer(server.ctx)
  const { url } = (await connect(creator)).body.data
  await advanceClock(server.ctx, '6 minutes')
  expect((await server.app.inject({ url })).headers.location).toBe('/creator/payment-gateways?method=stripe')
  await fillIn(url, 'pays')
  expect((await view(creator)).payoutsEnabled).toBe(false)
})

test('several requests at once open one account and are one change', async () => {
  const creator = await buildPerformer(server.ctx)
  const replies = await Promise.all(Array.from({ length: 5 }, () => connect(creator)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(replies.map(({ body }) => body.data.accountId)).size).toBe(1)
  expect(await accountsOf(creator)).toHaveLength(1)
  expect(await emailsTo(creator)).toHaveLength(1)
  expect((await settingsOf(creator)).version).toBe(1)
})

test('only a creator who confirmed who they are connects an account; a fan has none', async () => {
  const creator = await buildPerformer(server.ctx)
  await sql`UPDATE sessions SET authenticated_at = app_now() - interval '11 minutes' WHERE account_id = ${creator.id}`.execute(
    server.ctx.db,
  )
  const refused = await connect(creator)
  expect([refused.status, refused.body.code]).toEqual([403, 'CONFIRMATION_REQUIRED'])
  expect(await accountsOf(creator)).toEqual([])
  // To look needs no confirmation.
  expect(await view(creator)).toBeNull()
  const fan = await buildUser(server.ctx)
  expect([(await connect(fan)).status, (await api(server).as(fan).get('/stripe/accounts')).status]).toEqual([403, 403])
})

test('the account of another is neither shown nor opened, and one of one’s own takes its place', async () => {
  const { accountId: theirs } = await connected()
  for (const typed of [theirs, 'acct_NotOfThisPlatform']) {
    const creator = await buildPerformer(server.ctx)
    const manual = { payoutMethod: 'manual', manual: { instructions: 'By cheque' } }
    await put(creator, { ...manual, stripe: { accountId: typed }, version: 0 })
    expect(await view(creator)).toBeNull()
    const { body } = await connect(creator)
    expect(body.data.accountId).not.toBe(typed)
    expect(await settingsOf(creator)).toMatchObject({
      ...manual,
      stripe: { accountId: body.data.accountId },
      version: 2,
    })
    expect(await view(creator)).toMatchObject({ accountId: body.data.accountId })
  }
})

test('an account that was saved during the request to the gateway is not overwritten', async () => {
  const creator = await buildPerformer(server.ctx)
  const owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  const ownerProcess = (await owner.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
  await owner.query('BEGIN')
  await owner.query('SELECT FROM performers WHERE account_id = $1 FOR UPDATE', [creator.id])
  const typing = put(creator, { stripe: { accountId: 'acct_TypedMeanwhile' }, version: 0 })
  await untilBlocked(server.ownerUrl, ownerProcess, typing)
  const connecting = connect(creator)
  await untilBlocked(server.ownerUrl, ownerProcess, connecting, { connections: 2 })
  await owner.query('COMMIT')
  await owner.end()
  expect((await typing).status).toBe(200)
  const refused = await connecting
  expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT'])
  expect(await settingsOf(creator)).toMatchObject({ stripe: { accountId: 'acct_TypedMeanwhile' }, version: 1 })
  expect((await connect(creator)).body.data.accountId).toBe((await accountsOf(creator))[0]!.id)
})

test('a gateway that is not configured or not reached is a 503, and nothing is stored', async () => {
  const creator = await buildPerformer(server.ctx)
  const [key, webhook] = ['sk', 'whsec'].map((kind) => [kind, 'test', 'CanaryOfAKey12345'].join('_'))
  const env = {
    FANLIGHT_MODE: 'production',
    FANLIGHT_SECRET: server.ctx.secret.toString('hex'),
    PUBLIC_URL: 'https://fans.example',
    DATABASE_URL: server.databaseUrl,
    RATE_LIMIT_FACTOR: '1',
    SABOTAGE: '',
  }
  const keys = {
    STRIPE_API_URL: 'https://127.0.0.1:1',
    STRIPE_SECRET_KEY: key!,
    STRIPE_WEBHOOK_SECRET: webhook!,
  }
  for (const more of [{}, keys]) {
    const installation = await startTestServer({ databaseOf: server, env: { ...env, ...more } })
    const refused = async (method: 'GET' | 'POST') => {
      const { status, body, text } = await api(installation).as(creator).call(method, '/stripe/accounts')
      expect([status, body.code], text).toEqual([503, 'GATEWAY_UNAVAILABLE'])
    }
    try {
      const before = await settingsOf(creator)
      await refused('POST')
      expect(await settingsOf(creator)).toEqual(before)
      await put(creator, { stripe: { accountId: 'acct_1Ab2Cd3' }, version: before.version })
      await refused('GET')
      await refused('POST')
      expect(await settingsOf(creator)).toMatchObject({ version: 1, stripe: { accountId: 'acct_1Ab2Cd3' } })
    } finally {
      await installation.stop()
    }
  }
})

test('while payouts are frozen no transfer is made of one that was sent, and one that was made counts', async () => {
  const creator = await buildPerformer(server.ctx)
  const as = api(server).as(creator)
  const { accountId, url } = (await connect(creator)).body.data
  await fillIn(url, 'pays')
  await put(creator, { payoutMethod: 'stripe', version: 1 })
  await advanceClock(server.ctx, '73 hours')
  await buildEarning(server, creator, 1000)
  const id = (await as.post('/payout-requests', {})).body.data._id
  const staff = api(server).as(await buildAdmin(server.ctx, { permissions: ['finance'] }))
  await staff.post(`/admin/payouts/${id}/approval`)
  expect((await staff.post(`/admin/payouts/${id}/payment`)).status).toBe(200)
  const status = async () => (await as.get(`/payout-requests/${id}/view`)).body.data.status
  await staff.post('/admin/payout-freeze', { reason: 'A check by hand' })
  await sendTransfer(server.ctx, id)
  expect([await status(), await transfersTo(accountId)]).toEqual(['processing', []])
  await staff.post('/admin/payout-freeze/lift', { reason: 'All is well' })
  const payout = await server.ctx.transaction((tx) => lockPayoutAlone(tx, id))
  // Its answer is lost.
  await transfer(server.ctx, payout!)
  await staff.post('/admin/payout-freeze', { reason: 'Another check' })
  await sendTransfer(server.ctx, id)
  expect(await status()).toBe('paid')
  expect(await transfersTo(accountId)).toHaveLength(1)
  await staff.post('/admin/payout-freeze/lift', { reason: 'All is well' })
})

const gateway = () => openGateway(server.ctx, 'test')
const transferTo = (accountId: string, more: { amount?: bigint; attempt?: number; payoutId?: string } = {}) => ({
  payoutId: randomUUID(),
  attempt: 1,
  amount: 12_345n,
  currency: 'USD',
  ...more,
  accountId,
})

test('an attempt of a payout transfers once, however often and at once it is requested', async () => {
  const { accountId } = await connected()
  const wanted = transferTo(accountId)
  expect(await gateway().findTransfer(wanted.payoutId, 1)).toBeUndefined()
  const made = await Promise.all(Array.from({ length: 4 }, () => gateway().transfer(wanted)))
  expect(new Set(made.map(({ ref }) => ref)).size).toBe(1)
  expect(await transfersTo(accountId)).toEqual([
    expect.objectContaining({
      id: made[0]!.ref,
      amount: 12_345,
      currency: 'usd',
      transfer_group: wanted.payoutId,
      metadata: { payoutId: wanted.payoutId, attempt: '1' },
    }),
  ])
  // What became of an attempt with other values is not known: it is no refusal.
  await expect(gateway().transfer({ ...wanted, amount: 1n })).rejects.toBeInstanceOf(GatewayTimeout)
  expect(await gateway().findTransfer(wanted.payoutId, 1)).toEqual(made[0])
  expect(await gateway().findTransfer(wanted.payoutId, 2)).toBeUndefined()
  const second = await gateway().transfer({ ...wanted, attempt: 2 })
  expect(second).not.toEqual(made[0])
  expect(await gateway().findTransfer(wanted.payoutId, 2)).toEqual(second)
  expect(await transfersTo(accountId)).toHaveLength(2)
})

test.each(['answers_with_error', 'times_out'] as const)(
  'a transfer whose answer does not come is not known until it is found (%s)',
  async (behaviour) => {
    const { accountId } = await connected(behaviour)
    const wanted = transferTo(accountId)
    await expect(gateway().transfer(wanted)).rejects.toBeInstanceOf(GatewayTimeout)
    const [made] = await transfersTo(accountId)
    expect(await gateway().findTransfer(wanted.payoutId, 1)).toEqual({ ref: made!.id })
    // Sent again, it is the same attempt.
    await gateway()
      .transfer(wanted)
      .catch((error: unknown) => expect(error).toBeInstanceOf(GatewayTimeout))
    expect(await transfersTo(accountId)).toHaveLength(1)
  },
)

test('a transfer is refused where the account may not have it or the balance is too low, and then there is none', async () => {
  for (const [behaviour, code] of [
    [null, 'insufficient_capabilities_for_transfer'],
    ['restricted', 'insufficient_capabilities_for_transfer'],
    ['balance_insufficient', 'balance_insufficient'],
  ] as const) {
    const { creator, accountId } = await connected(behaviour)
    const wanted = transferTo(accountId)
    const refused = await gateway()
      .transfer(wanted)
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(GatewayRefusal)
    expect(refused).toMatchObject({ code })
    expect(await gateway().findTransfer(wanted.payoutId, 1)).toBeUndefined()
    // The answer belongs to the attempt: after the reason is gone, only another one transfers.
    await fillIn((await connect(creator)).body.data.url, 'pays')
    await expect(gateway().transfer(wanted)).rejects.toMatchObject({ code })
    await gateway().transfer({ ...wanted, attempt: 2 })
    expect(await transfersTo(accountId)).toHaveLength(1)
  }
  await expect(gateway().transfer(transferTo('acct_NotOfThisPlatform'))).rejects.toMatchObject({
    code: 'resource_missing',
  })
  expect(await gateway().readPayee('acct_NotOfThisPlatform')).toBeUndefined()
})

test('the events of a transfer change nothing, even where they come twice', async () => {
  const { accountId } = await connected('twice')
  const { ref } = await gateway().transfer(transferTo(accountId))
  await deliverTestWebhooks(server.ctx)
  await server.work()
  const events = await rows(
    server.ctx.db,
    sql<{ type: string; outcome: string | null }>`SELECT type, outcome FROM gateway_events WHERE object_ref = ${ref}`,
  )
  expect(events).toEqual([{ type: 'transfer.created', outcome: 'not one of our payments' }])
})

test('no transfer is requested while a transaction is open', async () => {
  const { accountId } = await connected()
  const wanted = transferTo(accountId)
  await expect(server.ctx.transaction((tx) => openGateway(tx, 'test').transfer(wanted))).rejects.toThrow(/transaction/)
  expect(await transfersTo(accountId)).toEqual([])
})

test('a gateway that is not reached has transferred nothing', async () => {
  const { secretKey } = await testGatewayHost(server.ctx)
  const stripe = { apiUrl: 'http://127.0.0.1:1', secretKey, webhookSecret: webhookSecret(server.ctx) }
  const away = openGateway({ ...server.ctx, config: { ...server.ctx.config, stripe } }, 'stripe')
  await expect(away.transfer(transferTo('acct_1Ab2Cd3'))).rejects.toBeInstanceOf(GatewayDown)
})
