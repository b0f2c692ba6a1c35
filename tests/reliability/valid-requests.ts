import type { ConsentStatus } from '@fanlight/contract/participants'
import type { PayoutStatus } from '@fanlight/contract/payouts'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Endpoints } from '@fanlight/contract'
import { newPasskey } from '@fanlight/contract/second-factors'
import {
  begin as beginAuthenticator,
  remove as removeAuthenticator,
} from '@fanlight/server/modules/people/accounts/mfa/authenticator-app'
import { issue } from '@fanlight/server/modules/people/accounts/auth/one-time-tokens'
import { register, registrationOptions, signingOptions } from '@fanlight/server/modules/people/accounts/mfa/passkeys'
import { hashPassword } from '@fanlight/server/modules/people/accounts/auth/password-hash'
import { make as makeRecoveryCodes } from '@fanlight/server/modules/people/accounts/mfa/recovery-codes'
import { solvedWork } from '@fanlight/server/modules/site/captcha/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { unsubscribeToken } from '@fanlight/server/modules/talk/notifications/unsubscribing'
import { buildParticipant } from '@fanlight/server/modules/content/participants/testing'
import { buildBankDetails, buildEarning, buildPayout } from '@fanlight/server/modules/money/payouts/testing'
import { buildUpload } from '@fanlight/server/modules/media/testing'
import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { buildReport } from '@fanlight/server/modules/staff/reports/testing'
import { buildConversation, buildMessage, buildMessagePhoto } from '@fanlight/server/modules/talk/conversations/testing'
import { buildFeed, buildFile } from '@fanlight/server/modules/content/posts/testing'
import { buildFan, buildPlan, payer } from '@fanlight/server/modules/money/wallet/testing'
import { buildVideo } from '@fanlight/server/modules/content/videos/testing'
import { buildRecording, buildReplay } from '@fanlight/server/modules/live/recordings/testing'
import { row, type sql as Sql, sql } from '@fanlight/server/platform/db/db'
import { newId, newSecret, sha256 } from '@fanlight/server/platform/ids'
import { api, type Reply } from '@fanlight/server/testing/api'
import { type Built, buildPerformer, buildSession, buildFollow, buildUser } from '@fanlight/server/testing/builders'
import { softPasskey } from '@fanlight/server/testing/passkey'
import { generate } from 'otplib'
import sharp from 'sharp'
import { type ApiRequest, unknownId, termsVersion, type World } from './api-world.ts'

// One request for every call that its schema and rules accept, where the sender may make it at all; and the same about a thing
// that belongs to another user, does not exist, or belongs to another parent. Checks add an error to it.

/** Whose the thing is that a call is about. */
export type Whose = 'own' | 'theirs' | 'missing' | 'mismatched'
type Make<W> = (
  world: World,
  me: Built | undefined,
  whose: W,
) => Promise<ApiRequest | undefined> | ApiRequest | undefined
export interface Request {
  /** About whose things this call can be made; none where it is about nothing in particular. */
  about: readonly Whose[]
  make: Make<Whose>
}

/** What a browser would send back. */
const cookiesOf = ({ cookies }: Reply) => ({
  cookie: Object.entries(cookies)
    .map(([name, { value }]) => `${name}=${value}`)
    .join('; '),
})
/** Keys as a browser makes them. */
const pushKeys = {
  p256dh: 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
  auth: 'tBHItJI5svbpez7KI4CCXg',
}
const plain = (make: Make<Whose> | ApiRequest = {}): Request => ({
  about: [],
  make: typeof make === 'function' ? make : () => make,
})
const about = (whose: readonly Whose[], make: Make<Whose>): Request => ({ about: whose, make })

// Things, made as they are needed, so that no request changes what the next one finds.

const insert = async (world: World, query: ReturnType<typeof Sql<{ id: string }>>): Promise<string> =>
  (await row(world.server.ctx.db, query))!.id
/** The performer that this call is about, if it is not the sender. */
const performerBut = ({ cast }: World, me: Built | undefined): Built =>
  me?.id === cast.performer.id ? cast.otherPerformer : cast.performer
const fanBut = ({ cast }: World, me: Built | undefined): Built =>
  me?.id === cast.otherFan.id ? cast.fan : cast.otherFan
const isPerformer = ({ cast }: World, me: Built | undefined): me is Built =>
  [cast.performer, cast.otherPerformer, cast.kycPending, cast.suspendedPerformer].some((entry) => entry.id === me?.id)

/** As if the account was created through another provider and nothing was set up. */
async function withoutLocks(ctx: World['server']['ctx'], { id, email }: Built): Promise<void> {
  await sql`UPDATE accounts SET password_hash = NULL WHERE id = ${id}`.execute(ctx.db)
  await sql`DELETE FROM passkeys WHERE account_id = ${id}`.execute(ctx.db)
  await sql`DELETE FROM authenticator_apps WHERE account_id = ${id}`.execute(ctx.db)
  await sql`DELETE FROM mails WHERE to_address = ${email} AND kind = 'confirm_code'`.execute(ctx.db)
}

const feed = (world: World, of: Built, gate: 'public' | 'subscribers' | 'paid' = 'public'): Promise<string> =>
  buildFeed(world.server.ctx, of, { gate: { type: gate, price: gate === 'paid' ? 500n : null } })
const gallery = async (world: World, of: Built, gate: 'public' | 'subscribers' | 'paid' = 'public'): Promise<string> =>
  (await buildGallery(world.server.ctx, of, { gate: { type: gate, price: gate === 'paid' ? 500n : null } })).id
const photo = async (world: World, of: Built): Promise<string> =>
  (await buildGallery(world.server.ctx, of)).photoIds[0]!
const tus = { 'tus-resumable': '1.0.0' }
const upload = (world: World, of: Built) => buildUpload(world.server.ctx, of)
const file = (world: World, of: Built) => buildFile(world.server.ctx, of)
const videoItem = (world: World, of: Built, gate: 'public' | 'subscribers' | 'paid' = 'public'): Promise<string> =>
  buildVideo(world.server.ctx, of, { gate: { type: gate, price: gate === 'paid' ? 500n : null } })
const captioned = async (world: World, of: Built) => {
  const id = await buildFile(world.server.ctx, of, { purpose: 'feed-video' })
  await sql`INSERT INTO file_captions (file_id, locale, label, vtt) VALUES (${id}, 'en-US', 'English', ${vtt})`.execute(
    world.server.ctx.db,
  )
  return id
}
const vtt = 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n'
const photoFeed = async (world: World, of: Built) => {
  const fileId = await file(world, of)
  return { id: await buildFeed(world.server.ctx, of, { type: 'photo', files: [fileId] }), fileId }
}
const comment = async (world: World, author: Built, itemId: string) =>
  insert(
    world,
    sql`INSERT INTO comments (item_id, author_id, text) VALUES (${itemId}, ${author.id}, 'Well made.') RETURNING id`,
  )
async function promo(world: World) {
  const imageId = await file(world, world.cast.performer)
  await sql`UPDATE files SET purpose = 'site-image', status = 'ready' WHERE id = ${imageId}`.execute(
    world.server.ctx.db,
  )
  const startsAt = '2026-01-01T00:00:00Z'
  return { title: 'Kiln week', url: '/explore', imageId, position: 'home' as const, startsAt }
}
async function promoId(world: World): Promise<string> {
  const { title, url, imageId, position, startsAt } = await promo(world)
  return insert(
    world,
    sql`INSERT INTO promos (title, url, image_file_id, position, starts_at)
      VALUES (${title}, ${url}, ${imageId}, ${position}, ${startsAt}) RETURNING id`,
  )
}
async function poll(world: World, of: Built, gate: 'public' | 'subscribers' = 'public') {
  const itemId = await feed(world, of, gate)
  await sql`UPDATE feeds SET type = 'poll' WHERE item_id = ${itemId}`.execute(world.server.ctx.db)
  const pollId = await insert(
    world,
    sql`INSERT INTO polls (performer_id, item_id, question) VALUES (${of.id}, ${itemId}, 'Which?') RETURNING id`,
  )
  const optionId = await insert(
    world,
    sql`INSERT INTO poll_options (poll_id, position, text) VALUES (${pollId}, 0, 'This'), (${pollId}, 1, 'That') RETURNING id`,
  )
  return { itemId, optionId }
}
/** A card that pays, typed in as its owner would. */
async function card(world: World, of: Built): Promise<string> {
  const { cast, server } = world
  // The person who is suspended, or has not finished signing up, can't type one in.
  if ([cast.suspended, cast.suspendedPerformer, cast.unfinished, cast.termsDue].some((entry) => entry.id === of.id))
    return cardRow(world, of)
  const known = cards.get(of.id)
  if (known) return known
  // Rows that others tried to delete have filled the purse.
  await sql`UPDATE cards SET deleted_at = app_now() WHERE account_id = ${of.id}`.execute(server.ctx.db)
  const id = await payer(server, await buildSession(server.ctx, of.id)).card()
  cards.set(of.id, id)
  return id
}
const cards = new Map<string, string>()
/** One that only has to be there. */
const cardRow = (world: World, of: Built) =>
  insert(
    world,
    sql`INSERT INTO cards (account_id, gateway, gateway_ref, brand, last4, exp_month, exp_year)
      VALUES (${of.id}, 'test', ${randomUUID()}, 'visa', '4242', 12, 2040) RETURNING id`,
  )
const shippingAddress = { name: 'Jamie Rowe', line1: '4-2-8 Shibakoen', city: 'Minato', country: 'JP' }
const addressRow = (world: World, of: Built) =>
  insert(
    world,
    sql`INSERT INTO addresses (account_id, name, line1, line2, city, state, postal_code, country, phone, is_default)
      VALUES (${of.id}, 'Jamie Rowe', '4-2-8 Shibakoen', '', 'Minato', '', '', 'JP', '', false) RETURNING id`,
  )
const product = (world: World, of: Built, type: 'physical' | 'digital' = 'physical') =>
  buildProduct(world.server.ctx, of, { type })
/** An order of a parcel that was paid for. It is made between two who may trade with each other, and given to these two then. */
async function order(world: World, buyer: Built, seller: Built): Promise<string> {
  const { ctx } = world.server
  const [fan, performer] = [await buildFan(ctx, 100), await buildPerformer(ctx)]
  await addressRow(world, fan)
  await sql`UPDATE addresses SET is_default = true WHERE account_id = ${fan.id}`.execute(ctx.db)
  const paid = await payer(world.server, fan).keyed(`/wallet/charges/product/${await product(world, performer)}`, {})
  const id = paid.body.data._id as string
  await sql`UPDATE orders SET buyer_id = ${buyer.id}, performer_id = ${seller.id} WHERE id = ${id}`.execute(ctx.db)
  return id
}
/** A parcel that was sent, with a problem whose time to answer is over. */
const inProblem = (world: World, id: string, problem: 'reported' | 'answered' | 'escalated') =>
  sql`UPDATE orders SET fulfilment = 'shipped', problem = ${problem}, act_by = app_now(), escalated_at = app_now()
    WHERE id = ${id}`.execute(world.server.ctx.db)
const orderCase = (body?: object): Request =>
  about(['theirs', 'missing'], async (world, me, whose) => {
    const id = whose === 'missing' ? unknownId : await order(world, fanBut(world, me), performerBut(world, me))
    await inProblem(world, id, 'escalated')
    return { params: { id }, ...(body && { body }) }
  })
/** An order by its buyer or its seller. */
const ofBuyer = (make: (world: World, id: string, buyer: Built) => Promise<ApiRequest> | ApiRequest): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'missing') return make(world, unknownId, world.cast.fan)
    if (whose === 'own' && !me) return undefined
    const buyer = whose === 'own' ? me! : fanBut(world, me)
    return make(world, await order(world, buyer, performerBut(world, buyer)), buyer)
  })
const ofSeller = (make: (world: World, id: string) => Promise<ApiRequest> | ApiRequest): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'missing') return make(world, unknownId)
    if (whose === 'own' && !isPerformer(world, me)) return undefined
    return make(world, await order(world, fanBut(world, me), whose === 'own' ? me! : performerBut(world, me)))
  })
const productOf = (make: (id: string) => ApiRequest): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'missing') return make(unknownId)
    if (whose === 'own' && !isPerformer(world, me)) return undefined
    return make(await product(world, whose === 'own' ? me! : performerBut(world, me)))
  })
const payoutOf = (make: (id: string) => ApiRequest): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'missing') return make(unknownId)
    if (whose === 'own' && !isPerformer(world, me)) return undefined
    return make(await payout(world, whose === 'own' ? me! : await buildPerformer(world.server.ctx)))
  })
