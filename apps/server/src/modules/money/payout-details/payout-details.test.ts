import { ibanCountries } from '@fanlight/contract/bank-rules'
import { type FieldErrorCode, fieldErrors } from '@fanlight/contract/field-errors'
import { countrySpecs } from 'ibantools'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openContext } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { loadSecret } from '../../../platform/keys.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { reencryptPayoutDetails } from './key-rotation.ts'

const password = 'a-lamp-in-the-window'
const older = 'a1b2c3d4e5f60718'.repeat(4)
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { FANLIGHT_SECRET: older } })
})
afterAll(() => server.stop())

const german = {
  accountHolder: 'Inês Prado',
  bankName: 'Landbank',
  country: 'DE',
  currency: 'EUR',
  iban: 'de89 3704-0044 0532 0130 00',
  taxId: 'DE 123/456',
  version: 0,
}
const save = (who: Built, body: unknown) => api(server).as(who).put('/performers/banking-settings', body)
const see = async (who: Built) => (await api(server).as(who).get('/performers/banking-settings')).body.data
const emailsTo = (who: Built) =>
  rows(
    server.ctx.db,
    sql<{ text: string }>`SELECT text FROM mails WHERE to_address = ${who.email} AND kind = 'payout_details_changed'`,
  )
const logged = (target: string) =>
  rows(
    server.ctx.db,
    sql<{
      action: string
      reason: string
      before: unknown
      after: unknown
    }>`SELECT action, reason, before, after FROM audit_log
      WHERE target_id = ${target} ORDER BY id`,
  )
/** As if they had signed in a while ago. */
const stale = (who: Built) =>
  sql`UPDATE sessions SET authenticated_at = app_now() - interval '11 minutes' WHERE account_id = ${who.id}`.execute(
    server.ctx.db,
  )

test('bank details are stored encrypted and shown by their last characters; a change delays payouts for 72 hours, is mailed and logged', async () => {
  const creator = await buildPerformer(server.ctx)
  expect(await see(creator)).toMatchObject({
    version: 0,
    details: null,
    blockers: [{ code: 'PAYOUT_DETAILS_MISSING', until: null }],
  })
  const saved = await save(creator, german)
  expect(saved.status, saved.text).toBe(200)
  expect(saved.body.data).toMatchObject({
    version: 1,
    details: { accountHolder: 'Inês Prado', kind: 'iban', accountEnds: '3000', taxIdEnds: '/456', routingEnds: null },
    blockers: [{ code: 'PAYOUT_DETAILS_NEW', until: saved.body.data.payoutsFrozenUntil }],
  })
  const hours = (Date.parse(saved.body.data.payoutsFrozenUntil) - server.ctx.clock.now().getTime()) / 3_600_000
  expect(hours).toBeGreaterThan(71.9)
  expect(hours).toBeLessThanOrEqual(72.01)
  // No table holds the number in a form that can be read, and no answer gives it back.
  const stored = await row(
    server.ctx.db,
    sql<{ encrypted: Buffer }>`SELECT encrypted FROM payout_details WHERE performer_id = ${creator.id}`,
  )
  for (const secret of ['DE8937040044', '0532013000', 'Inês', 'Landbank'])
    expect(stored!.encrypted.toString('latin1')).not.toContain(secret)
  expect(JSON.stringify(await see(creator))).not.toContain('05320130')
  expect((await emailsTo(creator)).map(({ text }) => text).join()).toMatch(/3000/)
  const log = await logged(creator.id)
  expect(log.map(({ action }) => action)).toEqual(['payout_details.bank_changed'])
  expect(JSON.stringify(log)).not.toContain('05320130')
  expect(log[0]!.after).toMatchObject({ accountEnds: '3000' })
})

