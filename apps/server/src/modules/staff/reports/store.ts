import { randomInt } from 'node:crypto'
import type { ReportAction, ReportCategory, ReportState, ReportTarget } from '@fanlight/contract/report-values'
import type { Context } from '../../../platform/context.ts'
import { instantSql, type Page } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { assert } from '../../../platform/refusal.ts'
import { fileById } from '../../media/serving/file-json.ts'
import type { PresentableFile } from '../../media/serving/present.ts'
import type { MessageBeside, SnapshotFile } from './targets.ts'

/** The target as it was when it was first reported, as it is stored. */
export interface Snapshot {
  takenAt: string
  title: string
  text: string
  /** Of the author; absent once their account is closed. */
  name?: string
  username?: string | null
  publishedAt: string | null
  /** The item that decisions act on. */
  itemId: string | null
  itemKind: string | null
  files: SnapshotFile[]
  /** Of a message alone. */
  beside?: MessageBeside[]
}
export interface CaseRow {
  id: string
  number: string
  targetType: ReportTarget
  targetId: string
  authorId: string
  category: ReportCategory
  state: ReportState
  dueAt: Date
  snapshot: Snapshot
  assignedTo: string | null
  action: ReportAction | null
  statement: string
  statusBefore: string | null
  /** When the target was hidden without a decision, and the status that it had. */
  hiddenAt: Date | null
  hiddenStatus: string | null
  decidedBy: string | null
  decidedAt: Date | null
  appealUntil: Date | null
  appealText: string | null
  appealedAt: Date | null
  appealOutcome: 'upheld' | 'reversed' | null
  appealStatement: string
  appealDecidedBy: string | null
  createdAt: Date
  updatedAt: Date
}
const columns = sql`c.id, c.number, c.target_type AS "targetType", c.target_id AS "targetId", c.author_id AS "authorId", c.category, c.state,
  c.due_at AS "dueAt", c.snapshot, c.assigned_to AS "assignedTo", c.action, c.statement, c.status_before AS "statusBefore", c.hidden_at AS "hiddenAt", c.hidden_status AS "hiddenStatus",
  c.decided_by AS "decidedBy", c.decided_at AS "decidedAt", c.appeal_until AS "appealUntil", c.appeal_text AS "appealText",
  c.appealed_at AS "appealedAt", c.appeal_outcome AS "appealOutcome", c.appeal_statement AS "appealStatement",
  c.appeal_decided_by AS "appealDecidedBy", c.created_at AS "createdAt", c.updated_at AS "updatedAt"`

// Without I, L, O and U: read aloud and written down without mistakes.
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const newNumber = (): string => {
  const part = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')
  return `${part()}-${part()}`
}

