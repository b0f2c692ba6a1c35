import type { Permission } from '@fanlight/contract/endpoint'
import { restrictedCategories } from '@fanlight/contract/report-values'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { hasPermission, type SignedIn } from '../../../platform/viewer.ts'
import { presentCheck } from '../../money/ledger/check-record.ts'
import { isStuck } from '../../money/payouts/payout-rows.ts'
import { presentFreeze } from '../../money/ledger/freeze.ts'

/** Counts every queue that this member of staff may open, in one statement; the others are not counted. */
export async function waitingFor(ctx: Context, viewer: SignedIn) {
  const may = (permission: Permission) => hasPermission(viewer, permission)
  const [counted, freeze, ledgerCheck] = await Promise.all([
    count(
      ctx,
      {
        compliance: may('compliance'),
        support: may('support'),
        finance: may('finance'),
        content: may('content'),
        settings: may('settings'),
        moderation: may('moderation'),
      },
      viewer.id,
    ),
    may('finance') ? presentFreeze(ctx) : null,
    may('finance') ? presentCheck(ctx) : null,
  ])
  const { creators, contact, money, content, site, reports } = counted
  return {
    creators: creators && { ...creators, oldestAt: instant(creators.oldestAt) },
    reports: reports && { ...reports, dueAt: instant(reports.dueAt) },
    contact: contact && { ...contact, lastAt: instant(contact.lastAt) },
    money: money &&
      freeze &&
      ledgerCheck && {
        freeze,
        ledgerCheck,
        ...money,
        unchainedSince: instant(money.unchainedSince),
        chainedAt: instant(money.chainedAt),
      },
    content,
    site: site && {
      maintenance: ctx.settings.get('maintenanceMode'),
      blockedCountries: ctx.settings.get('blockedCountries').length,
      ...site,
      jobs: { ...site.jobs, oldestAt: instant(site.jobs.oldestAt), lateSince: instant(site.jobs.lateSince) },
    },
  }
}

interface Counted {
  creators: {
    submitted: number
    inReview: number
    moreInfo: number
    expired: number
    oldestAt: string | null
    documentsExpiringSoon: number
  } | null
  reports: { waiting: number; late: number; appeals: number; mine: number; dueAt: string | null } | null
  contact: { week: number; lastAt: string | null; failed: number } | null
  money: {
    disputes: number
    orderCases: number
    orderCasesLate: number
    openPayments: number
    payouts: number
    payoutsToReview: number
    waitingEvents: number
    unchained: number
    unchainedSince: string | null
    chainedAt: string | null
  } | null
  content: { drafts: number; changedMessages: number; promosRunning: number; promosWaiting: number } | null
  site: {
    workers: number
    jobs: { waiting: number; retrying: number; failed: number; oldestAt: string | null; lateSince: string | null }
    failedMails: number
    failedFiles: number
    parkedEvents: number
  } | null
}

const expiringSoonDays = 30
const lately = sql`app_now() - interval '7 days'`

// PostgreSQL runs only the subqueries of branches that are taken.
const count = async (
  ctx: Context,
  may: Record<'compliance' | 'support' | 'finance' | 'content' | 'settings' | 'moderation', boolean>,
  viewerId: string,
) =>
  (await row(
    ctx.db,
    sql<Counted>`SELECT
      CASE WHEN ${may.compliance} THEN (SELECT json_build_object(
          'submitted', count(*) FILTER (WHERE status = 'submitted'), 'inReview', count(*) FILTER (WHERE status = 'in_review'),
          'moreInfo', count(*) FILTER (WHERE status = 'more_info'), 'expired', count(*) FILTER (WHERE status = 'expired'),
          'oldestAt', min(submitted_at) FILTER (WHERE status = 'submitted'),
          'documentsExpiringSoon', (SELECT count(*) FROM verification_documents d WHERE d.status = 'approved'
            AND d.expires_on BETWEEN app_now()::date AND app_now()::date + ${expiringSoonDays}::int))
        FROM verifications) END AS creators,
      CASE WHEN ${may.moderation} THEN (SELECT json_build_object('waiting', count(*),
          'late', count(*) FILTER (WHERE due_at <= app_now()), 'appeals', count(*) FILTER (WHERE state = 'appealed'),
          'mine', count(*) FILTER (WHERE assigned_to = ${viewerId}), 'dueAt', min(due_at))
        FROM report_cases WHERE state IN ('open', 'triaged', 'appealed')
          AND (${may.compliance} OR category <> ALL(${[...restrictedCategories]}::text[]))) END AS reports,
      CASE WHEN ${may.support} THEN (SELECT json_build_object('week', count(*), 'lastAt', max(created_at),
          'failed', count(*) FILTER (WHERE status = 'failed'))
        FROM mails WHERE kind = 'contact_message' AND created_at > ${lately}) END AS contact,
      CASE WHEN ${may.finance} THEN json_build_object(
          'disputes', (SELECT count(*) FROM disputes WHERE reviewed_at IS NULL),
          'orderCases', (SELECT count(*) FROM orders WHERE problem = 'escalated'),
          'orderCasesLate', (SELECT count(*) FROM orders WHERE problem = 'escalated' AND paused_at IS NULL AND act_by <= app_now()),
          'openPayments', (SELECT count(*) FROM payment_transactions
            WHERE status IN ('created', 'requires_action', 'processing') AND updated_at < app_now() - interval '1 hour'),
          'payouts', (SELECT count(*) FROM payouts WHERE status IN ('pending', 'approved')),
          'payoutsToReview', (SELECT count(*) FROM payouts p WHERE ${isStuck}),
          'waitingEvents', (SELECT count(*) FROM gateway_events
            WHERE processed_at IS NULL AND received_at < app_now() - interval '5 minutes'),
          'unchained', (SELECT count(*) FROM ledger_unchained), 'unchainedSince', (SELECT min(created_at) FROM ledger_unchained),
          'chainedAt', (SELECT chained_at FROM ledger_chain_links ORDER BY sequence DESC LIMIT 1)) END AS money,
      CASE WHEN ${may.content} THEN json_build_object(
          'drafts', (SELECT count(DISTINCT slug) FROM posts WHERE NOT is_published),
          'changedMessages', (SELECT count(*) FROM message_overrides),
          'promosRunning', (SELECT count(*) FROM promos WHERE starts_at <= app_now() AND (ends_at IS NULL OR ends_at > app_now())),
          'promosWaiting', (SELECT count(*) FROM promos WHERE starts_at > app_now())) END AS content,
      CASE WHEN ${may.settings} THEN json_build_object(
          'workers', (SELECT count(*) FROM workers WHERE heartbeat_at > now() - interval '10 seconds'),
          'jobs', (SELECT json_build_object('waiting', waiting, 'retrying', retrying, 'failed', failed,
            'oldestAt', late_since, 'lateSince', CASE WHEN late_since < now() - interval '1 minute' THEN late_since END) FROM job_counts()),
          'failedMails', (SELECT count(*) FROM mails WHERE status = 'failed' AND created_at > ${lately}),
          'failedFiles', (SELECT count(*) FROM files WHERE status = 'failed' AND updated_at > ${lately}),
          'parkedEvents', (SELECT count(*) FROM failed_events WHERE parked_at IS NOT NULL)) END AS site`,
  ))!

const instant = (value: string | null): string | null => value && new Date(value).toISOString()
