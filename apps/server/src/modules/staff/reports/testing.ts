import type { ReportCategory, ReportTarget } from '@fanlight/contract/report-values'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { assert } from '../../../platform/refusal.ts'
import { report } from './reporting.ts'

/** A report by someone without an account, and the id of its case. */
export async function buildReport(
  ctx: Context,
  target: { type: ReportTarget; id: string },
  { category = 'spam', text = 'This is an advertisement.' }: { category?: ReportCategory; text?: string } = {},
): Promise<string> {
  const visitor = { kind: 'visitor', address: '192.0.2.1', country: null, locale: 'en-US', age: 'none' } as const
  const { number } = await report(ctx, visitor, {
    target,
    category,
    text,
    contact: 'noor@example.com',
    goodFaith: true,
  })
  const found = await row(ctx.db, sql<{ id: string }>`SELECT id FROM report_cases WHERE number = ${number}`)
  assert(found, 'a report has a case')
  return found.id
}