test('saving the same again changes nothing; of two concurrent changes one wins and the other is refused', async () => {
  const creator = await buildPerformer(server.ctx)
  const first = await Promise.all(Array.from({ length: 4 }, () => save(creator, german)))
  expect(first.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await emailsTo(creator)).toHaveLength(1)
  const frozen = (await see(creator)).payoutsFrozenUntil
  expect((await save(creator, german)).body.data.payoutsFrozenUntil).toBe(frozen)

  const others = await Promise.all(
    ['Anna One', 'Bea Two', 'Cleo Three'].map((accountHolder) =>
      save(creator, { ...german, accountHolder, version: 1 }),
    ),
  )
  expect(others.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(others.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(['CONFLICT', 'CONFLICT'])
  expect((await see(creator)).version).toBe(2)
  expect(await emailsTo(creator)).toHaveLength(2)
  expect((await save(creator, { ...german, accountHolder: 'Late Four', version: 1 })).body.code).toBe('CONFLICT')
})

test('a log-in older than ten minutes needs the password, and wrong passwords are counted', async () => {
  const creator = await buildPerformer(server.ctx, { password })
  await stale(creator)
  const response = await save(creator, german)
  expect([response.status, response.body.code, response.body.errors[0].path]).toEqual([
    403,
    'PASSWORD_NEEDED',
    'currentPassword',
  ])
  const wrong = await save(creator, { ...german, currentPassword: 'not it at all' })
  expect([wrong.status, wrong.body.code]).toEqual([403, 'PASSWORD_WRONG'])
  expect((await see(creator)).details).toBeNull()
  expect((await save(creator, { ...german, currentPassword: password })).status).toBe(200)
  // What was shown counts for ten minutes; a wrong password is refused all the same.
  const codes = []
  for (let attempt = 0; attempt < 11; attempt++)
    codes.push((await save(creator, { ...german, version: 1, currentPassword: `wrong ${attempt}` })).body.code)
  expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
  await stale(creator)
  const gateways = await api(server)
    .as(creator)
    .put('/performers/payment-gateway-settings', { manual: { instructions: 'By cheque' }, version: 0 })
  expect(gateways.body.code).toBe('PASSWORD_NEEDED')
})

describe('an account is written as its country writes it', () => {
  const us = { accountHolder: 'Jo Ray', bankName: 'First', country: 'US', currency: 'USD', version: 0 }
  test.each([
    ['a German IBAN with a digit turned', { ...german, iban: 'DE89370400440532013001' }, 'iban'],
    ['a German IBAN cut short', { ...german, iban: 'DE8937040044053201300' }, 'iban'],
    ['a French IBAN for Germany', { ...german, iban: 'FR1420041010050500013M02606' }, 'iban'],
    ['no IBAN where there is one', { ...german, iban: undefined }, 'iban'],
    ['an account number where there is an IBAN', { ...german, accountNumber: '123456' }, 'accountNumber'],
    ['an unknown currency', { ...german, currency: 'ZZZ' }, 'currency'],
    ['an unknown country', { ...german, country: 'QQ' }, 'country'],
    ['a BIC of seven characters', { ...german, bic: 'COBADEF' }, 'bic'],
    [
      'a routing number with a wrong check digit',
      { ...us, accountNumber: '12345678', routingNumber: '021000022' },
      'routingNumber',
    ],
    ['no routing number', { ...us, accountNumber: '12345678' }, 'routingNumber'],
    [
      'alphabetic characters in an American account',
      { ...us, accountNumber: '12AB', routingNumber: '021000021' },
      'accountNumber',
    ],
    [
      'an IBAN in the United States',
      { ...us, iban: german.iban, accountNumber: '12345678', routingNumber: '021000021' },
      'iban',
    ],
    [
      'a CLABE with a wrong check digit',
      { ...us, country: 'MX', accountNumber: '032180000118359718' },
      'accountNumber',
    ],
    ['a country without a form and without a BIC', { ...us, country: 'TH', accountNumber: '1234567890' }, 'bic'],
    ['two lines for a name', { ...german, accountHolder: 'Ines\nPrado' }, 'accountHolder'],
  ])('%s is refused at its field', async (_name, body, path) => {
    const creator = await buildPerformer(server.ctx)
    const { status, body: answer, text } = await save(creator, body)
    expect(status, text).toBe(422)
    expect(answer.errors[0].path).toBe(path)
    // A validation error contains the code of its message, so that the UI can show it in the reader’s language.
    if (path !== 'accountHolder')
      expect(answer.errors[0].message).toBe(fieldErrors[answer.errors[0].code as FieldErrorCode])
    expect((await see(creator)).details).toBeNull()
  })
  test.each([
    ['an American account', { ...us, accountNumber: '12345678', routingNumber: '021000021' }],
    [
      'a Japanese account',
      { ...us, country: 'JP', currency: 'JPY', accountNumber: '1234567', routingNumber: '0001-123' },
    ],
    ['a CLABE', { ...us, country: 'MX', currency: 'MXN', accountNumber: '032180000118359719' }],
    [
      'an Indian account',
      { ...us, country: 'IN', currency: 'INR', accountNumber: '123456789012', routingNumber: 'sbin0001234' },
    ],
    [
      'a Thai account by its BIC',
      { ...us, country: 'TH', currency: 'THB', accountNumber: '1234567890', bic: 'BKKBTHBK' },
    ],
  ])('%s is taken', async (_name, body) => {
    const { status, text } = await save(await buildPerformer(server.ctx), body)
    expect(status, text).toBe(200)
  })
  test('the form’s list of IBAN countries is the registry’s', () => {
    const registered = Object.entries(countrySpecs).filter(([, spec]) => spec?.IBANRegistry)
    expect([...ibanCountries].sort()).toEqual(registered.map(([code]) => code).sort())
  })
})

test('gateways: keys are written and never read, a way of payout needs its account, and a change rests like the bank’s', async () => {
  const creator = await buildPerformer(server.ctx)
  const put = (body: unknown) => api(server).as(creator).put('/performers/payment-gateway-settings', body)
  expect((await put({ payoutMethod: 'stripe', version: 0 })).body.errors[0].path).toBe('payoutMethod')
  expect((await put({ stripe: { accountId: 'cus_1' }, version: 0 })).status).toBe(422)
  // Put together here, so that no scanner takes it for a real one.
  const secretKey = ['sk', 'test', 'CanaryOfAKey12345'].join('_')
  const saved = await put({ payoutMethod: 'stripe', stripe: { accountId: 'acct_1Ab2Cd3', secretKey }, version: 0 })
  expect(saved.body.data, saved.text).toMatchObject({
    payoutMethod: 'stripe',
    stripe: { accountId: 'acct_1Ab2Cd3', hasSecretKey: true },
    version: 1,
    blockers: [{ code: 'PAYOUT_DETAILS_NEW' }],
  })
  expect(saved.text + JSON.stringify(await logged(creator.id))).not.toContain('Canary')
  // The key stays with its account, and goes with it.
  expect((await put({ stripe: { accountId: 'acct_1Ab2Cd3' }, version: 1 })).body.data.version).toBe(1)
  expect((await put({ stripe: { accountId: 'acct_Other99' }, version: 1 })).body.data.stripe.hasSecretKey).toBe(false)
  expect((await put({ stripe: null, version: 2 })).body.errors[0].path).toBe('payoutMethod')
  const manual = await put({ payoutMethod: 'manual', manual: { instructions: 'By cheque' }, stripe: null, version: 2 })
  expect(manual.body.data).toMatchObject({
    payoutMethod: 'manual',
    stripe: null,
    manual: { instructions: 'By cheque' },
  })
  expect((await logged(creator.id)).at(-1)).toMatchObject({ after: { payoutMethod: 'manual', hasInstructions: true } })
  expect(JSON.stringify(await logged(creator.id))).not.toContain('cheque')
  expect((await emailsTo(creator)).length).toBe(3)
})

test('staff with the finance permission see all of it, each time with a reason in the log; other staff do not', async () => {
  const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  await save(creator, german)
  const path = `/admin/performers/${creator.id}/banking-settings`
  const finance = await buildAdmin(server.ctx, { permissions: ['finance'] })
  for (const [who, status] of [
    [creator, 403],
    [other, 403],
    [await buildAdmin(server.ctx, { permissions: ['compliance', 'support'] }), 403],
  ] as const)
    expect((await api(server).as(who).get(`${path}?reason=payout`)).status).toBe(status)
  expect((await api(server).as(finance).get(path)).status).toBe(400)
  const seen = await api(server).as(finance).get(`${path}?reason=Payout+in+May`)
  expect(seen.body.data.bank, seen.text).toMatchObject({ iban: 'DE89370400440532013000', accountHolder: 'Inês Prado' })
  expect((await logged(creator.id)).at(-1)).toMatchObject({ action: 'payout_details.viewed', reason: 'Payout in May' })
  const response = await api(server)
    .as(finance)
    .get('/admin/performers/00000000-0000-7000-8000-000000000000/banking-settings?reason=support')
  expect(response.status).toBe(404)
})

test('the blocker of a payout is shown: an ended approval, an expired document, new payout details', async () => {
  const creator = await buildPerformer(server.ctx)
  await save(creator, german)
  const codes = async () => (await see(creator)).blockers.map(({ code }: { code: string }) => code)
  expect(await codes()).toEqual(['PAYOUT_DETAILS_NEW'])
  await sql`UPDATE performers SET payouts_frozen_until = app_now() WHERE account_id = ${creator.id}`.execute(
    server.ctx.db,
  )
  expect(await codes()).toEqual([])
  await sql`INSERT INTO verification_documents (verification_id, kind, status, mime, bytes, sha256, storage_key, key_id, expires_on)
    SELECT id, 'id_front', 'approved', 'image/png', 1, '\\x00', ${`t-${creator.id}`}, 'k', app_now()::date - 1 FROM verifications WHERE performer_id = ${creator.id}`.execute(
    server.ctx.db,
  )
  expect(await codes()).toContain('DOCUMENT_EXPIRED')
  await sql`UPDATE performers SET verification_status = 'revoked' WHERE account_id = ${creator.id}`.execute(
    server.ctx.db,
  )
  expect(await codes()).toContain('NOT_APPROVED')
})

test('the rotation of secrets covers payout details', async () => {
  const creator = await buildPerformer(server.ctx)
  await save(creator, german)
  const newer = '1827364554637281'.repeat(4)
  const config = { ...server.ctx.config, secret: newer, oldSecrets: [older] }
  const turned = await openContext(config, server.ownerUrl, await loadSecret(config))
  try {
    const { reencrypted, lost } = await reencryptPayoutDetails(turned)
    expect(reencrypted).toBeGreaterThan(0)
    expect(lost).toBe(0)
    expect(await reencryptPayoutDetails(turned)).toEqual({ reencrypted: 0, lost: 0 })
    // The old secret opens it no more.
    expect((await api(server).as(creator).get('/performers/banking-settings')).status).toBe(500)
  } finally {
    await turned.close()
  }
})
