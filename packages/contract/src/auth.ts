import { z } from 'zod'
import { says } from './field-errors.ts'
import { captchaPass } from './captcha-pass.ts'
import { country } from './countries.ts'
import { done, endpoint, many, one } from './endpoint.ts'
import { email, id, instant, line, locale, password, text, timezone, username } from './fields.ts'
import { optionOf } from './options.ts'
import { stepUpFields, stepUpRefusals } from './step-up.ts'

// Signing up, signing in, proving an address, and the sessions of an account.

/** `true` when `password` is the hex SHA-256 of it, made by the browser (HASH_PW_CLIENT). */
const hashed = z.boolean().default(false)
/** A secret from a link: 256 random bits, base64url. */
const secret = text(1, 200)

/** Second factors, in addition to a password: a code of an authenticator app, a passkey, a recovery code. */
export const secondFactorMethods = ['totp', 'passkey', 'recovery'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

/** The reply of every sign-in call. While a second factor is required there is no token yet, but a challenge valid for 5 minutes. */
export const signedInReply = one(
  z.object({
    token: z.string().nullable(),
    redirect: z.string(),
    secondFactor: z.object({ challenge: z.string(), methods: z.array(z.enum(secondFactorMethods)) }).nullable(),
  }),
)

export const login = endpoint('POST /auth/login', {
  group: 'auth',
  summary: 'Signs in with an e-mail address or a username.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'login',
  whileInMaintenance: true,
  idempotent: 'none',
  refuses: ['INCORRECT_CREDENTIALS', 'EMAIL_NOT_VERIFIED', 'ACCOUNT_SUSPENDED', 'MAINTENANCE'],
  body: z
    .object({
      /** Required after ten wrong attempts at the account within an hour. */
      captcha: captchaPass,
      email: text(1, 254).optional(),
      username: text(1, 254).optional(),
      password,
      remember: z.boolean().default(false),
      redirect: text(0, 2048).optional(),
      hashed,
    })
    .refine((body) => body.email || body.username, {
      path: ['email'],
      message: says('LOGIN_NAME_MISSING'),
    }),
  reply: signedInReply,
})
export const logout = endpoint('POST /auth/logout', {
  group: 'auth',
  summary: 'Ends this session.',
  who: 'any',
  whileClosing: true,
  whileSuspended: true,
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'write',
  whileInMaintenance: true,
  idempotent: 'none',
  reply: done,
})
/** A one-use token (mail or social log-in) or a live session token becomes the cookie; only from a page of ours. */
export const tokenLogin = endpoint('POST /auth/token/login', {
  group: 'auth',
  summary: 'Turns a token into the cookie.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'login',
  idempotent: 'none',
  refuses: ['INCORRECT_CREDENTIALS', 'FOREIGN_ORIGIN'],
  body: z.object({ token: secret, redirect: text(0, 2048).optional() }),
  reply: signedInReply,
})

const credentials = {
  captcha: captchaPass,
  name: line(1, 80),
  username,
  email,
  password,
  locale: locale.optional(),
}
/** The reply is the same whether the address was free or not: an email notifies the owner of the address of the result. */
const signedUpReply = one(z.object({ success: z.literal(true), emailVerificationRequired: z.boolean() }))

export const registerUser = endpoint('POST /auth/users/register', {
  group: 'auth',
  summary: 'Makes a fan’s account.',
  who: 'public',
  limit: 'register',
  idempotent: 'none',
  refuses: [
    'USERNAME_TAKEN',
    'USERNAME_LOOKS_ALIKE',
    'USERNAME_RESERVED',
    'NAME_MISLEADING',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_BREACHED',
    'PASSWORD_IS_NAME',
  ],
  /** `redirect`: the page that was wanted; the link that confirms the address leads back to it. */
  body: z.object({ ...credentials, hashed, acceptTerms: z.literal(true), redirect: text(0, 2048).optional() }),
  reply: signedUpReply,
})

export const day = z.iso.date().refine((value) => value >= '1900-01-01' && value <= '2200-01-01', says('DATE_WRONG'))
/** What a performer says about themselves to be verified. */
export const identityFields = {
  legalName: line(2, 120),
  dateOfBirth: day,
  country,
  documentExpiresOn: day.optional(),
}
export const documentBytesMax = 15 * 1024 * 1024
export const documentTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'] as const
export const identityFiles = ['idFront', 'idBack', 'selfieWithId'] as const

export const registerPerformer = endpoint('POST /auth/performers/register', {
  group: 'auth',
  summary: 'Creates a creator’s account with identity documents.',
  who: 'public',
  limit: 'register',
  idempotent: 'none',
  refuses: [
    'USERNAME_TAKEN',
    'USERNAME_LOOKS_ALIKE',
    'USERNAME_RESERVED',
    'NAME_MISLEADING',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_BREACHED',
    'PASSWORD_IS_NAME',
    'TOO_YOUNG',
  ],
  files: identityFiles,
  body: z.object({
    ...credentials,
    ...identityFields,
    gender: optionOf('gender'),
    /** The device's; what a creator plans on until they choose another. */
    timezone: timezone.optional(),
    hashed: z
      .enum(['true', 'false'])
      .default('false')
      .transform((value) => value === 'true'),
    acceptTerms: z.literal('true').optional(),
  }),
  reply: signedUpReply,
})

export const forgotPassword = endpoint('POST /auth/users/forgot', {
  group: 'auth',
  summary: 'Emails a link to choose a new password. The reply never reveals whether the account exists.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'mail',
  idempotent: 'none',
  body: z.object({ email, captcha: captchaPass }),
  reply: done,
})
export const resetPassword = endpoint('PUT /auth/users/reset', {
  group: 'auth',
  summary: 'Sets a new password with the token of a mailed link; ends every session.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'login',
  idempotent: 'none',
  refuses: ['TOKEN_SPENT', 'PASSWORD_TOO_SHORT', 'PASSWORD_BREACHED', 'PASSWORD_IS_NAME'],
  body: z.object({ token: secret, password, hashed }),
  reply: done,
})
/** `{token}` confirms an address; `{email}` sends the link again. */
export const verifyEmail = endpoint('POST /auth/email-verification', {
  group: 'auth',
  summary: 'Confirms an e-mail address, or sends the link again.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'login',
  idempotent: 'none',
  refuses: ['TOKEN_SPENT', 'EMAIL_TAKEN'],
  body: z
    .object({ token: secret.optional(), email: email.optional() })
    .refine((body) => (body.token === undefined) !== (body.email === undefined), {
      path: ['token'],
      message: says('TOKEN_OR_ADDRESS'),
    }),
  /** `redirect`: the page that was wanted when the account was made; empty where none was, or where the link was sent again. */
  reply: one(z.object({ success: z.literal(true), redirect: z.string() })),
})

const passwordChange = {
  refuses: ['INCORRECT_CREDENTIALS', ...stepUpRefusals, 'PASSWORD_TOO_SHORT', 'PASSWORD_BREACHED', 'PASSWORD_IS_NAME'],
  body: z.object({ password, source: z.enum(['user', 'performer']).optional(), ...stepUpFields }),
  reply: done,
} as const
export const changeUserPassword = endpoint('PUT /auth/users/me/password', {
  group: 'auth',
  summary: 'Changes one’s password; ends all other sessions.',
  who: 'any',
  whileSuspended: true,
  limit: 'write',
  idempotent: 'none',
  ...passwordChange,
})
export const changePerformerPassword = endpoint('PUT /auth/performers/me/password', {
  group: 'auth',
  summary: 'Changes a creator’s password; ends all other sessions.',
  who: 'performer',
  whileSuspended: true,
  limit: 'write',
  idempotent: 'none',
  ...passwordChange,
})

/** For forms, while a username is typed. The call that takes the name checks it again. */
export const checkUsername = endpoint('GET /auth/usernames/:username', {
  group: 'auth',
  summary: 'Whether a username can be taken, and if not, why.',
  who: 'public',
  limit: 'username',
  params: z.object({ username }),
  reply: one(
    z.object({
      isAvailable: z.boolean(),
      code: z.enum(['USERNAME_TAKEN', 'USERNAME_LOOKS_ALIKE', 'USERNAME_RESERVED']).nullable(),
    }),
  ),
})

export const listSessions = endpoint('GET /auth/sessions', {
  group: 'auth',
  summary: 'Where this account is signed in: at most 50 places, the last used first.',
  who: 'any',
  whileClosing: true,
  limit: 'read',
  reply: many(
    z.object({
      _id: z.string(),
      device: z.object({
        browser: z.string().nullable(),
        system: z.string().nullable(),
        kind: z.enum(['computer', 'phone', 'tablet', 'other']),
      }),
      address: z.string().nullable(),
      country: z.string().nullable(),
      current: z.boolean(),
      createdAt: instant,
      lastSeenAt: instant,
      expiresAt: instant,
    }),
  ),
})
export const endSession = endpoint('DELETE /auth/sessions/:id', {
  group: 'auth',
  summary: 'Signs one device out.',
  who: 'any',
  whileClosing: true,
  whileSuspended: true,
  limit: 'write',
  idempotent: 'none',
  params: z.object({ id }),
  reply: done,
})
export const endOtherSessions = endpoint('DELETE /auth/sessions', {
  group: 'auth',
  summary: 'Signs all other devices out.',
  who: 'any',
  whileSuspended: true,
  limit: 'write',
  idempotent: 'none',
  reply: one(z.object({ ended: z.int() })),
})
export const socketTicket = endpoint('POST /auth/socket-ticket', {
  group: 'auth',
  summary: 'A ticket for the live socket: one use, 60 seconds.',
  who: 'any',
  limit: 'write',
  idempotent: 'none',
  reply: one(z.object({ ticket: z.string(), expiresAt: instant })),
})
