-- Counts what an item earned: the net of a sale, less what of it was taken back.
CREATE OR REPLACE FUNCTION item_earning_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO counter_deltas (subject, subject_id, counter, delta)
    SELECT 'item', c.target_id, 'earned', CASE TG_OP WHEN 'INSERT' THEN NEW.net ELSE OLD.returned - NEW.returned END
    FROM charges c WHERE c.id = NEW.charge_id;
  RETURN NULL;
END $$;
