import { z } from 'zod'
import { sql } from '../../../../platform/db/db.ts'
import { count, flag, hundredths, id, instant, type Subject, text } from './subject.ts'

// Others, as far as this person sees them: by their username. Who has closed their account has none.

const username = text.nullable()

export const peopleSubjects: readonly Subject[] = [
  {
    name: 'follows',
    about: 'Creators whom this person follows.',
    tables: ['follows'],
    record: z.strictObject({ performerId: id, username, since: instant }),
    select: (
      accountId,
    ) => sql`SELECT f.performer_id AS "performerId", CASE WHEN a.status <> 'closed' THEN a.username END AS username,
        f.created_at AS since
      FROM follows f JOIN accounts a ON a.id = f.performer_id WHERE f.follower_id = ${accountId} ORDER BY f.created_at DESC, f.performer_id`,
  },
  {
    name: 'followers',
    about: 'Who follows this creator.',
    tables: ['follows'],
    record: z.strictObject({ username, since: instant }),
    select: (
      accountId,
    ) => sql`SELECT CASE WHEN a.status <> 'closed' THEN a.username END AS username, f.created_at AS since
      FROM follows f JOIN accounts a ON a.id = f.follower_id WHERE f.performer_id = ${accountId} ORDER BY f.created_at DESC, f.follower_id`,
  },
  {
    name: 'blocks',
    about: 'People whom this person blocks.',
    tables: ['blocks'],
    record: z.strictObject({ username, reason: text, since: instant }),
    select: (
      accountId,
    ) => sql`SELECT CASE WHEN a.status <> 'closed' THEN a.username END AS username, b.reason, b.created_at AS since
      FROM blocks b JOIN accounts a ON a.id = b.blocked_id WHERE b.blocker_id = ${accountId} ORDER BY b.blocked_id`,
  },
  {
    name: 'blocked-countries',
    about: 'Countries in which a creator is not shown.',
    tables: ['country_blocks'],
    record: z.strictObject({ country: text }),
    select: (accountId) => sql`SELECT country FROM country_blocks WHERE performer_id = ${accountId} ORDER BY country`,
  },
  {
    name: 'plans',
    about: 'What a creator offers for a period. Prices are in minor units of the site’s currency.',
    tables: ['plans'],
    record: z.strictObject({
      id,
      name: text,
      type: text,
      months: count,
      priceMinor: hundredths.nullable(),
      discountPercent: count,
      perks: z.array(text),
      isActive: flag,
      position: count,
      version: count.describe('Counts the prices that it has had.'),
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT id, name, type, months, price AS "priceMinor", discount_pct AS "discountPercent", perks,
        active AS "isActive", position, version, created_at AS "createdAt", updated_at AS "updatedAt"
      FROM plans WHERE performer_id = ${accountId} ORDER BY position, id`,
  },
  {
    name: 'participants',
    about:
      'People whom this creator’s items show, and the status of their consent. What they declared is theirs and not included.',
    tables: ['participants', 'item_participants'],
    record: z.strictObject({
      id,
      username,
      name: text,
      email: text.nullable(),
      locale: text.nullable(),
      status: text,
      reason: text.nullable(),
      invitedUntil: instant.nullable(),
      signedAt: instant.nullable(),
      mayDownload: flag
        .nullable()
        .describe('Whether buyers may save videos that show the person; null where they were not asked.'),
      endsOn: text.nullable().describe('The last day on which the consent counts, in UTC; null without an end.'),
      verifiedAt: instant.nullable(),
      revokedAt: instant.nullable(),
      removedAt: instant.nullable(),
      createdAt: instant,
      updatedAt: instant,
      itemIds: z.array(id),
    }),
    select: (
      accountId,
    ) => sql`SELECT p.id, CASE WHEN a.status <> 'closed' THEN a.username END AS username, p.name, p.email, p.locale, p.status, p.reason,
        p.link_expires_at AS "invitedUntil", p.signed_at AS "signedAt", p.may_download AS "mayDownload", p.ends_on::text AS "endsOn", p.verified_at AS "verifiedAt", p.revoked_at AS "revokedAt",
        p.removed_at AS "removedAt", p.created_at AS "createdAt", p.updated_at AS "updatedAt",
        coalesce((SELECT json_agg(x.item_id ORDER BY x.item_id) FROM item_participants x WHERE x.participant_id = p.id), '[]') AS "itemIds"
      FROM participants p LEFT JOIN accounts a ON a.id = p.account_id WHERE p.performer_id = ${accountId} ORDER BY p.updated_at DESC, p.id DESC`,
  },
  {
    name: 'consents',
    about: 'What this creator consented to, or was invited to consent to: content of other creators that shows them.',
    tables: ['participants', 'item_participants'],
    record: z.strictObject({
      id,
      username,
      status: text,
      release: text.nullable().describe('The text that was agreed to.'),
      signedAt: instant.nullable(),
      mayDownload: flag
        .nullable()
        .describe('Whether buyers may save videos that show this creator; null where it was not asked.'),
      endsOn: text.nullable().describe('The last day on which the consent counts, in UTC; null without an end.'),
      revokedAt: instant.nullable(),
      itemIds: z.array(id),
    }),
    select: (
      accountId,
    ) => sql`SELECT p.id, CASE WHEN a.status <> 'closed' THEN a.username END AS username, p.status, p.release, p.signed_at AS "signedAt", p.may_download AS "mayDownload", p.ends_on::text AS "endsOn",
        p.revoked_at AS "revokedAt",
        coalesce((SELECT json_agg(x.item_id ORDER BY x.item_id) FROM item_participants x WHERE x.participant_id = p.id), '[]') AS "itemIds"
      FROM participants p JOIN accounts a ON a.id = p.performer_id WHERE p.account_id = ${accountId} ORDER BY p.updated_at DESC, p.id DESC`,
  },
  {
    name: 'fan-lists',
    about: 'Lists of fans that this creator made, with their members.',
    tables: ['fan_lists', 'fan_list_members'],
    record: z.strictObject({
      id,
      name: text,
      createdAt: instant,
      updatedAt: instant,
      members: z.array(z.strictObject({ username, since: text })),
    }),
    select: (accountId) => sql`SELECT l.id, l.name, l.created_at AS "createdAt", l.updated_at AS "updatedAt",
        coalesce((SELECT json_agg(json_build_object('username', CASE WHEN a.status <> 'closed' THEN a.username END, 'since', m.created_at)
          ORDER BY m.created_at DESC, m.account_id) FROM fan_list_members m JOIN accounts a ON a.id = m.account_id WHERE m.list_id = l.id), '[]') AS members
      FROM fan_lists l WHERE l.performer_id = ${accountId} ORDER BY l.updated_at DESC, l.id DESC`,
  },
  {
    name: 'listed-by',
    about: 'Creators who have this person on a list. How they call the list is theirs and not included.',
    tables: ['fan_list_members'],
    record: z.strictObject({ username, since: instant }),
    select: (
      accountId,
    ) => sql`SELECT CASE WHEN a.status <> 'closed' THEN a.username END AS username, m.created_at AS since
      FROM fan_list_members m JOIN fan_lists l ON l.id = m.list_id JOIN accounts a ON a.id = l.performer_id
      WHERE m.account_id = ${accountId} ORDER BY m.list_id`,
  },
  subscriptions('subscriptions', 'What this person subscribes or subscribed to.', 'fan_id', 'performer_id'),
  subscriptions('subscribers', 'Who subscribes or subscribed to this creator.', 'performer_id', 'fan_id'),
]

function subscriptions(
  name: string,
  about: string,
  mine: 'fan_id' | 'performer_id',
  others: 'fan_id' | 'performer_id',
): Subject {
  return {
    name,
    about: `${about} Prices are in minor units of the site’s currency.`,
    tables: ['subscriptions'],
    csv: true,
    record: z.strictObject({
      id,
      username,
      plan: text.nullable(),
      planVersion: count.nullable(),
      type: text,
      status: text,
      paidBy: text,
      priceMinor: hundredths,
      months: count,
      periods: count,
      startedAt: instant,
      currentPeriodEnd: instant.nullable(),
      accessUntil: instant.nullable(),
      endsWithPeriod: flag,
      nextRetryAt: instant.nullable(),
      retries: count,
      pauseMonths: count.nullable(),
      pausedUntil: instant.nullable(),
      wasPaused: flag,
      anchorAt: instant.describe('From which the ends of periods are counted.'),
      anchorPeriods: count,
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT s.id, CASE WHEN a.status <> 'closed' THEN a.username END AS username, p.name AS plan, s.plan_version AS "planVersion", s.type, s.status,
        s.payment_gateway AS "paidBy", s.price_locked AS "priceMinor", s.months, s.period_number AS periods, s.started_at AS "startedAt",
        s.current_period_end AS "currentPeriodEnd", s.access_until AS "accessUntil", s.cancel_at_period_end AS "endsWithPeriod",
        s.next_retry_at AS "nextRetryAt", s.retry_count AS retries, s.pause_months AS "pauseMonths",
        s.paused_until AS "pausedUntil", s.was_paused AS "wasPaused", s.anchor_at AS "anchorAt", s.anchor_periods AS "anchorPeriods",
        s.created_at AS "createdAt", s.updated_at AS "updatedAt"
      FROM subscriptions s JOIN accounts a ON a.id = ${sql.ref(`s.${others}`)} LEFT JOIN plans p ON p.id = s.plan_id
      WHERE ${sql.ref(`s.${mine}`)} = ${accountId} ORDER BY s.created_at DESC, s.id DESC`,
  }
}
