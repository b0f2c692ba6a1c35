import type { SecondFactorMethod } from '@fanlight/contract/auth'
import type { Context } from '../../../../platform/context.ts'
import { row, sql } from '../../../../platform/db/db.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'
import { methodsOf } from './complete-sign-in.ts'
import * as store from '../store.ts'

// The step-up authentication that a user has to complete, and whether they completed it recently.

const freshMs = 10 * 60_000
/** Signed in, or shown to be the owner, within ten minutes. A session that has never seen the account's second factor has shown too little. */
export async function isFresh(ctx: Context, viewer: SignedIn): Promise<boolean> {
  if (ctx.clock.now().getTime() - viewer.authenticatedAt.getTime() >= freshMs) return false
  const session = await row(
    ctx.db,
    sql<{ has: boolean }>`SELECT second_factor_at IS NOT NULL AS has FROM sessions WHERE id = ${viewer.sessionId}`,
  )
  return session?.has === true || (await methodsOf(ctx, viewer.id)).length === 0
}

/** What an account has to show. */
export interface StepUpState {
  isFresh: boolean
  password: boolean
  methods: SecondFactorMethod[]
  /** The address for an emailed code, which is used instead of both. */
  email: string | null
}
export async function stepUpStateOf(ctx: Context, viewer: SignedIn, account?: store.SignInRow): Promise<StepUpState> {
  const { passwordHash, email } = account ?? (await store.byId(ctx, viewer.id))!
  const [fresh, methods] = await Promise.all([isFresh(ctx, viewer), methodsOf(ctx, viewer.id)])
  const password = passwordHash !== null
  return { isFresh: fresh, password, methods, email: password || methods.length > 0 ? null : email }
}
