-- Dates what is taken back of an earning.
CREATE OR REPLACE FUNCTION earning_returned() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO earning_returns (earning_id, performer_id, net, fee)
    VALUES (NEW.id, NEW.performer_id, NEW.returned - OLD.returned, NEW.fee_returned - OLD.fee_returned);
  RETURN NULL;
END $$;
