-- Creators and posts are found in two narrow tables that follow the rows they speak of, so that every filter has an index and nothing is ranked in a request.

CREATE EXTENSION IF NOT EXISTS unaccent;

-- Words as they are compared: without accents, width and case.
CREATE FUNCTION search_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, normalize(words, NFKC)));

-- Chinese, Japanese and Korean need no spaces between words: their tokens are pairs of neighbours, and the last sign of a run by itself.
CREATE FUNCTION search_pairs(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(run[1], n, 2)), '{}')
  FROM regexp_matches(words, '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+', 'g') AS run, generate_series(1, length(run[1])) AS n
$$;

-- How PostgreSQL reads a language; word for word where it knows nothing of it.
CREATE FUNCTION search_language(code text) RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE left(lower(code), 2) WHEN 'en' THEN 'pg_catalog.english' WHEN 'ar' THEN 'pg_catalog.arabic' WHEN 'fr' THEN 'pg_catalog.french'
    WHEN 'de' THEN 'pg_catalog.german' WHEN 'es' THEN 'pg_catalog.spanish' WHEN 'it' THEN 'pg_catalog.italian' WHEN 'pt' THEN 'pg_catalog.portuguese'
    WHEN 'nl' THEN 'pg_catalog.dutch' WHEN 'ru' THEN 'pg_catalog.russian' WHEN 'sv' THEN 'pg_catalog.swedish' WHEN 'da' THEN 'pg_catalog.danish'
    WHEN 'no' THEN 'pg_catalog.norwegian' WHEN 'nb' THEN 'pg_catalog.norwegian' WHEN 'fi' THEN 'pg_catalog.finnish' WHEN 'tr' THEN 'pg_catalog.turkish'
    WHEN 'hu' THEN 'pg_catalog.hungarian' WHEN 'ro' THEN 'pg_catalog.romanian' WHEN 'el' THEN 'pg_catalog.greek' WHEN 'ca' THEN 'pg_catalog.catalan'
    WHEN 'id' THEN 'pg_catalog.indonesian' WHEN 'hi' THEN 'pg_catalog.hindi' WHEN 'sr' THEN 'pg_catalog.serbian' ELSE 'pg_catalog.simple' END::regconfig
$$;

CREATE FUNCTION search_vector(words text, language regconfig) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('pg_catalog.simple', folded) || to_tsvector(language, folded) || array_to_tsvector(search_pairs(folded))
  FROM (SELECT search_fold(words) AS folded) f
$$;

-- What somebody typed: words as they stand or in their reader's language, and every pair of signs.
CREATE FUNCTION search_query(words text, language regconfig) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (websearch_to_tsquery('pg_catalog.simple', spaced) || websearch_to_tsquery(language, spaced)) && coalesce(pairs, ''::tsquery)
  FROM (SELECT regexp_replace(folded, '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+', ' ', 'g') AS spaced, (
      SELECT string_agg('''' || piece || '''' || CASE WHEN length(piece) = 1 THEN ':*' ELSE '' END, ' & ')::tsquery FROM (
        SELECT substr(run[1], n, 2) AS piece
        FROM regexp_matches(folded, '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+', 'g') AS run,
          generate_series(1, greatest(1, length(run[1]) - 1)) AS n) pieces) AS pairs
    FROM (SELECT search_fold(words) AS folded) f) read
$$;

-- The band of the option list `age` for somebody born on a day.
CREATE FUNCTION age_band(born date, today date) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN years IS NULL THEN NULL WHEN years >= 50 THEN 'over_50' WHEN years < 20 THEN '18_19'
    ELSE (20 + (years - 20) / 3 * 3)::text || '_' || (22 + (years - 20) / 3 * 3)::text END
  FROM (SELECT extract(year FROM age(today, born))::int AS years) y
$$;

-- What new followers, subscribers and likes a day brought. Filled where counts are added up.
CREATE TABLE performer_days (
  performer_id uuid NOT NULL REFERENCES accounts,
  day date NOT NULL,
  followers bigint NOT NULL DEFAULT 0, subscribers bigint NOT NULL DEFAULT 0, likes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (performer_id, day)
);
CREATE INDEX performer_days_by_day ON performer_days (day);

