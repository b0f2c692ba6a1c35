-- The balance of a ledger account by its kind, owner and currency; zero where it does not exist yet.
CREATE OR REPLACE FUNCTION ledger_balance_of(p_kind text, p_owner uuid, p_currency text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT ledger_balance(id) FROM ledger_accounts WHERE kind = p_kind AND owner_id = p_owner AND currency = p_currency),
    (SELECT ledger_balance(id) FROM ledger_accounts WHERE p_owner IS NULL AND kind = p_kind AND owner_id IS NULL AND currency = p_currency), 0)
$$;
