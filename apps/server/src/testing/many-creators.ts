import pg from 'pg'

// Creators as a big site has them, straight into the tables: few words that many share, many that few do, every filter in use.

const batch = 50_000

/** Their listings are written as `refresh_listing` would, without its turn-taking for each. */
export async function seedCreators(databaseUrl: string, count: number): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  await db.query(`SET session_replication_role = replica`)
  for (let from = 1; from <= count; from += batch) {
    const range = [from, Math.min(count, from + batch - 1)]
    await db.query(
      `INSERT INTO accounts (id, role, email, username, name, status, email_verified_at, country)
      SELECT md5('creator' || n)::uuid, 'performer', 'creator' || n || '@example.test', 'creator' || n,
        ${pick(firstNames, 'n')} || ' ' || initcap(substr(translate(md5('name' || n), '0123456789', 'aeioulmnrs'), 1, 7)), 'active', now(),
        ${pick(countries, 'n * 7 / 3')}
      FROM generate_series($1::int, $2::int) n`,
      range,
    )
    await db.query(
      `INSERT INTO performers (account_id, verification_status, tagline, gender, hair_color, eye_color, body_type, languages, categories, followers, updated_at, is_adult, date_of_birth)
      SELECT md5('creator' || n)::uuid, 'approved', CASE n % 5 WHEN 0 THEN 'A painter of ' ELSE 'Something about ' END || translate(md5('line' || n), '0123456789', 'aeioulmnrs'),
        ${pick(['female', 'male'], 'n')}, ${pick(['black', 'blonde', 'brown', 'red'], 'n / 3')}, ${pick(['brown', 'blue', 'green'], 'n / 5')}, ${pick(['runner', 'slim'], 'n / 7')},
        ARRAY[${pick(['en', 'ja', 'ko', 'ar'], 'n / 11')}], ARRAY['topic ' || n % 40, 'craft ' || n % 7], (n::bigint * 7919) % 10007, now() - make_interval(secs => n % 900000),
        n % 11 = 0, '1990-01-01'::date + n % 4000
      FROM generate_series($1::int, $2::int) n`,
      range,
    )
    await db.query(
      `INSERT INTO performer_listings (performer_id, username, is_adult, terms, price, words, vector, name_key, born_on, age_band, updated_at, listed_at, followers, score, why)
      SELECT a.id, a.username, p.is_adult, ARRAY['gender:' || p.gender, 'hairColor:' || p.hair_color, 'eyeColor:' || p.eye_color, 'bodyType:' || p.body_type, 'country:' || a.country,
          'free:' || (p.followers % 3 = 0)] || ARRAY(SELECT 'language:' || one FROM unnest(p.languages) one) || ARRAY(SELECT 'category:' || one FROM unnest(p.categories) one),
        300 + p.followers % 2700, w.words, search_vector(w.words, search_language(p.languages[1])), lower(a.name), p.date_of_birth, age_band(p.date_of_birth, now()::date),
        p.updated_at, now() - interval '1 day' * (p.followers % 700), p.followers, ln(1 + p.followers), 'most_followed'
      FROM generate_series($1::int, $2::int) n JOIN accounts a ON a.id = md5('creator' || n)::uuid JOIN performers p ON p.account_id = a.id
        CROSS JOIN LATERAL (SELECT search_fold(concat_ws(' ', a.name, a.username, p.tagline, array_to_string(p.categories, ' '))) AS words) w`,
      range,
    )
  }
  await db.query('VACUUM (ANALYZE) accounts, performers, performer_listings')
  await db.end()
}

const firstNames = ['Anna', 'Ben', 'Chiara', 'Dario', 'Emi', 'Farid', 'Greta', 'Hana', 'Ines', 'Jun']
const countries = ['JP', 'US', 'DE', 'KR', 'TW', 'SE', 'FR', 'NL', 'BR', 'EG']
const pick = (of: readonly string[], n: string) =>
  `(ARRAY[${of.map((one) => `'${one}'`).join(', ')}])[1 + ((${n})::bigint % ${of.length})]`
