-- A charge takes fewer steps and keeps fewer indexes: who writes money rows is one function, and the checker proves what a key would.

-- A posting, its entries and its seal are written by functions of the ledger alone; a charge and its earning have the posting's id.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_transaction_id_fkey;
ALTER TABLE ledger_seals DROP CONSTRAINT ledger_seals_transaction_id_fkey;
ALTER TABLE charges
  DROP CONSTRAINT charges_transaction_id_fkey, DROP CONSTRAINT charges_transaction_id_key,
  -- Unique all the same: the posting's key holds both, for ever.
  DROP CONSTRAINT charges_user_id_key_key,
  ADD CONSTRAINT charges_are_postings CHECK (transaction_id = id);
ALTER TABLE earnings
  DROP CONSTRAINT earnings_charge_id_fkey, DROP CONSTRAINT earnings_charge_id_key,
  ADD CONSTRAINT earnings_are_charges CHECK (charge_id = id);
-- No page and no rule reads by these.
DROP INDEX ledger_transactions_by_time, ledger_entries_by_account, charges_of_performer;

-- Facts are read in one order and dropped from its old end.
DROP INDEX events_by_age, events_in_order;
ALTER TABLE events DROP CONSTRAINT events_pkey;
ALTER TABLE events ADD CONSTRAINT events_in_order PRIMARY KEY (xid, id);

CREATE OR REPLACE FUNCTION ledger_entries_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One pass: sums by currency, and by transaction whether its first line is among what is added.
  IF EXISTS (SELECT FROM added GROUP BY GROUPING SETS ((transaction_id, currency), (transaction_id))
      HAVING CASE grouping(currency) WHEN 0 THEN sum(amount) <> 0 ELSE min(line) <> 1 END) THEN
    RAISE EXCEPTION 'entries do not add up to zero, or were added to an existing transaction' USING ERRCODE = 'FL002';
  END IF;
  RETURN NULL;
END $$;

-- As before: line n moves p_amounts[n] from p_from[n] to p_to[n]. Accounts that pay and may not go below zero are debited in id order;
-- credits are appended. Where the snapshot alone covers what is paid, the tail stays for the roll-up.
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

-- The door's rule for whom a viewer may not know of, for a statement that decides and charges at once. A test holds it to the door's own.
CREATE FUNCTION performer_is_hidden(p_viewer uuid, p_performer uuid, p_country text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM blocks WHERE blocker_id = p_performer AND blocked_id = p_viewer)
    OR EXISTS (SELECT FROM blocks WHERE blocker_id = p_viewer AND blocked_id = p_performer)
    OR EXISTS (SELECT FROM country_blocks WHERE performer_id = p_performer AND country = p_country)
    OR EXISTS (SELECT FROM accounts a JOIN performers p ON p.account_id = a.id
      WHERE a.id = p_performer AND (a.status IN ('suspended', 'closing', 'closed') OR p.verification_status NOT IN ('approved', 'expired')));
END $$;