/** Reports of one target are counted one after another, so that they come into one case. */
export const lockTarget = (tx: Context, targetId: string) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`report ${targetId}`}, 0))`.execute(tx.db)

export const liveCase = (tx: Context, type: ReportTarget, targetId: string): Promise<CaseRow | undefined> =>
  row(
    tx.db,
    sql<CaseRow>`SELECT ${columns} FROM report_cases c WHERE c.target_type = ${type} AND c.target_id = ${targetId}
      AND c.state IN ('open', 'triaged', 'appealed') FOR UPDATE`,
  )
export const lockCase = (tx: Context, id: string): Promise<CaseRow | undefined> =>
  row(tx.db, sql<CaseRow>`SELECT ${columns} FROM report_cases c WHERE c.id = ${id} FOR UPDATE`)
export const readCase = (ctx: Context, id: string): Promise<CaseRow | undefined> =>
  row(ctx.db, sql<CaseRow>`SELECT ${columns} FROM report_cases c WHERE c.id = ${id}`)

export interface NewCase {
  type: ReportTarget
  targetId: string
  authorId: string
  category: ReportCategory
  hours: number
  snapshot: Omit<Snapshot, 'takenAt'>
}
export async function insertCase(tx: Context, entry: NewCase): Promise<CaseRow> {
  for (let tries = 0; tries < 5; tries++) {
    const written = await row(
      tx.db,
      sql<CaseRow>`INSERT INTO report_cases AS c (number, target_type, target_id, author_id, category, due_at, snapshot)
        VALUES (${newNumber()}, ${entry.type}, ${entry.targetId}, ${entry.authorId}, ${entry.category},
          app_now() + make_interval(hours => ${entry.hours}),
          ${JSON.stringify(entry.snapshot)}::jsonb || jsonb_build_object('takenAt', ${sql.raw(instantSql('app_now()'))}))
        ON CONFLICT (number) DO NOTHING RETURNING ${columns}`,
    )
    if (!written) continue
    await sql`INSERT INTO report_files (case_id, file_id) SELECT ${written.id}, f.id
      FROM files f WHERE f.id = ANY(${entry.snapshot.files.map(({ id }) => id)}::uuid[])`.execute(tx.db)
    return written
  }
  return assert(false, 'one of several random numbers is free') as never
}
/** The case is as urgent as the most urgent of its reports. */
export const makeMoreUrgent = async (tx: Context, id: string, category: ReportCategory, hours: number): Promise<Date> =>
  (await row(
    tx.db,
    sql<{ dueAt: Date }>`UPDATE report_cases SET category = ${category},
      due_at = CASE WHEN state = 'appealed' THEN due_at ELSE least(due_at, app_now() + make_interval(hours => ${hours})) END,
      updated_at = app_now() WHERE id = ${id} RETURNING due_at AS "dueAt"`,
  ))!.dueAt

export interface NewReport {
  caseId: string
  reporterId: string | null
  email: string | null
  category: ReportCategory
  text: string
  goodFaith: boolean
  locale: string
}
/** False if the sender has reported this case before. */
export const insertReport = async (tx: Context, report: NewReport): Promise<boolean> =>
  (await row(
    tx.db,
    sql`INSERT INTO reports (case_id, reporter_id, email, category, text, good_faith, locale)
      VALUES (${report.caseId}, ${report.reporterId}, ${report.email}, ${report.category}, ${report.text}, ${report.goodFaith}, ${report.locale})
      ON CONFLICT DO NOTHING RETURNING id`,
  )) !== undefined

export const assign = (tx: Context, id: string, staffId: string) =>
  sql`UPDATE report_cases SET assigned_to = ${staffId}, state = CASE WHEN state = 'open' THEN 'triaged' ELSE state END, updated_at = app_now()
    WHERE id = ${id}`.execute(tx.db)

/** Whether a report of this account may hide the target at once: not where staff dismissed more of its reports than they acted on, or dismissed a case of this target. */
export const mayHideAtOnce = async (
  tx: Context,
  { reporterId, type, targetId }: { reporterId: string; type: ReportTarget; targetId: string },
): Promise<boolean> =>
  (await row(
    tx.db,
    sql<{
      may: boolean
    }>`SELECT (SELECT count(*) FILTER (WHERE x.action = 'dismiss') <= count(*) FILTER (WHERE x.action <> 'dismiss')
          FROM (SELECT case_id FROM reports WHERE reporter_id = ${reporterId} ORDER BY created_at DESC, id DESC LIMIT 100) o
            JOIN report_cases x ON x.id = o.case_id)
        AND NOT EXISTS (SELECT FROM report_cases d WHERE d.target_type = ${type} AND d.target_id = ${targetId} AND d.action = 'dismiss') AS may`,
  ))!.may
export const setHidden = (tx: Context, id: string, statusBefore: string | null) =>
  sql`UPDATE report_cases SET hidden_at = app_now(), hidden_status = ${statusBefore}, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )
/** Cases of these kinds that are past due and whose targets are still shown. */
export const overdueShown = async (
  ctx: Context,
  {
    categories,
    types,
    limit,
  }: { categories: readonly ReportCategory[]; types: readonly ReportTarget[]; limit: number },
): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{
        id: string
      }>`SELECT id FROM report_cases WHERE state IN ('open', 'triaged', 'appealed') AND due_at <= app_now()
        AND state <> 'appealed' AND hidden_at IS NULL AND category = ANY(${[...categories]}::text[]) AND target_type = ANY(${[...types]}::text[])
        ORDER BY due_at, id LIMIT ${limit}`,
    )
  ).map(({ id }) => id)
