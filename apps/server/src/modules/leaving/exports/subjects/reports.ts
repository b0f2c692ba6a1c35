import { z } from 'zod'
import { sql } from '../../../../platform/db/db.ts'
import { flag, id, instant, type Subject, text } from './subject.ts'

// What this person reported, and decisions about what they published. Neither side learns of the other.

export const reportSubjects: readonly Subject[] = [
  {
    name: 'reports',
    about: 'What this person reported to the site.',
    tables: ['reports'],
    record: z.strictObject({
      id,
      case: text,
      about: text,
      category: text,
      text,
      goodFaith: flag,
      email: text.nullable(),
      state: text,
      at: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT r.id, c.number AS "case", c.target_type AS about, r.category, r.text, r.good_faith AS "goodFaith", r.email::text AS email,
        c.state, r.created_at AS at
      FROM reports r JOIN report_cases c ON c.id = r.case_id WHERE r.reporter_id = ${accountId} ORDER BY r.created_at DESC, r.id DESC`,
  },
  {
    name: 'decisions',
    about: 'Decisions of the site about what this person published or wrote, and appeals against them.',
    tables: ['report_cases'],
    record: z.strictObject({
      id,
      number: text,
      about: text,
      title: text,
      category: text,
      state: text,
      action: text,
      statement: text,
      decidedAt: instant,
      appealUntil: instant.nullable(),
      appeal: text.nullable(),
      appealedAt: instant.nullable(),
      appealOutcome: text.nullable(),
      appealStatement: text,
      createdAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT c.id, c.number, c.target_type AS about, c.snapshot->>'title' AS title, c.category, c.state, c.action, c.statement,
        c.decided_at AS "decidedAt", c.appeal_until AS "appealUntil", c.appeal_text AS appeal, c.appealed_at AS "appealedAt",
        c.appeal_outcome AS "appealOutcome", c.appeal_statement AS "appealStatement", c.created_at AS "createdAt"
      FROM report_cases c WHERE c.author_id = ${accountId} AND c.action <> 'dismiss' ORDER BY c.created_at DESC, c.id DESC`,
  },
]
