-- Adds committed transactions to the hash chain, oldest first; one session at a time. Only committed rows are visible, so a link never
-- disappears.
CREATE OR REPLACE FUNCTION ledger_seal(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  one record;
  number bigint;
  previous bytea;
  sealed uuid[] := '{}';
  hashes bytea[] := '{}';
BEGIN
  IF NOT pg_try_advisory_xact_lock(7205759405) THEN
    RETURN 0;
  END IF;
  SELECT sequence, hash INTO number, previous FROM ledger_seals ORDER BY sequence DESC LIMIT 1;
  IF NOT FOUND THEN
    number := 0; previous := decode(repeat('00', 32), 'hex');
  END IF;
  hashes := hashes || previous;
  FOR one IN
    SELECT t AS posted, t.id, ledger_entries_text(t.id) AS entries
    FROM (SELECT transaction_id FROM ledger_unsealed ORDER BY created_at, transaction_id LIMIT p_limit) waiting
    JOIN ledger_transactions t ON t.id = waiting.transaction_id ORDER BY t.created_at, t.id
  LOOP
    previous := ledger_digest(previous, one.posted, one.entries);
    sealed := sealed || one.id;
    hashes := hashes || previous;
  END LOOP;
  INSERT INTO ledger_seals (sequence, transaction_id, hash, previous_hash)
    SELECT number + n, sealed[n], hashes[n + 1], hashes[n] FROM generate_subscripts(sealed, 1) AS n;
  DELETE FROM ledger_unsealed WHERE transaction_id = ANY(sealed);
  RETURN cardinality(sealed);
END $$;