-- As before, and a tip also asks whether its viewer, in p_country, may know of the performer: one statement is the whole of a tip.
DROP FUNCTION charge_tokens;
CREATE FUNCTION charge_tokens(
  p_id uuid, p_user uuid, p_performer uuid, p_type text, p_target uuid, p_tokens bigint, p_key text, p_body_hash bytea, p_note text,
  p_site_bp integer, p_token_value_micro bigint, p_currency text, p_hold_days integer, p_hold_days_new integer, p_card_minor bigint,
  p_country text
) RETURNS TABLE (charged_at timestamptz, wallet_after bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  known record;
  fee bigint;
  net bigint;
  wallet bigint;
  payer bigint;
  froms bigint[] := '{}';
  tos bigint[] := '{}';
  amounts bigint[] := '{}';
BEGIN
  charged_at := app_now();
  SELECT coalesce(p.commission_bp, p_site_bp) AS bp,
    (SELECT e.created_at FROM earnings e WHERE e.performer_id = p_performer ORDER BY e.created_at LIMIT 1) AS first_sale_at,
    (SELECT id FROM ledger_accounts WHERE kind = 'fan_wallet' AND owner_id = p_user AND currency = 'TOK') AS wallet,
    (SELECT id FROM ledger_accounts WHERE kind = 'performer_pending' AND owner_id = p_performer AND currency = 'TOK') AS pending,
    (SELECT id FROM ledger_accounts WHERE kind = 'platform_fees' AND owner_id IS NULL AND currency = 'TOK') AS fees
  INTO known FROM performers p WHERE p.account_id = p_performer;
  IF NOT FOUND OR (p_type = 'tip' AND performer_is_hidden(p_user, p_performer, p_country)) THEN
    RAISE EXCEPTION 'no such performer' USING ERRCODE = 'FL404';
  END IF;
  IF p_type IN ('feed', 'video', 'gallery', 'product') AND NOT EXISTS (
      SELECT FROM items WHERE id = p_target AND performer_id = p_performer AND status = 'published'
        AND gate_type = 'paid' AND gate_price = p_tokens) THEN
    RAISE EXCEPTION 'the price changed' USING ERRCODE = 'FL409';
  END IF;

  -- The fee is rounded down; the performer gets the remainder, so that the parts always sum to the whole.
  fee := p_tokens * known.bp / 10000;
  net := p_tokens - fee;
  wallet := coalesce(known.wallet, ledger_account('fan_wallet', p_user, 'TOK'));
  payer := CASE WHEN p_card_minor IS NULL THEN wallet ELSE ledger_account('gateway_clearing', NULL, 'TOK') END;
  IF net > 0 THEN
    froms := froms || payer; amounts := amounts || net;
    tos := tos || coalesce(known.pending, ledger_account('performer_pending', p_performer, 'TOK'));
  END IF;
  IF fee > 0 THEN
    froms := froms || payer; amounts := amounts || fee;
    tos := tos || coalesce(known.fees, ledger_account('platform_fees', NULL, 'TOK'));
  END IF;
  IF p_card_minor IS NOT NULL THEN
    froms := froms || ledger_account('gateway_clearing', NULL, p_currency);
    tos := tos || ledger_account('token_float', NULL, p_currency);
    amounts := amounts || p_card_minor;
  END IF;
  PERFORM ledger_post(p_id, 'charge:' || p_user || ':' || p_key, p_type, p_user, NULL, '{}', froms, tos, amounts);

  -- A wallet that paid is still locked by the posting, so nothing of this changes before we commit.
  SELECT a.balance + coalesce((SELECT sum(amount) FROM ledger_tail WHERE account_id = wallet), 0)::bigint INTO wallet_after
    FROM ledger_accounts a WHERE a.id = wallet;
  INSERT INTO charges (id, transaction_id, user_id, performer_id, type, target_id, tokens, balance_after, key, body_hash, note, created_at, updated_at)
    VALUES (p_id, p_id, p_user, p_performer, p_type, p_target, p_tokens, wallet_after, p_key, p_body_hash, p_note, charged_at, charged_at);
  INSERT INTO earnings (id, charge_id, performer_id, user_id, type, gross, fee_bp, fee, net, token_value_micro, currency, available_at, created_at)
    VALUES (p_id, p_id, p_performer, p_user, p_type, p_tokens, known.bp, fee, net, p_token_value_micro, p_currency,
      charged_at + make_interval(days => CASE WHEN known.first_sale_at < charged_at - interval '60 days' THEN p_hold_days ELSE p_hold_days_new END),
      charged_at);
  IF p_type NOT IN ('tip', 'subscription') THEN
    INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, created_at)
      VALUES (p_user, p_type, p_target, p_performer, p_id, charged_at);
    INSERT INTO counter_deltas (subject, subject_id, counter, delta) VALUES ('item', p_target, 'sales', 1);
  END IF;
  INSERT INTO events (topic, payload) VALUES (
    CASE p_type WHEN 'tip' THEN 'tip.sent' WHEN 'subscription' THEN 'subscription.paid' ELSE 'item.unlocked' END,
    jsonb_build_object('chargeId', p_id, 'userId', p_user, 'performerId', p_performer, 'type', p_type, 'targetId', p_target,
      'tokens', round(p_tokens / 100.0, 2), 'balance', round(wallet_after / 100.0, 2), 'note', p_note));
  RETURN NEXT;
END $$;

-- Every statement in these finds its rows by a key. A plan made while a table was still empty would read all of it for as long as the
-- connection lives.
ALTER FUNCTION charge_tokens SET enable_seqscan = off;
ALTER FUNCTION ledger_post SET enable_seqscan = off;

-- Seals what is committed, oldest first; one sealer at a time. Only committed rows are visible, so a seal never vanishes.
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
