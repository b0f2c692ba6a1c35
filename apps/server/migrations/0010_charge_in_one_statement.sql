-- One charge is one statement: it takes the tokens, splits the commission, grants what was bought and tells the others.

-- Raises FL404 where there is no such performer, FL409 where the item's price is another by now, FL402 (detail: hundredths that
-- are missing) where the wallet has too little, and 23505 where the key was used or the item is owned.
-- `p_card_minor` is null for a wallet; else the charge is paid by card: its tokens are minted and spent in the same posting.
CREATE FUNCTION charge_tokens(
  p_id uuid, p_user uuid, p_performer uuid, p_type text, p_target uuid, p_tokens bigint, p_key text, p_body_hash bytea, p_note text,
  p_site_bp integer, p_token_value_micro bigint, p_currency text, p_hold_days integer, p_hold_days_new integer, p_card_minor bigint
) RETURNS TABLE (charged_at timestamptz, wallet_after bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  bp integer;
  fee bigint;
  net bigint;
  first_sale_at timestamptz;
  wallet bigint;
  payer bigint;
  froms bigint[] := '{}';
  tos bigint[] := '{}';
  amounts bigint[] := '{}';
BEGIN
  charged_at := app_now();
  SELECT coalesce(commission_bp, p_site_bp) INTO bp FROM performers WHERE account_id = p_performer;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no such performer' USING ERRCODE = 'FL404';
  END IF;
  IF p_type IN ('feed', 'video', 'gallery', 'product') AND NOT EXISTS (
      SELECT FROM items WHERE id = p_target AND performer_id = p_performer AND status = 'published'
        AND gate_type = 'paid' AND gate_price = p_tokens) THEN
    RAISE EXCEPTION 'the price changed' USING ERRCODE = 'FL409';
  END IF;

  -- The fee is rounded down; the performer gets the remainder, so that the parts always sum to the whole.
  fee := p_tokens * bp / 10000;
  net := p_tokens - fee;
  wallet := ledger_account('fan_wallet', p_user, 'TOK');
  payer := CASE WHEN p_card_minor IS NULL THEN wallet ELSE ledger_account('gateway_clearing', NULL, 'TOK') END;
  IF net > 0 THEN
    froms := froms || payer; tos := tos || ledger_account('performer_pending', p_performer, 'TOK'); amounts := amounts || net;
  END IF;
  IF fee > 0 THEN
    froms := froms || payer; tos := tos || ledger_account('platform_fees', NULL, 'TOK'); amounts := amounts || fee;
  END IF;
  IF p_card_minor IS NOT NULL THEN
    froms := froms || ledger_account('gateway_clearing', NULL, p_currency);
    tos := tos || ledger_account('token_float', NULL, p_currency);
    amounts := amounts || p_card_minor;
  END IF;
  PERFORM ledger_post(p_id, 'charge:' || p_user || ':' || p_key, p_type, p_user, NULL, '{}', froms, tos, amounts);

  IF p_card_minor IS NULL THEN
    -- The posting has just folded the tail and still holds the lock.
    SELECT balance INTO wallet_after FROM ledger_accounts WHERE id = wallet;
  ELSE
    wallet_after := ledger_balance(wallet);
  END IF;
  INSERT INTO charges (id, transaction_id, user_id, performer_id, type, target_id, tokens, balance_after, key, body_hash, note, created_at, updated_at)
    VALUES (p_id, p_id, p_user, p_performer, p_type, p_target, p_tokens, wallet_after, p_key, p_body_hash, p_note, charged_at, charged_at);
  SELECT created_at INTO first_sale_at FROM earnings WHERE performer_id = p_performer ORDER BY created_at LIMIT 1;
  INSERT INTO earnings (id, charge_id, performer_id, user_id, type, gross, fee_bp, fee, net, token_value_micro, currency, available_at, created_at)
    VALUES (p_id, p_id, p_performer, p_user, p_type, p_tokens, bp, fee, net, p_token_value_micro, p_currency,
      charged_at + make_interval(days => CASE WHEN first_sale_at < charged_at - interval '60 days' THEN p_hold_days ELSE p_hold_days_new END),
      charged_at);
  IF p_type NOT IN ('tip', 'subscription') THEN
    INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, created_at)
      VALUES (p_user, p_type, p_target, p_performer, p_id, charged_at);
    INSERT INTO counter_deltas (subject, subject_id, counter, delta) VALUES ('item', p_target, 'sales', 1);
  END IF;
  INSERT INTO events (topic, payload)
    SELECT 'balance.changed', jsonb_build_object('accountId', p_user, 'balance', round(wallet_after / 100.0, 2))
    UNION ALL
    SELECT CASE p_type WHEN 'tip' THEN 'tip.sent' WHEN 'subscription' THEN 'subscription.paid' ELSE 'item.unlocked' END,
      jsonb_build_object('chargeId', p_id, 'userId', p_user, 'performerId', p_performer, 'type', p_type, 'targetId', p_target,
        'tokens', round(p_tokens / 100.0, 2), 'note', p_note);
  RETURN NEXT;
END $$;

-- Earnings whose hold is over move from pending to available, one posting a performer. Rows that somebody works on are left for later.
CREATE FUNCTION release_earnings(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  one record;
  done integer := 0;
BEGIN
  FOR one IN
    SELECT performer_id, array_agg(id ORDER BY id) AS ids, sum(net)::bigint AS net FROM (
      SELECT id, performer_id, net FROM earnings WHERE status = 'pending' AND available_at <= app_now()
      ORDER BY available_at LIMIT p_limit FOR UPDATE SKIP LOCKED) due
    GROUP BY performer_id ORDER BY performer_id
  LOOP
    IF one.net > 0 THEN
      PERFORM ledger_post(uuid_v7(), 'release:' || one.ids[1], 'release', NULL, NULL, jsonb_build_object('earnings', cardinality(one.ids)),
        ARRAY[ledger_account('performer_pending', one.performer_id, 'TOK')],
        ARRAY[ledger_account('performer_available', one.performer_id, 'TOK')], ARRAY[one.net]);
    END IF;
    UPDATE earnings SET status = 'available' WHERE id = ANY(one.ids);
    done := done + cardinality(one.ids);
  END LOOP;
  RETURN done;
END $$;
