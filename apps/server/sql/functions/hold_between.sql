-- Taken by payments: no block between the two accounts is made until the transaction ends. See between_two.
CREATE OR REPLACE FUNCTION hold_between(one uuid, other uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(between_two(one, other));
END $$;
