import { z } from 'zod'
import { says } from './field-errors.ts'
import { signedInReply } from './auth.ts'
import { done, endpoint, many, one } from './endpoint.ts'
import { email, instant, text, username } from './fields.ts'
import { stepUpFields, stepUpRefusals } from './step-up.ts'

// Sign-in through external providers, the accounts linked to them, and completing an account that was created that way.

export const providers = ['google', 'twitter'] as const
export type Provider = (typeof providers)[number]
const provider = z.enum(providers)

const providerFields = {
  /** The role of a new account; an existing account keeps its role. */
  role: z.enum(['user', 'performer']).default('user'),
  redirect: text(0, 1024).optional(),
  /** For a person who has learned that the provider's address has an account here: a new one, without that address. */
  withoutEmail: z.boolean().default(false),
}
const beginRefusals = ['PROVIDER_NOT_OFFERED', 'PROVIDER_UNAVAILABLE'] as const
const endRefusals = [
  ...beginRefusals,
  'SIGN_IN_EXPIRED',
  'SIGN_IN_REFUSED',
  'LINK_FIRST',
  'ALREADY_LINKED',
  'INCORRECT_CREDENTIALS',
  'EMAIL_NOT_VERIFIED',
  'ACCOUNT_SUSPENDED',
] as const
/** Where the browser goes. What has to come back with it is stored encrypted in cookies. */
const begun = one(z.object({ url: z.url() }))

export const twitterLogin = endpoint('POST /auth/twitter/login', {
  group: 'auth',
  summary: 'Begins signing in with Twitter: answers where to send the browser.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'login',
  idempotent: 'none',
  refuses: beginRefusals,
  body: z.object(providerFields),
  reply: begun,
})
export const twitterCallback = endpoint('POST /auth/twitter/callback', {
  group: 'auth',
  summary: 'Finishes it, in the browser that began, with what Twitter sent along.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'login',
  idempotent: 'none',
  refuses: endRefusals,
  body: z.object({ oauthToken: text(1, 200), oauthVerifier: text(1, 200) }),
  reply: signedInReply,
})
export const googleLogin = endpoint('POST /auth/google/login', {
  group: 'auth',
  summary: 'Begins signing in with Google: answers where to send the browser, and the nonce for a one-tap token.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'login',
  idempotent: 'none',
  refuses: beginRefusals,
  body: z.object(providerFields),
  reply: one(z.object({ url: z.url(), clientId: z.string(), nonce: z.string() })),
})
export const googleToken = endpoint('POST /auth/google/token', {
  group: 'auth',
  summary: 'Finishes it with the code that Google sent along, or with the ID token of one tap.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'login',
  idempotent: 'none',
  refuses: endRefusals,
  body: z
    .object({
      code: text(1, 2048).optional(),
      state: text(1, 200).optional(),
      /** Comes along where the provider names itself in its answer. */
      iss: text(1, 200).optional(),
      credential: text(1, 8192).optional(),
      ...providerFields,
    })
    .refine(
      ({ code, state, credential }) => (credential === undefined) === (code !== undefined && state !== undefined),
      {
        path: ['code'],
        message: says('CODE_OR_CREDENTIAL'),
      },
    ),
  reply: signedInReply,
})

/** What else one can sign in with. */
export const listIdentities = endpoint('GET /auth/identities', {
  group: 'auth',
  summary: 'Which other sign-ins belong to this account, and whether one may be taken away.',
  who: 'any',
  limit: 'read',
  reply: many(
    z.object({
      provider,
      /** How the person knows it: an address, or a name there. */
      label: z.string(),
      linkedAt: instant,
      lastUsedAt: instant.nullable(),
      can: z.object({ remove: z.boolean() }),
    }),
  ),
})
export const linkIdentity = endpoint('POST /auth/identities/:provider', {
  group: 'auth',
  summary: 'Begins adding a sign-in to this account: answers where to send the browser.',
  who: 'any',
  limit: 'login',
  idempotent: 'none',
  refuses: [...beginRefusals, 'ALREADY_LINKED', 'INCORRECT_CREDENTIALS', ...stepUpRefusals],
  params: z.object({ provider }),
  body: z.object(stepUpFields),
  reply: begun,
})
export const unlinkIdentity = endpoint('DELETE /auth/identities/:provider', {
  group: 'auth',
  summary: 'Removes a provider from this account, except the last sign-in method. Requires step-up authentication.',
  who: 'any',
  limit: 'write',
  idempotent: 'none',
  refuses: ['CONFIRMATION_REQUIRED', 'LAST_SIGN_IN'],
  params: z.object({ provider }),
  reply: done,
})

/** The e-mail address is required if the account has none; only an email reveals whether another account already uses it. */
export const completeAccount = endpoint('POST /auth/users/me/completion', {
  group: 'auth',
  summary: 'Finishes an account that has no username or no e-mail address yet.',
  who: 'any',
  whileUnfinished: true,
  limit: 'mail',
  idempotent: 'none',
  refuses: ['USERNAME_TAKEN', 'USERNAME_LOOKS_ALIKE', 'USERNAME_RESERVED', 'CONFLICT'],
  body: z.object({ username: username.optional(), email: email.optional(), acceptTerms: z.literal(true) }),
  /** Where to go on: the same page while the mailed link was not followed. */
  reply: one(z.object({ redirect: z.string() })),
})