/** A payout of a creator, whose others are over. */
async function payout(world: World, of: Built, status: PayoutStatus = 'pending'): Promise<string> {
  return world.server.ctx.transaction(async (tx) => {
    // Requests are made side by side.
    await sql`SELECT FROM performers WHERE account_id = ${of.id} FOR UPDATE`.execute(tx.db)
    await sql`UPDATE payouts SET status = 'rejected' WHERE performer_id = ${of.id}`.execute(tx.db)
    return buildPayout(tx, of, { status })
  })
}
const staffPayout = (status: PayoutStatus, request: ApiRequest = {}): Request =>
  about(['theirs', 'missing'], async (world, _me, whose) => ({
    params: {
      id: whose === 'missing' ? unknownId : await payout(world, await buildPerformer(world.server.ctx), status),
    },
    ...request,
  }))
const payment = async (world: World, of: Built) =>
  insert(
    world,
    sql`INSERT INTO payment_transactions (account_id, purpose, amount, currency, tokens, gateway, card_id, status, key, body_hash)
      VALUES (${of.id}, 'top_up', 1000, 'USD', 10000, 'test', ${await cardRow(world, of)}, 'failed', ${randomUUID()}, '\\x00') RETURNING id`,
  )
const subscription = async (world: World, of: Built) => {
  const performer = await buildPerformer(world.server.ctx)
  return insert(
    world,
    sql`INSERT INTO subscriptions (fan_id, performer_id, type, status, current_period_end, access_until)
      VALUES (${of.id}, ${performer.id}, 'monthly', 'active', app_now() + interval '9 days', app_now() + interval '9 days') RETURNING id`,
  )
}
/** A subscription and another plan of its creator, which begins with the end of the period: nothing is paid for it yet. */
const toOtherPlan = (request: (planId: string) => ApiRequest): Request =>
  about(['own', 'theirs', 'missing', 'mismatched'], async (world, me, whose) => {
    const { ctx } = world.server
    if (whose === 'own' && !me) return undefined
    const id = await subscription(world, whose === 'theirs' ? fanBut(world, me) : (me ?? world.cast.fan))
    await sql`UPDATE subscriptions SET price_locked = 2000 WHERE id = ${id}`.execute(ctx.db)
    const performerId = await insert(world, sql`SELECT performer_id AS id FROM subscriptions WHERE id = ${id}`)
    const planId = await buildPlan(ctx, whose === 'mismatched' ? world.cast.performer : { id: performerId })
    const version = await insert(world, sql`SELECT version_id AS id FROM plans WHERE id = ${planId}`)
    return { params: { id: whose === 'missing' ? unknownId : id }, ...request(version) }
  })
/** A pending review with one identity document. */
async function review(world: World) {
  const { ctx } = world.server
  const performer = await buildPerformer(ctx, { approved: false })
  const id = await insert(world, sql`SELECT id FROM verifications WHERE performer_id = ${performer.id}`)
  const documentId = await insert(
    world,
    sql`INSERT INTO verification_documents (verification_id, kind, mime, bytes, sha256, storage_key, key_id)
      VALUES (${id}, 'id_front', 'image/png', 1, '\\x00', ${randomUUID()}, 'k') RETURNING id`,
  )
  return { id, documentId }
}

/** A consent in the status that the call is about, as staff name it. */
const consent = (
  status: ConsentStatus,
  make: (id: string, documentId: string, world: World, me: Built | undefined) => Promise<ApiRequest> | ApiRequest,
): Request =>
  about(['theirs', 'missing'], async (world, me, whose) => {
    const { id, documentId } = await buildParticipant(world.server.ctx, world.cast.performer, { status })
    return make(whose === 'missing' ? unknownId : id, documentId, world, me)
  })
/** A consent that another creator requests of the sender. */
const consentRequest = (make: (id: string) => ApiRequest): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'missing') return make(unknownId)
    const account = whose === 'own' ? me : performerBut(world, me)
    if (!isPerformer(world, account)) return undefined
    const creator = await buildPerformer(world.server.ctx)
    return make((await buildParticipant(world.server.ctx, creator, { account })).id)
  })
const fanList = (world: World, of: Built) =>
  insert(world, sql`INSERT INTO fan_lists (performer_id, name) VALUES (${of.id}, 'Friends') RETURNING id`)
const guest = async (world: World, of: Built) => (await buildParticipant(world.server.ctx, of)).id

/** What the audit log has of an approval, for its undoing. */
const approvalState = { performerStatus: 'submitted', documents: [] }
const logAccess = (
  world: World,
  me: Built | undefined,
  action: string,
  target: { type: string; id: string },
  before: object = {},
) =>
  sql`INSERT INTO audit_log (actor_id, action, target_type, target_id, reason, before)
    VALUES (${me?.id ?? null}, ${action}, ${target.type}, ${target.id}, '', ${JSON.stringify(before)}::jsonb)`.execute(
    world.server.ctx.db,
  )

const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#369' } })
  .png()
  .toBuffer()
const video = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\x02\0isomiso2'), randomBytes(64)])
const audio = Buffer.concat([Buffer.from('ID3'), randomBytes(64)])

const password = 'a-lamp-in-the-window'
const person = () => ({
  name: 'Noor',
  username: `noor_${randomBytes(6).toString('hex')}`,
  email: `${randomUUID()}@example.com`,
})
const secret = async (world: World, purpose: 'reset_password' | 'verify_email') =>
  (await issue(world.server.ctx, purpose, (await buildUser(world.server.ctx)).id)).secret

const party = { origin: 'http://localhost:80' }
let passwordHash: string | undefined
const secrets = new Map<string, string>()
async function freshSecret(ctx: World['server']['ctx'], me: Built): Promise<string> {
  await removeAuthenticator(ctx, me.id)
  return (await beginAuthenticator(ctx, { id: me.id, label: me.email })).secret
}
const challengeOf = async (ctx: World['server']['ctx'], id: string) =>
  (await issue(ctx, 'second_factor', id, { detail: { remember: true } })).secret
const passkey = (world: World, of: Built): Promise<string> =>
  insert(
    world,
    sql`INSERT INTO passkeys (account_id, credential_id, public_key, name)
      VALUES (${of.id}, ${randomBytes(16)}, '\\x00', 'Phone') RETURNING id`,
  )

const ofOwner = (make: (id: string) => ApiRequest, build: (world: World, of: Built) => Promise<string>): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'missing') return make(unknownId)
    if (whose === 'theirs') return make(await build(world, fanBut(world, me)))
    return me && make(await build(world, me))
  })
const byId = (build: (world: World, of: Built) => Promise<string>) => ofOwner((id) => ({ params: { id } }), build)
const someReview = (make: (ids: { id: string; documentId: string }) => ApiRequest): Request =>
  about(['theirs', 'missing'], async (world, _me, whose) =>
    make(whose === 'missing' ? { id: unknownId, documentId: unknownId } : await review(world)),
  )
/** A creator as others find them. */
/** A new account that staff moderate: a moderation action may end what it can do. */
const someAccount = (make: (id: string, world: World) => ApiRequest | Promise<ApiRequest>): Request =>
  about(['theirs', 'missing'], async (world, _me, whose) => {
    const { id } = await buildUser(world.server.ctx)
    const request = await make(id, world)
    return whose === 'missing' ? { ...request, params: { ...request.params, id: unknownId } } : request
  })
const staffReason = { reason: 'They wrote to us.' }
const passkeyRow = (world: World, accountId: string) =>
  sql`INSERT INTO passkeys (account_id, credential_id, public_key, name)
    VALUES (${accountId}, ${sha256(accountId)}, '\\x00', 'Phone')`.execute(world.server.ctx.db)
/** A removal requested by a member of staff; returns the secret of its email. */
async function removalRow({ server, cast }: World, accountId: string): Promise<string> {
  const secret = newSecret()
  await sql`INSERT INTO second_factor_removals (account_id, requested_by, reason, due_at, stop_hash)
    VALUES (${accountId}, ${cast.moderator.id}, 'lost', app_now() + interval '1 day', ${sha256(secret)})`.execute(
    server.ctx.db,
  )
  return secret
}
const somePerformer = (make: (id: string) => ApiRequest): Request =>
  about(['own', 'theirs', 'missing'], (world, me, whose) =>
    whose === 'own' && !me
      ? undefined
      : make(whose === 'missing' ? unknownId : whose === 'own' ? me!.id : performerBut(world, me).id),
  )
/** A performer's own work. Who is none has none of their own. */
const ofPerformer = (
  make: (world: World, id: string, owner: Built) => Promise<ApiRequest> | ApiRequest,
  build: (world: World, of: Built) => Promise<string> = feed,
): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    const owner = whose === 'own' ? me : performerBut(world, me)
    if (whose === 'missing') return make(world, unknownId, world.cast.performer)
    return isPerformer(world, owner) ? make(world, await build(world, owner), owner) : undefined
  })
/** An item for subscribers, which shows who is let in. */
const lockedItem =
  (build: (world: World, of: Built, gate: 'subscribers') => Promise<string>) =>
  (make: (itemId: string, world: World, owner: Built) => Promise<ApiRequest> | ApiRequest): Request =>
    ofPerformer(
      (world, id, owner) => make(id, world, owner),
      (world, of) => build(world, of, 'subscribers'),
    )
const lockedFeed = lockedItem(feed)
const lockedGallery = lockedItem(gallery)
const trashed = async (world: World, of: Built): Promise<string> => {
  const id = await feed(world, of)
  await sql`UPDATE items SET status = 'removed', status_reason = 'deleted by its owner', deleted_at = app_now(), deleted_from = 'published' WHERE id = ${id}`.execute(
    world.server.ctx.db,
  )
  return id
}
/** A case about a post of the performer, as it waits for staff; `appealed` is decided by someone who is no longer there. */
const reportedCase = async (world: World, of: Built, state: 'open' | 'actioned' | 'appealed'): Promise<string> => {
  const { ctx } = world.server
  const id = await buildReport(ctx, { type: 'feed', id: await feed(world, of) })
  if (state !== 'open')
    await sql`UPDATE report_cases SET state = ${state}, action = 'hide', statement = 'It breaks a rule.', decided_at = app_now(),
        appeal_until = app_now() + interval '6 months', appeal_text = ${state === 'appealed' ? 'It breaks none.' : null},
        appealed_at = CASE WHEN ${state} = 'appealed' THEN app_now() END WHERE id = ${id}`.execute(ctx.db)
  return id
}
const someCase = (make: (id: string) => ApiRequest, state: 'open' | 'appealed' = 'open'): Request =>
  about(['theirs', 'missing'], async (world, _me, whose) =>
    make(whose === 'missing' ? unknownId : await reportedCase(world, world.cast.performer, state)),
  )
const someDecision = (make: (id: string) => ApiRequest): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'own' && !isPerformer(world, me)) return undefined
    if (whose === 'missing') return make(unknownId)
    const owner = whose === 'own' ? me! : performerBut(world, me)
    return canBeReported(world, owner) ? make(await reportedCase(world, owner, 'actioned')) : undefined
  })
/** What creators under review or suspended published can’t be seen, so it can’t be reported now. */
const canBeReported = ({ cast }: World, { id }: Built): boolean =>
  id === cast.performer.id || id === cast.otherPerformer.id
const lockedVideo = lockedItem(videoItem)
/** An item for sale. */
const forSale = (build: (world: World, of: Built, gate: 'paid') => Promise<string>): Request =>
  ofPerformer(
    (_world, id) => ({ params: { id } }),
    (world, of) => build(world, of, 'paid'),
  )
/** A conversation of the sender and a creator; another's is of two others. */
const talk = async (world: World, me: Built | undefined, whose: Whose) => {
  const { cast, server } = world
  const other = performerBut(world, me)
  return whose === 'theirs' || !me
    ? buildConversation(server.ctx, await buildUser(server.ctx), await buildPerformer(server.ctx))
    : buildConversation(server.ctx, me, me.id === cast.performer.id ? cast.otherPerformer : other)
}
const talkOf = (make: (id: string) => ApiRequest): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'own' && !me) return undefined
    return make(whose === 'missing' ? unknownId : await talk(world, me, whose))
  })
/** A message with a photo of its sender, who is the sender of the request unless it is another's. */
const sentMessage = async (world: World, me: Built | undefined, whose: Whose) => {
  const sender = whose === 'theirs' || !me ? await buildUser(world.server.ctx) : me
  return photoMessage(world, sender, performerBut(world, sender))
}
/** The public chat of the sender where it is their own; writing in it. */
const publicChat = (request: ApiRequest = {}): Request =>
  ofPerformer(
    (_world, id) => ({ params: { id }, ...request }),
    async (_world, of) => of.id,
  )
/** A message of another person that waits in a chat. */
const heldMessage = (make: (id: string, messageId: string) => ApiRequest): Request =>
  ofPerformer(
    (_world, id) => make(id.slice(0, 36), id.slice(36) || unknownId),
    async (world, of) => {
      const sender = await buildUser(world.server.ctx)
      const messageId = newId()
      await sql`INSERT INTO held_stream_messages (id, performer_id, sender_id, client_id, body_hash, text)
        VALUES (${messageId}, ${of.id}, ${sender.id}, ${newId()}, '', 'The glaze is wet.')`.execute(world.server.ctx.db)
      return of.id + messageId
    },
  )
