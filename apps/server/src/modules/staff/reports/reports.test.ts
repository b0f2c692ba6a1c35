import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { refundItem } from '../../money/charges/refunding-items.ts'
import { buildGallery } from '../../content/galleries/testing.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { processFile } from '../../media/processing/processing.ts'
import { buildUploadedFile, imagesOf, samples } from '../../media/testing.ts'
import { deleteUnreferencedFiles } from '../../media/vault/deletion.ts'
import { buildFeed, buildFile } from '../../content/posts/testing.ts'
import { buildFan } from '../../money/wallet/testing.ts'
import { buildConversation, buildMessage, buildMessagePhoto } from '../../talk/conversations/testing.ts'
import { hideOverdue } from './hiding.ts'
import { notifyReporters } from './notifying.ts'
import { closeAndDeleteCases, eraseNames } from './upkeep.ts'

let server: TestServer
let moderator: Built
let other: Built
let officer: Built
beforeAll(async () => {
  server = await startTestServer()
  moderator = await buildAdmin(server.ctx, { permissions: ['moderation'], name: 'Mara' })
  other = await buildAdmin(server.ctx, { permissions: ['moderation'], name: 'Dele' })
  officer = await buildAdmin(server.ctx, { permissions: ['moderation', 'compliance'], name: 'Elin' })
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

const as = (who?: { token: string }) => (who ? api(server).as(who) : api(server))
type Target = { type: string; id: string }
let visitors = 0
const contact = () => `visitor${++visitors}@example.com`
const send = (who: Built | undefined, target: Target, more: object = {}) =>
  as(who).post('/reports', {
    target,
    category: 'spam',
    text: 'Bought followers.',
    ...(who ? {} : { contact: contact() }),
    ...more,
  })
const caseOf = async (target: Target): Promise<string> =>
  (await row(
    server.ctx.db,
    sql<{ id: string }>`SELECT id FROM report_cases WHERE target_id = ${target.id} ORDER BY created_at DESC LIMIT 1`,
  ))!.id
const view = async (id: string, who = moderator) => (await as(who).get(`/admin/reports/${id}`)).body.data
const statement = 'It advertises another shop, which our rules do not allow.'
const decide = (who: Built, id: string, action: string, more: object = {}) =>
  as(who).post(`/admin/reports/${id}/decision`, { action, statement, ...more })
const mailsTo = (to: string) =>
  rows(
    server.ctx.db,
    sql<{ kind: string; text: string }>`SELECT kind, text FROM mails WHERE to_address = ${to} ORDER BY created_at, id`,
  )
const post = async (performer: Built, options = {}) => ({
  type: 'feed',
  id: await buildFeed(server.ctx, performer, { text: 'Buy at my cousin’s', ...options }),
})
const seen = async (target: Target, who?: Built) => (await as(who).get(`/user/feeds/${target.id}`)).status
/** A post that was removed, and its case. */
async function removed(performer: Built, options = {}) {
  const target = await post(performer, options)
  await send(undefined, target)
  const id = await caseOf(target)
  expect((await decide(moderator, id, 'remove')).status).toBe(200)
  return { target, id }
}

async function uploadedPhoto({ id: ownerId }: Built, purpose = 'message-photo'): Promise<string> {
  const bytes = await samples.photo(320, 200)
  const given = { ownerId, kind: 'photo', purpose, mime: 'image/jpeg', bytes } as const
  const id = await buildUploadedFile(server.ctx, given)
  await processFile(server.ctx, id)
  return id
}

describe('a report of a message', () => {
  /** A creator wrote to a fan; the message in the middle is the one that is reported. */
  async function scene(options: { price?: bigint; fileIds?: string[] } = {}) {
    const performer = await buildPerformer(server.ctx)
    const fan = await buildFan(server.ctx, 100)
    const conversation = await buildConversation(server.ctx, performer, fan)
    const write = (who: Built, text: string, more = {}) =>
      buildMessage(server.ctx, conversation, who, { text, ...more })
    await write(fan, 'Long before')
    await write(fan, 'Right before')
    const id = await write(performer, 'Cheap pills here', options)
    await write(fan, 'Right after')
    await write(performer, 'Long after')
    const texts = async (who: Built) =>
      ((await as(who).get(`/messages/conversations/${conversation}`)).body.data as { text: string }[])
        .map(({ text }) => text)
        .reverse()
    return { performer, fan, conversation, target: { type: 'message', id }, texts }
  }

  test('comes from the one who got it, and from nobody else', async () => {
    const { performer, fan, target } = await scene()
    const strangers = [undefined, await buildUser(server.ctx), await buildPerformer(server.ctx), moderator]
    for (const who of strangers) expect((await send(who, target)).status).toBe(404)
    expect((await send(performer, target)).body.code).toBe('NOT_TO_ONESELF')
    expect((await rows(server.ctx.db, sql`SELECT FROM report_cases WHERE target_id = ${target.id}`)).length).toBe(0)
    expect((await send(fan, target)).status).toBe(200)
  })

  test('is not taken of a deleted message, nor of one in a public chat', async () => {
    const { performer, fan, target } = await scene()
    await as(performer).delete(`/messages/${target.id}`)
    expect((await send(fan, target)).status).toBe(404)
    await as(performer).get(`/conversations/stream/performer/${performer.id}`)
    const said = await as(performer).post(`/messages/stream/${performer.id}`, { text: 'Hello room', clientId: newId() })
    expect(said.status, said.text).toBe(200)
    expect((await send(fan, { type: 'message', id: said.body.data._id })).status).toBe(404)
  })

  test('shows staff the message and its direct neighbours, and lists show none of it', async () => {
    const { performer, fan, target } = await scene()
    await send(fan, target)
    await as(performer).delete(`/messages/${target.id}`)
    const found = await view(await caseOf(target))
    expect(found).toMatchObject({
      targetType: 'message',
      title: '',
      author: { _id: performer.id },
      snapshot: {
        text: 'Cheap pills here',
        beside: [
          { isBefore: true, isAuthor: false, text: 'Right before', isDeleted: false, files: 0 },
          { isBefore: false, isAuthor: false, text: 'Right after', isDeleted: false, files: 0 },
        ],
      },
      now: { status: 'removed', path: null },
      can: { actions: ['delete_message', 'suspend', 'dismiss'] },
    })
    expect(JSON.stringify(found)).not.toContain('Long ')
    const { text } = await as(moderator).get('/admin/reports?state=all&pageSize=100')
    expect(text).toContain(target.id)
    expect(text).not.toMatch(/Cheap pills here|Right before/)
  })

  test('lets staff delete it for both, and restores it after an appeal', async () => {
    const { performer, fan, target, texts } = await scene()
    await send(fan, target)
    const id = await caseOf(target)
    expect((await decide(moderator, id, 'remove')).body.errors).toMatchObject([{ code: 'ACTION_NOT_OFFERED' }])
    expect((await decide(moderator, id, 'delete_message')).status).toBe(200)
    for (const who of [performer, fan]) expect((await texts(who))[2]).toBe('Message deleted!')
    expect((await mailsTo(performer.email)).at(-1)!.text).toContain(statement)
    const appeal = { text: 'It was about the colour of a glaze.' }
    expect((await as(performer).post(`/reports/decisions/${id}/appeal`, appeal)).status).toBe(200)
    await as(other).post(`/admin/reports/${id}/appeal-decision`, { outcome: 'reversed', statement })
    for (const who of [performer, fan]) expect((await texts(who))[2]).toBe('Cheap pills here')
  })

  test('opens its files to staff who may see the case, and to nobody else', async () => {
    const performer = await buildPerformer(server.ctx)
    const fan = await buildFan(server.ctx, 100)
    const [photo, unreported] = await Promise.all([uploadedPhoto(performer), uploadedPhoto(performer)])
    const conversation = await buildConversation(server.ctx, performer, fan)
    const message = await buildMessage(server.ctx, conversation, performer, { fileIds: [photo] })
    await buildMessage(server.ctx, conversation, performer, { fileIds: [unreported] })
    const target = { type: 'message', id: message }
    await send(fan, target)
    const asked = async (address: string, who: Built) =>
      (await server.app.inject({ url: address, headers: { authorization: who.token } })).statusCode
    const opened = async (who: Built) => {
      const { body } = await as(who).post(`/admin/reports/${await caseOf(target)}/media`, {})
      return imagesOf(body.data[0])[0]!.url
    }
    const address = await opened(moderator)
    expect(await asked(address, moderator)).toBe(200)
    // An address is for the one who was given it.
    for (const who of [await buildAdmin(server.ctx, { permissions: ['moderation'] }), officer, fan])
      expect(await asked(address, who)).toBe(404)
    // What nobody reported stays between the two who wrote.
    await sql`UPDATE report_files SET file_id = ${unreported} WHERE file_id = ${photo}`.execute(server.ctx.db)
    expect(await asked(address, moderator)).toBe(404)
    await sql`UPDATE report_files SET file_id = ${photo} WHERE file_id = ${unreported}`.execute(server.ctx.db)
    expect(await asked(address, moderator)).toBe(200)
    // Once somebody reports it as abuse of a minor, only those with compliance go on seeing it.
    await sql`UPDATE report_cases SET category = 'minor' WHERE target_id = ${message}`.execute(server.ctx.db)
    expect(await asked(address, moderator)).toBe(404)
    expect(await asked(await opened(officer), officer)).toBe(200)
  })

  test('keeps a file closed that another case restricts', async () => {
    const performer = await buildPerformer(server.ctx)
    const fan = await buildFan(server.ctx, 100)
    const photo = await uploadedPhoto(performer)
    const conversation = await buildConversation(server.ctx, performer, fan)
    const [first, second] = [
      await buildMessage(server.ctx, conversation, performer, { fileIds: [photo] }),
      await buildMessage(server.ctx, conversation, performer, { fileIds: [photo] }),
    ]
    for (const id of [first, second]) await send(fan, { type: 'message', id })
    const ordinary = await caseOf({ type: 'message', id: first })
    const asked = async (who: Built) => {
      const { body } = await as(who).post(`/admin/reports/${ordinary}/media`, {})
      const url = imagesOf(body.data[0])[0]!.url
      return (await server.app.inject({ url, headers: { authorization: who.token } })).statusCode
    }
    expect(await asked(moderator), 'two ordinary cases').toBe(200)
    const restrict = (category: string) =>
      sql`UPDATE report_cases SET category = ${category} WHERE target_id = ${second}`.execute(server.ctx.db)
    await restrict('non_consensual')
    expect(await asked(moderator), 'one of them restricted').toBe(404)
    expect(await asked(officer)).toBe(200)
    await restrict('spam')
    expect(await asked(moderator)).toBe(200)
  })

  test('returns what was paid for it, and its files are closed', async () => {
    const performer = await buildPerformer(server.ctx)
    const photo = await buildMessagePhoto(server.ctx, performer)
    const fan = await buildFan(server.ctx, 100)
    const conversation = await buildConversation(server.ctx, performer, fan)
    const message = await buildMessage(server.ctx, conversation, performer, { price: 500n, fileIds: [photo] })
    const target = { type: 'message', id: message }
    const headers = { 'idempotency-key': message }
    const bought = await as(fan).post(`/wallet/charges/message/${message}`, {}, { headers })
    expect(bought.status, bought.text).toBe(200)
    await send(fan, target)
    const id = await caseOf(target)
    expect((await view(id)).now.buyers).toBe(1)
    expect((await decide(moderator, id, 'delete_message')).status).toBe(200)
    for (let time = 0; time < 2; time++) await refundItem(server.ctx, message)
    expect((await as(fan).get('/users/me')).body.data.balance).toBe(100)
    const shown = (await as(fan).get(`/messages/conversations/${conversation}`)).body.data[0]
    expect(shown).toMatchObject({ isDeleted: true, files: [] })
  })
})

describe('a report', () => {
  test('is taken of every kind of target, signed in or not', async () => {
    const performer = await buildPerformer(server.ctx)
    const fan = await buildUser(server.ctx)
    const target = await post(performer)
    const gallery = await buildGallery(server.ctx, performer)
    const comment = (await as(fan).post('/comments', { itemId: target.id, text: 'Cheap pills' })).body.data._id
    const targets = [
      target,
      { type: 'gallery', id: gallery.id },
      { type: 'photo', id: gallery.photoIds[0]! },
      { type: 'comment', id: comment },
      { type: 'performer', id: performer.id },
      { type: 'user', id: fan.id },
    ]
    const reporter = await buildUser(server.ctx)
    for (const entry of targets) {
      const sent = await send(reporter, entry)
      expect(sent.status, `${entry.type} ${sent.text}`).toBe(200)
      expect(sent.body.data.number).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      const again = await send(undefined, entry)
      expect(again.body.data.number, 'one case for all of them').toBe(sent.body.data.number)
      expect(await view(await caseOf(entry))).toMatchObject({ targetType: entry.type, reports: 2, state: 'open' })
    }
  })

  test('counts once for each sender, whatever they press', async () => {
    const target = await post(await buildPerformer(server.ctx))
    const fan = await buildUser(server.ctx)
    await Promise.all([1, 2, 3].map(() => send(fan, target)))
    const mine = contact()
    await Promise.all([1, 2, 3].map(() => send(undefined, target, { contact: mine })))
    expect((await view(await caseOf(target))).reports).toBe(2)
    const cases = await rows(server.ctx.db, sql`SELECT id FROM report_cases WHERE target_id = ${target.id}`)
    expect(cases).toHaveLength(1)
  })

  test('says what is missing', async () => {
    const performer = await buildPerformer(server.ctx)
    const target = await post(performer)
    const cases: [object, string, string][] = [
      [{ contact: undefined }, 'contact', 'CONTACT_MISSING'],
      [{ category: 'other', text: '' }, 'text', 'REPORT_TEXT_MISSING'],
      [{ category: 'copyright' }, 'goodFaith', 'GOOD_FAITH_MISSING'],
    ]
    for (const [more, path, code] of cases) {
      const sent = await send(undefined, target, more)
      expect([sent.status, sent.body.errors], code).toMatchObject([422, [{ path, code }]])
    }
    expect((await send(undefined, target, { category: 'minor', contact: undefined })).status).toBe(200)
    expect((await send(performer, target)).body.code).toBe('NOT_TO_ONESELF')
    expect((await send(undefined, target, { text: 'x'.repeat(2001) })).status).toBe(422)
  })

  test('is not taken about what its sender may not know of', async () => {
    const performer = await buildPerformer(server.ctx)
    const blocked = await buildUser(server.ctx)
    await buildBlock(server.ctx, performer, blocked)
    const target = await post(performer)
    const draft = await post(performer, { status: 'draft' })
    expect((await send(blocked, target)).status).toBe(404)
    expect((await send(undefined, draft)).status).toBe(404)
    expect((await send(blocked, { type: 'performer', id: performer.id })).status).toBe(404)
    expect((await send(undefined, { type: 'video', id: target.id })).status).toBe(404)
    expect((await rows(server.ctx.db, sql`SELECT FROM report_cases WHERE target_id = ${target.id}`)).length).toBe(0)
  })

  test('keeps a snapshot and the files, whatever the creator changes or deletes', async () => {
    const performer = await buildPerformer(server.ctx)
    const fileId = await buildFile(server.ctx, performer)
    await sql`UPDATE files SET original_key = NULL WHERE id = ${fileId}`.execute(server.ctx.db)
    await sql`DELETE FROM file_variants WHERE file_id = ${fileId}`.execute(server.ctx.db)
    const target = await post(performer, { type: 'photo', files: [fileId], text: 'First words' })
    await send(undefined, target)
    const id = await caseOf(target)
    await as(performer).put(`/performer/feeds/${target.id}`, { text: 'Other words' })
    expect((await view(id)).now).toMatchObject({
      text: 'Other words',
      isChanged: true,
      path: `/post/${target.id}`,
    })
    await as(performer).delete(`/performer/feeds/${target.id}`)
    await as(performer).delete(`/performer/trash/${target.id}`)
    await deleteUnreferencedFiles(server.ctx)
    await advanceClock(server.ctx, '10 days')
    await deleteUnreferencedFiles(server.ctx)
    const found = await view(id)
    expect(found.snapshot).toMatchObject({ text: 'First words', files: [{ _id: fileId }] })
    const media = await as(moderator).post(`/admin/reports/${id}/media`, {})
    expect(media.body.data).toMatchObject([{ _id: fileId, isLocked: false }])
    await decide(moderator, id, 'dismiss')
    await deleteUnreferencedFiles(server.ctx)
    await advanceClock(server.ctx, '10 days')
    await deleteUnreferencedFiles(server.ctx)
    const file = await row(server.ctx.db, sql<{ status: string }>`SELECT status FROM files WHERE id = ${fileId}`)
    expect(file!.status).toBe('deleted')
  })
})

describe('the queue', () => {
  test('is ordered by due time, and a more urgent report brings a case forward', async () => {
    const performer = await buildPerformer(server.ctx)
    const late = await post(performer)
    const soon = await post(performer)
    await send(undefined, late)
    await send(undefined, soon, { category: 'illegal' })
    const listed = async (query = '') => {
      const { body } = await as(moderator).get(`/admin/reports?pageSize=100${query}`)
      return (body.data as { targetId: string }[]).map(({ targetId }) => targetId)
    }
    const order = (await listed()).filter((id) => [late.id, soon.id].includes(id))
    expect(order).toEqual([soon.id, late.id])
    await send(undefined, late, { category: 'harassment' })
    expect((await view(await caseOf(late))).category).toBe('harassment')
    expect(await listed('&category=illegal')).toContain(soon.id)
    expect(await listed('&category=illegal')).not.toContain(late.id)
    expect(await listed('&due=late')).not.toContain(soon.id)
    expect(await listed('&state=dismissed')).not.toContain(soon.id)
    const first = await as(moderator).get('/admin/reports?pageSize=1')
    const next = await as(moderator).get(`/admin/reports?pageSize=1&cursor=${first.body.nextCursor}`)
    expect(next.body.data[0]._id).not.toBe(first.body.data[0]._id)
  })

  test('keeps what is reported as abuse closed to the others, but for what everybody sees', async () => {
    const performer = await buildPerformer(server.ctx)
    const file = await uploadedPhoto(performer, 'feed-photo')
    const target = await post(performer, { type: 'photo', files: [file], gate: { type: 'subscribers' } })
    await send(undefined, target)
    const id = await caseOf(target)
    const addressFor = async (who: Built) => {
      const { body } = await as(who).post(`/admin/reports/${id}/media`, {})
      return imagesOf(body.data[0])[0]!.url
    }
    const asked = async (url: string, who: Built) =>
      (await server.app.inject({ url, headers: { authorization: who.token } })).statusCode
    const address = await addressFor(moderator)
    expect(await asked(address, moderator)).toBe(200)
    await sql`UPDATE report_cases SET category = 'minor' WHERE id = ${id}`.execute(server.ctx.db)
    expect(await asked(address, moderator)).toBe(404)
    expect(await asked(await addressFor(officer), officer)).toBe(200)
    await sql`UPDATE items SET gate_type = 'public' WHERE id = ${target.id}`.execute(server.ctx.db)
    expect(await asked(address, moderator)).toBe(200)
  })

  test('shows suspected abuse to moderators who have the permission compliance, and to no others', async () => {
    const target = await post(await buildPerformer(server.ctx))
    await send(undefined, target, { category: 'minor' })
    const id = await caseOf(target)
    expect((await as(moderator).get(`/admin/reports/${id}`)).status).toBe(404)
    expect((await decide(moderator, id, 'remove')).status).toBe(404)
    expect((await as(moderator).post(`/admin/reports/${id}/media`, {})).status).toBe(404)
    expect((await view(id, officer)).category).toBe('minor')
    const listed = (await as(moderator).get('/admin/reports?pageSize=100')).body.data as { _id: string }[]
    expect(listed.map(({ _id }) => _id)).not.toContain(id)
    const support = await buildAdmin(server.ctx, { permissions: ['support'] })
    expect((await as(support).get('/admin/reports')).status).toBe(403)
  })

  test('counts strikes and earlier reports for those who may see the cases, and for no others', async () => {
    const performer = await buildPerformer(server.ctx)
    const reporter = await buildUser(server.ctx)
    const [abuse, harmless, spam] = [await post(performer), await post(performer), await post(performer)]
    await send(reporter, abuse, { category: 'minor' })
    await send(reporter, harmless, { category: 'minor' })
    await send(reporter, spam)
    expect((await decide(officer, await caseOf(abuse), 'remove')).status).toBe(200)
    expect((await decide(officer, await caseOf(harmless), 'dismiss')).status).toBe(200)
    const id = await caseOf(spam)
    const counted = async (who: Built) => {
      const { strikes, statements } = await view(id, who)
      return { strikes, ...statements[0].reporterHistory }
    }
    expect(await counted(officer)).toEqual({ strikes: 1, actioned: 1, dismissed: 1 })
    expect(await counted(moderator)).toEqual({ strikes: 0, actioned: 0, dismissed: 0 })
  })

  test('logs who opened a case and its media', async () => {
    const target = await post(await buildPerformer(server.ctx))
    await send(undefined, target)
    const id = await caseOf(target)
    await view(id)
    await as(moderator).post(`/admin/reports/${id}/media`, {})
    const logged = await rows(
      server.ctx.db,
      sql<{
        action: string
      }>`SELECT action FROM audit_log WHERE target_type = 'report' AND target_id = ${id} ORDER BY id`,
    )
    expect(logged.map(({ action }) => action)).toEqual(['report.viewed', 'report.media_viewed'])
  })
})

describe('a decision', () => {
  test('removes a post, is logged, and is mailed with its reasons and without the reporter', async () => {
    const performer = await buildPerformer(server.ctx)
    const reporter = await buildUser(server.ctx, { name: 'Quirin the Reporter' })
    const target = await post(performer)
    await send(reporter, target)
    const id = await caseOf(target)
    expect((await decide(moderator, id, 'remove')).status).toBe(200)
    expect(await seen(target)).toBe(404)
    expect(await seen(target, reporter)).toBe(404)
    expect(await view(id)).toMatchObject({
      state: 'actioned',
      decision: { action: 'remove', statement, by: { name: 'Mara' }, isMine: true },
      now: { status: 'removed', path: null },
      can: { actions: [], decideAppeal: false },
    })
    const mails = await mailsTo(performer.email)
    expect(mails).toMatchObject([{ kind: 'report_decided' }])
    expect(mails[0]!.text).toContain(statement)
    expect(mails[0]!.text).not.toMatch(/Quirin/)
    expect(mails[0]!.text).not.toContain(reporter.email)
    const decisions = await as(performer).get('/reports/decisions')
    expect(decisions.body.data).toMatchObject([{ action: 'remove', statement, can: { appeal: true } }])
    // Its creator finds it in the studio, with the reason and the appeal, until the appeal returns it; it can't be opened there.
    const listed = {
      _id: target.id,
      status: 'removed',
      decision: { _id: id, action: 'remove', statement, canAppeal: true },
    }
    for (const filter of ['', '?status=removed'])
      expect((await as(performer).get(`/performer/feeds${filter}`)).body).toMatchObject({ total: 1, data: [listed] })
    expect((await as(performer).get(`/performer/feeds/${target.id}`)).status).toBe(404)
    expect(decisions.text).not.toMatch(/Quirin/)
    expect(decisions.text).not.toContain(reporter.id)
    for (let time = 0; time < 2; time++) await notifyReporters(server.ctx, { caseId: id, outcome: 'actioned' })
    expect(await mailsTo(reporter.email)).toMatchObject([{ kind: 'report_outcome' }])
    const [entry] = await rows(
      server.ctx.db,
      sql`SELECT action, reason, before, after FROM audit_log WHERE target_id = ${id} AND action = 'report.actioned'`,
    )
    expect(entry).toMatchObject({
      reason: statement,
      before: { state: 'open', status: 'published' },
      after: { state: 'actioned', action: 'remove' },
    })
  })

  test('is made once: of two at once the second is refused', async () => {
    const target = await post(await buildPerformer(server.ctx))
    await send(undefined, target)
    const id = await caseOf(target)
    const answers = await Promise.all([decide(moderator, id, 'hide'), decide(other, id, 'remove')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('ALREADY_REVIEWED')
  })

  test('is left to whom a case is assigned, until someone takes it over', async () => {
    const target = await post(await buildPerformer(server.ctx))
    await send(undefined, target)
    const id = await caseOf(target)
    expect((await as(moderator).post(`/admin/reports/${id}/assignment`, {})).status).toBe(200)
    expect(await view(id)).toMatchObject({ state: 'triaged', isMine: true })
    expect((await as(other).post(`/admin/reports/${id}/assignment`, {})).body.code).toBe('REVIEW_CLAIMED')
    expect((await decide(other, id, 'dismiss')).body.code).toBe('REVIEW_CLAIMED')
    expect((await as(other).post(`/admin/reports/${id}/assignment`, { takeOver: true })).status).toBe(200)
    expect((await decide(other, id, 'dismiss')).status).toBe(200)
    const mine = await as(other).get('/admin/reports?state=all&mine=true&pageSize=100')
    expect((mine.body.data as { _id: string }[]).map(({ _id }) => _id)).toContain(id)
  })

  test('dismisses: the post stays, its author hears nothing, the reporter the reason', async () => {
    const performer = await buildPerformer(server.ctx)
    const target = await post(performer)
    const from = contact()
    await send(undefined, target, { contact: from })
    const id = await caseOf(target)
    await decide(moderator, id, 'dismiss')
    await notifyReporters(server.ctx, { caseId: id, outcome: 'dismissed' })
    expect(await seen(target)).toBe(200)
    expect(await mailsTo(performer.email)).toEqual([])
    expect((await mailsTo(from))[0]!.text).toContain(statement)
    await send(undefined, target)
    expect(await caseOf(target), 'a new report is a new case').not.toBe(id)
  })

  test('hides a post, which its creator cannot get back to buyers by deleting it', async () => {
    const performer = await buildPerformer(server.ctx)
    const fan = await buildFan(server.ctx, 100)
    const target = await post(performer, { gate: { type: 'paid', price: 500n } })
    await as(fan).post(`/wallet/charges/feed/${target.id}`, {}, { headers: { 'idempotency-key': target.id } })
    expect(await seen(target, fan)).toBe(200)
    await send(fan, target)
    await decide(moderator, await caseOf(target), 'hide')
    expect(await seen(target, fan)).toBe(404)
    expect((await as(performer).get(`/performer/feeds/${target.id}`)).body.data.status).toBe('hidden')
    expect((await as(performer).put(`/performer/feeds/${target.id}`, { status: 'published' })).body.data?.status).toBe(
      'hidden',
    )
    await as(performer).delete(`/performer/feeds/${target.id}`)
    expect(await seen(target, fan)).toBe(404)
    const back = await as(performer).post(`/performer/trash/${target.id}/restoration`, {})
    expect(back.body.data.status).toBe('hidden')
  })

  test('returns what buyers paid, once', async () => {
    const performer = await buildPerformer(server.ctx)
    const fan = await buildFan(server.ctx, 100)
    const target = await post(performer, { gate: { type: 'paid', price: 500n } })
    const bought = await as(fan).post(
      `/wallet/charges/feed/${target.id}`,
      {},
      { headers: { 'idempotency-key': target.id } },
    )
    expect(bought.status, bought.text).toBe(200)
    await send(undefined, target)
    const id = await caseOf(target)
    expect((await view(id)).now.buyers).toBe(1)
    await decide(moderator, id, 'remove', { refundBuyers: true })
    for (let time = 0; time < 2; time++) await refundItem(server.ctx, target.id)
    expect((await as(fan).get('/users/me')).body.data.balance).toBe(100)
    expect((await mailsTo(fan.email)).map(({ kind }) => kind)).toContain('item_refunded')
  })

  test('deletes a comment, and suspends an account', async () => {
    const performer = await buildPerformer(server.ctx)
    const fan = await buildUser(server.ctx)
    const target = await post(performer)
    const comment = (await as(fan).post('/comments', { itemId: target.id, text: 'Cheap pills' })).body.data._id
    await send(performer, { type: 'comment', id: comment })
    const id = await caseOf({ type: 'comment', id: comment })
    expect((await decide(moderator, id, 'remove')).body.errors).toMatchObject([{ code: 'ACTION_NOT_OFFERED' }])
    expect((await decide(moderator, id, 'delete_comment')).status).toBe(200)
    expect((await as().get(`/comments?itemId=${target.id}`)).body.data).toEqual([])
    await send(performer, { type: 'user', id: fan.id })
    const about = await caseOf({ type: 'user', id: fan.id })
    expect((await decide(moderator, about, 'suspend')).status).toBe(200)
    expect((await mailsTo(fan.email)).map(({ kind }) => kind)).toEqual([
      'report_decided',
      'account_suspended',
      'report_decided',
    ])
  })
})

describe('a photo of a gallery', () => {
  const photosOf = async (gallery: string) =>
    (await as().get(`/performer-assets/photos?galleryId=${gallery}`)).body.data.map(
      ({ _id }: { _id: string }) => _id,
    ) as string[]

  test('is hidden alone: its gallery stays, and an appeal returns it', async () => {
    const performer = await buildPerformer(server.ctx)
    const gallery = await buildGallery(server.ctx, performer)
    const [photo, other] = (await photosOf(gallery.id)) as [string, string]
    const colleague = officer
    const target = { type: 'photo', id: photo }
    await send(undefined, target)
    const id = await caseOf(target)
    expect((await decide(moderator, id, 'remove')).status).toBe(200)
    expect(await photosOf(gallery.id)).toEqual([other])
    expect((await as().get(`/performer-assets/galleries/${gallery.id}`)).body.data.photoCount).toBe(1)
    const mine = await as(performer).get('/performer/performer-assets/photos/search')
    expect(mine.body.data.map(({ _id }: { _id: string }) => _id)).toEqual([other])
    expect((await as(performer).delete(`/performer/performer-assets/photos/${photo}`)).status).toBe(404)
    expect((await send(undefined, target)).status).toBe(404)
    expect((await as(performer).post(`/reports/decisions/${id}/appeal`, { text: 'It is my own photo.' })).status).toBe(
      200,
    )
    const outcome = { outcome: 'reversed', statement: 'We looked at it again with care.' }
    expect((await as(colleague).post(`/admin/reports/${id}/appeal-decision`, outcome)).status).toBe(200)
    expect(await photosOf(gallery.id)).toEqual([other, photo])
    expect((await as().get(`/performer-assets/galleries/${gallery.id}`)).body.data.photoCount).toBe(2)

    // The last one goes with its gallery.
    for (const last of [photo, other]) {
      await send(undefined, { type: 'photo', id: last })
      expect((await decide(moderator, await caseOf({ type: 'photo', id: last }), 'hide')).status).toBe(200)
    }
    expect((await as().get(`/performer-assets/galleries/${gallery.id}`)).status).toBe(404)
  })
})

describe('before a decision', () => {
  test('what is reported as severe by an account is hidden at once, and shown again when it is dismissed', async () => {
    const performer = await buildPerformer(server.ctx)
    const reporter = await buildUser(server.ctx)
    const target = await post(performer)
    await send(undefined, target, { category: 'non_consensual' })
    expect(await seen(target)).toBe(200)
    await send(reporter, target, { category: 'non_consensual' })
    expect(await seen(target)).toBe(404)
    expect((await mailsTo(performer.email)).map(({ kind }) => kind)).toEqual(['report_hidden'])
    const id = await caseOf(target)
    expect(await view(id, officer)).toMatchObject({
      hiddenAt: expect.any(String),
      strikes: 0,
      now: { status: 'hidden', path: null },
    })
    expect((await decide(officer, id, 'dismiss')).status).toBe(200)
    expect(await seen(target)).toBe(200)
    // Not again by the same report, nor what staff have looked at.
    const second = await buildUser(server.ctx)
    await send(second, target, { category: 'non_consensual' })
    expect(await seen(target)).toBe(200)
    const another = await post(performer)
    await send(reporter, another, { category: 'minor' })
    expect(await seen(another)).toBe(200)
  })

  test('what is past due is hidden, once, and a decision takes its place; an appeal returns what was there', async () => {
    const performer = await buildPerformer(server.ctx)
    const [illegal, spam] = [await post(performer), await post(performer)]
    await send(undefined, illegal, { category: 'illegal' })
    await send(undefined, spam)
    await hideOverdue(server.ctx)
    expect(await seen(illegal)).toBe(200)
    await advanceClock(server.ctx, '73 hours')
    for (let time = 0; time < 2; time++) await hideOverdue(server.ctx)
    expect([await seen(illegal), await seen(spam)]).toEqual([404, 200])
    expect((await mailsTo(performer.email)).map(({ kind }) => kind)).toEqual(['report_hidden'])
    const id = await caseOf(illegal)
    expect((await decide(moderator, id, 'remove')).status).toBe(200)
    await send(undefined, spam)
    expect(await view(await caseOf(spam))).toMatchObject({ strikes: 1, hiddenAt: null })
    expect((await as(performer).post(`/reports/decisions/${id}/appeal`, { text: 'It is not illegal.' })).status).toBe(
      200,
    )
    const outcome = { outcome: 'reversed', statement: 'We looked at it again with care.' }
    expect((await as(other).post(`/admin/reports/${id}/appeal-decision`, outcome)).status).toBe(200)
    expect(await seen(illegal)).toBe(200)
    expect((await view(await caseOf(spam))).strikes).toBe(0)
  })
})

describe('an appeal', () => {
  const appeal = (who: Built | undefined, id: string, more: object = {}) =>
    as(who).post(`/reports/decisions/${id}/appeal`, { text: 'It is my own shop, not another.', ...more })
  const judge = (who: Built, id: string, outcome: string) =>
    as(who).post(`/admin/reports/${id}/appeal-decision`, { outcome, statement: 'We looked at it again with care.' })

  test('is decided by someone else, who can restore the post', async () => {
    const performer = await buildPerformer(server.ctx)
    const { target, id } = await removed(performer)
    expect((await appeal(performer, id)).body.data).toMatchObject({ appeal: { outcome: null }, can: { appeal: false } })
    expect((await appeal(performer, id)).body.code).toBe('NO_APPEAL')
    expect((await judge(moderator, id, 'upheld')).body.code).toBe('ANOTHER_MUST_AGREE')
    expect((await view(id)).can).toMatchObject({ decideAppeal: false })
    expect((await judge(other, id, 'reversed')).status).toBe(200)
    expect(await seen(target)).toBe(200)
    expect(await view(id)).toMatchObject({ state: 'closed', appeal: { outcome: 'reversed', by: { name: 'Dele' } } })
    expect((await judge(other, id, 'upheld')).body.code).toBe('ALREADY_REVIEWED')
    expect((await mailsTo(performer.email)).map(({ kind }) => kind)).toEqual(['report_decided', 'appeal_decided'])
  })

  test('restores a comment as it was, and lifts a suspension', async () => {
    const performer = await buildPerformer(server.ctx)
    const fan = await buildUser(server.ctx)
    const target = await post(performer)
    const comment = (await as(fan).post('/comments', { itemId: target.id, text: 'Cheap pills' })).body.data._id
    await send(performer, { type: 'comment', id: comment })
    const id = await caseOf({ type: 'comment', id: comment })
    await decide(moderator, id, 'delete_comment')
    await appeal(fan, id)
    await judge(other, id, 'reversed')
    expect((await as().get(`/comments?itemId=${target.id}`)).body.data).toMatchObject([{ text: 'Cheap pills' }])
  })

  test('is made with the mailed link by who is suspended, and by no others', async () => {
    const performer = await buildPerformer(server.ctx)
    const { id } = await removed(performer)
    const stranger = await buildUser(server.ctx)
    expect((await as(stranger).get(`/reports/decisions/${id}`)).status).toBe(404)
    expect((await as().get(`/reports/decisions/${id}?token=wrong`)).status).toBe(404)
    expect((await appeal(undefined, id, { token: 'wrong' })).status).toBe(404)
    expect((await appeal(stranger, id)).status).toBe(404)
    const secret = 'the secret of the link'
    await sql`UPDATE report_cases SET appeal_secret_hash = sha256(${secret}::text::bytea) WHERE id = ${id}`.execute(
      server.ctx.db,
    )
    const token = encodeURIComponent(secret)
    expect((await as().get(`/reports/decisions/${id}?token=${token}`)).body.data).toMatchObject({ statement })
    expect((await appeal(undefined, id, { token: secret })).status).toBe(200)
  })

  test('ends after six months; the case is closed then, and deleted a year later', async () => {
    const performer = await buildPerformer(server.ctx)
    const { id } = await removed(performer)
    await advanceClock(server.ctx, '190 days')

    expect((await appeal(performer, id)).body.code).toBe('APPEAL_ENDED')
    await closeAndDeleteCases(server.ctx)
    const state = () => row(server.ctx.db, sql<{ state: string }>`SELECT state FROM report_cases WHERE id = ${id}`)
    expect((await state())!.state).toBe('closed')
    await advanceClock(server.ctx, '366 days')
    await closeAndDeleteCases(server.ctx)
    expect(await state()).toBeUndefined()
  })
})

test('the name of a closed account is in no case any more', async () => {
  const performer = await buildPerformer(server.ctx, { name: 'Quilla Former' })
  const target = await post(performer)
  await send(undefined, target)
  await eraseNames(server.ctx, performer.id)
  const found = await row(
    server.ctx.db,
    sql<{ snapshot: object }>`SELECT snapshot FROM report_cases WHERE id = ${await caseOf(target)}`,
  )
  expect(JSON.stringify(found!.snapshot)).not.toContain('Quilla')
})
