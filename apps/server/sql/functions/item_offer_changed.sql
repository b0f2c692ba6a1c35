-- At the end of each transaction that changed what buyers are shown of an item: gives the offer its next version, and keeps what it was.
-- An item that is not for sale meanwhile keeps its last offer, so that what comes after is compared with it.
CREATE OR REPLACE FUNCTION item_offer_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  item uuid := coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> TG_ARGV[0];
  now_shown boolean;
  before item_offers;
  becomes jsonb;
BEGIN
  -- Those who change one item take their turns here, and each reads what the one before has committed.
  SELECT published_at IS NOT NULL INTO now_shown FROM items WHERE id = item AND gate_type = 'paid' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  becomes := item_offer(item);
  IF becomes IS NULL THEN
    RETURN NULL;
  END IF;
  SELECT * INTO before FROM item_offers WHERE item_id = item;
  IF before.terms = becomes AND before.is_shown = now_shown THEN
    RETURN NULL;
  END IF;
  INSERT INTO item_offers (item_id, terms, is_shown) VALUES (item, becomes, now_shown)
    ON CONFLICT (item_id) DO UPDATE SET terms = excluded.terms, is_shown = excluded.is_shown;
  -- Items of before there were versions have no row yet, and may have been shown.
  IF before.terms IS DISTINCT FROM becomes AND coalesce(before.is_shown, now_shown) THEN
    UPDATE items SET offer_version = offer_version + 1 WHERE id = item;
    IF before.is_shown THEN
      INSERT INTO offer_changes (item_id, was) VALUES (item, before.terms);
    END IF;
  END IF;
  RETURN NULL;
END $$;
