import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { sha256 } from '../../../platform/ids.ts'
import { api, formOf } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { carryOutClosings } from '../../leaving/closing/close-accounts.ts'
import { publishDue } from '../items/publishing.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { buildGallery } from '../galleries/testing.ts'
import { buildAccess, buildFeed, buildFile } from '../posts/testing.ts'
import { buildProduct } from '../../shop/products/testing.ts'
import { buildVideo } from '../videos/testing.ts'
import { removeOrphans } from '../../people/verifications/documents.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { codeOf } from './codes.ts'
import { expireInvitations } from './inviting.ts'
import { buildParticipant } from './testing.ts'
import { endConsents, noteEndingConsents } from './withdrawal.ts'

const png = Buffer.concat([
  Buffer.from(
    '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082',
    'hex',
  ),
  Buffer.from('CANARY-DOCUMENT'),
])
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
const stored = async () => readdir(join(server.ctx.config.dataDir, 'documents')).catch(() => [] as string[])
const form = (more: Record<string, string> = {}, files = { idFront: png, selfieWithId: png }) =>
  formOf({ code: '000000', legalName: 'Ines Maria Prado', dateOfBirth: '1994-02-28', agree: 'true', ...more }, files)
const secretOf = (link: string) => link.split('/').at(-1)!
const sign = (link: string, more?: Record<string, string>, sending = {}) =>
  api(server).upload(
    `/consents/${secretOf(link)}/signature`,
    form({ code: codeOf(server.ctx.secret, secretOf(link)), ...more }),
    sending,
  )
/** What the newest mail to a guest says. */
async function mailed(to: string): Promise<{ link: string; code: string; text: string }> {
  const { data } = (await api(server).get('/mails/outbox?pageSize=100')).body
  const { text } = data.find((entry: { to: string }) => entry.to === to)
  return { text, link: /\/consent\/[\w-]{43}/.exec(text)![0], code: /\b\d{6}\b/.exec(text)![0] }
}
let guests = 0
/** A guest who was invited, with the link that only they get. */
async function invite(creator: Built, name = 'Ada') {
  const email = `guest-${++guests}@example.com`
  const made = await as(creator).post('/performer/participants', { name, email })
  expect(made.status).toBe(200)
  return { ...made.body.data, email, ...(await mailed(email)) }
}
const withdraw = (link: string) => api(server).post(`/consents/${link.split('/').at(-1)}/withdrawal`)
const statusOf = async (id: string) =>
  (await row(server.ctx.db, sql<{ status: string }>`SELECT status FROM items WHERE id = ${id}`))!.status
const consentOf = async (id: string) =>
  (await row(server.ctx.db, sql<{ status: string }>`SELECT status FROM participants WHERE id = ${id}`))!.status
const mailsTo = async (to: string) =>
  (
    await rows(
      server.ctx.db,
      sql<{ kind: string }>`SELECT kind FROM mails WHERE to_address = ${to} ORDER BY created_at, id`,
    )
  ).map(({ kind }) => kind)
const reviewer = () => buildAdmin(server.ctx, { permissions: ['compliance'] })
async function approve(staff: Built, id: string) {
  const { data } = (await as(staff).get(`/admin/consents/${id}`)).body
  for (const { _id } of data.documents)
    await as(staff).get(`/admin/consents/${id}/documents/${_id}?reason=first+review`)
  return as(staff).post(`/admin/consents/${id}/approval`)
}
const post = (creator: Built, participantIds: string[], more: object = {}) =>
  as(creator).post('/performer/feeds', { type: 'text', text: 'Two of us.', participantIds, ...more })

