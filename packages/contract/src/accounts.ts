import { z } from 'zod'
import { day } from './auth.ts'
import { commenters } from './commenters.ts'
import { country } from './countries.ts'
import { endpoint, many, one } from './endpoint.ts'
import { amount, instant, line, link, listQuery, locale, text, timezone, tokens, username } from './fields.ts'
import { heldWordsMax } from './limits.ts'
import { fileStatusReply, mediaFile } from './media.ts'
import { type OptionList, optionOf, options } from './options.ts'

// An account as its owner sees it: the "me" of users and performers, and what they may change in it.

/** domain: "Me". `balance` is in tokens; `followedIds` are the newest thousand. */
const meFields = {
  _id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  avatar: z.string(),
  cover: z.string().nullable(),
  isPerformer: z.boolean(),
  balance: tokens,
  /** Totals of what is new, for the badges of the navigation. */
  unread: z.object({ messages: z.int() }),
  followedIds: z.array(z.string()),
  // spec: kinds.user
  role: z.enum(['user', 'performer', 'admin']),
  status: z.enum(['pending_email', 'active', 'suspended', 'closing', 'closed']),
  permissions: z.array(z.string()),
  /** Staff who may do nothing before they have set up a second factor. */
  needsSecondFactor: z.boolean(),
  /** There are newer terms than this account has accepted, and little else is answered until it has. */
  termsDue: z.boolean(),
  locale: z.string(),
  theme: z.enum(['light', 'dark', 'system']),
  timezone: z.string(),
  /** Whether others may see that this account is online. */
  showPresence: z.boolean(),
  /** Null where it may be changed now. */
  usernameChangeableAt: instant.nullable(),
}
export const meUser = z.object(meFields)
/** What pages get of their reader: no page needs the long list. */
export const meOnPage = meUser.omit({ followedIds: true })
export const verificationStatus = z.enum([
  'draft',
  'submitted',
  'in_review',
  'approved',
  'more_info',
  'rejected',
  'expired',
  'revoked',
])
export type VerificationStatus = z.infer<typeof verificationStatus>

export const traits = [
  'gender',
  'sexualOrientation',
  'height',
  'weight',
  'bodyType',
  'ethnicity',
  'buttSize',
  'hairColor',
  'eyeColor',
] as const satisfies readonly OptionList[]
export type Trait = (typeof traits)[number]
const traitInputs = Object.fromEntries(traits.map((name) => [name, optionOf(name).nullable().optional()])) as {
  [K in Trait]: z.ZodOptional<z.ZodNullable<ReturnType<typeof optionOf>>>
}
export const traitOutputs = Object.fromEntries(traits.map((name) => [name, z.string().nullable()])) as {
  [K in Trait]: z.ZodNullable<z.ZodString>
}

const profileLink = z.object({ title: line(1, 60), url: link })
export const whoMayWrite = z.enum(['everyone', 'followers', 'subscribers', 'paid'])
export const whoMayComment = z.enum(commenters)
/** What a creator may keep from their profile. `age` is stored until they say otherwise: it was given to prove who they are. */
export const hideable = ['age', 'country', 'state', 'city', 'languages', 'links', ...traits] as const
export type Hideable = (typeof hideable)[number]

export const mePerformer = z.object({
  ...meFields,
  ...traitOutputs,
  tagline: z.string(),
  bio: z.string(),
  dateOfBirth: z.string().nullable(),
  age: z.int().nullable(),
  country: z.string().nullable(),
  state: z.string(),
  city: z.string(),
  languages: z.array(z.string()),
  links: z.array(z.object({ title: z.string(), url: z.string() })),
  categories: z.array(z.string()),
  whoMayWrite,
  whoMayComment,
  /** Comments with one of these wait for the creator’s approval. */
  heldWords: z.array(z.string()),
  /** Tokens for the first message, where `whoMayWrite` is `paid`. */
  firstMessagePrice: tokens.nullable(),
  hiddenFields: z.array(z.enum(hideable)),
  /** All they publish is for adults. */
  isAdult: z.boolean(),
  /** They chose to offer no paid plan for now, and are not reminded of it. */
  staysFree: z.boolean(),
  welcomeMessage: z.string(),
  welcomeVideo: mediaFile.nullable(),
  /** A welcome video that was sent and is not shown yet, or could not be used. */
  welcomeVideoUnderWay: fileStatusReply.extend({ _id: z.string() }).nullable(),
  /** Proved by documents, so that it can't be changed here. */
  birthDateFixed: z.boolean(),
  /** What the site keeps of what is earned, in per cent. */
  commissionPct: z.number(),
  isVerified: z.boolean(),
  verificationStatus,
  stats: z.object({
    followers: z.int(),
    subscribers: z.int(),
    likes: z.int(),
    feeds: z.int(),
    videos: z.int(),
    photos: z.int(),
    products: z.int(),
    views: z.int(),
  }),
})

