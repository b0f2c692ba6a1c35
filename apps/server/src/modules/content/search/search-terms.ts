import type { Context } from '../../../platform/context.ts'
import { type Db, sql } from '../../../platform/db/db.ts'

/** How many profiles, titles or terms one statement reads or removes. */
const batchSize = 2_000

/**
 * Removes the terms that no profile and no title uses any more, and adds what is missing. Works in batches on one connection: the terms in
 * use are collected in a temporary table, and only what was there before that began is removed.
 */
export async function refreshSearchTerms(ctx: Context, batch = batchSize): Promise<void> {
  await ctx.db.connection().execute(async (db) => {
    await sql`CREATE TEMPORARY TABLE terms_in_use (term text COLLATE "C" PRIMARY KEY)`.execute(db)
    try {
      await sql`CREATE TEMPORARY TABLE terms_before AS SELECT term FROM search_terms`.execute(db)
      await collect(db, batch)
      await inBatches(batch, () =>
        sql`INSERT INTO search_terms (term) SELECT term FROM terms_in_use u
          WHERE NOT EXISTS (SELECT FROM search_terms s WHERE s.term = u.term) ORDER BY term LIMIT ${batch} ON CONFLICT DO NOTHING`.execute(
          db,
        ),
      )
      await inBatches(batch, () =>
        sql`DELETE FROM search_terms WHERE term IN (SELECT s.term FROM search_terms s JOIN terms_before b ON b.term = s.term
          WHERE NOT EXISTS (SELECT FROM terms_in_use u WHERE u.term = s.term) LIMIT ${batch})`.execute(db),
      )
    } finally {
      await sql`DROP TABLE IF EXISTS terms_in_use, terms_before`.execute(db)
    }
  })
}

/** Every text of which terms are made, with the key that it is read along. */
const sources = [
  { texts: sql`performer_listings`, key: sql.ref('performer_id'), text: sql.ref('search_text') },
  { texts: sql`feed_search`, key: sql.ref('item_id'), text: sql.ref('title') },
]

async function collect(db: Db, batch: number): Promise<void> {
  for (const { texts, key, text } of sources) {
    let after: string | undefined = '00000000-0000-0000-0000-000000000000'
    while (after !== undefined) {
      const { rows }: { rows: { last: string | null; read: number }[] } = await sql<{
        last: string | null
        read: number
      }>`
        WITH read AS MATERIALIZED (SELECT ${key} AS key, ${text} AS text FROM ${texts} WHERE ${key} > ${after}::uuid ORDER BY ${key} LIMIT ${batch}),
          added AS (INSERT INTO terms_in_use (term) SELECT DISTINCT found.term FROM read, search_terms_of(read.text) AS found(term)
            ON CONFLICT DO NOTHING)
        SELECT (SELECT key FROM read ORDER BY key DESC LIMIT 1)::text AS last, (SELECT count(*) FROM read)::int AS read`.execute(
        db,
      )
      after = rows[0]!.read === batch ? rows[0]!.last! : undefined
    }
  }
}

async function inBatches(batch: number, run: () => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  while ((await run()).numAffectedRows === BigInt(batch));
}
