// Which listings fit what somebody typed. Words that begin so come first; what contains it in its middle, and near misses, are looked for
// only where few begin so. A word may fit half a site, so nothing here looks at all that fits: where the words are known to fit many, those
// who come first in the order that was asked for are found, as far as one walks along its index, and with them creators whose names begin so.

/** Rows that are walked along an order's index before anything else is asked. */
const walkedMax = 2_000
/** How many listings that fit are put in order, counted and read. */
export const hitsMax = 500
const begunMax = 100
const insideMax = 100
const nearMax = 100
/** Trigrams know nothing of one or two letters: their index would be read from end to end. */
const shortMax = 2
/** Where the walk finds so many, no other index is asked. */
const enough = 200
/** Where fewer begin so, what contains it is looked for; where still fewer do, near misses. */
const some = 20
const few = 5

/** The parameters that hold what was typed. */
export interface Typed {
  words: string
  /** The same between two %. */
  pattern: string
  locale: string
}
// The last word may go on: whoever types "pain" is on the way to a painter.
const typedSql = ({ words, pattern, locale }: Typed): string =>
  `typed AS MATERIALIZED (SELECT near, inside, spelt || coalesce(begun, ''::tsquery) AS query FROM (
      SELECT near, inside, search_query(near, search_language(${locale}::text)) AS spelt,
        to_tsquery('pg_catalog.simple', nullif(regexp_replace(trim(regexp_replace(near, '[^[:alnum:]]+', ' ', 'g')), ' ', ' & ', 'g'), '') || ':*') AS begun
      FROM (SELECT search_fold(${words}::text) AS near, search_fold(${pattern}::text) AS inside OFFSET 0) folded OFFSET 0) read)`
const [near, inside, query] = ['near', 'inside', 'query'].map((one) => `(SELECT ${one} FROM typed)`)

/** Whether no limit left anybody out of what was found without a walk. */
export const areAll = ({ total }: { total: number }): boolean => total < hitsMax

/**
 * Steps that end in `hits`: the listings that fit and of which `conditions` hold, at most some hundreds, with what orders them and how well
 * each fits: 1 and more, a near miss less. Where so many fit (`areMany`) that not all are found, they are the first by `order`.
 */
export const hitsSql = (typed: Typed, order: string, conditions: string, areMany: boolean): string => {
  const listings = `SELECT l.performer_id AS id FROM performer_listings l WHERE`
  const begins = (column: string) =>
    `${column} >= ${near} COLLATE "C" AND ${column} < (${near} || U&'\\+10FFFF') COLLATE "C"`
  const fewer = (than: number, ...steps: string[]) =>
    `(SELECT count(*) FROM (${steps.map((step) => `SELECT FROM ${step}`).join(' UNION ALL ')}) found) < ${than}`
  const first = {
    walked: `SELECT l.performer_id AS id FROM (SELECT * FROM performer_listings l ORDER BY ${order} LIMIT ${walkedMax}) l
      WHERE l.vector @@ ${query} AND ${conditions} LIMIT ${hitsMax}`,
    begun: `(${listings} ${begins('left(l.words, 40) COLLATE "C"')} AND ${conditions} LIMIT ${begunMax})
      UNION ALL (${listings} ${begins('l.username COLLATE "C"')} AND ${conditions} LIMIT ${begunMax})`,
    others: `${listings} ${fewer(enough, 'walked')} AND l.vector @@ ${query} AND ${conditions} LIMIT ${hitsMax}`,
  }
  const soFar = areMany ? first : { others: `${listings} l.vector @@ ${query} AND ${conditions} LIMIT ${hitsMax}` }
  const steps: Record<string, string> = {
    ...soFar,
    inside: `${listings} ${fewer(some, ...Object.keys(soFar))} AND length(${near}) > ${shortMax} AND l.words LIKE ${inside} AND ${conditions} LIMIT ${insideMax}`,
    nearly: `${listings} ${fewer(few, ...Object.keys(soFar), 'inside')} AND ${near} <% l.words AND ${conditions} LIMIT ${nearMax}`,
  }
  return `${typedSql(typed)},
    ${Object.entries(steps)
      .map(([name, step]) => `${name} AS MATERIALIZED (${step})`)
      .join(',\n    ')},
    hits AS MATERIALIZED (SELECT l.*, CASE WHEN found.fits
        THEN 1 + starts_with(l.words, ${near})::int + (l.username = ${near})::int + (position(' ' || ${near} IN ' ' || l.words) > 0)::int
        ELSE word_similarity(${near}, l.words) END AS fit
      FROM (SELECT id, bool_or(fits) AS fits FROM (${Object.keys(steps)
        .map((name) => `SELECT id, ${name !== 'nearly'} AS fits FROM ${name}`)
        .join(' UNION ALL ')}) each GROUP BY id) found
        -- Each by its id: without the limit PostgreSQL may find it cheaper to read the whole table once.
        CROSS JOIN LATERAL (SELECT l.performer_id, l.username, l.words, l.terms, l.updated_at, l.followers, l.name_key, l.listed_at, l.score
          FROM performer_listings l WHERE l.performer_id = found.id LIMIT 1) l)`
}
