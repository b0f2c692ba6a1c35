import { z } from 'zod'
import { endpoint, many } from './endpoint.ts'
import { says } from './field-errors.ts'
import { instant, line } from './fields.ts'
import { personQuery } from './person-query.ts'

// What staff did and looked at.

const person = z.object({ _id: z.string(), name: z.string(), username: z.string().nullable() })
export const auditEntry = z.object({
  _id: z.string(),
  at: instant,
  /** An event, such as `account.suspended`. */
  action: z.string(),
  /** Null: not a signed-in person, but a scheduled job, the operator's terminal or an emailed link, as the reason states. */
  actor: person.nullable(),
  targetType: z.string(),
  targetId: z.string(),
  /** The person concerned, if the target is a person or their identity documents. */
  about: person.nullable(),
  reason: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
/** A person, by id or username; a former username finds the person who had it. */
const whom = z.string().trim().toLowerCase().regex(personQuery, says('PERSON_SHAPE'))
const filters = {
  actor: whom.optional(),
  about: whom.optional(),
  /** A complete action, or its first part: `account`, `account.suspended`. */
  action: line(1, 60)
    .regex(/^[a-z_]+(\.[a-z_]+)?$/)
    .optional(),
  from: z.iso.date().optional(),
  /** The last day, all of it. Days are UTC. */
  to: z.iso.date().optional(),
}
export const readAuditLog = endpoint('GET /admin/audit', {
  group: 'admin',
  summary: 'What staff did and looked at, the newest first.',
  who: 'admin:compliance',
  limit: 'admin',
  query: z.object({
    ...filters,
    pageSize: z.coerce.number().int().min(1).max(100).default(50),
    cursor: z.string().max(500).optional(),
  }),
  /** `staff`: the people who can be selected as the actor. `chain`: the status of the hash chain of the whole log. */
  reply: many(auditEntry).extend({
    staff: z.array(person),
    chain: z.object({
      chainedAt: instant.nullable(),
      checkedAt: instant.nullable(),
      isBroken: z.boolean(),
      /** The first entry that did not fit at the last check. */
      brokenAt: z.string().nullable(),
    }),
  }),
})
export const exportAuditLog = endpoint('GET /admin/audit/export', {
  group: 'admin',
  summary: 'The same as a CSV file, whole. The export is logged.',
  who: 'admin:compliance',
  limit: 'admin',
  audit: true,
  query: z.object(filters),
  sends: ['text/csv'],
  reply: z.any(),
})