test('a guest is invited, signs without an account and is verified; then the post is published by itself', async () => {
  const creator = await buildPerformer(server.ctx, { name: 'Mara Vale' })
  const made = await as(creator).post('/performer/participants', {
    name: 'Ines',
    email: 'ines@example.com',
    locale: 'ja-JP',
  })
  expect(made.body.data).toMatchObject({ name: 'Ines', status: 'invited', isGuest: true, items: 0 })
  const { _id: id } = made.body.data
  expect(made.text).not.toContain('/consent/')
  const { link } = await mailed('ines@example.com')
  expect(await mailsTo('ines@example.com')).toEqual(['consent_invited'])
  expect(
    (await row(
      server.ctx.db,
      sql<{ subject: string }>`SELECT subject FROM mails WHERE to_address = 'ines@example.com'`,
    ))!.subject,
  ).toBe('Mara Valeさんから同意のお願い')

  const saved = await post(creator, [id], { title: 'At the kiln' })
  expect(saved.body.data).toMatchObject({
    status: 'processing',
    participants: [{ _id: id, name: 'Ines', status: 'invited' }],
  })
  const itemId = saved.body.data._id
  await publishDue(server.ctx)
  expect(await statusOf(itemId)).toBe('processing')

  const shown = (await api(server).get(`/consents/${link.split('/').at(-1)}`)).body.data
  expect(shown).toMatchObject({
    use: 'sign',
    name: 'Ines',
    creator: { name: 'Mara Vale' },
    items: [{ kind: 'feed', title: 'At the kiln' }],
  })
  expect(shown.release[0]).toContain('Mara Vale')
  expect(JSON.stringify(shown)).not.toContain('Two of us.')

  const signed = await sign(link, { email: 'ines-own@example.com' })
  expect(signed.status).toBe(200)
  expect(await consentOf(id)).toBe('signed')
  expect(await mailsTo('ines-own@example.com')).toEqual(['consent_signed'])
  // The creator gets to know neither the address nor what was declared.
  const list = (await as(creator).get('/performer/participants')).body
  expect(list).toMatchObject({ total: 1, data: [{ email: 'ines@example.com', status: 'signed', items: 1 }] })
  expect(JSON.stringify(list)).not.toMatch(/ines-own|Prado|1994/)
  await publishDue(server.ctx)
  expect(await statusOf(itemId)).toBe('processing')

  const staff = await reviewer()
  expect((await as(staff).post(`/admin/consents/${id}/approval`)).body.code).toBe('DOCUMENTS_NOT_OPENED')
  const queue = (await as(staff).get('/admin/consents?status=signed')).body
  expect(queue.data.map((entry: { _id: string }) => entry._id)).toContain(id)
  const review = (await as(staff).get(`/admin/consents/${id}`)).body.data
  expect(review).toMatchObject({ declared: { legalName: 'Ines Maria Prado', dateOfBirth: '1994-02-28' }, itemCount: 1 })
  const document = await as(staff).get(`/admin/consents/${id}/documents/${review.documents[0]._id}?reason=first+review`)
  expect(document.bytes.includes('CANARY-DOCUMENT')).toBe(true)
  expect((await approve(staff, id)).body.data).toMatchObject({ status: 'verified' })
  const log = await rows(
    server.ctx.db,
    sql<{ action: string }>`SELECT action FROM audit_log WHERE actor_id = ${staff.id} ORDER BY id`,
  )
  expect(new Set(log.map(({ action }) => action))).toEqual(
    new Set(['consent.viewed', 'consent.document_viewed', 'consent.verified']),
  )
  await publishDue(server.ctx)
  expect(await statusOf(itemId)).toBe('published')
  expect(await mailsTo(creator.email)).toEqual(['consent_verified'])
})

test('documents lie encrypted on disk, and stay while their row names them', async () => {
  const creator = await buildPerformer(server.ctx)
  const { link, _id } = await invite(creator)
  expect((await sign(link)).status).toBe(200)
  const rowsOfDocuments = await rows(
    server.ctx.db,
    sql<{ key: string }>`SELECT storage_key AS key FROM participant_documents WHERE participant_id = ${_id}`,
  )
  await advanceClock(server.ctx, '2 days')
  await removeOrphans(server.ctx)
  expect(await stored()).toEqual(expect.arrayContaining(rowsOfDocuments.map(({ key }) => key)))
  const identity = await row(
    server.ctx.db,
    sql<{ text: string }>`SELECT encode(encrypted_identity, 'escape') AS text FROM participants WHERE id = ${_id}`,
  )
  expect(identity!.text).not.toContain('Prado')
})