-- Everybody who may be found. One row a creator that is approved and active.
CREATE TABLE performer_listings (
  performer_id uuid PRIMARY KEY REFERENCES accounts,
  -- All that can be filtered by value: 'gender:female', 'country:JP', 'language:ja', 'category:ceramics', 'free:true'.
  terms text[] NOT NULL,
  -- Minor units a month of the cheapest paid plan.
  price bigint,
  words text NOT NULL,
  vector tsvector NOT NULL,
  name_key text NOT NULL,
  born_on date,
  age_band text,
  updated_at timestamptz NOT NULL,
  listed_at timestamptz NOT NULL,
  -- Followed and ranked as of the last minute.
  followers bigint NOT NULL,
  score double precision NOT NULL,
  why text NOT NULL CHECK (why IN ('new_this_week', 'popular_in', 'popular_this_week', 'most_followed')),
  why_category text,
  CHECK ((why = 'popular_in') = (why_category IS NOT NULL))
);
CREATE INDEX performer_listings_by_term ON performer_listings USING gin (terms);
CREATE INDEX performer_listings_by_words ON performer_listings USING gin (words gin_trgm_ops);
CREATE INDEX performer_listings_by_vector ON performer_listings USING gin (vector);
CREATE INDEX performer_listings_by_update ON performer_listings (updated_at DESC, performer_id);
CREATE INDEX performer_listings_by_followers ON performer_listings (followers DESC, performer_id);
CREATE INDEX performer_listings_by_name ON performer_listings (name_key, performer_id);
CREATE INDEX performer_listings_by_age ON performer_listings (listed_at DESC, performer_id);
CREATE INDEX performer_listings_by_score ON performer_listings (score DESC, performer_id);
CREATE INDEX performer_listings_by_price ON performer_listings (price);
CREATE INDEX country_blocks_by_country ON country_blocks (country, performer_id);
-- Nothing else asks these any more.
DROP INDEX performers_listed, performers_by_followers, performers_by_tagline_trigram, accounts_performers_by_name, accounts_performers_by_country;

CREATE FUNCTION refresh_listing(of_performer uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO performer_listings (performer_id, terms, price, words, vector, name_key, born_on, age_band, updated_at, listed_at, followers, score, why)
  SELECT a.id,
    array_remove(ARRAY['gender:' || p.gender, 'sexualOrientation:' || p.sexual_orientation, 'height:' || p.height, 'weight:' || p.weight,
      'bodyType:' || p.body_type, 'ethnicity:' || p.ethnicity, 'buttSize:' || p.butt_size, 'hairColor:' || p.hair_color, 'eyeColor:' || p.eye_color,
      'age:' || d.band, 'country:' || a.country, 'state:' || nullif(p.state, ''), 'city:' || nullif(p.city, ''),
      CASE WHEN f.free THEN 'free:true' ELSE 'free:false' END], NULL)
      || ARRAY(SELECT 'language:' || one FROM unnest(p.languages) one) || ARRAY(SELECT 'category:' || one FROM unnest(p.categories) one),
    f.price, w.words, search_vector(concat_ws(' ', a.name, a.username, p.tagline, array_to_string(p.categories, ' ')), search_language(coalesce(p.languages[1], a.locale))),
    lower(a.name), p.date_of_birth, d.band, p.updated_at, l.at, p.followers, ln(1 + greatest(p.followers, 0)),
    CASE WHEN l.at > app_now() - interval '7 days' THEN 'new_this_week' ELSE 'most_followed' END
  FROM accounts a JOIN performers p ON p.account_id = a.id
    CROSS JOIN LATERAL (SELECT age_band(p.date_of_birth, (app_now() AT TIME ZONE 'UTC')::date) AS band) d
    CROSS JOIN LATERAL (SELECT coalesce(bool_or(type = 'free'), false) AS free, min(price / months) FILTER (WHERE type <> 'free') AS price
      FROM plans WHERE performer_id = a.id AND active) f
    CROSS JOIN LATERAL (SELECT coalesce((SELECT min(v.decided_at) FROM verifications v WHERE v.performer_id = a.id AND v.status IN ('approved', 'expired')), p.created_at) AS at) l
    CROSS JOIN LATERAL (SELECT search_fold(concat_ws(' ', a.name, a.username, p.tagline, array_to_string(p.categories, ' '))) AS words) w
  WHERE a.id = of_performer AND a.role = 'performer' AND a.status = 'active' AND a.username IS NOT NULL AND p.verification_status = 'approved'
  ON CONFLICT (performer_id) DO UPDATE SET terms = excluded.terms, price = excluded.price, words = excluded.words, vector = excluded.vector,
    name_key = excluded.name_key, born_on = excluded.born_on, age_band = excluded.age_band, updated_at = excluded.updated_at, listed_at = excluded.listed_at;
  IF NOT FOUND THEN
    DELETE FROM performer_listings WHERE performer_id = of_performer;
  END IF;
END $$;

CREATE FUNCTION listing_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_listing(CASE TG_TABLE_NAME WHEN 'accounts' THEN (to_jsonb(NEW) ->> 'id')::uuid WHEN 'performers' THEN (to_jsonb(NEW) ->> 'account_id')::uuid
    ELSE (to_jsonb(coalesce(NEW, OLD)) ->> 'performer_id')::uuid END);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER accounts_change_listing AFTER UPDATE OF name, username, status, role, country, locale ON accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.role = 'performer') EXECUTE FUNCTION listing_changed();
