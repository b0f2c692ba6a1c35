import type { FieldErrorCode } from './field-errors.ts'

/**
 * Every refusal the product knows, with its HTTP status. Screens translate the code (`errors.CODE`), never the message.
 * 400 malformed · 401 no live session · 402 money missing · 403 not allowed · 404 also for what one may not know exists ·
 * 409 conflict · 422 rule broken. `message` here is the en-US text.
 */
export const errors = {
  INVALID_INPUT: [400, 'Please check what you entered.'],
  MALFORMED_BODY: [400, 'The request could not be read.'],
  RULE_BROKEN: [422, 'Please check what you entered.'],
  NOT_SIGNED_IN: [401, 'Forbidden in the action!'],
  INCORRECT_CREDENTIALS: [401, 'Incorrect credentials!'],
  INSUFFICIENT_BALANCE: [402, 'You need more tokens for this.'],
  NOT_ALLOWED: [403, 'You may not do this.'],
  NOT_APPROVED: [403, 'Your account has to be approved first.'],
  EMAIL_NOT_VERIFIED: [403, 'Please confirm your e-mail address first.'],
  ACCOUNT_SUSPENDED: [403, 'This account is suspended.'],
  ACCOUNT_CLOSING: [403, 'This account is being closed. Take that back first.'],
  NOT_ABOVE_ONESELF: [403, 'Only an owner may do this to staff.'],
  PASSWORD_NEEDED: [403, 'Please enter your password to go on.'],
  PASSWORD_WRONG: [403, 'This password isn’t right.'],
  PROOF_NEEDED: [403, 'Please show that it is still you.'],
  ACCOUNT_UNFINISHED: [403, 'Please finish your account first.'],
  TERMS_NOT_ACCEPTED: [403, 'Our terms have changed. Please accept them first.'],
  FOREIGN_ORIGIN: [403, 'This request came from another site.'],
  SECOND_FACTOR_REQUIRED: [403, 'Set up a second factor first.'],
  CONFIRMATION_REQUIRED: [403, 'Please show that it is still you first.'],
  SUBSCRIPTION_REQUIRED: [403, 'This is for subscribers.'],
  PURCHASE_REQUIRED: [403, 'Unlock this first.'],
  AGE_REQUIRED: [403, 'This is for adults. Please show that you are one.'],
  FOLLOW_REQUIRED: [403, 'This is for followers.'],
  NOT_FOUND: [404, 'We could not find that.'],
  PERFORMER_NOT_FOUND: [404, 'This creator isn’t here.'],
  PROVIDER_NOT_OFFERED: [404, 'This way of signing in is not offered here.'],
  LINK_FIRST: [
    409,
    'There is an account with this e-mail address already. Log in with its password, then add this sign-in under Security.',
  ],
  ALREADY_LINKED: [409, 'This sign-in already belongs to an account.'],
  EMAIL_TAKEN: [409, 'There is already an account with this e-mail address.'],
  USERNAME_TAKEN: [409, 'This username is taken.'],
  USERNAME_LOOKS_ALIKE: [
    409,
    'This username looks like one that is taken. Please choose one that can’t be mistaken for it.',
  ],
  ALREADY_PURCHASED: [409, 'You already own this.'],
  ALREADY_SUBSCRIBED: [409, 'You are already subscribed.'],
  ALREADY_VOTED: [409, 'You have already voted.'],
  REVIEW_CLAIMED: [409, 'Somebody else is reviewing this right now.'],
  ALREADY_REVIEWED: [409, 'Somebody has already decided this.'],
  ANOTHER_MUST_AGREE: [409, 'Another member of staff has to agree to this.'],
  EXPORT_RUNNING: [409, 'Your archive is being made already.'],
  CONFLICT: [409, 'This changed in the meantime. Please look again.'],
  FILE_IN_USE: [409, 'This file is already part of something else.'],
  TOO_LARGE: [413, 'This is too big.'],
  UNSUPPORTED_MEDIA: [415, 'This kind of file can’t be used here.'],
  UNSUPPORTED_CONTENT_TYPE: [415, 'This kind of request can’t be read.'],
  FILE_EMPTY: [422, 'This file is empty.'],
  FILE_BROKEN: [422, 'This file is damaged or cut short.'],
  FILE_TOO_MANY_PIXELS: [422, 'This picture has too many pixels.'],
  USERNAME_CHANGED_RECENTLY: [422, 'A username can be changed once in 30 days.'],
  USERNAME_RESERVED: [422, 'This username can’t be used.'],
  NAME_MISLEADING: [
    422,
    'This name could be mistaken for somebody else’s, or for the site’s own. Please write it plainly.',
  ],
  EMAIL_UNCHANGED: [422, 'This is your address already.'],
  EMAIL_MISSING: [422, 'Your account has no e-mail address yet. Add one first.'],
  EXPORT_TOO_SOON: [422, 'You can ask for an archive once in 24 hours.'],
  STAFF_STAY: [422, 'Staff accounts are closed by another member of staff.'],
  PASSWORD_TOO_SHORT: [422, 'Use at least 10 characters.'],
  PASSWORD_BREACHED: [422, 'This password is on a list of stolen passwords. Please choose another.'],
  TOO_YOUNG: [422, 'You have to be 18 or older.'],
  BIRTH_DATE_FIXED: [422, 'Your date of birth was proved with your documents and can’t be changed here.'],
  SIGN_IN_EXPIRED: [
    422,
    'This sign-in took too long, was used already, or began in another browser. Please start again.',
  ],
  SIGN_IN_REFUSED: [422, 'We could not confirm this sign-in. Please start again.'],
  LAST_SIGN_IN: [422, 'This is your only way to sign in. Set a password or add another one first.'],
  TOKEN_SPENT: [422, 'This link was used already or has expired.'],
  CHALLENGE_SPENT: [422, 'That took too long. Please log in again.'],
  CODE_INCORRECT: [422, 'This code isn’t right, or was used already.'],
  PASSKEY_REFUSED: [422, 'This passkey wasn’t accepted.'],
  TOO_MANY_PASSKEYS: [422, 'You can keep twenty passkeys. Remove one first.'],
  SECOND_FACTOR_MISSING: [422, 'There is no second factor yet.'],
  PRICE_OUT_OF_RANGE: [422, 'This price is outside the limits.'],
  AMOUNT_OUT_OF_RANGE: [422, 'This amount is outside the limits.'],
  TIP_BELOW_MINIMUM: [422, 'This tip is below the minimum.'],
  TIP_ABOVE_MAXIMUM: [422, 'This tip is above the maximum.'],
  NOT_TO_ONESELF: [422, 'You can’t do this to yourself.'],
  NOT_FOR_SALE: [422, 'This is not for sale.'],
  PLAN_NOT_AVAILABLE: [422, 'This plan is not available.'],
  TOO_MANY_ADDRESSES: [422, 'You can keep ten addresses. Delete one first.'],
  LIMITS_CROSSED: [422, 'The maximum is below the minimum.'],
  DEFAULT_LOCALE_NOT_OFFERED: [422, 'The first language has to be one of the languages on offer.'],
  CURRENCY_FIXED: [422, 'Money has moved in this currency already: it can’t be changed.'],
  OWN_COUNTRY_BLOCKED: [422, 'This closes the site to the country you are in. Confirm that you mean it.'],
  PICTURE_NOT_READY: [422, 'This picture isn’t ready yet.'],
  SANDBOX_ONLY_IN_DEMO: [422, 'The sandbox takes no real money: it belongs to demo mode.'],
  CAPTCHA_REQUIRED: [422, 'Please show first that you are a person.'],
  CAPTCHA_FAILED: [422, 'That did not work. Please try again.'],
  CAPTCHA_KEYS_MISSING: [422, 'reCAPTCHA needs both of its keys.'],
  POLL_ENDED: [422, 'This poll has ended.'],
  CARD_DECLINED: [422, 'Your bank said no. You weren’t charged. Try another card.'],
  PAYOUT_BLOCKED: [422, 'Nothing can be paid out to this creator right now.'],
  PAYMENT_NOT_RETRYABLE: [422, 'This payment can’t be tried again.'],
  KEY_REUSED: [422, 'This key was used for another request.'],
  KEY_NOT_TAKEN: [400, 'This request takes no Idempotency-Key.'],
  KEY_REQUIRED: [400, 'This request needs an Idempotency-Key.'],
  TOO_MANY_REQUESTS: [429, 'Too many tries. Please wait a moment.'],
  GEO_BLOCKED: [451, 'This isn’t available where you are.'],
  INTERNAL: [500, 'Something went wrong, please try again later'],
  CAPTCHA_UNAVAILABLE: [503, 'The check does not answer right now. Please try again in a moment.'],
  GATEWAY_UNAVAILABLE: [503, 'The payment service does not answer. You weren’t charged.'],
  PROVIDER_UNAVAILABLE: [503, 'The other service does not answer right now. Please try again, or log in another way.'],
  MAINTENANCE: [503, 'We are working on the site. Please come back soon.'],
  PAYOUTS_FROZEN: [503, 'Payouts are paused while we check something. Your money stays yours.'],
  AGE_CHECK_UNAVAILABLE: [503, 'Ages can’t be checked right now. Please try again later.'],
  OVERLOADED: [503, 'Too busy right now. Please try again in a moment.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errors
export const statusOf = (code: ErrorCode): number => errors[code][0]

/** RFC 9457 problem, as every refusal leaves the server. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ErrorCode
  message: string
  /** With `code` a screen says it in the reader's language. */
  errors?: { path: string; message: string; code?: ErrorCode | FieldErrorCode; limit?: number }[]
  requestId: string
  /** Figures that belong to the refusal, such as `missing` tokens. */
  [detail: string]: unknown
}