test('an expired, used, replaced or unknown link signs nothing, and nothing of its form is stored', async () => {
  const creator = await buildPerformer(server.ctx)
  const person = await invite(creator)
  const before = await stored()
  expect((await sign(`/consent/${'x'.repeat(43)}`)).status).toBe(404)
  expect((await sign('/consent/short')).status).toBeGreaterThanOrEqual(400)

  await advanceClock(server.ctx, '15 days')
  expect((await sign(person.link)).body.code).toBe('LINK_SPENT')
  const expired = (await api(server).get(`/consents/${person.link.split('/').at(-1)}`)).body.data
  expect(expired).toMatchObject({ use: 'expired', name: '', items: [], release: [] })
  await expireInvitations(server.ctx)
  expect(await consentOf(person._id)).toBe('expired')

  const invited = await as(creator).post(`/performer/participants/${person._id}/invitation`)
  expect(invited.text).not.toContain('/consent/')
  const again = await mailed(person.email)
  expect(again.link).not.toBe(person.link)
  expect((await sign(person.link)).status).toBe(404)
  expect(await stored()).toEqual(before)
  expect((await sign(again.link)).status).toBe(200)
  expect((await sign(again.link)).body.code).toBe('LINK_SPENT')
  expect((await withdraw(again.link)).body.code).toBe('LINK_SPENT')
  expect((await api(server).get(`/consents/${again.link.split('/').at(-1)}`)).body.data).toMatchObject({
    use: 'used',
    items: [],
  })
})

test('who is underage, sends no document or does not agree is refused, and their files are not stored', async () => {
  const creator = await buildPerformer(server.ctx)
  const { link } = await invite(creator)
  const before = await stored()
  const young = new Date(server.ctx.clock.now().getTime() - 17 * 365 * 86_400_000).toISOString().slice(0, 10)
  expect((await sign(link, { dateOfBirth: young })).body).toMatchObject({ code: 'TOO_YOUNG' })
  const path = `/consents/${link.split('/').at(-1)}/signature`
  const half = await api(server).upload(
    path,
    formOf({ code: '123456', legalName: 'Ines Prado', dateOfBirth: '1994-02-28', agree: 'true' }, { idFront: png }),
  )
  expect(half.body.errors).toMatchObject([{ path: 'selfieWithId', code: 'FILE_MISSING' }])
  expect((await api(server).upload(path, form({ agree: 'no' }))).status).toBe(400)
  expect(await stored()).toEqual(before)
})

test('the link of a guest is theirs alone, and signs with the code of the email alone', async () => {
  const creator = await buildPerformer(server.ctx)
  expect((await as(creator).post('/performer/participants', { name: 'Ada' })).body).toMatchObject({
    errors: [{ path: 'email' }],
  })
  expect((await as(creator).post('/performer/participants', { name: 'Ada', email: creator.email })).body).toMatchObject(
    {
      code: 'NOT_TO_ONESELF',
    },
  )
  const guest = await invite(creator)
  expect(guest.text).toContain('Ada')
  expect(guest.code).toBe(codeOf(server.ctx.secret, secretOf(guest.link)))
  const wrong = guest.code === '111111' ? '222222' : '111111'
  expect((await sign(guest.link, { code: '12345' })).status).toBe(422)
  for (let time = 0; time < 9; time++)
    expect((await sign(guest.link, { code: wrong })).body).toMatchObject({
      code: 'CODE_INCORRECT',
      errors: [{ path: 'code' }],
    })
  expect(await consentOf(guest._id)).toBe('invited')
  // The tenth is right; another guest's eleventh is too late.
  expect((await sign(guest.link)).status).toBe(200)
  const other = await invite(creator)
  for (let time = 0; time < 10; time++) await sign(other.link, { code: wrong })
  expect((await sign(other.link)).body.code).toBe('LINK_SPENT')
  // Invited again, the tries begin anew; and to decline needs no code.
  await as(creator).post(`/performer/participants/${other._id}/invitation`)
  expect((await withdraw((await mailed(other.email)).link)).status).toBe(200)
})