export const getMe = endpoint('GET /users/me', {
  group: 'users',
  summary: 'The signed-in account.',
  who: 'any',
  whileClosing: true,
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'read',
  reply: one(meUser),
})
export const getMePerformer = endpoint('GET /performers/me', {
  group: 'performers',
  summary: 'The signed-in creator.',
  who: 'performer',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'read',
  reply: one(mePerformer),
})

const accountChanges = {
  name: line(1, 80).optional(),
  username: username.optional(),
  locale: locale.optional(),
  theme: z.enum(['light', 'dark', 'system']).optional(),
  timezone: timezone.optional(),
  showPresence: z.boolean().optional(),
}
export const updateUser = endpoint('PUT /users', {
  group: 'users',
  summary: 'Changes one’s account; creators have `PUT /performers/me`. A username can be changed once in 30 days.',
  who: 'any',
  limit: 'write',
  refuses: [
    'NOT_ALLOWED',
    'USERNAME_TAKEN',
    'USERNAME_LOOKS_ALIKE',
    'USERNAME_RESERVED',
    'USERNAME_CHANGED_RECENTLY',
    'NAME_MISLEADING',
  ],
  body: z.object(accountChanges),
  reply: one(meUser),
})
export const updatePerformer = endpoint('PUT /performers/me', {
  group: 'performers',
  summary: 'Changes one’s profile.',
  who: 'performer',
  limit: 'write',
  refuses: [
    'USERNAME_TAKEN',
    'USERNAME_LOOKS_ALIKE',
    'USERNAME_RESERVED',
    'USERNAME_CHANGED_RECENTLY',
    'NAME_MISLEADING',
    'BIRTH_DATE_FIXED',
    'TOO_YOUNG',
    'PRICE_OUT_OF_RANGE',
  ],
  body: z.object({
    ...accountChanges,
    ...traitInputs,
    dateOfBirth: day.optional(),
    tagline: text(0, 120).optional(),
    bio: text(0, 3000).optional(),
    country: country.nullable().optional(),
    state: line(0, 80).optional(),
    city: line(0, 80).optional(),
    /** ISO 639-1 codes, such as `en`. */
    languages: z
      .array(z.string().regex(/^[a-z]{2,3}$/))
      .max(10)
      .optional(),
    links: z.array(profileLink).max(10).optional(),
    categories: z.array(line(1, 40)).max(10).optional(),
    whoMayWrite: whoMayWrite.optional(),
    whoMayComment: whoMayComment.optional(),
    heldWords: z.array(line(2, 40)).max(heldWordsMax).optional(),
    firstMessagePrice: amount.nullable().optional(),
    hiddenFields: z.array(z.enum(hideable)).max(hideable.length).optional(),
    isAdult: z.boolean().optional(),
    staysFree: z.boolean().optional(),
    welcomeMessage: text(0, 1000).optional(),
  }),
  reply: one(mePerformer),
})

const optionList = z.array(z.object({ value: z.string(), label: z.string() }))
/** Every option list of a profile. */
export const profileOptions = endpoint('GET /user-additional', {
  group: 'location',
  summary: 'The option lists of a profile.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'read',
  reply: one(
    z.object(
      Object.fromEntries(Object.keys(options).map((name) => [name, optionList])) as {
        [K in OptionList]: typeof optionList
      },
    ),
  ),
})

/** Demo mode: what would have been mailed. */
export const mailOutbox = endpoint('GET /mails/outbox', {
  group: 'site',
  summary: 'Emails that were stored instead of sent; in demo mode, from this machine or by staff.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'read',
  query: z.object(listQuery(['createdAt', 'updatedAt'])),
  reply: many(
    z.object({
      _id: z.string(),
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      kind: z.string(),
      status: z.string(),
      /** False if no key can decrypt its link any more; then it comes without text. */
      readable: z.boolean(),
      createdAt: instant,
    }),
  ),
})
