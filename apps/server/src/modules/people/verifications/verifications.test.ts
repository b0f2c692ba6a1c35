import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api, formOf } from '../../../testing/api.ts'
import { buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

import { ownFilePrefix } from '../../../platform/process/processes.ts'
import { removeOrphans } from './documents.ts'
import { approve, openDocuments } from './testing.ts'

// spec: register.performer-documents

const password = 'a-lamp-in-the-window'
const png = Buffer.concat([
  Buffer.from(
    '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082',
    'hex',
  ),
  Buffer.from('CANARY-DOCUMENT'),
])
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())

const fields = (more: Record<string, string> = {}) => {
  const unique = Math.random().toString(36).slice(2, 12)
  return {
    name: 'Ines Prado',
    username: `ines_${unique}`,
    email: `${unique}@example.com`,
    password,
    gender: 'female',
    dateOfBirth: '1994-02-28',
    country: 'PT',
    legalName: 'Inês Maria Prado',
    documentExpiresOn: '2031-01-01',
    ...more,
  }
}
const documents = () => ({ idFront: png, idBack: png, selfieWithId: pdf })
const stored = async () => readdir(join(server.ctx.config.dataDir, 'documents')).catch(() => [] as string[])
// spec: roles.separate-calls
async function registered(more: Record<string, string> = {}) {
  const filled = fields(more)
  const reply = await api(server).upload('/auth/performers/register', formOf(filled, documents()))
  expect(reply.body).toEqual({ data: { success: true, emailVerificationRequired: false } })
  const { token, redirect } = (await api(server).post('/auth/login', { email: filled.email, password })).body.data
  expect(redirect).toBe(`/${filled.username}`)
  const found = await row(
    server.ctx.db,
    sql<{
      id: string
      v: string
    }>`SELECT a.id, v.id AS v FROM accounts a JOIN verifications v ON v.performer_id = a.id WHERE username = ${filled.username}`,
  )
  return { ...filled, token, id: found!.id, verificationId: found!.v }
}
const reviewer = () => buildAdmin(server.ctx, { permissions: ['compliance'] })
const logOf = (id: string) =>
  rows(
    server.ctx.db,
    sql<{
      action: string
      reason: string
      before: unknown
      after: unknown
      actor_id: string
    }>`SELECT * FROM audit_log WHERE target_id = ${id} ORDER BY id`,
  )
const eventsOf = (id: string) =>
  rows(
    server.ctx.db,
    sql<{ topic: string }>`SELECT topic FROM events WHERE payload ->> 'performerId' = ${id} ORDER BY id`,
  )
const mailsTo = async (to: string) =>
  await rows(
    server.ctx.db,
    sql<{ kind: string; text: string }>`SELECT kind, text FROM mails WHERE to_address = ${to} ORDER BY created_at, id`,
  )