test('staff see when a guest signs from the network or the device of the creator, and neither is stored', async () => {
  const creator = await buildPerformer(server.ctx)
  const staff = await reviewer()
  const sharedBy = async (id: string) => (await as(staff).get(`/admin/consents/${id}`)).body.data.sharedWithCreator
  const from = (address: string, headers = {}) => ({ from: address, headers })
  await sql`UPDATE sessions SET address = '198.51.100.7' WHERE account_id = ${creator.id}`.execute(server.ctx.db)
  const device = 'd'.repeat(43)
  await sql`INSERT INTO known_devices (account_id, device_hash) VALUES (${creator.id}, ${sha256(device)})`.execute(
    server.ctx.db,
  )
  const [apart, near, same, itself] = [
    await invite(creator),
    await invite(creator),
    await invite(creator),
    await invite(creator),
  ]
  expect((await sign(apart.link, {}, from('203.0.113.5'))).status).toBe(200)
  expect((await sign(near.link, {}, from('198.51.100.7'))).status).toBe(200)
  expect((await sign(same.link, {}, from('203.0.113.5', { cookie: `device=${device}` }))).status).toBe(200)
  expect((await sign(itself.link, {}, from('203.0.113.5', { authorization: creator.token }))).status).toBe(200)
  expect(await sharedBy(apart._id)).toEqual([])
  expect(await sharedBy(near._id)).toEqual(['address'])
  expect(await sharedBy(same._id)).toEqual(['device'])
  expect(await sharedBy(itself._id)).toEqual(['device'])
  const stored = await rows(
    server.ctx.db,
    sql<{ text: string }>`SELECT p::text AS text FROM participants p WHERE id = ${near._id}`,
  )
  expect(stored[0]!.text).not.toContain('198.51')
})

test('a guest says whether buyers may save what shows them; without a word they may not', async () => {
  const creator = await buildPerformer(server.ctx)
  const [open, closed] = [await invite(creator, 'Open'), await invite(creator, 'Closed')]
  expect(open.mayDownload).toBeNull()
  expect((await sign(open.link, { mayDownload: 'true' })).status).toBe(200)
  expect((await sign(closed.link)).status).toBe(200)
  const { data } = (await as(creator).get('/performer/participants')).body
  const said = Object.fromEntries(
    data.map((person: { name: string; mayDownload: boolean }) => [person.name, person.mayDownload]),
  )
  expect(said).toEqual({ Open: true, Closed: false })
})

/** So many days after today, as a day in UTC. */
const inDays = (days: number) =>
  new Date(server.ctx.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

test('a consent may name its last day, which comes after today', async () => {
  const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const { link, _id } = await invite(creator)
  for (const endsOn of [inDays(0), inDays(-1)])
    expect(await sign(link, { endsOn })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'endsOn', code: 'DAY_PAST' }] },
    })
  expect((await sign(link, { endsOn: 'tomorrow' })).status).toBe(422)
  expect(await consentOf(_id)).toBe('invited')
  expect((await sign(link, { endsOn: inDays(30) })).status).toBe(200)
  const [person] = (await as(creator).get('/performer/participants')).body.data
  expect(person).toMatchObject({ status: 'signed', endsOn: inDays(30) })
  await as(creator).post('/performer/participants', { username: other.username })
  const [request] = (await as(other).get('/performer/consent-requests')).body.data
  const path = `/performer/consent-requests/${request._id}/signature`
  expect((await as(other).post(path, { agree: true, endsOn: inDays(0) })).body.errors).toEqual([
    expect.objectContaining({ path: 'endsOn', code: 'DAY_PAST' }),
  ])
  expect((await as(other).post(path, { agree: true, endsOn: inDays(1) })).status).toBe(200)
  expect((await as(other).get('/performer/consent-requests')).body.data[0]).toMatchObject({ endsOn: inDays(1) })
})

