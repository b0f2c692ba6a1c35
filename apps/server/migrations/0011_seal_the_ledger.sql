-- The hash chain: what is posted waits here until a sealer binds it to everything posted before.

-- A queue and not a cursor over times or transaction numbers: those jump when a database is restored elsewhere.
CREATE TABLE ledger_unsealed (
  transaction_id uuid PRIMARY KEY REFERENCES ledger_transactions,
  created_at timestamptz NOT NULL
);
CREATE FUNCTION ledger_wait_for_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_unsealed VALUES (NEW.id, NEW.created_at);
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_transactions_wait_for_seal AFTER INSERT ON ledger_transactions
  FOR EACH ROW EXECUTE FUNCTION ledger_wait_for_seal();

-- What a seal covers: every column of the transaction and of its entries, in a form that can't be read two ways.
CREATE FUNCTION ledger_digest(p_previous bytea, t ledger_transactions, p_entries text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_previous || convert_to(json_build_array(t.id, t.key, t.reason, t.reverses, t.actor_id, t.detail,
    (extract(epoch FROM t.created_at) * 1000000)::bigint, p_entries)::text, 'UTF8'))
$$;
CREATE FUNCTION ledger_entries_text(p_transaction uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT string_agg(concat_ws(':', line, account_id, currency, amount), ';' ORDER BY line) FROM ledger_entries WHERE transaction_id = p_transaction
$$;

-- Seals what is committed, oldest first; one sealer at a time. Only committed rows are visible, so a seal never vanishes.
CREATE FUNCTION ledger_seal(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  one record;
  number bigint := 0;
  previous bytea := decode(repeat('00', 32), 'hex');
  current bytea;
  done integer := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7205759405) THEN
    RETURN 0;
  END IF;
  SELECT sequence, hash INTO number, previous FROM ledger_seals ORDER BY sequence DESC LIMIT 1;
  IF NOT FOUND THEN
    number := 0; previous := decode(repeat('00', 32), 'hex');
  END IF;
  FOR one IN
    SELECT t AS posted, t.id FROM (SELECT transaction_id FROM ledger_unsealed ORDER BY created_at, transaction_id LIMIT p_limit) waiting
    JOIN ledger_transactions t ON t.id = waiting.transaction_id ORDER BY t.created_at, t.id
  LOOP
    number := number + 1;
    current := ledger_digest(previous, one.posted, ledger_entries_text(one.id));
    INSERT INTO ledger_seals (sequence, transaction_id, hash, previous_hash) VALUES (number, one.id, current, previous);
    DELETE FROM ledger_unsealed WHERE transaction_id = one.id;
    previous := current;
    done := done + 1;
  END LOOP;
  RETURN done;
END $$;

-- Every seal that does not follow from the one before and from the rows it covers, and every posting that neither has a seal nor waits.
CREATE FUNCTION ledger_chain_breaks() RETURNS TABLE (sequence bigint, transaction_id uuid, problem text) LANGUAGE sql STABLE AS $$
  SELECT s.sequence, s.transaction_id,
    CASE WHEN s.hash IS DISTINCT FROM ledger_digest(s.previous_hash, t, e.entries) THEN 'changed after it was sealed' ELSE 'out of the chain' END
  FROM (SELECT *, lag(hash, 1, decode(repeat('00', 32), 'hex')) OVER w AS before, lag(sequence, 1, 0::bigint) OVER w AS number_before
        FROM ledger_seals WINDOW w AS (ORDER BY ledger_seals.sequence)) s
  LEFT JOIN ledger_transactions t ON t.id = s.transaction_id
  LEFT JOIN (SELECT ledger_entries.transaction_id, string_agg(concat_ws(':', line, account_id, currency, amount), ';' ORDER BY line) AS entries
    FROM ledger_entries GROUP BY 1) e ON e.transaction_id = s.transaction_id
  WHERE s.previous_hash <> s.before OR s.sequence <> s.number_before + 1
    OR s.hash IS DISTINCT FROM ledger_digest(s.previous_hash, t, e.entries)
  UNION ALL
  SELECT NULL, t.id, 'never sealed' FROM ledger_transactions t
  WHERE NOT EXISTS (SELECT FROM ledger_seals s WHERE s.transaction_id = t.id)
    AND NOT EXISTS (SELECT FROM ledger_unsealed u WHERE u.transaction_id = t.id)
$$;