describe('registering as a creator', () => {
  test('stores documents and name encrypted, and waits for the review', async () => {
    const creator = await registered()
    expect((await api(server).as(creator).get('/performers/me')).body.data).toMatchObject({
      verificationStatus: 'submitted',
      isVerified: false,
      gender: 'female',
      country: 'PT',
    })
    const own = (await api(server).as(creator).get('/performers/me/verification')).body.data
    expect(own).toMatchObject({ status: 'submitted', reason: null })
    expect(own.documents.map((document: { kind: string }) => document.kind).sort()).toEqual([
      'id_back',
      'id_front',
      'selfie_with_id',
    ])
    expect(JSON.stringify(own)).not.toContain('Inês')
    const folder = join(server.ctx.config.dataDir, 'documents')
    for (const name of await stored()) {
      const bytes = await readFile(join(folder, name))
      expect(bytes.includes('CANARY-DOCUMENT')).toBe(false)
      expect(bytes.includes('PNG')).toBe(false)
    }
    const encrypted = await row(
      server.ctx.db,
      sql<{ s: Buffer }>`SELECT encrypted_identity AS s FROM verifications WHERE id = ${creator.verificationId}`,
    )
    expect(encrypted!.s.includes('Prado')).toBe(false)
    expect((await mailsTo(creator.email)).map((entry) => entry.kind).sort()).toEqual([
      'verification_received',
      'verify_email',
    ])
  })

  test('rejects minors, wrong kinds of files, and missing ones; no file is stored', async () => {
    const before = (await stored()).length
    const send = async (more: Record<string, string>, files: Record<string, Buffer> = documents()) => {
      const reply = await api(server).upload('/auth/performers/register', formOf(fields(more), files))
      return [reply.status, reply.body.code, reply.body.errors?.[0]?.path]
    }
    const young = new Date(Date.now() - 17.9 * 365.25 * 86_400_000).toISOString().slice(0, 10)
    expect(await send({ dateOfBirth: young })).toEqual([422, 'TOO_YOUNG', 'dateOfBirth'])
    expect(await send({ documentExpiresOn: '2020-01-01' })).toEqual([422, 'RULE_BROKEN', 'documentExpiresOn'])
    expect(await send({ dateOfBirth: '1994-02-30' })).toEqual([422, 'RULE_BROKEN', 'dateOfBirth'])
    expect(await send({ gender: 'robot' })).toEqual([400, 'INVALID_INPUT', 'gender'])
    expect(await send({}, { ...documents(), idFront: Buffer.from('<svg onload=alert(1)>') })).toEqual(
      [422, 'UNSUPPORTED_MEDIA', 'idFront'].map((entry, index) => (index === 0 ? 415 : entry)),
    )
    expect(await send({}, { ...documents(), idBack: Buffer.alloc(0) })).toEqual([422, 'FILE_EMPTY', 'idBack'])
    expect(await send({}, { idFront: png })).toEqual([422, 'RULE_BROKEN', 'selfieWithId'])
    expect(await send({}, { ...documents(), avatar: png })).toEqual([400, 'INVALID_INPUT', 'avatar'])
    expect(
      (await send({}, { ...documents(), idFront: Buffer.concat([png, Buffer.alloc(15 * 1024 * 1024)]) })).slice(0, 2),
    ).toEqual([413, 'TOO_LARGE'])
    expect((await api(server).post('/auth/performers/register', fields())).status).toBe(415)
    const cut = await api(server).call('POST', '/auth/performers/register', {
      body: '--x\r\ncontent-disposition: form-data; name="a',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect([cut.status, cut.body.code]).toEqual([400, 'MALFORMED_BODY'])
    expect(await stored()).toHaveLength(before)
  })

  test('leaves no document of a form whose sender goes away in the middle of it', async () => {
    const before = await stored()
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    const part = (name: string, rest: string) => `--b\r\nContent-Disposition: form-data; name="${name}"${rest}`
    socket.write(
      `POST /api/auth/performers/register HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
        `Content-Length: 500000\r\n\r\n${part('name', '\r\n\r\nInes\r\n')}` +
        part('idFront', '; filename="front.png"\r\nContent-Type: image/png\r\n\r\n'),
    )
    socket.write(Buffer.concat([png, Buffer.alloc(100_000)]))
    await expect.poll(async () => (await stored()).length).toBe(before.length + 1)
    socket.destroy()
    await expect.poll(stored).toEqual(before)
  })

  test('with an address that has an account answers the same and stores nothing', async () => {
    const fan = await buildUser(server.ctx)
    const before = (await stored()).length
    const reply = await api(server).upload(
      '/auth/performers/register',
      formOf(fields({ email: fan.email }), documents()),
    )
    expect(reply.body).toEqual({ data: { success: true, emailVerificationRequired: false } })
    expect(await stored()).toHaveLength(before)
    expect((await mailsTo(fan.email)).map((entry) => entry.kind)).toEqual(['already_registered'])
  })
})

describe('reviewing', () => {
  test('is for compliance staff alone', async () => {
    const creator = await registered()
    const others = [
      await buildUser(server.ctx),
      creator,
      await buildAdmin(server.ctx, { permissions: ['support', 'moderation', 'finance'] }),
    ]
    const paths = [
      '/admin/verifications',
      `/admin/verifications/${creator.verificationId}`,
      `/admin/verifications/${creator.verificationId}/documents/${creator.id}?reason=review`,
    ]
    for (const path of paths) {
      expect((await api(server).get(path)).status).toBe(401)
      for (const other of others) expect((await api(server).as(other).get(path)).status).toBe(403)
    }
    expect((await api(server).as(creator).post(`/admin/verifications/${creator.verificationId}/approval`)).status).toBe(
      403,
    )
    expect(await logOf(creator.verificationId)).toHaveLength(0)
  })

  test('lists with filters, shows both sides, opens documents with a reason, and logs every access', async () => {
    const [creator, staff] = [await registered({ country: 'NZ' }), await reviewer()]
    const list = await api(server).as(staff).get('/admin/verifications?country=NZ&status=submitted&pageSize=5')
    expect(list.body).toMatchObject({
      total: 1,
      data: [{ _id: creator.verificationId, performer: { username: creator.username } }],
    })
    expect(
      (
        await api(server)
          .as(staff)
          .get(`/admin/verifications?q=${creator.username.slice(0, 9)}`)
      ).body.total,
    ).toBe(1)
    expect((await api(server).as(staff).get('/admin/verifications?q=%25')).body.total).toBe(0)
    expect((await api(server).as(staff).get('/admin/verifications?sortBy=password')).status).toBe(400)
    await registered({ country: 'NZ' })
    const page = async (cursor: string) =>
      (await api(server).as(staff).get(`/admin/verifications?country=NZ&pageSize=1${cursor}`)).body
    const first = await page('')
    const second = await page(`&cursor=${first.nextCursor}`)
    expect([first.total, first.data.length, second.nextCursor]).toEqual([2, 1, null])
    expect(second.data).toMatchObject([{ _id: creator.verificationId }])
    const { data } = (await api(server).as(staff).get(`/admin/verifications/${creator.verificationId}`)).body
    expect(data.declared).toEqual({
      legalName: 'Inês Maria Prado',
      dateOfBirth: '1994-02-28',
      country: 'NZ',
      documentExpiresOn: '2031-01-01',
    })
    expect(data.profile).toMatchObject({ username: creator.username, gender: 'female', country: 'NZ' })
    const front = data.documents.find((document: { kind: string }) => document.kind === 'id_front')
    const path = `/admin/verifications/${creator.verificationId}/documents/${front._id}`
    expect((await api(server).as(staff).get(path)).status).toBe(400)
    const identityDocument = await api(server).as(staff).get(`${path}?reason=first+review`)
    expect(identityDocument.bytes.equals(png)).toBe(true)
    expect(identityDocument.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect((await logOf(front._id))[0]).toMatchObject({
      action: 'verification.document_viewed',
      reason: 'first review',
      actor_id: staff.id,
    })
    expect((await logOf(creator.verificationId)).map((entry) => entry.action)).toEqual([
      'verification.viewed',
      'verification.claimed',
    ])
    expect((await api(server).as(creator).get('/performers/me/verification')).body.data.status).toBe('in_review')
    // A document of one review is not found under another.
    const other = await registered()
    expect(
      (
        await api(server)
          .as(staff)
          .get(`/admin/verifications/${other.verificationId}/documents/${front._id}?reason=review`)
      ).status,
    ).toBe(404)
  })

  test('the reviewer who opens the documents claims the review; another one waits, or takes it over', async () => {
    const [creator, first, second] = [await registered(), await reviewer(), await reviewer()]
    const path = `/admin/verifications/${creator.verificationId}`
    const front = (await api(server).as(first).get(path)).body.data.documents[0]._id
    // Viewing names claims nothing; opening documents does, however many are opened at once.
    expect((await api(server).as(second).get(path)).body.data.claim).toBeNull()
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => api(server).as(first).get(`${path}/documents/${front}?reason=first+review`)),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(
      (await logOf(creator.verificationId)).filter(({ action }) => action === 'verification.claimed'),
    ).toHaveLength(1)
    expect((await api(server).as(first).get(path)).body.data.claim).toMatchObject({ mine: true })
    const seen = await api(server).as(second).get(`/admin/verifications?q=${creator.username}`)
    expect(seen.body.data[0].claim).toMatchObject({ mine: false })

    const refused = [
      await api(server).as(second).get(`${path}/documents/${front}?reason=first+review`),
      await api(server).as(second).post(`${path}/approval`),
      await api(server).as(second).post(`${path}/rejection`, { reason: 'Not you.' }),
      await api(server).as(second).post(`${path}/claim`, {}),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [409, 'REVIEW_CLAIMED']))
    expect((await api(server).as(creator).get('/performers/me/verification')).body.data.status).toBe('in_review')

    const taken = await api(server).as(second).post(`${path}/claim`, { takeOver: true })
    expect(taken.body.data.claim).toMatchObject({ mine: true })
    expect((await api(server).as(first).post(`${path}/approval`)).body.code).toBe('REVIEW_CLAIMED')
    // What the first reviewer opened does not count for the second.
    expect((await api(server).as(second).post(`${path}/approval`)).body.code).toBe('DOCUMENTS_NOT_OPENED')
    const approved = await approve(server, second, creator.verificationId)
    expect(approved.body.data).toMatchObject({ status: 'approved', claim: null, decidedBy: second.id })
    expect(approved.body.data.deciderName).toBeTruthy()
    expect((await api(server).as(first).post(`${path}/claim`, { takeOver: true })).body.code).toBe('ALREADY_REVIEWED')
  })

  test('approving opens the studio and notifies the creator and the rest of the product', async () => {
    const [creator, staff] = [await registered(), await reviewer()]
    const reply = await approve(server, staff, creator.verificationId, { reason: 'all clear' })
    expect(reply.body.data).toMatchObject({ status: 'approved', decidedBy: staff.id })
    expect((await api(server).as(creator).get('/performers/me')).body.data).toMatchObject({
      verificationStatus: 'approved',
      isVerified: true,
    })
    expect((await logOf(creator.verificationId)).at(-1)).toMatchObject({
      action: 'verification.approved',
      reason: 'all clear',
      before: { status: 'in_review' },
      after: { status: 'approved' },
    })
    expect((await eventsOf(creator.id)).map((entry) => entry.topic)).toEqual([
      'performer.submitted',
      'performer.approved',
    ])
    expect((await mailsTo(creator.email)).map((entry) => entry.kind)).toContain('verification_approved')
    expect(
      (await api(server).as(staff).post(`/admin/verifications/${creator.verificationId}/approval`)).body.code,
    ).toBe('ALREADY_REVIEWED')
    expect(
      (await api(server).as(creator).upload('/performers/documents/upload', formOf({}, documents()))).body.code,
    ).toBe('VERIFICATION_SENT')
  })

  test('an approval needs every document opened since the claim, and the expiry date that the reviewer read', async () => {
    const [creator, staff] = [await registered(), await reviewer()]
    const path = `/admin/verifications/${creator.verificationId}`
    const approval = (body: Record<string, unknown> = {}) => api(server).as(staff).post(`${path}/approval`, body)
    const dated = { documentExpiresOn: '2033-05-06' }
    expect((await approval(dated)).body.code).toBe('DOCUMENTS_NOT_OPENED')
    const seen = (await api(server).as(staff).get(path)).body.data.documents as { _id: string; opened: boolean }[]
    await api(server).as(staff).get(`${path}/documents/${seen[0]!._id}?reason=first+review`)
    expect((await approval(dated)).body).toMatchObject({ code: 'DOCUMENTS_NOT_OPENED', documents: expect.any(Array) })
    await openDocuments(server, staff, creator.verificationId)
    const shown = (await api(server).as(staff).get(path)).body.data.documents as { opened: boolean }[]
    expect(shown.map(({ opened }) => opened)).toEqual([true, true, true])
    for (const [body, code] of [
      [{}, 'DOCUMENT_DATE_MISSING'],
      [{ documentExpiresOn: '2020-01-01' }, 'DOCUMENT_EXPIRED'],
    ] as const) {
      const refused = await approval(body)
      expect([refused.status, refused.body.errors[0]]).toMatchObject([422, { path: 'documentExpiresOn', code }])
    }
    // A claim that ended has to begin again, with every document.
    await advanceClock(server.ctx, '16 minutes')
    expect((await approval(dated)).body.code).toBe('DOCUMENTS_NOT_OPENED')
    await openDocuments(server, staff, creator.verificationId)
    expect((await approval(dated)).body.data.status).toBe('approved')
    const own = (await api(server).as(creator).get('/performers/me/verification')).body.data
    expect(own.expiresOn).toBe('2033-05-06')
  })

  test('a document without an expiry date is approved as one', async () => {
    const [creator, staff] = [await registered(), await reviewer()]
    await approve(server, staff, creator.verificationId, { documentExpiresOn: null })
    const own = (await api(server).as(creator).get('/performers/me/verification')).body.data
    expect(own).toMatchObject({ status: 'approved', expiresOn: null })
  })

  test('an approval is undone by its reviewer, for ten minutes', async () => {
    const [creator, staff, other] = [await registered(), await reviewer(), await reviewer()]
    const path = `/admin/verifications/${creator.verificationId}`
    const undo = (who: typeof staff) => api(server).as(who).delete(`${path}/approval`)
    expect((await undo(staff)).body.code).toBe('ALREADY_REVIEWED')
    const approved = await approve(server, staff, creator.verificationId)
    expect(approved.body.data.undoUntil).toBeTruthy()
    expect((await api(server).as(other).get(path)).body.data.undoUntil).toBeNull()
    expect((await undo(other)).body.code).toBe('UNDO_EXPIRED')
    const undone = await undo(staff)
    expect(undone.body.data).toMatchObject({ status: 'in_review', decidedBy: null, claim: { mine: true } })
    expect((await api(server).as(creator).get('/performers/me')).body.data).toMatchObject({
      verificationStatus: 'in_review',
      isVerified: false,
    })
    const { documents } = (await api(server).as(staff).get(path)).body.data
    expect(documents).toEqual(documents.map(() => expect.objectContaining({ status: 'pending', opened: false })))
    expect((await logOf(creator.verificationId)).map(({ action }) => action).slice(-2)).toEqual([
      'verification.claimed',
      'verification.viewed',
    ])
    expect((await mailsTo(creator.email)).map(({ kind }) => kind)).toContain('verification_reopened')
    expect((await eventsOf(creator.id)).at(-1)!.topic).toBe('performer.reopened')

    await approve(server, staff, creator.verificationId)
    await advanceClock(server.ctx, '11 minutes')
    expect((await undo(staff)).body.code).toBe('UNDO_EXPIRED')
    expect((await api(server).as(creator).get('/performers/me')).body.data.isVerified).toBe(true)
  })

  test('approving and rejecting at once: one wins, and everything agrees with it', async () => {
    const staff = await Promise.all([reviewer(), reviewer()])
    for (let round = 0; round < 5; round++) {
      const creator = await buildPerformer(server.ctx, { approved: false })
      const id = (await row(
        server.ctx.db,
        sql<{ id: string }>`SELECT id FROM verifications WHERE performer_id = ${creator.id}`,
      ))!.id
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          index % 2
            ? api(server).as(staff[0]!).post(`/admin/verifications/${id}/approval`)
            : api(server).as(staff[1]!).post(`/admin/verifications/${id}/rejection`, { reason: 'blurred' }),
        ),
      )
      const winners = replies.filter((reply) => reply.status === 200)
      expect(winners).toHaveLength(1)
      expect(replies.filter((reply) => reply.status === 409 && reply.body.code === 'ALREADY_REVIEWED')).toHaveLength(9)
      const { status } = winners[0]!.body.data
      const account = await row(
        server.ctx.db,
        sql<{ s: string }>`SELECT verification_status AS s FROM performers WHERE account_id = ${creator.id}`,
      )
      expect(account!.s).toBe(status)
      expect((await logOf(id)).map((entry) => entry.action)).toEqual([`verification.${status}`])
      expect(await mailsTo(creator.email)).toHaveLength(1)
      expect((await eventsOf(creator.id)).map((entry) => entry.topic)).toEqual([`performer.${status}`])
    }
  })

  test('a request for more information leaves approved fields unchanged; the answer continues the same review', async () => {
    const [creator, staff] = [await registered(), await reviewer()]
    const id = creator.verificationId
    expect(
      (await api(server).as(staff).post(`/admin/verifications/${id}/request-for-more`, { fieldReasons: {} })).status,
    ).toBe(422)
    expect(
      (
        await api(server)
          .as(staff)
          .post(`/admin/verifications/${id}/request-for-more`, { fieldReasons: { shoe_size: 'why not' } })
      ).status,
    ).toBe(400)
    const response = await api(server)
      .as(staff)
      .post(`/admin/verifications/${id}/request-for-more`, {
        fieldReasons: { selfie_with_id: 'Your face is cut off.', legalName: 'Write it as on the card.' },
      })
    expect(response.body.data.status).toBe('more_info')
    const own = (await api(server).as(creator).get('/performers/me/verification')).body.data
    expect(own.fieldReasons).toEqual({ selfie_with_id: 'Your face is cut off.', legalName: 'Write it as on the card.' })
    expect(
      Object.fromEntries(
        own.documents.map((document: { kind: string; status: string }) => [document.kind, document.status]),
      ),
    ).toEqual({ id_front: 'pending', id_back: 'pending', selfie_with_id: 'rejected' })
    expect((await mailsTo(creator.email)).at(-1)!.text).toContain('Your face is cut off.')
    expect(
      (
        await api(server)
          .as(creator)
          .upload('/performers/documents/upload', formOf({ legalName: 'Inês Prado' }))
      ).body.errors[0].path,
    ).toBe('selfieWithId')
    const answer = async (fields: Record<string, string>, files: Record<string, Buffer>) =>
      (await api(server).as(creator).upload('/performers/documents/upload', formOf(fields, files))).body.errors[0].path
    expect(await answer({}, { selfieWithId: png })).toBe('legalName')
    expect(await answer({ legalName: 'Inês Prado' }, { selfieWithId: png, idFront: png })).toBe('idFront')
    expect(await answer({ legalName: 'Inês Prado', country: 'ES' }, { selfieWithId: png })).toBe('country')
    const again = await api(server)
      .as(creator)
      .upload('/performers/documents/upload', formOf({ legalName: 'Inês Prado' }, { selfieWithId: png }))
    expect(again.body.data).toMatchObject({ status: 'submitted', fieldReasons: {} })
    const sides = (await api(server).as(staff).get(`/admin/verifications/${id}`)).body.data
    expect(sides.declared.legalName).toBe('Inês Prado')
    expect(sides.declared.dateOfBirth).toBe('1994-02-28')
    expect(sides.documents).toHaveLength(3)
    expect((await approve(server, staff, id)).status).toBe(200)
  })

  test('after a rejection all documents are submitted again, as a new review', async () => {
    const [creator, staff] = [await registered(), await reviewer()]
    expect(
      (await api(server).as(staff).post(`/admin/verifications/${creator.verificationId}/rejection`, {})).status,
    ).toBe(400)
    await api(server)
      .as(staff)
      .post(`/admin/verifications/${creator.verificationId}/rejection`, { reason: 'The card has expired.' })
    expect((await mailsTo(creator.email)).at(-1)!.text).toContain('The card has expired.')
    expect(
      (
        await api(server)
          .as(creator)
          .upload('/performers/documents/upload', formOf({}, { selfieWithId: png }))
      ).status,
    ).toBe(422)
    expect(
      (
        await api(server)
          .as(creator)
          .upload('/performers/documents/upload', formOf({ documentExpiresOn: '2033-03-03' }, documents()))
      ).status,
    ).toBe(200)
    const list = await api(server).as(staff).get(`/admin/verifications?q=${creator.username}`)
    expect(list.body.data.map((item: { status: string }) => item.status).sort()).toEqual(['rejected', 'submitted'])
    const newest = list.body.data.find((item: { status: string }) => item.status === 'submitted')
    const sides = (await api(server).as(staff).get(`/admin/verifications/${newest._id}`)).body.data
    expect(sides.history).toHaveLength(2)
    expect(sides.declared.documentExpiresOn).toBe('2033-03-03')
  })

  test('the log takes no change afterwards', async () => {
    await expect(sql`UPDATE audit_log SET reason = 'x'`.execute(server.ctx.db)).rejects.toThrow()
    await expect(sql`DELETE FROM audit_log`.execute(server.ctx.db)).rejects.toThrow()
  })
})

test('documents of a killed process are removed within minutes, and those of a living one only after a day', async () => {
  const person = await registered()
  const before = await stored()
  const folder = join(server.ctx.config.dataDir, 'documents')
  const living = ownFilePrefix()
  const killed = living.replace(/[0-9a-f]{16}-$/, `${'0'.repeat(16)}-`)
  const write = async (name: string, minutesAgo: number) => {
    const at = Date.now() / 1000 - minutesAgo * 60
    await writeFile(join(folder, name), 'half')
    await utimes(join(folder, name), at, at)
  }
  await write(`${killed}old`, 10)
  await write(`${killed}new`, 1)
  await write(`${living}old`, 10)
  await write('of-another-machine', 10)
  await write('of-another-machine-older', 25 * 60)
  // A verification names this one, whichever process wrote it.
  const [named] = await rows(
    server.ctx.db,
    sql<{ id: string }>`UPDATE verification_documents SET storage_key = ${`${killed}named`}
      WHERE verification_id = ${person.verificationId} AND kind = 'id_front' RETURNING id`,
  )
  expect(named).toBeDefined()
  await write(`${killed}named`, 10)
  await removeOrphans(server.ctx)
  expect((await stored()).filter((name) => !before.includes(name)).sort()).toEqual(
    [`${killed}named`, `${killed}new`, `${living}old`, 'of-another-machine'].sort(),
  )
})