test('after its last day a consent hides what it allowed, and buyers get their tokens back', async () => {
  const { ctx } = server
  const creator = await buildPerformer(ctx)
  const fan = await buildFan(ctx, 100)
  const paid = await buildFeed(ctx, creator, { gate: { type: 'paid', price: 1500n } })
  const lasting = await buildFeed(ctx, creator)
  const person = await buildParticipant(ctx, creator, { status: 'verified', endsOn: inDays(9), items: [paid] })
  await buildParticipant(ctx, creator, { status: 'verified', items: [lasting] })
  expect((await payer(server, fan).unlock(paid)).status).toBe(200)
  await noteEndingConsents(ctx)
  expect(await mailsTo(creator.email)).toEqual([])
  await advanceClock(ctx, '2 days')
  await Promise.all([noteEndingConsents(ctx), noteEndingConsents(ctx)])
  await noteEndingConsents(ctx)
  expect(await mailsTo(creator.email)).toEqual(['consent_ending'])
  // The last day still counts.
  await advanceClock(ctx, '7 days')
  await endConsents(ctx)
  expect(await statusOf(paid)).toBe('published')
  await advanceClock(ctx, '1 day')
  await Promise.all([endConsents(ctx), endConsents(ctx)])
  expect([await statusOf(paid), await statusOf(lasting)]).toEqual(['hidden', 'published'])
  expect(await consentOf(person.id)).toBe('revoked')
  expect(await mailsTo(creator.email)).toEqual(['consent_ending', 'consent_withdrawn'])
  await server.work()
  await server.work()
  expect((await as(fan).get('/users/me')).body.data.balance).toBe(100)
  expect(await checkLedger(ctx)).toEqual([])
  // Invited and signed anew it has the new end, and is not ended again by the old one.
  await sql`UPDATE participants SET email = 'again@example.com' WHERE id = ${person.id}`.execute(ctx.db)
  const again = await as(creator).post('/performer/participants', { name: 'Guest', email: 'again@example.com' })
  expect(again.body.data).toMatchObject({ _id: person.id, status: 'invited', endsOn: null })
  expect((await sign((await mailed('again@example.com')).link)).status).toBe(200)
  await endConsents(ctx)
  expect(await consentOf(person.id)).toBe('signed')
})

test('a consent that is withdrawn before its last day has none, so that nobody reads later that it ran out', async () => {
  const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  await as(creator).post('/performer/participants', { username: other.username })
  const [request] = (await as(other).get('/performer/consent-requests')).body.data
  const path = `/performer/consent-requests/${request._id}`
  expect((await as(other).post(`${path}/signature`, { agree: true, endsOn: inDays(5) })).status).toBe(200)
  expect((await as(other).post(`${path}/withdrawal`)).status).toBe(200)
  await advanceClock(server.ctx, '6 days')
  await endConsents(server.ctx)
  const [mine] = (await as(other).get('/performer/consent-requests')).body.data
  const [theirs] = (await as(creator).get('/performer/participants')).body.data
  for (const shown of [mine, theirs]) expect(shown).toMatchObject({ status: 'revoked', endsOn: null })
})