const strikeDays = 90
/** How many decisions of the last 90 days acted against an account, without those that an appeal reversed. Cases of the withheld categories are not counted. */
export const strikesOf = async (ctx: Context, authorId: string, withheld: readonly ReportCategory[]): Promise<number> =>
  (await row(
    ctx.db,
    sql<{ n: number }>`SELECT count(*)::int AS n FROM report_cases WHERE author_id = ${authorId} AND action <> 'dismiss'
      AND appeal_outcome IS DISTINCT FROM 'reversed' AND decided_at > app_now() - make_interval(days => ${strikeDays})
      AND category <> ALL(${[...withheld]}::text[])`,
  ))!.n

export interface Decided {
  state: 'actioned' | 'dismissed'
  action: ReportAction
  statement: string
  statusBefore: string | null
  decidedBy: string
  appealMonths: number
  secretHash: Buffer | null
}
export const decide = async (tx: Context, id: string, entry: Decided): Promise<Date> =>
  (await row(
    tx.db,
    sql<{
      until: Date
    }>`UPDATE report_cases SET state = ${entry.state}, action = ${entry.action}, statement = ${entry.statement},
        status_before = ${entry.statusBefore}, decided_by = ${entry.decidedBy}, assigned_to = ${entry.decidedBy}, decided_at = app_now(),
        appeal_until = app_now() + make_interval(months => ${entry.appealMonths}), appeal_secret_hash = ${entry.secretHash}, updated_at = app_now()
      WHERE id = ${id} RETURNING appeal_until AS until`,
  ))!.until
export const appeal = (tx: Context, id: string, text: string, hours: number) =>
  sql`UPDATE report_cases SET state = 'appealed', appeal_text = ${text}, appealed_at = app_now(), assigned_to = NULL,
      due_at = app_now() + make_interval(hours => ${hours}), updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
export const decideAppeal = (
  tx: Context,
  id: string,
  entry: { outcome: 'upheld' | 'reversed'; statement: string; by: string },
) =>
  sql`UPDATE report_cases SET state = 'closed', appeal_outcome = ${entry.outcome}, appeal_statement = ${entry.statement},
      appeal_decided_by = ${entry.by}, assigned_to = ${entry.by}, closed_at = app_now(), updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )
/** The files of a case that nothing can restore any more are not held. */
export const releaseFiles = (tx: Context, caseId: string) =>
  sql`DELETE FROM report_files WHERE case_id = ${caseId}`.execute(tx.db)

/** Files that a case holds. */
export const filesAmong = (ctx: Context, ids: readonly string[]) =>
  rows(ctx.db, sql<{ id: string }>`SELECT DISTINCT file_id AS id FROM report_files WHERE file_id = ANY(${ids}::uuid[])`)

/** Whether this token is that of the link about a case which was mailed to its author. */
export const isSecretOf = async (ctx: Context, id: string, hash: Buffer): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`SELECT 1 FROM report_cases WHERE id = ${id} AND appeal_secret_hash = ${hash} AND appeal_until > app_now()`,
  )) !== undefined

// What lists and the page of a case show.

interface Person {
  id: string
  name: string
  username: string | null
  avatar: PresentableFile | null
}
export interface ListedCase extends CaseRow {
  at: string
  reports: bigint
  author: Person
  assignee: { id: string; name: string } | null
}
const personOf = (table: string) =>
  sql.raw(
    `json_build_object('id', ${table}.id, 'name', ${table}.name, 'username', CASE WHEN ${table}.status <> 'closed' THEN ${table}.username END, 'avatar', ${fileById(`${table}.avatar_file_id`)})`,
  )
const listed = sql`${columns}, (SELECT count(*) FROM reports r WHERE r.case_id = c.id) AS reports, ${personOf('a')} AS author,
  (SELECT json_build_object('id', m.id, 'name', m.name) FROM accounts m WHERE m.id = c.assigned_to) AS assignee`

