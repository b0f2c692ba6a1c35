-- A listing says by itself who may not see it, so that no list joins a big table to find out; and words and chance are read by their own indexes.

ALTER TABLE performer_listings ADD COLUMN username text, ADD COLUMN is_adult boolean NOT NULL DEFAULT false,
  -- Countries that the creator closed their page to.
  ADD COLUMN closed_to text[] NOT NULL DEFAULT '{}';
UPDATE performer_listings l SET username = a.username, is_adult = p.is_adult,
    closed_to = ARRAY(SELECT country FROM country_blocks WHERE performer_id = a.id)
  FROM accounts a JOIN performers p ON p.account_id = a.id WHERE a.id = l.performer_id;
ALTER TABLE performer_listings ALTER COLUMN username SET NOT NULL;

CREATE INDEX performer_listings_by_beginning ON performer_listings (left(words, 40) COLLATE "C", performer_id);
CREATE INDEX performer_listings_by_username ON performer_listings (username COLLATE "C");
CREATE INDEX performer_listings_by_chance ON performer_listings (uuid_hash_extended(performer_id, 0));
CREATE INDEX feed_words_by_date ON feed_words (published_at DESC, item_id);

CREATE OR REPLACE FUNCTION refresh_listing(of_performer uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- At the end of its transaction each writer takes its turn, and reads what the one before has committed.
  PERFORM pg_advisory_xact_lock(hashtextextended(of_performer::text, 7205759411));
  INSERT INTO performer_listings (performer_id, username, is_adult, closed_to, terms, price, words, vector, name_key, born_on, age_band, updated_at, listed_at, followers, score, why)
  SELECT a.id, a.username, p.is_adult, ARRAY(SELECT country FROM country_blocks WHERE performer_id = a.id), ARRAY(SELECT term FROM unnest(array_remove(ARRAY['gender:' || p.gender, 'sexualOrientation:' || p.sexual_orientation, 'height:' || p.height, 'weight:' || p.weight,
      'bodyType:' || p.body_type, 'ethnicity:' || p.ethnicity, 'buttSize:' || p.butt_size, 'hairColor:' || p.hair_color, 'eyeColor:' || p.eye_color,
      'age:' || d.band, 'country:' || a.country, 'state:' || nullif(p.state, ''), 'city:' || nullif(p.city, ''),
      CASE WHEN f.free THEN 'free:true' ELSE 'free:false' END], NULL)
      || ARRAY(SELECT 'language:' || one FROM unnest(p.languages) one) || ARRAY(SELECT 'category:' || one FROM unnest(p.categories) one)) AS term
      WHERE split_part(term, ':', 1) <> ALL (array_replace(p.hidden_fields, 'languages', 'language'))),
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
  ON CONFLICT (performer_id) DO UPDATE SET username = excluded.username, is_adult = excluded.is_adult, closed_to = excluded.closed_to, terms = excluded.terms, price = excluded.price, words = excluded.words, vector = excluded.vector,
    name_key = excluded.name_key, born_on = excluded.born_on, age_band = excluded.age_band, updated_at = excluded.updated_at, listed_at = excluded.listed_at;
  IF NOT FOUND THEN
    DELETE FROM performer_listings WHERE performer_id = of_performer;
  END IF;
END $$;

DROP TRIGGER performers_change_listing ON performers;
CREATE CONSTRAINT TRIGGER performers_change_listing AFTER INSERT OR UPDATE OF tagline, date_of_birth, gender, sexual_orientation, height, weight, body_type,
    ethnicity, butt_size, hair_color, eye_color, city, state, languages, categories, hidden_fields, verification_status, is_adult, updated_at ON performers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION listing_changed();

-- Countries come by the dozen: once a statement, and in the same turns as all that refreshes a listing.
CREATE FUNCTION closed_countries_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one uuid;
BEGIN
  FOR one IN SELECT DISTINCT performer_id FROM changed ORDER BY performer_id LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(one::text, 7205759411));
    UPDATE performer_listings SET closed_to = ARRAY(SELECT country FROM country_blocks WHERE performer_id = one) WHERE performer_id = one;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER country_blocks_close_listing AFTER INSERT ON country_blocks REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION closed_countries_changed();
CREATE TRIGGER country_blocks_open_listing AFTER DELETE ON country_blocks REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION closed_countries_changed();
