-- Adds up what a fan spent with a creator: what was paid, less what went back. Of someone who left, nothing is counted any more.
CREATE OR REPLACE FUNCTION fan_spending_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  change bigint := CASE WHEN NEW.status = 'reversed' THEN 0 ELSE NEW.gross - NEW.returned - NEW.fee_returned END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO fan_spending (performer_id, fan_id, spent) VALUES (NEW.performer_id, NEW.user_id, change)
      ON CONFLICT (performer_id, fan_id) DO UPDATE SET spent = fan_spending.spent + excluded.spent;
  ELSE
    -- Never below nothing: the sum of someone who left began anew.
    UPDATE fan_spending SET spent = greatest(0, spent + change - CASE WHEN OLD.status = 'reversed' THEN 0 ELSE OLD.gross - OLD.returned - OLD.fee_returned END)
      WHERE performer_id = NEW.performer_id AND fan_id = NEW.user_id;
  END IF;
  RETURN NULL;
END $$;