CREATE CONSTRAINT TRIGGER performers_change_listing AFTER INSERT OR UPDATE OF tagline, date_of_birth, gender, sexual_orientation, height, weight, body_type,
    ethnicity, butt_size, hair_color, eye_color, city, state, languages, categories, verification_status, updated_at ON performers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION listing_changed();
CREATE CONSTRAINT TRIGGER plans_change_listing AFTER INSERT OR UPDATE OR DELETE ON plans
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION listing_changed();

-- The words by which a published post is found: its title, and its text where everybody may read it.
CREATE TABLE feed_words (
  item_id uuid PRIMARY KEY REFERENCES items ON DELETE CASCADE,
  published_at timestamptz NOT NULL,
  title text NOT NULL,
  vector tsvector NOT NULL
);
CREATE INDEX feed_words_by_vector ON feed_words USING gin (vector);
CREATE INDEX feed_words_by_title ON feed_words USING gin (title gin_trgm_ops);

CREATE FUNCTION feed_words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'published' THEN
    DELETE FROM feed_words WHERE item_id = NEW.id;
  ELSE
    INSERT INTO feed_words (item_id, published_at, title, vector)
    SELECT NEW.id, NEW.published_at, search_fold(NEW.title),
      search_vector(concat_ws(' ', NEW.title, CASE WHEN NEW.gate_type = 'public' THEN NEW.text || ' ' || array_to_string(NEW.tags, ' ') END),
        search_language(coalesce(p.languages[1], a.locale)))
    FROM accounts a LEFT JOIN performers p ON p.account_id = a.id WHERE a.id = NEW.performer_id
    ON CONFLICT (item_id) DO UPDATE SET published_at = excluded.published_at, title = excluded.title, vector = excluded.vector;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER items_change_words AFTER INSERT OR UPDATE OF title, text, tags, status, gate_type, published_at ON items
  FOR EACH ROW WHEN (NEW.kind = 'feed') EXECUTE FUNCTION feed_words_changed();

-- What was searched, a day at a time. Who searched is nowhere: a mark is a hash under the day's salt, which goes with the day.
CREATE TABLE keyword_days (
  keyword text NOT NULL CHECK (length(keyword) BETWEEN 1 AND 60),
  day date NOT NULL,
  searches bigint NOT NULL DEFAULT 1,
  visitors bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (keyword, day)
);
CREATE INDEX keyword_days_by_day ON keyword_days (day, visitors DESC);
CREATE TABLE keyword_salts (
  day date PRIMARY KEY,
  salt bytea NOT NULL
);
CREATE TABLE keyword_marks (
  mark bytea PRIMARY KEY,
  day date NOT NULL,
  counted_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX keyword_marks_by_day ON keyword_marks (day);

-- One lock of each table that a listing is made of, not one of each creator: PostgreSQL has room for some thousands of locks.
-- 0071 lets writers take turns by creator from then on.
LOCK TABLE accounts, performers, plans, verifications IN SHARE ROW EXCLUSIVE MODE;
SELECT refresh_listing(account_id) FROM performers;
UPDATE items SET status = status WHERE kind = 'feed' AND status = 'published';
