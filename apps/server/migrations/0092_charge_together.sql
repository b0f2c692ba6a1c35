-- Charges that wait for each other's way to the disk go there together: one transaction and one round trip for all of them.

-- All or nothing: what one of them raises, all have not done. They are made in one order of payers, and give way to whoever holds what
-- they need for longer than a moment, so that nobody's wallet keeps the others waiting and no deadlock lasts until it is looked for.
CREATE FUNCTION charge_together(p_charges json) RETURNS TABLE (id uuid, charged_at timestamptz, wallet_after bigint)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT one.id, done.charged_at, done.wallet_after
    FROM (SELECT * FROM json_to_recordset(p_charges) AS c(id uuid, user_id uuid, performer_id uuid, type text, target_id uuid, tokens bigint,
      key text, body_hash bytea, note text, site_bp integer, token_value_micro bigint, currency text, hold_days integer,
      hold_days_new integer, card_minor bigint, country text) ORDER BY c.user_id, c.key) one,
    charge_tokens(one.id, one.user_id, one.performer_id, one.type, one.target_id, one.tokens, one.key, one.body_hash, one.note, one.site_bp,
      one.token_value_micro, one.currency, one.hold_days, one.hold_days_new, one.card_minor, one.country) done;
END $$;
ALTER FUNCTION charge_together SET lock_timeout = '100ms';
