-- One charge in one statement: moves the tokens, splits the commission, records charge and earning, and writes the event. What was paid
-- for is given by the function that charge_kinds names for the kind.
-- Raises FL403 where a dispute blocks paying, FL404 where there is no such performer or the payer may not know of them, FL400 where the kind is not in charge_kinds, FL402
-- (detail: missing hundredths of a token) where the wallet has too little, 23505 where the key was used, and
-- whatever the kind's own function raises.
-- `p_card_minor` is null for a wallet; otherwise the charge is paid by card: its tokens are minted and spent in the same transaction.
-- `p_escrow` puts what the performer earns into an escrow account of its own, until it is captured or goes back.
-- `p_offer_version` is the version of the item's offer that the payer was shown; the grant function refuses another.
-- `p_held` says that the tokens were held for it while the payer was allowed to pay: a block or a dispute since doesn't undo what was used.
-- `p_site_bears` is what a coupon of the site took off: the performer earns as if it had been paid, and the site’s fee is lower by it.
-- `p_receipt` enqueues the email with the receipt in the same transaction.
-- enable_seqscan is off because every statement finds its rows by a key: a plan made while a table was empty would scan all of it for as
-- long as the connection lives.
CREATE OR REPLACE FUNCTION charge_tokens(
  p_id uuid, p_user uuid, p_performer uuid, p_type text, p_target uuid, p_tokens bigint, p_key text, p_body_hash bytea, p_note text,
  p_site_bp integer, p_token_value_micro bigint, p_currency text, p_hold_days integer, p_hold_days_new integer, p_card_minor bigint,
  p_country text, p_receipt boolean, p_escrow boolean DEFAULT false, p_offer_version integer DEFAULT NULL, p_held boolean DEFAULT false,
  p_site_bears bigint DEFAULT 0
) RETURNS TABLE (charged_at timestamptz, wallet_after bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  known record;
  fee bigint;
  shipping bigint := 0;
  net bigint;
  wallet bigint;
  payer bigint;
  froms bigint[] := '{}';
  tos bigint[] := '{}';
  amounts bigint[] := '{}';
  charge charges;
BEGIN
  charged_at := app_now();
  -- First of all: everything below is read while no block between the two can be made.
  PERFORM lock_pair_shared(p_user, p_performer);
  SELECT coalesce(p.commission_bp, p_site_bp) AS bp,
    (SELECT e.created_at FROM earnings e WHERE e.performer_id = p_performer ORDER BY e.created_at LIMIT 1) AS first_sale_at,
    (SELECT id FROM ledger_accounts WHERE kind = 'fan_wallet' AND owner_id = p_user AND currency = 'TOK') AS wallet,
    (SELECT id FROM ledger_accounts WHERE kind = 'performer_pending' AND owner_id = p_performer AND currency = 'TOK') AS pending,
    (SELECT id FROM ledger_accounts WHERE kind = 'platform_fees' AND owner_id IS NULL AND currency = 'TOK') AS fees,
    k.event, k.grant_function
  INTO known FROM performers p LEFT JOIN charge_kinds k ON k.kind = p_type WHERE p.account_id = p_performer;
  IF NOT FOUND OR (NOT p_held AND performer_is_hidden(p_user, p_performer, p_country)) THEN
    RAISE EXCEPTION 'no such performer' USING ERRCODE = 'FL404';
  END IF;
  IF known.event IS NULL THEN
    RAISE EXCEPTION 'nothing is sold as %', p_type USING ERRCODE = 'FL400';
  END IF;

  -- An order is written before its charge. Its shipping is for the carrier: no commission is taken on it.
  IF p_type = 'product' THEN
    SELECT shipping_fee INTO shipping FROM orders WHERE id = p_id;
    shipping := least(coalesce(shipping, 0), p_tokens);
  END IF;
  -- The fee is rounded down; the performer gets the remainder, so that the parts always sum to the whole.
  fee := greatest(0, (p_tokens - shipping + p_site_bears) * known.bp / 10000 - p_site_bears);
  net := p_tokens - fee;
  wallet := coalesce(known.wallet, ledger_account('fan_wallet', p_user, 'TOK'));
  -- The payer's own wallet is locked first, before the key and before an account of the performer is created: charges of other payers wait
  -- for the transaction that creates it, so it may wait for none; and two charges with one key take wallet and key in one order.
  IF p_card_minor IS NULL THEN
    PERFORM FROM ledger_accounts WHERE id = wallet FOR NO KEY UPDATE;
    -- A dispute locks the wallet, too: after it, nothing is spent.
    IF NOT p_held AND EXISTS (SELECT FROM disputes WHERE account_id = p_user AND blocks_paying) THEN
      RAISE EXCEPTION 'paying is blocked' USING ERRCODE = 'FL403';
    END IF;
  END IF;
  payer := CASE WHEN p_card_minor IS NULL THEN wallet ELSE ledger_account('gateway_clearing', NULL, 'TOK') END;
  IF net > 0 THEN
    froms := froms || payer; amounts := amounts || net;
    tos := tos || CASE WHEN p_escrow THEN ledger_account('escrow', p_id, 'TOK')
      ELSE coalesce(known.pending, ledger_account('performer_pending', p_performer, 'TOK')) END;
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
  INSERT INTO charges (id, transaction_id, user_id, performer_id, type, target_id, tokens, balance_after, key, body_hash, note, created_at, updated_at, offer_version)
    VALUES (p_id, p_id, p_user, p_performer, p_type, p_target, p_tokens, wallet_after, p_key, p_body_hash, p_note, charged_at, charged_at, p_offer_version)
    RETURNING * INTO charge;
  INSERT INTO earnings (id, charge_id, performer_id, user_id, type, gross, fee_bp, fee, net, token_value_micro, currency, status, available_at, created_at)
    VALUES (p_id, p_id, p_performer, p_user, p_type, p_tokens,
      CASE WHEN p_site_bears = 0 THEN known.bp ELSE fee * 10000 / p_tokens END, fee, net, p_token_value_micro, p_currency,
      CASE WHEN p_escrow THEN 'escrow' ELSE 'pending' END,
      charged_at + make_interval(days => CASE WHEN known.first_sale_at < charged_at - interval '60 days' THEN p_hold_days ELSE p_hold_days_new END),
      charged_at);
  IF known.grant_function IS NOT NULL THEN
    EXECUTE format('SELECT %I($1)', known.grant_function) USING charge;
  END IF;
  IF p_receipt THEN
    PERFORM enqueue_job('send-receipt', json_build_object('mailId', p_id, 'chargeId', p_id), NULL, NULL, 8, NULL);
  END IF;
  INSERT INTO events (topic, payload) VALUES (
    known.event, jsonb_build_object('chargeId', p_id, 'userId', p_user, 'performerId', p_performer, 'type', p_type, 'targetId', p_target,
      'tokens', round(p_tokens / 100.0, 2), 'balance', round(wallet_after / 100.0, 2), 'note', p_note));
  RETURN NEXT;
END $$;
