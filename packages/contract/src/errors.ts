import type { FieldErrorCode } from './field-errors.ts'

/**
 * Every refusal the product knows, with its HTTP status. Screens translate the code (`errors.CODE`), never the message.
 * 400 malformed · 401 no live session · 402 money missing · 403 not allowed · 404 also for what one may not know exists ·
 * 409 conflict · 422 rule broken. `message` here is the en-US text.
 */
export const errors = {
  INVALID_INPUT: [400, 'Please check what you entered.'],
  MALFORMED_BODY: [400, 'The request couldn’t be read.'],
  RULE_BROKEN: [422, 'Please check what you entered.'],
  NOT_SIGNED_IN: [401, 'Forbidden in the action!'],
  INCORRECT_CREDENTIALS: [401, 'Incorrect credentials!'],
  INSUFFICIENT_BALANCE: [402, 'You need more tokens for this.'],
  NOT_ALLOWED: [403, 'You don’t have permission to do this.'],
  NOT_APPROVED: [403, 'Your identity has to be verified first.'],
  EMAIL_NOT_VERIFIED: [403, 'Please confirm your email address first.'],
  ACCOUNT_SUSPENDED: [403, 'This account is suspended.'],
  ACCOUNT_CLOSING: [403, 'This account is being closed. Cancel that first.'],
  NOT_ABOVE_ONESELF: [403, 'Only an owner can do this to staff accounts.'],
  PASSWORD_NEEDED: [403, 'Enter your password to continue.'],
  PASSWORD_WRONG: [403, 'This password is incorrect.'],
  STEP_UP_NEEDED: [403, 'Please confirm it’s you.'],
  ACCOUNT_UNFINISHED: [403, 'Please complete your account first.'],
  TERMS_NOT_ACCEPTED: [403, 'Our terms have changed. Please accept them first.'],
  FOREIGN_ORIGIN: [403, 'This request came from another site.'],
  SECOND_FACTOR_REQUIRED: [403, 'Set up two-factor authentication first.'],
  CONFIRMATION_REQUIRED: [403, 'Please confirm it’s you first.'],
  SUBSCRIPTION_REQUIRED: [403, 'This is for subscribers.'],
  PURCHASE_REQUIRED: [403, 'Unlock this first.'],
  AGE_REQUIRED: [403, 'This is for adults. Please confirm your age.'],
  FOLLOW_REQUIRED: [403, 'This is for followers.'],
  NOT_FOUND: [404, 'We couldn’t find that.'],
  PERFORMER_NOT_FOUND: [404, 'This creator doesn’t exist.'],
  PROVIDER_NOT_OFFERED: [404, 'This login method isn’t available here.'],
  LINK_FIRST: [
    409,
    'An account with this email address already exists. Log in with its password, then connect this login under Security.',
  ],
  ALREADY_LINKED: [409, 'This login is already connected to an account.'],
  EMAIL_TAKEN: [409, 'An account with this email address already exists.'],
  USERNAME_TAKEN: [409, 'This username is already taken.'],
  USERNAME_LOOKS_ALIKE: [409, 'This username is too similar to one that is taken. Please choose another.'],
  ALREADY_PURCHASED: [409, 'You already own this.'],
  ALREADY_SUBSCRIBED: [409, 'You are already subscribed.'],
  ALREADY_VOTED: [409, 'You have already voted.'],
  REVIEW_CLAIMED: [409, 'Someone else is reviewing this right now.'],
  ALREADY_REVIEWED: [409, 'This was already decided.'],
  DOCUMENTS_NOT_OPENED: [409, 'Open every document before you approve.'],
  UNDO_EXPIRED: [409, 'An approval can be undone for ten minutes by the person who gave it.'],
  ANOTHER_MUST_AGREE: [409, 'Another member of staff has to approve this.'],
  EXPORT_RUNNING: [409, 'Your export is already being prepared.'],
  PRICE_CHANGED: [409, 'The price has changed. Check the new price before you pay.'],
  CONFLICT: [409, 'This was changed in the meantime. Reload the page and try again.'],
  FILE_IN_USE: [409, 'This file is already used elsewhere.'],
  TOO_LARGE: [413, 'This file or request is too large.'],
  UNSUPPORTED_MEDIA: [415, 'This file type isn’t supported.'],
  UNSUPPORTED_CONTENT_TYPE: [415, 'This content type isn’t supported.'],
  MISDIRECTED_REQUEST: [421, 'This demo can’t be opened at this address. Open it at localhost, or set PUBLIC_URL.'],
  FILE_EMPTY: [422, 'This file is empty.'],
  FILE_BROKEN: [422, 'This file is damaged or incomplete.'],
  FILE_TOO_MANY_PIXELS: [422, 'This image has too many pixels.'],
  USERNAME_CHANGED_RECENTLY: [422, 'You can change your username once every 30 days.'],
  USERNAME_RESERVED: [422, 'This username isn’t available.'],
  NAME_MISLEADING: [
    422,
    'This name could be confused with someone else’s or with the site itself. Please choose another.',
  ],
  EMAIL_UNCHANGED: [422, 'This is already your email address.'],
  EMAIL_MISSING: [422, 'Your account has no email address. Add one first.'],
  EXPORT_TOO_SOON: [422, 'You can request an export once every 24 hours.'],
  STAFF_STAY: [422, 'Only another member of staff can close a staff account.'],
  PASSWORD_TOO_SHORT: [422, 'Use at least 10 characters.'],
  PASSWORD_BREACHED: [422, 'This password appears in a list of leaked passwords. Please choose another.'],
  TOO_YOUNG: [422, 'You must be 18 or older.'],
  BIRTH_DATE_FIXED: [422, 'Your date of birth was verified with your documents and can’t be changed here.'],
  SIGN_IN_EXPIRED: [422, 'This login has expired or was started in another browser. Please try again.'],
  SIGN_IN_REFUSED: [422, 'We couldn’t confirm this login. Please try again.'],
  LAST_SIGN_IN: [422, 'This is your only login method. Set a password or add another one first.'],
  TOKEN_SPENT: [422, 'This link has expired or was already used.'],
  CHALLENGE_SPENT: [422, 'That took too long. Please log in again.'],
  CODE_INCORRECT: [422, 'This code is incorrect or was already used.'],
  PASSKEY_REFUSED: [422, 'This passkey wasn’t accepted.'],
  TOO_MANY_PASSKEYS: [422, 'You can have up to 20 passkeys. Remove one first.'],
  SECOND_FACTOR_MISSING: [422, 'Two-factor authentication isn’t set up.'],
  PRICE_OUT_OF_RANGE: [422, 'This price is outside the allowed range.'],
  AMOUNT_OUT_OF_RANGE: [422, 'This amount is outside the allowed range.'],
  TIP_BELOW_MINIMUM: [422, 'This tip is below the minimum.'],
  TIP_ABOVE_MAXIMUM: [422, 'This tip is above the maximum.'],
  NOT_TO_ONESELF: [422, 'You can’t do this to yourself.'],
  NOT_FOR_SALE: [422, 'This isn’t for sale.'],
  PLAN_NOT_AVAILABLE: [422, 'This plan isn’t available.'],
  TOO_MANY_ADDRESSES: [422, 'You can save up to 10 addresses. Delete one first.'],
  LIMITS_CROSSED: [422, 'The maximum can’t be lower than the minimum.'],
  DEFAULT_LOCALE_NOT_OFFERED: [422, 'The default language has to be one of the available languages.'],
  CURRENCY_FIXED: [422, 'Payments were already made in this currency. It can’t be changed.'],
  OWN_COUNTRY_BLOCKED: [422, 'This blocks the country you are in. Please confirm.'],
  IMAGE_NOT_READY: [422, 'This image is still being processed.'],
  TEST_GATEWAY_ONLY_IN_DEMO: [422, 'The test gateway takes no real money and works only in demo mode.'],
  CAPTCHA_REQUIRED: [422, 'Please confirm that you’re not a robot.'],
  CAPTCHA_FAILED: [422, 'The check failed. Please try again.'],
  CAPTCHA_KEYS_MISSING: [422, 'reCAPTCHA requires both keys.'],
  POLL_ENDED: [422, 'This poll has ended.'],
  CARD_DECLINED: [422, 'Your card was declined. You weren’t charged. Try another card.'],
  PAYOUT_BLOCKED: [422, 'Payouts to this creator are blocked right now.'],
  PAYMENT_NOT_RETRYABLE: [422, 'This payment can’t be retried.'],
  KEY_REUSED: [422, 'This Idempotency-Key was already used for another request.'],
  KEY_NOT_TAKEN: [400, 'This request doesn’t accept an Idempotency-Key.'],
  KEY_REQUIRED: [400, 'This request requires an Idempotency-Key.'],
  TOO_MANY_REQUESTS: [429, 'Too many attempts. Please try again later.'],
  GEO_BLOCKED: [451, 'This isn’t available in your country.'],
  INTERNAL: [500, 'Something went wrong, please try again later'],
  CAPTCHA_UNAVAILABLE: [503, 'The CAPTCHA isn’t responding. Please try again in a moment.'],
  GATEWAY_UNAVAILABLE: [503, 'The payment service isn’t responding. You weren’t charged.'],
  PROVIDER_UNAVAILABLE: [503, 'The login provider isn’t responding. Please try again, or log in another way.'],
  MAINTENANCE: [503, 'The site is under maintenance. Please come back soon.'],
  PAYOUTS_FROZEN: [503, 'Payouts are paused for a check. Your balance is safe.'],
  AGE_CHECK_UNAVAILABLE: [503, 'Age checks aren’t available right now. Please try again later.'],
  OVERLOADED: [503, 'The site is busy right now. Please try again in a moment.'],
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
