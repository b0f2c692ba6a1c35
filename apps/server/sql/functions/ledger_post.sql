-- Posts one ledger transaction: line n moves p_amounts[n] from p_from[n] to p_to[n]. The only writer of the ledger's tables.
-- Accounts that pay and may not go below zero are debited in id order; credits are appended to the tail. Where the balance alone covers
-- the amount, the account's tail is left for ledger_roll_up.
-- Raises FL402 with the missing amount where a payer has too little, FL424 where a payout is blocked, 23505 where the key was posted before.
-- enable_seqscan is off because every statement finds its rows by a key: a plan made while a table was empty would scan all of it for as
-- long as the connection lives.
CREATE OR REPLACE FUNCTION ledger_post(
  p_id uuid, p_key text, p_reason text, p_actor uuid, p_reverses uuid, p_detail jsonb,
  p_from bigint[], p_to bigint[], p_amounts bigint[]
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
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
  blocked text;
BEGIN
  IF moves = 0 OR cardinality(p_from) <> moves OR cardinality(p_to) <> moves THEN
    RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
  END IF;
  FOR i IN 1 .. moves LOOP
    IF p_amounts[i] IS NULL OR p_amounts[i] <= 0 OR p_from[i] IS NULL OR p_to[i] IS NULL OR p_from[i] = p_to[i] THEN
      RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
    END IF;
  END LOOP;

  IF p_reason IN ('payout_request', 'payout_paid') THEN
    -- A freeze of a performer's payouts locks their row: of a freeze and a payout at once, one waits for the other.
    PERFORM FROM performers p JOIN ledger_accounts a ON a.owner_id = p.account_id
      WHERE a.id = ANY (p_from) ORDER BY p.account_id FOR SHARE OF p;
    SELECT payout_blocker(a.owner_id) INTO blocked FROM ledger_accounts a
      WHERE a.id = ANY (p_from) AND a.owner_id IS NOT NULL AND payout_blocker(a.owner_id) IS NOT NULL LIMIT 1;
    IF blocked IS NOT NULL THEN
      RAISE EXCEPTION 'nothing is paid out to this performer' USING ERRCODE = 'FL424', DETAIL = blocked;
    END IF;
  END IF;

  INSERT INTO ledger_transactions (id, key, reason, actor_id, reverses, detail)
    VALUES (p_id, p_key, p_reason, p_actor, p_reverses, coalesce(p_detail, '{}'));
  INSERT INTO ledger_unchained VALUES (p_id, app_now());

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
      UPDATE ledger_accounts SET balance = balance - payer.pays WHERE id = payer.id AND balance >= payer.pays;
      CONTINUE WHEN FOUND;
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
