-- Taken by payments: no block between the two accounts is made until the transaction ends. See pair_lock_key.
CREATE OR REPLACE FUNCTION lock_pair_shared(p_account uuid, p_other uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(pair_lock_key(p_account, p_other));
END $$;
