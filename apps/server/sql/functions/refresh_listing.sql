-- Writes or deletes the row of a performer in performer_listings, which the public lists read: everything in it is derived from here.
CREATE OR REPLACE FUNCTION refresh_listing(of_performer uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- At the end of its transaction each writer takes its turn, and reads what the one before has committed.
  PERFORM pg_advisory_xact_lock(hashtextextended(of_performer::text, 7205759411));
  INSERT INTO performer_listings (performer_id, username, is_adult, closed_to, terms, price, search_text, vector, name_key, born_on, age_band, updated_at, listed_at, followers, score, why)
  SELECT a.id, a.username, p.is_adult, ARRAY(SELECT country FROM country_blocks WHERE performer_id = a.id), ARRAY(SELECT term FROM unnest(array_remove(ARRAY['gender:' || p.gender, 'sexualOrientation:' || p.sexual_orientation, 'height:' || p.height, 'weight:' || p.weight,
      'bodyType:' || p.body_type, 'ethnicity:' || p.ethnicity, 'buttSize:' || p.butt_size, 'hairColor:' || p.hair_color, 'eyeColor:' || p.eye_color,
      'age:' || d.band, 'country:' || a.country, 'state:' || nullif(p.state, ''), 'city:' || nullif(p.city, ''),
      CASE WHEN f.free THEN 'free:true' ELSE 'free:false' END], NULL)
      || ARRAY(SELECT 'language:' || language FROM unnest(p.languages) language) || ARRAY(SELECT 'category:' || category FROM unnest(p.categories) category)
      || ARRAY(SELECT 'publishes:' || kind FROM unnest(k.kinds) kind)) AS term
      WHERE split_part(term, ':', 1) <> ALL (array_replace(p.hidden_fields, 'languages', 'language'))),
    f.price, s.search_text, search_vector(concat_ws(' ', a.name, a.username, p.tagline, array_to_string(p.categories, ' ')), search_language(coalesce(p.languages[1], a.locale))),
    lower(a.name), p.date_of_birth, d.band, p.updated_at, l.at, p.followers, ln(1 + greatest(p.followers, 0)),
    CASE WHEN l.at > app_now() - interval '7 days' THEN 'new_this_week' ELSE 'most_followed' END
  FROM accounts a JOIN performers p ON p.account_id = a.id
    CROSS JOIN LATERAL (SELECT age_band(p.date_of_birth, (app_now() AT TIME ZONE 'UTC')::date) AS band) d
    CROSS JOIN LATERAL (SELECT coalesce(bool_or(type = 'free'), false) AS free, min(price / months) FILTER (WHERE type <> 'free') AS price
      FROM plans WHERE performer_id = a.id AND active) f
    -- Posts for lists of fans are known to these alone.
    CROSS JOIN LATERAL (SELECT ARRAY(SELECT DISTINCT f.type FROM (SELECT i.id FROM items i WHERE i.performer_id = a.id AND i.kind = 'feed' AND i.status = 'published' AND i.gate_type <> 'list'
      ORDER BY i.published_at DESC, i.id DESC LIMIT 100) i JOIN feeds f ON f.item_id = i.id) AS types) n
    CROSS JOIN LATERAL (SELECT array_remove(ARRAY[CASE WHEN p.videos > 0 OR 'video' = ANY (n.types) THEN 'videos' END, CASE WHEN p.photos > 0 OR 'photo' = ANY (n.types) THEN 'photos' END,
      CASE WHEN 'audio' = ANY (n.types) THEN 'audio' END, CASE WHEN p.products > 0 THEN 'shop' END,
      CASE WHEN EXISTS (SELECT FROM streams s WHERE s.performer_id = a.id AND s.started_at IS NOT NULL) THEN 'live' END], NULL) AS kinds) k
    CROSS JOIN LATERAL (SELECT coalesce((SELECT min(v.decided_at) FROM verifications v WHERE v.performer_id = a.id AND v.status IN ('approved', 'expired')), p.created_at) AS at) l
    CROSS JOIN LATERAL (SELECT search_fold(concat_ws(' ', a.name, a.username, p.tagline, array_to_string(p.categories, ' '))) AS search_text) s
  WHERE a.id = of_performer AND a.role = 'performer' AND a.status = 'active' AND a.username IS NOT NULL AND p.verification_status = 'approved'
  ON CONFLICT (performer_id) DO UPDATE SET username = excluded.username, is_adult = excluded.is_adult, closed_to = excluded.closed_to, terms = excluded.terms, price = excluded.price, search_text = excluded.search_text, vector = excluded.vector,
    name_key = excluded.name_key, born_on = excluded.born_on, age_band = excluded.age_band, updated_at = excluded.updated_at, listed_at = excluded.listed_at;
  IF NOT FOUND THEN
    DELETE FROM performer_listings WHERE performer_id = of_performer;
  END IF;
END $$;