/** Another fan in the chat of the sender, or of another creator. */
const roomPerson = (request: ApiRequest = {}): Request =>
  ofPerformer(
    (world, id) => ({ params: { id, userId: world.cast.otherFan.id }, ...request }),
    async (_world, of) => of.id,
  )
const openStream = async ({ server }: World, of: Built): Promise<string> => {
  await sql`INSERT INTO streams (id, performer_id, type, title, status) VALUES (${newId()}, ${of.id}, 'public', 'Glazing', 'preparing')
    ON CONFLICT (performer_id) WHERE status <> 'ended' DO NOTHING`.execute(server.ctx.db)
  return (await row(
    server.ctx.db,
    sql<{ id: string }>`SELECT id FROM streams WHERE performer_id = ${of.id} AND status <> 'ended'`,
  ))!.id
}
/** A stream with video, of somebody of whom no other call is about one. */
const liveRoom = (make: (id: string) => ApiRequest): Request =>
  about(['theirs', 'missing'], async (world, _me, whose) => {
    if (whose === 'missing') return make(unknownId)
    const { id } = await buildPerformer(world.server.ctx)
    return make(
      await insert(
        world,
        sql<{ id: string }>`INSERT INTO streams (id, performer_id, type, title, status, started_at)
          VALUES (${newId()}, ${id}, 'public', 'Glazing', 'live', app_now()) RETURNING id`,
      ),
    )
  })
const recording = async ({ server }: World, of: Built): Promise<string> => (await buildRecording(server.ctx, of)).id
const replay = ({ server }: World, of: Built, gate: 'public' | 'subscribers' = 'public'): Promise<string> =>
  buildReplay(server.ctx, of, gate)
/** Of the sender, one that is over; else one of somebody whom nothing else is about, as there is one at a time. */
const pollOf = (make: (id: string) => ApiRequest): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'missing') return make(unknownId)
    if (whose === 'own' && !isPerformer(world, me)) return undefined
    const of = whose === 'own' ? me! : await buildPerformer(world.server.ctx)
    const streamId = await openStream(world, of)
    const poll = sql<{ id: string }>`INSERT INTO stream_polls (stream_id, question, options, counts, ends_at, ended_at)
      VALUES (${streamId}, 'Which glaze?', ARRAY['Celadon', 'Shino'], ARRAY[0, 0], app_now() + interval '5 minutes',
        CASE WHEN ${whose === 'own'} THEN app_now() END) RETURNING id`
    return make(await insert(world, poll))
  })
const tomorrowOf = ({ server }: World): string => new Date(server.ctx.clock.now().getTime() + 86_400_000).toISOString()
const announced = async ({ server }: World, of: Built): Promise<string> => {
  const id = newId()
  await sql`INSERT INTO scheduled_streams (id, performer_id, title, type, starts_at, minutes)
    VALUES (${id}, ${of.id}, 'Glazing', 'public', app_now() + interval '1 day', 60)`.execute(server.ctx.db)
  return id
}
/** Of the sender, who has an open stream where they are a creator. */
const aboutOwnStream = (request: ApiRequest): Request =>
  plain(async (world, me) => {
    if (me && isPerformer(world, me)) await openStream(world, me)
    return request
  })
/** Who is live and gives private shows. Without a stream of the sender: nobody asks themselves. */
const liveWithShows = async (world: World, of: Built): Promise<string> => {
  await openStream(world, of)
  await sql`UPDATE group_shows SET ended_by = 'performer', ended_at = app_now() WHERE performer_id = ${of.id} AND ended_by IS NULL`.execute(
    world.server.ctx.db,
  )
  await sql`UPDATE streams SET status = 'live', price_per_minute = 100, group_price_per_minute = 100, group_people_min = 2, group_people_max = 50 WHERE performer_id = ${of.id} AND status <> 'ended'`.execute(
    world.server.ctx.db,
  )
  return of.id
}
const ticketShow = async ({ server }: World, of: Built): Promise<string> => {
  const id = newId()
  await sql`INSERT INTO ticket_shows (id, performer_id, title, starts_at, minutes, price, seats)
    VALUES (${id}, ${of.id}, 'The winter kiln', app_now() + interval '2 days', 90, 500, 120)`.execute(server.ctx.db)
  return id
}
/** A request for a private show that its fan, the sender, has taken back; another's is of two others. */
const showOf = (make: (conversationId: string) => ApiRequest): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'missing') return make(unknownId)
    if (whose === 'own' && !me) return undefined
    const { ctx } = world.server
    const [fan, creator] = [whose === 'own' ? me! : await buildUser(ctx), await buildPerformer(ctx)]
    const conversationId = await buildConversation(ctx, fan, creator)
    await sql`INSERT INTO shows (id, conversation_id, performer_id, user_id, price_per_minute, status, expires_at)
      VALUES (${newId()}, ${conversationId}, ${creator.id}, ${fan.id}, 100, 'cancelled', app_now())`.execute(ctx.db)
    return make(conversationId)
  })
/** The group show that its creator gives, with nobody in it. */
const groupShowOf = async ({ server }: World, of: Built): Promise<string> => {
  const { db } = server.ctx
  await sql`UPDATE group_shows g SET ended_by = 'performer', ended_at = app_now() WHERE performer_id = ${of.id} AND ended_by IS NULL
    AND EXISTS (SELECT FROM shows s WHERE s.group_id = g.id)`.execute(db)
  await sql`INSERT INTO group_shows (id, performer_id, price_per_minute, people_max, started_at)
    VALUES (${newId()}, ${of.id}, 100, 5, app_now()) ON CONFLICT (performer_id) WHERE ended_by IS NULL DO NOTHING`.execute(
    db,
  )
  // Another request that is sent meanwhile may end it.
  const newest = sql<{ id: string }>`SELECT id FROM group_shows WHERE performer_id = ${of.id}
    ORDER BY ended_by IS NULL DESC, started_at DESC LIMIT 1`
  return (await row(db, newest))!.id
}
/** Two fans wait for the group show of this creator. */
const waitedFor = async (world: World, of: Built): Promise<void> => {
  const { ctx } = world.server
  await liveWithShows(world, of)
  for (const fan of [await buildUser(ctx), await buildUser(ctx)])
    await sql`INSERT INTO shows (id, type, conversation_id, performer_id, user_id, price_per_minute, status, expires_at)
      VALUES (${newId()}, 'group', ${await buildConversation(ctx, fan, of)}, ${of.id}, ${fan.id}, 100, 'requested', app_now() + interval '1 day')`.execute(
      ctx.db,
    )
}
/** In one transaction, so that `POST /conversations` beside it does not delete the conversation in between. */
const photoMessage = ({ server }: World, sender: Built, other: Built, price: bigint | null = null) =>
  server.ctx.transaction(async (tx) => {
    const id = await buildConversation(tx, sender, other)
    const fileId = await buildMessagePhoto(tx, sender)
    return { id: await buildMessage(tx, id, sender, { fileIds: [fileId], price }), fileId }
  })
/** A coupon of this person, or of the site. */
async function couponOf(world: World, owner: Built | undefined): Promise<{ id: string; code: string }> {
  const { db } = world.server.ctx
  const code = `C-${randomUUID().slice(0, 12).toUpperCase()}`
  const made = await row(
    db,
    sql<{
      id: string
    }>`INSERT INTO coupons (performer_id, code, percent, applies_to, new_subscribers_only, starts_at, made_by)
      VALUES (${owner?.id ?? null}, ${code}, 10, 'subscriptions', false, app_now(), ${(owner ?? world.cast.performer).id}) RETURNING id`,
  )
  return { id: made!.id, code }
}
const ownCoupon = (request: ApiRequest = {}): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    const owner = whose === 'own' ? me : performerBut(world, me)
    if (whose === 'missing') return { params: { id: unknownId }, ...request }
    if (!isPerformer(world, owner)) return undefined
    return { params: { id: (await couponOf(world, owner)).id }, ...request }
  })
const newCoupon = () => ({
  body: { code: `C-${randomUUID().slice(0, 12).toUpperCase()}`, percent: 10, appliesTo: 'subscriptions' },
})
const staffCoupon = (request: ApiRequest): Request =>
  about(['theirs', 'missing'], async (world, _me, whose) => ({
    params: { id: whose === 'missing' ? unknownId : (await couponOf(world, undefined)).id },
    ...request,
  }))
const broadcast = (status: 'scheduled' | 'sent', request: ApiRequest = {}): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    const owner = whose === 'own' ? me : performerBut(world, me)
    if (whose === 'missing') return { params: { id: unknownId }, ...request }
    if (!isPerformer(world, owner)) return undefined
    const id = newId()
    await sql`INSERT INTO broadcasts (id, performer_id, text, include, status, publish_at)
      VALUES (${id}, ${owner.id}, 'Hello', '[{"kind": "followers"}]', ${status}, app_now() + interval '1 day')`.execute(
      world.server.ctx.db,
    )
    return { params: { id }, ...request }
  })
/** A fan with whom the sender has a conversation, the sender themselves, or no one. */
const aboutFan = (request: ApiRequest = {}): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'own' && !me) return undefined
    const fan = await buildUser(world.server.ctx)
    if (whose === 'theirs' && me) await buildConversation(world.server.ctx, me, fan)
    return { params: { id: whose === 'missing' ? unknownId : whose === 'own' ? me!.id : fan.id }, ...request }
  })
const messageOf = (make: (ids: { id: string; fileId: string }) => ApiRequest): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'own' && !me) return undefined
    return make(whose === 'missing' ? { id: unknownId, fileId: unknownId } : await sentMessage(world, me, whose))
  })
const changedComment = (request: ApiRequest = {}): Request =>
  about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'own' && !me) return undefined
    const under = await feed(world, performerBut(world, me))
    const id = whose === 'missing' ? unknownId : await comment(world, whose === 'own' ? me! : fanBut(world, me), under)
    return { params: { id }, ...request }
  })
/** The link sent to the current address of a user who is changing their email address. */
async function changeOfEmail({ server: { ctx } }: World): Promise<string> {
  const mover = await buildUser(ctx)
  const token = newSecret()
  await sql`INSERT INTO email_changes (account_id, session_id, present_email, new_email, present_hash, new_hash, expires_at)
    VALUES (${mover.id}, ${mover.sessionId}, ${mover.email}, ${`new-${mover.email}`}, ${sha256(token)}, ${sha256(newSecret())},
      app_now() + interval '30 minutes')`.execute(ctx.db)
  return token
}
/** The person who has just closed their account is in the cast again. */
async function reopened({ server: { ctx } }: World, me: Built | undefined): Promise<void> {
  if (me)
    await sql`UPDATE accounts SET status = 'active' FROM account_closings c
      WHERE c.account_id = accounts.id AND accounts.id = ${me.id} AND status = 'closing'`.execute(ctx.db)
}
const reaction = lockedFeed((objectId) => ({ body: { action: 'like', objectType: 'feed', objectId } }))

