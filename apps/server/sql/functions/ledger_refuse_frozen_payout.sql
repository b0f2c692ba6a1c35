-- Refuses payouts while they are frozen, whatever code requests them. Money that goes back to a performer is let through.
CREATE OR REPLACE FUNCTION ledger_refuse_frozen_payout() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF payouts_are_frozen() THEN
    RAISE EXCEPTION 'payouts are frozen' USING ERRCODE = 'FL423';
  END IF;
  RETURN NEW;
END $$;
