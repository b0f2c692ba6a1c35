import { paidCalls } from '@fanlight/contract/paid-purchases'
import { accountNamed } from './modules/people/accounts/auth/identify.ts'
import { carriedMinutesMax, endPurchase, waitingPurchase } from './modules/money/payments/carried.ts'
import { makePurchaseJob } from './modules/money/payments/jobs.ts'
import type { CarriedPurchase } from './modules/money/payments/records.ts'
import type { Context } from './platform/context.ts'
import type { Call, RouteEntry } from './platform/http/http.ts'
import type { Endpoint } from '@fanlight/contract/endpoint'
import { authorizeCall, requireOpenSite, validateInput } from './platform/http/request-pipeline.ts'
import { handle, type JobHandler } from './platform/jobs/jobs.ts'
import { Refusal, refuse } from './platform/refusal.ts'
import type { SignedIn } from './platform/viewer.ts'
import { routes } from './routes.ts'

// Buys what a card payment was made for: by the code that answers the same call over HTTP, as the person who confirmed it, with the key of
// that call. So whoever is first, this job or the page that is back from the bank, buys it, and the other finds it bought.

const carriers = new Map<string, RouteEntry>(
  routes
    .filter(({ endpoint }) => paidCalls.some(({ route }) => route === endpoint.route))
    .map((entry) => [entry.endpoint.route, entry]),
)

export const paidPurchaseJobs: readonly JobHandler[] = [
  handle(makePurchaseJob, async (ctx, { paymentId }, { attempt, attemptsMax }) => {
    const waiting = await waitingPurchase(ctx, paymentId)
    if (!waiting) return
    const age = ctx.clock.now().getTime() - waiting.created_at.getTime()
    if (age > carriedMinutesMax * 60_000) return void (await endPurchase(ctx, paymentId, 'dropped'))
    try {
      await make(ctx, waiting.account_id, waiting.purchase)
      await endPurchase(ctx, paymentId, 'made')
    } catch (error) {
      if (!(error instanceof Refusal)) {
        if (attempt === attemptsMax) await endPurchase(ctx, paymentId, 'refused')
        throw error
      }
      await endPurchase(ctx, paymentId, 'refused', error.code)
    }
  }),
]

/** Makes the call as its account is allowed to by now. The call that paid for it was counted by the limiter. */
async function make(
  ctx: Context,
  accountId: string,
  { call, params, body, key, country, age }: CarriedPurchase,
): Promise<void> {
  const { endpoint, handle: answer } = carriers.get(call)!
  const account = (await accountNamed(ctx, accountId)) ?? refuse('NOT_FOUND')
  const viewer: SignedIn = {
    kind: 'signed-in',
    ...account,
    permissions: [],
    address: '',
    country,
    locale: 'en-US',
    age,
  }
  requireOpenSite(ctx, endpoint, viewer)
  authorizeCall(endpoint, viewer)
  // These calls read nothing else of a request.
  const input = { ...validateInput(endpoint, { params, body }), viewer, key }
  await answer(ctx, input as unknown as Call<Endpoint>)
}
