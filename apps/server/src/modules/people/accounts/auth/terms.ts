import type { Context } from '../../../../platform/context.ts'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import { refuseIf } from '../../../../platform/refusal.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'

// The version of the terms that a user accepted. A version is its date; accepting a later version includes all earlier ones.

/** The version that every account must have accepted by now; empty if no acceptance is required. */
export function termsInForce({ settings, clock }: Context): string {
  const [version, effectiveFrom] = [settings.get('termsVersion'), settings.get('termsRequiredFrom')]
  return version !== '' && (effectiveFrom === '' || new Date(effectiveFrom) <= clock.now()) ? version : ''
}

interface Owing {
  role: SignedIn['role']
  status: SignedIn['status']
  unfinished: boolean
  termsVersion: string
}
/** Exempt: staff, who run the site; accounts that are closing; and unfinished accounts, which accept the terms in their last step. */
export const owesTerms = (ctx: Context, { role, status, unfinished, termsVersion }: Owing): boolean =>
  role !== 'admin' && status !== 'closing' && !unfinished && termsVersion < termsInForce(ctx)

/** Of these sessions, those of accounts that owe an acceptance; for sockets that were open before. */
export async function sessionsOwingTerms(ctx: Context, sessionIds: readonly string[]): Promise<string[]> {
  const version = termsInForce(ctx)
  if (version === '' || sessionIds.length === 0) return []
  const owing = await rows(
    ctx.db,
    sql<{ id: string }>`SELECT s.id FROM sessions s JOIN accounts a ON a.id = s.account_id
      WHERE s.id = ANY(${sessionIds}::uuid[]) AND a.role <> 'admin' AND a.status <> 'closing' AND a.terms_version < ${version}`,
  )
  return owing.map((entry) => entry.id)
}

/** The form in which the terms were accepted. */
export type TermsForm = 'fan' | 'creator' | 'google' | 'twitter' | 'terms_changed'

/** Records the accepted version. A repetition changes nothing. */
export async function recordAcceptance(
  tx: Context,
  accountId: string,
  { version, locale, form }: { version: string; locale: string; form: TermsForm },
): Promise<void> {
  const added = await row(
    tx.db,
    sql`INSERT INTO terms_acceptances (account_id, version, locale, form) VALUES (${accountId}, ${version}, ${locale}, ${form})
      ON CONFLICT DO NOTHING RETURNING 1`,
  )
  if (!added) return
  await sql`UPDATE accounts SET terms_version = greatest(terms_version, ${version}), terms_accepted_at = app_now(), updated_at = app_now()
    WHERE id = ${accountId}`.execute(tx.db)
}

export async function accept(ctx: Context, viewer: SignedIn, version: string): Promise<void> {
  // The page may have been rendered by a process that read a newer version of the settings before this one.
  if (version !== ctx.settings.get('termsVersion')) await ctx.settings.refresh()
  refuseIf(version !== ctx.settings.get('termsVersion'), 'CONFLICT')
  await ctx.transaction((tx) =>
    recordAcceptance(tx, viewer.id, { version, locale: viewer.locale, form: 'terms_changed' }),
  )
}

/** The terms that a user is required to accept, and those they have accepted. */
export async function termsStatusOf(ctx: Context, viewer: SignedIn) {
  const { termsVersion, termsSummary, defaultLocale } = ctx.settings.all()
  const accepted = await row(
    ctx.db,
    sql<{ version: string; at: Date }>`SELECT version, accepted_at AS at FROM terms_acceptances
      WHERE account_id = ${viewer.id} ORDER BY version DESC LIMIT 1`,
  )
  const locale = [viewer.locale, defaultLocale].find((entry) => termsSummary[entry])
  return {
    version: termsVersion,
    isDue: viewer.termsDue,
    accepted: accepted ? { version: accepted.version, at: accepted.at.toISOString() } : null,
    summary: locale ? { locale, text: termsSummary[locale]! } : null,
  }
}
