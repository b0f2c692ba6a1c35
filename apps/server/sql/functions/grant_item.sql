-- Gives an item (post, gallery, video, product) to the person who paid for it. Raises FL409 where it is no longer offered at this price, in the
-- version that was shown, 23505 where it is owned already.
CREATE OR REPLACE FUNCTION grant_item(charge charges) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  -- Locked, so that a change of its files waits: what is bought stays.
  PERFORM FROM items WHERE id = charge.target_id FOR KEY SHARE;
  IF NOT EXISTS (SELECT FROM items WHERE id = charge.target_id AND kind = charge.type AND performer_id = charge.performer_id
      AND status = 'published' AND gate_type = 'paid' AND gate_price = charge.tokens
      AND offer_version = coalesce(charge.offer_version, offer_version)) THEN
    RAISE EXCEPTION 'the price changed' USING ERRCODE = 'FL409';
  END IF;
  INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, created_at)
    VALUES (charge.user_id, charge.type, charge.target_id, charge.performer_id, charge.id, charge.created_at);
  INSERT INTO counter_deltas (subject, subject_id, counter, delta) VALUES ('item', charge.target_id, 'sales', 1);
END $$;
