-- Adds committed transactions to the hash chain, oldest first; one session at a time. Only committed rows are visible, so a link never
-- disappears.
CREATE OR REPLACE FUNCTION ledger_extend_chain(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  waiting record;
  number bigint;
  previous bytea;
  chained uuid[] := '{}';
  hashes bytea[] := '{}';
BEGIN
  IF NOT pg_try_advisory_xact_lock(7205759405) THEN
    RETURN 0;
  END IF;
  SELECT sequence, hash INTO number, previous FROM ledger_chain_links ORDER BY sequence DESC LIMIT 1;
  IF NOT FOUND THEN
    number := 0; previous := decode(repeat('00', 32), 'hex');
  END IF;
  hashes := hashes || previous;
  FOR waiting IN
    SELECT t AS posted, t.id, ledger_entries_text(t.id) AS entries
    FROM (SELECT transaction_id FROM ledger_unchained ORDER BY created_at, transaction_id LIMIT p_limit) oldest
    JOIN ledger_transactions t ON t.id = oldest.transaction_id ORDER BY t.created_at, t.id
  LOOP
    previous := ledger_digest(previous, waiting.posted, waiting.entries);
    chained := chained || waiting.id;
    hashes := hashes || previous;
  END LOOP;
  INSERT INTO ledger_chain_links (sequence, transaction_id, hash, previous_hash)
    SELECT number + n, chained[n], hashes[n + 1], hashes[n] FROM generate_subscripts(chained, 1) AS n;
  DELETE FROM ledger_unchained WHERE transaction_id = ANY(chained);
  RETURN cardinality(chained);
END $$;
