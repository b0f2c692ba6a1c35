-- The advisory lock key of two accounts, whichever is named first. Payments between the two share it, a block takes it exclusively.
CREATE OR REPLACE FUNCTION pair_lock_key(p_account uuid, p_other uuid) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN hashtextextended(least(p_account, p_other)::text || greatest(p_account, p_other)::text, 7205759407);
