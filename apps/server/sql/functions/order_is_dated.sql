-- Refuses to commit an order that has money in escrow without a date on which it leaves it.
CREATE OR REPLACE FUNCTION order_is_dated() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (SELECT FROM orders o JOIN earnings e ON e.id = o.id
      WHERE o.id = NEW.id AND o.settle_at IS NULL AND e.status = 'escrow' AND e.net > e.returned + e.held) THEN
    RAISE EXCEPTION 'order % has money in escrow and no date', NEW.id;
  END IF;
  RETURN NULL;
END $$;
