import { z } from 'zod'
import { instant } from './fields.ts'
import { problem } from './problem.ts'
import { plan } from './subscriptions.ts'
import { receipt } from './wallet.ts'

// What refusals say beyond their code. Which has which is said here, and no refusal says anything else.

const member = <T extends z.ZodType>(type: T, description: string) => type.nullish().meta({ description })

export const problemMembers = {
  // Money
  price: member(z.number(), 'What it costs now: with `PRICE_CHANGED`, `TERMS_CHANGED`.'),
  tokens: member(z.number(), 'The same in tokens, of a plan.'),
  terms: member(
    z.string(),
    'The terms as they are now, to be sent as `expectedTerms`: with `PRICE_CHANGED`, `TERMS_CHANGED`.',
  ),
  plan: member(
    z.union([plan, z.int()]),
    'The plan as it is now: with `PLAN_CHANGED`, `PRICE_CHANGED`. Of a list that is sent, the place of the plan in it.',
  ),
  missing: member(z.number(), 'How many tokens are missing: with `INSUFFICIENT_BALANCE`.'),
  receipt: member(receipt, 'The purchase that there is already: with `ALREADY_PURCHASED`.'),
  paymentId: member(z.uuid(), 'The payment that failed: with `CARD_DECLINED`, `GATEWAY_UNAVAILABLE`.'),
  failureCode: member(z.string(), 'Why the bank declined: with `CARD_DECLINED`.'),
  minimum: member(z.number(), 'The least amount.'),
  maximum: member(z.number(), 'The greatest amount.'),
  currency: member(z.string(), 'The currency of the amounts.'),
  blocker: member(z.string(), 'Why no payout goes out now: with `PAYOUT_BLOCKED`.'),
  limit: member(z.number(), 'How much may be added in a day: with `TOP_UP_LIMIT`.'),
  left: member(z.number(), 'How much of it is left: with `TOP_UP_LIMIT`.'),
  // Coupons
  appliesTo: member(z.string(), 'What the code is for: with `COUPON_NOT_FOR_THIS`.'),
  startsAt: member(instant, 'From when it can be used: with `COUPON_NOT_STARTED`.'),
  endsAt: member(instant, 'Until when it could be used: with `COUPON_ENDED`.'),
  maxUses: member(z.int(), 'How many uses there were: with `COUPON_USED_UP`.'),
  // Time
  retryAfter: member(z.int(), 'Seconds to wait.'),
  seconds: member(z.int(), 'Seconds to wait: with `SLOW_MODE`.'),
  until: member(instant, 'Until when it lasts.'),
  at: member(instant, 'From when it is possible.'),
  // Files
  bytesMax: member(z.int(), 'The greatest number of bytes: with `TOO_LARGE`.'),
  storedBytes: member(z.int(), 'The bytes that are stored and on their way: with `STORAGE_FULL`.'),
  limitBytes: member(z.int(), 'The bytes that may be stored: with `STORAGE_FULL`.'),
  // Whoever signs in
  password: member(z.boolean(), 'Whether the password is asked for: with `STEP_UP_NEEDED`.'),
  methods: member(z.array(z.string()), 'Which second factors there are: with `STEP_UP_NEEDED`.'),
  email: member(z.string(), 'Where a code would be sent, shortened: with `STEP_UP_NEEDED`.'),
  // The rest
  reason: member(z.string(), 'Why, in the words of who decided it, or for programmers.'),
  field: member(z.string(), 'Which field it is about.'),
  header: member(z.string(), 'Which header it is about.'),
  documents: member(z.array(z.string()), 'Which documents: with `DOCUMENTS_NOT_OPENED`.'),
  name: member(z.string(), 'Who: with `REVIEW_CLAIMED`.'),
  verificationStatus: member(z.string(), 'Where the verification stands.'),
  form: member(z.string(), 'Which form asks for a captcha: with `CAPTCHA_REQUIRED`.'),
  country: member(z.string(), 'Which country: with `OWN_COUNTRY_BLOCKED`.'),
  role: member(z.string(), 'The kind of the account that there is: with `LINK_FIRST`.'),
  fallsBack: member(z.boolean(), 'Whether the form may be sent without: with `CAPTCHA_UNAVAILABLE`.'),
}

/** A refusal as it leaves the server, with all that one may say. */
export const fullProblem = problem.extend(problemMembers)
const members = z.object(problemMembers)
export type ProblemMembers = z.input<typeof members>