export interface CaseFilter {
  state: ReportState | 'all' | undefined
  category: ReportCategory | undefined
  due: 'late' | 'day' | undefined
  assignedTo: string | undefined
  /** Categories that this viewer may not see. */
  without: readonly ReportCategory[]
}
const matches = (filter: CaseFilter) =>
  sql.join(
    [
      filter.state === 'all'
        ? sql`TRUE`
        : filter.state
          ? sql`c.state = ${filter.state}`
          : sql`c.state IN ('open', 'triaged', 'appealed')`,
      filter.category ? sql`c.category = ${filter.category}` : sql`TRUE`,
      filter.due === 'late'
        ? sql`c.due_at <= app_now()`
        : filter.due === 'day'
          ? sql`c.due_at <= app_now() + interval '24 hours'`
          : sql`TRUE`,
      filter.assignedTo ? sql`c.assigned_to = ${filter.assignedTo}` : sql`TRUE`,
      sql`c.category <> ALL(${[...filter.without]}::text[])`,
    ],
    sql` AND `,
  )
export const listCases = (ctx: Context, filter: CaseFilter, page: Page) =>
  rows(
    ctx.db,
    sql<ListedCase>`SELECT ${listed}, ${sql.raw(instantSql('c.due_at'))} AS at FROM report_cases c JOIN accounts a ON a.id = c.author_id
      WHERE ${matches(filter)} AND ${page.cursor ? sql`(c.due_at, c.id) > (${page.cursor.at}::timestamptz, ${page.cursor.id}::uuid)` : sql`TRUE`}
      ORDER BY c.due_at, c.id LIMIT ${page.size + 1}`,
  )
export const casesMatching = (filter: CaseFilter) => sql`report_cases c WHERE ${matches(filter)}`

export const viewCase = (ctx: Context, id: string) =>
  row(
    ctx.db,
    sql<ListedCase>`SELECT ${listed}, '' AS at FROM report_cases c JOIN accounts a ON a.id = c.author_id WHERE c.id = ${id}`,
  )
const casesAboutMax = 20
/** The newest cases about an account, without one of them. */
export const casesAbout = (
  ctx: Context,
  authorId: string,
  without: { categories: readonly ReportCategory[]; id: string | null },
) =>
  rows(
    ctx.db,
    sql<ListedCase>`SELECT ${listed}, '' AS at FROM report_cases c JOIN accounts a ON a.id = c.author_id
      WHERE c.author_id = ${authorId} AND c.id IS DISTINCT FROM ${without.id}::uuid AND c.category <> ALL(${[...without.categories]}::text[])
      ORDER BY c.created_at DESC, c.id DESC LIMIT ${casesAboutMax}`,
  )

export interface ReportRow {
  id: string
  category: ReportCategory
  text: string
  goodFaith: boolean
  reporter: Person | null
  actioned: number
  dismissed: number
  createdAt: Date
}
const reportsMax = 100
/** The reports of a case. What became of earlier reports of their senders is counted without cases of the withheld categories. */
export const reportsOf = (ctx: Context, caseId: string, withheld: readonly ReportCategory[]) =>
  rows(
    ctx.db,
    sql<ReportRow>`SELECT r.id, r.category, r.text, r.good_faith AS "goodFaith", r.created_at AS "createdAt",
        CASE WHEN a.id IS NOT NULL THEN ${personOf('a')} END AS reporter,
        coalesce(h.actioned, 0) AS actioned, coalesce(h.dismissed, 0) AS dismissed
      FROM (SELECT * FROM reports WHERE case_id = ${caseId} ORDER BY created_at, id LIMIT ${reportsMax}) r
        LEFT JOIN accounts a ON a.id = r.reporter_id
        LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE x.action <> 'dismiss')::int AS actioned, count(*) FILTER (WHERE x.action = 'dismiss')::int AS dismissed
          FROM reports o JOIN report_cases x ON x.id = o.case_id WHERE o.reporter_id = r.reporter_id AND o.case_id <> ${caseId}
            AND x.category <> ALL(${[...withheld]}::text[])) h ON true
      ORDER BY r.created_at, r.id`,
  )
export const buyersOf = async (ctx: Context, itemId: string): Promise<number> =>
  (await row(
    ctx.db,
    sql<{
      n: number
    }>`SELECT count(*)::int AS n FROM (SELECT FROM purchases WHERE object_id = ${itemId} AND revoked_at IS NULL LIMIT 10000) p`,
  ))!.n
export const namesOf = (ctx: Context, ids: readonly (string | null)[]) =>
  rows(
    ctx.db,
    sql<{
      id: string
      name: string
    }>`SELECT id, name FROM accounts WHERE id = ANY(${ids.filter((id) => id !== null)}::uuid[])`,
  )

