-- The id of a ledger account, which is created at its first use. `IS NOT DISTINCT FROM` can't use an index, therefore the two branches.
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
    INSERT INTO ledger_accounts (kind, owner_id, currency, may_be_negative)
      VALUES (p_kind, p_owner, p_currency, p_kind IN ('gateway_clearing', 'debt')) ON CONFLICT DO NOTHING;
    RETURN ledger_account(p_kind, p_owner, p_currency);
  END IF;
  RETURN found;
END $$;
