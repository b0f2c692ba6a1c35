-- Gives a seat of a show with tickets to the person who paid for it; a private show, which is paid after it was seen, grants nothing. Raises FL409 where it
-- is sold at another price or not at all, FL410 where no seat is left, 23505 where the person has one already.
CREATE OR REPLACE FUNCTION grant_stream(charge charges) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  sold ticket_shows;
BEGIN
  -- Buyers of one show wait for one another: the seats are counted while it is locked.
  SELECT * INTO sold FROM ticket_shows WHERE id = charge.target_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF sold.status <> 'planned' OR sold.price <> charge.tokens OR sold.performer_id <> charge.performer_id
      OR sold.starts_at + make_interval(mins => sold.minutes) < charge.created_at THEN
    RAISE EXCEPTION 'no ticket is sold at this price' USING ERRCODE = 'FL409';
  END IF;
  INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, created_at)
    VALUES (charge.user_id, charge.type, charge.target_id, charge.performer_id, charge.id, charge.created_at);
  IF (SELECT count(*) FROM purchases WHERE object_id = sold.id AND revoked_at IS NULL) > sold.seats THEN
    RAISE EXCEPTION 'no seat is left' USING ERRCODE = 'FL410';
  END IF;
END $$;