export const requests: Record<keyof Endpoints, Request> = {
  'POST /auth/login': plain(async ({ server }) => ({
    body: { username: (await buildUser(server.ctx, { password })).username, password },
  })),
  'POST /auth/logout': plain(),
  'POST /auth/token/login': plain(async ({ server, cast }) => ({
    body: { token: (await buildSession(server.ctx, cast.fan.id)).token },
    headers: { origin: 'http://localhost:80' },
  })),
  'GET /auth/usernames/:username': plain({ params: { username: 'noa.lindqvist' } }),
  'POST /auth/users/register': plain(() => ({ body: { ...person(), password, acceptTerms: true } })),
  'POST /auth/performers/register': plain(() => ({
    body: {
      ...person(),
      password,
      legalName: 'Noor Legal',
      dateOfBirth: '1991-02-03',
      country: 'DE',
      gender: 'female',
      acceptTerms: 'true',
    },
    files: { idFront: image, selfieWithId: image },
  })),
  'POST /auth/users/forgot': plain({ body: { email: 'missing@example.com' } }),
  'PUT /auth/users/reset': plain(async (world) => ({
    body: { token: await secret(world, 'reset_password'), password },
  })),
  'POST /auth/email-verification': plain(async (world) => ({ body: { token: await secret(world, 'verify_email') } })),
  'POST /auth/users/me/email': plain({ body: { email: 'moving@example.com' } }),
  'GET /auth/users/me/email': plain(),
  'DELETE /auth/users/me/email': plain(),
  'POST /auth/email-change': plain(async (world) => ({ body: { token: await changeOfEmail(world) } })),
  'POST /auth/email-change/refusal': plain(async (world) => ({ body: { token: await changeOfEmail(world) } })),
  'PUT /auth/users/me/password': plain({ body: { password } }),
  'PUT /auth/performers/me/password': plain({ body: { password } }),
  'GET /auth/sessions': plain(),
  'DELETE /auth/sessions': plain(),
  'DELETE /auth/sessions/:id': byId(async (world, of) => (await buildSession(world.server.ctx, of.id)).sessionId),
  'POST /auth/socket-ticket': plain(),
  'POST /auth/second-factor': plain(async ({ server: { ctx } }) => {
    const { id } = await buildUser(ctx)
    const [recoveryCode] = await makeRecoveryCodes(ctx, id)
    return { body: { challenge: await challengeOf(ctx, id), recoveryCode } }
  }),
  'POST /auth/second-factor/passkey': plain(async ({ server: { ctx } }) => ({
    body: { challenge: await challengeOf(ctx, (await buildUser(ctx)).id) },
  })),
  'GET /auth/second-factor': plain(),
  'GET /auth/confirmation': plain(),
  'POST /auth/confirmation/code': plain(async ({ server: { ctx } }, me) => {
    if (me) await withoutLocks(ctx, me)
    return {}
  }),
  'POST /auth/confirmation/passkey': plain(),
  'POST /auth/confirmation': plain(async ({ server: { ctx } }, me) => {
    passwordHash ??= await hashPassword({ password, hashed: false })
    if (me) await sql`UPDATE accounts SET password_hash = ${passwordHash} WHERE id = ${me.id}`.execute(ctx.db)
    return { body: { currentPassword: password } }
  }),
  'POST /auth/authenticator': plain(async ({ server: { ctx } }, me) => {
    if (me) await removeAuthenticator(ctx, me.id)
    return {}
  }),
  'PUT /auth/authenticator': plain(async ({ server: { ctx } }, me) => {
    if (!me) return { body: { code: '000000' } }
    // One account may appear in the cast under two names: the code of the first must remain valid.
    const begun = secrets.get(me.id) ?? (await freshSecret(ctx, me))
    secrets.set(me.id, begun)
    const epoch = Math.floor(ctx.clock.now().getTime() / 1000)
    return { body: { code: await generate({ secret: begun, epoch }) } }
  }),
  'DELETE /auth/authenticator': plain(),
  'POST /auth/recovery-codes': plain(async (world, me) => {
    if (me) await passkey(world, me)
    return {}
  }),
  'POST /auth/passkeys/options': plain(),
  'POST /auth/passkeys': plain(async ({ server: { ctx } }, me) => {
    const key = softPasskey()
    const options = await registrationOptions(ctx, party, {
      id: me?.id ?? unknownId,
      label: 'Noor',
      name: 'Noor',
    }).catch(() => undefined)
    return { body: { name: 'Phone', passkey: options ? key.create(options, party) : {} } }
  }),
  'PUT /auth/passkeys/:id': ofOwner((id) => ({ params: { id }, body: { name: 'Laptop' } }), passkey),
  'DELETE /auth/passkeys/:id': byId(passkey),
  'POST /auth/passkeys/challenge': plain(),
  'POST /auth/passkeys/login': plain(async ({ server: { ctx } }) => {
    const [{ id }, key] = [await buildUser(ctx), softPasskey()]
    const made = key.create(await registrationOptions(ctx, party, { id, label: 'Noor', name: 'Noor' }), party)
    await register(ctx, party, id, 'Phone', newPasskey.parse(made))
    return { body: { passkey: key.get(await signingOptions(ctx, party, null), party) } }
  }),

  'GET /age': plain(),
  'POST /age/declaration': plain({ body: { birthDate: '1990-05-06' } }),
  'POST /age/checks': plain({ body: { back: '/' } }),
  'POST /age/checks/result': plain(),
  'POST /auth/twitter/login': plain({ body: { role: 'user' } }),
  'POST /auth/twitter/callback': plain(async ({ server, peers }) => {
    if (!peers) return { body: { oauthToken: 'a', oauthVerifier: 'b' } }
    const begun = await api(server).post('/auth/twitter/login', {})
    const userId = String(Math.floor(Math.random() * 1e12))
    return { body: peers.twitter.allow(begun.body.data.url, { userId, screenName: 'noor' }), headers: cookiesOf(begun) }
  }),
  'POST /auth/google/login': plain({ body: { role: 'performer' } }),
  'POST /auth/google/token': plain(async ({ server, peers }) => {
    if (!peers) return { body: { code: 'a', state: 'b' } }
    const begun = await api(server).post('/auth/google/login', {})
    return { body: peers.google.consent(begun.body.data.url, { sub: randomUUID() }), headers: cookiesOf(begun) }
  }),
  'GET /auth/identities': plain(),
  'POST /auth/identities/:provider': plain({ params: { provider: 'google' }, body: {} }),
  'DELETE /auth/identities/:provider': plain(async ({ server }, me) => {
    if (me)
      await sql`INSERT INTO provider_identities (provider, subject, account_id)
        SELECT 'twitter', ${randomUUID()}, id FROM (VALUES (${me.id}::uuid)) AS one(id)
        ON CONFLICT DO NOTHING`.execute(server.ctx.db)
    return { params: { provider: 'twitter' } }
  }),
  'GET /users/me/terms': plain(),
  'POST /users/me/terms': plain({ body: { version: termsVersion } }),
  'POST /auth/users/me/completion': plain({ body: { acceptTerms: true } }),

  'GET /users/me': plain(),
  'GET /users/me/closing': plain(),
  'POST /users/me/closing': plain(async (world, me) => {
    await reopened(world, me)
    return { body: {} }
  }),
  'DELETE /users/me/closing': plain(),
  'GET /users/me/export': plain(),
  'POST /users/me/export': plain(async ({ server: { ctx } }, me) => {
    if (me) await sql`DELETE FROM data_exports WHERE account_id = ${me.id}`.execute(ctx.db)
    return { body: {} }
  }),
  'POST /users/me/export/address': plain(async ({ server: { ctx } }, me) => {
    if (me)
      await sql`INSERT INTO data_exports (account_id, status, progress, storage_key, bytes, ready_at, expires_at)
        VALUES (${me.id}, 'ready', 100, ${`exports/${randomUUID()}`}, 100, app_now(), app_now() + interval '7 days')`.execute(
        ctx.db,
      )
    return { body: {} }
  }),
  'PUT /users': plain({ body: { name: 'Noor' } }),
  'GET /users/search': plain({ query: { q: 'test' } }),
  'GET /users/view/:id': somePerformer((id) => ({ params: { id } })),
  'POST /users/avatar/upload': plain({ files: { avatar: image } }),
  'POST /users/:id/avatar/upload': ofOwner(
    (id) => ({ params: { id }, files: { avatar: image } }),
    async (_world, of) => of.id,
  ),

  'GET /performers/me': plain(),
  'PUT /performers/me': plain({ body: { bio: 'Clay.', links: [{ title: 'Shop', url: 'https://example.com' }] } }),
  'GET /performers/:id': somePerformer((id) => ({ params: { id } })),
  'GET /performers/user/search': plain({ query: { q: 'test' } }),
  'GET /performers/user/search/counts': plain({ query: { gender: 'female,male' } }),
  'GET /performers/search/random': plain(),
  'GET /performers/search/mentions': plain({ query: { usernames: 'valloyclay,none' } }),
  'GET /performers/search/suggested': plain(),
  'POST /search/keywords': plain({ body: { keyword: 'kiln' } }),
  'GET /search/list/keywords': plain(),
  'GET /search/suggestions': plain({ query: { q: 'te' } }),
  'GET /search/feeds': plain({ query: { q: 'test' } }),
  'GET /performers/top': plain(),
  'GET /performers/me/verification': plain(),
  'POST /performers/documents/upload': plain(async (world, me) => {
    if (isPerformer(world, me))
      await sql`UPDATE verifications SET status = 'rejected' WHERE performer_id = ${me.id} AND status = 'submitted'`.execute(
        world.server.ctx.db,
      )
    return { body: { legalName: 'Noor Legal' }, files: { idFront: image, selfieWithId: image } }
  }),
  'POST /performers/avatar/upload': plain({ files: { avatar: image } }),
  'POST /performers/cover/upload': plain({ files: { cover: image } }),
  'POST /performers/welcome-video/upload': plain({ files: { file: video } }),
  'DELETE /performers/welcome-video': plain(),
  'GET /performers/banking-settings': plain(),
  // The same values again change nothing, so every requester may send them.
  'PUT /performers/banking-settings': plain({
    body: {
      accountHolder: 'Noor Legal',
      bankName: 'Landbank',
      country: 'DE',
      currency: 'EUR',
      iban: 'DE89 3704 0044 0532 0130 00',
      version: 0,
    },
  }),
  'GET /performers/payment-gateway-settings': plain(),
  'PUT /performers/payment-gateway-settings': plain({
    body: { payoutMethod: 'manual', manual: { instructions: 'By cheque' }, version: 0 },
  }),
  'GET /stripe/accounts': plain(),
  'POST /stripe/accounts': plain(),
  'GET /admin/performers/:id/banking-settings': somePerformer((id) => ({
    params: { id },
    query: { reason: 'a payout' },
  })),

  'GET /admin/parked-events': plain(),
  'POST /admin/parked-events/retry': plain(),
  'GET /admin/payout-freeze': plain(),
  'POST /admin/payout-freeze': plain({ body: { reason: 'The bank called' } }),
  'POST /admin/payout-freeze/lift': plain(async ({ server }) => {
    await sql`INSERT INTO payout_freezes (reason) VALUES ('test') ON CONFLICT DO NOTHING`.execute(server.ctx.db)
    return { body: { reason: 'It was nothing' } }
  }),
  'GET /admin/accounts': plain({ query: { q: 'noor' } }),
  'GET /admin/accounts/:id': someAccount((id) => ({ params: { id } })),
  'POST /admin/accounts/:id/personal-data': someAccount((id) => ({ params: { id } })),
  'POST /admin/accounts/:id/notes': someAccount((id) => ({ params: { id }, body: { text: 'Wrote to us.' } })),
  'POST /admin/accounts/:id/suspension': someAccount((id) => ({ params: { id }, body: staffReason })),
  'POST /admin/accounts/:id/suspension/lift': someAccount(async (id, { server }) => {
    await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${id}`.execute(server.ctx.db)
    return { params: { id }, body: staffReason }
  }),
  'POST /admin/accounts/:id/sessions/end': someAccount((id) => ({ params: { id }, body: staffReason })),
  'POST /admin/accounts/:id/confirmation-mail': someAccount(async (id, { server }) => {
    await sql`UPDATE accounts SET email_verified_at = NULL WHERE id = ${id}`.execute(server.ctx.db)
    return { params: { id }, body: staffReason }
  }),
  'POST /admin/accounts/:id/second-factor-removal': someAccount(async (id, world) => {
    await passkeyRow(world, id)
    return { params: { id }, body: staffReason }
  }),
  'POST /admin/accounts/:id/second-factor-removal/approval': someAccount(async (id, world) => {
    await removalRow(world, id)
    return { params: { id } }
  }),
  'POST /admin/accounts/:id/second-factor-removal/withdrawal': someAccount(async (id, world) => {
    await removalRow(world, id)
    return { params: { id } }
  }),
  'POST /auth/second-factor-removal/refusal': plain(async (world) => ({
    body: { token: await removalRow(world, (await buildUser(world.server.ctx)).id) },
  })),
  'GET /admin/audit': plain(),
  'GET /admin/audit/export': plain({ query: { action: 'account.noted' } }),
  'GET /admin/verifications': plain(),
  'GET /admin/verifications/:id': someReview(({ id }) => ({ params: { id } })),
  'GET /admin/verifications/:id/documents/:documentId': about(['missing', 'mismatched'], async (world, _me, whose) => {
    const { id } = await review(world)
    const documentId = whose === 'missing' ? unknownId : (await review(world)).documentId
    return { params: { id, documentId }, query: { reason: 'a look' } }
  }),
  'POST /admin/verifications/:id/claim': someReview(({ id }) => ({ params: { id }, body: { takeOver: true } })),
  'POST /admin/verifications/:id/approval': about(['theirs', 'missing'], async (world, me, whose) => {
    const { id, documentId } = await review(world)
    await logAccess(world, me, 'verification.claimed', { type: 'verification', id })
    await logAccess(world, me, 'verification.document_viewed', { type: 'verification_document', id: documentId })
    const body = { reason: 'fine', documentExpiresOn: '2040-01-01' }
    return { params: { id: whose === 'missing' ? unknownId : id }, body }
  }),
  'DELETE /admin/verifications/:id/approval': about(['theirs', 'missing'], async (world, me, whose) => {
    const { id } = await review(world)
    await sql`UPDATE verifications SET status = 'approved', decided_by = ${me?.id ?? null}, decided_at = app_now() WHERE id = ${id}`.execute(
      world.server.ctx.db,
    )
    await logAccess(world, me, 'verification.approved', { type: 'verification', id }, approvalState)
    return { params: { id: whose === 'missing' ? unknownId : id } }
  }),
  'POST /admin/verifications/:id/rejection': someReview(({ id }) => ({ params: { id }, body: { reason: 'blurred' } })),
  'POST /admin/verifications/:id/revocation': about(['theirs', 'missing'], async (world, _me, whose) => {
    const performer = await buildPerformer(world.server.ctx)
    const id = await insert(world, sql`SELECT id FROM verifications WHERE performer_id = ${performer.id}`)
    return { params: { id: whose === 'missing' ? unknownId : id }, body: { reason: 'not who they said' } }
  }),
  'POST /admin/verifications/:id/request-for-more': someReview(({ id }) => ({
    params: { id },
    body: { fieldReasons: { id_front: 'Too dark.' } },
  })),

  'POST /performer/participants': plain(async () => ({
    body: { name: 'Ines', email: `guest-${newId()}@example.com` },
  })),
  'GET /performer/participants': plain({ query: { q: 'ines', status: 'invited' } }),
  'POST /performer/participants/:id/invitation': ofPerformer((_world, id) => ({ params: { id } }), guest),
  'DELETE /performer/participants/:id': ofPerformer((_world, id) => ({ params: { id } }), guest),
  'POST /performer/fan-lists': plain({ body: { name: 'Friends' } }),
  'GET /performer/fan-lists': plain(),
  'PUT /performer/fan-lists/:id': ofPerformer((_world, id) => ({ params: { id }, body: { name: 'Family' } }), fanList),
  'DELETE /performer/fan-lists/:id': ofPerformer((_world, id) => ({ params: { id } }), fanList),
  'GET /performer/fan-lists/:id/members': ofPerformer((_world, id) => ({ params: { id } }), fanList),
  'POST /performer/fan-lists/:id/members': ofPerformer(async ({ server: { ctx } }, id, owner) => {
    const fan = await buildUser(ctx)
    await buildFollow(ctx, fan, owner)
    return { params: { id }, body: { username: fan.username } }
  }, fanList),
  'POST /performer/fan-lists/:id/people': ofPerformer(async ({ server: { ctx } }, id, owner) => {
    const fan = await buildUser(ctx)
    await buildFollow(ctx, fan, owner)
    return { params: { id }, body: { ids: [fan.id] } }
  }, fanList),
  'GET /performer/audience': plain({ query: { q: 'no' } }),
  'GET /performer/audience/total': plain({ query: { q: 'no' } }),
  'GET /performer/audience/groups': plain(),
  'GET /performer/audience/days': plain(),
  'GET /performer/audience/people/:username': about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'own' && !me) return undefined
    const fan = await buildUser(world.server.ctx)
    if (whose === 'theirs' && me) await buildFollow(world.server.ctx, fan, me)
    const { username } = whose === 'own' ? me! : fan
    return { params: { username: whose === 'missing' ? 'nobody_here' : username } }
  }),
  'DELETE /performer/fan-lists/:id/members/:accountId': ofPerformer(async ({ server: { ctx } }, id) => {
    const { id: accountId } = await buildUser(ctx)
    if (id !== unknownId)
      await sql`INSERT INTO fan_list_members (list_id, account_id) VALUES (${id}, ${accountId})`.execute(ctx.db)
    return { params: { id, accountId } }
  }, fanList),
  'GET /performer/fan-list-candidates': plain({ query: { q: 'no' } }),
  'GET /performer/consent-requests': plain(),
  'POST /performer/consent-requests/:id/signature': consentRequest((id) => ({ params: { id }, body: { agree: true } })),
  'POST /performer/consent-requests/:id/withdrawal': consentRequest((id) => ({ params: { id } })),
  'GET /consents/:token': plain(async ({ server: { ctx }, cast }) => ({
    params: { token: (await buildParticipant(ctx, cast.performer)).secret },
  })),
  'POST /consents/:token/signature': plain(async ({ server: { ctx }, cast }) => {
    const { secret, code } = await buildParticipant(ctx, cast.performer)
    return {
      params: { token: secret },
      body: { code, legalName: 'Ines Prado', dateOfBirth: '1991-02-03', agree: 'true' },
      files: { idFront: image, selfieWithId: image },
    }
  }),
  'POST /consents/:token/withdrawal': plain(async ({ server: { ctx }, cast }) => ({
    params: { token: (await buildParticipant(ctx, cast.performer, { status: 'verified' })).lasting },
  })),
  'GET /admin/consents': plain({ query: { status: 'signed' } }),
  'GET /admin/consents/:id': consent('signed', (id) => ({ params: { id } })),
  'GET /admin/consents/:id/documents/:documentId': about(['missing', 'mismatched'], async (world, _me, whose) => {
    const build = () => buildParticipant(world.server.ctx, world.cast.performer, { status: 'signed' })
    const documentId = whose === 'missing' ? unknownId : (await build()).documentId
    return { params: { id: (await build()).id, documentId }, query: { reason: 'a look' } }
  }),
  'POST /admin/consents/:id/approval': consent('signed', async (id, documentId, world, me) => {
    await logAccess(world, me, 'consent.document_viewed', { type: 'participant_document', id: documentId })
    return { params: { id } }
  }),
  'POST /admin/consents/:id/rejection': consent('signed', (id) => ({ params: { id }, body: { reason: 'blurred' } })),
  'POST /admin/consents/:id/revocation': consent('verified', (id) => ({
    params: { id },
    body: { reason: 'at their own request' },
  })),

  'GET /performer/earning/stats': plain(),
  'GET /performer/earning/search': plain(),
  'GET /performer/earning/statements': plain(),
  'GET /performer/earning/statements/:month': plain({ params: { month: new Date().toISOString().slice(0, 7) } }),
  'GET /performer/plans': plain(),
  'PUT /performer/plans': plain({ body: { plans: [{ type: 'free', name: 'Open studio', perks: [], active: true }] } }),
  'GET /subscriptions/user/search': plain(),
  'GET /subscriptions/performer/search': plain(),

  'GET /performer/feeds': plain(),
  'POST /performer/feeds': about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'own' && !isPerformer(world, me)) return undefined
    const fileId = whose === 'missing' ? unknownId : await file(world, whose === 'own' ? me! : performerBut(world, me))
    return { body: { type: 'photo', text: 'New work', fileIds: [fileId] } }
  }),
  'POST /performer/feeds/polls': plain({ body: { question: 'Which?', options: ['This', 'That'] } }),
  'GET /performer/feeds/:id': ofPerformer((_world, id) => ({ params: { id } })),
  'PUT /performer/feeds/:id': ofPerformer((_world, id) => ({ params: { id }, body: { text: 'Better words' } })),
  'DELETE /performer/feeds/:id': ofPerformer((_world, id) => ({ params: { id } })),
  'POST /performer/feeds/photo/upload': plain({ files: { file: image } }),
  'POST /performer/feeds/video/upload': plain({ files: { file: video } }),
  'POST /performer/feeds/audio/upload': plain({ files: { file: audio } }),
  'POST /performer/feeds/thumbnail/upload': plain({ files: { file: image } }),
  'POST /performer/feeds/teaser/upload': plain({ files: { file: video } }),

  'POST /uploads': plain({
    headers: { ...tus, 'upload-length': '1000', 'upload-metadata': `type ${btoa('feed-photo')}` },
  }),
  'HEAD /uploads/:id': ofPerformer((_world, id) => ({ params: { id }, headers: tus }), upload),
  'PATCH /uploads/:id': ofPerformer(
    (_world, id) => ({
      params: { id },
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: Buffer.from('ab'),
    }),
    upload,
  ),
  'DELETE /uploads/:id': ofPerformer((_world, id) => ({ params: { id }, headers: tus }), upload),
  'GET /performer/files': plain(),
  'GET /performer/files/summary': plain(),
  'GET /performer/files/:id/download-link': ofPerformer((_world, id) => ({ params: { id } }), file),
  'PUT /performer/files/:id': ofPerformer((_world, id) => ({ params: { id }, body: { name: 'kiln.jpg' } }), file),
  'DELETE /performer/files/:id': ofPerformer((_world, id) => ({ params: { id } }), file),
  'POST /performer/files/deletion': plain({ body: { ids: [unknownId] } }),
  'GET /performer/access-preview': plain({ query: { type: 'paid' } }),
  'PUT /performer/items': plain({ body: { ids: [unknownId], changes: { status: 'archived' } } }),
  'POST /performer/items/deletion': plain({ body: { ids: [unknownId] } }),

  'POST /performer/performer-assets/galleries': about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    const owner = whose === 'own' ? me : performerBut(world, me)
    if (!isPerformer(world, owner)) return undefined
    return { body: { title: 'Kiln', fileIds: [whose === 'missing' ? unknownId : await file(world, owner)] } }
  }),
  'GET /performer/performer-assets/galleries/search': plain(),
  'GET /performer/performer-assets/galleries/:id/view': ofPerformer((_world, id) => ({ params: { id } }), gallery),
  'PUT /performer/performer-assets/galleries/:id': ofPerformer(
    (_world, id) => ({ params: { id }, body: { title: 'Better words' } }),
    gallery,
  ),
  'DELETE /performer/performer-assets/galleries/:id': ofPerformer((_world, id) => ({ params: { id } }), gallery),
  'GET /performer-assets/galleries/search': plain(),
  'GET /performer-assets/galleries/:id': lockedGallery((id) => ({ params: { id } })),
  'POST /performer-assets/galleries/:id/view': lockedGallery((id) => ({ params: { id } })),
  'GET /performer-assets/photos': lockedGallery((galleryId) => ({ query: { galleryId } })),
  'GET /performer-assets/photos/:performerId': about(['theirs', 'missing'], (world, me, whose) => ({
    params: { performerId: whose === 'missing' ? unknownId : performerBut(world, me).id },
  })),
  'GET /performer/performer-assets/photos/search': plain(),
  'PUT /performer/performer-assets/photos/:id': ofPerformer(
    (_world, id) => ({ params: { id }, body: { title: 'First light' } }),
    photo,
  ),
  'DELETE /performer/performer-assets/photos/:id': ofPerformer((_world, id) => ({ params: { id } }), photo),
  'POST /performer/performer-assets/photos/set-cover/:id': ofPerformer((_world, id) => ({ params: { id } }), photo),
  'POST /performer/performer-assets/photos/upload': ofPerformer(
    (_world, galleryId) => ({ body: { galleryId }, files: { photo: image } }),
    gallery,
  ),
  'GET /reactions/galleries/bookmark': plain(),

  'GET /user/home': plain(),
  'GET /user/not-interested': plain(),
  'POST /user/not-interested': somePerformer((id) => ({ body: { type: 'performer', id } })),
  'DELETE /user/not-interested/:id': somePerformer((id) => ({ params: { id } })),
  'GET /user/feeds': plain(),
  'GET /user/feeds/:id': lockedFeed((id) => ({ params: { id } })),
  'GET /user/feeds/search/:username': about(['theirs', 'missing'], (world, me, whose) => ({
    params: { username: whose === 'missing' ? 'not_a_soul' : performerBut(world, me).username },
  })),
  'GET /user/feeds/:id/file/:fileId/status': about(
    ['own', 'theirs', 'missing', 'mismatched'],
    async (world, me, whose) => {
      const owner = whose === 'own' ? me : performerBut(world, me)
      if (!isPerformer(world, owner)) return undefined
      const { id, fileId } = await photoFeed(world, owner)
      const other = whose === 'mismatched' ? (await photoFeed(world, owner)).fileId : unknownId
      return { params: { id, fileId: whose === 'missing' || whose === 'mismatched' ? other : fileId } }
    },
  ),
  'POST /user/feeds/vote/:id': about(['own', 'theirs', 'missing', 'mismatched'], async (world, me, whose) => {
    const owner = whose === 'own' ? me : performerBut(world, me)
    if (!isPerformer(world, owner)) return undefined
    const { itemId, optionId } = await poll(world, owner, 'subscribers')
    const taken = whose === 'mismatched' ? (await poll(world, owner)).optionId : optionId
    return { params: { id: whose === 'missing' ? unknownId : itemId }, body: { optionId: taken } }
  }),
  'GET /files/:id/status': byId(file),
  'PUT /files/:id': ofOwner((id) => ({ params: { id }, body: { alt: 'A bowl with a blue glaze.' } }), file),
  'GET /files/:id/captions/:locale': ofOwner((id) => ({ params: { id, locale: 'en-US' } }), captioned),
  'PUT /files/:id/captions/:locale': ofOwner(
    (id) => ({ params: { id, locale: 'ja' }, body: { label: 'English', vtt } }),
    captioned,
  ),
  'DELETE /files/:id/captions/:locale': ofOwner((id) => ({ params: { id, locale: 'en-US' } }), captioned),

  'POST /performer/performer-assets/videos/upload': about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'own' && !isPerformer(world, me)) return undefined
    const of = whose === 'own' ? me! : performerBut(world, me)
    const videoId = whose === 'missing' ? unknownId : await buildFile(world.server.ctx, of, { purpose: 'feed-video' })
    return { body: { title: 'New work', videoId } }
  }),
  'PUT /performer/performer-assets/videos/edit/:id': ofPerformer(
    (_world, id) => ({ params: { id }, body: { text: 'Better words' } }),
    videoItem,
  ),
  'GET /performer/performer-assets/videos/search': plain(),
  'GET /performer/performer-assets/videos/:id/view': ofPerformer((_world, id) => ({ params: { id } }), videoItem),
  'DELETE /performer/performer-assets/videos/:id': ofPerformer((_world, id) => ({ params: { id } }), videoItem),
  'DELETE /performer/performer-assets/videos/remove-file/:id': ofPerformer(
    (_world, id) => ({ params: { id }, query: { type: 'teaser' } }),
    videoItem,
  ),
  'GET /performer-assets/videos/search': plain(),
  'GET /performer-assets/videos/:id': lockedVideo((id) => ({ params: { id } })),
  'GET /performer-assets/videos/:id/related': lockedVideo((id) => ({ params: { id } })),
  'GET /performer-assets/videos/:id/download-link': lockedVideo((id) => ({ params: { id } })),
  'PUT /performer-assets/videos/:id/position': lockedVideo((id) => ({ params: { id }, body: { seconds: 30 } })),
  'POST /performer-assets/videos/:id/view': lockedVideo((id) => ({ params: { id } })),
  'GET /performer-assets/videos/:id/file/:fileId/status': about(
    ['own', 'theirs', 'missing', 'mismatched'],
    async (world, me, whose) => {
      const owner = whose === 'own' ? me : performerBut(world, me)
      if (!isPerformer(world, owner)) return undefined
      const made = async () => {
        const fileId = await buildFile(world.server.ctx, owner, { purpose: 'feed-video' })
        return { id: await buildVideo(world.server.ctx, owner, { fileId }), fileId }
      }
      const { id, fileId } = await made()
      const other = whose === 'mismatched' ? (await made()).fileId : unknownId
      return { params: { id, fileId: whose === 'missing' || whose === 'mismatched' ? other : fileId } }
    },
  ),
  'GET /reactions/videos/bookmark': plain(),

  'GET /comments': lockedFeed((itemId) => ({ query: { itemId } })),
  'POST /comments': about(['own', 'theirs', 'missing', 'mismatched'], async (world, me, whose) => {
    const owner = whose === 'own' ? me : performerBut(world, me)
    if (!isPerformer(world, owner)) return undefined
    const itemId = whose === 'missing' ? unknownId : await feed(world, owner, 'subscribers')
    const elsewhere = whose === 'mismatched' && (await comment(world, owner, await feed(world, owner)))
    return { body: { itemId, text: 'Well made.', ...(elsewhere && { parentId: elsewhere }) } }
  }),
  'GET /comments/:id/thread': changedComment(),
  'PUT /comments/:id': changedComment({ body: { text: 'Very well made.' } }),
  'POST /comments/:id': changedComment({ body: { text: 'Very well made.' }, files: { file: image } }),
  'DELETE /comments/:id': changedComment(),
  'POST /reactions': reaction,
  'DELETE /reactions': reaction,
  'GET /reactions/feeds/bookmark': plain(),
  'GET /reactions/performers/bookmark': plain(),
  'GET /reactions/:type/bookmark': plain({ params: { type: 'photos' } }),

  'GET /notifications': plain(),
  'GET /notifications/unread-total': plain(),
  'POST /notifications/read': plain({ body: { ids: [unknownId] } }),
  'GET /notifications/preferences': plain(),
  'PUT /notifications/preferences': plain({
    body: { topics: { posts: { email: true } }, quietHours: { isOn: true, from: '22:00' } },
  }),
  'GET /notifications/push-key': plain(),
  'POST /notifications/push-subscriptions': plain(() => ({
    body: { endpoint: `https://push.example.com/${newId()}`, keys: pushKeys },
  })),
  'DELETE /notifications/push-subscriptions': plain({ body: { endpoint: 'https://push.example.com/none' } }),
  'POST /notifications/push-test': plain(),
  'GET /notifications/unsubscribe': plain(({ server, cast }) => ({
    query: { token: unsubscribeToken(server.ctx, cast.fan.id, 'comments') },
  })),
  'POST /notifications/unsubscribe': plain(({ server, cast }) => ({
    body: { token: unsubscribeToken(server.ctx, cast.fan.id, 'comments') },
  })),

  'POST /follows/:id': somePerformer((id) => ({ params: { id } })),
  'DELETE /follows/:id': somePerformer((id) => ({ params: { id } })),
  'GET /follows/followers': plain(),
  'GET /follows/following': plain(),

  'POST /addresses/create': plain(() => ({ body: shippingAddress })),
  'GET /addresses/search': plain(),
  'PUT /addresses/:id': ofOwner((id) => ({ params: { id }, body: shippingAddress }), addressRow),
  'POST /addresses/:id': ofOwner((id) => ({ params: { id }, body: shippingAddress }), addressRow),
  'DELETE /addresses/:id': byId(addressRow),

  'POST /payout-requests/calculate': plain({ body: {} }),
  'GET /payout-requests/search': plain(),
  'POST /payout-requests': plain(async (world, me) => {
    if (isPerformer(world, me)) {
      await sql`UPDATE payouts SET status = 'rejected' WHERE performer_id = ${me.id}`.execute(world.server.ctx.db)
      await sql`DELETE FROM payout_details WHERE performer_id = ${me.id}`.execute(world.server.ctx.db)
      await buildBankDetails(world.server.ctx, me)
      await sql`UPDATE performers SET payouts_frozen_until = NULL WHERE account_id = ${me.id}`.execute(
        world.server.ctx.db,
      )
    }
    if (me && [world.cast.performer.id, world.cast.otherPerformer.id].includes(me.id))
      await buildEarning(world.server, me, 1000)
    return { body: { note: 'For the kiln' } }
  }),
  'PUT /payout-requests/:id': payoutOf((id) => ({ params: { id }, body: { note: 'For the new kiln' } })),
  'GET /payout-requests/:id/view': payoutOf((id) => ({ params: { id } })),
  'GET /payout-requests/check/pending-review': plain(),
  'GET /admin/payouts': plain(),
  'GET /admin/payouts/:id': staffPayout('pending'),
  'POST /admin/payouts/:id/approval': staffPayout('pending'),
  'DELETE /admin/payouts/:id/approval': staffPayout('approved'),
  'POST /admin/payouts/:id/rejection': staffPayout('pending', { body: { reason: 'The name is wrong.' } }),
  'POST /admin/payouts/:id/payment': staffPayout('approved'),
  'POST /admin/payouts/:id/outcome': staffPayout('processing', { body: { outcome: 'paid', reference: '4711' } }),
  'POST /admin/payouts/:id/reversal': staffPayout('paid', { body: { reason: 'Returned by the bank' } }),
  'GET /admin/order-cases': plain(),
  'GET /admin/order-cases/:id': orderCase(),
  'POST /admin/order-cases/:id/decision': orderCase({
    decision: 'split',
    tokens: 5,
    statement: 'Both of you bear a part.',
  }),
  'GET /admin/disputes': plain(),
  'GET /admin/revenue': plain(),
  'GET /admin/decisions': plain(),
  'POST /admin/disputes/:id/review': about(['theirs', 'missing'], async ({ server, cast }, _me, whose) => {
    const id = newId()
    if (whose === 'theirs') {
      await sql`INSERT INTO payment_transactions (id, account_id, purpose, amount, currency, tokens, gateway, status, key, body_hash)
        VALUES (${id}, ${cast.fan.id}, 'top_up', 500, 'USD', 5000, 'test', 'dispute_lost', ${id}, '\\x00')`.execute(
        server.ctx.db,
      )
      await sql`INSERT INTO disputes (id, account_id, status, tokens, from_wallet, held, blocks_paying)
        VALUES (${id}, ${cast.fan.id}, 'lost', 5000, 5000, 0, false)`.execute(server.ctx.db)
    }
    return { params: { id }, body: { allowPaying: true, note: 'They called us.' } }
  }),
  'GET /block/users': plain(),
  'POST /block/users': about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'own' && !me) return undefined
    const userId = whose === 'own' ? me!.id : whose === 'missing' ? unknownId : (await buildUser(world.server.ctx)).id
    return { body: { userId, reason: 'rude' } }
  }),
  'GET /block/users/:id/effects': about(['theirs', 'missing'], (_world, _me, whose) => ({
    params: { id: whose === 'missing' ? unknownId : newId() },
  })),
  'DELETE /block/users/:id': about(['theirs', 'missing'], (_world, _me, whose) => ({
    params: { id: whose === 'missing' ? unknownId : newId() },
  })),
  'GET /block/countries': plain(),
  'GET /block/countries/effects': plain({ query: { countries: 'NL' } }),
  'POST /block/countries': plain({ body: { countries: ['NL'] } }),
  'GET /block/countries/check': plain(({ cast }) => ({ query: { performerId: cast.performer.username } })),

  'GET /wallet/charges/search': plain(),
  'GET /package/token/search': plain(),
  'POST /wallet/charges/tip/:id': somePerformer((id) => ({
    params: { id },
    body: { tokens: 25, note: 'For the light' },
  })),
  'POST /wallet/charges/feed/:id': forSale(feed),
  'POST /wallet/charges/stream/:id': forSale(ticketShow),
  'POST /wallet/charges/gallery/:id': forSale(gallery),
  'POST /wallet/charges/message/:id': about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'missing') return { params: { id: unknownId } }
    const sender = whose === 'own' ? me : performerBut(world, me)
    if (!isPerformer(world, sender)) return undefined
    const other = me && me.id !== sender.id ? me : world.cast.fan
    return { params: { id: (await photoMessage(world, sender, other, 500n)).id } }
  }),

  'GET /conversations': plain(),
  'GET /conversations/search': plain({ query: { q: 'noor' } }),
  'POST /conversations': about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'own' && !me) return undefined
    const sourceId = whose === 'missing' ? unknownId : whose === 'own' ? me!.id : performerBut(world, me).id
    // Opening goes on with what exists, while this is about who may begin one.
    if (whose === 'theirs')
      await sql`DELETE FROM conversations WHERE ${sourceId}::uuid IN (low_id, high_id) AND ${me?.id ?? null}::uuid IN (low_id, high_id)`.execute(
        world.server.ctx.db,
      )
    return { body: { source: 'performer', sourceId } }
  }),
  'GET /conversations/:id': talkOf((id) => ({ params: { id } })),
  'PUT /conversations/:id/preferences': talkOf((id) => ({ params: { id }, body: { isMuted: true } })),
  'POST /performer/broadcasts': plain(async ({ server }) => {
    // Those that were made for other requests do not count towards the limit of a day.
    await sql`UPDATE broadcasts SET created_at = created_at - interval '2 days'`.execute(server.ctx.db)
    return { body: { text: 'The kiln is open.', include: [{ kind: 'followers' }] } }
  }),
  'POST /performer/broadcasts/preview': plain({
    body: { include: [{ kind: 'subscribers' }], exclude: [{ kind: 'buyers' }] },
  }),
  'GET /performer/broadcasts': plain(),
  'PUT /performer/broadcasts/:id': broadcast('scheduled', {
    body: { text: 'The kiln is open.', include: [{ kind: 'followers' }], publishAt: '2999-01-01T00:00:00Z' },
  }),
  'DELETE /performer/broadcasts/:id': broadcast('scheduled'),
  'POST /performer/broadcasts/:id/unsend': broadcast('sent'),
  'GET /performer/message-settings': plain(),
  'PUT /performer/message-settings': plain({ body: { whoMayWrite: 'everyone', welcomeEnabled: true } }),
  'GET /performer/fans/:id/note': aboutFan(),
  'PUT /performer/fans/:id/note': aboutFan({ body: { text: 'Likes celadon.' } }),
  'POST /streaming/live': plain({ body: { title: 'Centring clay', type: 'public' } }),
  'PUT /streaming/live/:id': ofPerformer((_world, id) => ({ params: { id }, body: { status: 'away' } }), openStream),
  // Refused to all alike: the site streams with its own engine.
  'POST /streaming/agora/token': ofPerformer((_world, id) => ({ body: { id } }), openStream),
  'PUT /streaming/update': aboutOwnStream({ body: { title: 'Trimming' } }),
  'PUT /streaming/set-duration': aboutOwnStream({ body: {} }),
  'GET /streaming/:id/poll': ofPerformer((_world, id) => ({ params: { id } }), openStream),
  'POST /streaming/:id/poll': ofPerformer(async ({ server }, id) => {
    // There is one at a time.
    await sql`UPDATE stream_polls SET ended_at = app_now() WHERE stream_id = ${id} AND ended_at IS NULL`.execute(
      server.ctx.db,
    )
    return { params: { id }, body: { question: 'Which glaze?', options: ['Celadon', 'Shino'], seconds: 60 } }
  }, openStream),
  'PUT /streaming/polls/:id/vote': pollOf((id) => ({ params: { id }, body: { choice: 1 } })),
  'PUT /streaming/polls/:id/end': pollOf((id) => ({ params: { id } })),
  'GET /streaming/schedule': plain(),
  'POST /streaming/schedule': plain(async (world, me) => {
    // There is always room for one more.
    if (me) await sql`DELETE FROM scheduled_streams WHERE performer_id = ${me.id}`.execute(world.server.ctx.db)
    return { body: { title: 'Kiln, opened live', type: 'public', startsAt: tomorrowOf(world), minutes: 60 } }
  }),
  'PUT /streaming/schedule/:id': ofPerformer((_world, id) => ({ params: { id }, body: { minutes: 90 } }), announced),
  'DELETE /streaming/schedule/:id': ofPerformer((_world, id) => ({ params: { id } }), announced),
  'POST /streaming/schedule/:id/reminder': ofPerformer((_world, id) => ({ params: { id } }), announced),
  'DELETE /streaming/schedule/:id/reminder': ofPerformer((_world, id) => ({ params: { id } }), announced),
  'GET /streaming/schedule/:id/calendar': ofPerformer((_world, id) => ({ params: { id } }), announced),
  'GET /streaming/schedule/performer/:id/calendar': ofPerformer(
    (_world, id) => ({ params: { id } }),
    async (_world, of) => of.id,
  ),
  'GET /streaming/key': plain(),
  'POST /streaming/key': plain(),
  'GET /streaming/room-keys': plain(),
  'POST /streaming/room-keys/:kind': plain({ params: { kind: 'feed' } }),
  'DELETE /streaming/room-keys/:kind': plain({ params: { kind: 'feed' } }),
  'GET /streaming/menu': plain(),
  'PUT /streaming/menu': plain({ body: { menu: [] } }),
  'GET /streaming/:id/markers': ofPerformer((_world, id) => ({ params: { id } }), openStream),
  'POST /streaming/:id/markers': ofPerformer(async ({ server }, id) => {
    // There is always room for one more, and video has come.
    await sql`DELETE FROM stream_markers WHERE stream_id = ${id}`.execute(server.ctx.db)
    await sql`UPDATE streams SET started_at = app_now() WHERE id = ${id}`.execute(server.ctx.db)
    return { params: { id }, body: { label: 'The glaze' } }
  }, openStream),
  'DELETE /streaming/markers/:id': ofPerformer(
    (_world, id) => ({ params: { id } }),
    async (world, of) => {
      const id = newId()
      await sql`INSERT INTO stream_markers (id, stream_id, label) VALUES (${id}, ${await openStream(world, of)}, '')`.execute(
        world.server.ctx.db,
      )
      return id
    },
  ),
  'GET /streaming/abilities': aboutOwnStream({}),
  'GET /streaming/input': aboutOwnStream({}),
  'GET /streaming/recordings': plain(),
  'POST /streaming/recordings/:id/publish': ofPerformer((_world, id) => ({ params: { id }, body: {} }), recording),
  'PUT /streaming/recordings/:id/trim': ofPerformer(
    (_world, id) => ({ params: { id }, body: { from: 0, to: 3 } }),
    recording,
  ),
  'DELETE /streaming/recordings/:id': ofPerformer((_world, id) => ({ params: { id } }), recording),
  'GET /streaming/replays/:id': lockedItem(replay)((id) => ({ params: { id } })),
  'GET /streaming/replays/:id/chat': lockedItem(replay)((id) => ({ params: { id } })),
  'GET /streaming/orders': plain(),
  'PUT /streaming/orders/:id': ofPerformer(
    (_world, id) => ({ params: { id }, body: { status: 'done' } }),
    async (world, of) => {
      const id = newId()
      await sql`INSERT INTO tip_orders (id, performer_id, user_id, title, tokens)
        VALUES (${id}, ${of.id}, ${world.cast.otherFan.id}, 'Dance', 5000)`.execute(world.server.ctx.db)
      return id
    },
  ),
  'GET /streaming/join/:id': ofPerformer((_world, id) => ({ params: { id } }), openStream),
  'GET /streaming/user/search': plain(),
  'POST /streaming/private-requests': ofPerformer(
    (_world, performerId) => ({ body: { performerId, expectedPrice: 1 } }),
    liveWithShows,
  ),
  'PUT /streaming/private-requests/:conversationId': showOf((conversationId) => ({
    params: { conversationId },
    body: { status: 'cancelled' },
  })),
  'POST /streaming/group-shows': ofPerformer(
    (_world, performerId) => ({ body: { performerId, expectedPrice: 1 } }),
    liveWithShows,
  ),
  'POST /streaming/group-shows/start': plain(async (world, me) => {
    if (isPerformer(world, me)) await waitedFor(world, me)
    return {}
  }),
  'PUT /streaming/group-shows/:id': ofPerformer(
    (_world, id) => ({ params: { id }, body: { status: 'ended' } }),
    groupShowOf,
  ),
  'GET /streaming/group-shows/:id/join': ofPerformer((_world, id) => ({ params: { id } }), groupShowOf),
  'GET /streaming/group-shows/:id/messages': ofPerformer((_world, id) => ({ params: { id } }), groupShowOf),
  'POST /streaming/group-shows/:id/messages': ofPerformer(
    (_world, id) => ({ params: { id }, body: { text: 'Hello', clientId: newId() } }),
    groupShowOf,
  ),
  'GET /streaming/private-requests': plain(),
  'GET /streaming/private-requests/:conversationId/join': showOf((conversationId) => ({
    params: { conversationId },
  })),
  'GET /streaming/ticket-shows': plain(),
  'GET /streaming/ticket-shows/:id': ofPerformer((_world, id) => ({ params: { id } }), ticketShow),
  'GET /streaming/ticket-shows/:id/calendar': ofPerformer((_world, id) => ({ params: { id } }), ticketShow),
  'POST /streaming/ticket-shows': plain({
    body: {
      title: 'The winter kiln',
      startsAt: new Date(Date.now() + 2 * 86_400_000).toISOString(),
      minutes: 90,
      price: 150,
      seats: 120,
    },
  }),
  'PUT /streaming/ticket-shows/:id': ofPerformer((_world, id) => ({ params: { id }, body: { seats: 80 } }), ticketShow),
  'POST /streaming/ticket-shows/:id/cancel': ofPerformer(
    (_world, id) => ({ params: { id }, body: { reason: 'A brick fell in.' } }),
    ticketShow,
  ),
  'POST /streaming/ticket-shows/:id/return': about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'missing') return { params: { id: unknownId } }
    if (whose === 'own' && !me) return undefined
    const { ctx } = world.server
    const id = await ticketShow(world, await buildPerformer(ctx))
    const paid = await payer(world.server, await buildFan(ctx, 100)).keyed(`/wallet/charges/stream/${id}`, {})
    if (whose === 'own')
      await sql`UPDATE purchases SET account_id = ${me!.id} WHERE charge_id = ${paid.body.data._id as string}`.execute(
        ctx.db,
      )
    return { params: { id } }
  }),
  'GET /conversations/stream/performer/:id': publicChat(),
  'PUT /conversations/stream/:id/update': publicChat({ body: { slowModeSeconds: 0, whoMayWrite: 'everyone' } }),
  'GET /messages/stream/:id': publicChat(),
  'GET /messages/conversations/public/:id': publicChat(),
  'POST /messages/stream/:id': publicChat({ body: { text: 'The kiln is still warm.' } }),
  'DELETE /messages/stream/:id/remove-all-message': publicChat(),
  'DELETE /messages/stream/:id': publicChat(),
  'PUT /conversations/stream/:id/pinned': publicChat({ body: { messageId: null } }),
  'GET /conversations/stream/:id/people': publicChat({ query: { standing: 'banned' } }),
  'PUT /conversations/stream/:id/people/:userId': roomPerson({ body: { standing: 'muted', muteFor: 'hour' } }),
  'DELETE /conversations/stream/:id/people/:userId': roomPerson(),
  'GET /messages/stream/:id/held': publicChat(),
  'POST /messages/stream/:id/held/:messageId/approve': heldMessage((id, messageId) => ({ params: { id, messageId } })),
  'DELETE /messages/stream/:id/held/:messageId': heldMessage((id, messageId) => ({ params: { id, messageId } })),
  'GET /messages/search': plain({ query: { q: 'kiln' } }),
  'GET /messages/conversations/:id': talkOf((id) => ({ params: { id } })),
  'POST /messages/conversations/:id': talkOf((id) => ({ params: { id }, body: { text: 'The kiln is still warm.' } })),
  'DELETE /messages/:id': messageOf(({ id }) => ({ params: { id } })),
  'GET /messages/total-unread-messages': plain(),
  'POST /messages/read-all/:id': talkOf((id) => ({ params: { id } })),
  'GET /messages/:id/file/:fileId/status': messageOf(({ id, fileId }) => ({ params: { id, fileId } })),
  'POST /messages/public/file/photo': plain({ files: { file: image } }),
  'POST /messages/private/file/video': plain({ files: { file: video } }),
  'POST /messages/private/file': plain({ files: { file: audio } }),

  'POST /wallet/charges/product/:id': about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    const owner = whose === 'own' ? me : performerBut(world, me)
    if (whose === 'missing') return { params: { id: unknownId } }
    return isPerformer(world, owner) ? { params: { id: await product(world, owner, 'digital') } } : undefined
  }),

  'POST /performer/performer-assets/products': plain({ body: { type: 'physical', title: 'Stoneware cup', price: 20 } }),
  'POST /performer/performer-assets/products/file/upload': plain({ files: { file: image } }),
  'GET /performer/performer-assets/products/search': plain(),
  'GET /performer/performer-assets/products/:id/view': productOf((id) => ({ params: { id } })),
  'PUT /performer/performer-assets/products/:id': productOf((id) => ({ params: { id }, body: { price: 21 } })),
  'DELETE /performer/performer-assets/products/:id': productOf((id) => ({ params: { id } })),
  'GET /performer-assets/products/search': plain(),
  'GET /performer-assets/products/:id': productOf((id) => ({ params: { id } })),
  'GET /reactions/products/bookmark': plain(),
  'GET /performer-assets/products/:id/download-link': about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'missing') return { params: { id: unknownId } }
    const owner = whose === 'own' ? me : performerBut(world, me)
    if (!isPerformer(world, owner)) return undefined
    const fileId = await file(world, owner)
    const files = [{ id: fileId, role: 'main' as const }]
    return { params: { id: await buildProduct(world.server.ctx, owner, { type: 'digital', files }) } }
  }),
  'GET /orders/search': plain(),
  'GET /orders/users/search': plain(),
  'GET /orders/check-user-purchased': productOf((productId) => ({ query: { productId } })),
  'GET /orders/:id': ofBuyer((_world, id) => ({ params: { id } })),
  'GET /orders/:id/neighbors': ofSeller((_world, id) => ({ params: { id } })),
  'PUT /orders/:id/update': ofSeller((_world, id) => ({ params: { id }, body: { fulfilment: 'processing' } })),
  'PUT /orders/:id/update/delivery-address': ofBuyer(async (world, id, buyer) => ({
    params: { id },
    body: { addressId: await addressRow(world, buyer) },
  })),
  'POST /orders/:id/cancel': ofBuyer((_world, id) => ({ params: { id } })),
  'POST /orders/:id/received': ofBuyer(async (world, id) => {
    await sql`UPDATE orders SET fulfilment = 'shipped' WHERE id = ${id}`.execute(world.server.ctx.db)
    return { params: { id } }
  }),
  'POST /orders/:id/problem': ofBuyer(async (world, id) => {
    await sql`UPDATE orders SET fulfilment = 'shipped' WHERE id = ${id}`.execute(world.server.ctx.db)
    return { params: { id }, body: { text: 'It arrived broken.' } }
  }),
  'POST /orders/:id/problem/answer': ofSeller(async (world, id) => {
    await inProblem(world, id, 'reported')
    return { params: { id }, body: { text: 'The carrier pays for it.' } }
  }),
  'POST /orders/:id/problem/escalate': ofBuyer(async (world, id) => {
    await inProblem(world, id, 'answered')
    return { params: { id }, body: { text: 'The carrier did not pay.' } }
  }),
  'POST /orders/:id/problem/close': ofBuyer(async (world, id) => {
    await inProblem(world, id, 'reported')
    return { params: { id } }
  }),
  'POST /orders/:id/refund': ofSeller((_world, id) => ({ params: { id }, body: { tokens: 5 } })),
  'GET /user/purchases': plain(),
  'GET /user/purchases/overview': plain(),
  'GET /user/purchases/messages/:id': about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'own' && !me) return undefined
    if (whose === 'missing') return { params: { id: unknownId } }
    const sender = performerBut(world, me)
    const buyer = whose === 'own' ? me! : fanBut(world, me)
    const { id } = await photoMessage(world, sender, buyer, 500n)
    await sql`INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id)
      VALUES (${buyer.id}, 'message', ${id}, ${sender.id}, ${newId()})`.execute(world.server.ctx.db)
    return { params: { id } }
  }),
  'POST /wallet/charges/video/:id': about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    const owner = whose === 'own' ? me : performerBut(world, me)
    if (whose === 'missing') return { params: { id: unknownId } }
    return isPerformer(world, owner) ? { params: { id: await videoItem(world, owner, 'paid') } } : undefined
  }),

  'POST /:gateway/cards': plain({ params: { gateway: 'test' }, body: { returnPath: '/user/cards' } }),
  'GET /payment-cards': plain(),
  'DELETE /payment-cards/:id': byId(cardRow),
  'PUT /payment-cards/:id/default': byId(cardRow),
  'POST /payment/wallet/top-up': about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'own' && !me) return undefined
    const cardId = whose === 'missing' ? unknownId : await card(world, whose === 'own' ? me! : fanBut(world, me))
    return { body: { amount: 12.5, cardId } }
  }),
  'POST /payment/retry/:id': about(['own', 'theirs', 'missing', 'mismatched'], async (world, me, whose) => {
    if (!me) return whose === 'missing' ? { params: { id: unknownId } } : undefined
    const mine = whose === 'own' || whose === 'mismatched'
    const id = whose === 'missing' ? unknownId : await payment(world, mine ? me : fanBut(world, me))
    return { params: { id }, body: { cardId: await card(world, whose === 'mismatched' ? fanBut(world, me) : me) } }
  }),
  'GET /payment/transactions/:id': byId(payment),
  'GET /payment/transactions/user/search': plain(),
  'POST /payment/:gateway/cancel-subscription/:id': ofOwner(
    (id) => ({ params: { gateway: 'wallet', id } }),
    subscription,
  ),
  'POST /subscriptions/:id/resume': byId(subscription),
  'POST /subscriptions/:id/pause': ofOwner((id) => ({ params: { id }, body: { months: 1 } }), subscription),
  'PUT /subscriptions/:id/payment': ofOwner(
    (id) => ({ params: { id }, body: { paymentGateway: 'wallet' } }),
    subscription,
  ),
  'GET /subscriptions/:id/plans': byId(subscription),
  'GET /subscriptions/:id/plan-change': toOtherPlan((planId) => ({ query: { planId } })),
  'POST /subscriptions/:id/plan-change': toOtherPlan((planId) => ({
    body: { planId, expectedDue: 9.99, paymentGateway: 'wallet' },
  })),
  'DELETE /subscriptions/:id/plan-change': byId(subscription),
  'POST /performer/gifts': about(['theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'missing') return { body: { userId: unknownId, months: 1 } }
    const fan = await buildUser(world.server.ctx)
    await sql`INSERT INTO follows (follower_id, performer_id) VALUES (${fan.id}, ${isPerformer(world, me) ? me.id : world.cast.performer.id})`.execute(
      world.server.ctx.db,
    )
    return { body: { userId: fan.id, months: 1 } }
  }),
  'POST /payment/subscribe/performers': about(['own', 'theirs', 'missing', 'mismatched'], async (world, me, whose) => {
    if (whose === 'own' && !isPerformer(world, me)) return undefined
    const of = whose === 'own' ? me! : performerBut(world, me)
    const performerId = whose === 'missing' ? unknownId : of.id
    const planId = await buildPlan(world.server.ctx, whose === 'mismatched' ? performerBut(world, of) : of)
    return { body: { performerId, planId, paymentGateway: 'wallet' } }
  }),

  'POST /coupons/:code/apply-coupon': about(['theirs', 'missing'], async (world, me, whose) => {
    const of = performerBut(world, me)
    const planId = whose === 'missing' ? unknownId : await buildPlan(world.server.ctx, of)
    return { params: { code: (await couponOf(world, of)).code }, body: { planId } }
  }),
  'GET /coupons/:code': about(['theirs', 'missing'], async (world, me, whose) => {
    const of = performerBut(world, me)
    await buildPlan(world.server.ctx, of)
    const performerId = whose === 'missing' ? unknownId : of.id
    return { params: { code: (await couponOf(world, of)).code }, query: { performerId } }
  }),
  'DELETE /coupons/:code/apply-coupon': plain({ params: { code: 'WINTER' } }),
  'GET /performer/coupons': plain(),
  'GET /performer/coupons/summary': plain(),
  'GET /performer/coupons/codes/:code': plain({ params: { code: 'WINTER' } }),
  'POST /performer/coupons': plain(newCoupon),
  'PUT /performer/coupons/:id': ownCoupon({ body: { maxUses: 5 } }),
  'POST /performer/coupons/:id/end': ownCoupon(),
  'GET /admin/coupons': plain(),
  'POST /admin/coupons': plain(newCoupon),
  'PUT /admin/coupons/:id': staffCoupon({ body: { maxUses: 5 } }),
  'POST /admin/coupons/:id/end': staffCoupon({ body: { reason: 'Not needed any more' } }),
  'GET /posts/search': plain({ query: { q: 'terms' } }),
  'GET /posts/:id': about(['theirs', 'missing'], (_world, _me, whose) => ({
    params: { id: whose === 'missing' ? 'not-a-page' : 'terms' },
  })),
  'PUT /admin/posts/:slug/:locale': plain({
    params: { slug: 'house-rules', locale: 'en-US' },
    body: { type: 'page', title: 'House rules', summary: 'Be kind.', html: '<h2>Be kind</h2><p>Always.</p>' },
  }),
  'GET /admin/posts': plain({ query: { q: 'terms', sortBy: 'slug' } }),
  'GET /admin/posts/:slug/:locale': plain({ params: { slug: 'terms', locale: 'en-US' } }),
  'POST /admin/posts/preview': plain({ body: { html: '<h2>Be kind</h2><script>no</script>' } }),
  'DELETE /admin/posts/:slug/:locale': about(['theirs', 'missing'], async ({ server }, _me, whose) => {
    const slug = `page-${randomUUID()}`
    if (whose === 'theirs')
      await sql`INSERT INTO posts (slug, locale, type, title, html) VALUES (${slug}, 'en-US', 'page', 'A page', '<p>x</p>')`.execute(
        server.ctx.db,
      )
    return { params: { slug, locale: 'en-US' } }
  }),
  'POST /reports': about(['own', 'theirs', 'missing'], async (world, me, whose) => {
    if (whose === 'own' && !isPerformer(world, me)) return undefined
    const owner = whose === 'own' ? me! : performerBut(world, me)
    const id = whose === 'missing' ? unknownId : await feed(world, owner)
    return {
      body: {
        target: { type: 'feed' as const, id },
        category: 'spam' as const,
        contact: 'noor@example.com',
        text: 'Advertising.',
      },
    }
  }),
  'GET /reports/decisions': plain(),
  'GET /reports/decisions/:id': someDecision((id) => ({ params: { id } })),
  'POST /reports/decisions/:id/appeal': someDecision((id) => ({
    params: { id },
    body: { text: 'It is my own work, not theirs.' },
  })),
  'GET /admin/live': plain({ query: { type: 'public' } }),
  'POST /admin/live/:id/stop': liveRoom((id) => ({ params: { id }, body: { reason: 'Shows a home.' } })),
  'POST /admin/live/:id/watch': liveRoom((id) => ({ params: { id }, body: { reason: 'Was reported.' } })),
  'GET /admin/live/:id/stills': liveRoom((id) => ({ params: { id } })),
  // Its bytes come from a running room alone.
  'GET /admin/live/stills/:id': about(['missing'], () => ({ params: { id: unknownId } })),
  'POST /admin/accounts/:id/live-suspension/lift': about(['theirs', 'missing'], async ({ server }, _me, whose) => {
    const body = { reason: 'Looked at.' }
    if (whose === 'missing') return { params: { id: unknownId }, body }
    const { id } = await buildPerformer(server.ctx)
    await sql`INSERT INTO live_suspensions (performer_id, reason) VALUES (${id}, 'Shows a home.')`.execute(
      server.ctx.db,
    )
    return { params: { id }, body }
  }),
  'GET /admin/reports': plain({ query: { state: 'all' } }),
  'GET /admin/reports/:id': someCase((id) => ({ params: { id } })),
  'POST /admin/reports/:id/media': someCase((id) => ({ params: { id } })),
  'POST /admin/reports/:id/assignment': someCase((id) => ({ params: { id }, body: { takeOver: true } })),
  'POST /admin/reports/:id/decision': someCase((id) => ({
    params: { id },
    body: { action: 'dismiss' as const, statement: 'It breaks none of our rules.' },
  })),
  'POST /admin/reports/:id/appeal-decision': someCase(
    (id) => ({ params: { id }, body: { outcome: 'upheld' as const, statement: 'The decision was right.' } }),
    'appealed',
  ),
  'GET /performer/comments/held': plain(),
  'POST /comments/:id/approval': ofPerformer(
    (_world, id) => ({ params: { id } }),
    async (world, of) => {
      const id = await comment(world, fanBut(world, undefined), await feed(world, of))
      await sql`UPDATE comments SET held_for = ${of.id} WHERE id = ${id}`.execute(world.server.ctx.db)
      return id
    },
  ),
  'GET /performer/trash': plain(),
  'POST /performer/trash/:id/restoration': ofPerformer((_world, id) => ({ params: { id } }), trashed),
  'DELETE /performer/trash/:id': ofPerformer((_world, id) => ({ params: { id } }), trashed),
  'POST /contact': plain({
    body: { name: 'Noor', email: 'noor@example.com', message: 'Is the light on?' },
  }),

  'GET /mails/outbox': plain(),
  'GET /health': plain(),
  'GET /settings/public': plain(),
  'GET /re-captcha/challenge': plain(),
  'POST /re-captcha/verify': plain(async ({ server }) => ({ body: { token: await solvedWork(server.ctx) } })),
  'POST /settings/keys': plain({ body: { keys: ['stripePublishableKey'] } }),
  'GET /admin/waiting': plain(),
  'GET /admin/menus': plain(),
  'PUT /admin/menus': plain({
    body: { menus: { header: null, footer: [{ title: 'Help', path: '/page/help' }] }, reason: 'One link is enough.' },
  }),
  'GET /site-promo/search': plain({ query: { position: 'landing' } }),
  'GET /admin/promos': plain(),
  'POST /admin/promos': plain(async (world) => ({ body: await promo(world) })),
  'PUT /admin/promos/:id': about(['theirs', 'missing'], async (world, _me, whose) => ({
    params: { id: whose === 'missing' ? unknownId : await promoId(world) },
    body: await promo(world),
  })),
  'DELETE /admin/promos/:id': about(['theirs', 'missing'], async (world, _me, whose) => ({
    params: { id: whose === 'missing' ? unknownId : await promoId(world) },
  })),
  'POST /admin/promos/images': plain({ files: { image } }),
  'GET /translations/search': plain({ query: { locale: 'ko-KR', area: 'wallet' } }),
  'GET /admin/translations': plain({ query: { locale: 'ko-KR', q: 'wallet', state: 'changed' } }),
  'PUT /admin/translations': plain({
    body: { locale: 'en-US', key: 'ui.nav.home', value: 'Start', reason: 'The house says so.' },
  }),
  'GET /admin/settings': plain(),
  'PUT /admin/settings': plain({ body: { values: { volume: 0.8 }, reason: 'Loud enough.' } }),
  'POST /admin/settings/images/:use': plain({ params: { use: 'logo' }, files: { image } }),
  'GET /user-additional': plain(),

  'GET /countries/list': plain(),
  'GET /states/:country': about(['theirs', 'missing'], (_world, _me, whose) => ({
    params: { country: whose === 'missing' ? 'ZZ' : 'JP' },
  })),
  'GET /cities/:country/:state': about(['theirs', 'missing', 'mismatched'], (_world, _me, whose) => ({
    params: { country: whose === 'missing' ? 'ZZ' : 'AD', state: whose === 'mismatched' ? 'CA' : '07' },
  })),
  'GET /languages/list': plain(),
  'GET /phone-codes/list': plain(),
  'GET /languages': plain(),
  'GET /locales': plain(),
  'GET /geo-location/ip': plain(),
}
