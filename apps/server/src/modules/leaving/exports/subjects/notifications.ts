import { z } from 'zod'
import { sql } from '../../../../platform/db/db.ts'
import { count, flag, hundredths, id, instant, type Subject, text } from './subject.ts'

export const notificationSubjects: readonly Subject[] = [
  {
    name: 'notifications',
    about: 'What this person was notified of in the last ninety days.',
    tables: ['notifications'],
    record: z.strictObject({
      kind: text,
      people: count,
      itemId: id.nullable(),
      commentId: id.nullable(),
      aboutId: id.nullable(),
      tokensHundredths: hundredths.nullable(),
      detail: text,
      isListed: flag,
      readAt: instant.nullable(),
      emailedAt: instant.nullable(),
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT kind, actor_count AS people, item_id AS "itemId", comment_id AS "commentId", object_id AS "aboutId",
        tokens AS "tokensHundredths", detail, is_listed AS "isListed", read_at AS "readAt", emailed_at AS "emailedAt",
        created_at AS "createdAt", updated_at AS "updatedAt"
      FROM notifications WHERE account_id = ${accountId} ORDER BY updated_at DESC, id DESC`,
  },
  {
    name: 'notification-settings',
    about: 'What this person wants to be notified of, where it differs from the defaults.',
    tables: ['notification_settings', 'notification_post_reads'],
    record: z.strictObject({
      preferences: z.record(z.string(), z.record(z.string(), z.boolean())),
      quietHours: flag,
      quietFromMinute: count,
      quietUntilMinute: count,
      emailSummary: flag,
      summaryDueAt: instant.nullable(),
      itemsReadAt: text.nullable(),
      itemsRead: z.array(z.strictObject({ itemId: id, at: text })),
      updatedAt: instant,
    }),
    select: (accountId) => sql`SELECT s.preferences, s.quiet_hours AS "quietHours", s.quiet_from AS "quietFromMinute",
        s.quiet_until AS "quietUntilMinute", s.email_summary AS "emailSummary", s.summary_due_at AS "summaryDueAt",
        CASE WHEN isfinite(s.posts_read_at) THEN s.posts_read_at::text END AS "itemsReadAt",
        (SELECT coalesce(jsonb_agg(jsonb_build_object('itemId', r.item_id, 'at', r.created_at) ORDER BY r.created_at), '[]')
          FROM notification_post_reads r WHERE r.account_id = s.account_id) AS "itemsRead", s.updated_at AS "updatedAt"
      FROM notification_settings s WHERE s.account_id = ${accountId}`,
  },
  {
    name: 'push-browsers',
    about: 'Browsers to which push messages are sent.',
    tables: ['push_subscriptions'],
    record: z.strictObject({ endpoint: text, locale: text, createdAt: instant }),
    select: (accountId) => sql`SELECT endpoint, locale, created_at AS "createdAt" FROM push_subscriptions
      WHERE account_id = ${accountId} ORDER BY created_at DESC`,
  },
]
