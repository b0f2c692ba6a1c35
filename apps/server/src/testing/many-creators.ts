import { createHash } from 'node:crypto'
import pg from 'pg'
import { options } from '@fanlight/contract/options'

// Creators as on a big site, inserted directly into tables: few words shared by many, many words shared by few, all filters in use.

const batch = 25_000
/** Two connections write at once: most of the cost of a listing is the CPU time to parse its text. */
const writers = 2

/** Their listings are written as `refresh_listing` would, without its turn-taking for each; indexes are made at the end, in one go each. */
export async function seedCreators(databaseUrl: string, count: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count > batch ? writers : 1 }, () => connect(databaseUrl)))
  const [db] = clients as [pg.Client]
  const { rows: indexes } = await db.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = ANY('{accounts,performers,performer_listings}'::regclass[]) AND indexrelid NOT IN (SELECT conindid FROM pg_constraint)`,
  )
  if (indexes.length > 0) await db.query(`DROP INDEX ${indexes.map(({ name }) => name).join(', ')}`)
  const starts = Array.from({ length: Math.ceil(count / batch) }, (_, n) => 1 + n * batch)
  await eachInTurn(clients, starts, async (client, from) => {
    for (const text of [accounts, performers, listings])
      await client.query(text, [from, Math.min(count, from + batch - 1)])
  })
  await eachInTurn(clients, indexes, (client, { definition }) => client.query(definition))
  await db.query('VACUUM (ANALYZE) accounts, performers, performer_listings')
  await Promise.all(clients.map((client) => client.end()))
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  await db.query(`SET session_replication_role = replica`)
  await db.query(`SET maintenance_work_mem = '512MB'`)
  return db
}
async function eachInTurn<T>(
  clients: pg.Client[],
  work: T[],
  insert: (client: pg.Client, item: T) => Promise<unknown>,
) {
  const left = [...work]
  await Promise.all(
    clients.map(async (client) => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await insert(client, item)
    }),
  )
}

/** Words of taglines and names. The first ones occur in many listings, the last ones in few. */
export const vocabulary = 4_000
export const wordAt = (n: number): string =>
  createHash('md5')
    .update(`word${n}`)
    .digest('hex')
    .slice(0, 5 + (n % 4))
    .replaceAll(/\d/g, (digit) => characters[Number(digit)]!)
const characters = 'aeioulmnrs'
const wordSql = (n: string) =>
  `(SELECT translate(substr(md5('word' || at), 1, 5 + at % 4), '0123456789', '${characters}') FROM (SELECT (${n})::int AS at) w)`
/** A number below one that looks like chance, and is the same each time. */
const chance = (n: string, of: string) => `(abs(hashint8extended(${n}, hashtext('${of}')) % 1000003) / 1000003.0)`
const anyWord = (n: string, of: string) => wordSql(`floor(${vocabulary} * power(${chance(n, of)}, 3))`)

const firstNames = ['Anna', 'Ben', 'Chiara', 'Dario', 'Emi', 'Farid', 'Greta', 'Hana', 'Ines', 'Jun']
const pick = (of: readonly string[], n: string) =>
  `(ARRAY[${of.map((entry) => `'${entry}'`).join(', ')}])[1 + ((${n})::bigint % ${of.length})]`
const values = (of: keyof typeof options) => options[of].map(({ value }) => value)
/** What creators have chosen, by filter; the other lists of options stay empty with them. */
export const seededValues = {
  gender: ['female', 'male'],
  hairColor: ['black', 'blond', 'brown', 'red'],
  eyeColor: ['brown', 'blue', 'green'],
  bodyType: ['runner', 'slim'],
  height: values('height'),
  ethnicity: values('ethnicity'),
  country: ['JP', 'US', 'DE', 'KR', 'TW', 'SE', 'FR', 'NL', 'BR', 'EG'],
  language: ['en', 'ja', 'ko', 'ar'],
  category: Array.from({ length: 40 }, (_, n) => `topic ${n}`),
}
const { gender, hairColor, eyeColor, bodyType, height, ethnicity, country, language } = seededValues

const accounts = `INSERT INTO accounts (id, role, email, username, name, status, email_verified_at, country)
  SELECT md5('creator' || n)::uuid, 'performer', 'creator' || n || '@example.test', 'creator' || n,
    ${pick(firstNames, 'n')} || ' ' || initcap(substr(translate(md5('name' || n), '0123456789', '${characters}'), 1, 7)), 'active', now(),
    ${pick(country, 'n * 7 / 3')}
  FROM generate_series($1::int, $2::int) n`
const performers = `INSERT INTO performers (account_id, verification_status, tagline, gender, hair_color, eye_color, body_type, height, ethnicity, languages, categories, followers, updated_at, is_adult, date_of_birth)
  SELECT md5('creator' || n)::uuid, 'approved', CASE n % 5 WHEN 0 THEN 'A painter of ' ELSE 'Something about ' END
      || concat_ws(' ', ${['first', 'second', 'third', 'fourth'].map((of) => anyWord('n', of)).join(', ')}),
    ${pick(gender, 'n')}, ${pick(hairColor, 'n / 3')}, ${pick(eyeColor, 'n / 5')}, ${pick(bodyType, 'n / 7')}, ${pick(height, 'n / 13')}, ${pick(ethnicity, 'n / 17')},
    ARRAY[${pick(language, 'n / 11')}], ARRAY['topic ' || n % 40, 'craft ' || n % 7], (n::bigint * 7919) % 10007, now() - make_interval(secs => n % 900000),
    n % 11 = 0, '1990-01-01'::date + n % 4000
  FROM generate_series($1::int, $2::int) n`
// All of it is plain Latin: what `search_fold` and `search_vector` would say, at a fifth of their cost.
const listings = `INSERT INTO performer_listings (performer_id, username, is_adult, terms, price, search_text, vector, name_key, born_on, age_band, updated_at, listed_at, followers, score, why)
  SELECT a.id, a.username, p.is_adult, ARRAY['gender:' || p.gender, 'hairColor:' || p.hair_color, 'eyeColor:' || p.eye_color, 'bodyType:' || p.body_type, 'height:' || p.height,
      'ethnicity:' || p.ethnicity, 'country:' || a.country, 'free:' || (p.followers % 3 = 0)] || ARRAY(SELECT 'language:' || one FROM unnest(p.languages) one) || ARRAY(SELECT 'category:' || one FROM unnest(p.categories) one),
    300 + p.followers % 2700, w.words, to_tsvector('pg_catalog.simple', w.words) || to_tsvector(search_language(p.languages[1]), w.words), lower(a.name), p.date_of_birth, age_band(p.date_of_birth, now()::date),
    p.updated_at, now() - interval '1 day' * (p.followers % 700), p.followers, ln(1 + p.followers), 'most_followed'
  FROM generate_series($1::int, $2::int) n JOIN accounts a ON a.id = md5('creator' || n)::uuid JOIN performers p ON p.account_id = a.id
    CROSS JOIN LATERAL (SELECT lower(concat_ws(' ', a.name, a.username, p.tagline, array_to_string(p.categories, ' '))) AS words OFFSET 0) w`
