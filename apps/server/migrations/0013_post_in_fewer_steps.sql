-- Posting in as few statements as it takes, each of which finds its rows by an index however many wallets there are.

-- `IS NOT DISTINCT FROM` uses no index: with it every look-up read all accounts of a kind.
CREATE OR REPLACE FUNCTION ledger_account(p_kind text, p_owner uuid, p_currency text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE found bigint;
BEGIN
  IF p_owner IS NULL THEN
    SELECT id INTO found FROM ledger_accounts WHERE kind = p_kind AND owner_id IS NULL AND currency = p_currency;
  ELSE
    SELECT id INTO found FROM ledger_accounts WHERE kind = p_kind AND owner_id = p_owner AND currency = p_currency;
  END IF;
  IF found IS NULL THEN
    INSERT INTO ledger_accounts (kind, owner_id, currency) VALUES (p_kind, p_owner, p_currency) ON CONFLICT DO NOTHING;
    RETURN ledger_account(p_kind, p_owner, p_currency);
  END IF;
  RETURN found;
END $$;
CREATE OR REPLACE FUNCTION ledger_balance_of(p_kind text, p_owner uuid, p_currency text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT ledger_balance(id) FROM ledger_accounts WHERE kind = p_kind AND owner_id = p_owner AND currency = p_currency),
    (SELECT ledger_balance(id) FROM ledger_accounts WHERE p_owner IS NULL AND kind = p_kind AND owner_id IS NULL AND currency = p_currency), 0)
$$;

-- The one writer puts what it posts into the sealer's queue itself.
DROP TRIGGER ledger_transactions_wait_for_seal ON ledger_transactions;
DROP FUNCTION ledger_wait_for_seal();
ALTER TABLE ledger_unsealed DROP CONSTRAINT ledger_unsealed_transaction_id_fkey;

CREATE OR REPLACE FUNCTION ledger_entries_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added GROUP BY transaction_id, currency HAVING sum(amount) <> 0)
     OR EXISTS (SELECT FROM added GROUP BY transaction_id HAVING min(line) <> 1) THEN
    RAISE EXCEPTION 'entries do not add up to zero, or were added to an existing transaction' USING ERRCODE = 'FL002';
  END IF;
  RETURN NULL;
END $$;

-- As before: line n moves p_amounts[n] from p_from[n] to p_to[n]. Accounts that pay and may not go below zero are locked in id order,
-- their tail folded in, and debited; credits are appended.
CREATE OR REPLACE FUNCTION ledger_post(
  p_id uuid, p_key text, p_reason text, p_actor uuid, p_reverses uuid, p_detail jsonb,
  p_from bigint[], p_to bigint[], p_amounts bigint[]
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  moves integer := coalesce(cardinality(p_amounts), 0);
  payer record;
  account record;
  folded bigint;
  present bigint;
  ids bigint[] := '{}';
  currencies text[] := '{}';
  amounts bigint[] := '{}';
  appended smallint[] := '{}';
BEGIN
  IF moves = 0 OR cardinality(p_from) <> moves OR cardinality(p_to) <> moves THEN
    RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
  END IF;
  FOR i IN 1 .. moves LOOP
    IF p_amounts[i] IS NULL OR p_amounts[i] <= 0 OR p_from[i] IS NULL OR p_to[i] IS NULL OR p_from[i] = p_to[i] THEN
      RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
    END IF;
  END LOOP;

  INSERT INTO ledger_transactions (id, key, reason, actor_id, reverses, detail)
    VALUES (p_id, p_key, p_reason, p_actor, p_reverses, coalesce(p_detail, '{}'));
  INSERT INTO ledger_unsealed VALUES (p_id, app_now());

  FOR payer IN
    SELECT m.id, sum(m.amount)::bigint AS gets, -sum(m.amount)::bigint AS pays FROM (
      SELECT unnest(p_from) AS id, -unnest(p_amounts) AS amount UNION ALL SELECT unnest(p_to), unnest(p_amounts)) m
    GROUP BY m.id ORDER BY m.id
  LOOP
    SELECT currency, may_be_negative INTO account FROM ledger_accounts WHERE id = payer.id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
    END IF;
    -- What gives and gets the same is left as it is.
    CONTINUE WHEN payer.gets = 0;
    ids := ids || payer.id;
    currencies := currencies || account.currency;
    amounts := amounts || payer.gets;
    IF payer.pays > 0 AND NOT account.may_be_negative THEN
      SELECT balance INTO present FROM ledger_accounts WHERE id = payer.id FOR NO KEY UPDATE;
      WITH gone AS (DELETE FROM ledger_tail WHERE account_id = payer.id RETURNING amount)
        SELECT coalesce(sum(amount), 0)::bigint INTO folded FROM gone;
      IF present + folded < payer.pays THEN
        RAISE EXCEPTION 'insufficient balance' USING ERRCODE = 'FL402', DETAIL = (payer.pays - present - folded)::text;
      END IF;
      UPDATE ledger_accounts SET balance = present + folded - payer.pays WHERE id = payer.id;
    ELSE
      appended := appended || cardinality(ids)::smallint;
    END IF;
  END LOOP;
  FOR i IN 1 .. moves LOOP
    IF currencies[array_position(ids, p_from[i])] <> currencies[array_position(ids, p_to[i])] THEN
      RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
    END IF;
  END LOOP;

  INSERT INTO ledger_entries (transaction_id, line, account_id, currency, amount)
    SELECT p_id, e.line, e.id, e.currency, e.amount FROM unnest(ids, currencies, amounts) WITH ORDINALITY AS e(id, currency, amount, line);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
  END IF;
  INSERT INTO ledger_tail (account_id, transaction_id, line, amount)
    SELECT ids[n], p_id, n, amounts[n] FROM unnest(appended) AS n;
END $$;
