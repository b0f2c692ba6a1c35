import type { Context } from '../../platform/context.ts'
import { sql } from '../../platform/db.ts'

/** All profiles and titles are read: on a large site that takes longer than a request may. */
const timeoutMs = 10 * 60_000

/** Removes the terms that no profile and no title uses any more, and adds what is missing. */
export async function refreshSearchTerms(ctx: Context): Promise<void> {
  await ctx.transaction(async ({ db }) => {
    await sql`SELECT set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(db)
    await sql`WITH used AS MATERIALIZED (SELECT DISTINCT found.term COLLATE "C" AS term
        FROM (SELECT search_text FROM performer_listings UNION ALL SELECT title FROM feed_search) t, search_terms_of(t.search_text) AS found(term)),
      removed AS (DELETE FROM search_terms s WHERE NOT EXISTS (SELECT FROM used u WHERE u.term = s.term))
      INSERT INTO search_terms (term) SELECT term FROM used ORDER BY term ON CONFLICT DO NOTHING`.execute(db)
  })
}
