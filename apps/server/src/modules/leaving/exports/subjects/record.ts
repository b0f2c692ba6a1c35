import { z } from 'zod'
import { sql } from '../../../../platform/db/db.ts'
import { ownPayoutDetails } from '../../../money/payout-details/own-details.ts'
import { ownDeclaration } from '../../../people/verifications/own.ts'
import { documentPath } from '../paths.ts'
import { count, day, id, instant, type Subject, text } from './subject.ts'

// Verifications, payout details, emails and the audit log.

export const recordSubjects: readonly Subject[] = [
  {
    name: 'verifications',
    about: 'Reviews of a creator’s identity documents, with what was declared. The reviewer is not named.',
    tables: ['verifications'],
    record: z.strictObject({
      id,
      status: text,
      declared: z
        .strictObject({
          legalName: text,
          dateOfBirth: text,
          country: text,
          documentExpiresOn: text.nullable(),
        })
        .nullable(),
      reason: text.nullable(),
      fieldReasons: z.record(z.string(), z.string()),
      submittedAt: instant.nullable(),
      decidedAt: instant.nullable(),
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT id, status, encrypted_identity AS declared, reason, field_reasons AS "fieldReasons",
        submitted_at AS "submittedAt", decided_at AS "decidedAt", created_at AS "createdAt", updated_at AS "updatedAt"
      FROM verifications WHERE performer_id = ${accountId} ORDER BY created_at DESC, id`,
    shape: (ctx, row) => ({
      ...row,
      declared: row['declared'] ? ownDeclaration(ctx, row['id'] as string, row['declared'] as Buffer) : null,
    }),
  },
  {
    name: 'identity-documents',
    about: 'The identity documents of those reviews. `path` is the location in the archive.',
    tables: ['verification_documents'],
    record: z.strictObject({
      id,
      path: text,
      verificationId: id,
      kind: text,
      status: text,
      fieldReasons: z.record(z.string(), z.string()),
      mime: text,
      bytes: count,
      sha256: text,
      expiresOn: day.nullable(),
      createdAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT d.id, d.verification_id AS "verificationId", d.kind, d.status, d.field_reasons AS "fieldReasons", d.mime,
        d.bytes, encode(d.sha256, 'hex') AS sha256, d.expires_on AS "expiresOn", d.created_at AS "createdAt"
      FROM verifications v JOIN verification_documents d ON d.verification_id = v.id WHERE v.performer_id = ${accountId}
      ORDER BY v.created_at DESC, v.id, d.kind, d.created_at DESC, d.id`,
    shape: (_ctx, { id: documentId, ...row }) => ({
      id: documentId,
      path: documentPath({ id: documentId as string, kind: row['kind'] as string, mime: row['mime'] as string }),
      ...row,
    }),
  },
  {
    name: 'payout-details',
    about: 'Where a creator is paid. Keys of a payment gateway are secrets and left out.',
    tables: ['payout_details'],
    record: z.strictObject({
      kind: z.enum(['bank', 'gateways']),
      details: z.record(z.string(), z.unknown()),
      changedAt: instant,
      version: count,
    }),
    select: (
      accountId,
    ) => sql`SELECT kind, encrypted, changed_at AS "changedAt", version, performer_id AS "performerId" FROM payout_details
      WHERE performer_id = ${accountId} ORDER BY kind`,
    shape: (ctx, { kind, encrypted, performerId, ...row }) => ({
      kind,
      details: ownPayoutDetails(ctx, performerId as string, kind as 'bank' | 'gateways', encrypted as Buffer),
      ...row,
    }),
  },
  {
    name: 'mails',
    about: 'Emails to the present address since it was confirmed. Links that sign in are left out of the text.',
    tables: ['mails'],
    record: z.strictObject({
      kind: text,
      subject: text,
      text,
      status: text,
      createdAt: instant,
      sentAt: instant.nullable(),
    }),
    // Emails sent to this address before it belonged to this account are another person's data.
    select: (
      accountId,
    ) => sql`SELECT m.kind, m.subject, m.text, m.status, m.created_at AS "createdAt", m.sent_at AS "sentAt"
      FROM accounts a JOIN mails m ON m.to_address = a.email::text
      WHERE a.id = ${accountId} AND m.created_at >= coalesce(a.email_verified_at, a.created_at) AND m.kind <> 'contact_message'
      ORDER BY m.kind, m.created_at DESC, m.id`,
  },
  {
    name: 'record',
    about: 'What was done to this account, or by it where the audit log records that. Members of staff are not named.',
    tables: ['audit_log'],
    record: z.strictObject({
      action: text,
      by: z.enum(['you', 'staff', 'system']).describe('`system`: a scheduled job, or a command at the terminal.'),
      about: text,
      address: text.nullable().describe('Only of what this person did.'),
      at: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT l.action, CASE WHEN l.actor_id = ${accountId} THEN 'you' WHEN l.actor_id IS NULL THEN 'system' ELSE 'staff' END AS by,
        l.target_type AS about, CASE WHEN l.actor_id = ${accountId} THEN host(l.address) END AS address, l.created_at AS at
      FROM (SELECT id FROM audit_log WHERE actor_id = ${accountId}
        UNION SELECT id FROM audit_log WHERE target_type IN ('account', 'performer') AND target_id = ${accountId}::text
        UNION SELECT x.id FROM verifications v JOIN audit_log x ON x.target_type = 'verification' AND x.target_id = v.id::text
          WHERE v.performer_id = ${accountId}) mine
      JOIN audit_log l ON l.id = mine.id ORDER BY l.id`,
  },
  {
    name: 'downloads',
    about: 'When data exports were requested.',
    tables: ['data_exports'],
    record: z.strictObject({ requestedAt: instant, status: text, readyAt: instant.nullable() }),
    select: (accountId) => sql`SELECT requested_at AS "requestedAt", status, ready_at AS "readyAt" FROM data_exports
      WHERE account_id = ${accountId} ORDER BY requested_at DESC`,
  },
]
