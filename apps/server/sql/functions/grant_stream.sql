-- Gives a seat of a show with tickets to the person who paid for it; a private show, which is paid after it was seen, grants nothing. Raises FL409 where it
-- is sold at another price or not at all, FL410 where no seat is left, 23505 where the person has one already.
-- Until the goal of a show is reached, a seat costs what its buyer pledges, from its price up; the pledge that reaches the goal is decided here.
CREATE OR REPLACE FUNCTION grant_stream(charge charges) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  sold ticket_shows;
  is_pledging boolean;
BEGIN
  -- Buyers of one show wait for one another: the seats and the pledges are counted while it is locked.
  SELECT * INTO sold FROM ticket_shows WHERE id = charge.target_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  is_pledging := sold.goal IS NOT NULL AND sold.goal_reached_at IS NULL;
  IF sold.status <> 'planned' OR sold.performer_id <> charge.performer_id
      OR sold.starts_at + make_interval(mins => sold.minutes) < charge.created_at
      OR (NOT is_pledging AND sold.price <> charge.tokens)
      OR (is_pledging AND (sold.price > charge.tokens OR sold.pledge_until <= charge.created_at)) THEN
    RAISE EXCEPTION 'no ticket is sold at this price' USING ERRCODE = 'FL409';
  END IF;
  INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, created_at)
    VALUES (charge.user_id, charge.type, charge.target_id, charge.performer_id, charge.id, charge.created_at);
  IF (SELECT count(*) FROM purchases WHERE object_id = sold.id AND revoked_at IS NULL) > sold.seats THEN
    RAISE EXCEPTION 'no seat is left' USING ERRCODE = 'FL410';
  END IF;
  IF is_pledging AND tokens_pledged(sold.id) >= sold.goal THEN
    UPDATE ticket_shows SET goal_reached_at = charge.created_at, updated_at = charge.created_at WHERE id = sold.id;
  END IF;
END $$;
