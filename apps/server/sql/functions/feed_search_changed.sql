-- Writes the search row of an item: its title, and its text and tags where everybody may read them.
CREATE OR REPLACE FUNCTION feed_search_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'published' THEN
    DELETE FROM feed_search WHERE item_id = NEW.id;
  ELSE
    INSERT INTO feed_search (item_id, kind, published_at, title, vector)
    SELECT NEW.id, NEW.kind, NEW.published_at, search_fold(NEW.title),
      search_vector(concat_ws(' ', NEW.title, CASE WHEN NEW.gate_type = 'public' OR NEW.kind = 'product' THEN NEW.text || ' ' || array_to_string(NEW.tags, ' ') END),
        search_language(coalesce(p.languages[1], a.locale)))
    FROM accounts a LEFT JOIN performers p ON p.account_id = a.id WHERE a.id = NEW.performer_id
    ON CONFLICT (item_id) DO UPDATE SET published_at = excluded.published_at, title = excluded.title, vector = excluded.vector;
  END IF;
  RETURN NULL;
END $$;
