-- Whether somebody may know of whom they pay is asked where the money moves, whatever is paid for, and a block waits for it.

-- A block and a payment between the same two people take turns: payments share this, a block takes it alone. Held to the transaction's end.
CREATE FUNCTION between_two(one uuid, other uuid) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN hashtextextended(least(one, other)::text || greatest(one, other)::text, 7205759407);
CREATE FUNCTION hold_between(one uuid, other uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(between_two(one, other));
END $$;

-- As before, but every kind of charge asks, not tips alone.
CREATE OR REPLACE FUNCTION charge_tokens(
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
  -- Before anything is read: what is asked below is asked while no block between the two can be made.
  PERFORM hold_between(p_user, p_performer);
  SELECT coalesce(p.commission_bp, p_site_bp) AS bp,
    (SELECT e.created_at FROM earnings e WHERE e.performer_id = p_performer ORDER BY e.created_at LIMIT 1) AS first_sale_at,
    (SELECT id FROM ledger_accounts WHERE kind = 'fan_wallet' AND owner_id = p_user AND currency = 'TOK') AS wallet,
    (SELECT id FROM ledger_accounts WHERE kind = 'performer_pending' AND owner_id = p_performer AND currency = 'TOK') AS pending,
    (SELECT id FROM ledger_accounts WHERE kind = 'platform_fees' AND owner_id IS NULL AND currency = 'TOK') AS fees
  INTO known FROM performers p WHERE p.account_id = p_performer;
  IF NOT FOUND OR performer_is_hidden(p_user, p_performer, p_country) THEN
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
ALTER FUNCTION charge_tokens SET enable_seqscan = off;
