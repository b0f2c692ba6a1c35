import { z } from 'zod'
import { says } from './field-errors.ts'
import { signedInReply } from './auth.ts'
import { done, endpoint, one } from './endpoint.ts'
import { id, instant, line, text } from './fields.ts'
import { base64url, credential, extensions, passkeyAnswer, recoveryCode, sixDigits } from './step-up.ts'

// Proving oneself beyond a password: an authenticator app, passkeys, recovery codes; and the second step of signing in.

const challenge = text(1, 200)
export const newPasskey = z.object({
  ...credential,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
})
export type NewPasskey = z.infer<typeof newPasskey>
/** Options for the browser's own calls; their shape is the standard's, not ours. */
const publicKeyOptions = one(z.object({ options: z.record(z.string(), z.unknown()) }))

export const passkeysMax = 20
const passkeyName = line(1, 60)
const passkey = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
/** Shown once, with the first second factor and whenever new ones are made. */
const recoveryCodes = z.array(z.string())

// The second step of signing in.

export const passSecondFactor = endpoint('POST /auth/second-factor', {
  group: 'auth',
  summary: 'Turns the challenge of a log-in into a session, with a code, a recovery code or a passkey.',
  who: 'public',
  limit: 'login',
  whileInMaintenance: true,
  idempotent: 'none',
  refuses: [
    'CHALLENGE_SPENT',
    'CODE_INCORRECT',
    'PASSKEY_REFUSED',
    'ACCOUNT_SUSPENDED',
    'EMAIL_NOT_VERIFIED',
    'MAINTENANCE',
  ],
  body: z
    .object({
      challenge,
      code: sixDigits.optional(),
      recoveryCode: recoveryCode.optional(),
      passkey: passkeyAnswer.optional(),
    })
    .refine(
      (body) => [body.code, body.recoveryCode, body.passkey].filter((codes) => codes !== undefined).length === 1,
      { path: ['code'], message: says('FACTOR_MISSING') },
    ),
  reply: signedInReply,
})
export const requestSecondFactorPasskey = endpoint('POST /auth/second-factor/passkey', {
  group: 'auth',
  summary: 'What the browser asks a passkey for in the second step of a log-in.',
  who: 'public',
  limit: 'login',
  whileInMaintenance: true,
  idempotent: 'none',
  refuses: ['CHALLENGE_SPENT'],
  body: z.object({ challenge }),
  reply: publicKeyOptions,
})

// Signing in with a passkey alone.

export const requestPasskeyOptions = endpoint('POST /auth/passkeys/challenge', {
  group: 'auth',
  summary: 'The options for signing in with a passkey when no username was entered.',
  who: 'public',
  limit: 'passkey',
  whileInMaintenance: true,
  idempotent: 'none',
  reply: publicKeyOptions,
})
export const passkeyLogin = endpoint('POST /auth/passkeys/login', {
  group: 'auth',
  summary: 'Signs in with a passkey, without a username.',
  who: 'public',
  limit: 'login',
  whileInMaintenance: true,
  idempotent: 'none',
  refuses: ['PASSKEY_REFUSED', 'EMAIL_NOT_VERIFIED', 'ACCOUNT_SUSPENDED', 'MAINTENANCE'],
  body: z.object({ passkey: passkeyAnswer, remember: z.boolean().default(true), redirect: text(0, 2048).optional() }),
  reply: signedInReply,
})

// What an account has set up.

export const getSecondFactors = endpoint('GET /auth/second-factor', {
  group: 'auth',
  summary: 'The second factors of this account.',
  who: 'any',
  limit: 'read',
  whileInMaintenance: true,
  reply: one(
    z.object({
      /** Null while no app is set up. */
      authenticatorAddedAt: instant.nullable(),
      recoveryCodesLeft: z.int(),
      passkeys: z.array(passkey),
      /** Staff may do nothing before they have one. */
      isDemanded: z.boolean(),
      /** Signed in or confirmed less than ten minutes ago: no further confirmation is required. */
      isFresh: z.boolean(),
      /** The last way in stays. */
      can: z.object({ removePasskey: z.boolean() }),
    }),
  ),
})
const guarded = { group: 'auth', who: 'any', whileSuspended: true, limit: 'write', idempotent: 'none' } as const

export const beginAuthenticator = endpoint('POST /auth/authenticator', {
  ...guarded,
  summary: 'Makes the secret of an authenticator app, which counts once a code has confirmed it.',
  refuses: ['CONFIRMATION_REQUIRED', 'APP_SET_UP'],
  reply: one(z.object({ secret: z.string(), uri: z.string() })),
})
export const confirmAuthenticator = endpoint('PUT /auth/authenticator', {
  ...guarded,
  summary: 'Confirms the authenticator app with a code. With the first second factor come recovery codes.',
  refuses: ['CONFIRMATION_REQUIRED', 'CODE_INCORRECT', 'APP_SET_UP'],
  body: z.object({ code: sixDigits }),
  reply: one(z.object({ recoveryCodes: recoveryCodes.nullable() })),
})
export const removeAuthenticator = endpoint('DELETE /auth/authenticator', {
  ...guarded,
  summary: 'Takes the authenticator app away.',
  refuses: ['CONFIRMATION_REQUIRED'],
  reply: done,
})
export const renewRecoveryCodes = endpoint('POST /auth/recovery-codes', {
  ...guarded,
  summary: 'Makes ten new recovery codes; the old ones stop working.',
  refuses: ['CONFIRMATION_REQUIRED', 'SECOND_FACTOR_MISSING'],
  reply: one(z.object({ recoveryCodes })),
})
export const beginPasskey = endpoint('POST /auth/passkeys/options', {
  ...guarded,
  summary: 'What the browser makes a passkey from.',
  refuses: ['CONFIRMATION_REQUIRED', 'TOO_MANY_PASSKEYS'],
  reply: publicKeyOptions,
})
export const addPasskey = endpoint('POST /auth/passkeys', {
  ...guarded,
  summary: 'Keeps a passkey. With the first second factor come recovery codes.',
  refuses: ['CONFIRMATION_REQUIRED', 'PASSKEY_REFUSED', 'TOO_MANY_PASSKEYS'],
  body: z.object({ name: passkeyName, passkey: newPasskey }),
  reply: one(z.object({ passkey, recoveryCodes: recoveryCodes.nullable() })),
})
export const renamePasskey = endpoint('PUT /auth/passkeys/:id', {
  ...guarded,
  summary: 'Gives a passkey another name.',
  params: z.object({ id }),
  body: z.object({ name: passkeyName }),
  reply: one(passkey),
})
export const removePasskey = endpoint('DELETE /auth/passkeys/:id', {
  ...guarded,
  summary: 'Takes a passkey away; the last way in stays.',
  refuses: ['CONFIRMATION_REQUIRED', 'LAST_SIGN_IN'],
  params: z.object({ id }),
  reply: done,
})
