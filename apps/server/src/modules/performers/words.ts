// Which listings fit what somebody typed. A word may fit half a site, so nothing here looks at all that fits: creators whose names begin
// so are always found; of the others those who come first in the order that was asked for, as far as one walks along its index, and
// then a number of any; and who nearly fits only where few fit.

/** Rows that are walked along an order's index before anything else is asked. */
const walkedMax = 2_000
/** How many listings that fit are put in order, counted and read. */
export const hitsMax = 500
const begunMax = 100
const nearMax = 100
/** Trigrams know nothing of one or two letters: their index would be read from end to end. */
const shortMax = 2
/** Where the walk finds so many, no other index is asked; where all of it finds fewer than the other, near misses are looked for. */
const enough = 200
const few = 5

/** The parameters that hold what was typed. */
export interface Typed {
  words: string
  /** The same between two %. */
  pattern: string
  locale: string
}
const typedSql = ({ words, pattern, locale }: Typed): string =>
  `typed AS MATERIALIZED (SELECT search_fold(${words}::text) AS near, search_fold(${pattern}::text) AS inside,
    search_query(${words}::text, search_language(${locale}::text)) AS query)`
const [near, inside, query] = ['near', 'inside', 'query'].map((one) => `(SELECT ${one} FROM typed)`)

/** So few were found that no limit of a step left anybody out, by words that every step can look for. */
export const areRare = ({ total, near }: { total: number; near: string | null }): boolean =>
  total < begunMax && (near?.length ?? 0) > shortMax

const fits = `(l.words LIKE ${inside} OR l.vector @@ ${query})`

/**
 * Steps that end in `hits (id, fit)`: the listings that fit and of which `conditions` hold, at most some hundreds. `order` is that of
 * the list; where so few fit that none is left out (`isRare`), nothing is walked along it. Who fits has 1 and more, a near miss less.
 */
export const hitsSql = (typed: Typed, order: string, conditions: string, isRare = false): string => {
  const listings = `SELECT l.performer_id AS id FROM performer_listings l WHERE`
  const begins = (column: string) =>
    `${column} >= ${near} COLLATE "C" AND ${column} < (${near} || U&'\\+10FFFF') COLLATE "C"`
  const fewer = (than: number, ...steps: string[]) =>
    `(SELECT count(*) FROM (${steps.map((step) => `SELECT FROM ${step}`).join(' UNION ALL ')}) found) < ${than}`
  const walked = `SELECT l.performer_id AS id FROM (SELECT * FROM performer_listings l ORDER BY ${order} LIMIT ${walkedMax}) l
      WHERE ${fits} AND ${conditions} LIMIT ${hitsMax}`
  return `${typedSql(typed)},
    walked AS MATERIALIZED (${isRare ? `SELECT NULL::uuid AS id WHERE false` : walked}),
    begun AS MATERIALIZED ((${listings} ${begins('left(l.words, 40) COLLATE "C"')} AND ${conditions} LIMIT ${begunMax})
      UNION ALL (${listings} ${begins('l.username COLLATE "C"')} AND ${conditions} LIMIT ${begunMax})),
    others AS MATERIALIZED ((${listings} ${fewer(enough, 'walked')} AND l.vector @@ ${query} AND ${conditions} LIMIT ${hitsMax})
      UNION ALL (${listings} ${fewer(enough, 'walked')} AND length(${near}) > ${shortMax} AND l.words LIKE ${inside} AND ${conditions} LIMIT ${hitsMax})),
    nearly AS MATERIALIZED (${listings} ${fewer(few, 'walked', 'begun', 'others')} AND ${near} <% l.words AND ${conditions} LIMIT ${nearMax}),
    hits AS MATERIALIZED (SELECT id, CASE WHEN fits
        THEN 1 + starts_with(l.words, ${near})::int + (l.username = ${near})::int + (position(' ' || ${near} IN ' ' || l.words) > 0)::int
        ELSE word_similarity(${near}, l.words) END AS fit
      FROM (SELECT id, bool_or(fits) AS fits FROM (SELECT id, true AS fits FROM walked UNION ALL SELECT id, true FROM begun
          UNION ALL SELECT id, true FROM others UNION ALL SELECT id, false FROM nearly) each GROUP BY id) found
        JOIN performer_listings l ON l.performer_id = found.id)`
}
