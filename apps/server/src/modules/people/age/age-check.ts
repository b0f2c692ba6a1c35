import { randomBytes } from 'node:crypto'
import { adultAge } from '@fanlight/contract/age'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { sha256 } from '../../../platform/ids.ts'
import { ownOrigin } from '../../../platform/http/origin.ts'
import { refuse, refuseField } from '../../../platform/refusal.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import { ageRuleFor, ageScope, strongerAgeAssurance } from '../../access/age.ts'
import { cookieOptions } from '../accounts/auth/cookies.ts'
import { ageCookie } from '../accounts/auth/identify.ts'
import { openAssurance } from './assurance.ts'
import { writeAgeCookie, ageCookieReader } from './age-cookie.ts'
import * as store from './store.ts'

// none → pending → passed | failed | expired. The result, the method, the time and the provider's reference are stored, nothing else.

export interface StatusRequest {
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
}
type Shown = store.CheckRow['state'] | 'none'
const checkCookie = 'age_check'
const dayMs = 86_400_000
const checkMs = 3_600_000
const later = (ctx: Context, ms: number) => new Date(ctx.clock.now().getTime() + ms)
const assuranceUntil = (ctx: Context) => later(ctx, ctx.settings.get('ageAssuranceDays') * dayMs)

export async function ageStatusOf(ctx: Context, { viewer, request }: StatusRequest, fresh?: 'declared' | 'assured') {
  const rules = ctx.settings.all()
  const assurance = strongerAgeAssurance(viewer.age, fresh ?? 'none')
  const me = idOf(viewer)
  const [last, until] = me ? await Promise.all([store.latestOf(ctx, me), store.assuredUntil(ctx, me)]) : []
  const passed = ageScope(rules, { country: viewer.country, age: assurance }) === ''
  const cookieResult = ageCookieReader(ctx)(request.cookies[ageCookie])
  const state: Shown = fresh
    ? 'passed'
    : (last?.state ?? (cookieResult === 'none' ? 'none' : cookieResult === 'failed' ? 'failed' : 'passed'))
  return {
    data: {
      rule: ageRuleFor(rules, viewer.country),
      assurance,
      passed,
      state,
      until: until?.toISOString() ?? null,
      canAssure: openAssurance(ctx.config) !== undefined,
    },
  }
}

/** Stores a declared birth date. A user who declared to be too young can’t declare again that day. */
export async function declare(ctx: Context, statusRequest: StatusRequest, birthDate: string) {
  const { viewer, request, reply } = statusRequest
  const accountId = idOf(viewer)
  const last = accountId ? await store.latestOf(ctx, accountId) : undefined
  const failedLately = last?.state === 'failed' && last.expiresAt > ctx.clock.now()
  if (failedLately || ageCookieReader(ctx)(request.cookies[ageCookie]) === 'failed')
    refuseField('TOO_YOUNG', 'birthDate')
  if (yearsSince(birthDate, ctx.clock.now()) < adultAge) {
    const until = later(ctx, dayMs)
    if (accountId) await store.insertDecided(ctx, { accountId, method: 'declared', state: 'failed', until })
    writeAgeCookie(ctx, request, reply, 'failed', until)
    refuseField('TOO_YOUNG', 'birthDate')
  }
  const until = assuranceUntil(ctx)
  if (accountId)
    await ctx.transaction(async (tx) => {
      await store.insertDecided(tx, { accountId, method: 'declared', state: 'passed', until })
      await store.assure(tx, accountId, 'declared', until)
    })
  if (viewer.age !== 'assured') writeAgeCookie(ctx, request, reply, 'declared', until)
  return ageStatusOf(ctx, statusRequest, 'declared')
}

/** Whole years from a date to an instant, by the calendar. A birthday on 29 February counts from 1 March. */
export function yearsSince(day: string, now: Date): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const before = now.getUTCMonth() + 1 < month || (now.getUTCMonth() + 1 === month && now.getUTCDate() < date)
  return now.getUTCFullYear() - year - (before ? 1 : 0)
}

export async function start(ctx: Context, { viewer, request, reply }: StatusRequest, back: string) {
  const provider = openAssurance(ctx.config)
  if (!provider) refuse('AGE_CHECK_UNAVAILABLE')
  const secret = randomBytes(32).toString('base64url')
  const id = await store.insertPending(ctx, {
    accountId: idOf(viewer),
    secretHash: sha256(secret),
    provider: provider.name,
    until: later(ctx, checkMs),
  })
  const query = new URLSearchParams({ checked: '1', back: /^\/(?![/\\])/.test(back) ? back : '/' })
  const returnUrl = `${ownOrigin(ctx.config, request)}/age?${query.toString()}`
  const { url, reference } = await provider.start({ id, returnUrl, locale: viewer.locale })
  await store.noteReference(ctx, id, reference)
  void reply.setCookie(checkCookie, secret, { ...cookieOptions(ctx, request), maxAge: checkMs / 1000 })
  return { data: { url } }
}

/** Reads the result of a check from the provider and stores it once, also with concurrent requests. */
async function settle(ctx: Context, check: store.CheckRow): Promise<store.CheckRow> {
  const provider = openAssurance(ctx.config)
  if (check.state !== 'pending' || !check.reference || !provider) return check
  const { state, method } = await provider.result(check.reference)
  if (state === 'pending') return check
  return ctx.transaction(async (tx) => {
    const until = state === 'passed' ? assuranceUntil(tx) : later(tx, dayMs)
    const decided = await store.decide(tx, check.id, { state, method, until })
    if (decided?.state === 'passed' && decided.accountId) await store.assure(tx, decided.accountId, 'assured', until)
    return decided ?? check
  })
}

/** The browser returns from the provider. A passed check assures this browser once, and the account that started it until it expires. */
export async function finish(ctx: Context, statusRequest: StatusRequest) {
  const { request, reply } = statusRequest
  const secret = request.cookies[checkCookie]
  const secretHash = secret && /^[\w-]{43}$/.test(secret) ? sha256(secret) : undefined
  const found = secretHash && (await store.bySecret(ctx, secretHash))
  if (!found) return ageStatusOf(ctx, statusRequest)
  const check = await settle(ctx, found)
  if (check.state !== 'passed') {
    const { data } = await ageStatusOf(ctx, statusRequest)
    return { data: { ...data, state: check.state } }
  }
  const isFirst = await store.spendSecret(ctx, secretHash)
  void reply.clearCookie(checkCookie, cookieOptions(ctx, request))
  if (!isFirst) return ageStatusOf(ctx, statusRequest)
  writeAgeCookie(ctx, request, reply, 'assured', check.expiresAt)
  return ageStatusOf(ctx, statusRequest, 'assured')
}

/** The provider notifies us that a check is decided. The result itself is requested from the provider. */
export async function handleWebhook(ctx: Context, body: string, signature: string): Promise<boolean> {
  const provider = openAssurance(ctx.config)
  const reference = provider?.readCallback(body, signature, ctx.clock.now())
  if (!provider || reference === undefined) return false
  const check = await store.byReference(ctx, provider.name, reference)
  if (check) await settle(ctx, check)
  return true
}

export const expireOld = (ctx: Context) => store.expireOld(ctx)