/** Decisions about what this account published, except those that were dismissed. */
export const decisionsAbout = (ctx: Context, authorId: string, page: Page) =>
  rows(
    ctx.db,
    sql<CaseRow & { at: string }>`SELECT ${columns}, ${sql.raw(instantSql('c.created_at'))} AS at FROM report_cases c
      WHERE c.author_id = ${authorId} AND c.action <> 'dismiss'
        AND ${page.cursor ? sql`(c.created_at, c.id) < (${page.cursor.at}::timestamptz, ${page.cursor.id}::uuid)` : sql`TRUE`}
      ORDER BY c.created_at DESC, c.id DESC LIMIT ${page.size + 1}`,
  )
export const decisionsAboutCount = (authorId: string) =>
  sql`report_cases c WHERE c.author_id = ${authorId} AND c.action <> 'dismiss'`

export interface Addressee {
  id: string
  email: string
  name: string
  locale: string | null
}
/** Whom a case's outcome is sent to, by their accounts or the addresses that they left. */
export const reportersOf = (ctx: Context, caseId: string, after: string, limit: number) =>
  rows(
    ctx.db,
    sql<Addressee>`SELECT r.id, coalesce(a.email::text, r.email::text) AS email, coalesce(a.name, '') AS name, coalesce(a.locale, r.locale) AS locale
      FROM reports r LEFT JOIN accounts a ON a.id = r.reporter_id
      WHERE r.case_id = ${caseId} AND r.id > ${after} AND coalesce(a.email::text, r.email::text) IS NOT NULL ORDER BY r.id LIMIT ${limit}`,
  )

// What time does.

/** Cases whose appeal can no longer be made are closed; their files are no longer held. */
export const closeOld = async (tx: Context, limit: number): Promise<string[]> =>
  (
    await rows(
      tx.db,
      sql<{
        id: string
      }>`UPDATE report_cases SET state = 'closed', closed_at = app_now(), updated_at = app_now() WHERE id IN (
        SELECT id FROM report_cases WHERE state = 'actioned' AND appeal_until <= app_now() ORDER BY appeal_until LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING id`,
    )
  ).map(({ id }) => id)
export const releaseFilesOf = (tx: Context, ids: readonly string[]) =>
  sql`DELETE FROM report_files WHERE case_id = ANY(${[...ids]}::uuid[])`.execute(tx.db)
export const deleteOld = async (ctx: Context, days: number, limit: number): Promise<number> =>
  (
    await rows(
      ctx.db,
      sql`DELETE FROM report_cases WHERE id IN (SELECT id FROM report_cases WHERE state IN ('dismissed', 'closed')
        AND updated_at < app_now() - make_interval(days => ${days}) ORDER BY updated_at LIMIT ${limit}) RETURNING id`,
    )
  ).length
/** Addresses that people without an account left are needed until the last answer was sent. */
export const deleteAddressesOf = (tx: Context, ids: readonly string[]) =>
  sql`UPDATE reports SET email = NULL WHERE case_id = ANY(${[...ids]}::uuid[]) AND email IS NOT NULL`.execute(tx.db)

/** The same for cases that were dismissed or closed some days ago. */
export const deleteOldAddresses = async (ctx: Context, days: number, limit: number): Promise<number> =>
  (
    await rows(
      ctx.db,
      sql`UPDATE reports SET email = NULL WHERE id IN (SELECT r.id FROM report_cases c JOIN reports r ON r.case_id = c.id AND r.email IS NOT NULL
        WHERE c.state IN ('dismissed', 'closed') AND c.updated_at < app_now() - make_interval(days => ${days}) LIMIT ${limit}) RETURNING id`,
    )
  ).length

/** For an account that is closed: reports remain without a name, and cases about it without its name. */
export async function eraseNames(tx: Context, accountId: string): Promise<void> {
  await sql`UPDATE reports SET email = NULL WHERE reporter_id = ${accountId} AND email IS NOT NULL`.execute(tx.db)
  await sql`UPDATE report_cases SET snapshot = snapshot - 'name' - 'username' WHERE author_id = ${accountId}`.execute(
    tx.db,
  )
}
