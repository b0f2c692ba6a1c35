-- Locks accounts, so that their balances stay as they are read until the transaction ends; in the order in which a posting debits them.
CREATE OR REPLACE FUNCTION ledger_lock(p_kinds text[], p_owners uuid[], p_currencies text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM ledger_accounts WHERE id = ANY (ARRAY(
      SELECT ledger_account(a.kind, a.owner, a.currency) FROM unnest(p_kinds, p_owners, p_currencies) AS a(kind, owner, currency)))
    ORDER BY id FOR NO KEY UPDATE;
END $$;
