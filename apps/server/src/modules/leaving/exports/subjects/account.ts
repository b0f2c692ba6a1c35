import { z } from 'zod'
import { sql } from '../../../../platform/db/db.ts'
import { day, flag, hundredths, id, instant, count, type Subject, text } from './subject.ts'

// The account's identity and its sign-in methods.

export const accountSubjects: readonly Subject[] = [
  {
    name: 'account',
    about: 'The account itself, in one record.',
    tables: ['accounts', 'former_usernames', 'account_closings'],
    record: z.strictObject({
      id,
      role: z.enum(['user', 'performer', 'admin']),
      email: text.nullable(),
      emailConfirmedAt: instant.nullable(),
      username: text.nullable(),
      usernameChangedAt: instant.nullable(),
      formerUsernames: z
        .array(z.strictObject({ username: text, givenUpAt: text }))
        .describe('Names that still lead to this account.'),
      name: text,
      status: text,
      statusReason: text.nullable().describe('Why it is suspended, as the owner was notified.'),
      statusUntil: instant.nullable(),
      avatarFileId: id.nullable(),
      coverFileId: id.nullable(),
      country: text.nullable(),
      locale: text.nullable(),
      theme: text,
      timezone: text,
      showPresence: z.boolean().describe('Whether others may see that the account is online.'),
      permissions: z.array(text).describe('What a member of staff may do.'),
      termsAcceptedAt: instant.nullable(),
      ageAssurance: text,
      ageAssuranceUntil: instant.nullable(),
      closing: z
        .strictObject({ requestedAt: text, closesAt: text })
        .nullable()
        .describe('Only while the account is being closed.'),
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT a.id, a.role, a.email::text AS email, a.email_verified_at AS "emailConfirmedAt", a.username,
        a.username_changed_at AS "usernameChangedAt",
        ARRAY(SELECT jsonb_build_object('username', f.username, 'givenUpAt', f.given_up_at) FROM former_usernames f
          WHERE f.account_id = a.id ORDER BY f.given_up_at) AS "formerUsernames",
        a.name, a.status, a.status_reason AS "statusReason", a.status_until AS "statusUntil", a.avatar_file_id AS "avatarFileId",
        a.cover_file_id AS "coverFileId", a.country, a.locale, a.theme, a.timezone, a.show_presence AS "showPresence", a.permissions,
        a.terms_accepted_at AS "termsAcceptedAt", a.age_assurance AS "ageAssurance", a.age_assurance_until AS "ageAssuranceUntil",
        CASE WHEN a.status = 'closing' THEN (SELECT jsonb_build_object('requestedAt', c.requested_at, 'closesAt', c.closes_at)
          FROM account_closings c WHERE c.account_id = a.id) END AS closing,
        a.created_at AS "createdAt", a.updated_at AS "updatedAt"
      FROM accounts a WHERE a.id = ${accountId}`,
  },
  {
    name: 'terms',
    about: 'Which terms this person accepted, when, and in which form.',
    tables: ['terms_acceptances'],
    record: z.strictObject({ version: text, acceptedAt: instant, locale: text, form: text }),
    select: (accountId) => sql`SELECT version, accepted_at AS "acceptedAt", locale, form FROM terms_acceptances
      WHERE account_id = ${accountId} ORDER BY version`,
  },
  {
    name: 'profile',
    about: 'What only a creator has: all fields of the profile, shown or hidden, and its counts.',
    tables: ['performers'],
    record: z.strictObject({
      tagline: text,
      bio: text,
      dateOfBirth: day.nullable(),
      gender: text.nullable(),
      sexualOrientation: text.nullable(),
      height: text.nullable(),
      weight: text.nullable(),
      bodyType: text.nullable(),
      ethnicity: text.nullable(),
      buttSize: text.nullable(),
      hairColor: text.nullable(),
      eyeColor: text.nullable(),
      city: text,
      state: text,
      languages: z.array(text),
      links: z.array(z.unknown()),
      categories: z.array(text),
      hiddenFields: z.array(text),
      isAdult: flag,
      staysFree: flag.describe('Chose to offer no paid plan for now.'),
      whoMayWrite: text,
      whoMayComment: text,
      heldWords: z.array(text).describe('Comments with one of these wait for approval.'),
      firstMessagePriceHundredths: hundredths.nullable(),
      welcomeEnabled: flag,
      welcomeMessage: text,
      welcomeVideoFileId: id.nullable(),
      commissionBasisPoints: count.nullable().describe('Where it was agreed apart from the site’s.'),
      verificationStatus: text,
      payoutsFrozenUntil: instant.nullable(),
      followers: count,
      subscribers: count,
      likes: count,
      feeds: count,
      videos: count,
      photos: count,
      products: count,
      views: count,
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT tagline, bio, date_of_birth AS "dateOfBirth", gender, sexual_orientation AS "sexualOrientation", height,
        weight, body_type AS "bodyType", ethnicity, butt_size AS "buttSize", hair_color AS "hairColor", eye_color AS "eyeColor", city, state,
        languages, links, categories, hidden_fields AS "hiddenFields", is_adult AS "isAdult", stays_free AS "staysFree", who_may_write AS "whoMayWrite", who_may_comment AS "whoMayComment", held_words AS "heldWords",
        first_message_price AS "firstMessagePriceHundredths", welcome_enabled AS "welcomeEnabled", welcome_message AS "welcomeMessage",
        welcome_video_file_id AS "welcomeVideoFileId", commission_bp AS "commissionBasisPoints", verification_status AS "verificationStatus",
        payouts_frozen_until AS "payoutsFrozenUntil", followers, subscribers, likes, feeds, videos, photos, products, views,
        created_at AS "createdAt", updated_at AS "updatedAt"
      FROM performers WHERE account_id = ${accountId}`,
  },
  {
    name: 'statistics',
    about: 'A creator’s new followers, subscribers and likes by day.',
    tables: ['performer_days'],
    record: z.strictObject({ day, followers: z.int(), subscribers: z.int(), likes: z.int() }),
    select: (accountId) =>
      sql`SELECT day, followers, subscribers, likes FROM performer_days WHERE performer_id = ${accountId} ORDER BY day`,
  },
  {
    name: 'sessions',
    about: 'Sessions, open and ended.',
    tables: ['sessions'],
    record: z.strictObject({
      id,
      browser: text.describe('As it named itself.'),
      address: text.nullable(),
      country: text.nullable(),
      isRemembered: flag,
      createdAt: instant,
      authenticatedAt: instant,
      secondFactorAt: instant.nullable(),
      lastSeenAt: instant,
      expiresAt: instant,
      endedAt: instant.nullable(),
    }),
    select: (
      accountId,
    ) => sql`SELECT id, user_agent AS browser, host(address) AS address, country, remember AS "isRemembered",
        created_at AS "createdAt", authenticated_at AS "authenticatedAt", second_factor_at AS "secondFactorAt", last_seen_at AS "lastSeenAt",
        expires_at AS "expiresAt", revoked_at AS "endedAt"
      FROM sessions WHERE account_id = ${accountId} ORDER BY created_at DESC, id`,
  },
  {
    name: 'devices',
    about: 'Browsers that have signed in before. They are stored only as a hash.',
    tables: ['known_devices'],
    record: z.strictObject({ lastUsedAt: instant }),
    select: (accountId) =>
      sql`SELECT last_used_at AS "lastUsedAt" FROM known_devices WHERE account_id = ${accountId} ORDER BY last_used_at DESC`,
  },
  {
    name: 'sign-in-methods',
    about: 'Ways to sign in. Their secrets are left out: no one may sign in with a lost archive.',
    tables: ['authenticator_apps', 'passkeys', 'recovery_codes', 'provider_identities'],
    record: z.strictObject({
      kind: z.enum(['password', 'authenticator', 'passkey', 'recovery-codes', 'google', 'twitter']),
      name: text.nullable().describe('Of the passkey, or of the account at the provider.'),
      subject: text.nullable().describe('The id of this person at the provider.'),
      left: count.nullable().describe('Recovery codes that were not used yet.'),
      addedAt: instant.nullable(),
      lastUsedAt: instant.nullable(),
    }),
    select: (
      accountId,
    ) => sql`SELECT 'password' AS kind, NULL::text AS name, NULL::text AS subject, NULL::bigint AS left,
          NULL::timestamptz AS "addedAt", NULL::timestamptz AS "lastUsedAt"
        FROM accounts WHERE id = ${accountId} AND password_hash IS NOT NULL
      UNION ALL SELECT 'authenticator', NULL, NULL, NULL, confirmed_at, NULL FROM authenticator_apps
        WHERE account_id = ${accountId} AND confirmed_at IS NOT NULL
      UNION ALL SELECT 'passkey', name, NULL, NULL, created_at, last_used_at FROM passkeys WHERE account_id = ${accountId}
      UNION ALL SELECT 'recovery-codes', NULL, NULL, count(*) FILTER (WHERE used_at IS NULL), max(created_at), max(used_at)
        FROM recovery_codes WHERE account_id = ${accountId} HAVING count(*) > 0
      UNION ALL SELECT provider, label, subject, NULL, linked_at, last_used_at FROM provider_identities WHERE account_id = ${accountId}`,
  },
  {
    name: 'email-changes',
    about: 'Moves to another e-mail address, of the last month.',
    tables: ['email_changes'],
    record: z.strictObject({
      from: text,
      to: text,
      status: text,
      presentConfirmedAt: instant.nullable(),
      newConfirmedAt: instant.nullable(),
      requestedAt: instant,
      expiresAt: instant,
    }),
    // The open one by its account, all of a month's by their age: there are few.
    select: (
      accountId,
    ) => sql`SELECT present_email::text AS from, new_email::text AS to, status, present_confirmed_at AS "presentConfirmedAt",
        new_confirmed_at AS "newConfirmedAt", created_at AS "requestedAt", expires_at AS "expiresAt"
      FROM email_changes WHERE account_id = ${accountId} ORDER BY created_at`,
  },
  {
    name: 'age-checks',
    about: 'Age assurance checks of this person.',
    tables: ['age_checks'],
    record: z.strictObject({
      method: text,
      state: text,
      provider: text.nullable(),
      providerReference: text.nullable(),
      createdAt: instant,
      decidedAt: instant.nullable(),
      expiresAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT method, state, provider, provider_reference AS "providerReference", created_at AS "createdAt",
        decided_at AS "decidedAt", expires_at AS "expiresAt"
      FROM age_checks WHERE account_id = ${accountId} ORDER BY created_at DESC`,
  },
  {
    name: 'addresses',
    about: 'Postal addresses.',
    tables: ['addresses'],
    record: z.strictObject({
      id,
      name: text,
      line1: text,
      line2: text,
      city: text,
      state: text,
      postalCode: text,
      country: text,
      phone: text,
      isDefault: flag,
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT id, name, line1, line2, city, state, postal_code AS "postalCode", country, phone, is_default AS "isDefault",
        created_at AS "createdAt", updated_at AS "updatedAt"
      FROM addresses WHERE account_id = ${accountId} ORDER BY updated_at DESC, id DESC`,
  },
]