test('two signatures at once: one counts', async () => {
  const creator = await buildPerformer(server.ctx)
  const { link, _id } = await invite(creator)
  const replies = await Promise.all([sign(link), sign(link), sign(link)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const documents = await rows(server.ctx.db, sql`SELECT FROM participant_documents WHERE participant_id = ${_id}`)
  expect(documents).toHaveLength(2)
})

test('a creator of the site signs in the studio and counts at once; no other account may', async () => {
  const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const made = await as(creator).post('/performer/participants', { username: other.username })
  expect(made.body.data).toMatchObject({ username: other.username, isGuest: false })
  expect((await as(creator).post('/performer/participants', { username: other.username })).body.code).toBe(
    'ALREADY_PARTICIPANT',
  )
  expect((await as(creator).post('/performer/participants', { username: creator.username })).body.code).toBe(
    'NOT_TO_ONESELF',
  )
  expect(await mailsTo(other.email)).toEqual(['consent_requested'])
  const itemId = (await post(creator, [made.body.data._id])).body.data._id
  const [request] = (await as(other).get('/performer/consent-requests')).body.data
  expect(request).toMatchObject({ status: 'invited', itemCount: 1 })
  const path = `/performer/consent-requests/${request._id}`
  expect((await as(creator).post(`${path}/signature`, { agree: true })).status).toBe(404)
  expect((await as(creator).post(`${path}/withdrawal`)).status).toBe(404)
  expect((await as(other).post(`${path}/signature`, { agree: true, mayDownload: true })).status).toBe(200)
  expect((await as(other).get('/performer/consent-requests')).body.data[0]).toMatchObject({ mayDownload: true })
  await publishDue(server.ctx)
  expect(await statusOf(itemId)).toBe('published')
  expect((await as(other).post(`${path}/withdrawal`)).status).toBe(200)
  expect(await statusOf(itemId)).toBe('hidden')
})

test('a withdrawal hides every item at once, from buyers too, who get their tokens back', async () => {
  const { ctx } = server
  const creator = await buildPerformer(ctx, { name: 'Mara Vale' })
  const [fan, late] = [await buildFan(ctx, 100), await buildUser(ctx)]
  const paid = await buildFeed(ctx, creator, { gate: { type: 'paid', price: 1500n } })
  const archived = await buildFeed(ctx, creator, { gate: { type: 'paid', price: 500n } })
  const { id: gallery } = await buildGallery(ctx, creator)
  const untouched = await buildFeed(ctx, creator)
  const person = await buildParticipant(ctx, creator, { status: 'verified', items: [paid, archived, gallery] })
  expect((await payer(server, fan).unlock(paid)).status).toBe(200)
  expect((await payer(server, fan).unlock(archived)).status).toBe(200)
  await as(creator).delete(`/performer/feeds/${archived}`)
  expect(await statusOf(archived)).toBe('archived')
  expect((await as(fan).get(`/user/feeds/${archived}`)).status).toBe(200)
  expect((await as(late).get(`/performer-assets/galleries/${gallery}`)).body.data.photoCount).toBe(2)
  const { body: balance } = await as(fan).get('/users/me')
  expect(balance.data.balance).toBe(80)

  expect((await api(server).get(`/consents/${person.lasting}`)).body.data).toMatchObject({
    use: 'withdraw',
    itemCount: 3,
  })
  const replies = await Promise.all([withdraw(person.lasting), withdraw(person.lasting)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  for (const id of [paid, archived, gallery]) expect(await statusOf(id)).toBe('hidden')
  expect(await statusOf(untouched)).toBe('published')
  for (const who of [fan, late]) {
    expect((await as(who).get(`/user/feeds/${paid}`)).status).toBe(404)
    expect((await as(who).get(`/user/feeds/${archived}`)).status).toBe(404)
    expect((await as(who).get(`/performer-assets/galleries/${gallery}`)).status).toBe(404)
  }
  expect(await mailsTo(creator.email)).toEqual(['consent_withdrawn'])

  await server.work()
  await server.work()
  expect((await as(fan).get('/users/me')).body.data.balance).toBe(100)
  expect(await mailsTo(fan.email)).toEqual(expect.arrayContaining(['item_refunded', 'item_refunded']))
  expect(await checkLedger(ctx)).toEqual([])

  // What is hidden can't be published again, nor given back to its buyers by deleting it.
  expect((await as(creator).put(`/performer/feeds/${paid}`, { status: 'published' })).body.data.status).toBe('hidden')
  expect((await as(creator).put(`/performer/feeds/${paid}`, { participantIds: [] })).body.errors).toMatchObject([
    { path: 'participantIds', code: 'PARTICIPANT_STAYS' },
  ])
  expect((await as(creator).delete(`/performer/feeds/${paid}`)).status).toBe(200)
  expect((await as(fan).get(`/user/feeds/${paid}`)).status).toBe(404)
  // A person who withdrew is not invited again.
  expect((await as(creator).post(`/performer/participants/${person.id}/invitation`)).body.code).toBe('CONSENT_ANSWERED')
})

test('a product waits for the people it shows; a withdrawal hides it, and files and parcels not shipped are refunded', async () => {
  const { ctx } = server
  const creator = await buildPerformer(ctx)
  const person = await buildParticipant(ctx, creator)
  const made = await as(creator).post('/performer/performer-assets/products', {
    type: 'physical',
    title: 'Signed print',
    price: 20,
    stock: 3,
    participantIds: [person.id],
  })
  const productId = made.body.data._id
  expect(made.body.data).toMatchObject({ status: 'processing', participants: [{ _id: person.id, status: 'invited' }] })
  await sql`UPDATE participants SET status = 'verified', verified_at = app_now() WHERE id = ${person.id}`.execute(
    ctx.db,
  )
  await publishDue(ctx)
  expect(await statusOf(productId)).toBe('published')
  const digital = await buildProduct(ctx, creator, {
    type: 'digital',
    files: [{ id: await buildFile(ctx, creator, { purpose: 'product-file' }), role: 'main' }],
  })
  expect(
    (await as(creator).put(`/performer/performer-assets/products/${digital}`, { participantIds: [person.id] })).status,
  ).toBe(200)
  const fan = await buildFan(ctx, 100)
  await as(fan).post('/addresses/create', {
    name: 'Jamie Rowe',
    line1: '4-2-8 Shibakoen',
    city: 'Minato',
    postalCode: '105-0011',
    country: 'JP',
  })
  const orders = []
  for (const id of [productId, productId, digital]) {
    const reply = await payer(server, fan).keyed(`/wallet/charges/product/${id}`, {}, randomUUID())
    expect(reply.status, reply.text).toBe(200)
    orders.push(reply.body.data._id)
  }
  const shipped = { fulfilment: 'shipped', carrier: 'Northport Post', trackingCode: 'NP1' }
  expect((await as(creator).put(`/orders/${orders[0]}/update`, shipped)).status).toBe(200)

  const staff = await reviewer()
  expect((await as(staff).post(`/admin/consents/${person.id}/revocation`, { reason: 'She requests it.' })).status).toBe(
    200,
  )
  for (const id of [productId, digital]) {
    expect(await statusOf(id)).toBe('hidden')
    expect((await as(fan).get(`/performer-assets/products/${id}`)).status).toBe(404)
  }
  expect((await as(fan).get(`/performer-assets/products/${digital}/download-link`)).status).toBe(404)
  await server.work()
  await server.work()
  const states = []
  for (const id of orders) states.push((await as(fan).get(`/orders/${id}`)).body.data)
  expect(states).toMatchObject([
    { fulfilment: 'shipped', returned: 0 },
    { fulfilment: 'cancelled', returned: 20 },
    { fulfilment: 'delivered', returned: 20 },
  ])
  expect((await as(fan).get('/users/me')).body.data.balance).toBe(80)
  expect(await checkLedger(ctx)).toEqual([])
})

test('media addresses that were given out before a withdrawal end with it', async () => {
  const { ctx } = server
  const creator = await buildPerformer(ctx)
  const fan = await buildUser(ctx)
  await buildAccess(ctx, fan, creator)
  const fileId = await buildFile(ctx, creator, { purpose: 'feed-video' })
  await sql`INSERT INTO file_captions (file_id, locale, label, vtt) VALUES (${fileId}, 'en-US', 'English', 'WEBVTT')`.execute(
    ctx.db,
  )
  const video = await buildVideo(ctx, creator, { fileId, gate: { type: 'subscribers' } })
  const person = await buildParticipant(ctx, creator, { status: 'verified', items: [video] })
  const shown = (await as(fan).get(`/performer-assets/videos/${video}`)).body.data
  const open = async () => {
    const url = `${shown.files[0].base}captions-en-US.vtt`
    return (await server.app.inject({ url, headers: { authorization: fan.token } })).statusCode
  }
  expect(await open()).toBe(200)
  expect((await withdraw(person.lasting)).status).toBe(200)
  expect(await open()).toBe(404)
})

test('what is published takes only people who have consented, and loses none of them', async () => {
  const creator = await buildPerformer(server.ctx)
  const [invited, verified] = [
    await buildParticipant(server.ctx, creator),
    await buildParticipant(server.ctx, creator, { status: 'verified' }),
  ]
  const itemId = (await post(creator, [verified.id])).body.data._id
  expect(await statusOf(itemId)).toBe('published')
  const change = async (participantIds: string[]) =>
    (await as(creator).put(`/performer/feeds/${itemId}`, { participantIds })).body.errors?.[0]?.code
  expect(await change([verified.id, invited.id])).toBe('CONSENT_MISSING')
  expect(await change([])).toBe('PARTICIPANT_STAYS')
  expect(await change([verified.id, verified.id])).toBe('PERSON_TWICE')
  expect((await as(creator).delete(`/performer/participants/${verified.id}`)).body.code).toBe('PARTICIPANT_IN_USE')
  expect((await as(creator).delete(`/performer/participants/${invited.id}`)).status).toBe(200)
  const stranger = await buildPerformer(server.ctx)
  expect((await post(stranger, [verified.id])).status).toBe(404)
  expect((await as(stranger).delete(`/performer/participants/${verified.id}`)).status).toBe(404)
  expect((await as(stranger).post(`/performer/participants/${verified.id}/invitation`)).status).toBe(404)
})

test('a scheduled post waits for a consent, and a withdrawal before it keeps it unpublished', async () => {
  const creator = await buildPerformer(server.ctx)
  const person = await buildParticipant(server.ctx, creator, { status: 'verified' })
  const publishAt = new Date(server.ctx.clock.now().getTime() + 3_600_000).toISOString()
  const itemId = (await post(creator, [person.id], { publishAt })).body.data._id
  expect(await statusOf(itemId)).toBe('scheduled')
  expect((await withdraw(person.lasting)).status).toBe(200)
  await advanceClock(server.ctx, '2 hours')
  await publishDue(server.ctx)
  expect(await statusOf(itemId)).toBe('processing')
  // Unpublished, it may be saved without the person.
  expect((await as(creator).put(`/performer/feeds/${itemId}`, { participantIds: [] })).body.data.status).toBe(
    'published',
  )
})

test('a withdrawal and a publication at once never leave the item published', async () => {
  const creator = await buildPerformer(server.ctx)
  for (let round = 0; round < 8; round++) {
    const person = await buildParticipant(server.ctx, creator, { status: 'verified' })
    const itemId = (await post(creator, [person.id], { status: 'draft' })).body.data._id
    await Promise.all([
      as(creator).put(`/performer/feeds/${itemId}`, { status: 'published' }),
      publishDue(server.ctx),
      withdraw(person.lasting),
    ])
    await publishDue(server.ctx)
    expect(await statusOf(itemId)).not.toBe('published')
  }
})

test('staff reject with a reason, and revoke for a person who asks them to', async () => {
  const creator = await buildPerformer(server.ctx)
  const staff = await reviewer()
  const signed = await buildParticipant(server.ctx, creator, { status: 'signed' })
  const reject = () => as(staff).post(`/admin/consents/${signed.id}/rejection`, { reason: 'The document is blurred.' })
  const replies = await Promise.all([reject(), reject()])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await as(creator).get('/performer/participants')).body.data[0]).toMatchObject({
    status: 'rejected',
    reason: 'The document is blurred.',
  })
  const itemId = await buildFeed(server.ctx, creator)
  const person = await buildParticipant(server.ctx, creator, { status: 'verified', items: [itemId] })
  const revoked = await as(staff).post(`/admin/consents/${person.id}/revocation`, { reason: 'They wrote to us.' })
  expect(revoked.body.data).toMatchObject({ status: 'revoked' })
  expect(await statusOf(itemId)).toBe('hidden')
  expect((await as(staff).post(`/admin/consents/${person.id}/revocation`, { reason: 'They wrote.' })).body.code).toBe(
    'ALREADY_REVIEWED',
  )
  const moderator = await buildAdmin(server.ctx, { permissions: ['moderation'] })
  expect((await as(moderator).get('/admin/consents')).status).toBe(403)
})

test('closing the creator’s account deletes people who never consented; the others can still withdraw', async () => {
  const { ctx } = server
  const creator = await buildPerformer(ctx)
  const fan = await buildFan(ctx, 100)
  const sold = await buildFeed(ctx, creator, { gate: { type: 'paid', price: 500n } })
  const person = await buildParticipant(ctx, creator, { status: 'verified', name: 'Canary Verified', items: [sold] })
  const invited = await buildParticipant(ctx, creator, { name: 'Canary Invited' })
  const other = await buildPerformer(ctx)
  const request = await buildParticipant(ctx, other, { account: creator })
  expect((await payer(server, fan).unlock(sold)).status).toBe(200)
  expect((await as(creator).post('/users/me/closing', {})).status).toBe(200)
  await advanceClock(ctx, '31 days')
  await carryOutClosings(ctx)
  const left = await rows(
    ctx.db,
    sql<{
      id: string
      name: string
    }>`SELECT id, name FROM participants WHERE id = ANY(${[person.id, invited.id, request.id]}::uuid[])`,
  )
  expect(left).toEqual([{ id: person.id, name: '' }])
  expect((await as(fan).get(`/user/feeds/${sold}`)).status).toBe(200)
  expect((await withdraw(person.lasting)).status).toBe(200)
  expect((await as(fan).get(`/user/feeds/${sold}`)).status).toBe(404)
})
